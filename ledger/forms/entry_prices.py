"""The prices beside the contracts of the entry form."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.deal_words import contract_name
from ledger.rules.breakdown import price_is_reconstructed
from ledger.rules.cards import SuitScheme
from ledger.rules.variant import Contract, Trump, Variant
from ledger.words import suit_sign

MANY = 4
"""So many prices of one contract have no room in a key; the lowest and the highest have."""
COLUMNS = 5
"""So many keys stand in a row."""
BESIDE = 60
"""So many letters have room in the two columns beside the last keys; more would make those keys taller."""


def key_price(variant: Variant, contract: Contract, trump: str, rank: str | None, *, chosen: bool) -> str | SafeString:
    """By rank, then the one that counts once trump and turned card are known."""
    known = contract.price.known(contract.target)
    if contract.trump is Trump.NONE or len(set(known)) == 1:
        return str(known[0])
    many = "·".join(map(str, known)) if len(known) < MANY else f"{min(known)}–{max(known)}"
    if variant.suits is SuitScheme.SENIOR:
        if chosen and trump and rank:
            return format_html("{} {}", suit_sign(trump), contract.price.of(rank, contract.target))
        return f"▾ {many}"
    return str(contract.price.of(rank, contract.target)) if rank else many


def prices_words(variant: Variant, rank: str | None) -> str:
    """From whom the prices are, and which of them are our own where the trump has this rank."""
    from_whom = gettext("on the account") if variant.score_only else gettext("from each opponent")
    ours: list[str] = []
    printed: list[str] = []
    for contract in variant.contracts:
        bound = rank if contract.trump is Trump.ANY else None
        is_ours = price_is_reconstructed(contract, bound)
        (ours if is_ours else printed).append(contract_name(variant, contract.code))
    if not ours:
        return from_whom
    if not printed:
        return gettext("%(whom)s; reconstruction") % {"whom": from_whom}
    if len(ours) <= len(printed):
        values = {"whom": from_whom, "which": ", ".join(ours)}
        return gettext("%(whom)s; reconstruction: %(which)s") % values
    values = {"whom": from_whom, "which": ", ".join(printed)}
    return gettext("%(whom)s; reconstruction, except %(which)s") % values


def prices_span(words: str, keys: int) -> str:
    """Where these words go: beside the last of so many keys, or below them all."""
    return "two" if 0 < keys % COLUMNS <= COLUMNS - 2 and len(words) <= BESIDE else "full"
