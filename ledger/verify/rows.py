"""Steps 1 to 3, on every row by itself: its index, its leaf, its bytes, and the body against the columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from pydantic import ValidationError

from tombo.ledger.core.errors import LedgerError, MalformedError
from tombo.ledger.core.ids import StreamId
from tombo.ledger.house.key import is_of_another, key_stream
from tombo.ledger.kinds import BEGIN_ONCE
from tombo.ledger.seal import canonical
from tombo.ledger.seal.entry import LEAF_MAX, Sealed, leaf_at, leaf_data, place, unpack
from tombo.ledger.seal.merkle import leaf_hash
from tombo.ledger.verify.bodies import (
    AMISS,
    HOME,
    INTEGER,
    KEPT,
    LAST_INSTANT,
    NOWHERE,
    READ,
    SOURCE,
    WHOLE,
    Bodies,
    ParsedRow,
    claim_of,
    pattern_of,
)
from tombo.ledger.verify.report import Code
from tombo.ledger.verify.requests import ANSWERS
from tombo.ledger.verify.source import Row
from tombo.ledger.verify.straight import straight_reader
from tombo.ledger.verify.symptoms import Directness, SymptomList, symptom

_BODY: Final = re.compile(
    (
        rf'{SOURCE}(\{{.*\}}),"occurred":(null|{INTEGER}),'
        rf'"stream":"({pattern_of(StreamId)})","version":({INTEGER})\}}'
    ).encode(),
    re.DOTALL,
)
"""A body, taken apart. The texts of ``by`` and ``event`` are checked by their classes, which write them in one way
only; all the rest is as this says. So a body that passes is canonical: it was put together from canonical pieces."""


class RowReader:
    """Reads rows into lines, and notes what is wrong with each by itself."""

    def __init__(self, bodies: Bodies) -> None:
        self.bodies = bodies
        self.symptoms = SymptomList()
        self._straight = straight_reader(bodies)

    def read(self, rows: Iterator[Row], start: int, stop: int) -> list[ParsedRow]:
        """The lines of ``rows``, which should be those from ``start`` to ``stop - 1``."""
        lines: list[ParsedRow] = []
        straight, expected = self._straight, start
        for row in rows:
            index = row[0]
            if index != expected:  # (1) the index is dense
                if index < expected:
                    self._note(Code.TAMPERED, row, "index", f"index {index} where {expected} was expected")
                    if lines and lines[-1].index == index and not _at_home(lines[-1]):
                        lines[-1] = self._line(row)  # of two rows under one index, the one that says it belongs there
                    continue
                self._missing(expected, index - 1)
            expected = index + 1
            lines.append(straight(row) or self._line(row))
        if expected < stop:
            self._missing(expected, stop - 1)
        return lines

    def _line(self, row: Row) -> ParsedRow:
        """The line of a row, whatever it holds."""
        index, stream, version, kind, state = row
        try:  # (2) the leaf and the state parse
            where = place(stream, version, kind)
            leaf = leaf_at(where, state) if len(where) + len(state) <= LEAF_MAX else leaf_data(*row[1:])
            sealed = unpack(state)
        except (LedgerError, TypeError, ValueError, AttributeError, OverflowError) as error:
            types = ", ".join(type(column).__name__ for column in row[1:])
            said = (
                error
                if isinstance(error, LedgerError | UnicodeError)
                else f"found {types}; expected text, an integer, text, bytes"
            )
            self._note(Code.MALFORMED, row, "state", f"the row is no entry: {said}", offset=0)
            return _unread(row)
        bodies = self.bodies
        key_id, prev, content = sealed[0], sealed[1], sealed[7]
        body = _BODY.fullmatch(content)
        by = event = command = instead = None
        if body is not None:
            by_text, digest, name, event_text, occurred, of_stream, of_version = body.groups()
            command = None if name is None else (name, digest)
        if index >= bodies.trusted or kind in KEPT:
            try:  # (3) the body is canonical, of its kind, and says what the columns say
                if body is None or (occurred > LAST_INSTANT and len(occurred) >= len(LAST_INSTANT)):
                    return self._odd(row, sealed, leaf, "it has not the shape of a body")
                by = bodies.actors.get(by_text) or bodies.actor(by_text)
                if bodies.seen.get(event_text) != kind:
                    event = bodies.event(kind, event_text)
                if event is None and by.actor == "staff" and kind in ANSWERS:
                    event = READ[kind](event_text)
            except (KeyError, ValidationError, MalformedError) as error:
                return self._odd(row, sealed, leaf, _first(error))
            if of_stream != stream.encode() or of_version != b"%d" % version:
                instead = stream
                stream, version = self._moved(row, of_stream.decode(), int(of_version))
                where = place(stream, version, kind)
            at_home = stream.startswith(HOME[kind]) and WHOLE.get(kind, stream) == stream
            at_home = at_home and not (event is not None and is_of_another(stream, event))
            if not at_home or AMISS.get(kind) is (version == 1):
                self._out_of_place(index, stream, version, kind, event)
                by = None  # it is named, and no other check rests on what it says
        entry_hash = bodies.hasher.at(where, key_id, prev, content)
        claim = claim_of(sealed)
        return ParsedRow(index, stream, version, kind, claim, prev, entry_hash, leaf, by, command, event, True, instead)  # noqa: FBT003  # by place: a row each

    def _odd(self, row: Row, sealed: Sealed, leaf: bytes, said: str) -> ParsedRow:
        """The line of a row whose body cannot be read as its column says; which of the two is at fault is noted."""
        index, stream, version, kind, state = row
        try:
            value = canonical.decode(sealed.body)
        except MalformedError as malformed:
            self._note(Code.MALFORMED, row, "body", str(malformed), offset=len(state) - len(sealed.body))
        else:
            event = value.get("event") if isinstance(value, dict) else None
            named = event.get("kind") if isinstance(event, dict) else None
            if named != kind:
                if isinstance(named, str) and named in READ:
                    again = self._line((index, stream, version, named, state))
                    self._note(Code.TAMPERED, row, "kind", f"the column says {kind!r}, the signed body {named!r}")
                    return again._replace(leaf=leaf)
                self._note(Code.TAMPERED, row, "kind", f"the column says {kind!r}, the body {named!r}")
            elif kind not in READ:
                unknown = f"the kind {kind!r} is not in the catalogue; a newer tombo wrote it"
                self._note(Code.MALFORMED, row, "kind", unknown)
            else:
                self._note(Code.TAMPERED, row, "body", f"no {kind}: {said}")
        digest = self.bodies.hasher(stream, version, kind, sealed.key_id, sealed.prev, sealed.body)
        claim = claim_of(sealed)
        return ParsedRow(index, stream, version, kind, claim, sealed.prev, digest, leaf, None, None, None, placed=False)

    def _moved(self, row: Row, stream: str, version: int) -> tuple[str, int]:
        """Note the columns that contradict the body, and give the body's: that is what was signed."""
        for column, found, said in (("stream", row[1], stream), ("version", row[2], version)):
            if found != said:
                self._note(Code.TAMPERED, row, column, f"the column says {found!r}, the signed body {said!r}")
        return stream, version

    def _out_of_place(self, index: int, stream: str, version: int, kind: str, event: Any) -> None:
        """Note an entry that no door writes there: of another type of stream or of another key, or a beginning that is none, or a second one."""
        home, field = HOME[kind], "version"
        if not stream.startswith(home):
            field, said = "stream", f"{kind} stands in {stream}; expected a stream of the type {home.removesuffix(':')}"
        elif is_of_another(stream, event):
            field, said = (
                "stream",
                f"{kind} of the key {event.key} stands in {stream}; expected {key_stream(event.key)}",
            )
        elif WHOLE.get(kind, stream) != stream:
            field, said = "stream", f"{kind} stands in {stream}; expected {WHOLE[kind]}"
        elif kind in BEGIN_ONCE:
            said = f"{kind} begins {stream} again, as version {version}; expected it as version 1"
        else:
            begins = sorted(other for other in BEGIN_ONCE if HOME[other] == home)
            said = f"{kind} begins {stream}; expected {' or '.join(begins)}"
        said += ": no door writes that, so whoever has the event key did"
        self.symptoms.note(
            symptom(Directness.RULE, Code.POLICY_FAIL, said, index, stream=stream, version=version, field=field)
        )

    def _missing(self, first: int, last: int) -> None:
        count = last - first + 1
        said = f"{count} {'entry is' if count == 1 else 'entries are'} not there"
        self.symptoms.note(symptom(Directness.ROW, Code.MISSING, said, first, last, field="index"))

    def _note(self, code: Code, row: Row, field: str, message: str, *, offset: int | None = None) -> None:
        index, stream, version = row[:3]
        where = "" if offset is None else f" (at byte {offset} of the state)"
        self.symptoms.note(
            symptom(
                Directness.ROW,
                code,
                message + where,
                index,
                stream=stream if isinstance(stream, str) else None,
                version=version if isinstance(version, int) else None,
                field=field,
            )
        )


def leaves_of(rows: Sequence[Row]) -> list[bytes]:
    """The hashes of the leaves of ``rows``; none at all where one is no entry, which is on record then: the root that follows is wrong, as it should be.

    They were read before: what a source cannot give now is raised there, and makes no root.
    """
    try:
        return [leaf_hash(leaf_data(*row[1:])) for row in rows]
    except (LedgerError, TypeError, ValueError, AttributeError, OverflowError):
        return []


def _at_home(line: ParsedRow) -> bool:
    """Whether the append that the entry says it is of reaches over its index."""
    return line.claim.first <= line.index < line.claim.first + line.claim.count


def _unread(row: Row) -> ParsedRow:
    return ParsedRow(row[0], "", 0, "", NOWHERE, b"", b"", bytes(32), None, None, None, placed=False)


def _first(error: Exception) -> str:
    if isinstance(error, ValidationError):
        found = error.errors(include_input=False, include_url=False)[0]
        return f"{'.'.join(map(str, found['loc'])) or 'body'}: {found['msg']}"
    return str(error)
