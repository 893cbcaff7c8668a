"""What is sealed of players, opened for the records; and the place of an entry in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.core.said import Told
from tombo.ledger.core.words import Words
from tombo.ledger.house.access.events import AccessOpened
from tombo.ledger.house.access.origin import NO_ORIGIN, AccessOrigin, origin_in
from tombo.ledger.house.registration.details import NO_DETAILS, PersonalDetails, details_in
from tombo.ledger.house.rules import stranger
from tombo.ledger.seal.personal import Field
from tombo.projections.line import AnyLine, Line
from tombo.reports.said.regulators import common as said

Opens = Callable[[Words, Field], str | None]
"""What was said in a field, for who has the secret; None where it is not to be read."""
ORIGINS_MAX: Final = 10_000
"""Origins of accesses that are kept opened."""


class SealedPersons:
    """What is sealed of players. ``opens``: reads a field; ``origin``: of the ledger."""

    def __init__(self, origin: str, opens: Opens) -> None:
        self._origin, self._opens = origin, opens
        self._origins: dict[str, AccessOrigin] = {}

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

    def origin(self, opened: Line[AccessOpened]) -> AccessOrigin:
        """From where a player logged on.

        Raises:
            NotReportableError, OutOfPlaceError: as for ``details``.
        """
        found = self._origins.get(opened.stream)
        if found is None:
            player = opened.event.player
            text = self._text(opened.event.origin, opened, "origin", player)
            try:
                found = origin_in(text)
            except ValueError:
                raise stranger(opened.index, opened.stream, opened.kind, NO_ORIGIN) from None
            if len(self._origins) >= ORIGINS_MAX:
                self._origins.clear()
            self._origins[opened.stream] = found
        return found

    def _text(self, words: Words, line: AnyLine, name: str, player: str) -> str:
        text = self._opens(words, Field(self._origin, line.stream, line.version, name))
        if text is None:
            raise NotReportableError(said.NOT_TO_BE_READ(where=where(line), player=player))
        return text


def where(line: AnyLine) -> Told:
    """The place of an entry, for whoever has to look it up."""
    return said.ENTRY_AT(index=line.index, kind=line.kind)
