"""A player's statement in Portuguese, whole, with the figures that programs get; and how every sort of line is called."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import LEDGER, casino
from tests.worlds.roulette import chip
from tombo.ledger.core.language import Language
from tombo.ledger.terms.unit import Unit
from tombo.projections.session_statement.reading import (
    FOREVER,
    OpenStake,
    SessionSpan,
    Statement,
    StatementLine,
    Totals,
)
from tombo.reports.statement import document
from tombo.reports.text import text_lines

EURO: Final = Unit(currency="EUR", decimals=2)
NOON: Final = 1_784_113_200_000_000
"""2026-07-15, 12:00 in Lisbon."""
WHOLE: Final = """\
Extrato do jogador p-1 desde 2025-07-14 00:00:00 em Lisboa (2025-07-13 23:00:00 UTC)
Registo até à entrada 74
Sessão 1: s-p-1, roleta americana (R804), desde 2026-07-14 20:00:30 em Lisboa (19:00:30 UTC), em curso
Sessão 2: bj-p-1, blackjack/21 (R805), desde 2026-07-14 20:00:57 em Lisboa (19:00:57 UTC), em curso
Sessão 3: sd-p-1, póquer sem descarte (R803), desde 2026-07-14 20:01:21 em Lisboa (19:01:21 UTC), em curso
hora      sessão  jogada                     apostado  ganho  devolvido  reembolsado  comissão  resultado  acumulado
2026-07-14
20:02:13  1       roulette:roleta-1/1            1,00  35,00       1,00                            +35,00     +35,00
20:02:31  1       roulette:roleta-1/2, nula      1,00                           1,00                 0,00     +35,00
total                    jogadas  apostado  ganho  devolvido  reembolsado  comissão  resultado
roleta americana (R804)        2      2,00  35,00       1,00         1,00               +35,00  R804 r.26
todos, EUR                     2      2,00  35,00       1,00         1,00               +35,00
Em jogo, ainda em nenhuma linha: 1,00 EUR na jogada em curso em roleta-1 (R804)
conta                           referência               antes   movimento     depois
2026-07-14 20:00:27  depósito   exterior                  0,00  +10 000,00  10 000,00
2026-07-14 20:00:54  depósito   exterior             10 000,00  +10 000,00  20 000,00
2026-07-14 20:01:18  depósito   exterior             20 000,00   +1 000,00  21 000,00
2026-07-14 20:01:41  pagamento  roulette:roleta-1/1  21 000,00       -1,00  20 999,00
2026-07-14 20:02:13  pagamento  roulette:roleta-1/1  20 999,00      +36,00  21 035,00
2026-07-14 20:02:21  pagamento  roulette:roleta-1/2  21 035,00       -1,00  21 034,00
2026-07-14 20:02:31  pagamento  roulette:roleta-1/2  21 034,00       +1,00  21 035,00
2026-07-14 20:02:39  pagamento  roulette:roleta-1/3  21 035,00       -1,00  21 034,00
"""


def test_a_statement_is_told_in_portuguese(tmp_path: Path) -> None:
    """A spin won, a void one, and one under way: the sentences are Portuguese, the figures those of programs."""
    with casino(tmp_path) as evening:
        bets = {"p-1": (chip(100, "straight_up", "17"),), "p-2": (chip(1_000, "red"),)}
        evening.spins(bets, "17")
        evening.voids(evening.spins(bets, None))
        evening.spins(bets, None)
    with inside(tmp_path):
        ran = tombo(*LEDGER, "--lang", "pt", "player", "statement", "p-1")
        found = tombo(*LEDGER, "--lang", "pt", "--json", "player", "statement", "p-1").document
    assert (ran.status, ran.out.replace("\N{NO-BREAK SPACE}", " ").splitlines()) == (0, WHOLE.splitlines())
    assert [line["running"] for line in found["lines"]] == [3_500, 3_500]
    assert [line["after"] for line in found["wallet"]][-2:] == [2_103_500, 2_103_400]
    assert (found["total"][0]["staked"], found["at_stake"][0]["staked"]) == (200, 100)


def line(number: int, what: str, stream: str, outcome: str = "", *, ticket: int = 0, result: int = 0) -> StatementLine:
    """A line that moved ``result`` and says nothing else."""
    at = NOON + number * 1_000_000
    zero = (0, 0, 0, 0, 0)
    return StatementLine(number, at, at, "p-1/1", "R810", what, stream, 3, outcome, EURO, ticket, *zero, result, result)


SORTS: Final = (
    line(1, "registration", "tournament:taca", "ticket", ticket=-5_000),
    line(2, "ticket", "tournament:taca", "place 2", ticket=5_500),
    line(3, "prize", "tournament:taca", "place 1", result=4_000),
    line(4, "refund", "tournament:taca", result=1_000),
    line(5, "commission", "table:mesa-1", "buy_in", result=-100),
    line(6, "release", "roulette:roleta-1/4", result=50),
    line(7, "round", "roulette:roleta-1/5", "voided"),
)


@pytest.mark.parametrize(
    ("language", "title", "ended", "called"),
    [
        pytest.param(
            Language.EN,
            "Statement of p-1 until 2026-07-15 12:00:00 in Lisbon (11:00:00 UTC)",
            "12:01:00 in Lisbon (11:01:00 UTC), ended for inactivity",
            [
                "tournament:taca entry 3, registration (ticket), worth 50.00 EUR 0.00 0.00",
                "tournament:taca entry 3, ticket (place 2), worth 55.00 EUR 0.00 0.00",
                "tournament:taca entry 3, prize (place 1) +40.00 +40.00",
                "tournament:taca entry 3, refund +10.00 +10.00",
                "mesa-1, commission of the buy-in -1.00 -1.00",
                "roulette:roleta-1/4, out of prison +0.50 +0.50",
                "roulette:roleta-1/5, void 0.00 0.00",
            ],
            id="English",
        ),
        pytest.param(
            Language.PT,
            "Extrato do jogador p-1 até 2026-07-15 12:00:00 em Lisboa (11:00:00 UTC)",
            "12:01:00 em Lisboa (11:01:00 UTC), terminada por inatividade",
            [
                "tournament:taca inscrição 3, inscrição (paga com uma inscrição ganha), no valor de 50,00 EUR 0,00 0,00",
                "tournament:taca inscrição 3, inscrição ganha (2.º lugar), no valor de 55,00 EUR 0,00 0,00",
                "tournament:taca inscrição 3, prémio (1.º lugar) +40,00 +40,00",
                "tournament:taca inscrição 3, devolução +10,00 +10,00",
                "mesa-1, comissão da cave inicial -1,00 -1,00",
                "roulette:roleta-1/4, saída da prisão +0,50 +0,50",
                "roulette:roleta-1/5, nula 0,00 0,00",
            ],
            id="Portuguese",
        ),
    ],
)
def test_every_sort_of_line_is_called_by_its_name(
    language: Language, title: str, ended: str, called: list[str]
) -> None:
    """Entries by tournament and number, with how they were paid and the worth of a ticket; commissions and stakes out of prison."""
    span = SessionSpan("p-1/1", "R806", 1, NOON, 9, NOON + 60_000_000, "inactivity")
    total = Totals("R810", "", EURO, 1, 500, 0, 0, 0, 0, 0, 3_950)
    found = Statement("p-1", 10, 0, NOON, (span,), SORTS, (total,), (total,))
    said = list(text_lines(document(found), language))
    assert said[0] == title
    assert said[2].endswith(ended)
    assert [" ".join(text.split()[2:]) for text in said[5:12]] == called


def test_who_did_not_play_has_no_session_and_chips_are_chips() -> None:
    """Of all time no limit is named; a total of chips says so; what is in prison is at stake."""
    chips = Unit(currency=None, decimals=0)
    nothing = Statement("p-1", 10, 0, FOREVER, (), (), (), ())
    prison = OpenStake("s-1", "R804", "roleta-1", "prison", EURO, 200)
    assert list(text_lines(document(nothing, [prison]), Language.PT)) == [
        "Extrato do jogador p-1",
        "Registo até à entrada 9",
        "Nenhuma sessão",
        "Em jogo, ainda em nenhuma linha: 2,00 EUR na prisão em roleta-1 (R804)",
    ]
    total = Totals("", "", chips, 1, 0, 500, 0, 0, 0, 0, -500)
    span = SessionSpan("p-1/1", "R810", 1, NOON, None, None, None)
    played = Statement("p-1", 10, NOON, NOON + 1, (span,), (SORTS[2],), (), (total,))
    assert list(text_lines(document(played), Language.PT))[-1].split() == ["todos,", "fichas", "1", "500", "-500"]
