"""The table of entries: every entry of the log, with what was signed of it, byte for byte.

It is read by the million, so a stretch of rows is taken apart column by column and no entry is decoded: how a body begins and ends is matched whole,
and what is not so written is decoded once more, which says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, Protocol

from tombo.ledger.core.clock import INSTANT_MAX, happened
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import LedgerError, MalformedError
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.kinds import EVENTS, misplaced
from tombo.ledger.seal.entry import BODY, RECORDED
from tombo.ledger.seal.merkle import HASH_SIZE
from tombo.ledger.store import Row
from tombo.projections.strangers import at_home
from tombo.reports.said import tables as said
from tombo.reports.tables.arrow import arrow, batch_of
from tombo.reports.tables.model import HAPPENED, INDEX, LedgerTable, TableColumn, TableRows

CHUNK: Final = 4_096
"""Entries that are taken apart together."""
LEAF: Final = "leaf_hash"
"""The column that says which leaf of the tree an entry is."""
ENTRIES: Final = LedgerTable(
    "entries",
    1,
    "An entry of the log.",
    ("log_index",),
    (
        INDEX,
        TableColumn("stream", "text", "What it is of: `hand:mesa-1/42`"),
        TableColumn("version", "number", "Its place in the stream, from 1"),
        TableColumn("kind", "text", "What happened: `hand.bet_placed.v1`, with its schema in `schemas/events/`"),
        HAPPENED,
        TableColumn("occurred", "instant", "When, by its source's word", empty=True),
        TableColumn("recorded", "instant", "When the ledger recorded it; never decreases"),
        TableColumn("actor", "text", "Who took the decision: `player`, `platform`, `staff` or `import`"),
        TableColumn("actor_id", "text", "His pseudonym or id"),
        TableColumn("role", "text", "The role in which staff acted", empty=True),
        TableColumn("command", "text", "The id of the command it came from", empty=True),
        TableColumn("digest", "text", "The first 16 bytes of that command's digest, in hexadecimal", empty=True),
        TableColumn(
            "in_place",
            "flag",
            "Whether a door writes this kind there. What is false only a stolen key can have signed: nothing is computed from it",
        ),
        TableColumn(LEAF, "text", "Its leaf in the Merkle tree, in hexadecimal: what an inclusion proof proves"),
        TableColumn("entry", "text", "The signed body, byte for byte: canonical JSON, the event in `event`"),
    ),
)

_ID: Final = r"[A-Za-z0-9][A-Za-z0-9._/-]*"
_BEGINNING: Final = (
    r'^\{"by":\{"actor":"(?P<actor>player|platform|staff|import)","id":"(?P<actor_id>'
    + _ID
    + r')","role":(?:null|"(?P<role>'
    + _ID
    + r')")\},'
    r'"command":(?:null|\{"digest":"(?P<digest>[0-9a-f]{32})","id":"(?P<command>[A-Za-z0-9][A-Za-z0-9._:/-]*)"\}),"event":\{'
)
"""How a canonical body begins, as RE2 has it (``docs/format.md``). No name holds what JSON escapes."""
_OCCURRED: Final = b',"occurred":'
_OF_KEYS: Final = "key."
StoredRow = tuple[int, str, int, str, bytes]
"""Log index, stream, version, kind, state."""


class EntrySource(Protocol):
    """Where rows of the log are had: of a store that checks them, or by who leaves that to another."""

    def rows_of(self, kinds: Sequence[str] | None, start: int, stop: int, /) -> list[StoredRow]:
        """The rows with ``start <= index < stop``, of any kind where none is named, in log order."""
        ...

    def entry(self, row: Row, /) -> Entry:
        """The entry in a row."""
        ...

    def leaves(self, rows: Sequence[StoredRow], /) -> bytes:
        """The hashes of the leaves of ``rows``, joined."""
        ...


def entry_rows(store: EntrySource, since: int, until: int) -> Iterator[TableRows]:
    """The entries with ``since <= index < until``.

    Raises:
        TamperedError: one is not what was sealed, or is not there.
        MalformedError: one is not as an entry is written.
    """
    for first in range(since, until, CHUNK):
        yield _taken_apart(store, store.rows_of(None, first, min(first + CHUNK, until)))


def _taken_apart(store: EntrySource, rows: Sequence[StoredRow]) -> TableRows:
    indices, streams, versions, kinds, states = zip(*rows, strict=True)
    recorded = [int.from_bytes(state[RECORDED], "big") for state in states]
    if max(recorded) > INSTANT_MAX:
        raise _wrong(store, rows[recorded.index(max(recorded))])
    occurred = [_occurred(store, row) for row in rows]
    when = list(map(happened, occurred, recorded, streams))
    in_place = _in_place(store, rows, kinds)
    first = (indices, streams, versions, kinds, when, occurred, recorded)
    return TableRows(indices[-1] + 1, _days(when), partial(_batch, store, rows, first, in_place, store.leaves(rows)))


def _batch(
    store: EntrySource, rows: Sequence[StoredRow], first: Sequence[Sequence[Any]], in_place: list[bool], leaves: bytes
) -> Any:
    """The columns: the ``first`` of them, what the bodies begin with, and the last."""
    begins, bodies = _begins(store, rows)
    said = [begins(name) for name in ("actor", "actor_id", "role", "command", "digest")]
    return batch_of(ENTRIES, [*first, *said, in_place, hexadecimal(leaves), bodies])


def hexadecimal(hashes: bytes) -> Any:
    """Hashes that are joined, as texts: written once, and no text made of each."""
    pa, width = arrow(), 2 * HASH_SIZE
    count = len(hashes) // HASH_SIZE
    begins = pa.array(range(0, width * (count + 1), width), pa.int32()).buffers()[1]
    return pa.StringArray.from_buffers(count, begins, pa.py_buffer(hashes.hex().encode()))


def _days(when: Sequence[int]) -> list[str]:
    """The day of each instant: most rows that are taken apart together are all of one."""
    first, last = day_of(min(when)), day_of(max(when))
    return [first] * len(when) if first == last else list(map(day_of, when))


def _begins(store: EntrySource, rows: Sequence[StoredRow]) -> tuple[Callable[[str], Any], Any]:
    """What stands at the beginning of the bodies, by name, and the bodies as texts.

    Raises:
        TamperedError: as for ``_wrong``.
        MalformedError: one does not begin so, or is no text.
    """
    pa, pc = arrow(), arrow("compute")
    try:
        bodies = pa.array([row[4][BODY] for row in rows], pa.binary()).cast(pa.string())
    except pa.ArrowInvalid:
        raise _wrong(store, next(row for row in rows if not _is_text(row[4][BODY]))) from None
    found = pc.extract_regex(bodies, _BEGINNING)
    if found.null_count:
        raise _wrong(store, rows[found.is_valid().to_pylist().index(False)])

    def named(name: str) -> Any:
        said = found.field(name)
        return pc.if_else(pc.equal(said, ""), None, said)

    return named, bodies


def _occurred(store: EntrySource, row: StoredRow) -> int | None:
    """When an entry happened by its source's word, of the end of its body.

    Raises:
        TamperedError: as for ``_wrong``.
        MalformedError: it does not end so.
    """
    _, stream, version, _, state = row
    end = f',"stream":"{stream}","version":{version}}}'.encode()
    said = state[state.rfind(_OCCURRED) + len(_OCCURRED) : -len(end)]
    if not state.endswith(end):
        raise _wrong(store, row)
    if said == b"null":
        return None
    if not said.isdigit() or (when := int(said)) > INSTANT_MAX:
        raise _wrong(store, row)
    return when


def _in_place(store: EntrySource, rows: Sequence[StoredRow], kinds: Sequence[str]) -> list[bool]:
    """Of each row, whether a door of ours may have written it where it stands; of what is said of a key, it is asked of which."""
    if len(list(at_home(rows))) == len(rows) and not any(kind.startswith(_OF_KEYS) for kind in set(kinds)):
        return [True] * len(rows)
    return [misplaced(*row[1:4], _of_a_key(store, row)) is None for row in rows]


def _of_a_key(store: EntrySource, row: StoredRow) -> object:
    """What a row says of a key; None of any other."""
    kind = row[3]
    return store.entry(Row(*row)).event if kind.startswith(_OF_KEYS) and kind in EVENTS else None


def _is_text(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def _wrong(store: EntrySource, row: StoredRow) -> LedgerError:
    """What is wrong with a row whose body is not as an entry is written.

    Raises:
        TamperedError: it is of another stream or version.
        MalformedError: it is no entry of its kind.
    """
    store.entry(Row(*row))
    return MalformedError(said.ENTRY_NOT_CANONICAL(index=row[0]))
