"""The reports of a tournament in Portuguese: how it stands, its prizes, its refunds; what they say and JSON are one."""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.worlds.tournament import CUP
from tests.worlds.tournament_script import REBUYS, Script, of_ten, payout, prizes, refunded, shown
from tombo.ledger.core.language import Language
from tombo.ledger.core.money import Money
from tombo.ledger.core.said import Said
from tombo.ledger.games.tournament import events as t
from tombo.ledger.terms.tournament import Fee
from tombo.projections.tournament.prizes import prize_table
from tombo.projections.tournament.prizes import to_json as prizes_json
from tombo.projections.tournament.refunds import refund_table
from tombo.projections.tournament.refunds import to_json as refunds_json
from tombo.projections.tournament.shown import to_json
from tombo.projections.tournament.view import followed, tournament_view
from tombo.reports.said.tournament import prizes as tournament_prizes
from tombo.reports.said.tournament import refunds as tournament_refunds
from tombo.reports.said.tournament import standing as tournament
from tombo.reports.said.tournament import structure as tournament_structure
from tombo.reports.tournament.standing import in_a_line

RULE: Final = re.compile(r"#9|#10|R810|r\.[0-9a-z]+(?:-[0-9a-z]+)?")
SHOWN: Final = (
    (
        "Torneio taca: em curso, nível 1 de 6, pequena e grande aposta de 50/100 até 2026-07-14 20:10:00 em"
        " Lisboa (19:10:00 UTC)"
    ),
    "Registo até à entrada 21, registada em 2026-07-14 20:00:09 em Lisboa (19:00:09 UTC)",
    "Aprovado com a referência SRIJ/2026/9, anunciado na entrada 0 do registo (R810 r.7-9)",
    "Estrutura:",
    "  hold'em sem limite, uma mesa de 10 lugares (R810 r.3, r.6-7)",
    "  Programado: inicia-se em 2026-07-14 20:00:00 em Lisboa (19:00:00 UTC) (R810 r.2t)",
    "  Jogadores: de 2 a 10 (R810 r.7h-i)",
    (
        "  Taxa de inscrição: 11,00 EUR = 7,00 para prémios + 3,00 de prémio de eliminação + 1,00 de"
        " comissão, 9,09 % (R810 r.7p, r.17-18, r.20)"
    ),
    "  Cave no início: 5\N{NO-BREAK SPACE}000 fichas para cada jogador (R810 r.41)",
    (
        "  Níveis: 6 de 10 minutos cada um: 50/100, 100/200, 200/400, 400/800, 800/1600, 1600/3200; o último"
        " até ao fim (R810 r.45-46)"
    ),
    (
        "  Uma inscrição pode ser cancelada até ao início, com devolução de toda a taxa de inscrição ou da"
        " inscrição ganha (R810 r.24-25)"
    ),
    "  Inscrições até ao fim do nível 1, e tudo o que se compra (R810 r.7n, r.23)",
    (
        "  Rebuy de 5\N{NO-BREAK SPACE}000 fichas a quem não tenha fichas, as vezes que o jogador quiser: 10,00 EUR = 10,00"
        " para prémios, sem comissão (R810 r.2j)"
    ),
    "  Prémios a partir de 1 inscrição: 2 lugares, 66,67 % e 33,33 % do prize pool (R810 r.9, r.34)",
    "  Prémios garantidos: 100,00 EUR; a entidade exploradora acrescenta o que faltar (R810 r.7m)",
    "  Os prémios são creditados assim que estejam determinados (R810 r.54)",
    (
        "  Se for cancelado nos lugares com prémio, de novo todo o prize pool (r.36c), haja ou não prémios"
        " já creditados: #9, a letra"
    ),
    (
        "  Se for cancelado, uma inscrição ganha é devolvida em dinheiro pelo seu valor, seja como for que"
        " foi ganha (r.37): #10, em dinheiro"
    ),
    "Inscrições: 3, 2 em jogo; já nada se pode comprar (r.10) (R810 r.14, r.19)",
    "Comprado: 2 inscrições x 11,00 = 22,00 EUR (R810 r.14)",
    "Comprado: 1 inscrição ganha x 11,00 = 11,00 EUR (R810 r.16)",
    "Comprado: 1 rebuy x 10,00 = 10,00 EUR (R810 r.2j)",
    "Para o prize pool: 31,00 EUR = 2 x 7,00 + 1 x 7,00 + 1 x 10,00 (R810 r.16, r.20)",
    "Para prémios de eliminação: 9,00 EUR = 3 x 3,00 (R810 r.7p)",
    "Comissão: 3,00 EUR = 2 x 1,00 + 1 x 1,00 (R810 r.16-18)",
    "Ao todo: 43,00 EUR pagos, as inscrições ganhas pelo seu valor (R810 r.16)",
    (
        "Acrescentado pela entidade exploradora para os prémios garantidos: 69,00 EUR = 100,00 garantidos -"
        " 31,00, nunca abaixo de 0 (R810 r.7m)"
    ),
    "Mesas (R810 r.47):",
    (
        "  Mesa mesa-1: pequena e grande aposta de 50/100, 2 jogadores, 1 jogada iniciada, entre jogadas,"
        " botão no lugar 1"
    ),
    "    Lugar 1: p-1 (15\N{NO-BREAK SPACE}000 fichas)",
    "    Lugar 2: p-2 (5\N{NO-BREAK SPACE}000 fichas)",
    "Fichas nas mesas: 20000, tantas quantas foram entregues (R810 r.41)",
    "Classificação (R810 r.33, r.50-51):",
    "  1.º p-1 (inscrição 1, paga em dinheiro, 1 rebuy): 15\N{NO-BREAK SPACE}000 fichas em mesa-1, lugar 1, ganhou 3,00",
    "  2.º p-2 (inscrição 2, paga com a inscrição ganha sat/2): 5\N{NO-BREAK SPACE}000 fichas em mesa-1, lugar 2",
    (
        "  3.º p-3 (inscrição 3, paga em dinheiro): eliminado na jogada mesa-1/1, com 5\N{NO-BREAK SPACE}000 fichas no início"
        " dela, por p-1"
    ),
)
PRIZES: Final = (
    "Prémios do torneio taca: em curso",
    "Registo até à entrada 21, registada em 2026-07-14 20:00:09 em Lisboa (19:00:09 UTC)",
    "Fixados na entrada 15 do registo, quando já nada se podia comprar (R810 r.10)",
    "Comprado: 2 inscrições x 11,00 = 22,00 EUR (R810 r.14)",
    "Comprado: 1 inscrição ganha x 11,00 = 11,00 EUR (R810 r.16)",
    "Comprado: 1 rebuy x 10,00 = 10,00 EUR (R810 r.2j)",
    "Para o prize pool: 31,00 EUR = 2 x 7,00 + 1 x 7,00 + 1 x 10,00 (R810 r.16, r.20)",
    "Para prémios de eliminação: 9,00 EUR = 3 x 3,00 (R810 r.7p)",
    "Comissão: 3,00 EUR = 2 x 1,00 + 1 x 1,00 (R810 r.16-18)",
    "Ao todo: 43,00 EUR pagos, as inscrições ganhas pelo seu valor (R810 r.16)",
    (
        "Acrescentado pela entidade exploradora para os prémios garantidos: 69,00 EUR = 100,00 garantidos -"
        " 31,00, nunca abaixo de 0 (R810 r.7m)"
    ),
    ("Prize pool: 100,00 EUR = 31,00 comprados + 69,00 acrescentados para os prémios garantidos (R810 r.7m, r.10)"),
    "Lugares premiados com 3 inscrições: 2 (R810 r.9, r.34)",
    "  1.º 66,67: 100,00 x 66,67 % = 66,67 (R810 r.34)",
    "  2.º 33,33: 100,00 x 33,33 % = 33,33 (R810 r.34)",
    "Prémios de eliminação (R810 r.7p, r.33):",
    "  p-1 (inscrição 1): 3,00 por p-3, crédito na entrada 21 do registo",
)
REFUNDS: Final = (
    "Devoluções do torneio taca: cancelado (r.35)",
    "Registo até à entrada 24, registada em 2026-07-14 20:00:10 em Lisboa (19:00:10 UTC)",
    (
        "Cancelado em 2026-07-14 20:00:10 em Lisboa (19:00:10 UTC), entrada 22 do registo; cancelou-o a"
        " plataforma platform por uma falha técnica (R810 r.35): power lost"
    ),
    ("Caso c da r.36: atingidos os lugares com prémio: a inscrição e uma parte segundo as fichas (R810 r.36c)"),
    (
        "Repartido segundo as fichas: 20,00 EUR = 10,00 (1 x 10,00) de inscrições de jogadores eliminados +"
        " 10,00 de rebuys e add-ons de todos (R810 r.36c)"
    ),
    (
        "  p-1 (inscrição 1): 26,00 = 11,00 de taxa de inscrição, comissão incluída + 15,00 segundo as"
        " fichas: 20,00 x 15000 / 20000 (R810 r.36c), entrada 23 do registo"
    ),
    (
        "  p-2 (inscrição 2): 16,00 = 11,00 de valor da inscrição que tinha ganho + 5,00 segundo as fichas:"
        " 20,00 x 5000 / 20000 (R810 r.36c, r.37), entrada 24 do registo"
    ),
    "  p-3 (inscrição 3): 0,00, eliminado antes do cancelamento (R810 r.38)",
    "Devolvido: 42,00 EUR",
    (
        "Entidade exploradora: 43,00 entrados, 42,00 devolvidos, 3,00 de prémios e prémios de eliminação"
        " creditados: perde 2,00 EUR"
    ),
    ("Leituras lado a lado; como anunciado: #9 a letra, #10 em dinheiro (R810 r.36c, r.54; r.28, r.30, r.37)"),
    (
        "                                              como anunciado  #9 a prática das salas de jogo  #10"
        " como inscrição"
    ),
    (
        "  p-1 (inscrição 1)                                    26,00                           23,75       "
        "        26,00"
    ),
    (
        "  p-2 (inscrição 2)                                    16,00                           15,25   "
        " 5,00 + inscrição"
    ),
    (
        "  repartido segundo as fichas                          20,00                           17,00       "
        "        20,00"
    ),
    (
        "  devolvido em dinheiro                                42,00                           39,00       "
        "        31,00"
    ),
    (
        "  inscrições ganhas devolvidas                          0,00                            0,00       "
        "        11,00"
    ),
    (
        "  prémios e prémios de eliminação creditados            3,00                            3,00       "
        "         3,00"
    ),
    (
        "  resultado da entidade exploradora                    -2,00                           +1,00       "
        "        -2,00"
    ),
)
LINE: Final = (
    "taca  2026-07-14 20:00:00 em Lisboa (19:00:00 UTC), taxa de inscrição 11,00 EUR, 3 inscrições,"
    " prize pool 100,00, cancelado (r.35)"
)


