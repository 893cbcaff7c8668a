"""The engine that plays hands again, on the worked examples of the rules: it knows them itself, or it would prove nothing of what is told."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from tests.tools.replayed_game import Replayed
from tombo.reports.regulators.france.cards import NUMBERS

NAMES = {"sb": "small blind", "bb": "big blind", "bet": "bet", "call": "call", "raise": "raise", "allin": "allin"}
LETTER = "exemption=letter couleur=letter"
PRACTICE = "exemption=practice couleur=practice"


def number(card: str) -> int:
    """Of a card as ANJ counts them, written out here: spades, hearts, diamonds, clubs, each from the ace to the king."""
    return "shdc".index(card[1]) * 13 + "A23456789TJQK".index(card[0]) + 1


def played(info: str, stacks: dict[int, int], *rounds: str, rule: str = "THNL") -> Replayed:
    """A hand of ``stacks`` by seat, the last with the button. A round: its name, and acts behind it, ``1 call 350``, ``1 has AsKd``, ``board 2c``."""
    game = ET.Element("POJEU")
    for seat, stack in stacks.items():
        player = ET.SubElement(game, "Joueur")
        ET.SubElement(player, "Siege").text = str(seat)
        ET.SubElement(ET.SubElement(player, "Finance"), "CaveAvant").text = str(stack)
    ET.SubElement(game, "Regle").text = rule
    ET.SubElement(game, "Info").text = f"bouton={list(stacks)[-1]} {info}"
    told = ET.SubElement(game, "Jeu")
    for each in rounds:
        name, _, acts = each.partition(": ")
        tour = ET.SubElement(told, "Tour", name=name)
        for act in acts.split(", "):
            _act(tour, act.split())
        if name != "reveal":
            ET.SubElement(tour, "Total").text = "0"
    return Replayed(game)


def _act(tour: ET.Element, words: list[str]) -> None:
    match words:
        case ["board", cards]:
            for card in _cards(cards):
                draw = ET.SubElement(tour, "Draw", ouverte="true", commune="true")
                ET.SubElement(draw, "Valeur").text = str(number(card))
        case [seat, "has" | "shows" as verb, cards]:
            for card in _cards(cards):
                draw = ET.SubElement(tour, "Draw" if verb == "has" else "Reveal")
                ET.SubElement(draw, "Siege").text = seat
                ET.SubElement(draw, "Valeur").text = str(number(card))
        case [seat, "folds" | "checks" as verb]:
            ET.SubElement(ET.SubElement(tour, "Fold" if verb == "folds" else "Check"), "Siege").text = seat
        case [seat, name, amount]:
            bet = ET.SubElement(tour, "Bet", name=NAMES[name])
            ET.SubElement(bet, "Siege").text = seat
            ET.SubElement(bet, "Valeur").text = amount
        case _:
            raise AssertionError(words)


def _cards(written: str) -> list[str]:
    return [written[at : at + 2] for at in range(0, len(written), 2)]


def paid(game: Replayed) -> tuple[dict[int, int], int]:
    """By seat what he is paid, and the commission of all."""
    won, rake = game.settled()
    return dict(won), sum(rake.values())


def test_cards_are_numbered_as_anj_does() -> None:
    """Each of the 52, here by the words of the referential; ``6d Kh 7d Qd`` are those of its sample."""
    assert {card: number(card) for card in NUMBERS} == NUMBERS
    assert [NUMBERS[card] for card in ("As", "Ks", "Ah", "Kh", "Ad", "Kd", "Ac", "Kc")] == [
        1,
        13,
        14,
        26,
        27,
        39,
        40,
        52,
    ]


def test_side_pots_and_commission_of_each_payment() -> None:
    """H1: four stakes of 9001, 1517, 4233, 9001; B before C before D before A: 5765, 7741, 9060, and 1186 of commission."""
    game = played(
        f"blinds=50/100 commission=500 {LETTER}",
        {1: 9_101, 2: 1_517, 3: 4_233, 4: 9_101},
        "blinds: 1 sb 50, 2 bb 100",
        "preflop: 1 has 4c5d, 2 has AhAd, 3 has KhKd, 4 has QhQd, 3 allin 4233, 4 raise 9001, 1 call 8951, 2 allin 1417",
        "flop: board 2s7c9s, 1 checks, 4 checks",
        "turn: board Tc, 1 checks, 4 checks",
        "river: board 3h, 1 checks, 4 checks",
        "reveal: 1 shows 4c5d, 2 shows AhAd, 3 shows KhKd, 4 shows QhQd",
    )
    assert paid(game) == ({2: 5_765, 3: 7_741, 4: 9_060}, 1_186)


def test_an_odd_cent_goes_to_the_left_of_the_button() -> None:
    """H2: the small blind of 50 gave up; three share 1045: 349, 348, 348."""
    game = played(
        f"blinds=50/100 commission=500 {LETTER}",
        {1: 10_000, 2: 10_000, 3: 10_000, 4: 10_000},
        "blinds: 1 sb 50, 2 bb 100",
        "preflop: 1 has 2c2d, 2 has 3c4c, 3 has 3d4d, 4 has 3h4h, 3 raise 350, 4 call 350, 1 folds, 2 call 250",
        "flop: board AsKsQd, 2 checks, 3 checks, 4 checks",
        "turn: board Jd, 2 checks, 3 checks, 4 checks",
        "river: board Tc, 2 checks, 3 checks, 4 checks",
        "reveal: 2 shows 3c4c, 3 shows 3d4d, 4 shows 3h4h",
    )
    assert paid(game) == ({2: 349, 3: 348, 4: 348}, 55)


@pytest.mark.parametrize(("reading", "won"), [(LETTER, {1: 1_900, 2: 1_900}), (PRACTICE, {1: 3_800})])
def test_a_flush_is_decided_by_its_reading(reading: str, won: dict[int, int]) -> None:
    """H7: by the letter the ace on the table is the highest card of both; by practice the king comes next."""
    game = played(
        f"blinds=50/100 commission=500 {reading}",
        {1: 10_000, 2: 10_000},
        "blinds: 1 sb 50, 2 bb 100",
        "preflop: 1 has Ks3s, 2 has QsJs, 1 raise 1950, 2 call 1900",
        "flop: board As9s4s, 1 checks, 2 checks",
        "turn: board Kd, 1 checks, 2 checks",
        "river: board 2c, 1 checks, 2 checks",
        "reveal: 1 shows Ks3s, 2 shows QsJs",
    )
    assert paid(game) == (won, 200)


@pytest.mark.parametrize(("reading", "rake"), [(LETTER, 5), (PRACTICE, 0)])
def test_a_hand_that_ends_on_the_blinds_is_exempt_by_practice(reading: str, rake: int) -> None:
    """H6: 50 come back uncalled; of the pot of 100 the letter takes 5."""
    game = played(
        f"blinds=50/100 commission=500 {reading}",
        {1: 10_000, 2: 10_000, 3: 10_000},
        "blinds: 1 sb 50, 2 bb 100",
        "preflop: 1 has Ks3s, 2 has QsJs, 3 has 2c3d, 3 folds, 1 folds",
    )
    assert paid(game) == ({2: 100 - rake}, rake)
    assert game.uncalled() == (2, 50)


@pytest.mark.parametrize(
    ("last", "won", "rake"), [("1 checks, 2 folds, 3 folds", 300, 0), ("1 bet 100, 2 folds, 3 folds", 285, 15)]
)
def test_a_flop_without_a_bet_is_exempt(last: str, won: int, rake: int) -> None:
    """H6: two fold unbet; or before a bet that nobody calls."""
    game = played(
        f"blinds=50/100 commission=500 {LETTER}",
        {1: 10_000, 2: 10_000, 3: 10_000},
        "blinds: 1 sb 50, 2 bb 100",
        "preflop: 1 has Ks3s, 2 has QsJs, 3 has 2c3d, 3 call 100, 1 call 50, 2 checks",
        f"flop: board As9s4s, {last}",
    )
    assert paid(game) == ({1: won}, rake)


def test_what_folded_players_staked_above_an_all_in_lies_in_the_side_pot() -> None:
    """H9: the small blind made 600 and gave up; the big blind all-in of 200 is best, E second; 3 %: 776 and 1940."""
    game = played(
        f"blinds=100/200 commission=300 {LETTER}",
        {1: 5_000, 2: 200, 3: 5_000, 4: 5_000},
        "blinds: 1 sb 100, 2 bb 200",
        "preflop: 1 has 4c5d, 2 has AhAd, 3 has QhQd, 4 has KhKd, 3 call 200, 4 call 200, 1 raise 500, 3 raise 800, 4 call 800, 1 folds",
        "flop: board 2s7c9s, 3 checks, 4 checks",
        "turn: board Tc, 3 checks, 4 checks",
        "river: board 3h, 3 checks, 4 checks",
        "reveal: 2 shows AhAd, 3 shows QhQd, 4 shows KhKd",
    )
    assert paid(game) == ({2: 776, 4: 1_940}, 84)


def test_omaha_takes_two_closed_cards() -> None:
    """O1: one spade makes no royal flush; the straight wins 4750."""
    game = played(
        f"blinds=50/100 commission=500 {LETTER}",
        {1: 10_000, 2: 10_000},
        "blinds: 1 sb 50, 2 bb 100",
        "preflop: 1 has AsAd9c4h, 2 has 9h8h5c5d, 1 raise 2450, 2 call 2400",
        "flop: board KsQsJs, 1 checks, 2 checks",
        "turn: board Ts, 1 checks, 2 checks",
        "river: board 2d, 1 checks, 2 checks",
        "reveal: 1 shows AsAd9c4h, 2 shows 9h8h5c5d",
        rule="OMNL",
    )
    assert paid(game) == ({2: 4_750}, 250)


@pytest.mark.parametrize(
    ("flags", "one", "two", "board", "winner"),
    [
        ("111", "AhTh", "Kc9d", "KhKd9h8hJs", 1),
        ("110", "AhTh", "Kc9d", "KhKd9h8hJs", 2),
        ("111", "Th8d", "AsAd", "AhKhQhJh8c", 2),
        ("101", "Th8d", "AsAd", "AhKhQhJh8c", 1),
        ("111", "AhJc", "KhQc", "8s9dTcQdQs", 1),
        ("011", "AhJc", "KhQc", "8s9dTcQdQs", 2),
    ],
    ids=["flush first", "full house first", "both cards", "any cards", "the ace low", "no ace low"],
)
def test_the_synthetic_poker_is_ranked_as_its_terms_choose(
    flags: str, one: str, two: str, board: str, winner: int
) -> None:
    """SY3, SY4, and the ace that stands for the seven."""
    cards = _cards(board)
    game = played(
        f"blinds=50/100 sintetico={flags} {LETTER}",
        {1: 10_000, 2: 10_000},
        "blinds: 1 sb 50, 2 bb 100",
        f"preflop: 1 has {one}, 2 has {two}",
        f"first street: board {cards[0]}, 1 call 50, 2 checks",
        *(
            f"{name} street: board {card}, 1 checks, 2 checks"
            for name, card in zip(("b", "c", "d", "e"), cards[1:], strict=True)
        ),
        f"reveal: 1 shows {one}, 2 shows {two}",
    )
    assert paid(game) == ({winner: 200}, 0)


@pytest.mark.parametrize(
    "acts",
    [
        "2 checks, 1 checks",
        "1 call 60",
        "1 checks, 2 checks",
        "1 raise 40",
        "1 allin 200",
        "1 call 50, 2 checks, 1 bet 100",
        "1 bet 100",
    ],
)
def test_bets_that_cannot_be_are_found(acts: str) -> None:
    """Out of turn, of another amount than they are called, all-in with chips left, behind the end of a street."""
    with pytest.raises((AssertionError, KeyError)):
        played(
            f"blinds=50/100 {LETTER}",
            {1: 10_000, 2: 10_000},
            "blinds: 1 sb 50, 2 bb 100",
            f"preflop: 1 has Ks3s, 2 has QsJs, {acts}",
        )
