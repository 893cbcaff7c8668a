"""The rules that every regulation has in its own words and under its own numbers: sessions and demonstrations.

Of R807 only r.1-10 are before us; the rest is taken to say what R804 says one number earlier ([A], rules.md section 9), and R811
what R806 says ([A], rules.md section 4).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ledger.house.session_events import GameRegulation


class Shared(NamedTuple):
    """The shared rules of one regulation, each as it is cited."""

    chosen: str
    """Start, length and end of a session are the player's choice."""
    idle: str
    """When the operator may invite him to end it; (a) and (b) follow."""
    warned: str
    """He is warned before it is ended, and what he may still do."""
    demo: str
    """There may be demonstrations of the game."""
    worthless: str
    """A demonstration gives nothing that is money or could become it."""


def _shared(regulation: GameRegulation, *numbers: int) -> Shared:
    return Shared(*(f"{regulation} r.{number}" for number in numbers))


SHARED: Final[Mapping[GameRegulation, Shared]] = {
    "R803": _shared("R803", 40, 41, 42, 43, 44),
    "R804": _shared("R804", 27, 28, 29, 30, 31),
    "R805": _shared("R805", 34, 35, 36, 37, 38),
    "R806": _shared("R806", 69, 70, 71, 74, 75),
    "R807": _shared("R807", 28, 29, 30, 31, 32),
    "R809": _shared("R809", 70, 71, 72, 75, 76),
    "R811": _shared("R811", 69, 70, 71, 74, 75),
}
"""By regulation."""
