"""A round against the house: every way a bet ends is told with the rule that ends it, in each language the same."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.casino import LEDGER, Casino, casino
from tests.worlds.house import player
from tests.worlds.roulette import DEADLINE, WHEEL, chip, wheel_terms
from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.core.cards import Combination
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.findings import EACH_SEAT, Reading
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Told
from tombo.ledger.games.blackjack import audit as blackjack
from tombo.ledger.games.blackjack import events as bj
from tombo.ledger.games.blackjack import words as bj_words
from tombo.ledger.games.every import BANKED_GAMES, BANKED_MONEY
from tombo.ledger.games.roulette import words as spin_words
from tombo.ledger.games.roulette.audit import on_numbers
from tombo.ledger.games.roulette.chances import MultiChance, SimpleChance, layout
from tombo.ledger.games.roulette.commands import CloseBets, LandBall, OpenSpin, PlaceCallBet, SettleSpin
from tombo.ledger.games.roulette.wheel import SERIES, FinalsBet, NeighboursBet, SeriesBet
from tombo.ledger.games.sem_descarte import audit as sem_descarte
from tombo.ledger.games.sem_descarte import events as sd
from tombo.ledger.games.sem_descarte import words as sd_words
from tombo.ledger.house.banked.words import ON_ALL_BETS
from tombo.ledger.terms.roulette import Wheel
from tombo.projections.follow import Viewer
from tombo.projections.round.banked import of
from tombo.reports.document import Sentence
from tombo.reports.play.round import document
from tombo.reports.said.common import READINGS
from tombo.reports.said.play import round as said
from tombo.reports.shown.reading import Reader
from tombo.reports.text import text_lines


def literals(event: type[EventBase], field: str) -> set[str]:
    """The values a field of ``event`` may have."""
    return set(get_args(event.model_fields[field].annotation))


def test_every_reason_has_its_rule_and_words() -> None:
    """Reasons of payments and losses, decisions, causes of folds, sorts of moves and games: none is without its words."""
    assert literals(bj.Paid, "reason") == set(blackjack.PAID_UNDER)
    assert literals(bj.Collected, "reason") == set(blackjack.LOST_UNDER)
    assert literals(bj.DecisionMade, "decision") == {*bj_words.CHOICES, *bj_words.STAKING_CHOICES}
    assert literals(bj.Paid, "reason") | literals(bj.Collected, "reason") == set(bj_words.REASONS)
    assert literals(sd.Paid, "reason") == set(sem_descarte.RETURNED_UNDER)
    assert literals(sd.Paid, "reason") | literals(sd.Collected, "reason") == set(sd_words.REASONS)
    assert literals(sd.Folded, "cause") == set(sd_words.FOLDS)
    assert set(Combination) == set(sd_words.COMBINATIONS)
    whats = {what for moved in BANKED_MONEY.values() for what in moved.whats}
    assert whats == set(said.ROUND_TOTALS) == set(said.ROUND_PAGE_TOTALS)
    assert whats == {"staked", "imprisoned", *said.MOVED_ON_BET, *said.MOVED_IN_ALL}  # what waits says its game
    assert {*get_args(MultiChance), *get_args(SimpleChance)} == set(spin_words.ON_CHANCES)
    assert set(get_args(Wheel)) == set(spin_words.WHEELS)
    assert set(SERIES) == set(spin_words.SERIES)
    assert {*Reading, EACH_SEAT} == set(READINGS)
    assert set(BANKED_GAMES) <= set(EVOLVE)


def told(played: Casino, stream: str, language: Language = Language.EN) -> list[str]:
    """A round as an outsider reads it."""
    view = of(Reader(played.ledger.store).entries(stream), {}, Viewer())
    return list(text_lines(document(view), language))


def test_every_bet_of_the_layout_has_its_portuguese() -> None:
    """Each combination of each chance, on a wheel of either sort, by its name in the regulation and the same numbers."""
    for wheel in ("american_38", "french_37"):
        terms = wheel_terms("R807" if wheel == "french_37" else "R804", wheel=wheel)
        for chance, combinations in layout(terms).items():
            for numbers in combinations:
                on = on_numbers(chance, numbers)
                pt, en = on.text(Language.PT), on.text()
                assert pt.startswith(spin_words.ON_CHANCES[chance].pt)
                assert en.startswith(chance.replace("_", " "))
                assert re.findall(r"\d+", pt) == re.findall(r"\d+", en)


@pytest.mark.parametrize(
    ("on", "english", "portuguese"),
    [
        (bj_words.ON_BLACKJACK_HAND(seat=1, hand=2), "seat 1 hand 2", "no lugar 1, jogo 2"),
        (bj_words.ON_BLACKJACK_SEAT(seat=1), "seat 1", "no lugar 1"),
        (on_numbers("dozen", [str(n) for n in range(1, 13)]), "dozen 1 to 12", "na dúzia 1 a 12"),
        (on_numbers("black", [str(n) for n in (*range(2, 36, 2), 35)]), "black 2-4-...-35", "no preto 2-4-...-35"),
        (
            spin_words.ON_CHANCE_IN_PRISON(chance=spin_words.ON_CHANCES["red"]),
            "red, in prison",
            "no encarnado, em prisão",
        ),
        (
            on_numbers("double_dozen", [str(n) for n in range(1, 25)]),
            "double dozen 1 to 24",
            "no cavalo de dúzia 1 a 24",
        ),
        (ON_ALL_BETS(), "all bets", "em todas as apostas"),
        (sd_words.ON_ANTE(), "ante", "na aposta inicial (ante)"),
        (bj_words.ON_BLACKJACK_PRIZES(), "prizes", "nos prémios"),
    ],
)
def test_a_bet_stands_somewhere_in_good_portuguese(on: Told, english: str, portuguese: str) -> None:
    """The article goes with the name of the bet."""
    assert (on.text(), on.text(Language.PT)) == (english, portuguese)


def test_a_bet_of_no_game_has_no_words() -> None:
    """What no game stakes is a fault, and is not guessed."""
    with pytest.raises(KeyError):
        on_numbers("the weather", ["1"])


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
    lines = told(evening, f"blackjack:{name}")

    assert "p-1 (seat 1): insures for 5.00 (R805 r.15f)" in lines
    assert "p-1: is paid 10.00 on seat 1, and the stake of 5.00 stays his: insurance (R805 r.25f)" in lines
    assert "p-1: staked 15.00, prizes 10.00, stakes returned 5.00, lost 10.00, net 0.00" in lines


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
    lines = told(evening, f"roulette:{name}")

    assert "p-1: loses 5.00 on red 1-3-...-36 (R807 r.20)" in lines
    assert "p-1: gets 5.01 back on red 1-3-...-36 (R807 r.20)" in lines


def shown(folder: Path, *words: str) -> Ran:
    """``tombo round show`` in Portuguese, on the casino's ledger."""
    with inside(folder):
        return tombo(*LEDGER, "--lang", "pt", "round", "show", *words)


