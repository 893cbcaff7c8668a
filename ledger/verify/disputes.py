"""Step 10, of disputes: who may open, look into and resolve one, pay for it and take back; and what moves with what is said.

Judged by the rules of the live door, over the states that the entries before give. Whether the claimant was in what he disputes, the night
and the audit say, which fold what was played (``tombo.projections.compensations.judged``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from tombo.ledger.core.command import Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import local
from tombo.ledger.core.money import Money
from tombo.ledger.core.said import euros
from tombo.ledger.house.account.events import Compensated, CompensationReversed
from tombo.ledger.house.dispute import said
from tombo.ledger.house.dispute import state as dispute
from tombo.ledger.house.dispute.events import (
    DisputeCardsRead,
    DisputeCardsReadV2,
    DisputeOpened,
    DisputeOpenedV2,
    DisputeReplayed,
    DisputeResolved,
    DisputeResolvedV2,
    ResolutionReversed,
)
from tombo.ledger.house.dispute.state import Dispute
from tombo.ledger.house.limits import decide as limits
from tombo.ledger.house.player.state import player_stream
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff import authority as staff
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.staff.state import OFFICER
from tombo.ledger.verify.bodies import RelevantEntry
from tombo.ledger.verify.states import FoldedStates

Judged = Callable[[Envelope, FoldedStates], Decision | Refused | None]


def of_role(role: str) -> Judged:
    """Asked for by staff in a role."""
    return lambda envelope, view: may(view, envelope.by, roles=(role,))


def of_disputes(name: str, event: Any) -> Judged | None:
    """How it is judged who may have asked for ``event`` in the stream of ``name``, where it belongs to a dispute."""
    match event:
        case DisputeOpened(player=player) | DisputeOpenedV2(player=player):
            return partial(_opened, name, player)
        case DisputeCardsRead(hand=hand) | DisputeCardsReadV2(hand=hand):
            return partial(_read, name, hand)
        case DisputeReplayed():
            return partial(_replayed, name, event)
        case DisputeResolved() | DisputeResolvedV2():
            return partial(_resolved, name, event)
        case Compensated():
            return partial(_compensated, name, event)
        case ResolutionReversed(compensation=amount):
            return partial(_reversed, name, amount)
        case CompensationReversed():
            return partial(_taken_back, name, event)
        case _:
            return None


def unmatched(facts: Sequence[RelevantEntry]) -> Iterator[tuple[RelevantEntry, str]]:
    """What of a command's entries moves money that no dispute beside it gives or takes back, or twice, or not at all."""
    for saying, moved, what in (
        ((DisputeResolved, DisputeResolvedV2), Compensated, "given"),
        ((ResolutionReversed,), CompensationReversed, "taken back"),
    ):
        owed = {fact.stream: fact for fact in facts if isinstance(fact.event, saying) and fact.event.compensation.cents}
        for fact in facts:
            if isinstance(fact.event, moved) and owed.pop(fact.event.dispute, None) is None:
                yield (
                    fact,
                    f"{fact.event.amount} is {what}, which {fact.event.dispute} does not say here, or has said once",
                )
        for stream, fact in owed.items():
            yield fact, f"{fact.event.compensation} is {what}, as {stream} says, and moves on no account"


def _of(event: Compensated | CompensationReversed, view: View) -> Dispute | None:
    """The dispute that a movement of money names; None where what it names is none."""
    found = view(event.dispute)
    return found if isinstance(found, Dispute) else None


def _opened(name: str, player: str, envelope: Envelope, view: View) -> Refused | None:
    """By the player, the platform or an officer, once."""
    if view(dispute.dispute_stream(name)) is not None:
        return house("dispute", said.DISPUTE_OPENED_AGAIN(dispute=name))
    if view(player_stream(player)) is not None:
        return house("erasure", said.DISPUTE_FOR_ERASED(dispute=name, player=player))
    return may(view, envelope.by, player=player, platform=True, roles=(OFFICER,))


def _read(name: str, hand: str, envelope: Envelope, view: View) -> Refused | None:
    """By an officer, of a dispute that goes on, and of the hand or round it is about."""
    found: Dispute | None = view(dispute.dispute_stream(name))
    if found is None or found.outcome is not None or found.about != hand:
        return house("dispute", said.CARDS_READ_OUTSIDE_DISPUTE(hand=hand, dispute=name))
    return may(view, envelope.by, roles=(OFFICER,))


def _replayed(name: str, event: DisputeReplayed, envelope: Envelope, view: View) -> Refused | None:
    """By an officer, of a dispute that goes on, and of what it is about."""
    found: Dispute | None = view(dispute.dispute_stream(name))
    if found is None or found.outcome is not None:
        return house("dispute", said.REPLAY_OUTSIDE_DISPUTE(dispute=name))
    if found.about is None:
        return house("dispute", said.REPLAY_FOR_DISPUTE_OF_NOTHING(played=event.replayed, dispute=name))
    if found.about != event.replayed:
        return house("dispute", said.REPLAY_OF_OTHER_PLAY(played=event.replayed, dispute=name, about=found.about))
    return may(view, envelope.by, roles=(OFFICER,))


def _resolved(name: str, event: DisputeResolved | DisputeResolvedV2, envelope: Envelope, view: View) -> Refused | None:
    """By an officer, of a dispute that goes on; of a hand or round once it was replayed; and nothing for a claim that is rejected."""
    found: Dispute | None = view(dispute.dispute_stream(name))
    if found is None or found.outcome is not None:
        return house("dispute", said.RESOLVED_AGAIN(dispute=name))
    if found.about is not None and not found.about.startswith(dispute.TOURNAMENT) and not found.replayed:
        return house("dispute", said.RESOLVED_WITHOUT_REPLAY(dispute=name, played=found.about))
    if event.outcome == "rejected" and event.compensation.cents:
        amount = euros(event.compensation.cents)
        return house("dispute", said.COMPENSATION_FOR_REJECTED(amount=amount, dispute=name))
    return may(view, envelope.by, roles=(OFFICER,))


def _compensated(player: str, event: Compensated, envelope: Envelope, view: View) -> Refused | None:
    """By an officer, for the claimant, after a replay, within the limits, and with whoever has to sign beside him."""
    found = _of(event, view)
    if found is None or not found.replayed or (found.player, found.compensation) != (player, event.amount.cents):
        amount = euros(event.amount.cents)
        return house("dispute", said.COMPENSATION_NOT_GIVEN(amount=amount, player=player, dispute=event.dispute))
    return may(view, envelope.by, roles=(OFFICER,)) or limits.compensation_refusal(
        envelope, view, local(event.dispute), event.amount
    )


def _reversed(name: str, amount: Money, envelope: Envelope, view: View) -> Refused | None:
    """By two officers, once, and as much as was given."""
    found: Dispute | None = view(dispute.dispute_stream(name))
    if found is None or found.reversed or not amount.cents or found.compensation != amount.cents:
        return house("dispute", said.REVERSAL_OF_NOTHING_GIVEN(amount=euros(amount.cents), dispute=name))
    return may(view, envelope.by, roles=(OFFICER,)) or staff.second_refusal(envelope, said.REVERSAL_BY_TWO())


def _taken_back(player: str, event: CompensationReversed, _: Envelope, view: View) -> Refused | None:
    """What the dispute of this player says is taken back, in the entry before."""
    found = _of(event, view)
    if found is None or not found.reversed or (found.player, found.compensation) != (player, event.amount.cents):
        amount = euros(event.amount.cents)
        return house("dispute", said.REVERSAL_NOT_RESOLVED(amount=amount, player=player, dispute=event.dispute))
    return None
