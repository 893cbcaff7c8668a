"""What is hidden in the store for a moment is missed, by whoever rests on it: a card, an entry of a kind, a stream, a checkpoint."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.conftest import run_past
from tests.worlds.floor import PLATFORM, Floor, deal, player
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import MalformedError, TamperedError
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_checked, open_ledger, revoke
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.checkpoint import Checkpoint
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.note import sign_note

HAND: Final = "hand:mesa-1/1"
CARDS: Final = ["As", "Kd", "Ah", "Kc"]


class Played:
    """A ledger with a hand whose flop is due, all of it under a checkpoint; an older checkpoint before the hand."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.keyring = url, Keyring(folder / "keys")
        made = create_ledger(url, self.keyring, origin="operator.example/1", clock=SteppingClock())
        floor = Floor(made.handle)
        floor.open_table("mesa-1", players=2)
        self.older = publish(made.store, self.keyring.signer())
        floor.do(poker.StartHand(table="mesa-1"))
        floor.do(deal("mesa-1", 1, CARDS))
        floor.do(poker.Call(hand="mesa-1/1", seat=1), player(1))
        floor.do(poker.Check(hand="mesa-1/1", seat=2), player(2))
        self.newest = publish(made.store, self.keyring.signer())
        self.size, self.origin = made.store.size, made.store.origin
        self.length = len(made.store.entries(HAND))
        made.store.close()

    def door(self) -> Ledger:
        """The ledger, open for writing."""
        return open_ledger(self.url, self.keyring, clock=SteppingClock(1_763_000_100_000_000))

    def reading(self) -> CheckedStore:
        """The ledger, open for reading."""
        return open_checked(self.url, self.keyring, read_only=True)

    def past(self, sql: str) -> None:
        """Change the tables past their triggers."""
        run_past(self.url, sql)


@pytest.fixture
def played(store_url: str, tmp_path: Path) -> Played:
    """On each store in turn."""
    return Played(store_url, tmp_path)


def flop(*cards: str) -> Envelope:
    """The flop of the hand in play."""
    return Envelope(poker.DealBoard(cards=list(cards), hand="mesa-1/1"), PLATFORM, "flop", None)


@pytest.mark.parametrize("where", ["", f" WHERE stream = '{HAND}' AND slot = 1"], ids=["all of them", "one"])
def test_a2_a_card_whose_opening_is_hidden_is_not_dealt_again(played: Played, where: str) -> None:
    """A2: with its opening deleted a closed card could be dealt once more; the door says which slots it misses, and records nothing."""
    with played.door().store as store:
        size = store.size
    played.past(f"DELETE FROM openings{where}")
    door = played.door()
    try:
        with pytest.raises(
            TamperedError, match=rf"TAMPERED: the openings of {HAND} do not have slots .*'tombo verify'"
        ):
            door.handle(flop("2c", "7d", "Kd"))
        assert door.store.head().size == size
    finally:
        door.store.close()


def test_a_checkpoint_of_the_table_is_no_anchor(played: Played) -> None:
    """The newest checkpoint deleted from its table: the next append names the one in the signer's file, and the note is that one's."""
    played.past(f"DELETE FROM checkpoints WHERE size = {played.size}")
    door = played.door()
    try:
        assert door.store.last_checkpoint() == played.newest
        door.handle(flop("2c", "7d", "9h"))
        row = door.store.row(played.size)
        assert row is not None
        assert unpack(row.state).anchor_size == played.size
    finally:
        door.store.close()


def test_a_checkpoint_of_whoever_stole_its_key_is_no_anchor(played: Played) -> None:
    """A checkpoint over another root, signed with the stolen key and put into the table: no append names it, and it is in no proof."""
    forged = Checkpoint(played.origin, played.size, b"\7" * 32)
    note = sign_note(forged.text, played.keyring.load(played.keyring.checkpoint)).decode()
    played.past(f"UPDATE checkpoints SET note = '{note}' WHERE size = {played.size}")
    door = played.door()
    try:
        door.handle(flop("2c", "7d", "9h"))
        assert door.store.last_checkpoint() == played.newest
    finally:
        door.store.close()
    with played.reading() as store:  # the anchor is part of what the append's signature is over
        assert len(store.entries(HAND)) == played.length + 1


HIDDEN: Final[dict[str, str]] = {
    "another kind": "UPDATE stored_events SET topic = 'hand.called.v1' WHERE topic = 'hand.started.v1'",
    "deleted": "DELETE FROM stored_events WHERE topic = 'hand.started.v1'",
}


@pytest.mark.parametrize("forge", HIDDEN)
def test_an_entry_that_a_list_looks_for_by_kind_is_missed(played: Played, forge: str) -> None:
    """A row of another kind, or none, where a hand began: no list of the hands is given without it."""
    with played.reading() as store:
        assert len(store.rows_of(("hand.started.v1",), 0, store.size)) == 1
    played.past(HIDDEN[forge])
    with played.reading() as store, pytest.raises(TamperedError, match=r"TAMPERED at \d+.*'tombo verify'"):
        store.rows_of(("hand.started.v1",), 0, store.size)


def test_a_stream_nobody_recorded_is_not_listed(played: Played) -> None:
    """An entry within another stream renamed: the name it got is no table of the house."""
    played.past(
        "UPDATE stored_events SET originator_id = 'table:zz' WHERE originator_id = 'table:mesa-1' AND originator_version = 2"
    )
    with played.reading() as store, pytest.raises(TamperedError, match="table:zz is in the store, and nothing"):
        store.streams("table")


def test_a_state_that_is_none_is_said_with_its_place(played: Played) -> None:
    """A state without a byte in a stream that is read: the error names the log index."""
    empty = "x''" if played.url.startswith("sqlite") else "''::bytea"
    played.past(f"UPDATE stored_events SET state = {empty} WHERE originator_id = '{HAND}' AND originator_version = 2")
    with played.reading() as store, pytest.raises(MalformedError, match=r"log index \d+ holds what is no entry"):
        store.entries(HAND)


def test_a8_a_revocation_that_is_hidden_is_missed_by_the_publisher(played: Played) -> None:
    """A8: without the entry that revokes it a key could sign on; the publisher knows that the entry is there, and signs nothing."""
    door = played.door()
    old = door.sealing.key.key_id.hex()
    revoke(door, played.keyring, played.keyring.root, old, door.store.size - 1, "lost")
    publish(door.store, played.keyring.signer())
    stream, head = f"key:{old}", door.store.head_of(f"key:{old}")
    assert head is not None
    row = door.store.stream_rows(stream, gt=head.version - 1)[0]
    door.handle(flop("2h", "7d", "9s"))  # something new, which is to be signed
    played.past(f"UPDATE stored_events SET originator_id = 'hand:ff' WHERE notification_id = {row.index + 1}")
    with pytest.raises(
        TamperedError, match=rf"{stream} ends at version {head.version - 1}; version {head.version} was"
    ):
        publish(door.store, played.keyring.signer())
    played.past(f"UPDATE stored_events SET originator_id = '{stream}' WHERE notification_id = {row.index + 1}")
    publish(door.store, played.keyring.signer())
    door.store.close()
