"""``tombo views`` and what ``tombo status`` says of it: lag, catch-up, live following, rebuilding, dropping."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ledger.store import Store, open_store, open_views
from projections import registry
from projections.follow import Follower, lag
from tests.cli_run import Ran, tombo
from tests.followed import Till, grow, kept, naive, paid

LIVE = """
import sys
from cli.main import main
from projections import registry
from tests.followed import Till
registry.FOLLOWED = (Till,)
sys.exit(main(sys.argv[1:]))
"""
PAYMENTS = [paid(number) for number in range(50)]


@pytest.fixture(autouse=True)
def followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One projection is followed."""
    monkeypatch.setattr(registry, "FOLLOWED", (Till,))


def views(store: Store, *words: str) -> Ran:
    """``tombo views`` on the ledger of ``store``."""
    return tombo("--ledger", store.url, "views", *words)


def test_following_and_listing(store: Store) -> None:
    """Before, between and after catch-ups the list says how far, for people and for programs; so does status."""
    grow(store, PAYMENTS)
    before = views(store, "list")
    assert (before.status, before.out) == (0, "till not followed yet (of 50 entries)\n")
    assert views(store, "follow").out == "till up to date (of 50 entries)\n"
    grow(store, PAYMENTS[:2])
    assert views(store, "list").out == "till 2 entries behind, at 50 (of 52 entries)\n"
    told = tombo("--ledger", store.url, "status")
    assert (told.status, told.out.splitlines()[-1]) == (0, "Projections: till 2 entries behind, at 50")
    assert tombo("--ledger", store.url, "--json", "status").document["projections"] == [
        {"name": "till", "position": 50, "behind": 2, "rebuilding": None}
    ]
    assert views(store, "follow", "till", "--json").document == {
        "entries": 52,
        "projections": [{"name": "till", "position": 52, "behind": 0, "rebuilding": None}],
    }


def test_looking_makes_nothing(sqlite_store: Store, tmp_path: Path) -> None:
    """List and status leave no file beside a ledger for which nothing was followed."""
    before = sorted(tmp_path.iterdir())
    assert (views(sqlite_store, "list").status, tombo("--ledger", sqlite_store.url, "status").status) == (0, 0)
    assert sorted(tmp_path.iterdir()) == before


def test_rebuilding_and_dropping(store: Store) -> None:
    """A rebuild gives the same rows in another build; a drop removes it, and following makes it again."""
    grow(store, PAYMENTS)
    assert views(store, "follow").status == 0
    assert views(store, "rebuild", "till").out == "till up to date (of 50 entries)\n"
    with open_views(store.url) as opened:
        assert [build.number for build in opened.builds("till")] == [2]
        assert kept(opened) == naive(PAYMENTS)
    assert views(store, "drop", "--json").document == {"dropped": ["till"]}
    assert views(store, "drop", "till").out == "Dropped: nothing, for nothing was kept\n"
    assert views(store, "list").out == "till not followed yet (of 50 entries)\n"
    assert views(store, "follow").out == "till up to date (of 50 entries)\n"


def test_an_unfinished_rebuild_is_told(store: Store) -> None:
    """While a second build grows, list and status say how far it is, and that the first is still read."""
    grow(store, PAYMENTS)
    views(store, "follow")
    with open_views(store.url) as opened:
        opened.begin("till", Till.tables, 1, store.origin)
    assert views(store, "list").out == "till up to date; being built again, at 0 (of 50 entries)\n"
    assert views(store, "rebuild", "till").out == "till up to date (of 50 entries)\n"


def test_what_is_kept_of_a_projection_nobody_knows(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A projection that the program no longer has is listed as long as its rows are there, and can be dropped."""
    grow(store, PAYMENTS)
    views(store, "follow")
    monkeypatch.setattr(registry, "FOLLOWED", ())
    assert views(store, "list").out == "till up to date (of 50 entries)\n"
    unknown = views(store, "follow", "till")
    assert (unknown.status, unknown.err) == (
        2,
        "tombo: there is no projection 'till'; 'tombo views list' shows those there are\n",
    )
    assert views(store, "drop", "till").out == "Dropped: till\n"
    assert views(store, "list").out == "No projection is followed, and nothing is kept\n"


def test_a_name_that_is_none(store: Store) -> None:
    """A projection that does not exist is wrong usage, whatever was asked of it, and where the known ones are told is said."""
    for words in (("follow", "accounts"), ("rebuild", "accounts"), ("drop", "accounts")):
        ran = views(store, *words)
        assert (ran.status, ran.err) == (
            2,
            "tombo: there is no projection 'accounts'; 'tombo views list' shows those there are\n",
        )


def test_status_of_a_ledger_whose_projections_are_spoilt(sqlite_store: Store, tmp_path: Path) -> None:
    """What is wrong with the file of projections is said, and status tells the rest: it is no matter of the ledger's."""
    (tmp_path / "ledger-views.db").write_text("something else")
    ran = tombo("--ledger", sqlite_store.url, "status", "--json")
    assert (ran.status, ran.document["projections"], ran.document["entries"]) == (0, None, 0)
    assert "ledger-views.db does not hold what projections keep" in ran.err
    refused = views(sqlite_store, "follow")
    assert (refused.status, "remove it, and 'tombo views follow' computes it again" in refused.err) == (2, True)


def test_a_ledger_that_is_not_the_one_followed(store: Store) -> None:
    """A projection of another ledger is refused with status 1 and the way out, which works."""
    grow(store, PAYMENTS)
    with open_views(store.url) as opened:
        build = Follower(store, opened, Till).catch_up()
        opened.advance(build, build.position + 1, "0" * 64, build.state, {})
    ran = views(store, "follow")
    assert ran.status == 1
    assert "log index 50 is not the entry that the projection till followed; run 'tombo verify'" in ran.err
    assert "'tombo views drop till'" in ran.err
    assert views(store, "drop", "till").status == 0
    assert views(store, "follow").status == 0


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_following_live_until_told_to_end(store: Store, ending: signal.Signals) -> None:
    """With --live what is recorded meanwhile gets into the rows; an interrupt or SIGTERM ends it in good order."""
    grow(store, PAYMENTS)
    program = [sys.executable, "-c", LIVE, "--ledger", store.url, "--json", "views", "follow", "--live"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        assert running.stderr.readline() == "following till; interrupt to end it\n"
        with open_store(store.url) as mine, open_views(store.url) as opened:
            grow(mine, PAYMENTS)
            deadline = time.monotonic() + 20
            while lag(mine, opened, "till").behind and time.monotonic() < deadline:
                time.sleep(0.02)
            assert kept(opened) == naive([*PAYMENTS, *PAYMENTS])
        running.send_signal(ending)
        out, err = running.communicate(timeout=20)
    assert (running.returncode, err) == (0, "")
    assert json.loads(out)["projections"] == [{"name": "till", "position": 100, "behind": 0, "rebuilding": None}]
