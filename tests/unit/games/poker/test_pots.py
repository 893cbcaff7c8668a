"""Pots and settlements by their numbers, apart from any hand: layers, odd units, commission, cap, exemption."""

from __future__ import annotations

from typing import Any

import pytest

from tests.worlds.world import poker_terms
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.poker.pots import Pot, Stakes, is_exempt, layers, settle, uncalled
from tombo.ledger.terms.poker import Commission, Terms


def stakes(*staked: int, folded: tuple[int, ...] = (), all_in: tuple[int, ...] = (), **changes: Any) -> Stakes:
    """Stakes by position; ``folded`` and ``all_in`` name positions. The hand went to the river and was bet on."""
    count = len(staked)
    known = Stakes(
        staked=staked,
        antes=(0,) * count,
        dead=0,
        live=tuple(position not in folded for position in range(count)),
        all_in=tuple(position in all_in for position in range(count)),
        street=3,
        voluntary=True,
    )
    return known._replace(**changes)


def rules(rate_bp: int = 0, cap: int | None = None, reading: Reading = Reading.LETTER) -> Terms:
    """Terms with this commission of the pot."""
    commission = Commission(attribution="payment_when_all_in", cap=cap, mode="pot", rate_bp=rate_bp)
    return poker_terms(reading, commission=commission)


@pytest.mark.parametrize(
    ("staked", "excess"),
    [
        pytest.param((50, 100, 5000, 3000), (2, 2000), id="called for less"),
        pytest.param((50, 100, 100), None, id="matched"),
        pytest.param((600, 200, 1000), (2, 400), id="a folded bet matches too"),
        pytest.param((0, 100), (1, 100), id="matched by nobody"),
    ],
)
def test_uncalled_is_what_exceeds_every_other_bet(staked: tuple[int, ...], excess: tuple[int, int] | None) -> None:
    """R806 r.40: what nobody matched goes back."""
    assert uncalled(staked) == excess


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(
            stakes(9001, 1517, 4233, 9001),
            (Pot(6068, (0, 1, 2, 3)), Pot(8148, (0, 2, 3)), Pot(9536, (0, 3))),
            id="three amounts, three pots (H1)",
        ),
        pytest.param(stakes(300, 300, 300), (Pot(900, (0, 1, 2)),), id="one amount, one pot"),
        pytest.param(
            stakes(600, 200, 1000, 1000, folded=(0,)),
            (Pot(800, (1, 2, 3)), Pot(2000, (2, 3))),
            id="a folded bet lies in each layer it reaches (H9)",
        ),
        pytest.param(
            stakes(700, 500, 500, folded=(0,)), (Pot(1700, (1, 2)),), id="above the last layer joins the last"
        ),
        pytest.param(stakes(100, 100, dead=50), (Pot(250, (0, 1)),), id="dead money is in the main pot"),
        pytest.param(
            stakes(100, 100, 0, antes=(10, 10, 5), dead=0),
            (Pot(15, (0, 1, 2)), Pot(210, (0, 1))),
            id="antes of all count towards the layers",
        ),
        pytest.param(
            stakes(100, 100, 40, antes=(0, 10, 0)),
            (Pot(130, (0, 1, 2)), Pot(120, (0, 1))),
            id="an ante for the table is dead money",
        ),
    ],
)
def test_pots_are_layers(given: Stakes, expected: tuple[Pot, ...]) -> None:
    """R806 r.41-42: one pot for every amount a player still in the hand staked, all the money in them."""
    assert layers(given, given.staked) == expected
    assert sum(pot.amount for pot in expected) == sum(given.staked) + sum(given.antes) + given.dead


@pytest.mark.parametrize(
    ("amount", "winners", "paid"),
    [
        pytest.param(100, 3, (34, 33, 33), id="one odd unit"),
        pytest.param(8, 3, (3, 3, 2), id="two odd units, one each"),
        pytest.param(2, 3, (1, 1, 0), id="fewer units than winners"),
    ],
)
def test_odd_units_go_one_each_from_the_left_of_the_button(amount: int, winners: int, paid: tuple[int, ...]) -> None:
    """R806 r.62: equal parts down to the least unit; the rest one each, clockwise."""
    given = stakes(*(0,) * winners, dead=amount)
    assert tuple(payment.amount for payment in settle(given, rules(), (7,) * winners).payments) == paid


def test_commission_of_the_pot_comes_off_before_it_divides() -> None:
    """R806 r.17a: 5 % of 1100 is 55, then a third each of 1045 (H2)."""
    settled = settle(stakes(50, 350, 350, 350, folded=(0,)), rules(500), (None, 7, 7, 7))
    assert [(fee.position, fee.amount, fee.base) for fee in settled.fees] == [(None, 55, 1100)]
    assert [payment.amount for payment in settled.payments] == [349, 348, 348]


def test_commission_with_an_all_in_comes_off_each_payment() -> None:
    """R806 r.19: 5 % of 1050, 1050 and 2400, each rounded down (H3)."""
    settled = settle(stakes(700, 1900, 1900, all_in=(0, 1)), rules(500), (9, 9, 3))
    assert [(fee.pot, fee.position, fee.amount) for fee in settled.fees] == [(0, 0, 52), (0, 1, 52), (1, 1, 120)]
    assert [(payment.pot, payment.position, payment.amount) for payment in settled.payments] == [
        (0, 0, 998),
        (0, 1, 998),
        (1, 1, 2280),
    ]


def test_all_in_that_gets_its_excess_back_is_no_all_in() -> None:
    """Who has chips again after the uncalled bet went back shares no pot as an all-in: the commission is of the pot."""
    settled = settle(stakes(500, 300, all_in=(0,)), rules(500), (1, 2))
    assert settled.returned == (0, 200)
    assert [fee.position for fee in settled.fees] == [None]


def test_cap_holds_for_the_whole_hand() -> None:
    """A cap is used up in the order of the payments: 52 and 52, then what is left of 150."""
    settled = settle(stakes(700, 1900, 1900, all_in=(0, 1)), rules(500, cap=150), (9, 9, 3))
    assert [fee.amount for fee in settled.fees] == [52, 52, 46]


@pytest.mark.parametrize(
    ("street", "voluntary", "letter", "practice"),
    [
        pytest.param(0, False, False, True, id="the blinds alone"),
        pytest.param(0, True, False, False, id="a raise before the flop"),
        pytest.param(1, False, True, True, id="an unbet flop"),
        pytest.param(1, True, False, False, id="a bet on the flop"),
        pytest.param(2, False, False, False, id="an unbet turn"),
    ],
)
def test_exemption_is_of_the_flop_street(*, street: int, voluntary: bool, letter: bool, practice: bool) -> None:
    """R806 r.18: exempt is what ends on the flop without a voluntary bet; in practice also what ends on the blinds."""
    given = stakes(100, 100, folded=(0,), street=street, voluntary=voluntary)
    assert is_exempt(given, Reading.LETTER) is letter
    assert is_exempt(given, Reading.PRACTICE) is practice


def test_hand_that_goes_on_is_not_exempt() -> None:
    """What is not decided on the flop street does not end there, whatever was bet."""
    given = stakes(100, 100, all_in=(0, 1), street=1, voluntary=False)
    assert not is_exempt(given, Reading.PRACTICE)


def test_several_contenders_need_cards() -> None:
    """Who wins a contested pot is never guessed."""
    with pytest.raises(ValueError, match="strengths"):
        settle(stakes(100, 100), rules())
