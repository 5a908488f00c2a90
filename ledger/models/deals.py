"""Deals: facts that never change, the rows that retire them, and the stored fold over those that stand."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from ledger.models.people import BY_LENGTH
from ledger.models.play import Table
from ledger.rules.cards import Suit
from ledger.rules.deal_facts import TRICKS
from ledger.rules.events import EVENT_KINDS
from ledger.rules.postings import KITTY
from ledger.rules.situation import Kind

ORDER_STEP = 2**40
"""Between two entries in order, so that forgotten ones find room."""

SUITS = [str(s) for s in Suit]
KINDS = [*(str(k) for k in Kind), *EVENT_KINDS]
HOWS = ["recorded", "corrected", "inserted", "moved", "restored", "merged"]
SEATS = (0, 99)
"""Numbers of people: who comes late or takes a place gets the next one."""
UNPLAYED = Q(
    contract="",
    trump="",
    declarer__isnull=True,
    helper__isnull=True,
    tricks__isnull=True,
    helper_tricks__isnull=True,
    unclaimed=False,
)


def _check(name: str, condition: Q) -> models.CheckConstraint:
    return models.CheckConstraint(condition=condition, name=f"deal_{name}")


def _none_or(**condition: object) -> Q:
    (lookup,) = condition
    return Q(**{lookup.split("__")[0] + "__isnull": True}) | Q(**condition)


class Deal(models.Model):
    """An entry of the log: what somebody at the table saw of one deal, or an event. Never changed: a correction is
    another row at the same place. (The order key says where it stands, not what it says.)"""

    class How(models.TextChoices):
        """How the row came into the log."""

        RECORDED = "recorded"
        CORRECTED = "corrected"
        INSERTED = "inserted"
        MOVED = "moved"
        RESTORED = "restored"
        MERGED = "merged"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="deals")
    order_key = models.BigIntegerField()
    entry_key = models.UUIDField()
    # A deal that was played, passed or thrown in, or an event: somebody came, left, changed places, and so on.
    kind = models.CharField(max_length=10, default="played")
    dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    # "" where it was not said.
    contract = models.CharField(max_length=100, blank=True, default="")
    declarer = models.PositiveSmallIntegerField(null=True, blank=True)
    trump = models.CharField(max_length=8, blank=True, default="")
    turned = models.CharField(max_length=8, blank=True, default="")
    helper = models.PositiveSmallIntegerField(null=True, blank=True)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    helper_tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    unclaimed = models.BooleanField(default=False)
    fault = models.BooleanField(default=False)
    forfeit = models.BooleanField(default=False)
    # Of an event all it says; of a deal who sat out by the table's own word, and a note.
    data = models.JSONField(default=dict)
    how = models.CharField(max_length=10, choices=How.choices, default=How.RECORDED)
    # The row whose place or facts this one takes over.
    came_from = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    # The same for all that was changed at one stroke.
    batch = models.UUIDField(null=True, blank=True)
    why = models.CharField(max_length=500, blank=True, default="")
    recorded_by = models.CharField(max_length=BY_LENGTH, blank=True, default="")
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (models.Index(fields=["table", "order_key", "id"], name="deal_in_order"),)
        constraints = (
            models.UniqueConstraint(fields=["table", "entry_key"], name="deal_entry_once"),
            _check("kind", Q(kind__in=KINDS)),
            _check("how", Q(how__in=HOWS)),
            _check("suits", Q(trump__in=["", *SUITS], turned__in=["", *SUITS])),
            _check("dealer", _none_or(dealer__range=SEATS)),
            _check("declarer", _none_or(declarer__range=SEATS)),
            _check("helper", _none_or(helper__range=SEATS)),
            _check("tricks", _none_or(tricks__range=(0, TRICKS))),
            _check("helper_is_another", Q(helper__isnull=True) | ~Q(helper=F("declarer"))),
            _check(
                "helper_tricks",
                Q(helper_tricks__isnull=True)
                | Q(helper__isnull=False, helper_tricks__gte=0, helper_tricks__lte=F("tricks")),
            ),
            _check(
                "played_whole",
                ~Q(kind="played") | (~Q(contract="") & Q(declarer__isnull=False, tricks__isnull=False)),
            ),
            _check("unplayed_empty", Q(kind="played") | UNPLAYED),
            _check("fault", Q(fault=False) | Q(kind="misdeal")),
            _check("forfeit", Q(forfeit=False) | Q(fault=True)),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.contract}".strip()


class DealMark(models.Model):
    """A mark of a deal: who held the boston, who revoked."""

    class Kind(models.TextChoices):
        BOSTON = "boston"
        REVOKE = "revoke"

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="marks")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["deal", "kind"], name="mark_once"),
            models.CheckConstraint(condition=Q(kind__in=["boston", "revoke"]), name="mark_kind"),
            models.CheckConstraint(condition=Q(seat__range=SEATS), name="mark_seat"),
        )

    def __str__(self) -> str:
        return f"{self.kind}: {self.seat}"


class DealRetired(models.Model):
    """That a deal does not stand any more: undone, or corrected by the deal that replaced it."""

    deal = models.OneToOneField(Deal, on_delete=models.CASCADE, related_name="retired")
    replaced_by = models.ForeignKey(Deal, on_delete=models.CASCADE, null=True, blank=True, related_name="replaces")
    by = models.CharField(max_length=BY_LENGTH, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)
    why = models.CharField(max_length=500, blank=True, default="")
    batch = models.UUIDField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(replaced_by__isnull=True) | ~Q(replaced_by=F("deal")), name="retired_by_another"
            ),
        )

    def __str__(self) -> str:
        return f"{self.deal_id} retired"


class DealResult(models.Model):
    """The stored fold: what a standing deal came to, and the table after it. Worked out, never a source."""

    deal = models.OneToOneField(Deal, on_delete=models.CASCADE, primary_key=True, related_name="result")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="results")
    position = models.PositiveIntegerField()
    # Null for a deal that does not count.
    number = models.PositiveIntegerField(null=True, blank=True)
    dealer = models.PositiveSmallIntegerField()
    multiplier = models.PositiveSmallIntegerField()
    kitty = models.BigIntegerField()
    kitty_change = models.BigIntegerField()
    state = models.JSONField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["table", "position"], name="result_position_once"),
            models.CheckConstraint(condition=Q(position__gte=1), name="result_position_from_one"),
            models.CheckConstraint(condition=Q(kitty__gte=0), name="result_kitty_not_negative"),
            models.CheckConstraint(condition=Q(dealer__range=SEATS), name="result_dealer"),
        )

    def __str__(self) -> str:
        return f"{self.position}"


class DealPosting(models.Model):
    """What one account (people 0 and up, -2 the kitty, -1 the bank) gained in a deal, and what it has after it."""

    result = models.ForeignKey(DealResult, on_delete=models.CASCADE, related_name="postings")
    account = models.SmallIntegerField()
    points = models.BigIntegerField()
    balance = models.BigIntegerField()
    # Seats only.
    net = models.BigIntegerField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["result", "account"], name="posting_once"),
            models.CheckConstraint(condition=Q(account__gte=KITTY), name="posting_account"),
            models.CheckConstraint(
                condition=Q(account__gte=0, net__isnull=False) | Q(account__lt=0, net__isnull=True),
                name="posting_net_of_seats",
            ),
        )

    def __str__(self) -> str:
        return f"{self.account}: {self.points}"
