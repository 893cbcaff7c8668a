"""Following what comes: one thread for any number of projections, looking at the log on both stores alike."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from threading import Event
from typing import Final

from tombo.ledger.core.errors import StoreUnavailableError
from tombo.projections.follow import Follower

PAUSE_MIN: Final = 0.01
PAUSE_MAX: Final = 1.0
"""Seconds between two looks at the log: the pause doubles while nothing comes."""
PATIENCE: Final = 600.0
"""Seconds for which a store may be out of reach: longer than a server needs to start again, or another to take over."""


def follow(followers: Sequence[Follower], stopped: Event, told: Callable[[str], None] = lambda _: None) -> None:
    """Follow what comes with all of ``followers``, until ``stopped`` is set; seldomer while nothing comes.

    A store that is out of reach is asked again until it answers: what was written stands with its position, and nothing is
    counted twice. ``told`` hears of that, and of its end.

    Raises:
        StoreUnavailableError: it did not answer for ``PATIENCE`` seconds.
        TamperedError: the ledger is not the one that was followed.
    """
    pause, sizes, outage = PAUSE_MIN, [-1] * len(followers), _Outage(told)
    while not stopped.is_set():
        before = sizes
        try:
            sizes = [_grown(one, size) for one, size in zip(followers, before, strict=True)]
        except StoreUnavailableError as error:
            outage.goes_on(error)
            pause = PAUSE_MAX
        else:
            outage.is_over()
            pause = min(pause * 2, PAUSE_MAX) if sizes == before else PAUSE_MIN
        stopped.wait(pause)


def caught_up(follower: Follower, told: Callable[[str], None]) -> None:
    """Bring ``follower`` up to the end of the log as it is now, however often the store is out of reach meanwhile.

    Raises:
        StoreUnavailableError: it did not answer for ``PATIENCE`` seconds.
        TamperedError: the ledger is not the one that was followed.
    """
    outage, nobody = _Outage(told), Event()
    while True:
        try:
            follower.catch_up()
        except StoreUnavailableError as error:
            outage.goes_on(error)
            nobody.wait(PAUSE_MAX)
        else:
            return outage.is_over()


class _Outage:
    """The time since a store was first out of reach, if it is."""

    def __init__(self, told: Callable[[str], None]) -> None:
        self._told = told
        self._since: float | None = None

    def goes_on(self, error: StoreUnavailableError) -> None:
        """It is, or still is, out of reach.

        Raises:
            StoreUnavailableError: ``error``, where it has been for too long.
        """
        now = time.monotonic()
        if self._since is None:
            self._since = now
            said = " ".join(str(error).split())  # a driver's own words may have several lines
            self._told(f"{said}; trying again for {PATIENCE / 60:.0f} minutes, nothing is lost meanwhile")
        elif now - self._since > PATIENCE:
            raise error

    def is_over(self) -> None:
        """It answers."""
        if self._since is not None:
            self._told(f"the store answers again after {time.monotonic() - self._since:.0f} s; following goes on")
            self._since = None


def _grown(follower: Follower, before: int) -> int:
    """The size of the log, once the projection has followed it there; ``before`` is how far it had been."""
    size = follower.store.head().size
    if size != before:
        follower.catch_up(size)
    return size
