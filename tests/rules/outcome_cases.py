"""Entries that visit every cell of an outcome table, with what the rules make of them."""

from itertools import cycle, product

from ledger.forms.draft import MISDEALS, Draft, plain_of_draft
from ledger.rules.cards import Suit, SuitScheme
from ledger.rules.coming import coming
from ledger.rules.document import built_in_variant
from ledger.rules.facts import DealFacts, check_deal
from ledger.rules.outcome_cells import falling
from ledger.rules.seating import after_declarer
from ledger.rules.situation import Kind
from ledger.rules.table import open_table, score_next
from ledger.rules.variant import Trump

AHEAD = 3
OPTION_ENDS = 3
"""So many agreements for each variant: all at the least, all at the most, the words in turn."""


def agreements(code):
    """The default agreement, and those with every option at one end."""
    options = built_in_variant(code).options
    yield ()
    for turn in range(OPTION_ENDS if options else 0):
        ends = {
            "integer": lambda o, turn=turn: (o.least, o.most, o.most // 2 + 1)[turn],
            "switch": lambda o, turn=turn: turn != 1,
            "word": lambda o, turn=turn: sorted(o.words)[turn % len(o.words)],
        }
        yield tuple(sorted((o.key, ends[o.kind](o)) for o in options))


def states(variant):
    """Tables of every size, dealt by each, with several kitties: before the first deal, later, doubled, at the last."""
    length, found = variant.length, []
    limit = variant.kitty.most if variant.kitty and variant.kitty.most else 250
    kitties = cycle((0, 7, 20, 101, limit // 2 + 2, limit + 9) if variant.kitty else (0,))
    for seats in range(variant.seating.least, variant.seating.most + 1):
        late = [(0, 1), (1, 1), (seats * length.single, length.single + 1), ((length.deals or 99) - 1, 3)]
        for dealer, (counted, tour) in zip(cycle(range(seats)), late * 2, strict=False):
            senior = Suit.DIAMONDS if counted and variant.suits is SuitScheme.SENIOR else None
            fed = bool(variant.kitty) and dealer % 2 == 1
            state = open_table(seats, dealer, next(kitties))
            found.append(state._replace(counted=counted, tour=tour, senior=senior, fed=fed))
    return found


def entries(variant):
    """What can be tapped, as far as it decides the result: seats by their place, to be filled in at a table."""
    for code, rank in variant.ladder:
        contract = variant.by_code[code]
        suits = Suit if contract.trump is Trump.ANY else (None,)
        for suit, helped in product(suits, (False, True) if contract.joint is not None else (False,)):
            marks = product(range(5) if variant.revoke else (0,), (False, True) if variant.kitty else (False,))
            for (culprit, unclaimed), tricks in product(marks, range(contract.most_tricks + 1)):
                owes = helped and variant.owes_parts(contract) and not contract.made(tricks, helped=True)
                for part in range(tricks + 1) if owes else (None,):
                    yield {
                        "what": f"{code}:{rank}" if rank else code,
                        "trump": str(suit) if suit else "",
                        "helped": helped,
                        "tricks": str(tricks),
                        "part": "" if part is None else str(part),
                        "culprit": culprit,
                        "unclaimed": "1" if unclaimed else "",
                        "boston": contract.boston and variant.boston is not None,
                    }


def filled(variant, state, entry, n):
    """The entry at a table, its seats taken by another in each."""
    dealer = state.order[n % state.seats] if n % 5 == 0 else state.dealer
    out = "-".join(str(state.order[(n + i) % state.seats]) for i in range(state.seats - 4)) if n % 3 == 0 else ""
    draft = Draft(dealer=str(dealer) if dealer != state.dealer else "", out=out)
    four = draft.four(state)
    declarer, helper = four[n % 4], four[(n + 1 + n // 4 % 3) % 4] if entry["helped"] else None
    sides = [None, declarer, *after_declarer(four, declarer)]
    return Draft(
        turned=str(list(Suit)[n % 4]) if variant.suits.turns_a_card else "",
        who=str(declarer),
        what=entry["what"],
        trump=entry["trump"],
        helper="" if helper is None else str(helper),
        tricks=entry["tricks"],
        part=entry["part"],
        boston=str(four[n // 2 % 4]) if entry["boston"] and n % 2 else "",
        revoke="" if not entry["culprit"] else str(sides[entry["culprit"]]),
        dealer=draft.dealer,
        unclaimed=entry["unclaimed"],
        out=out,
    )


def unplayed(variant, state):
    """Deals that were not played, passed deals with all that can be taken."""
    turned = "hearts" if variant.suits.turns_a_card else ""
    for who in ("passed", *MISDEALS):
        yield Draft(who=who, turned=turned)
    if variant.passed:
        four = Draft().four(state)
        for n, tricks in enumerate(falling(13, 4)):
            dealt = tricks[n % 4 :] + tricks[: n % 4]
            took = "-".join(f"{seat}.{t}" for seat, t in zip(four, dealt, strict=True))
            yield Draft(who="passed", turned=turned, took=took)


def cases(variant):
    """(number of the state, entry, what it comes to) for all that can be tapped; what is impossible is left out."""
    pool = states(variant)
    lasts = [at for at, s in enumerate(pool) if coming(variant, s, 1)["coming"][0][1]]
    tables = cycle(range(len(pool)))
    for n, entry in enumerate(entries(variant)):
        for at in {next(tables), lasts[n % len(lasts)] if lasts else 0}:
            yield from case(variant, pool, at, filled(variant, pool[at], entry, n), whole=n % 10 == 0)
    for at, state in enumerate(pool):
        for draft in unplayed(variant, state):
            yield from case(variant, pool, at, draft, whole=True)


def case(variant, pool, at, draft, *, whole):
    state = pool[at]
    facts = check_deal(variant, state.situation, plain_of_draft(variant, draft, state))
    if not isinstance(facts, DealFacts):
        return
    scored = score_next(variant, state, facts)
    antes = 0
    if facts.kind is not Kind.MISDEAL:
        passed = DealFacts(kind=Kind.PASSED, dealer=facts.dealer, sitting_out=facts.sitting_out)
        antes = score_next(variant, state, passed).kitty_change
    changes = {str(s): d for s, d in enumerate(scored.deltas) if d}
    after = coming(variant, scored.state, AHEAD - (scored.number is not None)) if whole else None
    entry = {name: getattr(draft, name) for name in draft.__slots__ if getattr(draft, name)}
    yield [at, entry, [changes, state.kitty + antes, scored.state.kitty, after]]
