"""B1: a forged entry in one open round keeps no other one open: a recovery names it with its place, leaves it, and goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from ledger.core.clock import SECOND, SteppingClock
from ledger.core.entry import EventBase
from ledger.core.money import Money
from ledger.games.blackjack.events import ShoeShuffled
from ledger.games.poker import commands as poker
from ledger.games.poker.events import Folded
from ledger.games.sem_descarte.events import AntePlaced, Continued
from ledger.house.account.events import Deposited
from ledger.house.incident.events import HandsListed
from ledger.live.ledger import Ledger
from ledger.operate.keyring import Keyring, create_ledger, inscribe, open_ledger
from ledger.operate.recover import left_open, recover
from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import BEGINS, LEDGER, casino
from tests.worlds.floor import Floor, deal, player

BROKEN: Final = "sem_descarte:sd-1/1"
OTHER: Final = "blackjack:bj-1/1"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A ledger with an open round of póquer sem descarte and one of blackjack, of one player both; and work in there."""
    with casino(tmp_path) as made:
        made.dealt({1: 500}, {1: "2h 2d 7c 8s Jd"}, "Ac Kd 9h 6s 3c")
        made.blackjack({1: 1000}, "8s Th 8d", "Jc")
    with inside(tmp_path):
        yield tmp_path


def _opened(folder: Path) -> Ledger:
    keys, clock = Keyring(folder / "keys"), SteppingClock(BEGINS + 3_600 * SECOND, step=0)
    return open_ledger(f"sqlite:///{folder}/casino.db", keys, clock=clock)


def _seal(folder: Path, stream: str, event: EventBase) -> int:
    """What a stolen event key seals; its log index."""
    ledger = _opened(folder)
    try:
        return inscribe(ledger, "thief/1", [(stream, event)]).entries[0].index
    finally:
        ledger.store.close()


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(Continued(bet2=1_000, seat=3), id="of a seat without a bet"),
        pytest.param(ShoeShuffled(order_root=None, shoe="s"), id="of another game"),
        pytest.param(Deposited(amount=Money(5), reference="x"), id="of an account"),
    ],
)
def test_b1_an_entry_that_cannot_follow_keeps_no_other_round_open(folder: Path, event: EventBase) -> None:
    """Red before: a fault of tombo itself, with status 3, and nothing was settled or void."""
    at = _seal(folder, BROKEN, event)
    said = f"TAMPERED: {event.kind} at log index {at} cannot follow what is on record of {BROKEN} ("  # type: ignore[attr-defined]  # of every event
    listed, documented = tombo(*LEDGER, "recover", "--list"), tombo(*LEDGER, "--json", "recover", "--list")
    assert (listed.status, documented.status) == (1, 1)
    assert f"{OTHER} at version 8: to void\n{BROKEN} at version 5: {said}" in listed.out
    assert [(one["due"], one.get("log_index")) for one in documented.document["hands"]] == [("void", None), (None, at)]
    told = tombo(*LEDGER, "recover")
    assert (told.status, told.err) == (1, "")
    assert f"  {OTHER}: voided\n  {BROKEN}: open: {said}" in told.out
    assert told.out.endswith("The incident stays open.\n")
    again = tombo(*LEDGER, "--json", "recover")
    assert again.status == 1
    assert [(one["hand"], one["outcome"], one["log_index"]) for one in again.document["hands"]] == [
        (BROKEN, "open", at)
    ]
    assert again.document["hands"][0]["tampered"].startswith(said)


def test_b1_a_bet_of_nobody_keeps_no_other_round_open(folder: Path) -> None:
    """Red before: a stake of who has no account can be folded and not given back, and ended the recovery of all."""
    _seal(folder, BROKEN, AntePlaced(amount=500, player="p-77", seat=3))
    told = tombo(*LEDGER, "recover")
    assert (told.status, told.err) == (1, "")
    assert f"  {OTHER}: voided\n  {BROKEN}: open: TAMPERED: an entry of {BROKEN} cannot be what it says (" in told.out


def test_b1_a_hand_that_cannot_be_folded_is_named_and_the_others_are_void(tmp_path: Path) -> None:
    """Red before: it was named without stream and place, and the hand at the other table stayed open; so for a door that had it in memory."""
    keys, url = Keyring(tmp_path / "keys"), f"sqlite:///{tmp_path}/casino.db"
    ledger = create_ledger(url, keys, origin="operator.example/1", clock=SteppingClock(BEGINS + 3_595 * SECOND))
    floor = Floor(ledger.handle)
    for table, first in (("mesa-1", 1), ("mesa-2", 3)):
        floor.open_table(table, players=2, first=first)
        floor.do(poker.StartHand(table=table))
        floor.do(deal(table, 1, ["As", "Kd", "Ah", "Kc"]))
        floor.do(poker.Call(hand=f"{table}/1", seat=1), player(first))
    at = _seal(tmp_path, "hand:mesa-1/1", Folded(seat=9))
    ledger.store.head()  # and the door hears of it
    listed = left_open(ledger.view())
    assert [(one.hand, one.due) for one in listed] == [("hand:mesa-1/1", None), ("hand:mesa-2/1", "void")]
    assert f"hand.folded.v1 at log index {at} cannot follow what is on record of hand:mesa-1/1 (" in str(listed[0].lost)
    done = recover(ledger)
    assert [(one.hand, one.outcome) for one in done.hands] == [("hand:mesa-1/1", "open"), ("hand:mesa-2/1", "voided")]
    assert not done.closed
    hands = ledger.entries(f"incident:{done.incident}")[-1].event
    assert isinstance(hands, HandsListed)
    assert [one.hand for one in hands.hands] == ["hand:mesa-1/1", "hand:mesa-2/1"]
    ledger.store.close()
