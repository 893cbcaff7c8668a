"""The forger: every change he can make to a row of any table, as rows taken away and rows put there instead.

He writes by ``hands``. He cannot make what an event key signs; who stole a key is in ``thefts``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from tests.forgeries.redteam.hands import Forgery, Row, Tables
from tombo.ledger.seal.entry import HEADER_SIZE, pack, unpack


def forgeries(tables: Tables) -> Iterator[Forgery]:
    """Every forgery of every row that the suite knows."""
    events = sorted(tables["stored_events"])
    for row in events:
        yield from _of_entry(row, events)
    for stream in sorted({row[1] for row in events}):
        yield from _of_stream(stream, events)
    for table, make in OTHERS.items():
        rows = tables[table]
        for row in rows:
            yield from make(row, rows)
            yield Forgery(table, "hidden", _place(table, row), None, (row,), ())


def _place(table: str, row: Row) -> str:
    said = [str(value) for value in row if not isinstance(value, bytes)]
    return f"{table} {' '.join(said)[:60]}"


def _of_entry(row: Row, events: Sequence[Row]) -> Iterator[Forgery]:
    number, stream, version, kind, state = row
    place = f"log index {number - 1}, {stream} version {version}"

    def with_(
        what: str, *, index: int = number, name: str = stream, at: int = version, topic: str = kind, said: bytes = state
    ) -> Forgery:
        return Forgery("stored_events", what, place, number - 1, (row,), ((index, name, at, topic, said),))

    yield Forgery("stored_events", "hidden", place, number - 1, (row,), ())
    for what, change in CONTENTS.items():
        changed = change(state)
        if changed != state:
            yield with_(what, said=changed)
    yield with_("moved to another stream", name=f"{stream[: stream.index(':')]}:zz")
    yield with_("another version", at=version + 1_000)
    yield with_("another kind", topic=next(each[3] for each in events if each[3] != kind))
    yield with_("another log index", index=number + 100_000)
    twin = next((each for each in reversed(events) if each[3] == kind and each != row), None)
    if twin is not None:
        yield with_("another authentic entry", said=twin[4])
        swapped = ((number, *twin[1:]), (twin[0], *row[1:]))
        yield Forgery("stored_events", "swapped", place, number - 1, (row, twin), swapped)


def _of_stream(stream: str, events: Sequence[Row]) -> Iterator[Forgery]:
    rows = tuple(row for row in events if row[1] == stream)
    first, last = rows[0], rows[-1]
    place = f"{stream}, {len(rows)} entries"
    yield Forgery("stored_events", "stream hidden", place, first[0] - 1, rows, ())
    renamed = tuple((row[0], f"{stream}-2", *row[2:]) for row in rows)
    yield Forgery("stored_events", "stream renamed", place, first[0] - 1, rows, renamed)
    for count in (2, 3):
        if len(rows) > count:
            yield Forgery("stored_events", "newest hidden", place, rows[-count][0] - 1, rows[-count:], ())
    grown = (len(events) + 1, stream, last[2] + 1, last[3], last[4])
    yield Forgery("stored_events", "added", place, len(events), (), (grown,))
    below = (0, stream, last[2] + 1, last[3], last[4])
    yield Forgery("stored_events", "added below the first", place, None, (), (below,))


def _restated(change: Callable[[Any], Any]) -> Callable[[bytes], bytes]:
    return lambda state: pack(*change(unpack(state)))


def _flipped(at: int) -> Callable[[bytes], bytes]:
    return lambda state: state[:at] + bytes((state[at] ^ 1,)) + state[at + 1 :]


def _amount(state: bytes) -> bytes:
    for name in (b'"cents":', b'"amount":', b'"total":', b'"paid":'):
        at = state.find(name) + len(name)
        if at >= len(name) and state[at : at + 1].isdigit():
            return state[:at] + b"99" + state[at:]
    return state


CONTENTS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "another amount": _amount,
    "another card": lambda state: state.replace(b'"Jc"', b'"Ks"').replace(b'"2c"', b'"Kh"').replace(b'"Th"', b'"5h"'),
    "another number": lambda state: state.replace(b'"number":"17"', b'"number":"18"'),
    "another player": lambda state: state.replace(b'"p-1"', b'"p-2"'),
    "another commitment": lambda state: state.replace(b'"commitments":["', b'"commitments":["00', 1),
    "a bit of the body": lambda state: _flipped(HEADER_SIZE + (len(state) - HEADER_SIZE) // 2)(state),
    "a bit of the chain": _flipped(12),
    "a bit of the signature": _flipped(HEADER_SIZE - 5),
    "recorded in 2255": _restated(lambda sealed: sealed._replace(recorded=2**53 - 1)),
    "recorded before": _restated(lambda sealed: sealed._replace(recorded=sealed.recorded - 1)),
    "cut short": lambda state: state[:-1],
    "no entry at all": lambda _: b"",
}
"""What is done to a state, by what is said of it; what changes nothing is left out."""


def _of_command(row: Row, rows: Sequence[Row]) -> Iterator[Forgery]:
    name, digest, first, count = row
    place = _place("commands", row)
    other = next(each for each in rows if each != row)
    taken = {each[2] for each in rows}
    free = next(index for index in range(10_000) if index not in taken)
    for what, new in {
        "another id": (f"{name}x", digest, first, count),
        "another digest": (name, bytes((digest[0] ^ 1,)) + digest[1:], first, count),
        "another place": (name, digest, free, count),
        "beyond the end": (name, digest, 10**9, count),
        "more entries": (name, digest, first, count + 1),
        "another command's digest": (name, other[1], first, count),
    }.items():
        yield Forgery("commands", what, place, None, (row,), (new,))
    swapped = ((other[0], digest, first, count), (name, *other[1:]))
    yield Forgery("commands", "swapped", place, None, (row, other), swapped)
    for planted in ("case", "case-2"):
        yield Forgery("commands", "added", f"commands {planted}", None, (), ((planted, digest, free, 1),))


def _of_opening(row: Row, rows: Sequence[Row]) -> Iterator[Forgery]:
    stream, version, slot, sealed = row
    place = _place("openings", row)
    for what, new in {
        "a bit of the card": (stream, version, slot, _flipped(20)(sealed)),
        "another slot": (stream, version, slot + 40, sealed),
        "another version": (stream, version + 1, slot, sealed),
        "moved to another stream": (f"{stream}0", version, slot, sealed),
        "cut short": (stream, version, slot, sealed[:-1]),
    }.items():
        yield Forgery("openings", what, place, None, (row,), (new,))
    other = next(each for each in rows if each != row)
    swapped = ((*row[:3], other[3]), (*other[:3], sealed))
    yield Forgery("openings", "swapped", place, None, (row, other), swapped)
    yield Forgery("openings", "added", place, None, (), ((stream, version, slot + 40, sealed),))
    whole = tuple(each for each in rows if each[0] == stream)
    yield Forgery("openings", "stream hidden", place, None, whole, ())


def _of_tile(row: Row, rows: Sequence[Row]) -> Iterator[Forgery]:
    level, n, hashes = row
    place = _place("tiles", row)
    other = next(each for each in rows if each != row)
    swapped = ((*row[:2], other[2]), (*other[:2], hashes))
    turned = hashes[32:64] + hashes[:32] + hashes[64:]
    for what, gone, new in (
        ("a bit of a hash", (row,), ((level, n, _flipped(40 % len(hashes))(hashes)),)),
        ("a bit of the last hash", (row,), ((level, n, _flipped(len(hashes) - 1)(hashes)),)),
        ("cut short", (row,), ((level, n, hashes[:-32]),)),
        ("cut within a hash", (row,), ((level, n, hashes[:-1]),)),
        ("more hashes", (row,), ((level, n, hashes + bytes(32)),)),
        ("hashes swapped", (row,), ((level, n, turned),)),
        ("swapped", (row, other), swapped),
        ("another level", (row,), ((level + 5, n, hashes),)),
        ("another number", (row,), ((level, n + 5, hashes),)),
        ("added", (), ((level, n + 5, hashes),)),
    ):
        if gone != new:
            yield Forgery("tiles", what, place, None, gone, new)


def _of_checkpoint(row: Row, rows: Sequence[Row]) -> Iterator[Forgery]:
    size, note = row
    place = _place("checkpoints", row)
    newer = str(max(each[0] for each in rows) + 7)
    for what, gone, new in (
        ("another size in the note", (row,), ((size, note.replace(f"\n{size}\n", f"\n{newer}\n", 1)),)),
        ("another size", (row,), ((size + 1_000, note),)),
        ("another root", (row,), ((size, _other_root(note)),)),
        ("no note at all", (row,), ((size, "none"),)),
        ("of another log", (row,), ((size, note.replace("/ledger/", "/another/")),)),
        ("added", (), ((size + 7, note.replace(f"\n{size}\n", f"\n{size + 7}\n", 1)),)),
        ("the older one newest", (), ((10**6, min(rows)[1]),)),
    ):
        yield Forgery("checkpoints", what, place, None, gone, new)


def _other_root(note: str) -> str:
    origin, size, root, rest = note.split("\n", 3)
    return "\n".join((origin, size, ("A" if root[0] != "A" else "B") + root[1:], rest))


def _of_meta(row: Row, _: Sequence[Row]) -> Iterator[Forgery]:
    name, value = row
    place = _place("meta", row)
    yield Forgery("meta", "another value", place, None, (row,), ((name, f"{value}9"),))
    yield Forgery("meta", "another name", place, None, (row,), ((f"{name}9", value),))


def _of_tracking(row: Row, _: Sequence[Row]) -> Iterator[Forgery]:
    name, position = row
    place = _place("notification_tracking", row)
    for what, new in {
        "behind": (name, position - 10),
        "at the beginning": (name, 0),
        "ahead": (name, position + 10),
        "far ahead": (name, 10**9),
        "another name": (f"{name}9", position),
    }.items():
        yield Forgery("notification_tracking", what, place, None, (row,), (new,))


OTHERS: Final[dict[str, Callable[[Row, Sequence[Row]], Iterator[Forgery]]]] = {
    "commands": _of_command,
    "openings": _of_opening,
    "tiles": _of_tile,
    "checkpoints": _of_checkpoint,
    "meta": _of_meta,
    "notification_tracking": _of_tracking,
}
"""What is done to the rows of the tables beside the entries."""
