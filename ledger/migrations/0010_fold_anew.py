"""What was worked out of closed tables is worked out anew with what it now has besides: `serve` does it, once.

Points by the sheet go: a season is told in points won from each other alone."""

from django.db import migrations


def forget(apps, schema_editor):
    for model in ("TableTotal", "MonthTotal", "MonthMoney"):
        apps.get_model("ledger", model).objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("ledger", "0009_parts_of_deals")]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
        migrations.RemoveField("tabletotal", "points"),
        migrations.RemoveField("monthtotal", "points"),
        # On the way back: the column can return only where there are no rows that lack it.
        migrations.RunPython(migrations.RunPython.noop, forget),
    ]
