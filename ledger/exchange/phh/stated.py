"""What a file states that no hand of ours can have, or that its rules object to: it is kept beside the hand, and told.

Seats, number, date, time, currency, and the stakes: a least bet of nothing, or another than the big blind (R806 r.22).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Any, Final

from tombo.ledger.core.findings import Finding, Reading, Severity
from tombo.ledger.core.said import Told
from tombo.ledger.exchange.phh import said
from tombo.ledger.exchange.phh.read import PLAYERS_MAX, PhhHand, shorten
from tombo.ledger.exchange.phh.terms import hand_number, stated_seat_count, stated_seats, zone
from tombo.ledger.terms.poker import Terms, big_blind_is_minimum_bet, small_blind_is_not_above_big

_LEAP_YEAR: Final = 2000
"""Of a day whose year is not stated."""
_DATE: Final = ("year", "month", "day")
_CURRENCIES: Final = frozenset(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY
    COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR
    IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR
    MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD
    SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD
    XCG XOF XPF YER ZAR ZMW ZWG
    ATS BEF CYP DEM EEK ESP FIM FRF GRD HRK IEP ITL LTL LUF LVL MTL NLG PTE SIT SKK
    """.split()  # noqa: SIM905 - quotation marks tell nothing
)
"""ISO 4217: what is money today, and what became euros."""


def unusable(hand: PhhHand, terms: Terms) -> Iterator[Finding]:
    """A finding for each field that is stated and could not be taken over, with what stands in its place: ``terms`` say."""
    fields, count = hand.fields, len(hand.stacks)
    if "seats" in fields and stated_seats(hand) is None:
        expected = said.DIFFERENT_SEATS(count=count, most=PLAYERS_MAX)
        yield _finding("seats", _shown(fields["seats"]), expected, said.FROM_TO(low=1, high=count))
    if "seat_count" in fields and stated_seat_count(hand) is None:
        yield _finding("seat_count", _shown(fields["seat_count"]), said.FROM_TO(low=count, high=PLAYERS_MAX), count)
    if "hand" in fields and hand_number(hand) is None:
        yield _finding("hand", _shown(fields["hand"]), said.NUMBER_FROM_NOUGHT(), 0)
    yield from _date(fields)
    if "time" in fields and not isinstance(fields["time"], time):
        yield _finding("time", _shown(fields["time"]), said.TIME_OF_DAY(), said.NONE_AT_ALL())
    if "time_zone" in fields and zone(fields["time_zone"], None) is None:
        yield _finding("time_zone", said.NO_TIME_ZONE(), said.IANA_TIME_ZONE(), said.NONE_AT_ALL())
    yield from _currency(fields.get("currency"), terms)
    yield from _stakes(hand, terms)


def _currency(stated: Any, terms: Terms) -> Iterator[Finding]:
    """A currency that is none: amounts of it are of no currency, or have the decimals of most."""
    if stated in (None, "") or terms.unit.currency in _CURRENCIES:
        return
    recorded = terms.unit.currency
    found, instead = (_shown(stated), said.NONE_AT_ALL()) if recorded is None else (recorded, recorded)
    yield _finding("currency", found, said.CURRENCY_CODE(), instead)


def _stakes(hand: PhhHand, terms: Terms) -> Iterator[Finding]:
    """A least bet of nothing, for which the big blind stands in; a least bet or a small blind that R806 r.22 objects to."""
    if not hand.min_bet:
        yield _finding("min_bet", 0, said.BIG_BLIND_IS_LEAST_BET(), terms.unit.sum(terms.min_bet))
    for rule in (big_blind_is_minimum_bet, small_blind_is_not_above_big):
        if (finding := rule(terms)) is not None:
            yield finding


def _date(fields: Mapping[str, Any]) -> Iterator[Finding]:
    """A part that no date has; else a day that its month has not."""
    ranges = {"year": (1, 9999), "month": (1, 12), "day": (1, 31)}
    wrong = [
        name
        for name in _DATE
        if name in fields and not (type(fields[name]) is int and ranges[name][0] <= fields[name] <= ranges[name][1])
    ]
    for name in wrong:
        low, high = ranges[name]
        yield _finding(name, _shown(fields[name]), said.FROM_TO(low=low, high=high), said.NONE_AT_ALL())
    if wrong or "day" not in fields or "month" not in fields:
        return
    try:
        date(fields.get("year", _LEAP_YEAR), fields["month"], fields["day"])
    except ValueError:
        stated = "-".join(str(fields[name]) for name in _DATE if name in fields)
        yield _finding("day", stated, said.CALENDAR_DAY(), said.NONE_AT_ALL())


def _finding(field: str, found: str | int | Told, expected: Told, instead: Any) -> Finding:
    told = said.STATED_UNUSABLE(found=found, expected=expected, instead=instead)
    return Finding(f"PHH {field}", told, Reading.PRACTICE, Severity.NOTICE)


def _shown(value: Any) -> str | Told:
    """``value`` where it is a number, or numbers; of what may be a name only what it is."""
    if type(value) is int:
        return shorten(str(value), 40)
    if type(value) is list and value and all(type(item) is int for item in value):
        return shorten(str(value), 80)
    if type(value) is list:
        return said.STATED_ARRAY(count=len(value))
    return said.STATED_TYPE(type=type(value).__name__)
