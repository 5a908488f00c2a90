"""The cards as far as scoring needs them: four suits, their colours, and the ranks that a scheme gives them."""

from enum import StrEnum


class Suit(StrEnum):
    """One of the four suits, named as in the sheet format."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"

    @property
    def mate(self) -> "Suit":
        """The other suit of the same colour."""
        return _MATES[self]

    @property
    def is_red(self) -> bool:
        """True for diamonds and hearts."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)


_MATES = {
    Suit.CLUBS: Suit.SPADES,
    Suit.SPADES: Suit.CLUBS,
    Suit.DIAMONDS: Suit.HEARTS,
    Suit.HEARTS: Suit.DIAMONDS,
}


SUIT_NAMES = tuple(s.value for s in Suit)


def is_suit(value: object) -> bool:
    """Whether a plain value names a suit."""
    return isinstance(value, str) and value in SUIT_NAMES


class SuitScheme(StrEnum):
    """How the four suits are ranked in a deal."""

    COLOURS = "colours"
    """First is the turned suit, second its colour mate, third both suits of the other colour."""
    SENIOR = "senior"
    """Senior is the suit turned in the first deal that counts, junior the one turned in this deal."""
    EQUAL = "equal"
    """No suit beats another; nothing is turned."""
    FIXED = "fixed"
    """Every suit has a rank of its own, named like it, always in the same order; nothing is turned."""

    @property
    def ranks(self) -> tuple[str, ...]:
        """The rank names of the scheme, lowest first; of a fixed order, which the variant sets, in no order."""
        return _RANKS[self]

    @property
    def turns_a_card(self) -> bool:
        """Whether a card is turned up in each deal."""
        return self in (SuitScheme.COLOURS, SuitScheme.SENIOR)

    @property
    def ranks_every_suit(self) -> bool:
        """Whether a contract in a better suit beats the same in a lesser one, without being bound to a rank."""
        return self in (SuitScheme.COLOURS, SuitScheme.FIXED)


_RANKS = {
    SuitScheme.COLOURS: ("third", "second", "first"),
    SuitScheme.SENIOR: ("junior", "senior"),
    SuitScheme.EQUAL: ("equal",),
    SuitScheme.FIXED: tuple(s.value for s in Suit),
}


def suit_rank(scheme: SuitScheme, suit: Suit, *, turned: Suit | None, senior: Suit | None) -> str | None:
    """The rank of a suit in this deal, or None while the card that decides it is not known.

    A suit that is neither senior nor junior ranks as junior (rules, section 4).
    """
    if scheme is SuitScheme.EQUAL:
        return "equal"
    if scheme is SuitScheme.FIXED:
        return suit.value
    if scheme is SuitScheme.SENIOR:
        if senior is None:
            return None
        return "senior" if suit == senior else "junior"
    if turned is None:
        return None
    if suit == turned:
        return "first"
    return "second" if suit == turned.mate else "third"


def suits_of_rank(scheme: SuitScheme, rank: str, *, turned: Suit | None, senior: Suit | None) -> tuple[Suit, ...]:
    """The suits that a contract bound to `rank` may be played in: junior is the turned suit, never the senior one."""
    if scheme is SuitScheme.SENIOR:
        if rank == "senior":
            return (senior,) if senior else ()
        return (turned,) if turned and turned != senior else ()
    return tuple(s for s in Suit if suit_rank(scheme, s, turned=turned, senior=senior) == rank)
