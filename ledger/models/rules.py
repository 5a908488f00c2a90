"""Rules as tables have pinned them, and those that a club made its own."""

from django.db import models
from django.utils import timezone

from ledger.models.people import BY_LENGTH, Club


class RulesVersion(models.Model):
    """A whole rules document, found by its fingerprint. Never updated: a changed rule is another version."""

    fingerprint = models.CharField(max_length=64, unique=True)
    code = models.CharField(max_length=100)
    document = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.code} {self.fingerprint[:8]}"


class HouseRules(models.Model):
    """Rules that a club made its own. Their versions hold what they say; `code` is that of every version."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rules")
    code = models.CharField(max_length=100)
    # Null: offered where an evening is started.
    retired_at = models.DateTimeField(null=True, blank=True)
    # Links that open a version carry it; raising it kills them all.
    share_generation = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["club", "code"], name="house_rules_once"),
            models.CheckConstraint(condition=models.Q(share_generation__gte=1), name="house_rules_share_from_one"),
        )

    def __str__(self) -> str:
        return self.code


class HouseVersion(models.Model):
    """One version of a club's own rules. Rows are only ever added."""

    house = models.ForeignKey(HouseRules, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    rules = models.ForeignKey(RulesVersion, on_delete=models.PROTECT, related_name="+")
    by = models.CharField(max_length=BY_LENGTH, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["house", "number"], name="house_version_once"),)

    def __str__(self) -> str:
        return f"{self.house_id}, {self.number}"
