"""What every decision about a hand shares: the case at hand, the rules asked of an event, and its end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tombo.ledger.core import facts
from tombo.ledger.core.command import Decision, Envelope, View
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Finding, Refused, refused
from tombo.ledger.games.poker.events import FindingRecordedV2, HandEvent, Settled
from tombo.ledger.games.poker.order import begun
from tombo.ledger.games.poker.pots import layers
from tombo.ledger.games.poker.rules.r806 import findings
from tombo.ledger.games.poker.rules.r806_showdown import (
    commission_reaches_floor,
    exemption_readings_agree,
    flush_readings_agree,
)
from tombo.ledger.games.poker.said import door as said
from tombo.ledger.games.poker.settlement import HoleCards, movements, settled, stakes_of
from tombo.ledger.games.poker.state import Hand, evolve
from tombo.ledger.house.rules import cannot_be, first_breach, house, in_play
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.table.state import hand_ended
from tombo.ledger.terms.citation import cited
from tombo.ledger.terms.poker import Terms


class HandCase(NamedTuple):
    """A request about a hand that has begun: who asks, when it happened by the source's word, and the hand."""

    stream: str
    hand: Hand
    by: By
    occurred: int | None
    view: View


def case_of(hand: str, envelope: Envelope, view: View) -> HandCase | Refused:
    """The case of a request about ``hand``, by its local id; refused where there is no such hand or it was imported.

    Raises:
        OutOfPlaceError: its table does not have it in play, or its end is begun and not recorded, which no door does.
    """
    stream = f"hand:{hand}"
    state: Hand | None = view(stream)
    if state is None:
        return refused("R806 r.2j", said.HAND_NEVER_BEGAN(hand=hand))
    if state.started.door == "import":
        return refused("R806 r.2j", said.HAND_WAS_IMPORTED(hand=hand))
    if state.outcome == "open":
        in_play(view, "table", stream)
    if begun(state):
        raise cannot_be(stream, ValueError("its end is begun, and not recorded"))
    return HandCase(stream, state, envelope.by, envelope.occurred, view)


def seated(case: HandCase, seat: int, *, player: bool) -> Refused | None:
    """The objection to ``case.by`` speaking for ``seat``: its player, or the platform where ``player`` is false."""
    if seat not in case.hand.seats:
        return house("seat", said.SEAT_NOT_DEALT_IN(seat=seat, seats=case.hand.seats))
    owner = case.hand.started.seats[case.hand.seats.index(seat)].player if player else None
    return may(case.view, case.by, player=owner, platform=not player)


def by_platform(case: HandCase) -> Refused | None:
    """The objection to anybody but the platform."""
    return may(case.view, case.by, platform=True)


def noted(found: Iterable[Finding | None], terms: Terms) -> list[HandEvent]:
    """The notices among ``found`` as events, under the regulation of ``terms``."""
    told = [cited(finding, terms.variant) for finding in found if finding is not None]
    return [recorded(finding) for finding in told]


def recorded(finding: Finding) -> FindingRecordedV2:
    """``finding`` as the event that puts it on record."""
    told = finding.told
    return FindingRecordedV2(
        about=told.about,
        facts=facts.recorded(told),
        reading=finding.reading,
        rule=finding.rule,
        severity=finding.severity,
    )


def judged_event(hand: Hand, event: HandEvent) -> list[HandEvent] | Refused:
    """``event`` with the notices about it; or the refusal, where a rule calls it a breach."""
    found = findings(hand, event)
    if not found:
        return [event]
    return first_breach(*found) or [event, *noted(found, hand.terms)]


def after(hand: Hand, events: Iterable[HandEvent]) -> Hand:
    """``hand`` once ``events`` have happened."""
    for event in events:
        hand = evolve(hand, event)
    return hand


def settling(hand: Hand, holes: HoleCards) -> list[HandEvent]:
    """The events that settle ``hand``, whose betting is over, with what the other readings would have paid."""
    settlement = settled(hand, holes)
    notices = (
        commission_reaches_floor(hand.terms, settlement),
        exemption_readings_agree(hand),
        flush_readings_agree(hand, holes),
    )
    return [*movements(hand, settlement), *noted(notices, hand.terms), Settled()]


def taken_by(hand: Hand) -> Mapping[int, list[int]]:
    """Who took the last chip of each seat that a finished ``hand`` leaves with none: the winners of its highest pot.

    An uncalled bet is no longer in the stakes by then. Pots follow in the order of the all-ins (r.41-42), so that the highest one
    a seat had a part in holds the last it put in.
    """
    broke = [position for position, stack in enumerate(hand.stacks) if stack == 0]
    if not broke or hand.outcome != "settled":
        return {}
    pots = layers(stakes_of(hand), hand.staked)
    found: dict[int, list[int]] = {}
    for position in broke:
        last = max((number for number, pot in enumerate(pots) if position in pot.contenders), default=0)
        found[hand.seats[position]] = [hand.seats[winner] for pot, winner, _ in hand.awards if pot == last]
    return found


def decision(case: HandCase, events: list[HandEvent], final: Hand | None = None) -> Decision:
    """``events`` of the hand as a decision; where they end it, the table's part follows in the same commit.

    ``final`` is the hand after them, where that is known already.
    """
    placed = tuple([(case.stream, event) for event in events])
    if final is None:
        final = after(case.hand, events)
    states = {case.stream: final}
    if final.outcome == "open" or case.hand.outcome != "open":
        return Decision(placed, states=states)
    stacks = {seat: stack or 0 for seat, stack in zip(final.seats, final.stacks, strict=True)}
    bets = [seat for position, seat in enumerate(final.seats) if final.staked[position]]
    ended = hand_ended(case.view, case.stream, stacks, bets, final.outcome, taken_by=taken_by(final))
    return Decision((*placed, *ended), states=states)
