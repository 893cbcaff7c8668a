"""When an honest platform says that something happened which sets a time: so that everybody has the time that is his."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tombo.ledger.core.command import CommandBase
from tombo.ledger.games.tournament.commands import PauseLevel, ResumeLevel, StartLevel, StartTournament
from tombo.ledger.games.tournament.state import Tournament


def in_time(command: CommandBase, state_of: Callable[[str], Any]) -> int | None:
    """When ``command`` happens, by the state of its tournament, or so that its deadline is far enough; None where it sets no time."""
    deadline: int | None = getattr(command, "deadline", None)
    if deadline is not None:
        return 0
    if isinstance(command, PauseLevel | ResumeLevel | StartLevel | StartTournament):
        found: Tournament | None = state_of(f"tournament:{command.tournament}")
        return 0 if found is None else found.level_until or found.structure.starts or 0
    return None
