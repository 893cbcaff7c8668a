"""G10: PostgreSQL restarts under a follower, which waits and goes on; one that never comes back is given up, by name."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import IO

import pytest

from tests.conftest import ORIGIN
from tests.tools.pgserver import Server, postgres_server
from tests.worlds.followed import Till, grow, kept, paid
from tests.worlds.signed_log import opened_again, signed_log
from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.store import create_store, open_store, open_views
from tombo.projections import live
from tombo.projections.follow import Follower

PAYMENTS = [paid(number) for number in range(60)]
PATIENCE = 60
LIVE = """
import sys
from tombo.cli.main import main
from tombo.projections import registry
from tests.worlds.followed import Till
registry.FOLLOWED = (Till,)
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def server() -> Iterator[Server]:
    """A server of this test's own, running."""
    with postgres_server() as url, Server(url) as found:
        yield found


def heard(stream: IO[str], words: str) -> str:
    """The line with ``words`` that the process says, waited for; what it says before it is passed over."""
    for line in stream:
        if words in line:
            return line
    raise AssertionError(f"it ended without saying {words!r}")


def test_g10_a_restart_of_the_server_is_survived(server: Server, tmp_path: Path) -> None:
    """G10: ``views follow --live`` says that the store is away and that it is back; every row is there once, and it ends well."""
    with ExitStack() as held:
        log = held.enter_context(signed_log(f"{server.url}&schema=restarted", tmp_path))
        log.grow(PAYMENTS[:20])
        program = [sys.executable, "-c", LIVE, *log.options, "--json", "views", "follow", "--live"]
        follower = held.enter_context(
            subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        )
        held.callback(follower.kill)
        assert follower.stderr is not None
        heard(follower.stderr, "following till")
        for more in (PAYMENTS[20:40], PAYMENTS[40:]):
            server.stop()
            assert "trying again for 10 minutes" in heard(follower.stderr, "tombo:")
            server.start()
            heard(follower.stderr, "the store answers again")
            with opened_again(log) as other:
                other.grow(more)
        follower.send_signal(signal.SIGTERM)
        _, err = follower.communicate(timeout=PATIENCE)
        assert (follower.returncode, "fault of tombo" in err) == (0, False), err
    with open_store(log.url, read_only=True) as store, open_views(log.url) as views:
        Follower(store, views, Till).catch_up()
        assert kept(views) == log.naive(PAYMENTS)


def test_g10_a_server_that_stays_away_is_given_up(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """G10: after the time that is allowed the follower ends, with an error that names the store; it does not wait for ever."""
    monkeypatch.setattr(live, "PATIENCE", 0.05)
    monkeypatch.setattr(live, "PAUSE_MAX", 0.02)
    said: list[str] = []
    url = f"{server.url}&schema=away"
    with create_store(url, ORIGIN) as store, open_views(url) as views:
        grow(store, PAYMENTS[:5])
        follower = Follower(store, views, Till)
        live.caught_up(follower, said.append)
        assert said == []
        server.stop()
        with pytest.raises(StoreUnavailableError, match="nothing was read"):
            live.caught_up(follower, said.append)
        with pytest.raises(StoreUnavailableError, match="nothing was read"):
            live.follow([follower], Event(), said.append)
    assert [line.partition("; ")[2].partition(";")[0] for line in said] == ["nothing was read"] * 2
