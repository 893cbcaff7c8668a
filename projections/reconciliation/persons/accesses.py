"""Who is registered plays through an access of his own that is open, and what is sealed of him is sealed under his own secret.

Of an access that goes on is kept whose it is, so that its entries are read once; what came before the night is read where its first entry is met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from tombo.ledger.core.ids import local
from tombo.ledger.core.words import Words
from tombo.ledger.house.access.events import AccessClosed, AccessOpened, AccessPlayed
from tombo.ledger.house.account.events import AdjustedDown, AdjustedUp
from tombo.ledger.house.player.state import player_stream
from tombo.ledger.house.registration.events import RegistrationEvent
from tombo.ledger.house.registration.state import registration_stream
from tombo.ledger.house.session.events import SessionStarted
from tombo.ledger.house.session.state import session_stream
from tombo.ledger.store import Row
from tombo.projections.line import AnyLine, Line, Read, asker, lines, reader
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import accesses as said
from tombo.projections.reconciliation.said import cups as cups_said
from tombo.projections.reconciliation.tables.asked import OF_HIS_SESSION, OF_STAFF

Found = Iterator[Problem]
Adjusted = AdjustedDown | AdjustedUp
OPENED: Final = "access.opened.v1"
CLOSED: Final = "access.closed.v1"
MADE: Final = "registration.made.v1"
_STARTED: Final = "session.started.v1"
_READS: Final[dict[str, Read]] = {kind: reader(kind) for kind in (OPENED, _STARTED)}


class _Access(NamedTuple):
    """An access as far as its entries were met: whose it is, None where nobody logged on with it, and whether he had logged off."""

    owner: str | None
    closed: bool


class Accesses:
    """What is asked of accesses and registrations, and of what is sealed of a player. ``row``: that of a stream at a version."""

    def __init__(self, row: Callable[[str, int], Row | None]) -> None:
        self._row = row
        self._through: set[str] = set()
        """Sessions that are about to begin, by stream: said to be played through an access, the right one or one that was told."""
        self._accesses: dict[str, _Access] = {}
        """By stream: those that go on and were opened or met, and those of which more is said behind their end."""
        self._looked: dict[str, int] = {}
        """By stream of a session that went on elsewhere: up to which version it had not ended."""
        self._registrations: dict[str, int | None] = {}
        """By player who was asked for: the log index of his registration, None of who has none yet; what is registered later is heard."""
        self.checks: Final[Mapping[str, Callable[[AnyLine], Found]]] = {
            OPENED: self._opened,
            "access.session_played.v1": self._played,
            CLOSED: self._closed,
            **dict.fromkeys(OF_STAFF, self._adjusted),
            "registration.changed.v1": self._registered,
            MADE: self._registered,
        }

    def started(self, line: Line[SessionStarted]) -> Found:
        """A session begins: through an access, where its player is registered."""
        player = line.event.player
        if line.stream not in self._through and self._is_registered(player, line.index):
            yield Problem("people", said.STARTED_NOT_LOGGED_ON(player=player, session=line.stream), (line.index,))
        self._through.discard(line.stream)

    def _opened(self, line: Line[AccessOpened]) -> Found:
        """Somebody logs on, who is registered."""
        player = line.event.player
        self._accesses[line.stream] = _Access(player, closed=False)
        if not self._is_registered(player, line.index):
            yield Problem("people", said.LOGGED_ON_UNREGISTERED(player=player, access=line.stream), (line.index,))
        yield from self._sealed(line, line.event.origin, player)

    def _played(self, line: Line[AccessPlayed]) -> Found:
        """A session is played through an access that is open, of its own player: from its beginning, by the same command, or while it goes on."""
        session = session_stream(line.event.session)
        access = self._met(line)
        yield from self._going_on(line, access)
        row = self._row(session, 1)
        if row is None or row.kind != _STARTED:
            yield Problem("people", said.PLAYED_WITHOUT_SESSION(session=session, access=line.stream), (line.index,))
            return
        if row.index > line.index:
            self._through.add(session)
        (started,) = lines([(row.index, session, 1, row.kind, row.state)], _READS)
        if started.event.player != access.owner:
            facts = {"session": session, "player": started.event.player, "other": access.owner or said.NOBODY}
            yield Problem("people", said.PLAYED_THROUGH_ANOTHER(**facts), (line.index,))
        elif row.index > line.index + 1:
            yield Problem("people", said.PLAYED_BEFORE_BEGINNING(session=session, access=line.stream), (line.index,))
        elif row.index < line.index and self._ended(session, line.index):
            yield Problem("people", said.PLAYED_BEHIND_END(session=session, access=line.stream), (line.index,))

    def _closed(self, line: Line[AccessClosed]) -> Found:
        """Somebody logs off who was logged on; a player says of himself alone that he did."""
        access = self._met(line)
        yield from self._going_on(line, access)
        if access.closed:
            self._accesses[line.stream] = access
        else:
            self._accesses.pop(line.stream, None)  # what is said of it from now on is few, and wrong: it is read again
        by = asker(line)
        if by.actor == "player" and by.id == access.owner and line.event.cause != "player":
            facts = {"kind": line.kind, "stream": line.stream, "who": by.id}
            yield Problem("people", cups_said.ASKED_BY_NO_PLATFORM(**facts), (line.index,))

    def _registered(self, line: Line[RegistrationEvent]) -> Found:
        """What is sealed of a player is sealed as his; it changes where there is some."""
        if line.version == 1:
            self._registrations[local(line.stream)] = line.index
            if line.kind != MADE:
                yield Problem("chain", said.REGISTRATION_NEVER_MADE(stream=line.stream, kind=line.kind), (line.index,))
        yield from self._sealed(line, line.event.details, local(line.stream))

    def _adjusted(self, line: Line[Adjusted]) -> Found:
        """Why an account was set right is sealed as of its player."""
        return self._sealed(line, line.event.reason, local(line.stream))

    def _going_on(self, line: Line[AccessPlayed] | Line[AccessClosed], access: _Access) -> Found:
        """The access was opened and not closed, and whoever asks is its player, or the platform."""
        if access.closed:
            yield Problem("chain", said.ACCESS_WAS_CLOSED(access=line.stream, kind=line.kind), (line.index,))
        if access.owner is None:
            yield Problem("chain", said.ACCESS_NEVER_OPENED(access=line.stream, kind=line.kind), (line.index,))
            return
        by = asker(line)
        if by.actor != "platform" and (by.actor != "player" or by.id != access.owner):
            facts = {"kind": line.kind, "stream": line.stream, "who": by.id, "player": access.owner}
            yield Problem("people", cups_said.ASKED_BY_ANOTHER(**facts), (line.index,))

    def _met(self, line: Line[AccessPlayed] | Line[AccessClosed]) -> _Access:
        """The access of an entry, as it was before it."""
        if line.stream not in self._accesses:
            closed = CLOSED in (self._kind(line.stream, version) for version in range(1, line.version))
            self._accesses[line.stream] = _Access(self._owner(line), closed)
        return self._accesses[line.stream]

    def _ended(self, session: str, index: int) -> bool:
        """Whether a session had ended before a log index."""
        version = self._looked.get(session, 1)
        while (row := self._row(session, version + 1)) is not None and row.index < index:
            if row.kind in OF_HIS_SESSION:
                return True
            version += 1
        self._looked[session] = version
        return False

    def _sealed(self, line: AnyLine, words: Words, player: str) -> Found:
        """Sealed under the secret of ``player``, who was not erased before."""
        if words.person != player:
            told = said.SEALED_AS_OF_ANOTHER(stream=line.stream, version=line.version, player=player)
            yield Problem("people", told, (line.index,))
        if self._before(player_stream(player), line.index):
            yield Problem("people", said.KEPT_OF_ERASED(stream=line.stream, player=player), (line.index,))

    def _owner(self, line: AnyLine) -> str | None:
        """Whose an access is."""
        row = self._row(line.stream, 1)
        if row is None or row.kind != OPENED:
            return None
        (opened,) = lines([(row.index, line.stream, 1, row.kind, row.state)], _READS)
        return str(opened.event.player)

    def _kind(self, stream: str, version: int) -> str:
        row = self._row(stream, version)
        return "" if row is None else row.kind

    def _is_registered(self, player: str, index: int) -> bool:
        """Whether a player was registered before a log index: he begins many sessions, and the log is asked once."""
        if player not in self._registrations:
            row = self._row(registration_stream(player), 1)
            self._registrations[player] = None if row is None else row.index
        made = self._registrations[player]
        return made is not None and made < index

    def _before(self, stream: str, index: int) -> bool:
        """Whether ``stream`` had begun before a log index."""
        row = self._row(stream, 1)
        return row is not None and row.index < index
