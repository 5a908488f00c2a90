"""What people read about deals and movements: the variant's own words, and ours through gettext."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from ledger.rules.cards import Suit
from ledger.rules.events import EventFacts, EventKind
from ledger.rules.facts import DealFacts
from ledger.rules.postings import BANK, KITTY, Account, Reason
from ledger.rules.problems import Problem
from ledger.rules.situation import Kind
from ledger.rules.table import Entry
from ledger.rules.variant import Contract, Text, Variant

Words = str | Promise

SUIT_SIGNS: Mapping[Suit, str] = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
SUIT_NAMES: Mapping[Suit, Words] = {
    Suit.CLUBS: _("clubs"),
    Suit.DIAMONDS: _("diamonds"),
    Suit.HEARTS: _("hearts"),
    Suit.SPADES: _("spades"),
}
TEXT_STYLE = "\ufe0e"
"""Asks for the sign as text: without it phones draw a coloured picture."""


def in_language(text: Text) -> str:
    """A variant's words in the reader's language, else in English, else in whatever there is."""
    language = (get_language() or "en").split("-")[0]
    return text.get(language) or text.get("en") or next(iter(text.values()), "")


def title_of(variant: Variant, name: Text) -> str:
    """A name of rules, of a club's own with their version."""
    if variant.version is None:
        return in_language(name)
    return gettext("%(name)s, version %(n)s") % {"name": in_language(name), "n": variant.version}


def signed(points: int) -> str:
    """+34, −14 with a true minus, 0."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def percent_words(percent: int) -> str:
    """50%, as the reader's language writes it."""
    return gettext("%(n)s%%") % {"n": percent}


def suit_sign(suit: Suit | str) -> SafeString:
    """The suit's sign with its colour and its accessible name."""
    suit = Suit(suit)
    return format_html(
        '<span class="suit{}" role="img" aria-label="{}">{}</span>',
        " red" if suit.is_red else "",
        SUIT_NAMES[suit],
        SUIT_SIGNS[suit] + TEXT_STYLE,
    )


def letters(name: str) -> list[str]:
    """The letters a reader sees: marks, joined emoji and flags stay in one piece."""
    found: list[str] = []
    for char in name:
        if found and (_joins(char) or found[-1].endswith("\u200d") or _completes_flag(found[-1], char)):
            found[-1] += char
        else:
            found.append(char)
    return found


def _joins(char: str) -> bool:
    is_tone = "\U0001f3fb" <= char <= "\U0001f3ff"
    return is_tone or char in "\u200d\ufe0e\ufe0f" or unicodedata.category(char).startswith("M")


def _completes_flag(before: str, char: str) -> bool:
    return len(before) == 1 and all("\U0001f1e6" <= c <= "\U0001f1ff" for c in (before, char))


def initials(names: Sequence[str]) -> list[str]:
    """The shortest beginnings that tell the players of a table apart; a full name where one begins with another."""
    split = [letters(n) for n in names]
    found = []
    for i, own in enumerate(split):
        others = [o for j, o in enumerate(split) if j != i]
        size = next((k for k in range(1, len(own) + 1) if all(own[:k] != o[:k] for o in others)), len(own))
        found.append("".join(own[:size]).strip())
    return found


def contract_name(variant: Variant, code: str) -> str:
    """The contract's name in the reader's language."""
    contract = variant.by_code.get(code)
    return in_language(contract.name) if contract else code


def deal_short(variant: Variant, facts: Entry, short: Sequence[str]) -> SafeString:
    """The deal as paper has it: `7♥ А+Б`, `simple ♣ А+Б`, or what else became of it; an event in a few words."""
    if isinstance(facts, EventFacts):
        return event_words(facts, short)
    if facts.kind is Kind.PASSED:
        return format_html("{}", gettext("all passed"))
    if facts.kind is Kind.MISDEAL:
        return format_html("{}", misdeal_words(facts))
    sides = [s for s in (facts.declarer, facts.helper) if s is not None]
    called = called_words(variant, facts.contract or "", facts.trump)
    return format_html("{} <bdi>{}</bdi>", called, "+".join(short[s] for s in sides))


def called_words(variant: Variant, contract: str, trump: Suit | None) -> SafeString:
    """A contract with its trump: `7♥`, `simple ♣`."""
    name = contract_name(variant, contract)
    sign = suit_sign(trump) if trump else ""
    return format_html("{}{}{}", name, " " if sign and not name.isdigit() else "", sign)


def entry_words(variant: Variant, facts: Entry, names: Sequence[str]) -> SafeString:
    """An entry of the log as lists have it: a deal with initials, an event with whole names."""
    return event_words(facts, names) if isinstance(facts, EventFacts) else deal_short(variant, facts, initials(names))


