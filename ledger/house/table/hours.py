"""The hours of a session table (R806 r.2m, r.2s): an hour, and the hands in which the round then in course is completed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from tombo.ledger.core.clock import SECOND

SESSION_TIME: Final = 3_600 * SECOND
"""One hour (R806 r.2s)."""


class Hours(NamedTuple):
    """When a session table plays, who is registered, and who has had the button in the round in course."""

    starts: int
    ends: int
    registered: frozenset[str] = frozenset()
    had: frozenset[str] = frozenset()
    """Nobody before the first hand of a round is over. A void hand was nobody's."""

    def complete(self, able: Collection[str]) -> bool:
        """Whether no round is in course in which one of those ``able`` to play still has to have the button."""
        return not self.had or self.had.issuperset(able)

    def dealt(self, players: Collection[str]) -> Hours:
        """A hand begins with these players: where each of them has had the button, another round."""
        return self._replace(had=frozenset()) if self.complete(players) else self

    def settled(self, button: str) -> Hours:
        """A hand is settled in which that player had the button."""
        return self._replace(had=self.had | {button})
