"""The log itself: its origin, its root key, whether it is demo play, and what befell it. One stream, ``log:main``."""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from ledger.core.command import View
from ledger.core.findings import Refused
from ledger.house.events import ClockStepped, LogEvent, LogOpened, LossDeclared
from ledger.house.rules import headless, house

LOG_STREAM: Final = "log:main"


class Log(NamedTuple):
    """The ledger as its first entry names it. What befell it later, a clock that stepped or a loss, changes no decision."""

    origin: str
    root: str
    demo: bool


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
        case ClockStepped() | LossDeclared():
            return log
        case _:
            assert_never(event)


def money_refusal(view: View) -> Refused | None:
    """The objection to euro in a ledger of demo play (architecture, decision 20; R806 r.74-75)."""
    log: Log | None = view(LOG_STREAM)
    if log is not None and log.demo:
        return house("demo", "this ledger holds demo play, which knows no euro; expected chips, or another ledger")
    return None


def play_chips_refusal(view: View) -> Refused | None:
    """The objection to chips without currency in a ledger of money: demo play has an origin of its own (decision 20)."""
    log: Log | None = view(LOG_STREAM)
    if log is not None and not log.demo:
        return house("demo", "this ledger holds money; chips without currency are demo play, in a ledger of their own")
    return None
