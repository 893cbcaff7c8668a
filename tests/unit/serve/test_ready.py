"""Ready is what takes commands: a store that refused the last of them takes none, until it takes one again or is to be tried again."""

from __future__ import annotations

import resource
from pathlib import Path
from typing import Final

import httpx2
import pytest

from tests.unit.serve.test_serve import BEARER, opening
from tests.worlds.network import network, serving
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.errors import ConflictError, StoreUnavailableError, TamperedError, UsageError
from tombo.ledger.core.findings import refused
from tombo.ledger.house import said
from tombo.ledger.live.ledger import Acknowledgement, Outcome
from tombo.ledger.store import OutcomeUnknownError
from tombo.serve.taking import REFUSED_SECONDS, StoreTakes

RECORDED: Final = Acknowledgement("one", (), repeated=False)
FULL: Final = StoreUnavailableError("the disk is full; nothing was recorded")
ROOM: Final = 65_536
"""Bytes that a file may have while the disk is full."""
SAYS_NOTHING: Final[tuple[Outcome, ...]] = (
    Acknowledgement("one", (), repeated=True),
    ConflictError("moved"),
    TamperedError("not what was sealed"),
    UsageError("no such"),
    refused("R806 r.59", said.NO_ACCOUNT(player="p-1")),
)


@pytest.fixture
def clock() -> SteppingClock:
    """One whose time passes as the test says."""
    return SteppingClock()


@pytest.mark.parametrize("error", [FULL, OutcomeUnknownError("the connection was lost")])
def test_a_store_that_refused_the_last_command_takes_none_until_it_takes_one(
    clock: SteppingClock, error: StoreUnavailableError
) -> None:
    """What is repeated or refused was not written, and says nothing of it either way."""
    taking = StoreTakes(clock)
    told = [taking.refuses()]
    for outcome in (RECORDED, *SAYS_NOTHING, error, *SAYS_NOTHING, RECORDED, *SAYS_NOTHING):
        taking.answered(outcome)
        told.append(taking.refuses())
    quiet = len(SAYS_NOTHING)
    assert told == [False] * (2 + quiet) + [True] * (1 + quiet) + [False] * (1 + quiet)


def test_it_is_to_be_tried_again_where_nothing_comes(clock: SteppingClock) -> None:
    """Nobody sends a command to what is not ready, so none would show that there is room again; each refusal counts from its own moment."""
    taking = StoreTakes(clock)
    for _ in range(2):
        taking.answered(FULL)
        clock.instant += REFUSED_SECONDS * SECOND - 1
        assert taking.refuses()
    clock.instant += 1
    assert not taking.refuses()
    taking.answered(FULL)
    assert taking.refuses()


def test_a_full_disk_is_not_ready_and_room_makes_it_ready_again(sqlite_url: str, tmp_path: Path) -> None:
    """503 with a problem that says so and nothing of the machine; a command that is recorded ends it at once."""
    with (
        serving(network(sqlite_url, tmp_path)) as (url, process),
        httpx2.Client(base_url=url, headers=BEARER) as client,
    ):
        _, most = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (ROOM, most))
        told = next(
            status
            for number in range(100)
            if (status := client.post("/v1/commands", json=opening(f"p-{number}")).status_code) != 200
        )
        ready = client.get("/readyz")
        assert (told, ready.status_code, ready.headers["content-type"]) == (503, 503, "application/problem+json")
        assert "the store did not take the last one" in ready.json()["detail"]
        assert str(tmp_path) not in ready.text
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most, most))
        assert client.post("/v1/commands", json=opening("p-last")).status_code == 200
        assert client.get("/readyz").json() == {"status": "ready"}
