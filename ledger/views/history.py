"""How the evening came to be as it is: every change, the newest first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ledger.access import Role, role_on, table_for
from ledger.deal_words import entry_words, mark_words, result_words
from ledger.forms.stakes import write_amount
from ledger.models import Table
from ledger.money import money, short_money, with_currency
from ledger.queries.fold import states_before
from ledger.queries.history import HistoryEntry, history
from ledger.queries.places import names_shown
from ledger.queries.replays import numbers_by_position
from ledger.queries.rows import variant_of
from ledger.queries.seconds import DROPPED, KEPT, SECOND
from ledger.rules.facts import DealFacts, check_deal
from ledger.rules.table import Entry
from ledger.rules.variant import Variant
from ledger.views.paper import agreed_words
from ledger.words import Words, apart, colon, in_language, isolated, listed, versioned

OF_ENTRIES: Mapping[str, Words] = {
    "recorded": _("recorded"),
    "corrected": _("corrected"),
    "undone": _("undone"),
    "restored": _("restored"),
    "inserted": _("inserted"),
    "moved": _("moved"),
    "merged": _("joined from another phone"),
}
OF_TABLE: Mapping[str, Words] = {
    "started": _("the evening was started"),
    "imported": _("the evening was read from a file"),
    "closed": _("the evening was closed"),
    "reopened": _("the evening was opened again"),
    "stake": _("what a point is worth"),
    "links": _("a link was revoked"),
    "phone": _("a phone was let in"),
    "setup": _("the set-up was corrected"),
    "changed": _("several changes at one stroke"),
    "corrected": _("corrected after the evening was closed"),
    "merged": _("another phone's evening was joined"),
    "paid": _("paid"),
    "unpaid": _("a payment taken back"),
    "plan": _("how it is paid"),
    "keeper": _("who keeps the kitty's money"),
    "together": _("settled together with other evenings"),
    "apart": _("settled alone again"),
    "counted": _("a deal counts in the standings again"),
    "uncounted": _("a deal does not count in the standings"),
    SECOND: _("recorded on a second phone as well"),
    KEPT: _("the second phone's deal was recorded as the next one"),
    DROPPED: _("the second phone's deal was dropped"),
}
WHATS = ("counted", "uncounted", SECOND, KEPT, DROPPED)
WAYS: Mapping[str, Words] = {
    "fewest": _("fewest payments"),
    "banker": _("one banker"),
    "each": _("each with each"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One change, in words."""

    entry: HistoryEntry
    what: str
    number: int | None
    old: SafeString | str
    new: SafeString | str
    details: tuple[tuple[str, str, str], ...] = ()
    """What of the set-up changed: its name, as it was, as it is."""
    may_restore: bool = False


@require_safe
def history_page(request: HttpRequest, table_id: str) -> HttpResponse:
    """Who changed what, when and why."""
    table = table_for(request, table_id)
    entries = history(table)
    teller = Teller(table, entries)
    context = {
        "table": table,
        "lines": [teller.line(entry) for entry in reversed(entries)],
        "may_score": role_on(request, table) == Role.SCORER,
    }
    return render(request, "ledger/history.html", context)


