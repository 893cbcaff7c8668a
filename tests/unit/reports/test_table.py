"""Tables in Portuguese: of poker, of a tournament and against the house; what is in play, and what cannot be followed."""

from __future__ import annotations

from typing import Final, get_args

from tests.worlds.blackjack import blackjack_terms
from tests.worlds.roulette import wheel_terms
from tests.worlds.sem_descarte import sd_terms
from tests.worlds.world import poker_terms
from tombo.ledger.core.language import Language
from tombo.ledger.house.table.hours import SESSION_TIME, Hours
from tombo.ledger.terms.unit import Unit
from tombo.projections.table import BankedState, PlaceLine, SeatLine, SeatStatus, TableState
from tombo.reports import table
from tombo.reports.said.table import SEAT_STATUSES
from tombo.reports.text import text_lines

JULY: Final = 1_782_864_000_000_000
SEATS: Final = (
    SeatLine(1, "p-1", 6_822, 200, "in hand"),
    SeatLine(2, "p-2", 0, 100, "all in"),
    SeatLine(4, "p-3", 500, 0, "resting"),
)
POKER: Final = TableState(
    table="mesa-1",
    log_index=120,
    recorded=JULY,
    terms=poker_terms(),
    ruleset="holdem-1-2",
    tournament=None,
    closed=False,
    button=1,
    seats=SEATS,
    hands=4,
    hand="hand:mesa-1/4",
    street="preflop",
    pot=300,
)
HOUSE: Final = BankedState(
    table="bj-1",
    log_index=275,
    recorded=JULY,
    terms=blackjack_terms(),
    ruleset="blackjack-1",
    closed=False,
    places=(PlaceLine("p-1", 1, 1_500), PlaceLine("p-1", 2, 0), PlaceLine("p-2", None, 20)),
    rounds=1,
    round="blackjack:bj-1/1",
    staked=1_520,
)
OF_POKER: Final = """\
Mesa mesa-1: pequena e grande aposta de 0,50/1,00 EUR, 3 jogadores em 10 lugares, 4 jogadas iniciadas, jogada mesa-1/4 no pré-flop, pote de 3,00
Registo até à entrada 120, registada em 2026-07-01 01:00:00 em Lisboa (00:00:00 UTC); regras específicas holdem-1-2
Lugar 1: p-1 (68,22), 2,00 no pote, na jogada, botão
Lugar 2: p-2 (0,00), 1,00 no pote, em all in
Lugar 4: p-3 (5,00), em descanso
"""
OF_THE_HOUSE: Final = """\
Mesa bj-1: blackjack, apostas de 1,00 a 100,00 EUR, 2 jogadores, 1 jogada iniciada, jogada blackjack:bj-1/1, 15,20 EUR em apostas
Registo até à entrada 275, registada em 2026-07-01 01:00:00 em Lisboa (00:00:00 UTC); regras específicas blackjack-1
Lugar 1: p-1, 15,00 em apostas nesta jogada
Lugar 2: p-1
Sem lugar: p-2, 0,20 em apostas nesta jogada
"""


def told(state: TableState | BankedState, stream: str = "table:mesa-1") -> list[str]:
    """It in Portuguese."""
    return list(text_lines(table.document(stream, state), Language.PT))


def line(state: TableState | BankedState) -> str:
    """It in one line."""
    return table.in_a_line(state).text(Language.PT)


def test_a_table_of_poker_is_told_in_portuguese() -> None:
    """Seats, stacks, button and the hand in play; between hands; and the entry that cannot follow."""
    assert told(POKER) == OF_POKER.splitlines()
    assert line(POKER._replace(hand=None, street=None, seats=(), hands=1)) == (
        "Mesa mesa-1: pequena e grande aposta de 0,50/1,00 EUR, 0 jogadores em 10 lugares, 1 jogada iniciada, entre jogadas"
    )
    assert told(POKER._replace(closed=True, button=None, lost="it does not follow"))[-2:] == [
        "O botão está por sortear (R806 r.46)",
        "table:mesa-1: it does not follow",
    ]


def test_d6_a_rest_that_ends_says_when() -> None:
    """Where the rules of the table say how long one rests, until when stands with the seat."""
    seats = (SEATS[2]._replace(until=JULY + 600_000_000),)
    assert "Lugar 4: p-3 (5,00), em descanso até 2026-07-01 01:10:00 em Lisboa (00:10:00 UTC)" in told(
        POKER._replace(seats=seats)
    )
    assert POKER._replace(seats=seats).to_json()["seats"][0]["until"] == JULY + 600_000_000


def test_a_session_table_says_when_it_plays_and_who_is_registered() -> None:
    """R806 r.2m, r.6b: in words how many, for programs who."""
    state = POKER._replace(hours=Hours(JULY, JULY + SESSION_TIME, frozenset({"p-2", "p-1"})))
    assert told(state)[2] == (
        "Sessão de 2026-07-01 01:00:00 em Lisboa (00:00:00 UTC) a 2026-07-01 02:00:00 em Lisboa (01:00:00 UTC), e até todos"
        " completarem a mão então em curso; 2 jogadores inscritos"
    )
    session = {"starts": JULY, "ends": JULY + SESSION_TIME, "registered": ["p-1", "p-2"]}
    assert state.to_json()["session"] == session
    assert "session" not in POKER.to_json()


def test_a_table_of_a_tournament_names_it() -> None:
    """It has the rules of its tournament, and chips; programs get both in one."""
    chips = POKER._replace(
        terms=poker_terms(unit=Unit(currency=None, decimals=0)), ruleset=None, tournament="domingo", closed=True
    )
    assert told(chips)[:2] == [
        "Mesa mesa-1: pequena e grande aposta de 50/100 fichas, 3 jogadores em 10 lugares, 4 jogadas iniciadas, fechada",
        "Registo até à entrada 120, registada em 2026-07-01 01:00:00 em Lisboa (00:00:00 UTC); regras do torneio domingo",
    ]
    assert (chips.to_json()["ruleset"], POKER.to_json()["ruleset"]) == ("of tournament domingo", "holdem-1-2")


def test_a_table_against_the_house_is_told_in_portuguese() -> None:
    """Who plays there, and what he has in the round; and the stakes of each game."""
    assert told(HOUSE) == OF_THE_HOUSE.splitlines()
    standing = HOUSE._replace(terms=wheel_terms(), places=(PlaceLine("p-2", None, 20),))
    assert told(standing)[-1] == "À roleta: p-2, 0,20 em apostas nesta jogada"
    others = [HOUSE._replace(terms=terms, round=None) for terms in (wheel_terms("R807"), sd_terms())]
    assert [line(state) for state in (HOUSE._replace(closed=True), *others)] == [
        "Mesa bj-1: blackjack, apostas de 1,00 a 100,00 EUR, 2 jogadores, 1 jogada iniciada, fechada",
        "Mesa bj-1: roleta segundo R807, a partir de 0,50 EUR num número, 2 jogadores, 1 jogada iniciada, entre jogadas",
        "Mesa bj-1: póquer sem descarte, apostas iniciais de 1,00 a 25,00 EUR, 2 jogadores, 1 jogada iniciada, entre jogadas",
    ]


def test_every_way_in_which_a_seat_stands_has_its_words() -> None:
    """What the projection says of a seat."""
    assert SEAT_STATUSES.keys() == set(get_args(SeatStatus))
