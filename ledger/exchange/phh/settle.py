"""The end of an imported hand: derived from its cards, compared with what the file states.

PHH knows no rake, no uncalled bet and no split: the last two are derived here, the first from what the file states that was
won (``commission``). A stated result that differs otherwise is a finding, never a correction: ``winnings`` of public data
sets are often all zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tombo.ledger.core.cards import CARD_IDS
from tombo.ledger.core.findings import Finding, Reading, Severity
from tombo.ledger.core.said import Told
from tombo.ledger.exchange.phh import said
from tombo.ledger.exchange.phh.commission import less_commission
from tombo.ledger.exchange.phh.decide import decide
from tombo.ledger.exchange.phh.number import to_units
from tombo.ledger.exchange.phh.read import HandUnreadableError, Number
from tombo.ledger.exchange.phh.shows import missing
from tombo.ledger.exchange.phh.walk import Walk
from tombo.ledger.games.poker.audit import in_showdown, shown_cards
from tombo.ledger.games.poker.events import Settled
from tombo.ledger.games.poker.pots import Settlement
from tombo.ledger.games.poker.rules.r806_dealing import no_card_twice
from tombo.ledger.games.poker.rules.r806_showdown import flush_readings_agree, winner_shows
from tombo.ledger.games.poker.settlement import HoleCards, movements, settled
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.streets import BOARD_SIZES
from tombo.ledger.games.poker.turns import live_count, turn

FINISHING_STACKS: Final = "finishing_stacks"
WINNINGS: Final = "winnings"
RESULTS: Final = (FINISHING_STACKS, WINNINGS)
"""The fields in which a file states how a hand ended."""


def end(walk: Walk) -> None:
    """Settle the hand, then say where the file disagrees.

    Raises:
        HandUnreadableError: the file ends before the hand, or nobody can say who won.
    """
    holes = {**walk.cards.holes(), **shown_cards(walk.state)}  # what is turned decides, whatever was dealt (r.59)
    shown, settlement = _settlement(walk, holes)
    settlement, undecided = decide(walk, settlement, holes)
    settlement, commission = less_commission(walk, settlement)
    found: list[Finding | None] = [missing(walk.state), undecided, commission]
    if no_card_twice(walk.state.board, walk.cards.known()) is not None:
        found.append(Finding("R806 r.4b", said.IMPORTED_BOARD_CARD_ELSEWHERE(deck=len(CARD_IDS))))
    mucks = [seat for seat, gone in zip(walk.state.seats, walk.state.mucked, strict=True) if gone]
    if mucks and live_count(walk.state) > 1 and len(walk.state.board) == BOARD_SIZES[-1]:
        found.append(winner_shows(walk.state, settled(walk.state, holes), mucks))
    if live_count(shown) > 1:
        found.append(flush_readings_agree(shown, holes))
    for movement in movements(walk.state, settlement):
        walk.emit(movement)
    walk.emit(Settled())
    for finding in found + _compare(walk):
        if finding is not None:
            walk.object(finding)


def _settlement(walk: Walk, holes: HoleCards) -> tuple[Hand, Settlement]:
    """The hand without those who mucked, who can win nothing any more, and its settlement; who is left alone wins, shown or not."""
    state, where = walk.state, walk.hand.where
    position = turn(state)
    if position is not None:
        raise HandUnreadableError(where, f"the actions end while p{position + 1} is to act; expected a whole hand")
    shown = state._replace(live=in_showdown(state))
    if not any(shown.live):
        raise HandUnreadableError(where, "everybody folds or mucks; expected a winner")
    if live_count(shown) > 1 and len(state.board) < BOARD_SIZES[-1]:
        found = f"{len(state.board)} cards on the board and {live_count(shown)} players left"
        raise HandUnreadableError(where, f"the actions end with {found}; expected five cards, or one player")
    return shown, settled(shown, holes)


def _compare(walk: Walk) -> list[Finding | None]:
    """Where the results that the file states differ from those derived."""
    hand, state = walk.hand, walk.state
    found: list[Finding | None] = []
    if hand.finishing_stacks is not None and None not in state.stacks:
        derived = [stack or 0 for stack in state.stacks]
        stated = _units(walk, hand.finishing_stacks)
        if stated != derived:
            found.append(_difference(walk, FINISHING_STACKS, stated, derived))
    if hand.winnings is not None:
        found.append(_winnings(walk, hand.winnings))
    return found


def _winnings(walk: Walk, stated: Sequence[Number]) -> Finding | None:
    units, derived = _units(walk, stated), _awards(walk.state)
    if units == derived:
        return None
    if not any(units):
        return _notice(WINNINGS, said.WINNINGS_ALL_ZERO(amount=walk.state.terms.unit.sum(sum(derived))))
    return _difference(walk, WINNINGS, units, derived)


def _awards(state: Hand) -> list[int]:
    won = [0] * len(state.seats)
    for _, position, amount in state.awards:
        won[position] += amount
    return won


def _difference(walk: Walk, field: str, stated: Sequence[int], derived: Sequence[int]) -> Finding:
    written = walk.state.terms.unit.sum
    told = said.STATED_RESULT_DIFFERS(stated=tuple(map(written, stated)), derived=tuple(map(written, derived)))
    return _notice(field, told)


def _notice(field: str, told: Told) -> Finding:
    return Finding(f"PHH {field}", told, Reading.PRACTICE, Severity.NOTICE)


def _units(walk: Walk, values: Sequence[Number]) -> list[int]:
    decimals = walk.state.terms.unit.decimals
    return [to_units(value, decimals) for value in values]
