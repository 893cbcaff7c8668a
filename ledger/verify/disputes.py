"""Step 10, of disputes: who may open, look into and resolve one, pay for it and take back; and what moves with what is said.

Judged by the rules of the live door, over the states that the entries before give. Whether the claimant was in what he disputes, the night
and the audit say, which fold what was played (``projections.compensations``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from ledger.core.command import Decision, Envelope, View
from ledger.core.findings import Refused
from ledger.core.ids import local
from ledger.core.money import Money
from ledger.house import dispute, limits, staff
from ledger.house.dispute import Dispute
from ledger.house.dispute_events import (
    Compensated,
    CompensationReversed,
    DisputeCardsRead,
    DisputeCardsReadV2,
    DisputeOpened,
    DisputeOpenedV2,
    DisputeReplayed,
    DisputeResolved,
    DisputeResolvedV2,
    ResolutionReversed,
)
from ledger.house.rules import house
from ledger.house.staff import OFFICER, may
from ledger.verify.chunk import Fact
from ledger.verify.requests import Expected, of_play

Judged = Callable[[Envelope, View], Decision | Refused | None]


def of_role(role: str) -> Judged:
    """Asked for by staff in a role."""
    return lambda envelope, view: may(view, envelope.by, roles=(role,))


def of_disputes(name: str, event: Any) -> tuple[Judged | None, Expected]:
    """What may have led to ``event`` in the stream of ``name``, where it belongs to a dispute: how that is judged, and what of it is in a request."""
    match event:
        case DisputeOpened(player=player) | DisputeOpenedV2(player=player):
            opened: Expected = {"kind": "open_dispute", "dispute": name, "player": player, "about": event.about}
            return partial(_opened, name, player), opened
        case DisputeCardsRead() | DisputeCardsReadV2():
            return of_role(OFFICER), {"kind": "read_disputed_cards", "dispute": name}
        case DisputeReplayed():
            return of_role(OFFICER), {"kind": "record_replay", "dispute": name, "version": event.version}
        case DisputeResolved() | DisputeResolvedV2():
            resolved: Expected = {"kind": "resolve_dispute", "dispute": name, "compensation": event.compensation.cents}
            return partial(_resolved, name), {**resolved, "outcome": event.outcome}
        case Compensated(amount=amount, dispute=of):
            paid: Expected = {"kind": "resolve_dispute", "dispute": local(of), "compensation": amount.cents}
            return partial(_compensated, name, event), paid
        case ResolutionReversed(compensation=amount):
            return partial(_reversed, name, amount), {
                "kind": "reverse_compensation",
                "dispute": name,
                "amount": amount.cents,
            }
        case CompensationReversed(amount=amount, dispute=of):
            taken: Expected = {"kind": "reverse_compensation", "dispute": local(of), "amount": amount.cents}
            return partial(_taken_back, name, event), taken
        case _:
            return None, of_play(name, event)


def unmatched(facts: Sequence[Fact]) -> Iterator[tuple[Fact, str]]:
    """What of a command's entries moves money that no dispute beside it gives or takes back, or twice, or not at all."""
    for said, moved, what in (
        ((DisputeResolved, DisputeResolvedV2), Compensated, "given"),
        ((ResolutionReversed,), CompensationReversed, "taken back"),
    ):
        owed = {fact.stream: fact for fact in facts if isinstance(fact.event, said) and fact.event.compensation.cents}
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
        return house("dispute", f"{name} is opened a second time")
    return may(view, envelope.by, player=player, platform=True, roles=(OFFICER,))


def _resolved(name: str, envelope: Envelope, view: View) -> Refused | None:
    """By an officer, of a dispute that goes on."""
    found: Dispute | None = view(dispute.dispute_stream(name))
    if found is None or found.outcome is not None:
        return house("dispute", f"{name} is resolved a second time, or was never opened")
    return may(view, envelope.by, roles=(OFFICER,))


def _compensated(player: str, event: Compensated, envelope: Envelope, view: View) -> Refused | None:
    """By an officer, for the claimant, after a replay, within the limits, and with whoever has to sign beside him."""
    found = _of(event, view)
    if found is None or not found.replayed or (found.player, found.compensation) != (player, event.amount.cents):
        return house("dispute", f"{event.amount} for {player}, which {event.dispute} did not give him after a replay")
    return may(view, envelope.by, roles=(OFFICER,)) or limits.compensation_refusal(
        envelope, view, local(event.dispute), event.amount
    )


def _reversed(name: str, amount: Money, envelope: Envelope, view: View) -> Refused | None:
    """By two officers, once, and as much as was given."""
    found: Dispute | None = view(dispute.dispute_stream(name))
    if found is None or found.reversed or found.compensation != amount.cents:
        return house("dispute", f"{amount} taken back, which the dispute {name} does not give")
    return may(view, envelope.by, roles=(OFFICER,)) or staff.second_refusal(
        envelope, "a compensation is taken back by two officers"
    )


def _taken_back(player: str, event: CompensationReversed, _: Envelope, view: View) -> Refused | None:
    """What the dispute of this player says is taken back, in the entry before."""
    found = _of(event, view)
    if found is None or not found.reversed or (found.player, found.compensation) != (player, event.amount.cents):
        return house("dispute", f"{event.amount} from {player}, which {event.dispute} does not take back")
    return None
