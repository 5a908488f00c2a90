"""Seasons of a club, and what each player made of each closed table: the stored fold that standings add up."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from ledger.models.deals import Deal
from ledger.models.ids import PUBLIC_ID_LENGTH, new_public_id
from ledger.models.people import BY_LENGTH, Club, Player
from ledger.models.play import Table


class Season(models.Model):
    """Evenings of a club from one date to another, both included. Without one of its own a club plays calendar
    years."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=100)
    starts = models.DateField()
    ends = models.DateField()

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(ends__gte=F("starts")), name="season_dates"),)

    def __str__(self) -> str:
        return self.name


class OpeningBalance(models.Model):
    """Points of a variant with which a player begins a season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="openings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="openings")
    rules_code = models.CharField(max_length=100)
    points = models.BigIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["season", "player", "rules_code"], name="opening_once"),)

    def __str__(self) -> str:
        return f"{self.points}"


class Uncounted(models.Model):
    """That a deal does not count in the standings; at its table it does."""

    deal = models.OneToOneField(Deal, on_delete=models.CASCADE, primary_key=True, related_name="uncounted")
    by = models.CharField(max_length=BY_LENGTH, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.deal_id}"


class TableTotal(models.Model):
    """What a player made of a closed table, the closing with it. Worked out from its postings, never a source."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="totals")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="totals")
    # By the sheet, and won from each other; deals that do not count are left out of both.
    points = models.BigIntegerField()
    net = models.BigIntegerField()
    # Deals in which he played, those that count.
    deals = models.PositiveIntegerField()
    declared = models.PositiveIntegerField()
    made = models.PositiveIntegerField()
    helped = models.PositiveIntegerField()
    # Net points in deals he declared, in those he helped, in those he opposed.
    declared_net = models.BigIntegerField()
    helped_net = models.BigIntegerField()
    opposed_net = models.BigIntegerField()
    # Most net points of the table; ties share.
    won = models.BooleanField()

    class Meta:
        indexes = (models.Index(fields=["player", "table"], name="total_of_player"),)
        constraints = (models.UniqueConstraint(fields=["table", "player"], name="total_once"),)

    def __str__(self) -> str:
        return f"{self.points}"


class MonthTotal(models.Model):
    """What a player made of a month's evenings that count: a fold of the totals of tables, so that a season of a
    thousand evenings is added up as fast as one of ten. Never a source."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="month_totals")
    # The first day of the month.
    month = models.DateField()
    # Empty: in all games together, where evenings are counted once.
    rules_code = models.CharField(max_length=100, blank=True, default="")
    # Null: the evenings of the month, whoever played.
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="month_totals")
    evenings = models.PositiveIntegerField()
    won = models.PositiveIntegerField(default=0)
    points = models.BigIntegerField(default=0)
    net = models.BigIntegerField(default=0)
    deals = models.PositiveIntegerField(default=0)
    declared = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)
    helped = models.PositiveIntegerField(default=0)
    # Points of the best and of the worst evening.
    best = models.BigIntegerField(default=0)
    worst = models.BigIntegerField(default=0)

    class Meta:
        indexes = (models.Index(fields=["club", "rules_code", "month"], name="month_of_club"),)
        constraints = (
            models.UniqueConstraint(fields=["club", "month", "rules_code", "player"], name="month_total_once"),
        )

    def __str__(self) -> str:
        return f"{self.month} {self.rules_code}"


class MonthMoney(models.Model):
    """What a player won of a month's evenings in money, minor units. A fold of the lines of money, never a source."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="month_money")
    month = models.DateField()
    # Empty: in all games together.
    rules_code = models.CharField(max_length=100, blank=True, default="")
    currency = models.CharField(max_length=3)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="month_money")
    amount = models.BigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["club", "rules_code", "month", "currency", "player"], name="month_money_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}"
