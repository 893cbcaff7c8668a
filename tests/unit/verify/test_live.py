"""A ledger that is written to while it is verified: what comes meanwhile is no objection, and hides none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bench.play import hand, house, play
from tests.conftest import run_past, run_raw
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.verify import Code, Report, verify

HANDS = 6
"""So many that the next ones fill a tile."""


class Operator:
    """A ledger at play, with 207 entries published."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.keyring = Keyring(folder / "keys")
        self.ledger: Ledger = create_ledger(
            url, self.keyring, origin="operator.example/ledger/1", clock=SteppingClock()
        )
        play(self.ledger, house(2))
        self.hands = 0
        for _ in range(HANDS):
            self.play_on()
        self.note = publish(self.ledger.store, self.keyring.signer()).encode()

    def play_on(self) -> None:
        """One hand more."""
        self.hands += 1
        play(self.ledger, hand(0, self.hands))

    def publish(self) -> None:
        """Two hands more, published."""
        self.play_on()
        self.play_on()
        publish(self.ledger.store, self.keyring.signer())

    def report(self, when: str, act: Callable[[], object]) -> Report:
        """What the verifier says while somebody acts once, after the verifier's first look at ``when``."""
        policy = parse_policy(self.keyring.policy.read_text())
        return verify(
            partial(Watched, self.url, self.keyring.opening_secret(self.ledger.store.origin), when, act),
            policy,
            checkpoint=self.note,
        )


class Watched:
    """A store as a source, in the middle of whose answers something happens."""

    def __init__(self, url: str, secret: bytes, when: str, act: Callable[[], object]) -> None:
        self._store = open_opened(url, secret)
        self._left = [when]
        self._act = act

    def _reached(self, what: str) -> None:
        if what in self._left:
            self._left.remove(what)
            self._act()

    def head(self) -> Any:
        found = self._store.head()
        self._reached("head")
        return found

    def __getattr__(self, name: str) -> Any:
        answer = getattr(self._store, name)
        return (
            answer
            if name in {"close", "orphan_openings", "differences", "named"}
            else partial(self._slowly, name, answer)
        )

    def _slowly(self, name: str, answer: Callable[..., Iterator[Any]], *asked: int | None) -> Iterator[Any]:
        for item in answer(*asked):
            yield item
            self._reached(name)
        self._reached(name)


@pytest.fixture
def operator(store_url: str, tmp_path: Path) -> Iterator[Operator]:
    """The operator, on each store in turn."""
    made = Operator(store_url, tmp_path)
    yield made
    made.ledger.store.close()


PLACES = ("head", "rows", "commands", "openings_between", "tiles", "checkpoints")


def test_a_writer_at_work_is_no_forger(operator: Operator) -> None:
    """Entries recorded after the verifier looked at the end of the log are not yet its business."""
    for place in PLACES:
        report = operator.report(place, operator.play_on)
        assert (report.verdict, report.problems) == (Code.OK, []), place


def test_a_publisher_at_work_is_no_forger(operator: Operator) -> None:
    """Tiles filled and checkpoints stored while the verifier reads them are as good as those before."""
    for place in PLACES:
        report = operator.report(place, operator.publish)
        assert (report.verdict, report.problems) == (Code.OK, []), place


def test_growth_does_not_excuse_what_was_there_before(operator: Operator) -> None:
    """A hash cut out of the tiles before is missing, however much is recorded and published meanwhile."""

    def cut() -> None:
        run_raw(operator.url, "UPDATE tiles SET hashes = substr(hashes, 1, 320) WHERE level = 0 AND n = 0")

    cut()
    last = operator.ledger.store.head().size - 1
    for place in PLACES:
        report = operator.report(place, operator.play_on)
        first = report.problems[0]
        assert (first.code, first.first, first.last, first.field) == (Code.MISSING, 10, last, "tiles"), place


def test_a_checkpoint_brought_is_not_excused_by_growth(operator: Operator) -> None:
    """Whoever brings a checkpoint had it before: entries that come meanwhile do not make good for lost ones."""
    operator.play_on()
    operator.note = publish(operator.ledger.store, operator.keyring.signer()).encode()
    size = operator.ledger.store.head().size
    run_past(operator.url, f"DELETE FROM stored_events WHERE notification_id > {size - 4}")
    copy = "SELECT {id}, 'hand:x/' || {id}, 1, topic, state FROM stored_events WHERE notification_id = 60"

    def grow() -> None:
        for number in range(size - 3, size + 3):
            run_raw(operator.url, f"INSERT INTO stored_events {copy.format(id=number)}")

    report = operator.report("head", grow)
    first = report.problems[0]
    assert (first.code, first.first, first.last) == (Code.TRUNCATED, size - 4, size - 1)
