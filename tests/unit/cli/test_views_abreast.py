"""``tombo views rebuild`` and ``follow`` of several projections side by side: every row is the one that one process writes (issue 15)."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.worlds.abreast import NAMES, Hour
from tombo.cli.commands import views as command
from tombo.ledger.store import open_views
from tombo.projections import abreast
from tombo.projections.abreast import Forwarder
from tombo.projections.follow import Follower, Projection
from tombo.projections.registry import FOLLOWED

BATCH: Final = 200
PART: Final = 2 * BATCH


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of few entries, which others do however few there are."""
    for module, name, most in ((command, "BATCH", BATCH), (abreast, "BATCHES", 2), (abreast, "FEW", 0)):
        monkeypatch.setattr(module, name, most)


@pytest.fixture
def nobody_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks folds nothing himself, but where there is nothing to fold."""
    real = Follower._followed

    def followed(follower: Follower, build: Any, size: int) -> Any:
        assert os.getpid() != asker or build.position >= size
        return real(follower, build, size)

    asker = os.getpid()
    monkeypatch.setattr(Follower, "_followed", followed)


def test_side_by_side_they_keep_what_one_process_keeps(played_hour: Hour) -> None:
    """Followed first, rebuilt all and rebuilt by name: every row of every table, what is known besides, and what is said."""
    assert played_hour.size > 5 * PART
    alone = played_hour.views("follow", "--jobs", "1")
    assert alone.status == 0, alone.err
    due = played_hour.kept()
    assert all(len(rows) for *_, rows in due.values())
    played_hour.views("drop")
    for words in (("follow",), ("rebuild",), ("rebuild", "search", "accounts"), ("rebuild", "refunds")):
        together = played_hour.views(*words, "--jobs", "3")
        assert (together.status, together.err) == (0, "")
        assert played_hour.kept() == due
    everything = played_hour.views("rebuild", "--jobs", "2")
    assert (everything.out, everything.status) == (alone.out, 0)
    assert {name: [number for number, *_ in found] for name, found in played_hour.builds().items()} == {
        "accounts": [5],
        "refunds": [5],
        "search": [5],
        "session_statement": [4],
    }


@pytest.mark.usefixtures("nobody_alone")
def test_who_asks_folds_nothing(filed_hour: Hour) -> None:
    """Where others folded all of it."""
    for words in (("follow",), ("rebuild",)):
        assert filed_hour.views(*words, "--jobs", "2").status == 0
        assert [path.name for path in filed_hour.folder.glob("ledger-views.db*")] == ["ledger-views.db"]
    assert {lag["behind"] for lag in filed_hour.views("list").document["projections"]} == {0}


def test_rebuilding_what_was_never_followed_makes_it(filed_hour: Hour) -> None:
    """One build of each, and no second one beside it."""
    assert filed_hour.views("rebuild", "--jobs", "2").status == 0
    assert filed_hour.builds() == {name: [(1, filed_hour.size, True)] for name in NAMES}


def test_after_an_upgrade_what_is_older_is_computed_again(filed_hour: Hour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the rows that are read, by ``follow``, which another version of two projections comes with; the others stay as they are."""
    filed_hour.views("follow")
    due = filed_hour.kept()
    for projection in FOLLOWED[:2]:
        monkeypatch.setattr(projection, "version", projection.version + 1)
    assert filed_hour.views("follow", "--jobs", "2").status == 0
    assert [number for ((number, *_),) in filed_hour.builds().values()] == [2, 2, 1, 1]
    kept = filed_hour.kept()
    assert {name: (found[0], *found[2:]) for name, found in kept.items()} == {
        name: (found[0], *found[2:]) for name, found in due.items()
    }


def test_one_goes_on_where_it_was(filed_hour: Hour) -> None:
    """What others folded before they were stopped is not folded again: by how far each is as the next begins, and under which number."""
    filed_hour.views("follow")
    due = filed_hour.kept()
    stopped = _stopped_after(5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "Bar", lambda _: stopped)
        assert filed_hour.views("rebuild", "--jobs", "2").status == 130
    begun = {name: found[1:] for name, found in filed_hour.builds().items()}
    assert sum(position for found in begun.values() for _, position, _ in found) >= PART
    assert filed_hour.kept() == due
    reached = list[int]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "Bar", lambda _: _Heard(reached.append))
        assert filed_hour.views("rebuild", "--jobs", "2").status == 0
    assert max(reached) == len(NAMES) * filed_hour.size
    for name, found in filed_hour.builds().items():
        assert found == [(2, filed_hour.size, True)], name
    assert filed_hour.kept() == due


class _Heard:
    """A bar that is nothing but heard."""

    def __init__(self, hears: Callable[[int], object]) -> None:
        self._hears = hears

    def __call__(self, done: int, total: int | None = None) -> None:
        self._hears(done)

    def clear(self) -> None:
        """It was never drawn."""


def _stopped_after(times: int) -> _Heard:
    """A bar at which somebody presses Ctrl-C."""
    left = [times]

    def hears(_: int) -> None:
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    return _Heard(hears)


@pytest.mark.usefixtures("copies")
def test_a_process_that_is_killed_is_replaced(
    filed_hour: Hour, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each of the first two in the middle of a part of its own: the rows are those of one process, and nobody is told."""
    filed_hour.views("follow", "--jobs", "1")
    due = filed_hour.kept()
    real = Forwarder.__call__

    def dies(forwarder: Forwarder, part: Any) -> int:
        found = real(forwarder, part)
        if part.upto >= 2 * PART:
            (tmp_path / f"killed-{os.getpid()}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return found

    monkeypatch.setattr(Forwarder, "__call__", dies)  # of copies of this process, not of those that come after them
    ran = filed_hour.views("rebuild", "--jobs", "2")
    assert (ran.status, ran.err) == (0, "")
    assert list(tmp_path.glob("killed-*"))
    assert filed_hour.kept() == due


def test_what_goes_wrong_beside_is_told_and_one_process_goes_on(
    filed_hour: Hour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of ours in what is done side by side costs time, and no row."""
    filed_hour.views("follow", "--jobs", "1")
    due = filed_hour.kept()
    monkeypatch.setattr(abreast, "ForwardPart", lambda *_: pytest.fail)
    ran = filed_hour.views("rebuild", "--jobs", "2")
    assert ran.status == 0
    assert ran.err.startswith("tombo: what was to be followed side by side could not be (")
    assert filed_hour.kept() == due


def test_what_cannot_be_followed_is_told_as_one_process_tells_it(filed_hour: Hour) -> None:
    """The first in order that cannot go on, in the same words; there is no other warning."""
    filed_hour.views("follow")
    with open_views(filed_hour.url) as views:
        for name in NAMES[1:3]:
            build = views.live(name)
            assert build is not None
            views.advance(build, build.position + 1, "0" * 64, build.state, {})
    told = [filed_hour.views("follow", "--jobs", jobs) for jobs in ("1", "2")]
    assert [(ran.status, ran.out, ran.err) for ran in told] == [(1, "", told[0].err)] * 2
    assert f"the projection {NAMES[1]} followed" in told[0].err


def test_a_newer_version_is_refused_as_by_one_process(filed_hour: Hour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those before it are brought up all the same."""
    last: type[Projection] = FOLLOWED[-1]
    filed_hour.views("follow", last.name)
    monkeypatch.setattr(last, "version", last.version - 1)
    ran = filed_hour.views("follow", "--jobs", "2")
    assert (ran.status, "a newer" in ran.err) == (2, True)
    assert [found[0][1] for found in filed_hour.builds().values()] == [filed_hour.size] * len(NAMES)
