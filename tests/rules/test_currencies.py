"""Currencies of a stake: ISO 4217 list one, codes with a minor unit."""

import pytest

from ledger.rules.currencies import MINOR_UNITS, is_currency


@pytest.mark.parametrize(
    ("digits", "codes"),
    [
        (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
        (2, "EUR USD GBP RUB HUF MGA MRU VED VES SLE STN XCG ZWG XAD BOV CHE USN IDR"),
        (3, "BHD IQD JOD KWD LYD OMR TND"),
        (4, "CLF UYW"),
    ],
)
def test_minor_units(digits: int, codes: str) -> None:
    assert {code: MINOR_UNITS[code] for code in codes.split()} == dict.fromkeys(codes.split(), digits)


def test_only_these_have_other_than_two_digits() -> None:
    assert sorted(digits for digits in MINOR_UNITS.values() if digits != 2) == [0] * 17 + [3] * 7 + [4] * 2


def test_the_list_is_complete_and_well_formed() -> None:
    assert len(MINOR_UNITS) == 165
    assert all(len(code) == 3 and code.isascii() and code.isalpha() and code.isupper() for code in MINOR_UNITS)


@pytest.mark.parametrize("code", "XAG XAU XPD XPT XBA XBB XBC XBD XDR XSU XUA XTS XXX".split())
def test_codes_without_a_minor_unit_are_no_currency(code: str) -> None:
    assert not is_currency(code)


@pytest.mark.parametrize("code", "ANG BGN CUC HRK SLL ZWL USS DEM".split())
def test_codes_that_left_the_list_are_no_currency(code: str) -> None:
    assert not is_currency(code)


@pytest.mark.parametrize("code", ["eur", "Eur", " EUR", "EURO", "EU", "", "978", "ЕUR"])
def test_anything_else_is_no_currency(code: str) -> None:
    assert not is_currency(code)


def test_a_currency() -> None:
    assert is_currency("EUR")
