"""Who is registered plays through an access of his own that is open, and what is sealed of him is sealed under his own secret.

The entries of an access are few, and are read again where one of them is met: nothing is kept from one to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tombo.ledger.core.ids import local
from tombo.ledger.core.words import Words
from tombo.ledger.house.access.events import AccessClosed, AccessOpened, AccessPlayed
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

Found = Iterator[Problem]
OPENED: Final = "access.opened.v1"
CLOSED: Final = "access.closed.v1"
_STARTED: Final = "session.started.v1"
_READS: Final[dict[str, Read]] = {kind: reader(kind) for kind in (OPENED, _STARTED)}


class Accesses:
    """What is asked of accesses and registrations. ``row``: that of a stream at a version."""

    def __init__(self, row: Callable[[str, int], Row | None]) -> None:
        self._row = row
        self._through: dict[str, str] = {}
        """By stream of a session that is about to begin: whose access it is played through."""
        self._registrations: dict[str, int | None] = {}
        """By player who was asked for: the log index of his registration, None of who has none yet; what is registered later is heard."""
        self.checks: Final[Mapping[str, Callable[[AnyLine], Found]]] = {
            OPENED: self._opened,
            "access.session_played.v1": self._played,
            CLOSED: self._closed,
            "registration.changed.v1": self._registered,
            "registration.made.v1": self._registered,
        }

    def started(self, line: Line[SessionStarted]) -> Found:
        """A session begins: through an access of its player, where he is registered."""
        player, through = line.event.player, self._through.pop(line.stream, None)
        if through is None and self._is_registered(player, line.index):
            yield Problem("people", said.STARTED_NOT_LOGGED_ON(player=player, session=line.stream), (line.index,))
        if through not in {None, player}:
            yield self._through_another(line.stream, player, line, through or "")

    def _opened(self, line: Line[AccessOpened]) -> Found:
        """Somebody logs on, who is registered."""
        player = line.event.player
        if not self._is_registered(player, line.index):
            yield Problem("people", said.LOGGED_ON_UNREGISTERED(player=player, access=line.stream), (line.index,))
        yield from self._sealed(line, line.event.origin, player)

    def _played(self, line: Line[AccessPlayed]) -> Found:
        """A session is played through an access that is open, of its own player."""
        session = session_stream(line.event.session)
        owner = self._owner(line)
        yield from self._going_on(line, owner)
        row = self._row(session, 1)
        if row is None or row.kind != _STARTED:
            yield Problem("people", said.PLAYED_WITHOUT_SESSION(session=session, access=line.stream), (line.index,))
        elif row.index > line.index:  # it is about to begin, by the same command
            self._through[session] = owner or ""
        else:
            (started,) = lines([(row.index, session, 1, row.kind, row.state)], _READS)
            if started.event.player != owner:
                yield self._through_another(session, started.event.player, line, owner or "")

    def _closed(self, line: Line[AccessClosed]) -> Found:
        """Somebody logs off who was logged on; a player says of himself alone that he did."""
        owner = self._owner(line)
        yield from self._going_on(line, owner)
        by = asker(line)
        if by.actor == "player" and by.id == owner and line.event.cause != "player":
            facts = {"kind": line.kind, "stream": line.stream, "who": by.id}
            yield Problem("people", cups_said.ASKED_BY_NO_PLATFORM(**facts), (line.index,))

    def _registered(self, line: Line[RegistrationEvent]) -> Found:
        """What is sealed of a player is sealed as his."""
        if line.version == 1:
            self._registrations[local(line.stream)] = line.index
        return self._sealed(line, line.event.details, local(line.stream))

    def _going_on(self, line: Line[AccessPlayed] | Line[AccessClosed], owner: str | None) -> Found:
        """The access was opened and not closed, and whoever asks is its player, or the platform."""
        kinds = [self._kind(line.stream, version) for version in range(1, line.version)]
        if CLOSED in kinds:
            yield Problem("chain", said.ACCESS_WAS_CLOSED(access=line.stream, kind=line.kind), (line.index,))
        if owner is None:
            yield Problem("chain", said.ACCESS_NEVER_OPENED(access=line.stream, kind=line.kind), (line.index,))
            return
        by = asker(line)
        if by.actor != "platform" and (by.actor != "player" or by.id != owner):
            facts = {"kind": line.kind, "stream": line.stream, "who": by.id, "player": owner}
            yield Problem("people", cups_said.ASKED_BY_ANOTHER(**facts), (line.index,))

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

    @staticmethod
    def _through_another(session: str, player: str, line: AnyLine, owner: str) -> Problem:
        told = said.PLAYED_THROUGH_ANOTHER(session=session, player=player, other=owner or said.NOBODY)
        return Problem("people", told, (line.index,))
