"""Names are compared as people see them: spellings that differ in nothing that can be seen become one person."""

from collections import defaultdict

from django.db import migrations, models
from django.db.models import Q

from ledger.rules.problems import folded_name

MOVED = (("Seat", "player"), ("SettlementLine", "player"), ("Payment", "payer"), ("Payment", "payee"),
         ("Settlement", "banker"), ("Table", "kitty_keeper"), ("OpeningBalance", "player"), ("TableTotal", "player"))


def refold(apps, schema_editor):
    Player = apps.get_model("ledger", "Player")
    for club in apps.get_model("ledger", "Club").objects.order_by("id").iterator():
        alike = defaultdict(list)
        for player in Player.objects.filter(club=club).order_by("id"):
            alike[folded_name(player.name)].append(player)
        taken = set(alike)
        for folded, (first, *later) in alike.items():
            for other in later:
                join(apps, club, first, other, taken)
            if first.folded != folded:
                first.folded = folded
                first.save(update_fields=["folded"])


def join(apps, club, first, other, taken):
    """The later one becomes part of the earlier; where they met, two people they stay, told apart by a number."""
    if met(apps, first, other):
        tell_apart(apps, club, other, taken)
        return
    for model, field in MOVED:
        apps.get_model("ledger", model).objects.filter(**{field: other}).update(**{field: first})
    other.delete()


def met(apps, first, other):
    get = apps.get_model
    tables = get("ledger", "Seat").objects.filter(player=first).values("table")
    paid = Q(payer=first, payee=other) | Q(payer=other, payee=first)
    seasons = get("ledger", "OpeningBalance").objects.filter(player=first).values("season")
    return (
        get("ledger", "Seat").objects.filter(player=other, table__in=tables).exists()
        or get("ledger", "Payment").objects.filter(paid).exists()
        or get("ledger", "OpeningBalance").objects.filter(player=other, season__in=seasons).exists()
    )


def tell_apart(apps, club, other, taken):
    number = 2
    while folded_name(f"{other.name[:46]} {number}") in taken:
        number += 1
    before, other.name = other.name, f"{other.name[:46]} {number}"
    other.folded = folded_name(other.name)
    taken.add(other.folded)
    other.save(update_fields=["name", "folded"])
    came = apps.get_model("ledger", "Deal").objects.filter(table__evening__club=club, kind__in=["join", "substitute"])
    for deal in came:
        if deal.data.get("player", "").casefold() == before.casefold():
            deal.data["player"] = other.name
            deal.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [("ledger", "0006_seasons")]

    operations = [
        migrations.AlterField(
            model_name="player",
            name="folded",
            field=models.CharField(max_length=900),
        ),
        migrations.RunPython(refold, migrations.RunPython.noop),
    ]
