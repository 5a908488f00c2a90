"""Rules as tables have pinned them."""

from django.db import models
from django.utils import timezone


class RulesVersion(models.Model):
    """A whole rules document, found by its fingerprint. Never updated: a changed rule is another version."""

    fingerprint = models.CharField(max_length=64, unique=True)
    code = models.CharField(max_length=100)
    document = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.code} {self.fingerprint[:8]}"
