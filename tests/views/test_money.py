"""Money as people write it, and as pages write it for them."""

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from ledger.forms.money_fields import read_money
from ledger.forms.stakes import read_amount, write_amount
from ledger.money import money
from ledger.rules.currencies import MINOR_UNITS

CURRENCIES = st.sampled_from(sorted(MINOR_UNITS))
LANGUAGES = [code for code, _ in settings.LANGUAGES]

UNDERSTOOD = {
    "a point": ("0.25", "0.25"),
    "a comma": ("0,25", "0.25"),
    "space around": (" 0,25\u00a0", "0.25"),
    "a whole number": ("3", "3"),
    "zeros in front": ("007", "7"),
    "zeros at the end": ("0,2500", "0.25"),
    "three decimals after a zero": ("0,333", "0.333"),
    "four decimals": ("1.2345", "1.2345"),
    "a zero that tells decimals from thousands": ("1.2340", "1.234"),
    "a number too long to be a group": ("1234,500", "1234.5"),
    "a space": ("1 000", "1000"),
    "a space that holds": ("1\u00a0000,5", "1000.5"),
    "a narrow space that holds": ("1\u202f000.50", "1000.5"),
    "a thin space": ("12\u2009000", "12000"),
    "Swiss": ("1'234.50", "1234.5"),
    "Swiss, as a phone writes it": ("1’234.50", "1234.5"),
    "two spaces of different kinds": ("1\u00a0234 567", "1234567"),
    "three decimals after a space": ("1 234,567", "1234.567"),
    "German": ("1.234,50", "1234.5"),
    "English": ("1,234.50", "1234.5"),
    "German, three decimals": ("1.234,567", "1234.567"),
    "German millions": ("1.234.567,89", "1234567.89"),
    "English millions": ("1,234,567.89", "1234567.89"),
    "points throughout": ("1.234.567", "1234567"),
    "commas throughout": ("1,234,567", "1234567"),
    "the most there is": ("999 999 999,9999", "999999999.9999"),
}
WITH_CURRENCY = {
    "a sign behind": ("0,25 €", "EUR"),
    "a sign in front": ("€0.25", "EUR"),
    "a sign behind a space that holds": ("0,25\u00a0₽", "RUB"),
    "a code": ("EUR 0.25", "EUR"),
    "a small code": ("0.25 chf", "CHF"),
    "short for roubles": ("0,25 руб.", "RUB"),
    "roubles of another country": ("0,25 руб", "BYN"),
    "dollars of another country": ("$0.25", "CAD"),
    "a word": ("0,25 Euro", "EUR"),
}
WAYS = "This can be read in two ways."
GROUP = "Group thousands by three"
DIGITS = "Write digits with one comma or point"
LENGTH = "At most 9 digits"
REFUSED = {
    "a point before three digits": ("1.234", f"{WAYS} Write 1234 or 1.2340."),
    "a comma before three digits": ("1,234", f"{WAYS} Write 1234 or 1,2340."),
    "a comma before three digits, two in front": ("12,500", f"{WAYS} Write 12500 or 12,5."),
    "three zeros": ("1.000", f"{WAYS} Write 1000 or 1."),
    "zeros in front of a group": ("012.345", f"{WAYS} Write 12345 or 12.3450."),
    "two ways with a currency": ("1.250 €", f"{WAYS} Write 1250 or 1.25."),
    "a group of two": ("1 00", GROUP),
    "a group of four": ("1 2345", GROUP),
    "a first group of four": ("1234 567", GROUP),
    "a first group of zero": ("0 250", GROUP),
    "two spaces": ("1  000", GROUP),
    "spaces and apostrophes": ("1 234'567", GROUP),
    "spaces and points": ("1 234.567,89", GROUP),
    "a point that groups one digit": ("1.2,3", GROUP),
    "a sign twice, without groups": ("1.2.3", GROUP),
    "a decimal sign twice": ("1.234,5,6", GROUP),
    "signs that take turns": ("1,234.567,890", GROUP),
    "two commas": ("0,,25", GROUP),
    "decimals that are grouped": ("1,234 567", GROUP),
    "no digit before the sign": (".5", DIGITS),
    "no digit after the sign": ("5,", DIGITS),
    "no digit": (",", DIGITS),
    "a letter": ("a", DIGITS),
    "a power": ("1e3", DIGITS),
    "a plus": ("+1", DIGITS),
    "a currency nobody knows": ("5 bananas", DIGITS),
    "a currency on both sides": ("€5 €", DIGITS),
    "a tabulator within": ("1\t000", DIGITS),
    "two lines": ("1\n000", DIGITS),
    "ten digits": ("1234567890", LENGTH),
    "ten digits in groups": ("1 234 567 890", LENGTH),
    "five decimals": ("0.00001", LENGTH),
    "a minus": ("-1", "without a minus"),
    "a true minus": ("−0,25", "without a minus"),
    "Arabic digits": ("٣", "0 to 9"),
    "a fraction": ("½", "0 to 9"),
    "another currency's sign": ("5 $", "This says “$”, but the currency chosen is EUR."),
    "another currency's code": ("RUB 5", "This says “RUB”, but the currency chosen is EUR."),
    "zero": ("0", "must be more than 0"),
    "zero with decimals": ("0,00 €", "must be more than 0"),
}


