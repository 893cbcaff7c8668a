"""A round of póquer sem descarte end to end: through the live door on SQLite, the accounts behind it, and verified after."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import run_past
from tests.worlds.floor import Floor
from tests.worlds.house import player
from tests.worlds.sem_descarte import BALANCE, SD_TABLE, deal, sd_terms, setup_commands
from tests.worlds.world import PLATFORM
from tombo.ledger.catalogue import COMMANDS, command_digest, parse_command
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import UsageError
from tombo.ledger.games.sem_descarte.commands import (
    CloseAntes,
    Continue,
    FoldSemDescarte,
    OpenRound,
    PlaceAnte,
    SettleRound,
)
from tombo.ledger.games.sem_descarte.state import SemDescarteRound
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.verify import Code, verify

ROUND = f"{SD_TABLE}/1"
STREAM = f"sem_descarte:{ROUND}"
HANDS = {1: "Kh Jh 8h 6h 2h", 2: "9s 9d 4c 3h 2c"}
HOUSE = "5c 5d Tc 7s 3d"


@pytest.fixture
def ledger(tmp_path: Path) -> Any:
    """A new ledger on SQLite with a table and two players at it."""
    made = create_ledger(
        f"sqlite:///{tmp_path / 'ledger.db'}",
        Keyring(tmp_path / "keys"),
        origin="operator.example/ledger/1",
        clock=SteppingClock(),
    )
    floor = Floor(made.handle, "open")
    for command, by in setup_commands(["p-1", "p-2"], sd_terms()):
        floor.do(command, by)
    yield made
    made.store.close()


def played(ledger: Ledger) -> list[tuple[CommandBase, By]]:
    """Play a round: one seat wins with a flush, the other folds. What was asked, in order."""
    clock = ledger.clock
    assert isinstance(clock, SteppingClock)
    asked: list[tuple[CommandBase, By]] = [
        (OpenRound(deadline=clock.instant + 30_000_000, table=SD_TABLE), PLATFORM),
        (PlaceAnte(amount=500, player="p-1", round=ROUND, seat=1), player("p-1")),
        (PlaceAnte(amount=700, player="p-2", round=ROUND, seat=2), player("p-2")),
        (CloseAntes(round=ROUND), PLATFORM),
    ]
    floor = Floor(ledger.handle, "play")
    for command, by in asked:
        if isinstance(command, CloseAntes):
            clock.instant += 30_000_000
        floor.do(command, by)
    rest: list[tuple[CommandBase, By]] = [
        (deal(state(ledger), HANDS, HOUSE), PLATFORM),
        (Continue(round=ROUND, seat=1), player("p-1")),
        (FoldSemDescarte(round=ROUND, seat=2), player("p-2")),
        (SettleRound(round=ROUND), PLATFORM),
    ]
    for command, by in rest:
        floor.do(command, by)
    return [*asked, *rest]


def state(ledger: Ledger) -> SemDescarteRound:
    """The round, as the ledger knows it."""
    found = ledger.view()(STREAM)
    assert isinstance(found, SemDescarteRound)
    return found


def test_a_round_is_recorded_and_the_accounts_follow(ledger: Ledger) -> None:
    """Antes and second bet are debited, the prize credited, each in the commit of its cause."""
    played(ledger)
    view = ledger.view()
    assert (view("account:p-1").balance, view("account:p-2").balance) == (BALANCE + 5_500, BALANCE - 700)
    moved = [entry.event for entry in ledger.entries("account:p-1")][2:]
    assert [(event.kind, event.amount.cents) for event in moved] == [
        ("account.debited.v1", 500),
        ("account.debited.v1", 1_000),
        ("account.credited.v1", 7_000),
    ]
    kinds = {entry.version: entry.kind for entry in ledger.entries(STREAM)}
    assert [kinds[event.cause_version] for event in moved] == [
        "sem_descarte.ante_placed.v1",
        "sem_descarte.continued.v1",
        "sem_descarte.paid.v1",
    ]
    assert {event.cause for event in moved} == {STREAM}
    assert view(f"banked:{SD_TABLE}").round is None


def test_closed_cards_stand_in_no_entry(ledger: Ledger) -> None:
    """Who folded is never shown, and the deal keeps commitments and openings, no card."""
    played(ledger)
    written = b"".join(row.state for row in ledger.store.rows())
    assert b'"9s"' not in written
    assert b'"Kh"' in written
    assert len(ledger.store.openings(STREAM)) == 14


def test_the_ledger_of_a_round_verifies(ledger: Ledger, tmp_path: Path) -> None:
    """Every opening of a deal opens its commitment, and an opening of another card is found out."""
    played(ledger)
    keyring = Keyring(tmp_path / "keys")
    note = publish(ledger.store, keyring.signer()).encode()
    url, policy = f"sqlite:///{tmp_path / 'ledger.db'}", parse_policy(keyring.policy.read_text())
    source = partial(open_opened, url, keyring.opening_secret(ledger.store.origin))
    report = verify(source, policy, checkpoint=note)
    assert (report.verdict, report.problems) == (Code.OK, [])
    auditor = verify(partial(open_opened, url, None), policy, checkpoint=note)
    assert auditor.verdict is Code.OK
    assert [(problem.code, problem.field) for problem in auditor.problems] == [(Code.WITHHELD, "openings")]
    other = "(SELECT other.sealed FROM openings other WHERE other.slot = 4)"
    run_past(url, f"UPDATE openings SET sealed = {other} WHERE slot = 3;")
    found = verify(source, policy, checkpoint=note).problems
    assert [(problem.code, problem.field) for problem in found] == [(Code.TAMPERED, "openings")]


def test_a_retried_deal_gets_its_receipt_and_other_cards_do_not(ledger: Ledger) -> None:
    """The digest of a deal does not cover the closed cards, so that nobody guesses them; the openings do."""
    played(ledger)
    dealing = deal(
        state(ledger)._replace(boxes=tuple(b._replace(decision="open") for b in state(ledger).boxes)), HANDS, HOUSE
    )
    again = Envelope(dealing, PLATFORM, "play-5", None)
    receipt = ledger.handle(again)
    assert isinstance(receipt, Acknowledgement)
    assert receipt.repeated
    other = Envelope(dealing.model_copy(update={"cards": dealing.cards[::-1]}), PLATFORM, "play-5", None)
    assert command_digest(other) == command_digest(again)
    with pytest.raises(UsageError, match="other cards"):
        ledger.handle(other)


def test_every_command_travels_as_json(ledger: Ledger) -> None:
    """Each request about a round is one JSON document, told apart by its kind."""
    for command, by in played(ledger):
        kind = command.model_dump()["kind"]
        assert COMMANDS[kind] is type(command)
        line = f'{{"by":{by.model_dump_json()},"command":{command.model_dump_json()},"command_id":"x"}}'
        assert parse_command(line).command == command
