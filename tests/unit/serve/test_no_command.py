"""What is no command is told by what a client of HTTP can ask, not by words of the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.serve.test_commands import LINES, opening, served
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger


@pytest.fixture
def ledger(sqlite_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """A ledger in a file."""
    made = create_ledger(sqlite_url, Keyring(tmp_path / "keys"), origin="operator.example/ledger/1")
    with made.store:
        yield made


def test_what_is_no_command_is_told_where_they_are_listed(ledger: Ledger) -> None:
    """At the path that lists them, alone and in a batch; and with its id."""
    wrong = {**opening("p-1"), "command": {"kind": "burn_card"}}
    said = "command: there is no command 'burn_card'; 'GET /v1/openapi.json' lists what is expected"
    with served(ledger) as client:
        alone = client.post("/v1/commands", json=wrong).json()
        line = json.loads(client.post("/v1/commands", content=json.dumps(wrong), headers=LINES).text)
    assert (alone["detail"], alone["command_id"]) == (said, "open/p-1")
    assert (line["message"], line["command_id"]) == (said, "open/p-1")
