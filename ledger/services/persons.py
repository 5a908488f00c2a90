"""What every change to a person needs: his tables and his club locked, his name in the log, his money worked out."""

from collections.abc import Collection, Iterable

from django.db.models import F, Q, QuerySet

from ledger.models import Club, Deal, Player, Settlement, Table
from ledger.queries.sitting import ARRIVALS
from ledger.rules.problems import folded_name
from ledger.services.booking import book_rounding, locked_settlement, locked_settlements, rebook, touch
from ledger.services.clubs import locked_club
from ledger.services.errors import Unknown


def live_player(club: Club, player_id: str) -> Player:
    """Somebody of the club who is a person of his own, with his name. Raises Unknown."""
    found = Player.objects.filter(club=club, public_id=player_id, merged_into=None, erased_at=None).first()
    if found is None:
        raise Unknown(f"no player {player_id}")
    found.club = club
    return found


def locked_persons(club_id: str, *player_ids: str) -> tuple[Club, list[Player]]:
    """The club and players of it, with the rows of their tables and then of the club locked: the order in which who
    records at a table takes them. Raises Unknown."""
    if any("\0" in player_id for player_id in player_ids):
        raise Unknown("no player has a NUL in his id")
    lock_tables(Player.objects.filter(club__public_id=club_id, public_id__in=player_ids))
    club = locked_club(club_id)
    return club, [live_player(club, player_id) for player_id in player_ids]


def lock_tables(players: Iterable[Player]) -> None:
    """Lock every table whose money these players are part of, those their kitties went on to, and where all of them are
    settled: who corrects or closes one of these takes the club's row last."""
    ids = _with_following(_tables_of(players).values_list("pk", flat=True))
    tables = Table.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk")
    locked_settlements(tables.values_list("settlement_id", flat=True))


def _with_following(ids: Iterable[int]) -> set[int]:
    found: set[int] = set()
    fresh = set(ids)
    while fresh:
        found |= fresh
        fresh = set(Table.objects.filter(carried_from__in=fresh).values_list("pk", flat=True)) - found
    return found


def _tables_of(players: Iterable[Player]) -> QuerySet[Table]:
    who = [p.pk for p in players]
    mine = Q(seats__player__in=who) | Q(kitty_keeper__in=who) | Q(carried_from__kitty_keeper__in=who)
    return Table.objects.filter(mine).distinct()


def rebook_all(players: Iterable[Player]) -> None:
    """The money of every closed table of these players anew, once who they are has changed."""
    for table in _tables_of(players).filter(closing__isnull=False).order_by("pk"):
        rebook(table)


def rebook_by_name(player: Player) -> None:
    """Names put equal ones in order: who pays an odd unit of a rounded plan or of a shared kitty may be another now."""
    for table in _tables_of([player]).filter(closing__isnull=False).exclude(carried_from=None).order_by("pk"):
        rebook(table)
    rounded = Settlement.objects.filter(lines__player=player, rounding__gt=1).distinct()
    for settlement_id in sorted(rounded.values_list("pk", flat=True)):
        settlement = locked_settlement(settlement_id)
        book_rounding(settlement)
        touch(settlement)


def rewrite_arrivals(club: Club, folded: Collection[str], name: str) -> list[int]:
    """Where somebody of these folded names came to a table, the log says this name; keys of the rows."""
    came = Deal.objects.filter(table__evening__club=club, kind__in=ARRIVALS).only("data")
    rows = [deal for deal in came if "player" in deal.data and folded_name(deal.data["player"]) in folded]
    for deal in rows:
        deal.data = {**deal.data, "player": name}
    Deal.objects.bulk_update(rows, ["data"], batch_size=200)
    return [deal.pk for deal in rows]


def tell_tables(player: Player) -> None:
    """Other phones see that something changed at the tables where he sits."""
    Table.objects.filter(seats__player=player, closing=None).update(version=F("version") + 1)