def test_a_round_is_told_whole_in_portuguese(tmp_path: Path) -> None:
    """Insurance against a blackjack of the house, line by line, with the figures that programs get."""
    with casino(tmp_path) as played:
        name = played.blackjack({1: 1_000}, "9s Ah Td", "Kc")
        for decision in ("insure", "stand"):
            played.decides(name, 1, decision)
        played.reveals(name)
    assert shown(tmp_path, name).out.splitlines() == [
        "Jogada blackjack:bj-1/1: Blackjack/21, 6 baralhos, apostas de 1,00 a 100,00",
        "Mesa bj-1, jogada 1, 2026-07-14 20:01:37 em Lisboa (19:01:37 UTC)",
        "Regras específicas bj, aprovadas no índice do registo 22, revisão 1 das regras",
        "Sabot shoe-1: 6 baralhos baralhados (R805 r.4b)",
        "p-1: aposta 10,00 no lugar 1",
        "Jogo feito, nada mais (R805 r.12)",
        "p-1 (lugar 1): recebe [9s]; tem [9s] 9 pontos",
        "Banca: recebe [Ah]; tem [Ah] 1 ponto",
        "p-1 (lugar 1): recebe [Td]; tem [9s Td] 19 pontos",
        "Banca: recebe uma carta tapada [Ah ??]; o seu compromisso está registado",
        "p-1 (lugar 1): faz um seguro de 5,00 (R805 r.15f)",
        "p-1 (lugar 1): fica, não pede carta",
        "A banca mostra [Ah Kc] 21 pontos",
        "p-1: recebe um prémio de 10,00 no lugar 1, e a aposta de 5,00 continua a pertencer-lhe: seguro (R805 r.25f)",
        "p-1: perde 10,00 no lugar 1: a banca ganha (R805 r.25e)",
        "*** Resumo ***",
        "Liquidada: apostado 15,00, pago em prémios 10,00, perdido para a banca 10,00",
        "Banca [Ah Kc] 21 pontos",
        "p-1 (lugar 1) [9s Td] 19 pontos, aposta 10,00",
        "p-1: apostado 15,00, prémios 10,00, apostas devolvidas 5,00, perdido 10,00, lucro ou perda 0,00",
    ]
    document = shown(tmp_path, name, "--json").document
    assert document["players"] == [
        {"player": "p-1", "staked": 1_500, "prize": 1_000, "returned": 500, "lost": 1_000, "net": 0}
    ]
    bets = [move["on"] for event in document["events"] for move in event["moves"]]
    assert bets == ["seat 1"] * 5  # programs get the bet in English
    with inside(tmp_path):
        steps = [json.loads(line) for line in tombo(*LEDGER, "--json", "round", "replay", name).out.splitlines()]
    assert [move["on"] for step in steps for move in step.get("moves", [])] == bets


