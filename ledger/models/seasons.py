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
    # Points won from each other, as they are settled; deals that do not count are left out.
    net = models.BigIntegerField()
    # Deals in which he played, those that count.
    deals = models.PositiveIntegerField()
    declared = models.PositiveIntegerField()
    made = models.PositiveIntegerField()
    helped = models.PositiveIntegerField()
    # Played deals of others in which he had no part but to oppose.
    opposed = models.PositiveIntegerField(default=0)
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
        return f"{self.net}"


class DealPart(models.Model):
    """What a player had to do with a deal of a closed table that counts. Worked out from its postings, never a
    source: from these rows come contracts by kind, who plays well with whom, and records."""

    class Part(models.TextChoices):
        DECLARED = "declared"
        HELPED = "helped"
        OPPOSED = "opposed"
        # Passed, or thrown in: nobody declared.
        NONE = "none"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="deal_parts")
    rules_code = models.CharField(max_length=100)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="deal_parts")
    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="parts")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="deal_parts")
    part = models.CharField(max_length=8, choices=Part.choices)
    # Of the declarer his helper, of the helper the declarer.
    partner = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    # "" where nobody declared.
    contract = models.CharField(max_length=100, blank=True, default="")
    made = models.BooleanField(default=False)
    # By the sheet, as in the column of the deal.
    points = models.BigIntegerField()
    # What the kitty paid out in the deal, where he had a share of it.
    pot = models.BigIntegerField(default=0)

    class Meta:
        indexes = (
            models.Index(fields=["player", "points"], name="part_of_player"),
            models.Index(fields=["club", "rules_code", "points"], name="part_of_club_by_points"),
            models.Index(fields=["club", "rules_code", "pot"], name="part_of_club_by_pot"),
            models.Index(fields=["club", "rules_code", "part", "player"], name="part_of_club_by_part"),
        )
        constraints = (
            models.UniqueConstraint(fields=["deal", "player"], name="part_once"),
            models.CheckConstraint(condition=Q(part__in=["declared", "helped", "opposed", "none"]), name="part_known"),
        )

    def __str__(self) -> str:
        return f"{self.part} {self.points}"


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
    net = models.BigIntegerField(default=0)
    deals = models.PositiveIntegerField(default=0)
    declared = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)
    helped = models.PositiveIntegerField(default=0)
    opposed = models.PositiveIntegerField(default=0)
    declared_net = models.BigIntegerField(default=0)
    helped_net = models.BigIntegerField(default=0)
    opposed_net = models.BigIntegerField(default=0)
    # Net points of the best and of the worst evening.
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


class MonthContract(models.Model):
    """How often in a month's evenings that count a player declared a contract, alone or with this helper, and what it
    brought. A fold of the parts of deals, never a source."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="month_contracts")
    month = models.DateField()
    rules_code = models.CharField(max_length=100)
    contract = models.CharField(max_length=100)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="month_contracts")
    # Null: nobody helped.
    helper = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    declared = models.PositiveIntegerField()
    made = models.PositiveIntegerField()
    # By the sheet: of the declarer, and of the helper.
    points = models.BigIntegerField()
    helper_points = models.BigIntegerField(default=0)

    class Meta:
        constraints = (
            # Null is no value that could be there twice: the audit finds that.
            models.UniqueConstraint(
                fields=["club", "rules_code", "month", "player", "contract", "helper"], name="month_contract_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.month} {self.contract}"
