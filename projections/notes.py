"""What a replay says of a step besides what happened: the rule that allowed or decided it, and whose decision it was."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from ledger.core.entry import Entry
from ledger.games.game import RuleNote

Decider = Literal["player", "platform", "time_out", "absent", "staff", "import"]
"""``time_out``: the platform, because a player's time was up. ``absent``: the platform, for who is not there (R810 r.26-27)."""


class Decided(NamedTuple):
    """Whose decision an entry was, and in which role where that matters."""

    by: Decider
    id: str
    role: str | None


def decided(entry: Entry, instead: Literal["time_out", "absent"] | None = None) -> Decided:
    """Who decided ``entry``; ``instead``: why the platform did, where that was a player's to do."""
    by = entry.by
    return Decided(instead if instead is not None and by.actor == "platform" else by.actor, by.id, by.role)


def notes_json(notes: tuple[RuleNote, ...]) -> list[dict[str, Any]]:
    """Notes as views give them in JSON."""
    return [{"rule": note.rule, "about": note.about, "amounts": dict(note.amounts)} for note in notes]
