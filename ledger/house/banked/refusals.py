"""A bet that the platform turned down, put on record: what forbids it, and what a round says of it afterwards.

Who was turned down unlawfully could have won. So the door judges the bet as if the player had asked it, and keeps what it found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, Protocol, runtime_checkable

from tombo.ledger.core.clock import SKEW
from tombo.ledger.core.command import Decision
from tombo.ledger.core.facts import recorded
from tombo.ledger.core.findings import Finding, Refused
from tombo.ledger.house.banked import said
from tombo.ledger.house.banked.events import Forbids

WORD: Final = "bet_refused"
"""The word of the kinds of such a bet, in every game."""
LATE: Final = "late"
"""The fact by how much a bet came too late."""


@runtime_checkable
class TurnedDown(Protocol):
    """A bet that was turned down: whose, by which rule as he was told, and what forbids it."""

    @property
    def forbids(self) -> Forbids | None:
        """What the door found; None where nothing forbids the bet."""

    @property
    def player(self) -> str:
        """Whose bet it was."""

    @property
    def rule(self) -> str:
        """What he was told."""


class Heard(Protocol):
    """When the ledger heard of a bet: the source's word, and what counts as now where something comes too late (``house.times``)."""

    @property
    def occurred(self) -> int | None:
        """When it happened, by its source; None where that is not said."""

    @property
    def heard(self) -> int:
        """What counts as now."""


def forbidden(judged: Decision | Refused) -> Forbids | None:
    """What forbids a bet that was ``judged`` as if the player asked the door himself; None where the door would have taken it."""
    if isinstance(judged, Decision):
        return None
    return _of(judged)


def _of(refused: Refused) -> Forbids:
    told = refused.finding.told
    return Forbids(about=told.about, facts=recorded(told), rule=refused.finding.rule)


def _same(due: Forbids, forbids: Forbids, earlier: int) -> bool:
    """Whether the door said what is ``due``; by how much a bet came too late it may have judged so much ``earlier``, in microseconds."""
    late, said_late = due.facts.get(LATE), forbids.facts.get(LATE)
    if isinstance(late, int) and isinstance(said_late, int) and 0 <= late - said_late <= earlier:
        due = due.model_copy(update={"facts": {**due.facts, LATE: said_late}})
    return due == forbids


def turned_down_falsely(
    event: TurnedDown, due: Callable[[int], Refused | None], asked: Heard, rule: str, own: Collection[str] = ()
) -> Finding | None:
    """What there is to say of ``event``: that nothing forbids the bet, or not what is said to.

    ``due``: what the round itself objects to at an instant, by the rules of its game and by the causes ``own``; whose account, seat or
    session forbids a bet no round knows. ``rule``: by which the bet should have been taken.
    """
    forbids = event.forbids
    if forbids is None:
        return Finding(rule, said.LAWFUL_BET_TURNED_DOWN(player=event.player, told=event.rule))
    if forbids.rule.startswith("House: ") and forbids.about not in own:
        return None
    # Where no time was said the door judged by its clock, and sealed what it found a while later: the time for bets may end between.
    judged = ((asked.heard, 0),) if asked.occurred is not None else ((asked.heard, SKEW), (asked.heard - SKEW, 0))
    for at, earlier in judged:
        objection = due(at)
        if objection is not None and _same(_of(objection), forbids, earlier):
            return None
    return Finding(rule, said.BET_TURNED_DOWN_FALSELY(player=event.player, forbids=forbids.rule))
