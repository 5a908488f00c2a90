"""What has been tapped so far for one deal: the entry form's fields, and the plain facts they mean."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from ledger.forms.played_out import plain_tricks, said_tricks, took_text, with_rest
from ledger.rules.cards import Suit, is_suit, suits_of_rank
from ledger.rules.facts import NOTE_LENGTH
from ledger.rules.seating import AT_PLAY, Order, playing
from ledger.rules.situation import Kind
from ledger.rules.table import TableState
from ledger.rules.variant import Contract, Trump, Variant

PASSED: Final = "passed"
MISDEALS: Final[Mapping[str, Mapping[str, Any]]] = {
    "misdeal": {"kind": "misdeal"},
    "fault": {"kind": "misdeal", "fault": True},
    "forfeit": {"kind": "misdeal", "fault": True, "forfeit": True},
}
ALONE: Final = "alone"
NAMES: Final = (
    "turned", "who", "what", "trump", "helper", "tricks", "preset", "part", "boston", "revoke", "dealer", "unclaimed",
    "out", "took", "note",
)  # fmt: skip
"""The form's fields, as they stand in a query string too."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A half-made entry, every field as text; empty is not chosen.

    `who` is a seat, `passed` or a kind of misdeal; `what` a contract, with its suit rank where the variant binds it
    (`simple:junior`); `preset` the tricks that were set for the person, so that they can follow the contract; `out`
    the seats that sit out by the table's own word, joined by hyphens; `took` the tricks of each where all passed.
    """

    turned: str = ""
    who: str = ""
    what: str = ""
    trump: str = ""
    helper: str = ""
    tricks: str = ""
    preset: str = ""
    part: str = ""
    boston: str = ""
    revoke: str = ""
    dealer: str = ""
    unclaimed: str = ""
    out: str = ""
    took: str = ""
    note: str = ""

    @property
    def is_empty(self) -> bool:
        """Nothing has been tapped."""
        return self == Draft() or self == Draft(tricks=self.preset, preset=self.preset)

    @property
    def seats_out(self) -> tuple[str, ...]:
        """Who sits out by the table's own word."""
        return tuple(filter(None, self.out.split("-")))

    def plays(self, order: Order, dealer: int) -> tuple[int, ...]:
        """The players of the deal, as far as it is said who sits out; at a table that pauses all who are there."""
        out = tuple(int(s) for s in self.seats_out)
        return playing(order, dealer, out if out and len(order) - len(out) == AT_PLAY else None)

    def four(self, state: TableState) -> tuple[int, ...]:
        """The players of the deal upon that state, whoever deals it."""
        dealer = int(self.dealer) if self.dealer.isdigit() and int(self.dealer) in state.order else state.dealer
        return self.plays(state.order, dealer)


def read_draft(data: Mapping[str, str]) -> Draft:
    """The draft in a query string or a posted form."""
    return Draft(**{name: data.get(name, "") for name in NAMES})


def draft_of_plain(variant: Variant, facts: Mapping[str, Any], state: TableState) -> Draft:
    """The draft that would say these facts (of a recorded deal, or an announcement)."""
    said = {k: str(v) for k, v in facts.items() if v is not None and v is not False}
    who = said.get("declarer", "")
    if said.get("kind") == Kind.PASSED:
        who = PASSED
    elif said.get("kind") == Kind.MISDEAL:
        who = "forfeit" if facts.get("forfeit") else "fault" if facts.get("fault") else "misdeal"
    what, trump = said.get("contract", ""), said.get("trump", "")
    contract = variant.by_code.get(what)
    if contract and contract.trump is Trump.RANKED and trump:
        senior = state.senior or (said.get("turned") if state.counted == 0 else None)
        what, trump = f"{what}:{'senior' if trump == senior else 'junior'}", ""
    return Draft(
        turned=said.get("turned", ""),
        who=who,
        what=what,
        trump=trump,
        helper=said.get("helper", ""),
        tricks=said.get("tricks", ""),
        part=said.get("helper_tricks", ""),
        boston=said.get("boston_holder", ""),
        revoke=said.get("revoke", ""),
        dealer=said.get("dealer", ""),
        unclaimed="1" if facts.get("unclaimed") else "",
        out="-".join(map(str, facts.get("sitting_out") or ())),
        took=took_text({seat: str(n) for seat, n in enumerate(facts.get("seat_tricks") or ())}),
        note=said.get("note", ""),
    )


def plain_of_draft(variant: Variant, draft: Draft, state: TableState) -> dict[str, Any]:
    """The plain facts the draft means, for `check_deal`. Nothing is corrected here: what is impossible stays in,
    to be refused with its fault; numbers that are none become None only where the field is empty."""
    plain: dict[str, Any] = dict(MISDEALS.get(draft.who, {"kind": "passed"} if draft.who == PASSED else {}))
    plain |= {"turned": draft.turned or None, "dealer": _number(draft.dealer)}
    plain |= {"sitting_out": [_number(s) for s in draft.seats_out] or None, "note": draft.note.strip() or None}
    if draft.who == PASSED and variant.passed:
        people = max(state.met) + 1
        plain["seat_tricks"] = plain_tricks(draft.took, draft.preset, draft.four(state), people)
    if "kind" in plain:
        return {k: v for k, v in plain.items() if v is not None}
    plain |= {
        "contract": draft.what.partition(":")[0] or None,
        "declarer": _number(draft.who),
        "tricks": _number(_seen_tricks(variant, draft)),
        "trump": draft_trump(variant, draft, state),
        "helper": None if draft.helper == ALONE else _number(draft.helper),
        "helper_tricks": _number(draft.part),
        "boston_holder": _number(draft.boston),
        "revoke": _number(draft.revoke),
        "unclaimed": bool(draft.unclaimed),
    }
    return {k: v for k, v in plain.items() if v is not None and v is not False}


