"""Following what comes: one thread for any number of projections, looking at the log on both stores alike."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event
from typing import Final

from projections.follow import Follower

PAUSE_MIN: Final = 0.01
PAUSE_MAX: Final = 1.0
"""Seconds between two looks at the log: the pause doubles while nothing comes."""


def follow(followers: Sequence[Follower], stopped: Event) -> None:
    """Follow what comes with all of ``followers``, until ``stopped`` is set; seldomer while nothing comes.

    Raises:
        TamperedError: the ledger is not the one that was followed.
    """
    pause, sizes = PAUSE_MIN, [-1] * len(followers)
    while not stopped.is_set():
        before = sizes
        sizes = [_grown(one, size) for one, size in zip(followers, before, strict=True)]
        pause = min(pause * 2, PAUSE_MAX) if sizes == before else PAUSE_MIN
        stopped.wait(pause)


def _grown(follower: Follower, before: int) -> int:
    """The size of the log, once the projection has followed it there; ``before`` is how far it had been."""
    size = follower.store.head().size
    if size != before:
        follower.catch_up(size)
    return size
