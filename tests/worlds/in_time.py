"""When an honest platform says that something happened which sets a time: so that everybody has the time that is his."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, get_args

from tombo.ledger.core.clock import INSTANT_MAX
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import By
from tombo.ledger.games.poker.commands import HandCommand, TimeOut
from tombo.ledger.games.tournament.commands import (
    CallTime,
    CloseRegistration,
    PauseLevel,
    ResumeLevel,
    StartLevel,
    StartTournament,
    TournamentCommand,
)
from tombo.ledger.games.tournament.state import Tournament
from tombo.ledger.house.account.commands import ConvertBonus, GrantBonus

LATE: Final = (CallTime, CloseRegistration, TimeOut)
"""What a platform does in a tournament, and at a hand of poker, once a time is over."""


def unsaid(command: CommandBase, by: By) -> int:
    """When ``command`` comes where nobody says: at once by a player, in the course of a hand or a tournament, and of a bonus before its date; late where it waits for something."""
    course = isinstance(command, (*get_args(HandCommand), *get_args(TournamentCommand)))
    course = course or isinstance(command, GrantBonus | ConvertBonus)
    return 0 if by.actor == "player" or (course and not isinstance(command, LATE)) else INSTANT_MAX


def in_time(command: CommandBase, state_of: Callable[[str], Any]) -> int | None:
    """When ``command`` happens, by the state of its tournament, or so that its deadline is far enough; None where it sets no time."""
    deadline: int | None = getattr(command, "deadline", None)
    if deadline is not None:
        return 0
    if isinstance(command, PauseLevel | ResumeLevel | StartLevel | StartTournament):
        found: Tournament | None = state_of(f"tournament:{command.tournament}")
        return 0 if found is None else found.level_until or found.structure.starts or 0
    return None
