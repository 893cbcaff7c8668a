"""Where the verifier reads from: a port that a store, or an exported bundle, satisfies as it stands.

Nothing behind it is trusted: types, order and completeness of what it yields are checked like everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Protocol

from tombo.ledger.verify.report import Code
from tombo.ledger.verify.symptoms import Directness, SymptomList, symptom

Row = tuple[int, Any, Any, Any, Any]
"""Log index, stream, version, kind, state: text, integer, text and bytes, if nobody has been at the table."""
CommandRow = tuple[Any, Any, Any, Any]
"""Command id, digest of 16 bytes, log index of the first entry, how many entries."""
OpeningRow = tuple[Any, ...]
"""Stream, version, slot, card, salt: the last two None where a sealed row does not open."""
Tile = tuple[Any, Any, Any]
"""Level, number, hashes."""


class LogEnd(Protocol):
    """The end of a log."""

    @property
    def size(self) -> int:
        """How many entries there are: one more than the largest log index."""
        ...


class LogSource(Protocol):
    """A log and what accompanies it. A part that a source does not carry (a bundle has no command ids) is None."""

    def named(self) -> str | None:
        """What it says of itself which log it is, empty where it should and does not; None where it has no place for that."""
        ...

    def head(self) -> LogEnd:
        """The end of the log, now."""
        ...

    def rows(self, start: int = 0, stop: int | None = None) -> Iterator[Row]:
        """The entries with ``start <= index < stop``, by index; a start of 0 has no lower bound."""
        ...

    def commands(self, start: int = 0, stop: int | None = None) -> Iterator[CommandRow] | None:
        """The recorded command ids whose first entry is in the range, by that index; a stop of None is no bound."""
        ...

    def openings_between(self, start: int, stop: int) -> Iterator[tuple[int, OpeningRow]] | None:
        """The openings of the entries in the range that deal closed cards, each with the index of its entry, by that."""
        ...

    def orphan_openings(self, size: int = 0) -> Sequence[tuple[int | None, OpeningRow]] | None:
        """Openings of entries that are not there (index None), or that deal no closed cards; behind ``size`` entries of those that are there alone."""
        ...

    def tiles(self, size: int = 0) -> Iterator[Tile] | None:
        """Every stored tile of the tree that reaches beyond its first ``size`` entries, by level and number."""
        ...

    def read_tile(self, level: int, n: int) -> bytes | None:
        """The hashes of one stored tile; None where there is none."""
        ...

    def checkpoints(self, size: int = 0) -> Iterator[tuple[Any, Any]]:
        """Every stored checkpoint of more than ``size`` entries, by size, with its signed note; with 0 those of no size too."""
        ...

    def differences(self) -> Sequence[str]:
        """What of the database itself is not as it is made, a sentence each; a source that is none has nothing to say."""
        ...


HOLES_MAX: Final = 1_000


class Growing:
    """The end of a log to which a writer may be adding: what is there was there when the verifier began, or came since."""

    def __init__(self, source: LogSource, since: Callable[[int], int] = int) -> None:
        self._source = source
        self._now = source.head().size
        self.size = since(self._now)
        """How many entries there were at first: those are verified."""

    def reaches(self, size: object) -> bool:
        """Whether there are ``size`` entries by now. What is written with an entry is to be read before it is asked."""
        if not isinstance(size, int):
            return False
        return size <= self._now or size <= self.now()

    def now(self) -> int:
        """How many entries there are now."""
        self._now = self._source.head().size
        return self._now


def beginnings(source: LogSource, size: int, width: int, start: int = 0) -> Iterator[int]:
    """Where the chunks of ``width`` entries begin, the first of them at ``start``, but for those without an entry: a forged index may lie far away.

    After :data:`HOLES_MAX` holes of more than a chunk there is an end: what is there has no order left.
    """
    at, holes = start, 0
    while at < size and holes < HOLES_MAX:
        yield at
        at += width - at % width
        if at < size and next(source.rows(at, at + 1), None) is None:
            found = next(source.rows(at, size), None)
            begin = size if found is None else max(at, int(found[0]) // width * width)
            holes += begin > at
            at = begin


def beside(source: LogSource, log: Growing, begin: int) -> SymptomList:
    """(6) (7) Command ids beyond the entries, and openings of nothing; those alone of entries from ``begin`` on, where something is known of the log."""
    symptoms = SymptomList()
    for name, _, first, _ in source.commands(log.size) or ():
        if isinstance(first, int) and log.reaches(first + 1):
            continue  # recorded since
        said = f"the command id {name!r} is in the table; there is no entry {first}"
        place = first if isinstance(first, int) else None
        symptoms.note(symptom(Directness.TABLE, Code.TAMPERED, said, field="commands", cause=place))
    for index, (stream, version, slot, *_) in source.orphan_openings(begin) or ():
        why = "there is no such entry" if index is None else "no card was dealt there"
        said = f"the opening of {stream!r} version {version} slot {slot}: {why}"
        code = Code.TAMPERED if stream is not None else Code.MALFORMED
        said = said if stream is not None else "an opening that does not parse: it names no stream"
        symptoms.note(symptom(Directness.TABLE, code, said, index, field="openings"))
    return symptoms


def amiss(source: LogSource, origin: str) -> SymptomList:
    """What of the database itself is not as it is made for the log ``origin``."""
    symptoms = SymptomList()
    named = source.named()
    if named not in {None, origin}:
        found = f"calls the log {named!r}; its entries are of" if named else "has no origin; expected"
        said = f"the table meta {found} {origin!r}: restore the table from a backup"
        symptoms.note(symptom(Directness.TABLE, Code.TAMPERED, said, field="meta"))
    for said in source.differences():
        symptoms.note(symptom(Directness.TABLE, Code.TAMPERED, said, field="schema"))
    return symptoms


SourceFactory = Callable[[], LogSource]
"""Opens the source. It is sent to the worker processes, each of which opens its own."""


def release(source: LogSource) -> None:
    """Close what ``source`` holds open, if it holds anything."""
    close = getattr(source, "close", None)
    if close is not None:
        close()
