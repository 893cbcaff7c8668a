"""The publisher: the tree it grows is RFC 6962's, and crashes, rivals and losses leave nothing to guess."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import run_past, run_raw
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.core.money import Money
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.house.account.events import Deposited
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.publish import node_of, publish, tree_root
from tombo.ledger.seal.checkpoint import Signer, parse_checkpoint
from tombo.ledger.seal.entry import leaf_data
from tombo.ledger.seal.merkle import (
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    tree_hash,
    verify_consistency,
    verify_inclusion,
)

IMPORT = By(actor="import", id="test")


@pytest.fixture
def ledger(store_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """A new ledger on each store in turn."""
    made = create_ledger(
        store_url, Keyring(tmp_path / "keys"), origin="operator.example/ledger/1", clock=SteppingClock()
    )
    yield made
    made.store.close()


@pytest.fixture
def signer(tmp_path: Path, ledger: Ledger) -> Signer:
    """The ledger's signer."""
    return Keyring(tmp_path / "keys").signer()


def fill(ledger: Ledger, size: int) -> None:
    """Bring the log to ``size`` entries."""
    missing = size - ledger.store.head().size
    events = [(f"account:p-{size}", Deposited(amount=Money(1), reference="x"))] * missing
    ledger.record([ImportJob(f"fill-{size}", "00" * 16, IMPORT, None, events, {})])


def leaves(ledger: Ledger) -> list[bytes]:
    """The leaf hashes of every row, computed afresh."""
    return [leaf_hash(leaf_data(row.stream, row.version, row.kind, row.state)) for row in ledger.store.rows()]


@pytest.mark.parametrize("sizes", [(4, 5, 255, 256, 257, 700), (513,), (100, 512, 770)])
def test_the_tree_is_rfc_6962s(ledger: Ledger, signer: Signer, sizes: tuple[int, ...]) -> None:
    """Grown in any steps, roots and proofs from the tiles equal those computed from the rows."""
    for size in sizes:
        fill(ledger, size)
        checkpoint = parse_checkpoint(publish(ledger.store, signer).split("\n\n")[0] + "\n")
        assert (checkpoint.size, checkpoint.root) == (size, tree_hash(leaves(ledger)))
    node, hashes, last = node_of(ledger.store), leaves(ledger), sizes[-1]
    root = tree_root(ledger.store, last)
    for index in (0, 1, last // 2, last - 1):
        assert verify_inclusion(hashes[index], index, last, inclusion_proof(index, last, node), root)
    for old in (1, 4, last // 2, last - 1):
        proof = consistency_proof(old, last, node)
        assert verify_consistency(old, tree_hash(hashes[:old]), last, root, proof)


def test_publishing_twice_changes_nothing(ledger: Ledger, signer: Signer) -> None:
    """The same size gives the same note, stored once."""
    first = publish(ledger.store, signer)
    assert publish(ledger.store, signer) == first
    assert [note for _, note in ledger.store.checkpoints()] == [first]


class DiedError(Exception):
    """The publisher's process ended here."""


def dies(*_: object) -> None:
    """Stands for whatever comes after a crash."""
    raise DiedError


def test_a_crash_after_the_tiles_is_made_good(ledger: Ledger, signer: Signer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles written and nothing signed: the next run signs what the rows say."""
    fill(ledger, 300)
    with monkeypatch.context() as crash:
        crash.setattr(signer, "remember", dies)
        with pytest.raises(DiedError):
            publish(ledger.store, signer)
    assert ledger.store.published() == 300
    assert (ledger.store.last_checkpoint(), signer.last().size) == (None, 0)
    assert parse_checkpoint(publish(ledger.store, signer).split("\n\n")[0] + "\n").root == tree_hash(leaves(ledger))


def test_a_crash_after_the_signature_is_made_good(
    ledger: Ledger, signer: Signer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Signed and not stored: the next run stores the very note that was signed."""
    with monkeypatch.context() as crash:
        crash.setattr(ledger.store.unchecked, "put_checkpoint", dies)
        with pytest.raises(DiedError):
            publish(ledger.store, signer)
    assert ledger.store.unchecked.last_checkpoint() is None
    note = signer.path.read_text(encoding="utf-8")
    assert signer.last().size == 3
    assert publish(ledger.store, signer) == note == ledger.store.unchecked.last_checkpoint()


def test_tiles_that_were_lost_are_made_again(ledger: Ledger, signer: Signer) -> None:
    """A publisher whose tiles stand behind what was signed makes them again from the rows, which must give that root."""
    fill(ledger, 300)
    note = publish(ledger.store, signer)
    run_raw(ledger.store.url, "DELETE FROM tiles; DELETE FROM notification_tracking")
    assert publish(ledger.store, signer) == note
    assert tree_root(ledger.store, 300) == signer.last().root


def test_a_changed_tile_is_not_signed_over(ledger: Ledger, signer: Signer) -> None:
    """A tree grown over a changed tile does not continue what was signed: nothing is."""
    publish(ledger.store, signer)
    fill(ledger, 40)
    forged = bytes(32 * 3).hex()
    literal = f"x'{forged}'" if ledger.store.url.startswith("sqlite") else f"'\\x{forged}'::bytea"
    run_raw(ledger.store.url, f"UPDATE tiles SET hashes = {literal} WHERE level = 0")
    with pytest.raises(TamperedError, match="the first 3 entries of the store have the root"):
        publish(ledger.store, signer)
    assert signer.last().size == 4 - 1


def test_a_key_that_is_not_the_one_signed_is_not_believed(ledger: Ledger, signer: Signer) -> None:
    """Which key may sign is read from entries proven to be in the tree that was signed, whatever the table says now."""
    publish(ledger.store, signer)
    fill(ledger, 40)
    sqlite = ledger.store.url.startswith("sqlite")
    row = next(row for row in ledger.store.rows() if row.kind == "key.registered.v1")
    moved = row.state[:41] + (9).to_bytes(8, "big") + row.state[49:]  # valid later than it was
    literal = f"x'{moved.hex()}'" if sqlite else f"'\\x{moved.hex()}'::bytea"
    change = f"UPDATE stored_events SET state = {literal} WHERE notification_id = {row.index + 1}"
    run_past(ledger.store.url, change)
    with pytest.raises(
        TamperedError, match=f"TAMPERED at {row.index} .*the published tree has another hash for this entry"
    ):
        publish(ledger.store, signer)
    assert signer.last().size == 3


def test_hashes_that_no_row_has_are_not_signed(ledger: Ledger, signer: Signer) -> None:
    """Tiles of entries not signed yet are not believed: who writes to the database gets no signature for them."""
    fill(ledger, 20)
    publish(ledger.store, signer)
    fill(ledger, 40)
    hashes = (ledger.store.read_tile(0, 0) or b"") + bytes(32 * 20)
    literal = f"x'{hashes.hex()}'" if ledger.store.url.startswith("sqlite") else f"'\\x{hashes.hex()}'::bytea"
    run_raw(
        ledger.store.url, f"UPDATE tiles SET hashes = {literal}; UPDATE notification_tracking SET notification_id = 40"
    )
    with pytest.raises(TamperedError, match="not those of the rows"):
        publish(ledger.store, signer)
    assert signer.last().size == 20


def test_a_missing_index_is_named(ledger: Ledger, signer: Signer) -> None:
    """A row taken out of the middle stops the publisher at its index."""
    fill(ledger, 20)
    run_past(ledger.store.url, "DELETE FROM stored_events WHERE notification_id = 11")
    with pytest.raises(TamperedError, match="log index 10: found none, the next row stands at 11"):
        publish(ledger.store, signer)
