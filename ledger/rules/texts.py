"""Words of a rules document."""

from collections.abc import Mapping

Text = Mapping[str, str]
"""Words for people, by language code."""
