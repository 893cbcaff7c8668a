"""``docs/library.md`` says what is so: which functions of the event-store library run when, on either store, traced."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from bench.play import hand, house, play
from tests.conftest import ORIGIN
from tests.tools.traced import library_calls
from tests.worlds.followed import Till, kept
from tests.worlds.staff import signed
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.poker.commands import PlaceBet
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.policy import load_policy
from tombo.ledger.store import open_evidence, open_views
from tombo.ledger.verify import verify
from tombo.projections.follow import Follower, Viewer, lag
from tombo.projections.round.hand import of

ROOT: Final = Path(__file__).resolve().parents[2]
STORES: Final = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
Ran = dict[str, list[str]]
"""What is done, and the functions of the library that ran, in order of name."""


def told() -> dict[str, Ran]:
    """The table of the page, for each store."""
    found: dict[str, Ran] = {store: {} for store in STORES.values()}
    for line in (ROOT / "docs/library.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 4 and cells[2].isdigit():
            done, stores, count, functions = cells
            names = sorted(re.findall(r"`([^`]+)`", functions))
            assert len(names) == int(count), line
            for store in STORES.values() if stores == "both" else [stores]:
                assert done not in found[store], line
                found[store][done] = names
    return found


class Tracer:
    """Does one thing after the other, and writes down what of the library ran."""

    def __init__(self) -> None:
        self.ran: Ran = {}

    def does(self, what: str, how: Callable[[], Any]) -> Any:
        with library_calls() as calls:
            outcome = how()
        self.ran[what] = sorted(calls)
        return outcome


def reads(ledger: Ledger) -> Iterator[object]:
    """What is read of a ledger: a state to decide on, a stream, the whole log, its end, the streams of a type."""
    entries = ledger.entries("hand:mesa-0/1")
    yield from (ledger.view()("hand:mesa-0/1"), entries, of(entries, {}, Viewer()), list(ledger.store.rows()))
    yield from (ledger.store.head(), ledger.store.streams("hand"), ledger.store.command("mesa-0/1/3"))


def plays(tracer: Tracer, ledger: Ledger) -> None:
    """A bet, the same again, a bet out of turn, the rest of the hand in one commit, and what is read then."""
    *begun, bet = (signed(envelope, ORIGIN) for envelope in hand(0, 2)[:4])
    assert isinstance(bet.command, PlaceBet)
    ledger.handle_many(begun)
    receipt = tracer.does("a bet is committed", lambda: ledger.handle(bet))
    again = tracer.does("a command comes again", lambda: ledger.handle(bet))
    assert isinstance(receipt, Acknowledgement) and not receipt.repeated
    assert isinstance(again, Acknowledgement) and again.repeated
    other = bet._replace(command_id="out-of-turn")
    assert isinstance(tracer.does("a command is refused", lambda: ledger.handle(other)), Refused)
    tracer.does("many commands in one commit", lambda: play(ledger, hand(0, 2)[4:]))
    tracer.does("states, streams and the log are read", lambda: list(reads(ledger)))


def follows(tracer: Tracer, ledger: Ledger, url: str) -> None:
    """A projection takes up the log, then what came, and its rows are read."""
    with open_views(url) as views:
        follower = Follower(ledger.store, views, Till)
        tracer.does("a projection is begun and pulls the log", follower.catch_up)
        play(ledger, hand(0, 3))
        tracer.does("a projection pulls what came", follower.catch_up)
        tracer.does("followed rows are read", lambda: (lag(ledger.store, views, "till"), kept(views)))


@pytest.fixture
def traced(store_url: str, tmp_path: Path) -> Ran:
    """All that the page tells of, done once."""
    keyring, tracer = Keyring(tmp_path / "keys"), Tracer()
    made = create_ledger(store_url, keyring, origin=ORIGIN)
    with made.store:
        play(made, house(1))
        play(made, hand(0, 1))
    ledger: Ledger = tracer.does("a ledger is opened", lambda: open_ledger(store_url, keyring))
    plays(tracer, ledger)
    tracer.does("the tree is published", lambda: publish(ledger.store, keyring.signer()))
    follows(tracer, ledger, store_url)
    tracer.does("a ledger is closed", ledger.store.close)
    policy = load_policy(keyring.policy)
    report = tracer.does("a ledger is verified", lambda: verify(partial(open_evidence, store_url), policy))
    assert report.entries and not report.exit_status, report
    return tracer.ran


def test_the_page_says_what_runs(traced: Ran, store_url: str) -> None:
    """Every line of the table is what ran, function by function, and nothing that was traced is left out."""
    assert told()[STORES[store_url.partition(":")[0]]] == traced


def test_a_bet_meets_the_library_in_one_record(traced: Ran) -> None:
    """What is said of the bet beside the table: of the library's code only its record of a row is made."""
    assert traced["a bet is committed"] == traced["many commands in one commit"] == ["StoredEvent.__init__"]


def test_the_tracing_sees_what_runs(store_url: str, tmp_path: Path) -> None:
    """The library's own reading, which a ledger leaves alone, is found when somebody uses it."""
    with create_ledger(store_url, Keyring(tmp_path / "keys"), origin=ORIGIN).store as store, library_calls() as calls:
        store.recorder.select_events("log:main")
    assert any(name.endswith("AggregateRecorder.select_events") for name in calls)
