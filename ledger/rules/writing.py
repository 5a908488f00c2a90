"""A variant written as a whole rules document, which reads back as the same variant."""

from typing import Any

from ledger.rules.cards import SuitScheme
from ledger.rules.kitty_shapes import Kitty, Passed, PassedPlay, Revoke
from ledger.rules.options import Option
from ledger.rules.prices import ByRank, ByTricks, Flat, Price
from ledger.rules.reading import SCHEMA
from ledger.rules.reading_table import STEPS
from ledger.rules.variant import Contract, Length, Seating, Turn, Variant

Plain = dict[str, Any]


def write_document(variant: Variant) -> Plain:
    """The document as plain data: what was agreed is filled in, so that nothing is bound to an option any more.

    Contracts that were agreed off are left out, as the variant does not know what they were."""
    found: Plain = {
        "schema": SCHEMA,
        "code": variant.code,
        "version": variant.version,
        **{key: dict(getattr(variant, key)) for key in ("name", "short", "summary")},
        "dealing": [dict(text) for text in variant.dealing],
        "notes": [{**text, "reconstructed": ours} for text, ours in variant.notes],
        "sources": [dict(text) for text in variant.sources],
        "payment": str(variant.payment),
        "settling": str(variant.settling),
        "seating": _seating(variant.seating),
        "turn": _turn(variant.turn),
        "suits": _suits(variant),
        "length": _length(variant.length),
        "kitty": variant.kitty and _kitty(variant.kitty, variant.contracts),
        "boston": variant.boston and {"points": variant.boston},
        "revoke": variant.revoke and _revoke(variant.revoke),
        "slam": {"factor": variant.slam_factor} if variant.slam_factor > 1 else None,
        "helped_failure": str(variant.helped_failure),
        "passed": variant.passed and _passed(variant.passed),
        "contracts": [_contract(contract) for contract in variant.contracts],
        "ladder": [{"contract": code, "rank": rank} if rank else {"contract": code} for code, rank in variant.ladder],
        "options": [_option(option) for option in variant.options],
        "reconstructed": sorted(variant.reconstructed),
        "own": sorted(map(list, variant.own)) or None,
        "copied_from": variant.copied_from and dict(variant.copied_from),
    }
    return {key: value for key, value in found.items() if value is not None}


def _seating(seating: Seating) -> Plain:
    direction = next(word for word, step in STEPS.items() if step == seating.step)
    return {"least": seating.least, "most": seating.most, "direction": direction, "by_lot": seating.by_lot}


def _turn(turn: Turn) -> Plain:
    return {
        "first_dealer": str(turn.first_dealer),
        "passed": "same" if turn.passed_deals_again else "next",
        "passed_counts": turn.passed_counts,
        "fault": turn.fault,
    }


def _suits(variant: Variant) -> Plain:
    order = {"order": list(variant.ranks)} if variant.suits is SuitScheme.FIXED else {}
    return {"scheme": str(variant.suits), "names": {rank: dict(text) for rank, text in variant.ranks.items()}, **order}


def _passed(passed: Passed) -> Plain:
    points = {"points": passed.points} if passed.play is PassedPlay.MOST_PAYS else {}
    return {"play": str(passed.play), **points, "reconstructed": sorted(passed.reconstructed)}


def _length(length: Length) -> Plain:
    marks = {"reconstructed": sorted(length.reconstructed)}
    if length.deals is not None:
        return {"shape": "deals", "deals": length.deals, "fixed": length.fixed, **marks}
    return {"shape": "tours", "single": length.single, "double": length.double, "factor": length.factor, **marks}


def _kitty(kitty: Kitty, contracts: tuple[Contract, ...]) -> Plain:
    found = {
        "ante": kitty.ante,
        "dealer_ante": kitty.dealer_ante,
        "consolation": kitty.consolation,
        "lone_loss": str(kitty.lone_loss),
        "chips": kitty.chips,
        "fed": str(kitty.fed),
        "sitters_ante": kitty.sitters_ante,
        "won_from": next((contract.code for contract in contracts if contract.wins_kitty), None),
        "most": kitty.most,
        "last_to_opponents": kitty.last_to_opponents,
        "reconstructed": sorted(kitty.reconstructed),
    }
    return {key: value for key, value in found.items() if value is not None}


def _revoke(revoke: Revoke) -> Plain:
    return {
        "fine": revoke.fine,
        "joint_kitty": revoke.joint_kitty,
        "lone_kitty": revoke.lone_kitty,
        "reconstructed": sorted(revoke.reconstructed),
    }


def _price(price: Price) -> Plain:
    if isinstance(price, ByRank):
        return {"shape": "by-rank", **price.points}
    if isinstance(price, ByTricks):
        return {"shape": "by-tricks", "made": list(price.made), "short": list(price.short)}
    return {"shape": "flat" if isinstance(price, Flat) else "per-trick", "points": price.points}


def _contract(contract: Contract) -> Plain:
    found = {
        "code": contract.code,
        "name": dict(contract.name),
        "target": contract.target,
        "null": contract.null,
        "trump": str(contract.trump),
        "joint": contract.joint,
        "quotas": contract.quotas and list(contract.quotas),
        "price": _price(contract.price),
        "overtrick": contract.overtrick,
        "most_tricks": contract.most_tricks,
        "slam_alone": contract.slam_alone,
        "slam_helped": contract.slam_helped,
        "boston": contract.boston,
        # A null can't be exact, and says nothing of it.
        "exact": contract.exact or None,
        "undertrick": contract.undertrick,
        "reconstructed": sorted(contract.reconstructed),
    }
    return {key: value for key, value in found.items() if value is not None}


def _option(option: Option) -> Plain:
    found = {
        "key": option.key,
        "kind": option.kind,
        "default": option.default,
        "follows": option.follows,
        "least": option.least,
        "most": option.most,
        "words": [{"value": value, **words} for value, words in option.words.items()],
        "name": dict(option.name),
        "reconstructed": option.reconstructed,
    }
    return {key: value for key, value in found.items() if value is not None}
