"""How a round ends: the house shows, bets are paid or collected (r.24-29), or the round is void (r.33)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from tombo.ledger.core.cards import card_text
from tombo.ledger.core.command import Decision, Opening, View
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.sem_descarte import said
from tombo.ledger.games.sem_descarte.events import (
    CardsShown,
    Collected,
    FindingRecordedV2,
    HouseShown,
    OpenedCard,
    Paid,
    Refund,
    SemDescarteEvent,
    Settled,
    Voided,
)
from tombo.ledger.games.sem_descarte.otherwise import of_decided, of_lost, of_tie, of_void
from tombo.ledger.games.sem_descarte.payout import comes_back
from tombo.ledger.games.sem_descarte.ranking import combination, strength
from tombo.ledger.games.sem_descarte.revisions import deciding
from tombo.ledger.games.sem_descarte.state import Box, SemDescarteRound, undecided
from tombo.ledger.house.banked.rounds import paid, round_ended
from tombo.ledger.house.rules import house

Openings = Mapping[int, Opening]
NONE_LOST: Final[Mapping[int, tuple[int, ...]]] = {}
"""No card is lost."""


def settle(stream: str, state: SemDescarteRound, view: View) -> Decision | Refused:
    """Every decision is taken: what continued is compared with the house, what folded is collected."""
    decided = _decided_bets(stream, state, view.openings, state.boxes)
    if isinstance(decided, Refused):
        return decided
    return Decision(
        (*_moved(stream, state, view, [*decided, Settled()]), round_ended(stream, state.bettors, "settled"))
    )


def lost_cards(state: SemDescarteRound, openings: Openings) -> dict[int, tuple[int, ...]]:
    """By seat that continued, the slots of its cards and of the house's that nobody kept; only of those that miss one."""
    lost: dict[int, tuple[int, ...]] = {}
    for box in state.within("continued"):
        slots = (slot for slot, owner in enumerate(state.dealt) if owner in {None, box.seat} and slot not in openings)
        if missing := tuple(slots):
            lost[box.seat] = missing
    return lost


def void(
    stream: str,
    state: SemDescarteRound,
    view: View,
    incident: str,
    *,
    undetermined: Collection[int] = (),
    lost: Mapping[int, tuple[int, ...]] = NONE_LOST,
) -> Decision | Refused:
    """The round is void (r.33): every bet goes back, but those that the readings of its terms let stand (r.36).

    ``undetermined``: the seats of whose bets nothing was decided, though it looks so. Of these, cards are ``lost``.
    """
    missing = [of_lost(box, lost[box.seat]) for box in state.boxes if box.seat in lost]
    state = undecided(state, undetermined)
    standing = deciding(state.terms).standing(state)
    decided = _decided_bets(stream, state, view.openings_left, standing)
    if isinstance(decided, Refused):
        return decided
    back = [box for box in state.boxes if box not in standing]
    refunds = [Refund(amount=box.ante + box.bet2, seat=box.seat) for box in back]
    told = [*_standing(state, decided), *of_void(state, back)]
    events = [*missing, *decided, *told, Voided(incident=incident, refunds=refunds)]
    return Decision((*_moved(stream, state, view, events), round_ended(stream, state.bettors, "voided")))


def _standing(state: SemDescarteRound, decided: Sequence[SemDescarteEvent]) -> list[FindingRecordedV2]:
    """What another reading would have given back of the bets that ``decided`` lets stand (r.33, r.36)."""
    results = {event.seat: comes_back(event) for event in decided if isinstance(event, Paid | Collected)}
    boxes = [box for box in state.boxes if box.seat in results]
    return [found for box in boxes for found in of_decided(box, results[box.seat], state.terms.readings)]


def _moved(
    stream: str, state: SemDescarteRound, view: View, events: Sequence[SemDescarteEvent]
) -> list[tuple[str, EventBase]]:
    """``events`` of the round, each followed by what it brings back to an account."""
    moved: list[tuple[str, EventBase]] = []
    players = {box.seat: box.player for box in state.boxes}
    for version, event in enumerate(events, view.version(stream) + 1):
        moved.append((stream, event))
        owed: list[tuple[int, int]] = []
        if isinstance(event, Paid):
            owed = [(event.seat, event.ante_prize + event.bet2_prize + event.returned)]
        elif isinstance(event, Voided):
            owed = [(refund.seat, refund.amount) for refund in event.refunds]
        for seat, amount in owed:
            moved += paid(view, state.terms, players[seat], amount, stream=stream, version=version)
    return moved


def _opened(state: SemDescarteRound, seat: int | None, openings: Openings) -> list[OpenedCard]:
    """The closed cards of ``seat``, or of the house, each with the salt that opens its commitment."""
    return [
        OpenedCard(card=card_text(openings[slot].card), salt=openings[slot].salt.hex(), slot=slot)
        for slot, owner in enumerate(state.dealt)
        if owner == seat
    ]


def _closed(state: SemDescarteRound, seat: int | None, openings: Openings) -> tuple[int, ...]:
    return tuple(openings[slot].card for slot, owner in enumerate(state.dealt) if owner == seat)


def _decided_bets(
    stream: str, state: SemDescarteRound, kept: Callable[[str], Openings], boxes: Sequence[Box]
) -> list[SemDescarteEvent] | Refused:
    """What becomes of ``boxes``: those that folded are collected; the others see the house, and are compared.

    The house shows its cards only where somebody continued (r.24), the players theirs only where it plays (r.27).

    Raises:
        OutOfPlaceError: some are shown before.
    """
    events: list[SemDescarteEvent] = [
        Collected(amount=box.ante, reason="folded", seat=box.seat) for box in boxes if box.decision == "folded"
    ]
    continued = [box for box in boxes if box.decision == "continued"]
    if not continued:
        return events
    if state.qualifies is not None or any(box.cards for box in state.boxes):
        raise OutOfPlaceError(
            f"TAMPERED: cards of {stream} were shown before its bets are decided, where no door shows them; nothing is decided on it;"
            f" run 'tombo round show {stream}', which tells when"
        )
    openings, wanted = kept(stream), {None, *(box.seat for box in continued)}
    missing = tuple(slot for slot, owner in enumerate(state.dealt) if owner in wanted and slot not in openings)
    if missing:
        return house("cards", said.SEM_DESCARTE_OPENINGS_MISSING(slots=missing))
    readings, decides = state.terms.readings, deciding(state.terms)
    banker = (*_closed(state, None, openings), *state.house)
    plays = decides.qualifies(banker, readings)
    events.append(HouseShown(cards=_opened(state, None, openings), qualifies=plays))
    for box in continued if plays else ():
        name = combination(strength(_closed(state, box.seat, openings), readings)).name.lower()
        shown = {"cards": _opened(state, box.seat, openings), "combination": name, "seat": box.seat}
        events.append(CardsShown.model_validate(shown))
    for box in continued:
        cards = _closed(state, box.seat, openings)
        events += [decides.settled(box, cards, banker, readings), *of_tie(box, cards, banker, state.terms)]
    return events
