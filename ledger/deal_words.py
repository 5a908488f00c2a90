"""What people read about an entry of the log: a deal, its marks and its result, an event."""

from collections.abc import Mapping, Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ledger.movement_words import account_name
from ledger.rules.cards import Suit
from ledger.rules.events import EventFacts, EventKind
from ledger.rules.facts import DealFacts
from ledger.rules.situation import Kind
from ledger.rules.table import Entry
from ledger.rules.variant import Contract, Variant
from ledger.words import Words, in_language, initials, isolated, listed, suit_sign


def contract_name(variant: Variant, code: str) -> str:
    """The contract's name in the reader's language."""
    contract = variant.by_code.get(code)
    return in_language(contract.name) if contract else code


def deal_short(variant: Variant, facts: Entry, short: Sequence[str]) -> SafeString:
    """The deal as paper has it: `7♥ А+Б`, `simple ♣ А+Б`, or what else became of it; an event in a few words."""
    if isinstance(facts, EventFacts):
        return event_words(facts, short)
    if facts.kind is Kind.PASSED:
        return format_html("{}", unplayed_words(facts.kind))
    if facts.kind is Kind.MISDEAL:
        return format_html("{}", misdeal_words(facts))
    sides = [s for s in (facts.declarer, facts.helper) if s is not None]
    called = called_words(variant, facts.contract or "", facts.trump)
    return format_html("{} <bdi>{}</bdi>", called, isolated("+".join(short[s] for s in sides)))


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
    said = {"who": who, "other": other, "reason": event.reason or ""}
    values = {"points": event.points, **{key: isolated(words) for key, words in said.items()}}
    # A bdi round the whole would let a name that comes first turn the sentence.
    return format_html("{}", str(EVENTS[event.kind]) % values)


EVENTS: Mapping[EventKind, Words] = {
    EventKind.JOIN: _("%(who)s sits down"),
    EventKind.LEAVE: _("%(who)s leaves"),
    EventKind.SUBSTITUTE: _("%(other)s takes the place of %(who)s"),
    EventKind.SWAP: _("%(who)s and %(other)s change places"),
    EventKind.ADJUSTMENT: _("%(who)s → %(other)s: %(points)s, %(reason)s"),
    EventKind.CASH_OUT: _("%(who)s cashes out with %(other)s"),
}


def unplayed_words(kind: str) -> str:
    """What became of a deal that nobody declared."""
    return gettext("all passed") if kind == Kind.PASSED else gettext("misdeal")


def misdeal_words(facts: DealFacts) -> str:
    """What kind of misdeal it was."""
    if facts.forfeit:
        return gettext("misdeal, ante forfeited")
    return gettext("misdeal, the dealer's fault") if facts.fault else gettext("misdeal")


def result_words(variant: Variant, facts: Entry) -> str:
    """`8 made`, `7, one short`, `5 + 2, one short`, `no trick taken`; empty for a deal that was not played."""
    if isinstance(facts, EventFacts) or facts.kind is not Kind.PLAYED or facts.tricks is None:
        return ""
    contract = variant.by_code[facts.contract or ""]
    helped = facts.helper is not None
    taken = str(facts.tricks)
    if helped and facts.helper_tricks is not None:
        taken = f"{facts.tricks - facts.helper_tricks}\u00a0+\u00a0{facts.helper_tricks}"
    if contract.null and not facts.tricks:
        return gettext("no trick taken")
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
        found.append(gettext("boston: %(name)s") % {"name": isolated(names[facts.boston_holder])})
    if facts.revoke is not None:
        found.append(gettext("revoke: %(name)s") % {"name": isolated(names[facts.revoke])})
    if facts.unclaimed:
        found.append(gettext("kitty not claimed"))
    if facts.seat_tricks is not None:
        found.append(gettext("tricks: %(who)s") % {"who": tricks_words(facts.seat_tricks, names)})
    if facts.sitting_out is not None:
        found.append(gettext("sat out: %(names)s") % {"names": listed(names[s] for s in facts.sitting_out)})
    if facts.note:
        found.append(isolated(facts.note))
    return found


def tricks_words(tricks: Sequence[int], names: Sequence[str]) -> str:
    """Who took how many of the tricks of a deal that was played out; who took none is left out."""
    return ", ".join(f"{isolated(name)} {n}" for name, n in zip(names, tricks, strict=False) if n)
