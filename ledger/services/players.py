"""What is done to a player of a club: added, renamed, a guest, retired and brought back, erased for good."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from ledger.models import Club, ClubEvent, Evening, Player, TableEvent
from ledger.queries.naming import person_named
from ledger.rules.problems import Problem, clean_name, folded_name, name_fault
from ledger.services.clubs import locked_club, log_club
from ledger.services.errors import Faulty
from ledger.services.persons import live_player, locked_persons, rebook_by_name, rewrite_arrivals, tell_tables

NAME_MOST = 50


@transaction.atomic
def add_player(*, club_id: str, name: str, guest: bool = False, by: str, key: UUID | None = None) -> Player:
    """Somebody new of the club, before he ever sat down; added twice under one `key` and name, as by a double tap, he
    is one. Raises Unknown, Faulty (the name is there already)."""
    club = locked_club(club_id)
    if key and (added := _added_before(club, name, key)):
        return added
    name = _free_name(club, name)
    player = Player.objects.create(club=club, name=name, folded=folded_name(name), guest=guest)
    data = {"what": "added", "player": player.public_id}
    log_club(club, "player", data | ({"key": str(key)} if key else {}), by)
    return player


def _added_before(club: Club, name: str, key: UUID) -> Player | None:
    """Whom the log has as added by that name under the key."""
    event = ClubEvent.objects.filter(club=club, kind="player", data__key=str(key)).first()
    found = Player.objects.filter(club=club, public_id=event.data["player"]).first() if event else None
    return found if found and found.folded == folded_name(name) else None


def _free_name(club: Club, name: str, besides: Player | None = None) -> str:
    """The cleaned name. Raises Faulty where it can't be one, or is another's, by whatever spelling."""
    name = clean_name(name)
    fault = name_fault(name, least=1, most=NAME_MOST)
    if fault or not folded_name(name):
        raise Faulty([Problem(("name",), "out-of-range", {"wanted": fault or "something that can be seen"})])
    found = Player.objects.filter(club=club, folded=folded_name(name)).first()
    if found and found != besides:
        raise Faulty([Problem(("name",), "duplicate")])
    return name


@transaction.atomic
def rename_player(*, club_id: str, player_id: str, name: str, by: str) -> Player:
    """Give a player another name, in every evening that was played too. Raises Unknown, Faulty."""
    club, (player,) = locked_persons(club_id, player_id)
    before, name = player.name, _free_name(club, name, player)
    if name == before:
        return player
    _write_name(player, name)
    log_club(club, "player", {"what": "renamed", "player": player.public_id, "before": before, "after": name}, by)
    return player


def _write_name(player: Player, name: str) -> None:
    rewrite_arrivals(player.club, {player.folded}, name)
    player.name, player.folded = name, folded_name(name)
    player.save(update_fields=["name", "folded", "retired_at", "erased_at"])
    rebook_by_name(player)
    tell_tables(player)


@transaction.atomic
def set_guest(*, club_id: str, player_id: str, guest: bool, by: str) -> Player:
    """Say that a player is a guest, who counts in the evening and not in the standings, or is none. Raises Unknown."""
    club = locked_club(club_id)
    player = live_player(club, player_id)
    if player.guest != guest:
        player.guest = guest
        player.save(update_fields=["guest"])
        log_club(club, "player", {"what": "guest", "player": player.public_id, "guest": guest}, by)
    return player


@transaction.atomic
def retire_player(*, club_id: str, player_id: str, by: str) -> Player:
    """Offer a player no more where players are picked; history keeps him. Twice is once. Raises Unknown."""
    club = locked_club(club_id)
    player = live_player(club, player_id)
    if player.retired_at is None:
        player.retired_at = timezone.now()
        player.save(update_fields=["retired_at"])
        log_club(club, "player", {"what": "retired", "player": player.public_id}, by)
    return player


@transaction.atomic
def bring_back_player(*, club_id: str, player_id: str, by: str) -> Player:
    """Offer a retired player again. Raises Unknown."""
    club = locked_club(club_id)
    player = live_player(club, player_id)
    if player.retired_at is not None:
        player.retired_at = None
        player.save(update_fields=["retired_at"])
        log_club(club, "player", {"what": "back", "player": player.public_id}, by)
    return player


@transaction.atomic
def erase_player(*, club_id: str, player_id: str, words: str, by: str) -> Player:
    """Erase a name for good, with every spelling of it: from then on he is called `words` ("former player"), with a
    number where there is such a one already. What phones called themselves and free notes stay. Raises Unknown."""
    club, (player,) = locked_persons(club_id, player_id)
    spellings = Player.objects.filter(merged_into=player)
    known = [player, *spellings]
    ids, names = {p.public_id for p in known}, _names_of(known)
    rewrite_arrivals(club, set(spellings.values_list("folded", flat=True)), player.name)
    spellings.delete()
    player.erased_at = timezone.now()
    player.retired_at = player.retired_at or player.erased_at
    _write_name(player, _free_words(club, words))
    for events in (TableEvent.objects.filter(table__evening__club=club), ClubEvent.objects.filter(club=club)):
        for event in events:
            _scrub_event(event, ids, names, player.name)
    _scrub_titles(club, names, player.name)
    log_club(club, "player", {"what": "erased", "player": player.public_id}, by)
    return player


def _names_of(known: Sequence[Player]) -> set[str]:
    """Folded, every name that a person and his spellings had; without those that are another's now."""
    player, ids = known[0], {p.public_id for p in known}
    renamed = ClubEvent.objects.filter(club=player.club, kind="player")
    former = [e.data["before"] for e in renamed if e.data.get("player") in ids and "before" in e.data]
    found = {p.folded for p in known}
    for name in former:
        other = person_named(player.club_id, name)
        found |= {folded_name(name)} if other in (None, player) else set()
    return found


