"""The state of a round of póquer sem descarte, folded from its events: what is recorded happened, in the order in which a door writes it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, Literal, NamedTuple, assert_never

from tombo.ledger.core.cards import CARD_IDS
from tombo.ledger.games.sem_descarte.events import (
    AntePlaced,
    AnteRefused,
    BetsClosed,
    CardsDealt,
    CardsShown,
    Collected,
    Continued,
    DecisionRequested,
    DecisionWarned,
    FindingRecorded,
    FindingRecordedV2,
    Folded,
    HouseShown,
    OpenedCard,
    Paid,
    PlayerDisconnected,
    PlayerReconnected,
    RoundOpened,
    SemDescarteEvent,
    Settled,
    TimeExtended,
    Voided,
)
from tombo.ledger.house.rules import headless
from tombo.ledger.terms.sem_descarte import SemDescarteTerms

WHOLE: Final = 5
"""Cards of a hand."""


class Box(NamedTuple):
    """A seat with its two boxes (*ante* and *bet*, r.6a). ``given`` and ``taken`` are filled at the end."""

    seat: int
    player: str
    ante: int
    bet2: int = 0
    decision: Literal["open", "folded", "continued"] = "open"
    deadline: int | None = None
    warned: bool = False
    extended: bool = False
    disconnected: bool = False
    cards: tuple[int, ...] = ()
    """Shown cards."""
    given: int = 0
    """Prizes, bets returned and refunds."""
    taken: int = 0
    """Bets collected by the house."""
    cut_off: bool = False
    """It folded because its player was cut off (r.35)."""


class SemDescarteRound(NamedTuple):
    """A round as its events leave it."""

    opened: RoundOpened
    boxes: tuple[Box, ...] = ()
    """The seats with an ante, by number, which is clockwise."""
    closed: bool = False
    dealt: tuple[int | None, ...] = ()
    """By slot: the seat that got the closed card, none for the house."""
    commitments: tuple[str, ...] = ()
    """By slot: what says which card it is."""
    discard: int | None = None
    house: tuple[int, ...] = ()
    """The house's cards that lie open."""
    qualifies: bool | None = None
    outcome: Literal["open", "settled", "voided"] = "open"

    @property
    def terms(self) -> SemDescarteTerms:
        """The terms the round is played under; its own copy."""
        return self.opened.terms

    @property
    def bettors(self) -> tuple[str, ...]:
        """The players with an ante."""
        return tuple(box.player for box in self.boxes)

    @property
    def holding(self) -> tuple[str, ...]:
        """The players whose bets are not decided yet."""
        return self.bettors if self.outcome == "open" else ()

    def box(self, seat: int) -> Box | None:
        """The bets of ``seat``."""
        return next((box for box in self.boxes if box.seat == seat), None)

    def within(self, decision: Literal["open", "folded", "continued"]) -> tuple[Box, ...]:
        """The seats that have decided so, or not yet."""
        return tuple(box for box in self.boxes if box.decision == decision)


def evolve(state: SemDescarteRound | None, event: SemDescarteEvent) -> SemDescarteRound:  # noqa: C901, PLR0912  # one case a kind
    """``state`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``sem_descarte.round_opened``.
        IndexError: ``event`` is of a seat that has no bet.
        ValueError: ``event`` is out of the order of a round (R803 r.14-23, r.31), the house shows more or fewer cards than a hand has, or open cards are dealt in the place of those that lie there.
    """
    if isinstance(event, RoundOpened):
        return SemDescarteRound(event)
    if state is None:
        headless("sem_descarte", event)
    match event:
        case AntePlaced():
            if state.closed or state.box(event.seat) is not None:
                raise ValueError(
                    "an ante after bets were closed" if state.closed else f"a second ante on seat {event.seat}"
                )
            boxes = tuple(sorted((*state.boxes, Box(event.seat, event.player, event.amount))))
            return state._replace(boxes=boxes)
        case BetsClosed():
            return state._replace(closed=True)
        case CardsDealt():
            return _dealt(state, event)
        case HouseShown():
            return _house_shown(state, event)
        case Settled():
            return state._replace(outcome="settled")
        case Voided():
            for refund in event.refunds:
                state = _change(state, refund.seat, given=refund.amount)
            return state._replace(outcome="voided")
        case FindingRecorded() | FindingRecordedV2() | AnteRefused():
            return state
        case DecisionRequested() | DecisionWarned() | TimeExtended() | Folded() | Continued():
            _decides(state, event)
            return _at_seat(state, event)
        case _:
            return _at_seat(state, event)


