"""The currencies a stake may be in, with the number of decimals of each."""

from collections.abc import Mapping
from types import MappingProxyType

# ISO 4217 list one as published on 2026-09-17 by its maintenance agency (six-group.com), amendments 1 to 180 in force.
# Left out are the thirteen codes whose minor unit is "N.A.": metals, bond units, XDR, XSU, XUA, testing and none.
# Funds (CLF, UYW, XAD, ...) have a minor unit, so they are in. BGN left the list on 2026-01-01 (amendment 180).
_CODES_BY_DIGITS = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
        CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF
        IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
        MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP
        SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG
        YER ZAR ZMW ZWG
    """,
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}

MINOR_UNITS: Mapping[str, int] = MappingProxyType(
    {code: digits for digits, codes in _CODES_BY_DIGITS.items() for code in codes.split()}
)


def is_currency(code: str) -> bool:
    """Whether `code` is an upper-case code of ISO 4217 list one that has a minor unit."""
    return code in MINOR_UNITS
