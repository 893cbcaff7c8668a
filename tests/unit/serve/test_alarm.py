"""A read over HTTP that meets what was not sealed raises the same alarm as whatever else reads the log."""

from __future__ import annotations

import re
import signal
import time
from pathlib import Path

import httpx2
import pytest

from tests.unit.serve.test_serve import BEARER, opening, signed_size
from tests.worlds.network import AUDITOR, Network, network, serving
from tests.worlds.spoil import row_state, spoil
from tombo.ledger.store import open_store


@pytest.fixture
def made(store_url: str, tmp_path: Path) -> Network:
    """A ledger with credentials, on each store in turn."""
    return network(store_url, tmp_path)


def test_a_read_that_meets_what_was_not_sealed_stops_commands(made: Network) -> None:
    """As the feed and the publisher do: 503 to who asks whether it is ready, 500 to commands, one line of alarm however often it is read, exit status 1."""
    with serving(made) as (url, process), httpx2.Client(base_url=url) as client:
        reader = {"authorization": f"Bearer {AUDITOR}"}
        for player in ("p-1", "p-9"):  # the newest entry of the log is looked at every second
            assert client.post("/v1/commands", json=opening(player), headers=BEARER).status_code == 200
        before = client.get("/v1/players/p-1/account", headers=reader)
        assert (before.status_code, client.get("/readyz").status_code) == (200, 200)
        with open_store(made.url, read_only=True) as store:
            index = store.stream_rows("account:p-1")[0].index
            until = time.monotonic() + 30
            while index >= signed_size(store.last_checkpoint()):  # then neither publisher nor feed looks at it
                assert time.monotonic() < until
                time.sleep(0.05)
        spoil(
            made.url,
            "UPDATE stored_events SET state = ? WHERE notification_id = ?",
            row_state(made.url, index)[:-1] + b" ",
            index + 1,
        )
        told = [client.get("/v1/players/p-1/account", headers=reader).status_code for _ in range(3)]
        assert told == [500, 500, 500]
        assert client.get("/readyz").status_code == 503
        assert client.post("/v1/commands", json=opening("p-2"), headers=BEARER).status_code == 500
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 1
    said = made.keyring.directory.with_name("serve.log").read_text(encoding="utf-8")
    assert len(re.findall("nothing more is recorded, for the ledger is not what was sealed", said)) == 1, said
