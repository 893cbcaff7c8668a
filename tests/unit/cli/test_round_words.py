"""Every way a bet ends is told in words, with the rule that ends it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from cli.blackjack_words import CHOICES
from cli.reading import Reader
from cli.round_text import GAMES, TOTALS, lines
from cli.sem_descarte_words import FOLDS
from ledger.catalogue import EVOLVE
from ledger.core.entry import EventBase
from ledger.games.blackjack import audit as blackjack
from ledger.games.blackjack import events as bj
from ledger.games.every import BANKED_GAMES, BANKED_MONEY
from ledger.games.roulette.commands import CloseBets, LandBall, OpenSpin, PlaceCallBet, SettleSpin
from ledger.games.roulette.wheel import FinalsBet, NeighboursBet, SeriesBet
from ledger.games.sem_descarte import audit as sem_descarte
from ledger.games.sem_descarte import events as sd
from projections.follow import Viewer
from projections.round.banked import of
from tests.worlds.casino import Casino, casino
from tests.worlds.house import player
from tests.worlds.roulette import DEADLINE, WHEEL, chip


def literals(event: type[EventBase], field: str) -> set[str]:
    """The values a field of ``event`` may have."""
    return set(get_args(event.model_fields[field].annotation))


def test_every_reason_has_its_rule_and_words() -> None:
    """Reasons of payments and losses, decisions, causes of folds, sorts of moves and games: none is without its words."""
    assert literals(bj.Paid, "reason") == set(blackjack.PAID_UNDER)
    assert literals(bj.Collected, "reason") == set(blackjack.LOST_UNDER)
    assert literals(bj.DecisionMade, "decision") == set(CHOICES)
    assert literals(sd.Paid, "reason") == set(sem_descarte.RETURNED_UNDER)
    assert literals(sd.Folded, "cause") == set(FOLDS)
    assert {what for moved in BANKED_MONEY.values() for what in moved.whats} == set(TOTALS)
    assert set(GAMES) == set(BANKED_GAMES) <= set(EVOLVE)


def told(played: Casino, stream: str) -> list[str]:
    """A round as an outsider reads it."""
    return list(lines(of(Reader(played.ledger.store).entries(stream), {}, Viewer())))


@pytest.fixture
def evening(tmp_path: Path) -> Any:
    """A casino whose wheel is French and takes half of simple chances at zero."""
    with casino(tmp_path, "R807") as played:
        yield played


@pytest.mark.parametrize(
    ("cards", "hole", "decision", "more", "expected"),
    [
        pytest.param(
            "9s Th 7d",
            "8c",
            "surrender",
            "",
            [
                "p-1: gets 5.00 back on seat 1: surrendered (R805 r.15e)",
                "p-1: loses 5.00 on seat 1: surrendered (R805 r.15e)",
            ],
            id="surrender",
        ),
        pytest.param(
            "6s Th 7s",
            "8c",
            "hit",
            "8s",
            ["p-1: is paid 30.00 on seat 1: special prize (R805 r.25i)"],
            id="special prize",
        ),
        pytest.param("9s Th 7d", "8c", "hit", "Kc", ["p-1: loses 10.00 on seat 1: above 21 (R805 r.25b)"], id="bust"),
        pytest.param(
            "As 5h Kd",
            "8c",
            None,
            "",
            ["p-1: is paid 15.00 on seat 1, and the stake of 10.00 stays his: blackjack (R805 r.25a)"],
            id="blackjack",
        ),
        pytest.param(
            "As Ah Kd",
            "8c",
            "even_money",
            "",
            ["p-1: is paid 10.00 on seat 1, and the stake of 10.00 stays his: even money (R805 r.20b)"],
            id="even money",
        ),
    ],
)
def test_a_bet_of_blackjack_is_told_with_its_rule(  # noqa: PLR0917  # one case a way to end
    evening: Casino, cards: str, hole: str, decision: Any, more: str, expected: list[str]
) -> None:
    """What is decided without the house: surrender, special prize, bust, blackjack and even money."""
    name = evening.blackjack({1: 1_000}, cards, hole)
    if decision is not None:
        evening.decides(name, 1, decision, more)
    assert set(expected) <= set(told(evening, f"blackjack:{name}"))


@pytest.mark.parametrize(
    ("hole", "more", "expected"),
    [
        pytest.param("9c", "", "p-1: gets 10.00 back on seat 1: a tie (R805 r.25h)", id="push"),
        pytest.param(
            "6c",
            "Kc",
            "p-1: is paid 10.00 on seat 1, and the stake of 10.00 stays his: the house is above 21 (R805 r.25d)",
            id="house bust",
        ),
        pytest.param("Kc", "", "p-1: loses 10.00 on seat 1: beaten by the house (R805 r.25e)", id="lost"),
    ],
)
def test_a_bet_against_the_house_is_told_with_its_rule(evening: Casino, hole: str, more: str, expected: str) -> None:
    """Nineteen against nineteen, a house above 21, and a house of twenty."""
    name = evening.blackjack({1: 1_000}, "9s Th Td", hole)
    evening.decides(name, 1, "stand")
    evening.reveals(name, more)
    assert expected in told(evening, f"blackjack:{name}")


def test_insurance_is_told_with_its_rule(evening: Casino) -> None:
    """A house with blackjack takes the bet and pays the insurance twice."""
    name = evening.blackjack({1: 1_000}, "9s Ah Td", "Kc")
    evening.decides(name, 1, "insure")
    evening.decides(name, 1, "stand")
    evening.reveals(name)
    said = told(evening, f"blackjack:{name}")

    assert "p-1 (seat 1): insures for 5.00 (R805 r.15f)" in said
    assert "p-1: is paid 10.00 on seat 1, and the stake of 5.00 stays his: insurance (R805 r.25f)" in said
    assert "p-1: staked 15.00, prizes 10.00, stakes returned 5.00, lost 10.00, net 0.00" in said


@pytest.mark.parametrize(
    ("house", "expected"),
    [
        pytest.param(
            "Qc Jd 9h 6s 3c",
            [
                "*** HOUSE *** [Qc Jd 9h 6s 3c]: neither ace and king nor a combination, so that it does not play (R803 r.25-26)",
                "p-1: is paid 5.00 on ante, and the stake of 15.00 stays his: the house does not play (R803 r.26)",
                "Not shown, and hidden: 5 cards dealt face down",
            ],
            id="house out",
        ),
        pytest.param(
            "Ac Ad 9h 6s 3c",
            ["p-1: loses 15.00 on ante and bet: the house's cards are higher (R803 r.29)"],
            id="lower",
        ),
    ],
)
def test_a_seat_of_poquer_sem_descarte_is_told_with_its_rule(evening: Casino, house: str, expected: list[str]) -> None:
    """A house that does not play, which sees no cards of the player, and one with higher cards."""
    name = evening.dealt({1: 500}, {1: "2h 2d 7c 8s Jh"}, house)
    evening.settles(name, goes_on=(1,))
    assert set(expected) <= set(told(evening, f"sem_descarte:{name}"))


CALLS: Mapping[str, Any] = {
    "series 5-8, chips of 1.00 (R807 r.8): stakes 1.00 on split 5-8": SeriesBet(call="series_5_8", chip=100),
    "0 and its 2 neighbours, chips of 1.00 (R807 r.8): stakes 1.00 on straight up 26": NeighboursBet(
        call="neighbours", chip=100, neighbours=2, number="0"
    ),
    "the finals of 7, chips of 1.00 (R807 r.8): stakes 1.00 on straight up 7": FinalsBet(
        call="finals", chip=100, digit=7
    ),
}


@pytest.mark.parametrize("words", CALLS)
def test_a_call_bet_is_told_by_its_name(evening: Casino, words: str) -> None:
    """A series, neighbours and finals by name, with the bets they are made of."""
    name = f"{WHEEL}/1"
    evening.floor.do(OpenSpin(deadline=DEADLINE, table=WHEEL))
    evening.floor.do(PlaceCallBet(bet=CALLS[words], player="p-1", round=name), player("p-1"))
    for command in (CloseBets(round=name), LandBall(number="1", round=name), SettleSpin(round=name)):
        evening.floor.do(command)
    assert any(line.startswith(f"p-1: calls {words}") for line in told(evening, f"roulette:{name}"))


def test_half_taken_by_zero_is_told_with_its_rule(evening: Casino) -> None:
    """Where zero takes half of simple chances, the other half goes back, under the rule of the zero."""
    name = evening.spins({"p-1": (chip(1_001, "red"),)}, "0")
    said = told(evening, f"roulette:{name}")

    assert "p-1: loses 5.00 on red 1-3-...-36 (R807 r.20)" in said
    assert "p-1: gets 5.01 back on red 1-3-...-36 (R807 r.20)" in said
