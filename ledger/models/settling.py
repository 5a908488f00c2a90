"""Settling up: which tables are settled together and how, what was paid, and the stored fold of who has what to pay."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from ledger.models.ids import PUBLIC_ID_LENGTH, new_public_id
from ledger.models.people import BY_LENGTH, Club, Player
from ledger.rules.open_plan import Way

ROUNDING_MOST = 100_000
"""Minor units that an amount may be rounded to."""
WAYS = [str(way) for way in Way]
PAYMENT_MOST = 10**15
"""Minor units."""


class Settlement(models.Model):
    """Tables that are settled together, mostly a single one, and how: who pays whom, rounded to what."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="settlements")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    way = models.CharField(max_length=10, default=Way.FEWEST.value)
    # Through whom everything goes.
    banker = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    # Minor units; 1: not rounded.
    rounding = models.PositiveIntegerField(default=1)
    version = models.PositiveBigIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(way__in=WAYS), name="settlement_way"),
            models.CheckConstraint(
                condition=Q(way="banker", banker__isnull=False) | (~Q(way="banker") & Q(banker__isnull=True)),
                name="settlement_banker",
            ),
            models.CheckConstraint(condition=Q(rounding__range=(1, ROUNDING_MOST)), name="settlement_rounding"),
        )

    def __str__(self) -> str:
        return self.public_id


class SettlementLine(models.Model):
    """What a player is to receive (above zero) or to pay, and what for. Worked out from tables, never a source."""

    class Kind(models.TextChoices):
        RESULT = "result"
        """What was won or lost, at the stake."""
        KITTY_IN = "kitty_in"
        """Handed out by who kept the kitty that was brought along."""
        KITTY_KEPT = "kitty_kept"
        """Taken care of until the next evening; below zero: handed out."""
        KITTY_SHARED = "kitty_shared"
        """A difference of the kitty that was brought along, shared by those who divided it."""
        ROUNDING = "rounding"
        """Gained or lost by rounding."""

    settlement = models.ForeignKey(Settlement, on_delete=models.CASCADE, related_name="lines")
    # Null for rounding: it belongs to all tables together.
    table = models.ForeignKey("ledger.Table", on_delete=models.CASCADE, null=True, blank=True, related_name="lines")
    # Null: the kitty, which nobody keeps yet.
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="lines")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    currency = models.CharField(max_length=3)
    # Minor units.
    amount = models.BigIntegerField()

    class Meta:
        indexes = (models.Index(fields=["player", "currency"], name="line_of_player"),)
        constraints = (
            models.CheckConstraint(condition=~Q(amount=0), name="line_not_zero"),
            models.CheckConstraint(
                condition=Q(kind="rounding", table__isnull=True) | (~Q(kind="rounding") & Q(table__isnull=False)),
                name="line_of_table_or_rounding",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.amount} {self.currency}"


class Payment(models.Model):
    """That one player gave another money. Never changed; points it never touches."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="payments")
    # On whose page it was recorded; it goes along where that table settles apart again.
    table = models.ForeignKey("ledger.Table", on_delete=models.CASCADE, related_name="payments")
    # Several tables were settled together then.
    joint = models.BooleanField(default=False)
    key = models.UUIDField(unique=True)
    payer = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="paid")
    payee = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="received")
    currency = models.CharField(max_length=3)
    # Minor units.
    amount = models.BigIntegerField()
    by = models.CharField(max_length=BY_LENGTH, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (models.Index(fields=["settlement", "id"], name="payment_of_settlement"),)
        constraints = (
            models.CheckConstraint(condition=Q(amount__range=(1, PAYMENT_MOST)), name="payment_amount"),
            models.CheckConstraint(condition=~Q(payer=F("payee")), name="payment_to_another"),
        )

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}"


class PaymentUndone(models.Model):
    """That a payment does not count: it was ticked by mistake."""

    payment = models.OneToOneField(Payment, on_delete=models.CASCADE, primary_key=True, related_name="undone")
    by = models.CharField(max_length=BY_LENGTH, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.payment_id} undone"
