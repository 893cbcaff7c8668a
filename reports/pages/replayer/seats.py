"""A hand of poker as it is drawn: seats round a table with stacks, bets and cards, the board, and the pots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from tombo.ledger.core.cards import HIDDEN
from tombo.ledger.games.poker import events as e
from tombo.ledger.games.poker.hand import Hand
from tombo.ledger.games.poker.said.words import STREETS
from tombo.ledger.games.poker.turns import turn
from tombo.projections.round.chips import ChipPlaces
from tombo.projections.round.hand import HandView
from tombo.projections.round.replay import ReplayStep
from tombo.reports.document import Cell
from tombo.reports.pages.replayer.scene import Amount, Mark, Scene, SceneMove, ScenePlace, moved
from tombo.reports.play.hand import WHOLE_BOARD
from tombo.reports.said.play import hand as history_said
from tombo.reports.said.play import hand_page as page_said
from tombo.reports.said.play import replayer as said


def scenes_of_hand(view: HandView, taken: Sequence[ReplayStep]) -> tuple[Scene, ...]:
    """The hand after each of the steps ``taken``."""
    return tuple(_scene(view, before, step) for before, step in zip((None, *taken), taken, strict=False))


def _scene(view: HandView, before: ReplayStep | None, step: ReplayStep) -> Scene:
    money = _chips(step)
    return Scene(
        _part(step.act.after, money),
        tuple(_seat(view, step, money, seat) for seat in sorted(step.act.after.seats)),
        board=money.board,
        total=Amount(page_said.HAND_TOTAL_LABEL(), view.unit.sum(money.middle)) if money.middle else None,
        pots=tuple(_pots(view, money)),
        moved=() if before is None else tuple(_moved(view, _chips(before), money)),
    )


def _chips(step: ReplayStep) -> ChipPlaces:
    """Where the chips of a hand are: its steps have no other money."""
    return cast("ChipPlaces", step.money)


def _part(hand: Hand, money: ChipPlaces) -> Cell:
    """The street; the showdown from the first cards that are turned or kept, and then the end."""
    if hand.outcome != "open":
        return said.OVER_PART
    if any(hand.shown) or any(hand.mucked):
        return said.SHOWDOWN_PART
    return STREETS[money.street]


def _seat(view: HandView, step: ReplayStep, money: ChipPlaces, seat: int) -> ScenePlace:
    hand, position = step.act.after, step.act.after.seats.index(seat)
    stack, bet = money.stacks[seat], money.bets.get(seat, 0)
    return ScenePlace(
        str(seat),
        view.player(seat),
        said.SEAT_AT_TABLE(seat=seat),
        _cards(hand, position, step.cards.get(seat, ())),
        None if stack is None else view.unit.sum(stack),
        (Amount("", view.unit.sum(bet)),) if bet else (),
        tuple(_told(view, step, position)),
        frozenset(_marks(view, step, seat)),
    )


def _cards(hand: Hand, position: int, seen: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of a seat: those that are seen, and the backs of the others as long as they lie there."""
    if not hand.live[position] or hand.mucked[position]:
        return seen
    return (*seen, *(HIDDEN,) * (hand.dealt.count(position) - len(seen)))


def _told(view: HandView, step: ReplayStep, position: int) -> Iterator[Cell]:
    """What stands at a seat: that it folded, showed nothing, is all-in, or what its cards make with the whole board."""
    hand, seat = step.act.after, step.act.after.seats[position]
    if not hand.live[position]:
        yield history_said.HAND_FOLDED()
    elif hand.mucked[position]:
        yield history_said.HAND_MUCKED()
    elif seat in step.cards and seat in view.best and len(hand.board) == WHOLE_BOARD:
        yield view.best[seat].name
    elif hand.all_in[position] and hand.outcome == "open":
        yield said.ALL_IN_SEAT


def _marks(view: HandView, step: ReplayStep, seat: int) -> Iterator[Mark]:
    hand, event = step.act.after, step.entry.event
    if seat == view.started.button:
        yield "button"
    if seat == getattr(event, "seat", None):
        yield "acts"
    if not hand.live[hand.seats.index(seat)]:
        yield "out"
    position = turn(hand) if hand.dealt else None
    if position is not None and hand.seats[position] == seat and not isinstance(event, e.Folded):
        yield "asked"


def _pots(view: HandView, money: ChipPlaces) -> Iterator[Amount]:
    """The pots by level, and behind them the commission so far."""
    for level in money.pots:
        name = page_said.HAND_POT() if len(money.pots) == 1 else page_said.HAND_MAIN_POT()
        if level.number:
            name = page_said.HAND_SIDE_POT(number=level.number)
        yield Amount(name, view.unit.sum(level.amount))
    if money.commission:
        yield Amount(page_said.HAND_COMMISSION_LABEL(), view.unit.sum(money.commission))


def lying(money: ChipPlaces) -> dict[str, int]:
    """The chips before the seats and those bet, by place; a stack that is not known counts as none."""
    stacks = {str(seat): stack or 0 for seat, stack in money.stacks.items()}
    return {**stacks, **{f"bet:{seat}": money.bets.get(seat, 0) for seat in money.stacks}}


def _moved(view: HandView, before: ChipPlaces, after: ChipPlaces) -> Iterator[SceneMove]:
    for begins, ends, amount in moved(lying(before), lying(after)):
        yield SceneMove(begins, ends, view.unit.sum(amount))
