"""The end of an imported hand: derived from its cards, compared with what the file states.

PHH knows no rake, no uncalled bet and no split: all three are derived here, without commission. A stated result that
differs is a finding, never a correction: ``winnings`` of public data sets are often all zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ledger.core.findings import Finding, Reading, Severity
from ledger.exchange.phh_number import from_units, to_units
from ledger.exchange.phh_read import HandUnreadableError, Number
from ledger.exchange.phh_walk import Walk
from ledger.games.poker.events import PotAwarded, Settled, UncalledBetReturned
from ledger.games.poker.pots import Settlement, Stakes, settle
from ledger.games.poker.state import Hand
from ledger.games.poker.turns import BOARD_SIZES, turn

FINISHING_STACKS: Final = "finishing_stacks"
WINNINGS: Final = "winnings"
RESULTS: Final = (FINISHING_STACKS, WINNINGS)
"""The fields in which a file states how a hand ended."""


def end(walk: Walk) -> None:
    """Settle the hand, then say where the file disagrees.

    Raises:
        HandUnreadableError: the file ends before the hand, or nobody can say who won.
    """
    settlement = _settlement(walk)
    state = walk.state
    if settlement.returned is not None:
        position, amount = settlement.returned
        walk.emit(UncalledBetReturned(amount=amount, seat=state.seats[position]))
    for payment in settlement.payments:
        if payment.amount:
            walk.emit(PotAwarded(amount=payment.amount, pot=payment.pot, seat=state.seats[payment.position]))
    walk.emit(Settled())
    for card in walk.cards.duplicates(state.board):
        walk.object(Finding("R806 r.4b", f"{card} lies in two places; one deck has it once", Reading.PRACTICE))
    _compare(walk)


def _settlement(walk: Walk) -> Settlement:
    state, where = walk.state, walk.hand.where
    position = turn(state)
    if position is not None:
        raise HandUnreadableError(where, f"the actions end while p{position + 1} is to act; expected a whole hand")
    contenders = tuple(live and not mucked for live, mucked in zip(state.live, state.mucked, strict=True))
    if not any(contenders):
        raise HandUnreadableError(where, "everybody folds or mucks; expected a winner")
    stakes = Stakes(
        staked=state.staked,
        antes=state.antes,
        dead=sum(state.deads),
        live=contenders,
        all_in=state.all_in,
        street=state.street,
        voluntary=state.voluntary,
    )
    if sum(contenders) == 1:
        return settle(stakes, state.terms)
    if len(state.board) < BOARD_SIZES[-1]:
        raise HandUnreadableError(
            where, f"the actions end with {len(state.board)} cards on the board and several players left; expected five"
        )
    reading = state.terms.readings.flush_tie
    strengths = tuple(walk.cards.strength(p, state.board, reading) for p in range(len(contenders)))
    settlement = settle(stakes, state.terms, strengths)
    for pot in settlement.pots:
        if len(pot.contenders) > 1 and all(strengths[position] is None for position in pot.contenders):
            names = " and ".join(f"p{position + 1}" for position in pot.contenders)
            raise HandUnreadableError(where, f"the cards of {names} are unknown at the showdown; nobody can say who won")
    _muck_of_winner(walk, strengths)
    return settlement


def _muck_of_winner(walk: Walk, strengths: Sequence[int | None]) -> None:
    """R806 r.28: the best hand cannot renounce the pot. Known only where the file shows the cards that were mucked."""
    mucked = walk.state.mucked
    best = max(value or 0 for value, gone in zip(strengths, mucked, strict=True) if not gone)
    for position, (value, gone) in enumerate(zip(strengths, mucked, strict=True)):
        if gone and walk.state.live[position] and value is not None and value > best:
            message = f"p{position + 1} mucks the best hand"
            walk.object(Finding("R806 r.28", message, Reading.PRACTICE))


def _compare(walk: Walk) -> None:
    hand, state = walk.hand, walk.state
    if hand.finishing_stacks is not None and None not in state.stacks:
        stated = _units(walk, hand.finishing_stacks)
        derived = [stack or 0 for stack in state.stacks]
        if stated != derived:
            walk.object(_difference(FINISHING_STACKS, hand.finishing_stacks, _numbers(walk, derived)))
    if hand.winnings is not None:
        walk.object(_winnings(walk, hand.winnings))


def _winnings(walk: Walk, stated: Sequence[Number]) -> Finding | None:
    units, derived = _units(walk, stated), _awards(walk.state)
    if units == derived:
        return None
    in_pots, claimed = sum(derived), sum(units)
    if not claimed:
        amount = from_units(in_pots, walk.state.terms.unit.decimals)
        return _notice(WINNINGS, f"all zero, but {amount} lay in the pots: not believed")
    if claimed < in_pots and all(low <= high and (low > 0) == (high > 0) for low, high in zip(units, derived, strict=True)):
        short = from_units(in_pots - claimed, walk.state.terms.unit.decimals)
        return _notice(WINNINGS, f"{short} less than the pots in all: a commission, which PHH cannot state")
    return _difference(WINNINGS, stated, _numbers(walk, derived))


def _awards(state: Hand) -> list[int]:
    won = [0] * len(state.seats)
    for _, position, amount in state.awards:
        won[position] += amount
    return won


def _difference(field: str, stated: Sequence[Number], derived: Sequence[Number]) -> Finding:
    texts = ["[" + ", ".join(map(str, values)) + "]" for values in (stated, derived)]
    return _notice(field, f"stated {texts[0]}, derived {texts[1]}")


def _notice(field: str, message: str) -> Finding:
    return Finding(f"PHH {field}", message, Reading.PRACTICE, Severity.NOTICE)


def _units(walk: Walk, values: Sequence[Number]) -> list[int]:
    decimals = walk.state.terms.unit.decimals
    return [to_units(value, decimals) for value in values]


def _numbers(walk: Walk, units: Sequence[int]) -> list[Number]:
    decimals = walk.state.terms.unit.decimals
    return [from_units(amount, decimals) for amount in units]
