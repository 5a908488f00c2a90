"""Players found by their names, or made: everywhere somebody sits down."""

from collections.abc import Sequence

from ledger.models import Club, Player
from ledger.queries.naming import whole_person
from ledger.rules.problems import Problem, folded_name
from ledger.services.errors import Faulty


def player_named(club: Club, name: str) -> Player:
    """Somebody of the club by his name, folded; a new one where there is none. A spelling that was merged finds the
    person it was merged into."""
    # Nobody is seated while two of the club are being merged.
    Club.objects.select_for_update().get(pk=club.pk)
    found = Player.objects.select_related("merged_into")
    return whole_person(found.get_or_create(club=club, folded=folded_name(name), defaults={"name": name})[0])


def players_named(club: Club, names: Sequence[str]) -> list[Player]:
    """Those who sit down together, each by his name. Raises Faulty where two names mean one person."""
    players = [player_named(club, name) for name in names]
    twice = [n for n, player in enumerate(players) if player in players[:n]]
    if twice:
        raise Faulty([Problem(("players", n), "duplicate") for n in twice])
    return players
