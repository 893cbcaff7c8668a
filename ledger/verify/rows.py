"""Steps 1 to 3, on every row by itself: its index, its leaf, its bytes, and the body against the columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from pydantic import ValidationError
from pydantic_core import from_json

from ledger.catalogue import EVENTS, Body
from ledger.core.entry import By, CommandRef
from ledger.core.errors import LedgerError, MalformedError
from ledger.seal import canonical
from ledger.seal.canonical import INTEGER_MAX
from ledger.seal.entry import EntryHasher, Sealed, leaf_data, unpack
from ledger.seal.merkle import leaf_hash
from ledger.verify.report import Code
from ledger.verify.source import Row
from ledger.verify.symptoms import Evidence, SymptomList, symptom

_BODIES: Final = {kind: Body[cls] for kind, cls in EVENTS.items()}  # type: ignore[valid-type]  # built from the list
_READ: Final = {kind: cls.__pydantic_validator__.validate_json for kind, cls in _BODIES.items()}
_WRITE: Final = {kind: cls.__pydantic_serializer__.to_json for kind, cls in _BODIES.items()}

NOTHING: Final = Sealed(b"", b"", -1, 1, 0, 0, b"", b"")
"""Stands for a state that does not parse: it claims no place and belongs to no append."""


class Line(NamedTuple):
    """A row taken apart. ``body`` is None where it was not, or could not be, read.

    ``sound`` says that the columns and the signed body name the same stream, version and kind; where they do not,
    ``stream``, ``version`` and ``kind`` are the body's, which was signed, if it can be read.
    """

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of a line
    stream: str
    version: int
    kind: str
    sealed: Sealed
    hash: bytes
    leaf: bytes
    by: By | None
    command: CommandRef | None
    event: Any
    sound: bool


class RowReader:
    """Reads rows into lines. Rows below the log index ``trusted`` are proven by a checkpoint and only skimmed."""

    def __init__(self, origin: str, trusted: int = 0) -> None:
        self.hasher = EntryHasher(origin)
        self.trusted = trusted
        self.symptoms = SymptomList()

    def read(self, rows: Iterator[Row], start: int, stop: int) -> list[Line]:
        """The lines of ``rows``, which should be those from ``start`` to ``stop - 1``."""
        lines: list[Line] = []
        expected = start
        for row in rows:
            index = row[0]
            if index != expected:  # (1) the index is dense
                if index < expected:
                    self._note(Code.TAMPERED, row, "index", f"index {index} where {expected} was expected")
                    continue
                self._missing(expected, index - 1)
            expected = index + 1
            lines.append(self._line(row))
        if expected < stop:
            self._missing(expected, stop - 1)
        return lines

    def _line(self, row: Row) -> Line:
        index, stream, version, kind, state = row
        try:  # (2) the leaf and the state parse
            leaf = leaf_hash(leaf_data(stream, version, kind, state))
            sealed = unpack(state)
        except (LedgerError, TypeError, ValueError, AttributeError, OverflowError) as error:
            self._note(Code.MALFORMED, row, "state", f"the row is no entry: {error}", offset=0)
            return _unread(row)
        body: Any = None
        if index >= self.trusted or kind.startswith(("key.", "log.", "staff.")):
            try:  # (3) the body is canonical, of its kind, and says what the columns say
                body = _READ[kind](sealed.body)
            except (KeyError, ValidationError) as error:
                return self._odd(row, sealed, leaf, error)
            if _WRITE[kind](body) != sealed.body:
                return self._odd(row, sealed, leaf, MalformedError("not written as its kind is written"))
            if body.stream != stream or body.version != version or body.event.kind != kind:
                return self._moved(row, sealed, leaf, body)
            by, command, event = body.by, body.command, body.event
        else:
            by, command, event = None, _command(sealed.body), None
        digest = self.hasher(stream, version, kind, sealed.key_id, sealed.prev, sealed.body)
        return Line(index, stream, version, kind, sealed, digest, leaf, by, command, event, sound=True)

    def _odd(self, row: Row, sealed: Sealed, leaf: bytes, error: Exception) -> Line:
        """The line of a row whose body cannot be read as its column says; which of the two is at fault is noted."""
        index, stream, version, kind, _ = row
        try:
            value = canonical.decode(sealed.body)
        except MalformedError as malformed:
            self._note(Code.MALFORMED, row, "body", str(malformed), offset=len(row[4]) - len(sealed.body))
            value = None
        else:
            named = value.get("event", {}).get("kind") if isinstance(value, dict) else None
            if named != kind:
                if isinstance(named, str) and named in _READ:
                    again = self._line((index, stream, version, named, row[4]))
                    self._note(Code.TAMPERED, row, "kind", f"the column says {kind!r}, the signed body {named!r}")
                    return again._replace(leaf=leaf, sound=False)
                self._note(Code.TAMPERED, row, "kind", f"the column says {kind!r}, the body {named!r}")
            elif isinstance(error, KeyError):
                self._note(
                    Code.MALFORMED, row, "kind", f"the kind {kind!r} is not in the catalogue; a newer tombo wrote it"
                )
            else:
                self._note(Code.TAMPERED, row, "body", f"no {kind}: {_first(error)}")
        digest = self.hasher(stream, version, kind, sealed.key_id, sealed.prev, sealed.body)
        return Line(index, stream, version, kind, sealed, digest, leaf, None, None, None, sound=False)

    def _moved(self, row: Row, sealed: Sealed, leaf: bytes, body: Any) -> Line:
        """Columns that contradict the body: the body is what was signed, if the signature holds."""
        for column, found, said in (("stream", row[1], body.stream), ("version", row[2], body.version)):
            if found != said:
                self._note(Code.TAMPERED, row, column, f"the column says {found!r}, the signed body {said!r}")
        version = body.version if 0 < body.version <= INTEGER_MAX else row[2]
        digest = self.hasher(body.stream, version, row[3], sealed.key_id, sealed.prev, sealed.body)
        return Line(
            row[0], body.stream, version, row[3], sealed, digest, leaf, body.by, body.command, body.event, sound=False
        )

    def _missing(self, first: int, last: int) -> None:
        count = last - first + 1
        said = f"{count} {'entry is' if count == 1 else 'entries are'} not there"
        self.symptoms.note(symptom(Evidence.ROW, Code.MISSING, said, first, last, field="index"))

    def _note(self, code: Code, row: Row, field: str, message: str, *, offset: int | None = None) -> None:
        index, stream, version = row[:3]
        where = "" if offset is None else f" (at byte {offset} of the state)"
        self.symptoms.note(
            symptom(
                Evidence.ROW,
                code,
                message + where,
                index,
                stream=stream if isinstance(stream, str) else None,
                version=version if isinstance(version, int) else None,
                field=field,
            )
        )


def _unread(row: Row) -> Line:
    return Line(row[0], "", 0, "", NOTHING, b"", bytes(32), None, None, None, sound=False)


def _command(body: bytes) -> CommandRef | None:
    """The command of a body that is proven already: only its id matters, for finding it again later."""
    command = from_json(body)["command"]
    return None if command is None else CommandRef.model_construct(digest=command["digest"], id=command["id"])


def _first(error: Exception) -> str:
    if isinstance(error, ValidationError):
        found = error.errors(include_input=False, include_url=False)[0]
        return f"{'.'.join(map(str, found['loc'])) or 'body'}: {found['msg']}"
    return str(error)
