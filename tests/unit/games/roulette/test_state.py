"""What no transcript of roulette says: what no request gets as far as, and the words of a refusal."""

from __future__ import annotations

import pytest

from tests.worlds.roulette import WHEEL, chip, limits, wheel_terms
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.core.findings import Finding
from tombo.ledger.games.roulette.commands import PlaceChips
from tombo.ledger.games.roulette.events import BetsClosed
from tombo.ledger.games.roulette.r804 import (
    combination_is_on_the_layout,
    stake_is_within_maximum,
    stake_reaches_minimum,
    total_is_within_limit,
)
from tombo.ledger.games.roulette.state import Stake, evolve
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
