"""When a tournament should be over, by its own structure: what is not over by then is unfinished (R810 r.45, r.52)."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.lisbon import HOUR
from tombo.ledger.games.tournament.state import Tournament

IDLE: Final = 90 * 24 * HOUR
"""Within how long an unfinished game has to be resolved (Reg. 903-B/2015, 6.3.2)."""


def ends_by(state: Tournament, recorded: int) -> int | None:
    """When a tournament that goes on is unfinished: an hour after its time, or all its levels; one that begins when it is full, after 90 days.

    None of one that is over. After the call of time everybody has the button again (r.52): that hour counts from its newest entry. ``recorded``: when its newest entry was.
    """
    structure, level = state.structure, max(state.level, 1)
    seconds = sum(one.seconds for one in structure.levels[level:]) * SECOND
    here = structure.levels[level - 1].seconds * SECOND
    if state.phase == "announced":
        starts = structure.starts
        lasts = here + seconds if structure.timed_seconds is None else structure.timed_seconds * SECOND
        return recorded + IDLE if starts is None else starts + lasts + HOUR
    if state.phase != "playing":
        return None
    if state.ends is not None:
        return (state.ends if state.time_called is None else max(state.ends, recorded)) + HOUR
    if state.paused:
        return recorded + (here if state.level_left is None else state.level_left) + seconds + HOUR
    return (recorded + here if state.level_until is None else state.level_until) + seconds + HOUR
