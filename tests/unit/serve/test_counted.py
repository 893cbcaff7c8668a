"""Whoever counts what the door answers hears of every outcome, whoever still listens."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from starlette.testclient import TestClient

from tests.unit.serve.test_commands import LINES, PLATFORM_1, opening
from tests.worlds.floor import PLATFORM
from tombo.ledger.catalogue import parse_command
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.live.ledger import Acknowledgement, Outcome
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.serve.app import application
from tombo.serve.commands import commands
from tombo.serve.door import Door
from tombo.serve.who import EVERYBODY


def test_every_outcome_is_told_also_of_a_batch_that_is_cut_off(store_url: str, tmp_path: Path) -> None:
    """What becomes of each command and of what is none, alone and in a batch of which nobody reads the answer."""
    outcomes = list[Outcome]()

    async def cut_off(one: Door) -> None:
        asked = [parse_command(json.dumps(opening(f"p-{number}")).encode(), PLATFORM) for number in range(5)]
        answered = one.several([*asked, UnreadableError("no command")])
        await anext(answered)
        await answered.aclose()  # type: ignore[attr-defined]  # a generator: what a server closes when nobody reads

    ledger = create_ledger(
        store_url, Keyring(tmp_path / "keys"), origin="operator.example/ledger/1", clock=SteppingClock()
    )
    with ledger.store, GroupWriter(ledger) as writer:
        one = Door(writer)
        one.tell(outcomes.append)
        app = application(
            identify=lambda _: PLATFORM_1, ready=lambda: None, routers=[(commands(one), EVERYBODY)], version="1"
        )
        with TestClient(app) as client:
            client.post("/v1/commands", json=opening("p-9"))
            client.post("/v1/commands", json={"command_id": "no command"})
            client.post("/v1/commands", content="no\n" + json.dumps(opening("p-9")), headers=LINES)
        asyncio.run(cut_off(one))
    told = [type(outcome) for outcome in outcomes]
    assert (told.count(Acknowledgement), len(told)) == (7, 10)