def undecided(state: SemDescarteRound, cut_off: Collection[int]) -> SemDescarteRound:
    """``state`` with the folds of the seats ``cut_off`` taken back: no failure of theirs it was (r.33, r.35)."""
    boxes = (box._replace(decision="open", cut_off=False) if box.seat in cut_off else box for box in state.boxes)
    return state._replace(boxes=tuple(boxes))


def _dealt(state: SemDescarteRound, event: CardsDealt) -> SemDescarteRound:
    strangers = {seat for seat in event.seats if seat is not None} - {box.seat for box in state.boxes}
    if strangers:
        raise IndexError(f"cards for seats without a bet: {sorted(strangers)}")
    house, discard = CARD_IDS[event.house_card], CARD_IDS[event.discard]
    if not state.closed:
        raise ValueError("cards before bets were closed")
    if state.dealt:  # the cards that were dealt are committed to or lie open, and no later word makes them others
        if (discard, house) != (state.discard, state.house[-1]):
            raise ValueError("other open cards than those that were dealt")
        return state
    return state._replace(
        discard=discard, house=(house,), dealt=tuple(event.seats), commitments=tuple(event.commitments)
    )


def _house_shown(state: SemDescarteRound, event: HouseShown) -> SemDescarteRound:
    house = (*_numbers(event.cards), *state.house)
    if state.house and len(house) != WHOLE:  # where nothing was dealt, the audit says that
        raise ValueError(f"the house has {len(house)} cards")
    return state._replace(house=house, qualifies=event.qualifies)


def _decides(
    state: SemDescarteRound, event: DecisionRequested | DecisionWarned | TimeExtended | Folded | Continued
) -> None:
    """Holds that the seat of ``event`` has a decision to take, and is asked, warned and given time in that order (r.20-23, r.31-32).

    Raises:
        IndexError: the seat has no bet.
        ValueError: it has decided, has no cards yet, or ``event`` is out of that order.
    """
    box = state.box(event.seat)
    if box is None:
        raise IndexError(f"seat {event.seat} has no bet")
    if box.decision != "open":
        raise ValueError(f"seat {event.seat} has {box.decision} before")
    cut_off = isinstance(event, Folded) and event.cause == "disconnected"  # without cards too (r.35)
    if not state.dealt and not cut_off:
        raise ValueError(f"seat {event.seat} has no cards yet")
    match event:
        case DecisionRequested():
            lawful = box.deadline is None
        case DecisionWarned():
            lawful = box.deadline is not None and not box.warned
        case TimeExtended():
            lawful = box.warned and not box.extended
        case Folded():
            lawful = event.cause != "time" or box.extended
        case Continued():
            lawful = True
        case _:
            assert_never(event)
    if not lawful:
        raise ValueError(f"what seat {event.seat} is asked or told is out of order")


def _at_seat(  # noqa: C901  # one case an event
    state: SemDescarteRound,
    event: DecisionRequested
    | DecisionWarned
    | TimeExtended
    | Folded
    | Continued
    | PlayerDisconnected
    | PlayerReconnected
    | CardsShown
    | Paid
    | Collected,
) -> SemDescarteRound:
    match event:
        case DecisionRequested():
            return _change(state, event.seat, deadline=event.deadline)
        case DecisionWarned():
            return _change(state, event.seat, warned=True)
        case TimeExtended():
            return _change(state, event.seat, deadline=event.deadline, extended=True)
        case Folded():
            return _change(state, event.seat, decision="folded", cut_off=event.cause == "disconnected")
        case Continued():
            return _change(state, event.seat, decision="continued", bet2=event.bet2)
        case PlayerDisconnected():
            return _change(state, event.seat, disconnected=True)
        case PlayerReconnected():
            return _change(state, event.seat, disconnected=False)
        case CardsShown():
            return _change(state, event.seat, cards=_numbers(event.cards))
        case Paid():
            return _change(state, event.seat, given=event.ante_prize + event.bet2_prize + event.returned)
        case Collected():
            return _change(state, event.seat, taken=event.amount)
        case _:
            assert_never(event)


def _numbers(cards: list[OpenedCard]) -> tuple[int, ...]:
    return tuple(CARD_IDS[shown.card] for shown in cards)


def _change(state: SemDescarteRound, seat: int, **changes: Any) -> SemDescarteRound:
    """``state`` with one seat changed.

    Raises:
        IndexError: the seat has no bet.
    """
    if state.box(seat) is None:
        raise IndexError(f"seat {seat} has no bet")
    boxes = tuple(box._replace(**changes) if box.seat == seat else box for box in state.boxes)
    return state._replace(boxes=boxes)
