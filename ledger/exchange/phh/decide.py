"""An imported hand whose winner no card decides: somebody was in the showdown whose cards the file does not know.

It is paid as the file states, where what it states is possible, else by the cards that are known; a finding says which.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tombo.ledger.core.findings import Finding, Reading, Severity
from tombo.ledger.exchange.phh import said
from tombo.ledger.exchange.phh.number import to_units
from tombo.ledger.exchange.phh.read import HandUnreadableError, Number
from tombo.ledger.exchange.phh.walk import Walk
from tombo.ledger.games.poker.audit import may_have_won, undecided
from tombo.ledger.games.poker.pots import PotPayment, Settlement
from tombo.ledger.games.poker.settlement import HoleCards

TENTH: Final = 10


def decide(walk: Walk, due: Settlement, holes: HoleCards) -> tuple[Settlement, Finding | None]:
    """The settlement to record, and the finding if the cards do not decide it. ``due``: by the cards that are known.

    Raises:
        HandUnreadableError: neither cards nor file say who won a pot.
    """
    unknown = frozenset(position for position in undecided(walk.state) if position not in holes)
    open_pots = [number for number, pot in enumerate(due.pots) if len(pot.contenders) > 1]
    if not any(unknown.intersection(due.pots[number].contenders) for number in open_pots):
        return due, None
    stated = _as_stated(walk, due, unknown, open_pots)
    for number in open_pots:
        contenders = due.pots[number].contenders
        if stated is None and not any(position in holes for position in contenders):
            names = " and ".join(f"p{position + 1}" for position in contenders)
            reason = f"the cards of {names} are unknown at the showdown; expected a winner"
            raise HandUnreadableError(walk.hand.where, reason)
    row = said.NOT_DECIDABLE_AS_KNOWN if stated is None else said.NOT_DECIDABLE_AS_STATED
    told = row(players=tuple(f"p{position + 1}" for position in sorted(unknown)))
    return stated or due, Finding("R806 r.59", told, Reading.PRACTICE, Severity.NOTICE)


def _as_stated(walk: Walk, due: Settlement, unknown: frozenset[int], open_pots: Sequence[int]) -> Settlement | None:
    """``due`` with the open pots paid as the file states; None where it states nothing, or what cannot be."""
    won = claimed(walk, due)
    if won is None:
        return None
    for number, pot in enumerate(due.pots):
        if number not in open_pots:
            won[pot.contenders[0]] -= pot.amount
    winners = [position for position, amount in enumerate(won) if amount > 0]
    possible = [may_have_won(due, number, unknown) for number in open_pots]
    if not winners or not all(each.issuperset(winners) for each in possible):
        return None
    if len(winners) == 1:
        paid = [PotPayment(number, winners[0], due.pots[number].amount, 0) for number in open_pots]
    elif len(open_pots) == 1 and min(won) >= 0 and is_short(missing := due.pots[open_pots[0]].amount - sum(won), won):
        won[winners[0]] += missing
        paid = [PotPayment(open_pots[0], position, won[position], 0) for position in winners]
    else:
        return None
    kept = [payment for payment in due.payments if payment.pot not in open_pots]
    return due._replace(payments=tuple(sorted((*kept, *paid))))


def is_short(missing: int, won: Sequence[int]) -> bool:
    """Whether ``missing``, from pots of which was ``won`` what is stated, is nothing, or may be a commission: up to a tenth."""
    return 0 <= missing * TENTH <= missing + sum(won)


def claimed(walk: Walk, due: Settlement) -> list[int] | None:
    """What the file says that each won, the uncalled bet apart; None where it says of nobody that he did."""
    state, hand = walk.state, walk.hand
    if hand.winnings is not None and any(hand.winnings):
        return _units(walk, hand.winnings)
    if hand.finishing_stacks is None or None in state.stacks:
        return None
    won = [end - (left or 0) for end, left in zip(_units(walk, hand.finishing_stacks), state.stacks, strict=True)]
    if due.returned is not None:
        won[due.returned[0]] -= due.returned[1]
    return won


def _units(walk: Walk, values: Sequence[Number]) -> list[int]:
    decimals = walk.state.terms.unit.decimals
    return [to_units(value, decimals) for value in values]
