"""Amounts and times as people type them, and as the command line names them."""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime, timedelta
from typing import BinaryIO, Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.money import Money
from tombo.ledger.core.said import Told
from tombo.reports.said.commands import common as said

_EUROS: Final = re.compile(r"(\d{1,12})(?:\.(\d\d))?", re.ASCII)


def euros(text: str) -> Money:
    """The amount of euro that somebody typed: ``5`` or ``5.00``.

    Raises:
        UsageError: no such amount.
    """
    found = _EUROS.fullmatch(text)
    if found is None:
        raise UsageError(said.NO_AMOUNT(typed=repr(text)))
    return Money(int(found[1]) * 100 + int(found[2] or 0))


def typed_line(text: str, most: int) -> str:
    """``text``, or where it is - a line of stdin: what is typed as an argument every other process of the machine can read.

    No more of it is read than tells that it has more than ``most`` letters; of a stdin that was closed before we were started nothing.

    Raises:
        UnicodeDecodeError: what stands there is no UTF-8.
    """
    if text != "-":
        return text
    return "" if sys.stdin is None else sys.stdin.readline(most + 2).rstrip("\r\n")


def standard_input() -> BinaryIO:
    """What is sent to this process.

    Raises:
        UsageError: it was closed before we were started.
    """
    if sys.stdin is None:
        raise UsageError(said.STDIN_CLOSED())
    return sys.stdin.buffer


def moment(instant: int) -> datetime:
    """``instant`` as a date and time in UTC."""
    return datetime.fromtimestamp(instant // SECOND, tz=UTC) + timedelta(microseconds=instant % SECOND)


def entry_indices(first: int, last: int) -> Told:
    """``the entry 7``, ``the entries 7 to 9``."""
    return said.ENTRY_ALONE(first=first) if first == last else said.ENTRIES_BETWEEN(first=first, last=last)
