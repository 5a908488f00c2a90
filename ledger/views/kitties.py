"""The kitty that is carried on: who keeps its money, where it came from, where it went."""

from collections.abc import Callable
from typing import Any

from ledger.models import Table
from ledger.money import short_money
from ledger.queries.kitties import kitty_story
from ledger.queries.payments import SettlementPicture
from ledger.views.plans import table_words
from ledger.words import signed


def kitty_context(table: Table, picture: SettlementPicture, may_open: Callable[[Table], bool]) -> dict[str, Any]:
    """Everything the section about the kitty needs; another evening is a link where the phone may open it."""
    story = kitty_story(table)
    currency = table.stake_currency or ""
    return {
        "keeper": story.keeper,
        "nameless_before": story.came_from is not None and story.came_from.kitty_keeper_id is None,
        "people": picture.people,
        "keepers": picture.people if story.needs_keeper else (),
        "held": short_money(story.held, currency) if story.held is not None and currency else "",
        "carried": table.kept_state.kitty if table.closing == "carry" else 0,
        "came_from": _evening(story.came_from, may_open),
        "came_points": table.opening_kitty,
        "came_difference": story.came_difference,
        "came_difference_words": signed(story.came_difference),
        "came_money": short_money(abs(story.came_money), currency) if story.came_money else "",
        "came_short": story.came_money < 0,
        "other_currency": story.other_currency,
        "reopened": story.reopened,
        "went_to": _evening(story.went_to, may_open),
        "went_points": story.went_to.opening_kitty if story.went_to else 0,
        "went_difference": story.went_difference,
        "went_difference_words": signed(story.went_difference),
        "kitty_told": story.needs_keeper or story.came_from or story.went_to,
    }


def _evening(table: Table | None, may_open: Callable[[Table], bool]) -> tuple[str, str] | None:
    return (table.public_id if may_open(table) else "", table_words(table)) if table else None
