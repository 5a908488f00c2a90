"""Clubs and the people who play in them."""

import re
from datetime import datetime

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models.ids import PUBLIC_ID_LENGTH, new_public_id

BY_LENGTH = 50
"""Characters of the name a phone gave itself."""


class Club(models.Model):
    """People who play together: their evenings and their players."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=100)
    # Where it plays: an evening has the date on which it began there. Empty: where the server stands.
    time_zone = models.CharField(max_length=64, blank=True, default="")
    keeper_generation = models.PositiveIntegerField(default=1)
    scorer_generation = models.PositiveIntegerField(default=1)
    viewer_generation = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(keeper_generation__gte=1, scorer_generation__gte=1, viewer_generation__gte=1),
                name="club_generations_from_one",
            ),
        )

    def __str__(self) -> str:
        return self.name


class ClubEvent(models.Model):
    """What happened to a club's evenings that leaves no other trace. Rows are only ever added."""

    class Kind(models.TextChoices):
        DISCARDED = "discarded"
        MERGED = "merged"
        RENAMED = "renamed"
        LINKS = "links"
        PLAYER = "player"
        SEASON = "season"
        RULES = "rules"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    data = models.JSONField(default=dict)
    by = models.CharField(max_length=BY_LENGTH, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind__in=["discarded", "merged", "renamed", "links", "player", "season", "rules"]),
                name="club_event_kind",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"


def called(name: str, erased_at: datetime | None) -> str:
    """A name as it is shown: of an erased player the words for one in the reader's language, with his number."""
    if erased_at is None:
        return name
    number = re.search(r" \d+$", name)
    return gettext("former player") + (number[0] if number else "")


class Player(models.Model):
    """Somebody of a club. Two names are the same when they fold alike."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=50)
    # Folding makes at most eighteen characters of one.
    folded = models.CharField(max_length=900)
    # Counts in the evening, not in the standings.
    guest = models.BooleanField(default=False)
    # Not offered any more where players are picked; history keeps him.
    retired_at = models.DateTimeField(null=True, blank=True)
    # Another spelling of somebody: his name still finds that one.
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="spellings")
    # The name was erased for good.
    erased_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["club", "folded"], name="player_once_in_club"),)

    def __str__(self) -> str:
        return self.name

    @property
    def called(self) -> str:
        """His name as it is shown; `name` is what is stored."""
        return called(self.name, self.erased_at)
