"""The players of a club as a list: badge, marks, how many evenings, and the spellings that were merged into each."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Max, Q

from ledger.models import Club, Player, Seat
from ledger.queries.sitting import who_sat
from ledger.rules.badges import colour_of, initials


@dataclass(frozen=True, slots=True)
class PlayerView:
    """Somebody of a club, with what tells him apart at a glance."""

    public_id: str
    name: str
    initials: str
    colour: int
    """A class of colours, 0 to 9; it never changes."""


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player as a line of the club's list."""

    view: PlayerView
    guest: bool
    retired: bool
    erased: bool
    evenings: int
    """Evenings played that are over."""
    spellings: tuple[tuple[str, str], ...]
    """Public ids and names that were merged into him."""


def views_of(players: Iterable[Player]) -> dict[int, PlayerView]:
    """Everybody of a club, by key, with letters that no other has. All of them are needed: a badge does not change
    when somebody retires."""
    known = list(players)
    letters = initials({p.pk: p.called for p in known})
    return {p.pk: PlayerView(p.public_id, p.called, letters[p.pk], colour_of(p.pk)) for p in known}


def players_of(club: Club) -> tuple[PlayerView, ...]:
    """The players a club picks from, not those who retired: who played last comes first."""
    found = list(Player.objects.filter(club=club, merged_into=None).annotate(last=Max("seats__table__created_at")))
    views = views_of(found)
    ordered = sorted(found, key=lambda p: (-p.last.timestamp() if p.last else 0, p.folded))
    return tuple(views[p.pk] for p in ordered if p.retired_at is None and p.erased_at is None)


def names_of(club: Club) -> tuple[str, ...]:
    """The names of those a club picks from, without a look at what they played."""
    found = Player.objects.filter(club=club, merged_into=None, retired_at=None, erased_at=None)
    return tuple(found.order_by("folded").values_list("name", flat=True))


def player_cards(club: Club) -> tuple[PlayerCard, ...]:
    """All of a club by name, those who retired at the end: three queries, however many."""
    seats = Seat.objects.filter(who_sat(), table__evening__club=club).order_by()
    over = Count("table__evening", filter=Q(table__closing__isnull=False), distinct=True)
    evenings = dict(seats.values_list("player_id").annotate(n=over))
    found = Player.objects.filter(club=club, merged_into=None)
    ordered = list(found.prefetch_related("spellings").order_by("folded"))
    views = views_of(ordered)
    cards = [
        PlayerCard(
            view=views[p.pk],
            guest=p.guest,
            retired=p.retired_at is not None,
            erased=p.erased_at is not None,
            evenings=evenings.get(p.pk, 0),
            spellings=tuple(sorted((s.public_id, s.name) for s in p.spellings.all())),
        )
        for p in ordered
    ]
    return tuple(sorted(cards, key=lambda card: (card.erased, card.retired)))