class Teller:
    """Tells the changes of one table in words."""

    def __init__(self, table: Table, entries: Iterable[HistoryEntry]) -> None:
        self.table, self.variant, self.names = table, variant_of(table), names_shown(table)
        self.numbers = numbers_by_position(table)
        self.before = states_before(table, (e.data["position"] for e in entries if e.data.get("what") == SECOND))

    def line(self, entry: HistoryEntry) -> Line:
        """One change in words."""
        if entry.deal_key is None:
            kind = entry.data["what"] if entry.data.get("what") in WHATS else entry.kind
            return Line(entry, str(OF_TABLE.get(kind, kind)), None, "", "", self.details(entry))
        old = self.words(entry.before) if entry.kind in ("corrected", "undone") else ""
        new = self.words(entry.after)
        if entry.before == entry.after:
            old = ""
        number = self.numbers.get(entry.position or 0)
        return Line(entry, str(OF_ENTRIES.get(entry.kind, entry.kind)), number, old, new, (), entry.kind == "undone")

    def words(self, facts: Entry | None) -> SafeString | str:
        """An entry with its result and everything that was noted."""
        return "" if facts is None else full_words(self.variant, facts, self.names)

    def details(self, entry: HistoryEntry) -> tuple[tuple[str, str, str], ...]:
        """The old and new values of what the table's own log says."""
        data = entry.data
        if data.get("what") == SECOND:
            return (("", "", self.second(data)),)
        if entry.kind == "setup":
            after = data["after"]
            keys = [key for key in SETTINGS if key in after and not (key == "rules" and "title" in after)]
            return tuple(self.setting(key, data["before"], after) for key in keys)
        if entry.kind == "stake":
            return (("", stake_words(data.get("before")), stake_words(data.get("after"))),)
        if entry.kind in ("paid", "unpaid"):
            said = (
                f"{isolated(data['payer'])} → {isolated(data['payee'])} {short_money(data['amount'], data['currency'])}"
            )
            return (("", said, "") if entry.kind == "unpaid" else ("", "", said),)
        if entry.kind == "plan":
            return (("", plan_words(data["before"], self.table), plan_words(data["after"], self.table)),)
        if entry.kind == "keeper":
            return (("", data["before"] or gettext("nobody"), data["after"] or gettext("nobody")),)
        if entry.kind == "closed":
            ended = gettext("the kitty was empty") if data.get("kitty") == 0 and data.get("closing") != "plain" else ""
            return (("", "", ended or str(CLOSINGS.get(data.get("closing", ""), ""))),)
        return ()

    def second(self, data: Mapping[str, Any]) -> str:
        """A deal that came second, as far as it can be read upon what lies before its place now."""
        found = check_deal(self.variant, self.before[data["position"]].situation, data["facts"])
        return self.words(found) if isinstance(found, DealFacts) else ""

    def setting(self, key: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[str, str, str]:
        """One setting: its name, as it was, as it is."""
        old, new = (self.setting_words(key, values[key]) for values in (before, after))
        return str(SETTINGS[key]), old, new

    def setting_words(self, key: str, value: Any) -> str:
        if key == "first_dealer":
            return self.names[int(value)]
        if key == "order":
            return listed(self.names[n] for n in value)
        if key == "options":
            return apart(agreed_words(self.variant, value, only_said=True)) or gettext("as proposed")
        if key == "title":
            return versioned(in_language(value["name"]), value["version"])
        return in_language(self.variant.name) if value == self.variant.code else str(value)


SETTINGS: Mapping[str, Words] = {
    "first_dealer": _("first dealer"),
    "order": _("order of seats"),
    "rules": _("rules"),
    "title": _("rules"),
    "options": _("agreed"),
}
CLOSINGS: Mapping[str, Words] = {
    "divide": _("the kitty divided by consent"),
    "carry": _("the kitty carried on"),
    "plain": "",
}


def full_words(variant: Variant, facts: Entry, names: Sequence[str]) -> SafeString:
    """`simple ♣ А+Б, 8 made · boston: Vera`."""
    result, marks = result_words(variant, facts), mark_words(facts, names)
    more = "".join([f", {result}" if result else "", *(f"\u00a0· {mark}" for mark in marks)])
    return format_html("{}{}", entry_words(variant, facts, names), more)


def stake_words(stake: Mapping[str, Any] | None) -> str:
    """`1 = €0.50`."""
    if not stake:
        return gettext("points alone")
    currency = stake["currency"]
    return f"{stake['points']} = {with_currency(write_amount(stake['amount'], currency), currency)}"


def plan_words(plan: Mapping[str, Any], table: Table) -> str:
    """`one banker: Anna, rounded to €0.50`."""
    said = str(WAYS.get(plan["way"], plan["way"]))
    if plan["banker"]:
        said += f"{colon()} {plan['banker']}"
    if plan["rounding"] > 1:
        unit = money(plan["rounding"], table.stake_currency) if table.stake_currency else str(plan["rounding"])
        said += ", " + gettext("rounded to %(unit)s") % {"unit": unit}
    return said