def fault_of(read, *given, **more):
    with pytest.raises(ValidationError) as fault:
        read(*given, **more)
    return fault.value.messages[0]


def ten_thousandths(plain):
    whole, _, decimals = plain.partition(".")
    return int(whole + decimals.ljust(4, "0"))


@pytest.mark.parametrize(("written", "amount"), UNDERSTOOD.values(), ids=UNDERSTOOD)
def test_an_amount_is_understood(written, amount):
    assert read_amount(written, "EUR") == ten_thousandths(amount)


@pytest.mark.parametrize(("written", "currency"), WITH_CURRENCY.values(), ids=WITH_CURRENCY)
def test_a_currency_may_stand_beside_its_amount(written, currency):
    assert read_amount(written, currency) == 2500


@pytest.mark.parametrize(("written", "fault"), REFUSED.values(), ids=REFUSED)
def test_an_amount_that_is_not_clear_is_refused_and_says_why(written, fault):
    assert fault in fault_of(read_amount, written, "EUR")


@pytest.mark.parametrize("read", [read_amount, read_money])
@pytest.mark.parametrize("written", ["", " ", "\u00a0"])
def test_nothing_written_is_no_amount(read, written):
    assert read(written, "EUR") is None


@pytest.mark.parametrize("language", LANGUAGES)
@given(amount=st.integers(1, 10**13 - 1), currency=CURRENCIES)
def test_what_is_written_for_people_is_read_back(language, amount, currency):
    with override(language):
        written = write_amount(amount, currency)
    assert read_amount(written, currency) == amount


@pytest.mark.parametrize(
    ("amount", "currency", "written"),
    [(12_340, "KWD", "1,2340"), (12_500, "KWD", "1,2500"), (12_345_000, "EUR", "1234,50"), (2500, "EUR", "0,25")],
)
def test_an_amount_is_written_so_that_it_can_be_read_in_one_way_only(amount, currency, written):
    with override("de"):
        assert write_amount(amount, currency) == written


MINOR = {
    "euros": ("12,50", "EUR", 1250),
    "euros by the thousand": ("1.234,50 €", "EUR", 123_450),
    "zeros more than it has": ("5,0000", "EUR", 500),
    "one decimal": ("0,5", "EUR", 50),
    "yen": ("1 500", "JPY", 1500),
    "yen with decimals of zero": ("1500,00", "JPY", 1500),
    "dinars": ("1.2500", "KWD", 1250),
    "dinars below one": ("0,250", "KWD", 250),
}


@pytest.mark.parametrize(("written", "currency", "minor"), MINOR.values(), ids=MINOR)
def test_a_payment_is_read_in_the_smallest_unit(written, currency, minor):
    assert read_money(written, currency) == minor


TOO_FINE = {
    "a third of a cent": ("0,333", "EUR", "At most 2 decimals in EUR."),
    "half a yen": ("0.5", "JPY", "No decimals in JPY."),
    "four decimals of dinars": ("0.0005", "KWD", "At most 3 decimals in KWD."),
    "thousands, for so many decimals are not there": ("1.234", "EUR", "This can be read as thousands. Write 1234."),
    "thousands of yen": ("1,500", "JPY", "This can be read as thousands. Write 1500."),
    "thousands or decimals": ("1.250", "EUR", f"{WAYS} Write 1250 or 1.25."),
    "dinars with a point": ("1.250", "KWD", f"{WAYS} Write 1250 or 1.25."),
    "dinars with a comma": ("1,255", "KWD", f"{WAYS} Write 1255 or 1,2550."),
}


@pytest.mark.parametrize(("written", "currency", "fault"), TOO_FINE.values(), ids=TOO_FINE)
def test_a_payment_that_the_currency_has_no_coins_for_is_refused(written, currency, fault):
    assert fault_of(read_money, written, currency) == fault


def test_a_payment_has_a_least_amount():
    assert fault_of(read_money, "0", "EUR") == "This must be more than 0."
    assert fault_of(read_money, "0,99", "EUR", least=100) == "This must be at least €1.00."
    assert (read_money("1", "EUR", least=100), read_money("0", "EUR", least=0)) == (100, 0)


@pytest.mark.parametrize("language", LANGUAGES)
@given(minor=st.integers(1, 10**11), currency=CURRENCIES)
def test_money_copied_from_a_page_is_never_misread(language, minor, currency):
    with override(language):
        shown = money(minor, currency)
    try:
        read = read_money(shown, currency)
    except ValidationError:
        return
    assert read == minor


@pytest.mark.parametrize(
    ("language", "minor", "currency", "shown"),
    [
        ("de", 123_450, "EUR", "1.234,50\u00a0€"),
        ("de", -123_456_700, "EUR", "−1.234.567,00\u00a0€"),
        ("ru", 123_450, "RUB", "1\u00a0234,50\u00a0₽"),
        ("ru", 70, "RUB", "0,70\u00a0₽"),
        ("fr", 123_450, "EUR", "1\u00a0234,50\u00a0€"),
        ("de", 540, "GBP", "5,40\u00a0£"),
        ("en", 123_450, "EUR", "€1,234.50"),
        ("en", -540, "GBP", "−£5.40"),
        ("en", 1500, "JPY", "JPY\u00a01,500"),
    ],
)
def test_money_is_shown_in_the_readers_way(language, minor, currency, shown):
    with override(language):
        assert money(minor, currency) == shown
