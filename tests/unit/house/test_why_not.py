"""Why an entry cannot follow is said in a few words: whole ones, and no command, which is for whoever says it to add."""

from __future__ import annotations

import pytest

from tests.worlds.roulette import chip
from tombo.ledger.core.errors import OutOfPlaceError, TamperedError
from tombo.ledger.games.roulette.events import BetPlaced
from tombo.ledger.house.rules import WHY_MAX, headless, out_of_place, why_not


def test_no_command_is_cut_in_the_middle() -> None:
    """Red before: ``expected its opening; run ); 'tombo verify' says``."""
    bet = BetPlaced(call=None, chips=[chip(100, "red")], player="p-1")
    with pytest.raises(TamperedError) as headless_one:
        headless("roulette", bet)
    said = "TamperedError: a roulette stream begins with roulette.bet_placed.v1; expected its opening"
    assert why_not(headless_one.value) == said
    with pytest.raises(
        OutOfPlaceError, match=r"expected its opening\); run 'tombo audit', which names the place"
    ) as told:
        out_of_place("roulette:zz-1/1", bet, headless_one.value, 7)
    assert why_not(told.value) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no seat 7", "no seat 7"),
        ("no seat 7\nand more", "no seat 7"),
        ("word " * 30, "word " * 15 + "word ..."),
        ("x" * 100, "x" * WHY_MAX + " ..."),
        ("", ""),
    ],
)
def test_what_is_long_ends_behind_a_word(text: str, said: str) -> None:
    """Red before: it ended in the middle of one, as if that were all."""
    assert why_not(ValueError(text)) == f"ValueError: {said}"


@pytest.mark.parametrize(("key", "said"), [("p-1", "LookupError: there is no p-1"), (7, "LookupError: there is no 7")])
def test_a_key_that_is_not_there_is_told_in_words(key: object, said: str) -> None:
    """Red before: ``KeyError: 'p-1'`` was told as the reason."""
    assert why_not(KeyError(key)) == said
