"""A variant written as a whole rules document, which reads back as the same variant."""

from typing import Any

from ledger.rules.prices import ByRank, Flat, Price
from ledger.rules.reading import SCHEMA, STEPS
from ledger.rules.variant import Contract, Kitty, Length, Option, Revoke, Seating, Turn, Variant

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
        "suits": {"scheme": str(variant.suits), "names": {rank: dict(text) for rank, text in variant.ranks.items()}},
        "length": _length(variant.length),
        "kitty": variant.kitty and _kitty(variant.kitty),
        "boston": variant.boston and {"points": variant.boston},
        "revoke": variant.revoke and _revoke(variant.revoke),
        "slam": {"factor": variant.slam_factor} if variant.slam_factor > 1 else None,
        "contracts": [_contract(contract) for contract in variant.contracts],
        "ladder": [{"contract": code, "rank": rank} if rank else {"contract": code} for code, rank in variant.ladder],
        "options": [_option(option) for option in variant.options],
        "reconstructed": sorted(variant.reconstructed),
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


def _length(length: Length) -> Plain:
    marks = {"reconstructed": sorted(length.reconstructed)}
    if length.deals is not None:
        return {"shape": "deals", "deals": length.deals, "fixed": length.fixed, **marks}
    return {"shape": "tours", "single": length.single, "double": length.double, "factor": length.factor, **marks}


def _kitty(kitty: Kitty) -> Plain:
    return {
        "ante": kitty.ante,
        "dealer_ante": kitty.dealer_ante,
        "consolation": kitty.consolation,
        "lone_loss": str(kitty.lone_loss),
        "chips": kitty.chips,
        "reconstructed": sorted(kitty.reconstructed),
    }


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
