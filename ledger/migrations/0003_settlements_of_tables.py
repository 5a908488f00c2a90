"""Every table gets a settlement of its own, and those that are closed the lines of their money."""

from django.db import migrations

from ledger.models.ids import new_public_id


def settle_tables(apps, schema_editor):
    Table = apps.get_model("ledger", "Table")
    Settlement = apps.get_model("ledger", "Settlement")
    for table in Table.objects.filter(settlement__isnull=True).select_related("evening").order_by("id"):
        table.settlement = Settlement.objects.create(club_id=table.evening.club_id, public_id=new_public_id())
        table.save(update_fields=["settlement"])
        if table.closing is not None and table.stake_currency is not None:
            book(apps, table)


def book(apps, table):
    from ledger.rules.settlement import Stake, minor_shares, worth
    from ledger.rules.table import divided, load_state

    Line = apps.get_model("ledger", "SettlementLine")
    state = load_state(table.state)
    state = divided(state) if table.closing == "divide" else state
    people = [*(table.start_order or range(table.places)), *(n for n in state.met if n >= table.places)]
    stake = Stake(table.stake_points, table.stake_amount, table.stake_currency)
    shares, kitty = minor_shares([state.owed[n] for n in people], state.kitty - table.opening_kitty, stake)
    players = dict(table.seats.values_list("number", "player_id"))
    found = [(players[n], "result", share) for n, share in zip(people, shares, strict=True)]
    if table.closing == "carry":
        table.kitty_held = kitty + worth(table.opening_kitty, stake)
        table.save(update_fields=["kitty_held"])
    Line.objects.bulk_create(
        Line(
            settlement=table.settlement,
            table=table,
            player_id=player,
            kind=kind,
            currency=table.stake_currency,
            amount=amount,
        )
        for player, kind, amount in [*found, (None, "kitty_kept", kitty)]
        if amount
    )


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_settling")]

    operations = [migrations.RunPython(settle_tables, migrations.RunPython.noop)]
