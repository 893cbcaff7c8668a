"""Fixed-limit hold'em (FT) at the import door: its two bets recorded, other sizes flagged, the file given back."""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Mapping, Sequence
from decimal import Decimal
from random import Random
from typing import Any, Final

import pytest
from pokerkit import Automation, FixedLimitTexasHoldem, HandHistory, Mode
from pydantic import ValidationError

from tests.worlds.phh import Desk, entries_of, found, imported, phh, refusal, started
from tombo.ledger.terms.poker import Limit
from tombo.ledger.terms.unit import Unit
from tombo.projections.follow import Viewer
from tombo.projections.round.hand import of
from tombo.projections.round.replay import steps
from tombo.reports.play.hand import document
from tombo.reports.text import text_lines

FIXED: Final = {"variant": "'FT'", "min_bet": "", "small_bet": "2", "big_bet": "4"}
NOT_OF_R806: Final = (
    "R806 r.24",
    "fixed bets of 2 chips and 4 chips; expected half the pot, a number of raises, the pot, or no limit",
)
DEAL: Final = ["d dh p1 5c6d", "d dh p2 AhKh", "d dh p3 ????"]


def fixed(fields: Mapping[str, str] | None = None, *, actions: Sequence[str] | None = None) -> str:
    """A short fixed-limit hand of three players, bets of 2 and 4."""
    return phh(FIXED | dict(fields or {}), actions=actions)


def test_the_two_bets_become_the_terms() -> None:
    """The small bet is the minimum, the big one stands with the limit; no number of raises is invented."""
    terms = started(imported(fixed())).terms
    assert (terms.min_bet, terms.limit) == (2, Limit(big_bet=4, kind="fixed_bets"))
    assert terms.limit.raises is None


@pytest.mark.parametrize("fields", [{"kind": "fixed_bets"}, {"big_bet": 4, "kind": "no_limit"}])
def test_a_big_bet_stands_with_fixed_bets_alone(fields: dict[str, Any]) -> None:
    """Terms with one and not the other cannot be made."""
    with pytest.raises(ValidationError, match="'big_bet' stands exactly with the limit 'fixed_bets'"):
        Limit.model_validate(fields)


def test_decimals_of_the_big_bet_make_the_unit() -> None:
    """The unit counts both bets whole, whichever has more decimals."""
    terms = started(imported(fixed({"big_bet": "2.125"}))).terms
    assert (terms.unit, terms.min_bet, terms.limit.big_bet) == (Unit(currency=None, decimals=3), 2_000, 2_125)


def test_a_hand_as_it_should_be_has_one_finding() -> None:
    """Each street's size kept, an all-in for less: only that R806 knows no such limit is on record."""
    acts = ["p3 cbr 4", "p1 f", "p2 cbr 6", "p3 cc", "d db 2c7d9h", "p2 cbr 2", "p3 cbr 4", "p2 cc", "d db Ts"]
    rest = ["p2 cbr 4", "p3 cbr 7", "p2 cc", "d db 3s", "p2 sm AhKh", "p3 sm"]
    hand = imported(fixed({"starting_stacks": "[100, 100, 17]"}, actions=[*DEAL, *acts, *rest]))
    assert found(hand) == [NOT_OF_R806]


@pytest.mark.parametrize(
    ("actions", "objection"),
    [
        (["p3 cbr 5", "p1 f", "p2 f"], "seat 3 bets to 5 chips; with bets of 2 chips it is 4 chips"),
        (["p3 cbr 3", "p1 f", "p2 f"], "seat 3 bets to 3 chips; with bets of 2 chips it is 4 chips"),
        (["p3 cbr 100", "p1 f", "p2 f"], "seat 3 bets to 100 chips; with bets of 2 chips it is 4 chips"),
        (
            ["p3 cc", "p1 f", "p2 cc", "d db 2c7d9h", "p2 cbr 4", "p3 f"],
            "seat 2 bets to 4 chips; with bets of 2 chips it is 2 chips",
        ),
        (
            ["p3 cc", "p1 f", "p2 cc", "d db 2c7d9hTs", "p2 cbr 2", "p3 f"],
            "seat 2 bets to 2 chips; with bets of 4 chips it is 4 chips",
        ),
    ],
)
def test_a_bet_of_another_size_is_recorded_and_flagged(actions: list[str], objection: str) -> None:
    """Too little, too much, all-in for more, the bet of another street: one finding, and the hand stands as it was."""
    hand = imported(fixed(actions=[*DEAL, *actions]))
    bets = [(rule, message) for rule, message in found(hand) if " bets to " in message]
    assert bets == [("R806 r.24", objection)]
    assert not any(rule == "R806 r.23" for rule, _ in found(hand))


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("small_bet", "", "field small_bet: found nothing, expected an amount"),
        ("big_bet", "", "field big_bet: found nothing, expected an amount"),
        ("small_bet", "0", "field small_bet: found 0, expected an amount above 0"),
        ("big_bet", "0.0", "field big_bet: found 0.0, expected an amount above 0"),
        ("big_bet", "-4", "field big_bet: found -4, expected an amount"),
        ("big_bet", "inf", "field big_bet: found inf, expected an amount"),
        ("big_bet", "'4'", "field big_bet: found '4', expected an amount"),
    ],
)
def test_without_both_bets_there_is_no_fixed_limit(name: str, value: str, message: str) -> None:
    """A missing, zero or unusable bet refuses the hand by the name of the field."""
    assert refusal(fixed({name: value})) == message


