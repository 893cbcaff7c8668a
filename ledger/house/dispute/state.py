"""A dispute: what a player claims, what was computed again because of it, and how it was resolved (R810 r.55).

The claim is his, the resolution the operator's; neither changes what is recorded of the hand. What is paid is a movement of
its own, on the account of the player, in the commit of the resolution.
"""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from tombo.ledger.house.dispute.events import (
    AnyOpened,
    DisputeCardsRead,
    DisputeCardsReadV2,
    DisputeEvent,
    DisputeReplayed,
    DisputeResolved,
    DisputeResolvedV2,
    Outcome,
    ResolutionReversed,
)
from tombo.ledger.house.rules import headless

TOURNAMENT: Final = "tournament:"


OVER: Final = ("finished", "cancelled")
"""The phases in which a tournament is over."""


class Dispute(NamedTuple):
    """A dispute as its stream tells it. ``replayed``: up to which version what it is about was computed again, 0 if it was not; ``outcome``: once it is resolved."""

    player: str
    about: str | None
    complained: int
    replayed: int = 0
    outcome: Outcome | None = None
    compensation: int = 0
    """What was given, in cents."""
    reversed: bool = False
    """Whether it was taken back."""


def evolve(dispute: Dispute | None, event: DisputeEvent) -> Dispute:
    """``dispute`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``dispute.opened``.
    """
    if isinstance(event, AnyOpened):
        return Dispute(event.player, event.about, event.complained)
    if dispute is None:
        headless("dispute", event)
    match event:
        case DisputeCardsRead() | DisputeCardsReadV2():
            return dispute
        case DisputeReplayed():
            return dispute._replace(replayed=event.version if event.replayed == dispute.about else 0)
        case DisputeResolved() | DisputeResolvedV2():
            return dispute._replace(outcome=event.outcome, compensation=event.compensation.cents)
        case ResolutionReversed():
            return dispute._replace(reversed=True)
        case _:
            assert_never(event)


def dispute_stream(dispute: str) -> str:
    """The stream of a dispute: ``dispute:2026-0001``."""
    return f"dispute:{dispute}"
