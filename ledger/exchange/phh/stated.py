"""What a file states of seats, number, date and time that no hand of ours can have: it is kept beside the hand, and told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Any, Final

from tombo.ledger.core.findings import Finding, Reading, Severity
from tombo.ledger.exchange.phh import said
from tombo.ledger.exchange.phh.read import PLAYERS_MAX, PhhHand, kind_of, shorten
from tombo.ledger.exchange.phh.terms import hand_number, stated_seat_count, stated_seats, zone

_LEAP_YEAR: Final = 2000
"""Of a day whose year is not stated."""
_DATE: Final = ("year", "month", "day")


def unusable(hand: PhhHand) -> Iterator[Finding]:
    """A finding for each field that is stated and could not be taken over, with what stands in its place."""
    fields, count = hand.fields, len(hand.stacks)
    if "seats" in fields and stated_seats(hand) is None:
        expected = f"{count} different seats from 1 to {PLAYERS_MAX}"
        yield _finding("seats", _shown(fields["seats"]), expected, f"1 to {count}")
    if "seat_count" in fields and stated_seat_count(hand) is None:
        yield _finding("seat_count", _shown(fields["seat_count"]), f"{count} to {PLAYERS_MAX}", str(count))
    if "hand" in fields and hand_number(hand) is None:
        yield _finding("hand", _shown(fields["hand"]), "a whole number from 0", "0")
    yield from _date(fields)
    if "time" in fields and not isinstance(fields["time"], time):
        yield _finding("time", _shown(fields["time"]), "a time of day", said.NONE_AT_ALL())
    if "time_zone" in fields and zone(fields["time_zone"], None) is None:
        yield _finding("time_zone", "no time zone", "one of the IANA data base", said.NONE_AT_ALL())


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
        yield _finding(name, _shown(fields[name]), f"{low} to {high}", said.NONE_AT_ALL())
    if wrong or "day" not in fields or "month" not in fields:
        return
    try:
        date(fields.get("year", _LEAP_YEAR), fields["month"], fields["day"])
    except ValueError:
        stated = "-".join(str(fields[name]) for name in _DATE if name in fields)
        yield _finding("day", stated, "a day of the calendar", said.NONE_AT_ALL())


def _finding(field: str, found: str, expected: str, instead: Any) -> Finding:
    told = said.STATED_UNUSABLE(found=found, expected=expected, instead=instead)
    return Finding(f"PHH {field}", told, Reading.PRACTICE, Severity.NOTICE)


def _shown(value: Any) -> str:
    """``value`` where it is a number, or numbers; of what may be a name only what it is."""
    if type(value) is int:
        return shorten(str(value), 40)
    if type(value) is list and value and all(type(item) is int for item in value):
        return shorten(str(value), 80)
    return kind_of(value)
