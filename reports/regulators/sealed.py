"""What is sealed of players, opened for the records; and the place of an entry in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.core.said import Told
from tombo.ledger.core.words import Words
from tombo.ledger.house.access.origin import NO_ORIGIN, AccessOrigin, origin_in
from tombo.ledger.house.registration.details import NO_DETAILS, PersonalDetails, details_in
from tombo.ledger.house.rules import stranger
from tombo.ledger.seal.personal import Field
from tombo.projections.line import AnyLine, lines, reader
from tombo.reports.regulators.known import PlayedAccess
from tombo.reports.said.regulators import common as said

Opens = Callable[[Words, Field], str | None]
"""What was said in a field, for who has the secret; None where it is not to be read."""
LOGS_ON: Final = "access.opened.v1"
ORIGINS_MAX: Final = 2_000
"""Origins of accesses that are kept opened: of those that are played through now."""


class SealedPersons:
    """What is sealed of players in a ledger. ``opens``: reads a field."""

    def __init__(self, store: CheckedStore, opens: Opens) -> None:
        self._store, self._opens = store, opens
        self.origin = lru_cache(ORIGINS_MAX)(self._origin)
        """From where a player logged on. Raises: as for ``details``."""

    def details(self, player: str, line: AnyLine) -> PersonalDetails:
        """What a registration says.

        Raises:
            NotReportableError: it is not to be read here, or any more.
            OutOfPlaceError: no door sealed it.
        """
        text = self._text(line.event.details, line, "details", player)
        try:
            return details_in(text)
        except ValueError:
            raise stranger(line.index, line.stream, line.kind, NO_DETAILS) from None

    def _origin(self, access: PlayedAccess) -> AccessOrigin:
        (opened,) = lines(self._store.rows_of((LOGS_ON,), access.index, access.index + 1), {LOGS_ON: reader(LOGS_ON)})
        try:
            return origin_in(self._text(opened.event.origin, opened, "origin", access.player))
        except ValueError:
            raise stranger(opened.index, opened.stream, opened.kind, NO_ORIGIN) from None

    def _text(self, words: Words, line: AnyLine, name: str, player: str) -> str:
        text = self._opens(words, Field(self._store.origin, line.stream, line.version, name))
        if text is None:
            raise NotReportableError(said.NOT_TO_BE_READ(where=where(line), player=player))
        return text


def where(line: AnyLine) -> Told:
    """The place of an entry, for whoever has to look it up."""
    return said.ENTRY_AT(index=line.index, kind=line.kind)
