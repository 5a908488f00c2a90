"""What was worked out of closed tables is worked out anew with what it now has besides: `serve` does it, once."""

from django.db import migrations


def forget(apps, schema_editor):
    for model in ("TableTotal", "MonthTotal", "MonthMoney"):
        apps.get_model("ledger", model).objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("ledger", "0009_parts_of_deals")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