def _seen_tricks(variant: Variant, draft: Draft) -> str:
    """The tricks that were tapped or seen: a preset of another contract or side, left over because the next picture
    had not come yet, is not said by anybody."""
    contract = chosen_contract(variant, draft)
    if contract is None or not draft.preset or draft.tricks != draft.preset:
        return draft.tricks
    goal = contract.goal(draft.helper not in ("", ALONE))
    return draft.tricks if draft.preset == str(goal) else ""


def draft_trump(variant: Variant, draft: Draft, state: TableState) -> str | None:
    """The trump: tapped, or bound by the suit rank of the contract once the turned card is known."""
    rank = draft.what.partition(":")[2]
    if not rank:
        return draft.trump or None
    suits = suits_of_rank(variant.suits, rank, turned=turned_suit(draft), senior=senior_suit(draft, state))
    return str(suits[0]) if suits else None


def turned_suit(draft: Draft) -> Suit | None:
    """The turned suit, once it has been tapped."""
    return Suit(draft.turned) if is_suit(draft.turned) else None


def senior_suit(draft: Draft, state: TableState) -> Suit | None:
    """The senior suit: in the first deal that counts, the one just turned."""
    return state.senior if state.senior or state.counted else turned_suit(draft)


def _number(text: str) -> Any:
    """The whole number, None for nothing; other text stays text, to be refused as it is."""
    if text == "":
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else text


def chosen_contract(variant: Variant, draft: Draft) -> Contract | None:
    """The contract that was tapped."""
    return variant.by_code.get(draft.what.partition(":")[0])


def only_possible(variant: Variant, draft: Draft, state: TableState) -> Draft:
    """The draft with every choice taken back that an earlier choice has made impossible, the tricks preset."""
    seats = {str(s) for s in state.order}
    dealer = draft.dealer if draft.dealer in seats and draft.dealer != str(state.dealer) else ""
    turned = draft.turned if is_suit(draft.turned) and variant.suits.turns_a_card else ""
    spare = len(seats) > AT_PLAY
    out = "-".join(dict.fromkeys(s for s in draft.seats_out if s in seats and spare))
    draft = replace(draft, dealer=dealer, turned=turned, out=out, note=draft.note[:NOTE_LENGTH])
    four = {str(s) for s in draft.plays(state.order, int(dealer) if dealer else state.dealer)}
    if draft.who not in four:
        who = draft.who if draft.who == PASSED or draft.who in MISDEALS else ""
        draft = replace(draft, who=who)
    if draft.who in (PASSED, *MISDEALS):
        bare = Draft(turned=turned, who=draft.who, dealer=dealer, out=out, note=draft.note)
        return replace(bare, **_possible_took(variant, draft, state))
    draft = replace(draft, took="", **_possible_contract(variant, draft, state))
    contract = chosen_contract(variant, draft)
    helps = contract is not None and contract.joint is not None
    helper = draft.helper if helps and draft.helper in four and draft.helper != draft.who else ""
    draft = replace(draft, helper=helper)
    boston = contract is None or contract.boston
    return replace(
        draft,
        boston=draft.boston if draft.boston in four and boston and variant.boston is not None else "",
        revoke=draft.revoke if draft.revoke in four and variant.revoke else "",
        unclaimed=draft.unclaimed if variant.kitty else "",
        **_possible_tricks(contract, draft),
    )


def _possible_took(variant: Variant, draft: Draft, state: TableState) -> dict[str, str]:
    """The tricks of those who play, the last one's preset."""
    if draft.who != PASSED or not variant.passed:
        return {}
    four = draft.four(state)
    said, preset = with_rest(said_tricks(draft.took, draft.preset), four)
    return {"took": took_text({seat: said[seat] for seat in four if seat in said}), "preset": preset}


def _possible_contract(variant: Variant, draft: Draft, state: TableState) -> dict[str, str]:
    code, _, rank = draft.what.partition(":")
    contract = variant.by_code.get(code)
    if contract is None or (contract.trump is Trump.RANKED) != bool(rank):
        return {"what": "", "trump": draft.trump if is_suit(draft.trump) else ""}
    junior_is_senior = rank == "junior" and draft.turned != "" and draft.turned == senior_suit(draft, state)
    if junior_is_senior:
        return {"what": "", "trump": ""}
    keeps = contract.trump is Trump.ANY and is_suit(draft.trump)
    return {"what": draft.what, "trump": draft.trump if keeps else ""}


def _possible_tricks(contract: Contract | None, draft: Draft) -> dict[str, str]:
    if contract is None:
        kept = draft.tricks if draft.tricks != draft.preset and _number(draft.tricks) in range(14) else ""
        return {"tricks": kept, "preset": "", "part": ""}
    helped = draft.helper not in ("", ALONE)
    preset = str(contract.goal(helped))
    tricks = draft.tricks
    if tricks in ("", draft.preset) or _number(tricks) not in range(contract.most_tricks + 1):
        tricks = preset
    part = draft.part if helped and _number(draft.part) in range(int(tricks) + 1) else ""
    return {"tricks": tricks, "preset": preset, "part": part}


def owes_part(variant: Variant, draft: Draft) -> bool:
    """Whether the helper's part of the tricks decides: short together, and neither of the two revoked."""
    contract = chosen_contract(variant, draft)
    if not contract or not variant.owes_parts(contract) or draft.helper in ("", ALONE) or not draft.tricks:
        return False
    short = not contract.made(int(draft.tricks), helped=True)
    return short and (draft.revoke == "" or draft.revoke not in (draft.who, draft.helper))
