"""Who changes a packed row changes an entry: the verifier, the doors and the night name it where it stands (decision 0047)."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any, Final

import pytest

from bench.play import hand
from tests.conftest import run_past
from tests.worlds.backups import Played
from tests.worlds.detached import blob_of, checked_rows, report
from tests.worlds.operator import Operator
from tests.worlds.packed import raw_rows, run
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.operate.keyring import open_checked
from tombo.ledger.store import Row, open_views
from tombo.ledger.store.packed import as_sealed, is_packed, packed, unpacked
from tombo.ledger.verify import Code
from tombo.projections.reconciliation.run import reconcile

DEFLATED: Final = 121
"""Where what is deflated begins, behind a digest."""
FOUND: Final = frozenset({Code.TAMPERED, Code.MALFORMED})


@pytest.fixture
def old(store_url: str, tmp_path: Path) -> Operator:
    """A ledger on either store, whose play is packed."""
    operator = Operator(tmp_path, store_url)
    Played(operator).hands(3)
    run(operator)
    return operator


def put(operator: Operator, index: int, state: bytes) -> None:
    """Have the row at a log index keep ``state``."""
    blob = blob_of(operator, state)
    run_past(operator.url, f"UPDATE stored_events SET state = {blob} WHERE notification_id = {index + 1}")


def some_row(operator: Operator, kind: str = "hand.bet_placed.v1") -> Row:
    """A packed row."""
    return next(row for row in raw_rows(operator.url) if is_packed(row.state) and row.kind == kind)


def named(row: Row) -> str:
    """How ``row`` is named where it is met."""
    return rf"(TAMPERED at|log index) {row.index}\b"


def check_found(operator: Operator, row: Row, what: str) -> None:
    """The verifier and every checked reader name ``row``, or the append that it is of."""
    found = report(operator)
    first = found.problems[0]
    assert found.verdict in FOUND, what
    assert first.first is not None and first.last is not None, what
    assert first.first <= row.index <= first.last, (what, str(first))
    with open_checked(operator.url, operator.keyring, read_only=True) as store:
        for read in (store.row, lambda _: store.stream_rows(row.stream), lambda at: list(store.rows(at, at + 1))):
            with pytest.raises(LedgerError, match=named(row)) as raised:
                read(row.index)
            assert raised.value.exit_status == 1, what


def test_a_byte_altered_anywhere_is_found(old: Operator) -> None:
    """Each byte of a packed row, on SQLite; some on PostgreSQL."""
    row = some_row(old)
    step = 1 if old.url.startswith("sqlite:") else 23
    for at in range(0, len(row.state), step):
        forged = row.state[:at] + bytes([row.state[at] ^ 0xFF]) + row.state[at + 1 :]
        assert as_sealed(*row[1:4], forged) != as_sealed(*row[1:]), at
        put(old, row.index, forged)
        check_found(old, row, f"byte {at} of {len(row.state)}")
    put(old, row.index, row.state)
    assert report(old).verdict is Code.OK


def bomb(row: Row) -> bytes:
    """A row that would fill the memory."""
    made = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return row.state[:DEFLATED] + made.compress(bytes(1 << 26)) + made.flush()


@pytest.mark.parametrize(
    "forge",
    [
        pytest.param(lambda row: b"\xc2" + row.state[1:], id="another dictionary"),
        pytest.param(lambda row: b"\xc0" + row.state[1:], id="no dictionary"),
        pytest.param(lambda row: b"\x81" + row.state[1:], id="no digest"),
        pytest.param(lambda row: b"\x01" + row.state[1:], id="said to be whole"),
        pytest.param(lambda row: b"\xc1" + unpacked(*row[1:])[1:], id="whole, said to be packed"),
        pytest.param(lambda row: row.state[:-1], id="cut short"),
        pytest.param(lambda row: row.state[:DEFLATED], id="its body gone"),
        pytest.param(lambda row: row.state[:60], id="its header cut"),
        pytest.param(lambda row: row.state[:59], id="cut as nobody put on record"),
        pytest.param(lambda row: row.state[:1], id="one byte left"),
        pytest.param(lambda row: row.state + b"\0", id="a byte behind it"),
        pytest.param(lambda row: row.state + row.state, id="itself behind it"),
        pytest.param(bomb, id="a bomb"),
        pytest.param(
            lambda row: packed(row.stream, row.version, row.kind, unpacked(*row[1:]).replace(b'"paid":', b'"paid":1')),
            id="another bet, packed",
        ),
    ],
)
def test_what_nobody_packed_is_found(old: Operator, forge: Any) -> None:
    """By everybody, at its place, and without a crash."""
    row = some_row(old)
    put(old, row.index, forge(row))
    check_found(old, row, "forged")
    put(old, row.index, row.state)
    assert report(old).verdict is Code.OK


def test_one_moved_to_another_place_is_found(old: Operator) -> None:
    """Two rows of one kind that change places, and the play of another hand in the place of a whole one."""
    rows = raw_rows(old.url)
    first, second = ([row for row in rows if row.stream == f"hand:mesa-0/{number}"] for number in (1, 2))
    put(old, first[5].index, second[5].state)
    put(old, second[5].index, first[5].state)
    check_found(old, first[5], "changed places")
    for mine, other in zip(first, second, strict=False):
        put(old, mine.index, other.state)
    check_found(old, first[0], "another hand's play")


def test_the_night_names_it(old: Operator) -> None:
    """It does not end as if nothing were."""
    row = some_row(old)
    put(old, row.index, row.state[:-2])
    with (
        open_checked(old.url, old.keyring, read_only=True) as store,
        open_views(old.url) as views,
        pytest.raises(LedgerError, match=named(row)) as raised,
    ):
        reconcile(store, views, "2026-07-14")
    assert raised.value.exit_status == 1


def test_a_door_names_it_when_it_looks(old: Operator) -> None:
    """And takes what has nothing to do with it."""
    row = some_row(old)
    put(old, row.index, row.state[:-2])
    old.act(hand(0, 4))
    with pytest.raises(LedgerError, match=named(row)):
        checked_rows(old, row.index + 1)


def test_packing_by_whoever_may_is_no_forgery(old: Operator) -> None:
    """Packed otherwise, or whole again, or what no run would pack: who does it has changed nothing that anybody reads."""
    row, following = some_row(old), raw_rows(old.url)[some_row(old).index + 1]
    state = unpacked(*row[1:])
    digest = state.index(b'"digest":"') + 10
    made = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    text = state[41:67] + state[131:digest] + state[digest + 32 :]
    otherwise = row.state[:DEFLATED] + made.compress(text) + made.flush()
    assert otherwise != row.state
    size = len(raw_rows(old.url))
    before = checked_rows(old, size)
    put(old, row.index, otherwise)
    put(old, following.index, unpacked(*following[1:]))
    put(old, 0, packed(*before[0][1:]) or b"")
    assert checked_rows(old, size) == before
    assert report(old).verdict is Code.OK
