"""The tail: what no checkpoint covers is believed as far as event keys signed it, and not a byte further."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.worlds.deposits import deposit
from tombo.ledger.checked.tail import CheckedRow, Keys, StreamHead, Tail
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger, revoke, rotate
from tombo.ledger.operate.publish import publish, tree_root
from tombo.ledger.seal.canonical import INTEGER_MAX
from tombo.ledger.seal.entry import leaf_data, pack, unpack
from tombo.ledger.seal.merkle import leaf_hash
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.store import Row


class Grown:
    """A ledger of a few appends, one checkpoint, and a rotated key."""

    def __init__(self, folder: Path) -> None:
        self.keyring = Keyring(folder / "keys")
        url, clock = f"sqlite:///{folder}/ledger.db", SteppingClock()
        self.ledger = create_ledger(url, self.keyring, origin="operator.example/ledger/1", clock=clock)
        self.append("one", 3)
        publish(self.ledger.store, self.keyring.signer())
        self.ledger.store.close()
        self.ledger = open_ledger(url, self.keyring, clock=clock)  # which names that checkpoint from now on
        self.append("two", 4)
        rotate(self.ledger, self.keyring, self.keyring.root)
        self.append("three", 2)
        self.rows = list(self.ledger.store.rows())

    def append(self, name: str, count: int) -> None:
        """One append of ``count`` deposits."""
        deposit(self.ledger, name, count)

    def tail(self) -> Tail:
        """From the first entry on."""
        policy = parse_policy(self.keyring.policy.read_text(encoding="utf-8"))
        return Tail(policy.origin, Keys(policy.origin, policy.root), self.root_at)

    def root_at(self, size: int) -> bytes:
        """The root of the published tree."""
        return tree_root(self.ledger.store, size)

    def check(self, rows: list[Row]) -> list[CheckedRow]:
        """``rows`` as they were checked."""
        return list(self.tail().check(rows))


@pytest.fixture
def grown(tmp_path: Path) -> Iterator[Grown]:
    """A ledger and its rows."""
    made = Grown(tmp_path)
    yield made
    made.ledger.store.close()


def test_honest_rows_come_out_as_they_went_in(grown: Grown) -> None:
    """Every row of an honest log holds, across a rotation; hashes and leaves are those of the formats."""
    tail = grown.tail()
    checked = list(tail.check(grown.rows))
    assert [one.row for one in checked] == grown.rows
    assert [one.leaf for one in checked] == [
        leaf_hash(leaf_data(row.stream, row.version, row.kind, row.state)) for row in grown.rows
    ]
    assert [one.hash for one in checked] == [grown.ledger.entry_mapper.to_entry(row).hash for row in grown.rows]
    assert (tail.size, tail.recorded) == (len(grown.rows), unpack(grown.rows[-1].state).recorded)
    assert tail.heads["account:p-1"] == StreamHead(9, checked[-1].hash)
    assert {one.append.anchor_size for one in checked} == {0, 6}


def test_a_tail_goes_on_where_another_ended(grown: Grown) -> None:
    """Checked in two parts, the second with the memory of the first: a head that is not the one before is refused."""
    tail = grown.tail()
    list(tail.check(grown.rows[:6]))
    with pytest.raises(TamperedError, match="log index 0: found none, the next row stands at 6"):
        list(grown.tail().check(grown.rows[6:]))
    tail.heads["account:p-1"] = StreamHead(3, bytes(32))
    with pytest.raises(TamperedError, match="log index 6: found version 4 of account:p-1"):
        list(tail.check(grown.rows[6:]))


def test_a_key_revoked_before_is_not_believed_and_what_it_signed_before_stands(grown: Grown) -> None:
    """A revocation reaches what comes after it in the log; what stands before it can still be published."""
    key = grown.ledger.sealing.key
    grown.append("four", 1)
    revoke(grown.ledger, grown.keyring, grown.keyring.root, key.key_id.hex(), 5, "stolen")
    assert len(grown.check(list(grown.ledger.store.rows()))) == len(grown.rows) + 3
    grown.ledger.sealing.key = key
    grown.ledger._committer._choose_key = lambda round_: False  # type: ignore[method-assign]  # as a thief's own program would
    grown.append("five", 1)
    with pytest.raises(TamperedError, match="is revoked"):
        grown.check(list(grown.ledger.store.rows()))


def header(**changes: int | bytes) -> Callable[[Row], Row]:
    """Changes fields of a row's header."""
    return lambda row: row._replace(state=pack(*unpack(row.state)._replace(**changes)))  # type: ignore[arg-type]


