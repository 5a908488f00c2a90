"""The entry form as it is drawn: one row a question, only what is possible, prices beside the contracts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.deal_words import contract_name
from ledger.fault_words import fault_words
from ledger.forms.draft import (
    ALONE,
    MISDEALS,
    PASSED,
    Draft,
    chosen_contract,
    draft_trump,
    owes_part,
    senior_suit,
    turned_suit,
)
from ledger.forms.entry_prices import key_price, prices_span, prices_words
from ledger.forms.entry_words import (
    ALONE_WORDS,
    CLAIMED_WORDS,
    PASSED_WORDS,
    boston_words,
    legend,
    misdeal_words,
    part_words,
    usual_words,
)
from ledger.forms.keys import FIELD_OF, Ask, Key
from ledger.forms.played_out import FACT, took_asks, took_field
from ledger.rules.cards import Suit, suit_rank, suits_of_rank
from ledger.rules.deal_facts import TRICKS
from ledger.rules.problems import Problem
from ledger.rules.seating import AT_PLAY, sitting_out
from ledger.rules.table import TableState
from ledger.rules.variant import Contract, Trump, Variant
from ledger.words import breakable, in_language, suit_sign


@dataclass(frozen=True, slots=True)
class Entry:
    """All rows in order; those under "more" apart, with what they are about."""

    draft: Draft
    rows: tuple[Ask, ...]
    more: tuple[Ask, ...]
    more_words: str
    more_open: bool
    errors: tuple[str, ...] = ()
    """Faults that have no row on the screen."""
    by_hand: str = ""
    """What an adjustment by hand is good for in these rules."""

    @property
    def may_announce(self) -> bool:
        """Whether there is something to say before the play: a contract and who plays it."""
        return bool(self.draft.what) and self.draft.who.isdigit()


@dataclass(frozen=True)
class Drawing:
    """Draws the rows for one table, state and draft."""

    variant: Variant
    state: TableState
    names: Sequence[str]
    draft: Draft
    problems: Sequence[Problem] = ()
    dealer: int = field(init=False)
    contract: Contract | None = field(init=False)

    def __post_init__(self) -> None:
        chosen = self.draft.dealer
        object.__setattr__(self, "dealer", int(chosen) if chosen.isdigit() else self.state.dealer)
        object.__setattr__(self, "contract", chosen_contract(self.variant, self.draft))

    def entry(self) -> Entry:
        """The whole form."""
        rows, more = tuple(self._rows()), tuple(self._more())
        drawn = {ask.name for ask in (*rows, *more)}
        errors = tuple(fault_words(p) for p in self.problems if self._field(p) not in drawn)
        is_open = any(k.checked for ask in more for k in ask.keys) or any(ask.error for ask in more)
        words = ", ".join(ask.legend for ask in more) + "…"
        by_hand = gettext("Points moved by hand, with a reason, are an adjustment.")
        if self.variant.revoke is None:
            by_hand = gettext("These rules have no fine for a revoke: a penalty for one is an adjustment.")
        return Entry(self.draft, rows, more, words, is_open or bool(self.draft.note), errors, by_hand)

    def _rows(self) -> Iterator[Ask]:
        draft, contract = self.draft, self.contract
        if self.variant.suits.turns_a_card:
            yield self._turned()
        yield self._who()
        if draft.who == PASSED and self.variant.passed:
            yield from took_asks(self.names, self._four(), draft.took, self.problems)
        if draft.who in (PASSED, *MISDEALS):
            return
        yield self._what()
        if self._asks_trump():
            yield self._trump()
        if contract and contract.joint is not None:
            yield self._helper()
        yield self._tricks()
        if owes_part(self.variant, draft):
            yield self._part()
        if self.variant.boston is not None and (contract is None or contract.boston):
            yield self._boston()

    def _more(self) -> Iterator[Ask]:
        seats = self.state.order
        if self.variant.revoke and self.draft.who not in (PASSED, *MISDEALS):
            yield self._ask("revoke", legend("revoke"), self._seat_keys("revoke", self.draft.revoke))
        dealers = self._seat_keys("dealer", self.draft.dealer, str(self.state.dealer), seats)
        yield self._ask("dealer", legend("dealer"), dealers)
        if len(seats) > AT_PLAY:
            yield self._out()
        yield self._misdeal()
        if self.variant.kitty and self.draft.who not in (PASSED, *MISDEALS):
            claimed = Key("unclaimed", "1", str(CLAIMED_WORDS[0]), bool(self.draft.unclaimed), kind="checkbox")
            yield self._ask("unclaimed", legend("unclaimed"), (claimed,), str(CLAIMED_WORDS[1]), "two")

    def _ask(self, name: str, legend: str, keys: tuple[Key, ...], aside: str | SafeString = "", span: str = "") -> Ask:
        error = next((fault_words(p) for p in self.problems if self._field(p) == name), "")
        return Ask(name, legend, keys, aside, span, error)

    def _field(self, problem: Problem) -> str:
        key = str(problem.path[0]) if problem.path else ""
        if key == "trump" and not self._asks_trump():
            return "what"
        if key == FACT:
            return took_field(problem, self._four())
        return FIELD_OF.get(key, key)

    def _turned(self) -> Ask:
        keys = tuple(Key("turned", s, suit_sign(s), self.draft.turned == s) for s in Suit)
        return self._ask("turned", legend("turned"), keys, self._ranks())

    def _ranks(self) -> SafeString:
        """Which suits have which rank, as far as it is known."""
        scheme, turned = self.variant.suits, turned_suit(self.draft)
        senior = senior_suit(self.draft, self.state)
        found = [
            (in_language(self.variant.ranks[rank]), format_html_join("", "{}", ((suit_sign(s),) for s in suits)))
            for rank in reversed(scheme.ranks)
            if (suits := suits_of_rank(scheme, rank, turned=turned, senior=senior))
        ]
        return format_html_join(" ", '<span class="rank">{} {}</span>', found)

    def _seat_keys(self, name: str, chosen: str, besides: str = "", seats: Sequence[int] = ()) -> tuple[Key, ...]:
        named = [(str(s), breakable(self.names[s])) for s in seats or self._four()]
        return tuple(Key(name, seat, label, chosen == seat, seat == besides) for seat, label in named)

    def _four(self) -> tuple[int, ...]:
        return self.draft.plays(self.state.order, self.dealer)

    def _who(self) -> Ask:
        passed = Key("who", PASSED, str(PASSED_WORDS), self.draft.who == PASSED)
        return self._ask("who", legend("who"), (*self._seat_keys("who", self.draft.who), passed))

    def _what(self) -> Ask:
        keys = tuple(k for code, rank in self.variant.ladder if (k := self._contract_key(code, rank)))
        rank = self._rank(self.draft.trump) if self.draft.trump else None
        words = prices_words(self.variant, rank)
        return self._ask("what", legend("what"), keys, words, prices_span(words, len(keys)))

    def _contract_key(self, code: str, rank: str | None) -> Key | None:
        contract, value = self.variant.by_code[code], f"{code}:{rank}" if rank else code
        turned, senior = turned_suit(self.draft), senior_suit(self.draft, self.state)
        checked = self.draft.what == value
        if rank is None:
            small = self._price(contract, chosen=checked)
            return Key("what", value, contract_name(self.variant, code), checked, small=small, tall=True)
        suits = suits_of_rank(self.variant.suits, rank, turned=turned, senior=senior)
        if not suits and turned:
            return None
        sign = suit_sign(suits[0]) if suits else in_language(self.variant.ranks[rank])
        small = format_html("{} {}", sign, contract.price.of(rank, contract.target))
        return Key("what", value, contract_name(self.variant, code), checked, small=small, tall=True)

    def _price(self, contract: Contract, *, chosen: bool) -> str | SafeString:
        trump = self.draft.trump
        return key_price(self.variant, contract, trump, self._rank(trump) if trump else None, chosen=chosen)

    def _rank(self, suit: str) -> str | None:
        senior = senior_suit(self.draft, self.state)
        return suit_rank(self.variant.suits, Suit(suit), turned=turned_suit(self.draft), senior=senior)

    def _asks_trump(self) -> bool:
        if self.contract is not None:
            return self.contract.trump is Trump.ANY
        return all(rank is None for _, rank in self.variant.ladder)

    def _trump(self) -> Ask:
        keys = tuple(Key("trump", s, suit_sign(s), self.draft.trump == s, small=self._suit_price(s)) for s in Suit)
        return self._ask("trump", legend("trump"), keys)

    def _suit_price(self, suit: Suit) -> str:
        contract, rank = self.contract, self._rank(suit)
        if contract is None or rank is None or len(set(contract.price.known(contract.target))) == 1:
            return ""
        return str(contract.price.of(rank, contract.target))

    def _helper(self) -> Ask:
        keys = self._seat_keys("helper", self.draft.helper, besides=self.draft.who)
        alone = Key("helper", ALONE, str(ALONE_WORDS), self.draft.helper in ("", ALONE))
        return self._ask("helper", legend("helper"), (*keys, alone))

    def _tricks(self) -> Ask:
        contract = self.contract
        most = contract.most_tricks if contract else TRICKS
        goal = contract.goal(self.draft.helper not in ("", ALONE)) if contract else None
        keys = tuple(
            Key("tricks", str(n), str(n), self.draft.tricks == str(n), figure=True, target=n == goal)
            for n in range(most + 1)
        )
        return self._ask("tricks", legend("tricks"), keys)

    def _part(self) -> Ask:
        """The helper's part, asked only where it matters."""
        quota = (self.contract.quotas or (0, 0))[1] if self.contract else 0
        keys = tuple(
            Key("part", str(n), str(n), self.draft.part == str(n), figure=True, target=n == quota)
            for n in range(int(self.draft.tricks) + 1)
        )
        return self._ask("part", legend("part"), keys, part_words(self.names[int(self.draft.helper)]), "full")

    def _boston(self) -> Ask:
        """The holder of the boston: the jack of diamonds, of hearts when diamonds are trump."""
        trump = draft_trump(self.variant, self.draft, self.state)
        return self._ask("boston", legend("boston"), self._seat_keys("boston", self.draft.boston), boston_words(trump))

    def _out(self) -> Ask:
        """Who sits out, where the table wants it otherwise than the rules."""
        order, said, spare = self.state.order, self.draft.seats_out, len(self.state.order) - AT_PLAY
        kind = "radio" if spare == 1 else "checkbox"
        keys = tuple(Key("out", str(s), breakable(self.names[s]), str(s) in said, kind=kind) for s in order)
        out = sitting_out(order, self.dealer)
        usual = usual_words([self.names[s] for s in order if s in out], spare if said and len(said) != spare else 0)
        return self._ask("out", legend("out"), keys, usual, "two")

    def _misdeal(self) -> Ask:
        offered = misdeal_words(self.variant)
        keys = tuple(Key("who", value, label, self.draft.who == value) for value, label in offered.items())
        return self._ask("misdeal", legend("misdeal" if self.variant.turn.fault else "thrown"), keys)