def test_a_void_round_is_told_whole_in_portuguese(tmp_path: Path) -> None:
    """A spin without a number, as an auditor reads it: its outage, who declared it void, and what went back."""
    with casino(tmp_path, "R807", zero="prison") as played:
        name = played.spins({"p-1": (chip(100, "red"),)}, None)
        played.voids(name)
    assert shown(tmp_path, name, "--viewer", "auditor").out.splitlines()[3:] == [
        "[índice 46, versão 2, jogador p-1] p-1: aposta 1,00 no encarnado 1-3-...-36",
        "[índice 50, versão 3, plataforma platform] *** Jogada nula *** (R807 r.21): incidente power",
        "O incidente: uma falha com origem no sistema técnico de jogo da entidade exploradora, comunicada por «monitor»",
        "  notada primeiro 2026-07-14 20:00:00 em Lisboa (19:00:00 UTC); registada às 20:01:44 (entrada 48 do registo); mesa roleta-1",
        "  jogadas em curso nesse momento: roulette:roleta-1/1 na versão 2",
        "Declarada nula às 20:01:47 pela plataforma platform (entrada 50 do registo)",
        "[índice 50, versão 3, plataforma platform] p-1: é reembolsado em 1,00 EUR (R807 r.21)",
        "*** Resumo ***",
        "Nula: apostado 1,00, reembolsado 1,00",
        "Não foi determinado nenhum número",
        "p-1: apostado 1,00, reembolsado 1,00, lucro ou perda 0,00",
    ]


def test_an_objection_of_before_each_had_a_name_is_quoted(evening: Casino) -> None:
    """English has the sentence on record, where nothing in it has an effect; Portuguese says that it is in English."""
    name = evening.blackjack({1: 1_000}, "9s Ah Td", "Kc")
    entries = Reader(evening.ledger.store).entries(f"blackjack:{name}")
    found = bj.FindingRecorded(
        message="late\u202e", otherwise=0, paid=0, player="p-1", reading=Reading.LETTER, rule="R805 r.8a", seat=1
    )
    last = entries[-1]._replace(event=found)
    lines = document(of([*entries, last], {}, Viewer())).blocks[-7:]
    (noted,) = [block.said for block in lines if isinstance(block, Sentence) and block.said.about == "round_objection"]
    assert noted.text() == "Note on R805 r.8a, p-1; by the letter: late\\u202e"
    assert noted.text(Language.PT) == "Nota sobre R805 r.8a, p-1, segundo a letra: o texto registado está em inglês"