def event_words(event: EventFacts, names: Sequence[str]) -> SafeString:
    """An event in a few words."""
    who = names[event.seat] if event.seat is not None else event.player or ""
    other = ""
    if event.kind is EventKind.SUBSTITUTE:
        other = event.player or names[event.by or 0]
    elif event.kind is EventKind.SWAP and event.seats:
        who, other = (names[s] for s in event.seats)
    elif event.kind is EventKind.CASH_OUT:
        other = names[event.answers or 0]
    elif event.kind is EventKind.ADJUSTMENT:
        who, other = account_name(event.giver or 0, names), account_name(event.taker or 0, names)
    values = {"who": who, "other": other, "points": event.points, "reason": event.reason}
    return format_html("<bdi>{}</bdi>", str(EVENTS[event.kind]) % values)


EVENTS: Mapping[EventKind, Words] = {
    EventKind.JOIN: _("%(who)s sits down"),
    EventKind.LEAVE: _("%(who)s leaves"),
    EventKind.SUBSTITUTE: _("%(other)s takes the place of %(who)s"),
    EventKind.SWAP: _("%(who)s and %(other)s change places"),
    EventKind.ADJUSTMENT: _("%(who)s → %(other)s: %(points)s, %(reason)s"),
    EventKind.CASH_OUT: _("%(who)s cashes out with %(other)s"),
}


def misdeal_words(facts: DealFacts) -> str:
    """What kind of misdeal it was."""
    if facts.forfeit:
        return gettext("misdeal, ante forfeited")
    return gettext("misdeal, the dealer's fault") if facts.fault else gettext("misdeal")


def result_words(variant: Variant, facts: Entry) -> str:
    """`8 made`, `7, one short`, `5 + 2, one short`; empty for a deal that was not played."""
    if isinstance(facts, EventFacts) or facts.kind is not Kind.PLAYED or facts.tricks is None:
        return ""
    contract = variant.by_code[facts.contract or ""]
    helped = facts.helper is not None
    taken = str(facts.tricks)
    if helped and facts.helper_tricks is not None:
        taken = f"{facts.tricks - facts.helper_tricks} + {facts.helper_tricks}"
    if contract.made(facts.tricks, helped):
        return gettext("%(tricks)s made") % {"tricks": taken}
    if contract.null or contract.exact:
        return gettext("%(tricks)s taken, lost") % {"tricks": taken}
    return shortfall_words(contract, facts.tricks, helped, taken)


def shortfall_words(contract: Contract, tricks: int, helped: bool, taken: str) -> str:
    """How many tricks are missing."""
    short = contract.goal(helped) - tricks
    words = ngettext("%(tricks)s, one short", "%(tricks)s, %(short)s short", short)
    return words % {"tricks": taken, "short": short}


def mark_words(facts: Entry, names: Sequence[str]) -> list[str]:
    """What else was noted: boston, revoke, kitty not claimed."""
    found: list[str] = []
    if isinstance(facts, EventFacts):
        return found
    if facts.boston_holder is not None:
        found.append(gettext("boston: %(name)s") % {"name": names[facts.boston_holder]})
    if facts.revoke is not None:
        found.append(gettext("revoke: %(name)s") % {"name": names[facts.revoke]})
    if facts.unclaimed:
        found.append(gettext("kitty not claimed"))
    if facts.seat_tricks is not None:
        found.append(gettext("tricks: %(who)s") % {"who": tricks_words(facts.seat_tricks, names)})
    if facts.sitting_out is not None:
        found.append(gettext("sat out: %(names)s") % {"names": ", ".join(names[s] for s in facts.sitting_out)})
    if facts.note:
        found.append(facts.note)
    return found


def tricks_words(tricks: Sequence[int], names: Sequence[str]) -> str:
    """Who took how many of the tricks of a deal that was played out; who took none is left out."""
    return ", ".join(f"{name} {n}" for name, n in zip(names, tricks, strict=False) if n)


REASONS: Mapping[Reason, Words] = {
    Reason.ANTE: _("ante"),
    Reason.DEALER_ANTE: _("ante of the dealer"),
    Reason.PRICE: _("price of the contract"),
    Reason.OVERTRICKS: _("overtricks"),
    Reason.UNDERTRICKS: _("tricks short"),
    Reason.SHARED_RESULT: _("half of the result, an odd point to the declarer"),
    Reason.LOST_PRICE: _("price of the failed contract"),
    Reason.KITTY_WON: _("the kitty, won alone"),
    Reason.KITTY_HALF: _("half of the kitty, an odd chip to the declarer"),
    Reason.QUOTA: _("below his own part: the price into the kitty"),
    Reason.CONSOLATION: _("consolation"),
    Reason.KITTY_TO_OPPONENTS: _("the kitty shared by the opponents, an odd chip stays"),
    Reason.KITTY_DOUBLED: _("a lone failure doubles the kitty"),
    Reason.KITTY_MATCHED: _("a failure: the same once more into the kitty"),
    Reason.MOST_PAYS: _("most tricks where all passed: for the difference"),
    Reason.FEWEST_TAKE: _("fewest tricks where all passed: the kitty"),
    Reason.BOSTON: _("boston money"),
    Reason.REVOKE: _("fine for the revoke"),
    Reason.REVOKE_INTO_KITTY: _("fine for the revoke, into the kitty"),
    Reason.REVOKE_OPPONENT: _("fine for an opponent's revoke"),
    Reason.FORFEIT: _("forfeited ante"),
    Reason.DIVIDED: _("the kitty divided by consent"),
    Reason.ADJUSTMENT: _("adjustment by hand"),
}