@pytest.mark.parametrize(
    "text",
    [
        fixed(),
        fixed({"small_bet": "2.00", "big_bet": "4.50"}),
        fixed({"min_bet": "2", "bring_in": "1"}),
        fixed({"players": "['Ana', '', 'Rui']", "currency": "'EUR'", "finishing_stacks": "[99, 101, 100]"}),
        phh({"small_bet": "1", "big_bet": "3"}),
    ],
    ids=["plain", "decimals", "fields of other games", "money", "bets of a no-limit hand"],
)
def test_a_fixed_limit_hand_comes_back_as_stated(text: str) -> None:
    """Digit for digit and in the order of phh-std; importing the export is the same hand."""
    desk = Desk()
    hand = desk.convert(text)
    exported = desk.exported(hand)
    read = tomllib.loads(exported, parse_float=Decimal)
    stated = tomllib.loads(text, parse_float=Decimal)
    assert {name: repr(value) for name, value in read.items() if not name.startswith("_tombo_")} == {
        name: repr(value) for name, value in stated.items()
    }
    names = [name for name in read if name in {"small_bet", "big_bet", "starting_stacks"}]
    assert names == ["small_bet", "big_bet", "starting_stacks"]
    assert desk.convert(exported).identity == hand.identity


def test_people_read_the_limit_in_the_heading() -> None:
    """Fixed limit with its two bets, then the blinds, in the hand's unit."""
    hand = imported(fixed({"currency": "'EUR'"}))
    heading = next(iter(text_lines(document(of(entries_of(hand), {}, Viewer())))))
    assert heading == f"Hand {hand.stream[5:]}: hold'em fixed limit, bets 2.00/4.00, blinds 1.00/2.00 EUR"


def played(random: Random) -> str:
    """A random fixed-limit hand as PokerKit plays it and writes it down."""
    count = random.randint(2, 6)
    game = FixedLimitTexasHoldem(
        tuple(step for step in Automation if step is not Automation.RUNOUT_COUNT_SELECTION),
        True,  # noqa: FBT003  # antes are trimmed; there are none
        0,
        (1, 2),
        2,
        4,
        mode=Mode.TOURNAMENT,
    )
    state = game([random.randint(2, 60) for _ in range(count)], count)
    random.shuffle(state.deck_cards)
    while state.status:
        act = random.choice(("raise", "raise", "call", "call", "call", "fold"))
        if act == "raise" and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to()
        elif act == "fold" and state.can_fold():
            state.fold()
        else:
            state.check_or_call()
    return HandHistory.from_game_state(game, state).dumps()


def test_bets_that_pokerkit_allows_have_their_size() -> None:
    """Random hands of PokerKit, short all-ins among them: no bet has a wrong size, and PokerKit reads the export the same."""
    desk, random = Desk(), Random("fixed limit")
    for _ in range(150):
        text = played(random)
        hand = desk.convert(text)
        assert [message for rule, message in found(hand) if rule == "R806 r.24"] == [NOT_OF_R806[1]], text
        assert all(step.conserved for step in steps(of(entries_of(hand), {}, Viewer("auditor"))))
        with warnings.catch_warnings(action="ignore", category=UserWarning):
            exported, original = HandHistory.loads(desk.exported(hand)), HandHistory.loads(text)
        exported.user_defined_fields = original.user_defined_fields
        assert exported == original