def three(*, cancelled: bool = False) -> Script:
    """Three entries, one of them won; one rebuy, one out for a bounty, two left who both win; then perhaps cancelled."""
    fee, shares = Fee(bounty=300, commission=100, prize=700), payout(6_667, 3_333)
    told = Script(**of_ten(**REBUYS, fee=fee, guarantee=10_000, payouts=shares))
    told.enters(3, won=(2,))
    told.starts()
    told.rebuys(1)
    told.closes()
    told.hand({1: 15_000, 3: 0})
    told.commit(t.BountyAwarded(amount=Money(300), eliminated=3, entry=1))
    if cancelled:
        told.cancelled()
    return told


def test_a_tournament_is_shown_in_portuguese() -> None:
    """Structure, entries, money, tables, chips and standings, line by line, with the figures of the JSON."""
    told = three()
    lines, found = tuple(shown(told, language=Language.PT)), to_json(tournament_view(CUP, told.read))

    assert lines == SHOWN
    assert [line for line in lines if figure(found["money"]["prize_part"]) in line and "Para o prize pool" in line]
    assert [line for line in lines if figure(found["money"]["money_in"]) in line and line.startswith("Ao todo")]
    assert [line for line in lines if line.startswith("Comissão: " + figure(found["money"]["commission"]))]


