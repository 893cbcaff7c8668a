"""For whom a projection is made, and how far it follows the log."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from ledger.core.entry import Entry

Role = Literal["outsider", "player", "auditor", "officer"]


class Viewer(NamedTuple):
    """Who looks. An outsider and an auditor see the cards that were shown, a player also his own, an officer all.

    ``player`` is the pseudonym of a player who looks.
    """

    role: Role = "outsider"
    player: str | None = None

    def sees(self, player: str | None) -> bool:
        """Whether the closed cards of ``player`` are this viewer's to see; those of the house, None, are an officer's only."""
        return self.role == "officer" or (self.role == "player" and player is not None and self.player == player)


class AsOf(NamedTuple):
    """How far to read: up to a log index, up to an instant of recording (architecture, decision 14), or to the end."""

    log_index: int | None = None
    instant: int | None = None

    def reaches(self, entry: Entry) -> bool:
        """Whether ``entry`` was there by then."""
        if self.log_index is not None and entry.index > self.log_index:
            return False
        return self.instant is None or entry.recorded <= self.instant


def entry_json(entry: Entry) -> dict[str, Any]:
    """An entry as views give it in JSON: where it stands, when, by whom, and what happened."""
    return {
        "log_index": entry.index,
        "version": entry.version,
        "occurred": entry.occurred,
        "recorded": entry.recorded,
        "by": entry.by.model_dump(),
        "command": entry.command.id if entry.command else None,
        "event": entry.event.model_dump(mode="json"),
    }
