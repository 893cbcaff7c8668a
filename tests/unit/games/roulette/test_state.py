"""What no transcript of roulette says: what no request gets as far as, and the words of a refusal."""

from __future__ import annotations

import pytest

from tests.worlds.roulette import WHEEL, chip, limits, wheel_terms
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.core.findings import Finding
from tombo.ledger.games.roulette.commands import PlaceChips
from tombo.ledger.games.roulette.events import BetImprisoned, BetReleased, BetsClosed, Prisoner, PrisonerLost
from tombo.ledger.games.roulette.r804 import (
    combination_is_on_the_layout,
    stake_is_within_maximum,
    stake_reaches_minimum,
    total_is_within_limit,
)
from tombo.ledger.games.roulette.state import Spin, Stake, evolve
from tombo.ledger.terms.roulette import (
    ChanceLimits,
    maximum_is_in_proportion,
    minimum_is_not_above_maximum,
    total_allows_a_bet,
)

TERMS = wheel_terms(total_max=1000)
SPLIT = Stake("p-1", "split", ("17", "18"), 49)


def test_a_spin_that_begins_otherwise_was_tampered_with() -> None:
    """No door of ours writes a stream without its opening."""
    with pytest.raises(TamperedError):
        evolve(None, BetsClosed())


PRISON = wheel_terms("R807", zero="prison")
RED = Stake("p-1", "red", ("1", "3"), 200)
HELD = Prisoner(amount=200, chance="red", player="p-1")


@pytest.mark.parametrize(
    ("spin", "held"),
    [
        pytest.param(Spin(PRISON, 1, stakes=(RED,), bets_closed=True, ball="17"), HELD, id="no zero"),
        pytest.param(
            Spin(wheel_terms("R807"), 1, stakes=(RED,), bets_closed=True, ball="0"), HELD, id="no prison in the game"
        ),
        pytest.param(Spin(PRISON, 1, bets_closed=True, ball="0"), HELD, id="no stake"),
        pytest.param(
            Spin(PRISON, 1, stakes=(RED,), bets_closed=True, ball="0"),
            HELD.model_copy(update={"player": "p-2"}),
            id="of another player",
        ),
        pytest.param(
            Spin(PRISON, 1, stakes=(RED,), bets_closed=True, ball="0"),
            HELD.model_copy(update={"amount": 900_000}),
            id="of another amount",
        ),
        pytest.param(
            Spin(PRISON, 1, stakes=(RED,), bets_closed=True, ball="0", prisoners=(HELD,)), HELD, id="a second time"
        ),
        pytest.param(
            Spin(PRISON, 1, stakes=(RED,), bets_closed=True, ball="0", outcome="settled"), HELD, id="behind the end"
        ),
    ],
)
def test_b1_only_what_zero_imprisons_goes_to_prison(spin: Spin, held: Prisoner) -> None:
    """Red before: the next spin paid 9,000.00 to who had staked nothing, in a game that has no prison."""
    with pytest.raises(ValueError, match="goes to prison"):
        evolve(spin, BetImprisoned(prisoner=held))


def test_what_zero_imprisons_goes_to_prison_and_leaves_it_once() -> None:
    """R807: the next spin decides it."""
    imprisoned = evolve(Spin(PRISON, 1, stakes=(RED,), bets_closed=True, ball="0"), BetImprisoned(prisoner=HELD))
    assert imprisoned.prisoners == (HELD,)
    freed = BetReleased(prisoner=HELD, returned=200)
    for out in (freed, PrisonerLost(prisoner=HELD)):
        left = evolve(imprisoned, out)
        assert left.prisoners == ()
        with pytest.raises(ValueError, match="no such stake in prison"):
            evolve(left, out)


def test_a_request_holds_at_least_one_chip() -> None:
    """An empty bet is no bet."""
    with pytest.raises(ValueError, match="at least 1 item"):
        PlaceChips(chips=[], player="p-1", round=f"{WHEEL}/1")


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (stake_reaches_minimum(TERMS, SPLIT), "0.49 EUR on split 17-18; expected at least 0.50 EUR"),
        (
            stake_is_within_maximum(TERMS, SPLIT._replace(amount=3001)),
            "30.01 EUR on split 17-18; expected at most 30.00 EUR",
        ),
        (
            total_is_within_limit(TERMS, [SPLIT, SPLIT._replace(amount=1000)], "p-1"),
            "10.49 EUR on all chances together; expected at most 10.00 EUR",
        ),
        (
            combination_is_on_the_layout(TERMS, chip(100, "split", "17 19")),
            "17-19: no combination of the chance split on this layout",
        ),
        (
            combination_is_on_the_layout(TERMS, chip(100, "dozen")),
            "no numbers: no combination of the chance dozen on this layout",
        ),
        (
            minimum_is_not_above_maximum(wheel_terms(limits=limits(line=ChanceLimits(least=100, most=99)))),
            "line: the minimum 1.00 EUR is above the maximum 0.99 EUR",
        ),
        (
            maximum_is_in_proportion(wheel_terms(limits=limits(line=ChanceLimits(least=50, most=9001)))),
            "line: the maximum 90.01 EUR; expected at most 180 times its minimum, 90.00 EUR",
        ),
        (
            total_allows_a_bet(wheel_terms(total_max=49)),
            "a total of at most 0.49 EUR, and no bet is below 0.50 EUR",
        ),
    ],
)
def test_a_refusal_says_what_was_asked_and_what_was_expected(found: Finding | None, message: str) -> None:
    """Amounts as they are written, the chance and its numbers, and what would have been in order."""
    assert found is not None
    assert found.message == message
