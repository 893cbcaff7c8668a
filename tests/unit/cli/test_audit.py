"""``tombo audit`` and ``tombo hand audit``: all that is over replayed from the stored bytes, and what is not as its rules give."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import LEDGER, casino
from tests.worlds.roulette import R2
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.lisbon import window
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, open_ledger

DEMO = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
STARTS = window("2026-07-15")[0]
VOIDED = b'"refunds":[{"amount":100,'


def spoil(old: bytes, new: bytes) -> None:
    """Alter the database file under the ledger, length for length."""
    path = Path("demo/ledger.db")
    data = path.read_bytes()
    assert data.count(old) == 1
    path.write_bytes(data.replace(old, new))


def refunds_more(last: EventBase) -> EventBase:
    """``last`` of a void hand or round, its first refund 3.00 EUR higher."""
    said = last.model_dump(mode="json")
    said["refunds"][0]["amount"] += 300
    return type(last).model_validate_json(json.dumps(said))


def sealed_wrong(ledger: Ledger, stream: str, name: str) -> int:
    """Record ``stream`` again as the first of another table, sealed with the ledger's own key, a refund too high; the log index of its end."""
    first, *played, last = (entry.event for entry in ledger.entries(stream))
    opened = first.model_copy(update={"number": 1, "table": name.partition(":")[2].removesuffix("/1")})
    events = [(name, event) for event in (opened, *played, refunds_more(last))]
    said = ImportJob("again", "00" * 16, By(actor="platform", id="games"), None, events, {})
    return ledger.record([said])[0].entries[-1].index


@pytest.mark.usefixtures("folder")
def test_every_hand_that_is_over_is_counted() -> None:
    """An honest ledger: all seven hands, by how they ended, nothing that differs, status 0, and nothing on stderr."""
    ran = tombo(*DEMO, "--json", "hand", "audit")
    told = tombo(*DEMO, "hand", "audit")

    assert (ran.status, ran.err) == (0, "")
    assert ran.document == {"since": 0, "hands": 7, "outcomes": {"settled": 6, "voided": 1}, "differing": []}
    assert (told.status, told.err) == (0, "")
    assert told.out.startswith("7 hands (6 settled, 1 voided) replayed from the stored bytes\nPayouts")


@pytest.mark.usefixtures("folder")
def test_since_leaves_out_hands_that_began_before() -> None:
    """With --since the hands that began at that index or later are replayed; beyond the end there is none, which is said."""
    start = int(tombo(*DEMO, "--json", "hand", "show", "mesa-1/6").document["events"][0]["log_index"])
    counts = [
        tombo(*DEMO, "--json", "hand", "audit", "--since", str(at)).document["hands"] for at in (start, start + 1)
    ]
    beyond = tombo(*DEMO, "hand", "audit", "--since", "100000")

    assert counts == [2, 1]
    assert (beyond.status, beyond.out) == (2, "")
    assert "entries; expected --since at most that, not 100000" in beyond.err


@pytest.mark.usefixtures("folder")
def test_a_hand_that_differs_is_one_line_with_its_place_and_what_next() -> None:
    """A refund signed too high at the end of a void hand: status 1, the rule, both figures, log index, next command.

    That the platform acted for each player is said behind it.
    """
    ledger = open_ledger("sqlite:///demo/ledger.db", Keyring(Path("demo/keys")), clock=SteppingClock(STARTS))
    ended = sealed_wrong(ledger, "hand:mesa-1/5", "hand:mesa-9/1")
    ledger.store.close()
    told = tombo(*DEMO, "hand", "audit")
    said = tombo(*DEMO, "--json", "hand", "audit")

    wrong = [line for line in told.out.splitlines() if line.startswith("NOT ")]
    assert (told.status, said.status, len(wrong)) == (1, 1, 1)
    for words in (
        f"log index {ended}: hand:mesa-9/1",
        "refunds 4.00 EUR, ",
        "recomputed 1.00 EUR, ",
        "R806 r.72",
        "'tombo hand replay mesa-9/1'",
    ):
        assert words in wrong[0]
    assert "Differing: 1 of 8" in told.out
    (only,) = said.document["differing"]
    assert (only["hand"], only["log_index"]) == ("mesa-9/1", ended)
    refunded, *acted = only["differences"]
    assert ("refunds 4.00 EUR" in refunded, all("R806 r.34" in one for one in acted)) == (True, True)


@pytest.mark.usefixtures("folder")
def test_an_altered_file_is_tampered() -> None:
    """A refund altered in the database, length for length: nothing is replayed from bytes that nobody signed."""
    spoil(VOIDED, VOIDED.replace(b"100", b"900"))
    ran = tombo(*DEMO, "hand", "audit")

    assert (ran.status, ran.out) == (1, "")
    assert "hand:mesa-1/5 version" in ran.err
    assert "'tombo verify'" in ran.err


@pytest.mark.usefixtures("folder")
def test_an_entry_that_does_not_follow_stops_the_audit() -> None:
    """An altered entry in the middle of a hand breaks its chain: status 1, the place, and the command that knows more."""
    spoil(b'"amount":18525,', b'"amount":18500,')
    ran = tombo(*DEMO, "hand", "audit")

    assert (ran.status, ran.out) == (1, "")
    assert "hand:mesa-1/2 version" in ran.err
    assert "run 'tombo verify'" in ran.err


def test_one_audit_covers_hands_and_rounds(tmp_path: Path) -> None:
    """The rounds of every game are counted beside the hands; 'hand audit' is of hands alone."""
    with casino(tmp_path) as evening:
        evening.spins({"p-1": R2}, "17")
        evening.voids(evening.spins({"p-1": R2}, None))
    with inside(tmp_path):
        told, said = tombo(*LEDGER, "audit"), tombo(*LEDGER, "--json", "audit").document
        hands = tombo(*LEDGER, "--json", "hand", "audit").document

    assert told.out.startswith(
        "0 hands and 2 rounds of roulette (1 settled, 1 voided) replayed from the stored bytes\nPay"
    )
    assert (said["played"], said["outcomes"]["roulette"], said["differing"]) == (2, {"settled": 1, "voided": 1}, [])
    assert hands["hands"] == 0


def test_a_round_that_differs_is_one_line_with_its_rule_and_what_next(tmp_path: Path) -> None:
    """A refund signed too high at the end of a void spin: status 1, the rule, both figures, log index, next command."""
    with casino(tmp_path) as evening:
        evening.voids(evening.spins({"p-1": R2}, None))
        ended = sealed_wrong(evening.ledger, "roulette:roleta-1/1", "roulette:roleta-9/1")
    with inside(tmp_path):
        told, said = tombo(*LEDGER, "audit"), tombo(*LEDGER, "--json", "audit")

    (wrong,) = [line for line in told.out.splitlines() if line.startswith("NOT ")]
    assert (told.status, said.status) == (1, 1)
    for words in (
        f"log index {ended}: roulette:roleta-9/1: p-1, refunded on all bets",
        "recorded 19.00 EUR, recomputed 16.00 EUR (R804 r.20)",
        "'tombo round replay roulette:roleta-9/1'",
    ):
        assert words in wrong
    assert [(one["stream"], one["log_index"]) for one in said.document["differing"]] == [("roulette:roleta-9/1", ended)]