IN_SHORT: Mapping[Reason, Words] = {
    Reason.PRICE: _("%(points)s from each opponent"),
    Reason.OVERTRICKS: _("overtricks %(points)s"),
    Reason.UNDERTRICKS: _("tricks short %(points)s"),
    Reason.SHARED_RESULT: _("the result in halves"),
    Reason.LOST_PRICE: _("%(points)s to each opponent"),
    Reason.KITTY_WON: _("the kitty"),
    Reason.KITTY_HALF: _("the kitty in halves"),
    Reason.QUOTA: _("%(points)s into the kitty"),
    Reason.CONSOLATION: _("consolation %(points)s"),
    Reason.KITTY_TO_OPPONENTS: _("the kitty to the opponents"),
    Reason.KITTY_DOUBLED: _("the kitty doubled"),
    Reason.KITTY_MATCHED: _("%(points)s once more into the kitty"),
    Reason.MOST_PAYS: _("for the difference in tricks"),
    Reason.FEWEST_TAKE: _("the kitty to the fewest tricks"),
    Reason.BOSTON: _("boston %(points)s"),
    Reason.REVOKE: _("revoke %(points)s to each"),
    Reason.REVOKE_INTO_KITTY: _("revoke %(points)s into the kitty"),
    Reason.REVOKE_OPPONENT: _("opponent's revoke %(points)s"),
    Reason.FORFEIT: _("forfeited ante %(points)s"),
}
"""One movement of a kind in a few words, for the sentence under the entry form."""
ON_ACCOUNT: Mapping[Reason, Words] = {
    Reason.PRICE: _("price %(points)s"),
    Reason.LOST_PRICE: _("price %(points)s"),
}
"""The same on a score-only sheet, where no opponent pays."""


def in_short(reason: Reason, points: int, *, score_only: bool) -> str:
    """One movement in a few words."""
    words = ON_ACCOUNT.get(reason) if score_only else None
    return str(words or IN_SHORT[reason]) % {"points": points}


def account_name(account: Account, names: Sequence[str]) -> str:
    """A player's name, the kitty, or the bank."""
    if account == KITTY:
        return gettext("kitty")
    if account == BANK:
        return pgettext("account", "bank")
    return names[account]


FIELDS: Mapping[str, Words] = {
    "kind": _("what became of it"),
    "dealer": _("dealer"),
    "contract": _("what"),
    "declarer": _("who"),
    "tricks": _("tricks"),
    "trump": _("trump"),
    "turned": _("turned"),
    "helper": _("helper"),
    "helper_tricks": _("the helper's part"),
    "boston_holder": _("boston"),
    "revoke": _("revoke"),
    "unclaimed": _("kitty not claimed"),
    "fault": _("the dealer's fault"),
    "forfeit": _("forfeited ante"),
    "seat_tricks": _("tricks of each"),
    "sitting_out": _("sits out"),
    "seat": _("who"),
    "seats": _("places"),
    "player": _("name"),
    "by": _("who"),
    "after": _("sits after"),
    "points": _("points"),
    "reason": _("reason"),
    "from": _("from"),
    "to": _("to"),
    "with": _("with"),
}

_FAULTS: Mapping[str, Words] = {
    "missing": _("Still to be chosen."),
    "unknown-seat": _("This is not a seat of this table."),
    "seat-sits-out": _("This player sits out in this deal."),
    "helper-not-allowed": _("This contract is played without a helper."),
    "same-seat": _("This is the same person twice."),
    "trump-not-allowed": _("This contract can't be played in this suit."),
    "helper-tricks-over-tricks": _("The helper can't have taken more than both together."),
    "unknown-contract": _("These rules have no such contract."),
    "not-in-variant": _("This does not belong to such a deal."),
    "out-of-range": _("This number or choice is not possible here."),
    "wrong-type": _("This can't be read."),
    "duplicate": _("This is there twice."),
    "not-at-table": _("Not at the table then."),
    "at-table-already": _("At the table already."),
    "table-full": _("The table is full."),
    "table-paused": _("Fewer than four are at the table: nobody can play then."),
    "last-at-table": _("Somebody must stay at the table."),
}


def fault_words(problem: Problem) -> str:
    """A fault in the reader's language."""
    return str(_FAULTS.get(problem.code, _("This can't be read.")))


def fault_field(problem: Problem) -> str:
    """The field a fault belongs to, in the reader's words."""
    key: Any = problem.path[0] if problem.path else ""
    return str(FIELDS.get(key, key))
