"""The log itself: its origin, its root key, whether it is demo play, and what befell it. One stream, ``log:main``."""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from tombo.ledger.core.clock_watch import Confirmed
from tombo.ledger.house.log.events import (
    ClockConfirmed,
    ClockStepped,
    LogEvent,
    LogOpened,
    LossDeclared,
    LossDeclaredV2,
    PeriodDetached,
)
from tombo.ledger.house.rules import headless

LOG_STREAM: Final = "log:main"


class Log(NamedTuple):
    """The ledger as its first entry names it, and what people confirmed of its clock."""

    origin: str
    root: str
    demo: bool
    confirmed: Confirmed = Confirmed()


def evolve(log: Log | None, event: LogEvent) -> Log:
    """``log`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``log.opened``.
    """
    if isinstance(event, LogOpened):
        return Log(event.origin, event.root, event.demo)
    if log is None:
        headless("log", event)
    match event:
        case ClockConfirmed():
            return log._replace(confirmed=Confirmed(log.confirmed.times + 1, max(event.clock, event.floor), last=True))
        case ClockStepped() | LossDeclared() | LossDeclaredV2() | PeriodDetached():
            return log._replace(confirmed=log.confirmed._replace(last=False))
        case _:
            assert_never(event)