def _free_words(club: Club, words: str) -> str:
    """With a number that no other erased one has, in whatever language his words are: each reader sees his own."""
    known = Player.objects.filter(club=club)
    taken = set(known.values_list("folded", flat=True))
    number = 1 + known.exclude(erased_at=None).count()
    name = words if number == 1 else f"{words} {number}"
    while folded_name(name) in taken:
        number += 1
        name = f"{words} {number}"
    return name


NAMES_UNDER = ("player", "players", "banker", "before", "after")
TITLES_UNDER = ("name",)
"""Where the logs keep names of people, and titles which may be made of them."""


def _scrub_event(event: TableEvent | ClubEvent, ids: Collection[str], names: Collection[str], name: str) -> None:
    """A line of a log does not say the name any more; those of his renaming say no name at all."""
    renamed = event.kind == "player" and event.data.get("player") in ids and "before" in event.data
    data = event.data | {"before": "", "after": ""} if renamed else _scrubbed(event.data, "", names, name)
    if data != event.data:
        event.data = data
        event.save(update_fields=["data"])


def _scrub_titles(club: Club, names: Collection[str], name: str) -> None:
    titled: Iterable[Club | Evening] = (club, *Evening.objects.filter(club=club).exclude(name=""))
    for one in titled:
        title = _title(one.name, names, name)
        if title != one.name:
            one.name = title
            one.save(update_fields=["name"])


def _scrubbed(value: Any, key: str, names: Collection[str], name: str) -> Any:
    if isinstance(value, dict):
        return {k: _scrubbed(v, k, names, name) for k, v in value.items()}
    if isinstance(value, list):
        return [_scrubbed(v, key, names, name) for v in value]
    if isinstance(value, str) and key in NAMES_UNDER and folded_name(value) in names:
        return name
    return _title(value, names, name) if isinstance(value, str) and key in TITLES_UNDER else value


def _title(text: str, names: Collection[str], name: str) -> str:
    """ "Anna, Boris, Vera" without one of them, as far as there is room."""
    parts = text.split(", ")
    if not any(folded_name(part) in names for part in parts):
        return text
    return ", ".join(name if folded_name(part) in names else part for part in parts)[:100]
