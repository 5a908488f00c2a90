"""People of a club by the names that are written: whatever the spelling, one person."""

from collections.abc import Mapping
from typing import Any

from ledger.models import Player
from ledger.rules.problems import clean_name, folded_name, is_text


def person_named(club_id: int, name: str) -> Player | None:
    """Somebody of the club by his name, folded; a spelling that was merged finds the person."""
    # PostgreSQL refuses to look for a text with a NUL in it.
    if "\0" in name:
        return None
    found = Player.objects.filter(club=club_id, folded=folded_name(name)).select_related("merged_into").first()
    return whole_person(found) if found else None


def whole_person(player: Player) -> Player:
    """The person that a player is: of a spelling that was merged, whom it was merged into."""
    return player.merged_into or player


def known_by_name(club_id: int, facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Plain facts in which somebody new comes, with the name he is known by; others as they are."""
    name = facts.get("player")
    person = person_named(club_id, name) if is_text(name) and name else None
    # Case alone is no other spelling: it stays as it was written.
    if person is None or clean_name(str(name)).casefold() == person.name.casefold():
        return facts
    return {**facts, "player": person.name}
