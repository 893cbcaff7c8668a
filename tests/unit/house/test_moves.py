"""What a record and its rules move is compared bet by bet, by what the bets are and not by which object says so."""

from __future__ import annotations

import pytest

from tests.tools.english import english
from tombo.ledger.core.said import Said
from tombo.ledger.games.roulette.chances import Chip
from tombo.ledger.games.roulette.events import BallLanded, Collected, Settled
from tombo.ledger.games.roulette.money import MONEY
from tombo.ledger.house.moves import Move, as_due, differing
from tombo.ledger.terms.unit import EURO

ON_RED = Said("on_red_here", "red", "no encarnado")


def lost(amount: int) -> Move:
    """A bet lost; each time an object of its own says which."""
    return Move("p-1", "lost", amount, ON_RED(), "", "R804 r.18")


@pytest.mark.parametrize("recorded", [(300,), (100, 200)])
def test_one_bet_told_by_several_objects_is_one_bet(recorded: tuple[int, ...]) -> None:
    """Amounts on one bet add up, however often it is told anew."""
    assert differing("roulette:r/1", EURO, [lost(amount) for amount in recorded], [lost(300)]) == []


def collected(player: str, amount: int) -> Collected:
    """What a player lost on red."""
    return Collected(chips=[Chip(amount=amount, chance="red", numbers=["1", "3"])], player=player)


def test_events_that_are_those_due_move_what_is_due() -> None:
    """Equal ones in their order, whatever that moves nothing stands between them; any other amount, order or number of them is looked at move by move."""
    due = [collected("p-1", 300), collected("p-2", 300), Settled()]
    assert as_due(MONEY, [BallLanded(number="0"), collected("p-1", 300), collected("p-2", 300)], due)
    assert not as_due(MONEY, [collected("p-2", 300), collected("p-1", 300)], due)
    assert not as_due(MONEY, [collected("p-1", 300), collected("p-2", 301)], due)
    assert not as_due(MONEY, [collected("p-1", 300)], due)
    assert not as_due(MONEY, [*due, collected("p-1", 300)], due)


def test_programs_get_the_bet_in_english() -> None:
    """Whoever writes a move as JSON: the same fields, and no rows."""
    fields = {"player": "p-1", "what": "lost", "amount": 5, "on": "red", "why": "", "rule": "R804 r.18"}
    assert lost(5).to_json() == fields


def test_what_differs_is_told_once_with_its_bet_in_english() -> None:
    """Both amounts, and the rule."""
    assert english(differing("roulette:r/1", EURO, [lost(100), lost(150)], [lost(300)])) == (
        "roulette:r/1: p-1, lost on red: recorded 2.50 EUR, recomputed 3.00 EUR (R804 r.18)",
    )
