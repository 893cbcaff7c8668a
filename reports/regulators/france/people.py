"""Who plays, as documents have him: his number, the hash of his details, from where and in which session he is logged on."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, NamedTuple
from unicodedata import normalize

from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.house.registration.details import PersonalDetails
from tombo.ledger.house.rules import stranger
from tombo.projections.line import AnyLine, lines
from tombo.reports.regulators.france.settings import FranceSettings, HashedDetail
from tombo.reports.regulators.known import Known, Place
from tombo.reports.regulators.reading import WHOLE
from tombo.reports.regulators.sealed import SealedPersons, where
from tombo.reports.said.regulators import common as said

KEPT_MAX: Final = 10_000
"""Players whose details are kept opened."""


class PlayerHere(NamedTuple):
    """A player at a moment. ``number``: ``IDJoueur``, the log index of his registration; ``session``: that at which he logged on."""

    number: int
    address: str
    session: int


def hashed(details: PersonalDetails, names: Sequence[HashedDetail], at: AnyLine) -> str:
    """``HashJoueur``: SHA-1 of some details, each in capitals without accents and without what is no letter or digit.

    Raises:
        NotReportableError: a detail that is asked for is not on record.
    """
    parts = list[str]()
    for name in names:
        value: str | None = getattr(details, name)
        if not value:
            raise NotReportableError(said.FIELD_EMPTY(field="HashJoueur", where=where(at)))
        parts.append("".join(filter(_plain, normalize("NFKD", value).upper())))
    return hashlib.sha1("".join(parts).encode(), usedforsecurity=False).hexdigest().upper()


def _plain(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()


class SeenPeople:
    """The players of a ledger, as they were when something was told of them."""

    def __init__(self, store: CheckedStore, known: Known, sealed: SealedPersons, settings: FranceSettings) -> None:
        self._store, self._known, self._sealed, self._settings = store, known, sealed, settings
        self._registrations: dict[str, tuple[AnyLine, ...]] = {}
        self._details: dict[int, PersonalDetails] = {}
        """By log index of what says them."""

    def here(self, player: str, place: Place | None, at: AnyLine) -> PlayerHere:
        """A player at a ``place``, as ``at`` tells something of him.

        Raises:
            NotReportableError: he plays in no session, or he is not registered and logged on, or it cannot be read from where.
        """
        if place is None or place.session not in self._known.sessions:
            raise NotReportableError(said.IN_NO_SESSION(where=where(at), player=player))
        if self._known.sessions[place.session].player != player:
            raise stranger(at.index, at.stream, at.kind, "it is played in another player's session")
        number, opened = self._known.registered.get(player), self._known.access_of(place.session)
        if number is None or opened is None:
            raise NotReportableError(said.REPORTED_UNREGISTERED(where=where(at), player=player))
        return PlayerHere(number, self._sealed.origin(opened).address, opened.index)

    def hash(self, player: str, at: AnyLine) -> str:
        """``HashJoueur`` by what his registration said before ``at``.

        Raises:
            NotReportableError: as for ``hashed``; his registration cannot be read.
        """
        return hashed(self.details(player, at), self._settings.hash, at)

    def details(self, player: str, at: AnyLine) -> PersonalDetails:
        """What his registration said before ``at``.

        Raises:
            NotReportableError: it cannot be read, or he is not registered.
        """
        found = [line for line in self._said_by(player) if line.index < at.index]
        if not found:
            raise NotReportableError(said.REPORTED_UNREGISTERED(where=where(at), player=player))
        newest = found[-1]
        details = self._details.get(newest.index)
        if details is None:
            if len(self._details) >= KEPT_MAX:
                self._details.clear()
            details = self._details[newest.index] = self._sealed.details(player, newest)
        return details

    def _said_by(self, player: str) -> tuple[AnyLine, ...]:
        found = self._registrations.get(player)
        if found is None:
            if len(self._registrations) >= KEPT_MAX:
                self._registrations.clear()
            rows = self._store.stream_rows(f"registration:{player}")
            plain = ((row.index, row.stream, row.version, row.kind, row.state) for row in rows)
            found = self._registrations[player] = tuple(lines(plain, WHOLE))
        return found


class Beginnings:
    """The log index at which a stream begins, which is what it is called; each looked up once."""

    def __init__(self, store: CheckedStore) -> None:
        self._store = store
        self._found: dict[str, int] = {}

    def of(self, stream: str, at: AnyLine) -> int:
        """The log index of the first entry of a stream, which ``at`` refers to.

        Raises:
            OutOfPlaceError: there is no such stream.
        """
        found = self._found.get(stream)
        if found is None:
            rows = self._store.stream_rows(stream, lte=1)
            if not rows:
                raise stranger(at.index, at.stream, at.kind, f"there is no {stream}")
            if len(self._found) >= KEPT_MAX:
                self._found.clear()
            found = self._found[stream] = rows[0].index
        return found