def body(old: bytes, new: bytes) -> Callable[[Row], Row]:
    """Changes a row's bytes."""
    return lambda row: row._replace(state=row.state.replace(old, new))


CHANGES: dict[str, Callable[[Row], Row]] = {
    "amount": body(b'"cents":1', b'"cents":9'),
    "kind": lambda row: row._replace(kind="account.withdrawn.v1"),
    "kind not ASCII": lambda row: row._replace(kind="acc\u00f6unt"),
    "stream": lambda row: row._replace(stream="account:p-2"),
    "no stream": lambda row: row._replace(stream="nobody"),
    "version": lambda row: row._replace(version=row.version + 1),
    "version 2**53": lambda row: row._replace(version=2**53),
    "version as text": lambda row: row._replace(version="4"),  # type: ignore[arg-type]
    "stream as bytes": lambda row: row._replace(stream=b"account:p-1"),  # type: ignore[arg-type]
    "index": lambda row: row._replace(index=row.index + 1),
    "no state": lambda row: row._replace(state=None),  # type: ignore[arg-type]
    "state as text": lambda row: row._replace(state="state"),  # type: ignore[arg-type]
    "long state": lambda row: row._replace(state=row.state + bytes(65_536)),
    "short state": lambda row: row._replace(state=row.state[:50]),
    "format": lambda row: row._replace(state=b"\x02" + row.state[1:]),
    "key": header(key_id=bytes(8)),
    "prev": header(prev=bytes(32)),
    "first": header(first=1),
    "count": header(count=3),
    "count more": header(count=5),
    "recorded": header(recorded=9_007_199_254_740_991),
    "recorded back": header(recorded=1),
    "recorded 2**53": lambda row: row._replace(state=row.state[:51] + (2**53).to_bytes(8, "big") + row.state[59:]),
    "anchor": header(anchor_size=0),
    "anchor ahead": header(anchor_size=INTEGER_MAX),
    "signature": header(signature=bytes(64)),
}


@pytest.mark.parametrize("at", [6, 7, 9])
@pytest.mark.parametrize("change", CHANGES)
def test_a8_a_row_of_the_tail_changed_in_anything_is_refused(grown: Grown, change: str, at: int) -> None:
    """A8: one row of an append changed, in a column or in a byte of its header: the append is refused and nothing of it comes out."""
    rows = list(grown.rows)
    rows[at] = CHANGES[change](rows[at])
    tail, seen = grown.tail(), list[int]()
    with pytest.raises(TamperedError, match=r"log index ([6-9]|10): found .*; expected .*run 'tombo verify'"):
        seen.extend(checked.row.index for checked in tail.check(rows))
    assert (seen, tail.size) == (list(range(6)), 6)


def test_a8_rows_left_out_doubled_swapped_or_cut_off_are_refused(grown: Grown) -> None:
    """A8: whatever is done to the order of rows, the checker stops at the append it was done to."""
    rows = grown.rows
    moved = [
        [*rows[:7], *rows[8:]],
        [*rows[:8], rows[7], *rows[8:]],
        [*rows[:7], rows[8], rows[7], *rows[9:]],
        rows[:9],
        rows[:-1],
        [*rows[:6], *rows[10:]],
        [rows[0]._replace(index=-1), *rows],
    ]
    for wrong in moved:
        with pytest.raises(TamperedError, match="log index"):
            grown.check(wrong)
