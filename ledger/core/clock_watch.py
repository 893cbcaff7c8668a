"""The ledger's hold on the machine's clock: ``recorded`` never runs ahead of it, and no leap of it goes unseen.

Two things know better than a clock that was set wrong: the newest entry, recorded before now, and the time that has passed
by the machine's monotonic clock. Where they disagree with the clock beyond a limit the door stops, until a person confirms
the clock on record (``log.clock_confirmed``). Below the limits ``recorded`` follows the clock and never decreases.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tombo.ledger.core.clock import INSTANT_MAX, SECOND, Clock, display_instant, display_span
from tombo.ledger.core.errors import ClockError

TOLERANCE: Final = SECOND // 4
"""How far the clock may stand behind the newest entry and nothing is said: several hosts, each with its own small error.
Kept in step by NTP two hosts differ by a few milliseconds, over a poor network by some tens."""

AHEAD_MAX: Final = 10 * SECOND
"""How far the newest entry may lie ahead of the clock. Beyond the tolerance it is recorded (``log.clock_stepped``); a clock that
is corrected by more than this was wrong, and what it recorded needs a person's eye."""

LEAP_MAX: Final = 60 * SECOND
"""How far the clock may leap ahead of the time that passed while the door runs: a leap second and the correction of a machine
that was moved or suspended stay below it, a wrong date, hour or time zone does not."""

STANDSTILL_MAX: Final = 400 * 86_400 * SECOND
"""How long after its newest entry a ledger is opened without a question: a house of one season a year stands still for less,
by a month. A clock that is a year or more ahead does not pass; below that nothing at a start tells it from a standstill."""

NEXT: Final = "nothing was recorded; set the clock right, or, if it is right, run 'tombo clock confirm --staff NAME'"


class ClockReading(NamedTuple):
    """Both clocks at one moment, in microseconds."""

    now: int
    passed: int
    """By the monotonic clock, whose beginning means nothing."""


class Confirmed(NamedTuple):
    """What people have confirmed of the clock, as the stream of the log tells it."""

    times: int = 0
    floor: int = 0
    """The ledger's own time at the newest confirmation: entries up to it may lie ahead of the clock."""
    last: bool = False
    """Whether nothing befell the log since."""


class ClockWatch:
    """Reads the clock for every append, under the lock, and objects to what cannot be."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.confirmed = Confirmed()
        """To be kept up to date by whoever knows the log."""
        self.vouched = False
        """Whether the newest append to the log has a confirmation: it vouches for the standstill after it, however long."""
        self._last: ClockReading | None = None
        self._times = 0
        self._read: tuple[ClockReading, int] | None = None
        """Of the append under way: the reading, and how often the clock had been confirmed then."""

    @property
    def starts(self) -> bool:
        """Whether there is nothing to go by but the newest entry: no append yet, or the clock was confirmed since the last."""
        return self._last is None or self.confirmed.times > self._times

    def read(self) -> ClockReading:
        """Both clocks now."""
        return ClockReading(self.clock.now(), self.clock.monotonic())

    def recorded(self, reading: ClockReading, newest: int) -> int:
        """The time of an append at ``reading``, after an entry of ``newest``. Once it is durable it counts as the last one (``appended``).

        Raises:
            ClockError: the newest entry lies ahead of the clock, or the clock leapt ahead, beyond the limits.
        """
        for objection in (self._ahead(reading, newest), self._leap(reading, newest)):
            if objection:
                raise ClockError(f"{objection}; {NEXT}")
        return self.accept(reading, newest)

    def accept(self, reading: ClockReading, newest: int) -> int:
        """As ``recorded``, where a person confirmed the clock.

        Raises:
            ClockError: a time that no entry can bear.
        """
        recorded = max(reading.now, newest)
        if not 0 <= reading.now <= recorded <= INSTANT_MAX:
            raise ClockError(
                f"the time of the next entry would be {recorded} microseconds after 1970, expected at most {INSTANT_MAX}: "
                "the clock or the newest entry is wrong; nothing was recorded; look at both, and run 'tombo verify'"
            )
        self._read = reading, self.confirmed.times
        return recorded

    def appended(self) -> None:
        """The append for which the clock was read is durable. One that is not vouches for nothing, a confirmation least of all."""
        if self._read is not None:
            self._last, self._times = self._read

    def _ahead(self, reading: ClockReading, newest: int) -> str | None:
        if newest - reading.now <= AHEAD_MAX or newest <= self.confirmed.floor:
            return None
        return (
            f"the newest entry was recorded at {_shown(newest)}, which is {display_span(newest - reading.now)} ahead of this "
            f"machine's clock, {_shown(reading.now)}; expected at most {display_span(AHEAD_MAX)}"
        )

    def _leap(self, reading: ClockReading, newest: int) -> str | None:
        last = self._last
        if last is None or self.starts:
            if not newest or reading.now - newest <= STANDSTILL_MAX or self.vouched:
                return None
            return (
                f"this machine's clock says {_shown(reading.now)}, {display_span(reading.now - newest)} after the newest entry, "
                f"recorded at {_shown(newest)}; expected at most {display_span(STANDSTILL_MAX)}"
            )
        leap = (reading.now - last.now) - (reading.passed - last.passed)
        if leap <= LEAP_MAX:
            return None
        return (
            f"this machine's clock leapt {display_span(leap)} ahead, to {_shown(reading.now)}: since the last append, at "
            f"{_shown(last.now)}, {display_span(reading.passed - last.passed)} have passed; expected at most {display_span(LEAP_MAX)}"
        )


def _shown(instant: int) -> str:
    """An instant for people; the bare number where the calendar has none for it."""
    return display_instant(instant) if 0 <= instant <= INSTANT_MAX else f"{instant} microseconds after 1970"
