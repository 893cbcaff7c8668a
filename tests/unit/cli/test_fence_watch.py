"""A fence that is lost is said at once, and once; and that it is held again."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tombo.cli.fence_watch import FenceWatch
from tombo.ledger.core.errors import StoreUnavailableError

LOST = "the fence of this ledger was lost"
AGAIN = "the fence of this ledger is held again"


class Held:
    """A fence that a test takes away; ``looked`` is how often somebody asked since."""

    def __init__(self) -> None:
        self.lost = False
        self.looked = 0

    def check(self) -> None:
        """As a fence has it."""
        self.looked += 1
        if self.lost:
            raise StoreUnavailableError(LOST)

    def turn(self, *, lost: bool) -> None:
        """Take it away, or give it back."""
        self.lost, self.looked = lost, 0


def test_it_is_said_once_with_the_next_command_and_once_that_it_is_over(capfd: pytest.CaptureFixture[str]) -> None:
    """Without anybody asking for a commit; twice lost, twice said."""
    held = Held()
    with FenceWatch(held.check, every=0.001):
        for lost in (False, True, False, True):
            held.turn(lost=lost)
            _until(lambda: held.looked > 5)
    lines = capfd.readouterr().err.splitlines()
    assert [line.partition(": ")[2].startswith(LOST) for line in lines] == [True, False, True]
    assert lines[0].endswith("run 'tombo status', which says whether the database can be reached")
    assert AGAIN in lines[1]


def _until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not done():
        assert time.monotonic() < end
        time.sleep(0.001)
