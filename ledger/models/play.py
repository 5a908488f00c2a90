"""An evening, its tables, who sits where, and what happened to a table besides its deals."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from ledger.models.ids import PUBLIC_ID_LENGTH, new_public_id
from ledger.models.people import BY_LENGTH, Club, Player
from ledger.models.rules import RulesVersion
from ledger.models.settling import Settlement
from ledger.rules.seating import Order
from ledger.rules.settlement import Stake
from ledger.rules.table import TableState, load_state, open_table


class Closing(models.TextChoices):
    """How an evening ended: what became of the kitty, or `plain` where the variant has none."""

    DIVIDE = "divide"
    CARRY = "carry"
    PLAIN = "plain"


class Evening(models.Model):
    """One evening of a club."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="evenings")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    date = models.DateField(null=True, blank=True)
    name = models.CharField(max_length=100, blank=True, default="")
    started_at = models.DateTimeField(default=timezone.now)
    started_by = models.CharField(max_length=BY_LENGTH, blank=True, default="")
    # Whether it counts in the standings.
    counts = models.BooleanField(default=True)

    class Meta:
        indexes = (
            models.Index(fields=["club", "-started_at"], name="evening_latest_of_club"),
            models.Index(fields=["club", "date", "started_at"], name="evening_of_club_by_date"),
        )

    def __str__(self) -> str:
        return self.name or str(self.date or self.started_at.date())


class Table(models.Model):
    """A table of an evening: what was agreed, and the state its deals have brought it to."""

    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="tables")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    rules = models.ForeignKey(RulesVersion, on_delete=models.PROTECT, related_name="tables")
    # {"values": what every option is, "chosen": those that were said}
    options = models.JSONField()
    first_dealer = models.PositiveSmallIntegerField(default=0)
    # How many sat down at the start; their numbers are 0 and up, clockwise.
    places = models.PositiveSmallIntegerField(default=4)
    # Who sat down, clockwise, where that was corrected; null: by their numbers.
    start_order = models.JSONField(null=True, blank=True)
    opening_kitty = models.BigIntegerField(default=0)
    planned_deals = models.PositiveIntegerField(null=True, blank=True)
    stake_points = models.PositiveIntegerField(null=True, blank=True)
    # Ten-thousandths of the currency's main unit.
    stake_amount = models.BigIntegerField(null=True, blank=True)
    # Null, not "": a stake is there in all its three parts or in none.
    stake_currency = models.CharField(max_length=3, null=True, blank=True)  # noqa: DJ001
    version = models.PositiveBigIntegerField(default=1)
    state = models.JSONField()
    scorer_generation = models.PositiveIntegerField(default=1)
    viewer_generation = models.PositiveIntegerField(default=1)
    # Null: still open.
    closing = models.CharField(max_length=6, choices=Closing.choices, null=True, blank=True)  # noqa: DJ001
    import_digest = models.CharField(max_length=64, unique=True, null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    # Which tables settle their money together with this one; alone, it has one of its own.
    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="tables")
    # Whose kitty lay here before the first deal.
    carried_from = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="carried_to"
    )
    # Who keeps the money of the kitty until the next evening.
    kitty_keeper = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    # What the keeper holds after it, in minor units of the stake's currency; worked out. Null: nothing is carried.
    kitty_held = models.BigIntegerField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(stake_points__isnull=True, stake_amount__isnull=True, stake_currency__isnull=True)
                | Q(
                    stake_points__isnull=False,
                    stake_amount__isnull=False,
                    stake_currency__isnull=False,
                    stake_points__range=(1, 1_000_000),
                    stake_amount__range=(1, 9_999_999_999_999),
                ),
                name="table_stake_whole",
            ),
            models.CheckConstraint(
                condition=Q(places__range=(4, 6), first_dealer__lt=F("places")), name="table_first_dealer_seat"
            ),
            models.CheckConstraint(condition=Q(opening_kitty__range=(0, 1_000_000)), name="table_opening_kitty"),
            models.CheckConstraint(
                condition=Q(closing__isnull=True) | Q(closing__in=Closing.values), name="table_closing_known"
            ),
            models.CheckConstraint(
                condition=Q(scorer_generation__gte=1, viewer_generation__gte=1, version__gte=1),
                name="table_counters_from_one",
            ),
        )

    def __str__(self) -> str:
        return self.public_id

    @property
    def stake(self) -> Stake | None:
        """Money per point, where it was agreed."""
        if self.stake_points is None or self.stake_amount is None or self.stake_currency is None:
            return None
        return Stake(self.stake_points, self.stake_amount, self.stake_currency)

    @property
    def kept_state(self) -> TableState:
        """The state after the last deal that stands."""
        return load_state(self.state)

    @property
    def first_order(self) -> Order:
        """Who sat down at the start, clockwise."""
        return tuple(self.start_order or range(self.places))

    @property
    def opening_state(self) -> TableState:
        """The state before the first entry of the log."""
        return open_table(self.places, self.first_dealer, self.opening_kitty, self.first_order)


class Seat(models.Model):
    """Who played at the table, by number: at the start clockwise from 0, then as people came."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["table", "number"], name="seat_once"),
            models.CheckConstraint(condition=Q(number__lte=99), name="seat_number"),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.player_id}"


class TableEvent(models.Model):
    """What happened to a table besides its deals. Rows are only ever added."""

    class Kind(models.TextChoices):
        STARTED = "started"
        IMPORTED = "imported"
        CLOSED = "closed"
        REOPENED = "reopened"
        STAKE = "stake"
        LINKS = "links"
        PHONE = "phone"
        CORRECTED = "corrected"
        CHANGED = "changed"
        SETUP = "setup"
        MERGED = "merged"
        PLAN = "plan"
        KEEPER = "keeper"
        TOGETHER = "together"
        APART = "apart"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    data = models.JSONField(default=dict)
    by = models.CharField(max_length=BY_LENGTH, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)
    why = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(kind__in=[
            "started", "imported", "closed", "reopened", "stake", "links", "phone",
            "corrected", "changed", "setup", "merged", "plan", "keeper", "together", "apart",
        ]), name="table_event_kind"),)  # fmt: skip

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"


class Announcement(models.Model):
    """What was said before a deal is played out: plain facts, perhaps some only. Empty: taken back."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="announcements")
    position = models.PositiveIntegerField()
    facts = models.JSONField(default=dict)
    by = models.CharField(max_length=BY_LENGTH, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (models.Index(fields=["table", "position", "-id"], name="announcement_latest"),)

    def __str__(self) -> str:
        return f"{self.position}: {self.facts}"
