"""A8: the signer vouches for nothing that no event key signed: a tail changed behind the ledger's back stays unsigned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import run_past
from tests.worlds.deposits import deposit
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.entry import pack, unpack
from tombo.ledger.store import Row

FIRST = 8
"""The log index at which the unsigned tail begins."""


class Unsigned:
    """A ledger with a checkpoint and, after it, two appends that no checkpoint covers."""

    def __init__(self, url: str, folder: Path) -> None:
        self.keyring = Keyring(folder / "keys")
        self.ledger = create_ledger(url, self.keyring, origin="operator.example/ledger/1", clock=SteppingClock())
        deposit(self.ledger, "one", FIRST - 3)
        publish(self.ledger.store, self.keyring.signer())
        deposit(self.ledger, "two", 3)
        deposit(self.ledger, "three", 2, "p-2")

    def plant(self, index: int, change: Callable[[Row], Row]) -> None:
        """Change the row at a log index as whoever owns the database could."""
        old = self.ledger.store.row(index)
        assert old is not None
        new, sqlite = change(old), self.ledger.store.url.startswith("sqlite")
        state = f"x'{new.state.hex()}'" if sqlite else f"'\\x{new.state.hex()}'::bytea"
        run_past(
            self.ledger.store.url,
            f"UPDATE stored_events SET notification_id = {new.index + 1}, "
            f"originator_id = '{new.stream}', originator_version = {new.version}, topic = '{new.kind}', state = {state} "
            f"WHERE notification_id = {index + 1}",
        )


@pytest.fixture
def unsigned(store_url: str, tmp_path: Path) -> Iterator[Unsigned]:
    """On each store in turn."""
    made = Unsigned(store_url, tmp_path)
    yield made
    made.ledger.store.close()


def recorded(row: Row, time: int) -> Row:
    """The row with another recorded time."""
    return row._replace(state=pack(*unpack(row.state)._replace(recorded=time)))


CHANGES: dict[str, Callable[[Row], Row]] = {
    "amount": lambda row: row._replace(state=row.state.replace(b'"cents":1', b'"cents":9')),
    "kind": lambda row: row._replace(kind="account.withdrawn.v1"),
    "stream": lambda row: row._replace(stream="account:p-9"),
    "recorded in 2255": lambda row: recorded(row, 2**53 - 1),
    "signature": lambda row: row._replace(state=pack(*unpack(row.state)._replace(signature=bytes(64)))),
}


@pytest.mark.parametrize("at", [FIRST + 1, FIRST + 4])
@pytest.mark.parametrize("change", CHANGES)
def test_a8_a_tail_that_was_changed_is_not_signed(unsigned: Unsigned, change: str, at: int) -> None:
    """A8: a row after the last checkpoint changed, then a checkpoint: TAMPERED with the place, and the signer's memory is as it was."""
    before = unsigned.keyring.signer_state.read_bytes()
    unsigned.plant(at, CHANGES[change])
    append = FIRST if at < FIRST + 3 else FIRST + 3
    with pytest.raises(TamperedError, match=rf"log index ({append}|{at})\b.*run 'tombo verify'"):
        publish(unsigned.ledger.store, unsigned.keyring.signer())
    assert unsigned.keyring.signer_state.read_bytes() == before
    assert len(list(unsigned.ledger.store.checkpoints())) == 1


def test_a6_a_row_far_beyond_the_end_is_not_signed(unsigned: Unsigned) -> None:
    """A6: a log index beyond 2**53, planted for a moment, gets no checkpoint that reaches it."""
    before = unsigned.keyring.signer_state.read_bytes()
    unsigned.plant(FIRST + 4, lambda row: row._replace(index=2**53))
    with pytest.raises(TamperedError, match=r"log index 1\d"):
        publish(unsigned.ledger.store, unsigned.keyring.signer())
    assert unsigned.keyring.signer_state.read_bytes() == before