def test_prizes_are_told_in_portuguese() -> None:
    """The pool, the places and the bounties, line by line; each place has the amount of the JSON."""
    told = three()
    lines, found = tuple(prizes(told, language=Language.PT)), followed(CUP, told.read)
    document = prizes_json(found, prize_table(found))

    assert lines == PRIZES
    for place in document["places"]:
        assert any(line.startswith(f"  {place['place']}.º {figure(place['amount'])}: ") for line in lines)


def test_refunds_are_told_in_portuguese() -> None:
    """Who cancelled it and why, the shares and the readings beside one another; each share is that of the JSON."""
    told = three(cancelled=True)
    lines, view = tuple(refunded(told, language=Language.PT)), tournament_view(CUP, told.read)
    document = refunds_json(view, refund_table(view))

    assert lines == REFUNDS
    for share in document["refunds"]["shares"]:
        said = f"  {share['player']} (inscrição {share['entry']}): {figure(share['fee'] + share['share'])} = "
        assert any(line.startswith(said) for line in lines)


def test_a_tournament_stands_in_a_line_in_portuguese() -> None:
    """As in the list of tournaments."""
    assert in_a_line(followed(CUP, three(cancelled=True).read)).text(Language.PT) == LINE


def test_a_record_that_is_not_what_the_rules_give_is_told_in_portuguese() -> None:
    """What differs is said in the language of the report, and in English to programs."""
    told = three()
    told.commit(t.PrizesFixed(pool=10_001, prizes=list(told.state.prizes or ())))
    found = followed(CUP, told.read)

    assert prizes(told, language=Language.PT)[-3:] == [
        "O registo não é o que as regras dão:",
        "  R810 r.10: o prize pool foi fixado em 10001 cêntimos; o que se comprou e acrescentou perfaz 10000",
        "  R810 r.34: o prémio do lugar 1 foi fixado em 6667 cêntimos; a sua percentagem perfaz 6668",
    ]
    assert prizes_json(found, prize_table(found))["differences"] == [
        "R810 r.10: the pool was fixed at 10001 cents; what was bought and added makes 10000",
        "R810 r.34: place 1 was fixed at 6667 cents; its share makes 6668",
    ]


@pytest.mark.parametrize("rows", [tournament, tournament_prizes, tournament_refunds, tournament_structure])
def test_both_languages_name_the_same_rules(rows: object) -> None:
    """A citation that stands in one language only would send its readers elsewhere."""
    for row in vars(rows).values():
        if isinstance(row, Said):
            assert RULE.findall(row.pt) == RULE.findall(row.en), row.about


def figure(cents: int) -> str:
    """Cents as Portuguese writes them, without the currency."""
    return f"{cents // 100},{cents % 100:02}"
