"""``tombo views`` and what ``tombo status`` says of it: lag, catch-up, live following, rebuilding, dropping."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.cli_run import Ran
from tests.worlds.followed import Till, kept, paid
from tests.worlds.signed_log import SignedLog, signed_log
from tombo.ledger.store import open_views
from tombo.projections import registry
from tombo.projections.follow import Follower, lag

LIVE = """
import sys
from tombo.cli.main import main
from tombo.projections import registry
from tests.worlds.followed import Till
registry.FOLLOWED = (Till,)
sys.exit(main(sys.argv[1:]))
"""
PAYMENTS = [paid(number) for number in range(50)]


@pytest.fixture(autouse=True)
def followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One projection is followed."""
    monkeypatch.setattr(registry, "FOLLOWED", (Till,))


@pytest.fixture
def log(store_url: str, tmp_path: Path) -> Iterator[SignedLog]:
    """A ledger without payments, on each database in turn."""
    with signed_log(store_url, tmp_path) as made:
        yield made


@pytest.fixture
def filed(sqlite_url: str, tmp_path: Path) -> Iterator[SignedLog]:
    """The same in a file."""
    with signed_log(sqlite_url, tmp_path) as made:
        yield made


def views(log: SignedLog, *words: str) -> Ran:
    """``tombo views`` on it."""
    return log.run("views", *words)


def test_following_and_listing(log: SignedLog) -> None:
    """Before, between and after catch-ups the list says how far, for people and for programs; so does status."""
    log.grow(PAYMENTS)
    before = views(log, "list")
    assert (before.status, before.out) == (0, f"till not followed yet (of {log.size(50)} entries)\n")
    assert views(log, "follow").out == f"till up to date (of {log.size(50)} entries)\n"
    log.grow(PAYMENTS[:2])
    assert views(log, "list").out == f"till 2 entries behind, at {log.size(50)} (of {log.size(52)} entries)\n"
    told = log.run("status")
    assert (told.status, told.out.splitlines()[-1]) == (0, f"Projections: till 2 entries behind, at {log.size(50)}")
    assert log.run("--json", "status").document["projections"] == [
        {"name": "till", "position": log.size(50), "behind": 2, "rebuilding": None}
    ]
    assert views(log, "follow", "till", "--json").document == {
        "entries": log.size(52),
        "projections": [{"name": "till", "position": log.size(52), "behind": 0, "rebuilding": None}],
    }


def test_looking_makes_nothing(filed: SignedLog, tmp_path: Path) -> None:
    """List and status leave no file beside a ledger for which nothing was followed."""
    before = sorted(tmp_path.iterdir())
    assert (views(filed, "list").status, filed.run("status").status) == (0, 0)
    assert sorted(tmp_path.iterdir()) == before


def test_rebuilding_and_dropping(log: SignedLog) -> None:
    """A rebuild gives the same rows in another build; a drop removes it, and following makes it again."""
    log.grow(PAYMENTS)
    assert views(log, "follow").status == 0
    assert views(log, "rebuild", "till").out == f"till up to date (of {log.size(50)} entries)\n"
    with open_views(log.url) as opened:
        assert [build.number for build in opened.builds("till")] == [2]
        assert kept(opened) == log.naive(PAYMENTS)
    assert views(log, "drop", "--json").document == {"dropped": ["till"]}
    assert views(log, "drop", "till").out == "Dropped: nothing, for nothing was kept\n"
    assert views(log, "list").out == f"till not followed yet (of {log.size(50)} entries)\n"
    assert views(log, "follow").out == f"till up to date (of {log.size(50)} entries)\n"


def test_an_unfinished_rebuild_is_told(log: SignedLog) -> None:
    """While a second build grows, list and status say how far it is, and that the first is still read."""
    log.grow(PAYMENTS)
    views(log, "follow")
    with open_views(log.url) as opened:
        opened.begin("till", Till.tables, 1, log.store.origin)
    assert views(log, "list").out == f"till up to date; being built again, at 0 (of {log.size(50)} entries)\n"
    assert views(log, "rebuild", "till").out == f"till up to date (of {log.size(50)} entries)\n"


def test_what_is_kept_of_a_projection_nobody_knows(log: SignedLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """A projection that the program no longer has is listed as long as its rows are there, and can be dropped."""
    log.grow(PAYMENTS)
    views(log, "follow")
    monkeypatch.setattr(registry, "FOLLOWED", ())
    assert views(log, "list").out == f"till up to date (of {log.size(50)} entries)\n"
    unknown = views(log, "follow", "till")
    assert (unknown.status, unknown.err) == (
        2,
        "tombo: there is no projection 'till'; 'tombo views list' shows those there are\n",
    )
    assert views(log, "drop", "till").out == "Dropped: till\n"
    assert views(log, "list").out == "No projection is followed, and nothing is kept\n"


def test_a_name_that_is_none(log: SignedLog) -> None:
    """A projection that does not exist is wrong usage, whatever was asked of it, and where the known ones are told is said."""
    for words in (("follow", "accounts"), ("rebuild", "accounts"), ("drop", "accounts")):
        ran = views(log, *words)
        assert (ran.status, ran.err) == (
            2,
            "tombo: there is no projection 'accounts'; 'tombo views list' shows those there are\n",
        )


def test_status_of_a_ledger_whose_projections_are_spoilt(filed: SignedLog, tmp_path: Path) -> None:
    """What is wrong with the file of projections is said, and status tells the rest: it is no matter of the ledger's."""
    (tmp_path / "ledger-views.db").write_text("something else")
    ran = filed.run("status", "--json")
    assert (ran.status, ran.document["projections"], ran.document["entries"]) == (0, None, filed.size(0))
    assert "ledger-views.db does not hold what projections keep" in ran.err
    refused = views(filed, "follow")
    assert (refused.status, "remove it, and 'tombo views follow' computes it again" in refused.err) == (2, True)


def test_a_ledger_that_is_not_the_one_followed(log: SignedLog) -> None:
    """A projection of another ledger is refused with status 1 and the way out, which works."""
    log.grow(PAYMENTS)
    with open_views(log.url) as opened:
        build = Follower(log.store, opened, Till).catch_up()
        opened.advance(build, build.position + 1, "0" * 64, build.state, {})
    ran = views(log, "follow")
    assert ran.status == 1
    assert f"log index {log.size(50)} is not the entry that the projection till followed; run 'tombo verify'" in ran.err
    assert "'tombo views drop till'" in ran.err
    assert views(log, "drop", "till").status == 0
    assert views(log, "follow").status == 0


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_following_live_until_told_to_end(log: SignedLog, ending: signal.Signals) -> None:
    """With --live what is recorded meanwhile gets into the rows; an interrupt or SIGTERM ends it in good order."""
    log.grow(PAYMENTS)
    program = [sys.executable, "-c", LIVE, *log.options, "--json", "views", "follow", "--live"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        assert running.stderr.readline() == "following till; interrupt to end it\n"
        with open_views(log.url) as opened:
            log.grow(PAYMENTS)
            deadline = time.monotonic() + 20
            while lag(log.store, opened, "till").behind and time.monotonic() < deadline:
                time.sleep(0.02)
            assert kept(opened) == log.naive([*PAYMENTS, *PAYMENTS])
        running.send_signal(ending)
        out, err = running.communicate(timeout=20)
    assert (running.returncode, err) == (0, "")
    assert json.loads(out)["projections"] == [
        {"name": "till", "position": log.size(100), "behind": 0, "rebuilding": None}
    ]
