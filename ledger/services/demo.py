"""A club to look around in: three finished evenings and one that is running."""

import datetime
import random
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any
from uuid import UUID

from ledger.models import Club, Table
from ledger.queries.rows import variant_of
from ledger.queries.tables import get_table
from ledger.rules.cards import Suit, suits_of_rank
from ledger.rules.facts import TRICKS
from ledger.rules.seating import playing
from ledger.rules.settlement import Stake, parse_amount
from ledger.rules.table import TableState, is_over
from ledger.rules.variant import Contract, Trump, Variant
from ledger.services.deals import record_deal
from ledger.services.errors import Unknown
from ledger.services.evenings import start_evening
from ledger.services.tables import close_table

EVENINGS = resources.files("ledger") / "demo.toml"


def random_facts(rng: random.Random, variant: Variant, state: TableState) -> dict[str, Any]:
    """Plain facts of a deal that could have been played upon that state."""
    plain: dict[str, Any] = {}
    if variant.suits.turns_a_card:
        plain["turned"] = str(rng.choice(list(Suit)))
    luck = rng.random()
    if luck < 0.05:
        return {"kind": "misdeal", **({"fault": True} if variant.turn.fault and luck < 0.02 else {})}
    if luck < 0.15:
        played = {"seat_tricks": _played_out(rng, state)} if variant.passed else {}
        return {"kind": "passed", **plain, **played}
    contracts = variant.contracts
    contract = contracts[min(rng.randrange(len(contracts)) for _ in range(2))]
    plain |= {"contract": contract.code, **_sides(rng, contract, state)}
    plain |= _trump(rng, variant, contract, state, plain)
    return plain | _result(rng, contract, "helper" in plain) | _marks(rng, variant, contract, state)


def _played_out(rng: random.Random, state: TableState) -> list[int]:
    """The tricks of everybody by number, in a deal that all passed."""
    takers = rng.choices(playing(state.order, state.dealer), k=TRICKS)
    return [takers.count(number) for number in range(max(state.met) + 1)]


def _sides(rng: random.Random, contract: Contract, state: TableState) -> dict[str, int]:
    declarer, helper = rng.sample(playing(state.order, state.dealer), 2)
    return {"declarer": declarer} | ({"helper": helper} if contract.joint and rng.random() < 0.7 else {})


def _trump(
    rng: random.Random, variant: Variant, contract: Contract, state: TableState, plain: dict[str, Any]
) -> dict[str, str]:
    suits = list(Suit)
    if contract.trump is Trump.NONE:
        return {}
    if contract.trump is Trump.RANKED:
        turned = Suit(plain["turned"]) if "turned" in plain else None
        senior = state.senior if state.counted else turned
        suits = [s for r in variant.rank_order for s in suits_of_rank(variant.suits, r, turned=turned, senior=senior)]
    return {"trump": str(rng.choice(suits))}


def _result(rng: random.Random, contract: Contract, helped: bool) -> dict[str, int]:
    around = (0, 0, 0, 1, 2) if contract.null else (-2, -1, 0, 0, 0, 1, 1, 2)
    tricks = min(max(contract.goal(helped) + rng.choice(around), 0), contract.most_tricks)
    return {"tricks": tricks} | ({"helper_tricks": min(tricks, rng.randint(1, 4))} if helped else {})


def _marks(rng: random.Random, variant: Variant, contract: Contract, state: TableState) -> dict[str, Any]:
    four = playing(state.order, state.dealer)
    marks: dict[str, Any] = {}
    if variant.boston and contract.boston and rng.random() < 0.8:
        marks["boston_holder"] = rng.choice(four)
    if variant.revoke and rng.random() < 0.05:
        marks["revoke"] = rng.choice(four)
    if variant.kitty and rng.random() < 0.03:
        marks["unclaimed"] = True
    return marks


def fill_demo(*, club_name: str, by: str, today: datetime.date) -> Iterator[Table]:
    """A new club with its evenings, the running one last. The same evenings every time."""
    plan = tomllib.loads(EVENINGS.read_text("utf-8"))
    club = Club.objects.create(name=club_name)
    for number, evening in enumerate(plan["evenings"]):
        rng = random.Random(number)
        table = _start(club, evening, plan["players"], today, by)
        while not _is_played(table, evening):
            table = _record(rng, table, by)
        yield table if "deals" in evening else _closed(table, by)


def _is_played(table: Table, evening: Mapping[str, Any]) -> bool:
    if "deals" in evening:
        return table.results.count() >= int(evening["deals"])
    return is_over(variant_of(table), table.kept_state)


def _closed(table: Table, by: str) -> Table:
    close_table(table_id=table.public_id, kitty="divide" if variant_of(table).kitty else None, by=by)
    return _again(table)


def _start(club: Club, evening: Mapping[str, Any], players: list[str], today: datetime.date, by: str) -> Table:
    stake = evening.get("stake")
    return start_evening(
        club=club,
        club_name="",
        rules_code=evening["rules"],
        options=evening.get("options", {}),
        players=players[: evening["seats"]],
        first_dealer=0,
        date=today - datetime.timedelta(evening["days_ago"]),
        stake=stake and Stake(stake["points"], parse_amount(stake["amount"]) or 0, stake["currency"]),
        by=by,
    )


def _record(rng: random.Random, table: Table, by: str) -> Table:
    facts = random_facts(rng, variant_of(table), table.kept_state)
    key = UUID(int=rng.getrandbits(128), version=4)
    position = table.results.count() + 1
    record_deal(table_id=table.public_id, position=position, entry_key=key, facts=facts, by=by)
    return _again(table)


def _again(table: Table) -> Table:
    found = get_table(table.public_id)
    if found is None:
        raise Unknown(table.public_id)
    return found
