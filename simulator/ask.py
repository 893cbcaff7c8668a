"""What somebody at a table asks for, and at which table.

A table is a generator of asks that is sent what became of each. All it knows is what the ledger knows, through a view: so the same
tables play over a world in memory and over a ledger, and any may be thrown away at any point and begun anew.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from random import Random
from typing import Any, Final, NamedTuple

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase, Decision
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.live.ledger import Acknowledgement

PLATFORM: Final = By(actor="platform", id="games")
MANAGER: Final = By(actor="staff", id="s-1", role="manager")
OFFICER: Final = By(actor="staff", id="s-2", role="officer")


def player(name: str) -> By:
    """The player himself."""
    return By(actor="player", id=name)


class Ask(NamedTuple):
    """A command, who asks for it, and how many microseconds after what this table asked for before."""

    command: CommandBase
    by: By = PLATFORM
    after: int = SECOND
    expects: str | None = None
    """The rule that must refuse it (``R806 r.23``), or None where it must be accepted."""
    unless: str | None = None
    """A rule that may refuse it all the same: whether it does lies in closed cards or at other tables, which nobody at the table sees."""


Told = Acknowledgement | Decision | Refused
"""What became of an ask: over a ledger a receipt, in memory the decision, or the refusal that was expected."""
Play = Generator[Ask, Told, None]
View = Callable[[str], Any]
"""The newest state of a stream, None where it has no entry."""


class Scene(NamedTuple):
    """A table to play at, and what its people know."""

    table: str
    """Its local id: ``holdem-3``."""
    ruleset: str
    chance: Random
    view: View
    version: Callable[[str], int]
    """How many entries a stream has."""
    now: Callable[[], int]
    """The instant of what this table asked for last."""
    rests: Callable[[int], None]
    """Nothing is asked for at this table for so many microseconds."""
    until: int
    """The instant from which no new round begins."""
    pace: int
    """How many rounds the table plays in an hour, on an average of the day."""
    malice: float = 0.02
    """How often, of all asks, somebody tries what the rules forbid."""
    trouble: float = 0.02
    """How often, of all rounds, something fails at this table."""

    def happens(self, odds: float) -> bool:
        """True as often as ``odds`` says."""
        return self.chance.random() < odds

    def thinks(self, most: int = 6) -> int:
        """How long somebody takes, in microseconds: up to ``most`` seconds."""
        return self.chance.randint(SECOND // 5, most * SECOND)
