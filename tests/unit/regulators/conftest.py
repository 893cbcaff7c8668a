"""A simulated night of the regulator's tests, played, closed and exported once a run, and copied for each module; whoever asks does it when its day is over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.worlds.reported import CHANGE, Night
from tombo.ledger.core.clock import SystemClock
from tombo.reports.regulators import reading
from tombo.simulator.run import HOUR


@pytest.fixture(scope="module")
def the_next_day() -> Iterator[None]:
    """It is the day after the change of clocks."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(SystemClock, "now", lambda _: CHANGE + 24 * HOUR)
        yield


@pytest.fixture(scope="module")
def night(the_next_day: None, tmp_path_factory: pytest.TempPathFactory) -> Night:  # it stands before
    """Played, closed and exported."""
    return Night.copied(tmp_path_factory)


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """What can be told of no more is forgotten behind every few entries, and not behind a hundred thousand."""
    monkeypatch.setattr(reading, "FORGETS", 25)
