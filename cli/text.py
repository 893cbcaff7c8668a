"""How amounts, times and cards are written for people."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from ledger.core.clock import SECOND
from ledger.core.errors import UsageError
from ledger.core.lisbon import in_lisbon
from ledger.core.money import Money, display
from ledger.terms.unit import Unit

_EUROS: Final = re.compile(r"(\d{1,12})(?:\.(\d\d))?", re.ASCII)


WRONG_NEXT: Final = (
    "Next: 'tombo verify --checkpoint FILE', with a checkpoint kept outside; keep what it says beside this"
)
"""What to do about a hand or round that is recorded otherwise than its rules give."""


def figure(amount: int, unit: Unit) -> str:
    """``amount`` in ``unit`` without the name of the currency: ``12.50``."""
    return display(amount, unit.currency, unit.decimals).rpartition(" ")[0]


def priced(amount: int, unit: Unit) -> str:
    """``amount`` in ``unit`` with its currency: ``12.50 EUR``, ``225 chips``."""
    return display(amount, unit.currency, unit.decimals)


def signed(amount: int, unit: Unit) -> str:
    """A gain or loss: ``+12.50``, ``-3.00``, ``0.00``."""
    sign = "+" if amount > 0 else "-" if amount < 0 else ""
    return sign + figure(abs(amount), unit)


def euros(text: str) -> Money:
    """The amount of euro that somebody typed: ``5`` or ``5.00``.

    Raises:
        UsageError: no such amount.
    """
    found = _EUROS.fullmatch(text)
    if found is None:
        raise UsageError(f"{text!r} is no amount of euro; expected for example 5.00")
    return Money(int(found[1]) * 100 + int(found[2] or 0))


def cards(texts: Iterable[str]) -> str:
    """Cards in brackets, as hand histories have them: ``[Ah Kd]``."""
    return f"[{' '.join(texts)}]"


def listed(words: Iterable[str]) -> str:
    """``a, b and c``."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def moment(instant: int) -> datetime:
    """``instant`` as a date and time in UTC."""
    return datetime.fromtimestamp(instant // SECOND, tz=UTC) + timedelta(microseconds=instant % SECOND)


def dated(instant: int) -> str:
    """Date and time for a heading: in Lisbon, and in UTC."""
    utc, lisbon = moment(instant), in_lisbon(instant)
    if lisbon is None:
        return f"{utc:%Y-%m-%d %H:%M:%S} UTC"
    same_day = lisbon.date() == utc.date()
    return f"{lisbon:%Y-%m-%d %H:%M:%S} in Lisbon ({utc:{'%H:%M:%S' if same_day else '%Y-%m-%d %H:%M:%S'}} UTC)"


def timed(instant: int) -> str:
    """The time of day in Lisbon, for a line under a heading that has the date: ``10:20:03``."""
    return f"{in_lisbon(instant) or moment(instant):%H:%M:%S}"


def counted(count: int, noun: str) -> str:
    """``1 entry``, ``2 entries``, ``3 hands``, ``4 rebuys``."""
    if count == 1:
        return f"1 {noun}"
    return f"{count:,} {noun[:-1]}ies" if noun.endswith("y") and noun[-2] not in "aeou" else f"{count:,} {noun}s"


def entry_indices(first: int, last: int) -> str:
    """``the entry 7``, ``the entries 7 to 9``."""
    return f"the entry {first}" if first == last else f"the entries {first} to {last}"
