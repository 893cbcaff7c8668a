"""What a record and its rules move is compared bet by bet, by what the bets are and not by which object says so."""

from __future__ import annotations

import pytest

from tests.tools.english import english
from tombo.ledger.core.said import Said
from tombo.ledger.house.moves import Move, differing
from tombo.ledger.terms.unit import EURO

ON_RED = Said("on_red_here", "red", "no encarnado")


def lost(amount: int) -> Move:
    """A bet lost; each time an object of its own says which."""
    return Move("p-1", "lost", amount, ON_RED(), "", "R804 r.18")


@pytest.mark.parametrize("recorded", [(300,), (100, 200)])
def test_one_bet_told_by_several_objects_is_one_bet(recorded: tuple[int, ...]) -> None:
    """Amounts on one bet add up, however often it is told anew."""
    assert differing("roulette:r/1", EURO, [lost(amount) for amount in recorded], [lost(300)]) == []


def test_programs_get_the_bet_in_english() -> None:
    """Whoever writes a move as JSON: the same fields, and no rows."""
    fields = {"player": "p-1", "what": "lost", "amount": 5, "on": "red", "why": "", "rule": "R804 r.18"}
    assert lost(5).to_json() == fields


def test_what_differs_is_told_once_with_its_bet_in_english() -> None:
    """Both amounts, and the rule."""
    assert english(differing("roulette:r/1", EURO, [lost(100), lost(150)], [lost(300)])) == (
        "roulette:r/1: p-1, lost on red: recorded 2.50 EUR, recomputed 3.00 EUR (R804 r.18)",
    )
