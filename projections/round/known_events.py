"""The events in many rows of hands and rounds, one after another: what is read of a text once is not read of the same text again.

Most of what is played was said before, word for word: seat 3 folds. A body is a *head* (who asked, with which command), the event, and a *tail*
(when, and where it stands). Where head and tail are as every door writes them, what lies between says the same whatever stands around it; any
other body is read whole. So each event is the one that ``event_of`` reads, and where that refuses, this does.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from pydantic import ValidationError

from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.ids import is_at_home
from tombo.ledger.seal.entry import HEADER_SIZE
from tombo.projections.round.stored import READS, Row, event_of

TOGETHER: Final = 64
"""Rows that are read together: the code that reads stays in the processor's caches meanwhile."""
TEXT_MAX: Final = 160
"""Bytes of the longest text that is remembered: what is longer is hardly said twice."""
KNOWN_MAX: Final = 8_192
"""Texts of a game that are remembered, some megabytes. Then all of them are forgotten."""

_TEXT: Final = rb'"[ !#-\[\]-~]*"'
"""A string of ASCII in which nothing is escaped."""
_HEAD: Final = re.compile(
    rb'\{"by":\{"actor":%(text)b,"id":%(text)b,"role":(?:null|%(text)b)\}'
    rb',"command":(?:null|\{"digest":%(text)b,"id":%(text)b\}),"event":' % {b"text": _TEXT}
)
_TAIL_BEGINS: Final = b',"occurred":'
_TAIL: Final = re.compile(
    rb'(,"occurred":(?:null|0|[1-9][0-9]{0,15}),"stream":"[A-Za-z0-9._:/-]*","version":)[1-9][0-9]{0,15}\}'
)
"""In parentheses what is the same for the entries that a command adds to a stream."""


_ENDS: Final = tuple(b"%d}" % version for version in range(256))
"""By version, how a body ends: most hands and rounds are over by then."""


class KnownEvents:
    """Reads the events in rows. Who is handed one changes nothing of it: others get the same."""

    def __init__(self) -> None:
        self._head, self._front = b'{"by":null,"command":null,"event":', b',"occurred":null,"stream":"","version":'
        """How the body before began, and its tail up to the version."""
        self._start = HEADER_SIZE + len(self._head)
        self._known: defaultdict[str, dict[bytes, EventBase]] = defaultdict(dict)
        """By game and text."""

    def read(self, rows: Iterable[Row], types: Collection[str]) -> Iterator[tuple[Row, EventBase | None]]:
        """Of ``rows`` those of hands and rounds of these ``types``, each with its event; with none where its kind is of another type of stream.

        Some are read together before the first is handed out; where one cannot be, those before it are.

        Raises:
            UnlikeItsKindError: bytes that do not parse; and whatever ``rows`` raises.
        """
        found: list[tuple[Row, EventBase | None]] = []
        try:
            for row in rows:
                game = row[1].partition(":")[0]
                if game in types:
                    found.append((row, self.event(game, row) if is_at_home(row[1], row[3]) else None))
                    if len(found) == TOGETHER:
                        yield from found
                        found = []
        except Exception:
            yield from found
            raise
        yield from found

    def event(self, game: str, row: Row) -> EventBase:
        """The event in ``row``, of a hand or round of ``game``.

        Raises:
            UnlikeItsKindError: bytes that do not parse.
        """
        version, state = row[2], row[4]
        tail = self._front + (_ENDS[version] if version < len(_ENDS) else b"%d}" % version)
        if not (state.startswith(self._head, HEADER_SIZE) and state.endswith(tail)):
            tail = self._learned(state)
        text = state[self._start : -len(tail)] if tail else b""
        event = self._known[game].get(text)
        return self._read(game, text, row) if event is None else event

    def _learned(self, state: bytes) -> bytes:
        """The tail of a body whose head and tail are as a door writes them, which are remembered; nothing of any other."""
        head = _HEAD.match(state, HEADER_SIZE)
        tail = None if head is None else _TAIL.fullmatch(state, state.rfind(_TAIL_BEGINS, head.end()))
        if head is None or tail is None:
            return b""
        self._head, self._start, self._front = head[0], head.end(), tail[1]
        return tail[0]

    def _read(self, game: str, text: bytes, row: Row) -> EventBase:
        """The event in ``row``, which has this ``text``, if any, that is not known yet."""
        index, stream, version, _, state = row
        try:
            event: EventBase = READS[game](b'{"event":%b}' % text)["event"]
        except ValidationError:  # it says why of the body as it is
            whole: EventBase = event_of(game, state, f"log index {index}: {stream} version {version}")
            return whole
        if len(text) <= TEXT_MAX:
            known = self._known[game]
            if len(known) >= KNOWN_MAX:
                known.clear()
            known[text] = event
        return event
