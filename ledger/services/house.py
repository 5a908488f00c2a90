"""Rules that a club makes its own: copied, read from a file, changed, laid aside. A version never changes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from ledger.models import Club, HouseRules, HouseVersion
from ledger.rules.document import built_in, read_document, whole_document, without_nulls
from ledger.rules.own import as_own
from ledger.rules.problems import Problem, clean_name, name_fault
from ledger.rules.reading_parts import LANGUAGES
from ledger.services.clubs import locked_club, log_club
from ledger.services.errors import Faulty, Stale, Unknown
from ledger.services.evenings import pin_rules
from ledger.services.rows import signed

NAME_MOST = 50
VERSION_FIRST = 1_000_000
"""As which version rules may come from a file; there is room for as many again."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class Saved:
    """The version that says what was to be saved, and whether it was made for that."""

    version: HouseVersion
    created: bool


@transaction.atomic
def copy_rules(
    *, club_id: str, document: Mapping[str, Any], name: str, by: str, key: UUID | None = None, language: str = "en"
) -> HouseVersion:
    """A copy of rules under a name of the club's own, said in `language` and, as every document needs it, in English.
    Copied twice under one `key` and name, as by a double tap, it is one. Raises Unknown, Faulty (the name)."""
    club, name = locked_club(club_id), clean_name(name)
    fault = name_fault(name, least=1, most=NAME_MOST)
    if fault:
        raise Faulty([Problem(("name",), "out-of-range", {"wanted": fault})])
    said = dict.fromkeys(("en", language if language in LANGUAGES else "en"), name)
    words = {"name": said, "short": said, "copied_from": document.get("copied_from") or document["name"]}
    code = _copy_code(document, key or uuid4())
    versions = HouseVersion.objects.filter(house__club=club, house__code=code)
    made = versions.select_related("rules", "house").order_by("number").first()
    if made and made.rules.document["name"] == words["name"]:
        return made
    if made:
        code = _copy_code(document, uuid4())
    return _saved(club, {**document, "code": code, "version": 1, **words}, by)


def _copy_code(document: Mapping[str, Any], key: UUID) -> str:
    """What a copy is called in files: as what it was made from, and six letters that are the same for a key."""
    letters = "".join(LETTERS[key.int // len(LETTERS) ** n % len(LETTERS)] for n in range(6))
    return f"{str(document['code'])[:40]}-{letters}"


@transaction.atomic
def save_rules(*, club_id: str, document: Any, by: str, upon: int | None = None) -> Saved:
    """A document becomes rules of the club: the next version where the club has rules of its code, else the first
    (which keeps its number, so that the same rules are the same everywhere). What a version says already is saved
    only once; what it says otherwise than the first one is the club's own. `upon` is the version that it was made from.
    Raises Unknown, Faulty with everything that is wrong with the document, by its paths, Stale where another version
    came meanwhile."""
    club = locked_club(club_id)
    read = read_document(document)
    if isinstance(read, list):
        raise Faulty(read)
    whole = without_nulls(whole_document(document, built_in()))
    _refuse_code(read.code, document)
    before = HouseVersion.objects.filter(house__club=club, house__code=read.code).select_related("rules")
    last = before.order_by("-number").first()
    if last is None and (read.version or 1) > VERSION_FIRST:
        raise Faulty([Problem(("version",), "out-of-range", {"wanted": f"from 1 to {VERSION_FIRST}"})])
    if last is None:
        return Saved(_saved(club, {**whole, "version": read.version or 1}, by), True)
    first = before.order_by("number")[0].rules.document
    whole = as_own(first, whole)
    if _said(whole) in (_said(last.rules.document), _said(as_own(first, last.rules.document))):
        return Saved(last, False)
    if upon is not None and upon != last.number:
        raise Stale(f"version {last.number} holds, not {upon}")
    return Saved(_saved(club, {**whole, "version": last.number + 1}, by), True)


@transaction.atomic
def take_again(*, club_id: str, code: str, number: int, by: str) -> Saved:
    """What an earlier version says becomes the next one; the newest stays as it is. Raises Unknown."""
    house = _house(locked_club(club_id), code)
    old = HouseVersion.objects.filter(house=house, number=number).select_related("rules").first()
    if old is None:
        raise Unknown(f"no version {number}")
    return save_rules(club_id=club_id, document=old.rules.document, by=by)


def _refuse_code(code: str, document: Mapping[str, Any]) -> None:
    """It stands in addresses, and finds the rules again: as it is, without what an address would read otherwise.
    Raises Faulty."""
    if code in built_in():
        raise Faulty([Problem(("code",), "duplicate")])
    if code != document.get("code") or not re.fullmatch(r"[\w-]+", code):
        raise Faulty([Problem(("code",), "out-of-range", {"wanted": "letters, digits, _ and -"})])


def _said(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """What rules say, whichever version of them."""
    return {key: value for key, value in document.items() if key != "version"}


def _saved(club: Club, document: Mapping[str, Any], by: str) -> HouseVersion:
    house, _ = HouseRules.objects.get_or_create(club=club, code=document["code"])
    number = document["version"]
    rules = pin_rules(document["code"], document)
    version = HouseVersion.objects.create(house=house, number=number, rules=rules, by=signed(by))
    log_club(club, "rules", {"code": house.code, "version": number, "fingerprint": rules.fingerprint}, by)
    return version


def _house(club: Club, code: str) -> HouseRules:
    found = HouseRules.objects.filter(club=club, code=code).first()
    if found is None:
        raise Unknown(f"no rules {code}")
    return found


@transaction.atomic
def lay_aside(*, club_id: str, code: str, aside: bool, by: str) -> HouseRules:
    """Rules that are laid aside are not offered any more where an evening is started. Raises Unknown."""
    club = locked_club(club_id)
    house = _house(club, code)
    if (house.retired_at is not None) != aside:
        house.retired_at = timezone.now() if aside else None
        house.save(update_fields=["retired_at"])
        log_club(club, "rules", {"code": code, "aside": aside}, by)
    return house


@transaction.atomic
def withdraw_rules(*, club_id: str, code: str, by: str) -> HouseRules:
    """Every link that was given out to a version of these rules opens nothing any more. Raises Unknown."""
    club = locked_club(club_id)
    house = _house(club, code)
    house.share_generation += 1
    house.save(update_fields=["share_generation"])
    log_club(club, "rules", {"code": code, "share_generation": house.share_generation}, by)
    return house
