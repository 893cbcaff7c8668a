"""The night job's report in Portuguese: a day that ties, an empty one, one that does not; and one verdict in every form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.tools.printed import html
from tests.worlds.casino import LEDGER, casino
from tests.worlds.house import player
from tests.worlds.roulette import chip
from tombo.ledger.core.language import Language
from tombo.ledger.games.again import ENDS
from tombo.ledger.games.sem_descarte import commands as sem_descarte
from tombo.ledger.house.day.events import DayTotal
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.incident.said import ORIGINS
from tombo.ledger.house.wallet import DifferenceKind, Operation
from tombo.projections.reconciliation.model import (
    CHECKS,
    Closed,
    DayVerdict,
    IncidentTold,
    Problem,
    Reconciliation,
    to_json,
    verdict,
)
from tombo.projections.reconciliation.said import night as found_said
from tombo.projections.reconciliation.said.night import CHECK_NAMES, CLAIMS, SIGNED_FIGURES
from tombo.reports.pages.reconciliation import reconciliation_page
from tombo.reports.reconciliation import TOLD_MAX, document
from tombo.reports.said.reconciliation import BECAME, DAY_ORIGINS
from tombo.reports.said.wallet import WALLET_KINDS, WALLET_OPERATIONS
from tombo.reports.text import text_lines

DAY: Final = "2026-07-14"
OK: Final = [f"  certo          {CHECK_NAMES[check].pt:<12}  {CLAIMS[check].pt}" for check in CHECKS[:-1]]
LAW: Final = "artigo 89.º do RJO, com a redação da Lei n.º 2/2020: 25 %, comissões incluídas"
LINE: Final = f"depósito de 1,00 EUR, c-1 em {DAY}T19:00:00.000000Z"
EMPTY: Final = Reconciliation(
    day="2017-10-29",
    start=7,
    size=7,
    entries=0,
    totals=(),
    rate_bp=None,
    opening={},
    closing={},
    wallets={},
    hours=(),
    findings={},
    undecided=0,
    contradicting=0,
    incidents=(),
    closed=None,
    compared_from=0,
    compared={},
    counts={},
    problems=(),
    looked={},
    left_open=(),
)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[None]:
    """A spin that was settled and one that is void."""
    with casino(tmp_path) as evening:
        evening.spins({"p-1": (chip(100, "straight_up", "17"),), "p-2": (chip(1_000, "red"),)}, "17")
        evening.voids(evening.spins({"p-1": (chip(500, "red"),)}, None))
    with inside(tmp_path):
        yield


def said(*words: str, day: str = DAY) -> Ran:
    """``tombo reconcile`` of a day in Portuguese; separators of thousands as spaces, to be read."""
    ran = tombo(*LEDGER, "--lang", "pt", "reconcile", "--day", day, *words)
    return ran._replace(out=ran.out.replace("\N{NO-BREAK SPACE}", " "))


def lines(found: Reconciliation) -> list[str]:
    """The report of ``found`` in Portuguese, without a wallet."""
    return list(text_lines(document(found, None, []), Language.PT))


@pytest.mark.usefixtures("played")
def test_a_day_is_told_in_portuguese() -> None:
    """The whole report, with the figures that programs get."""
    ran = said()
    assert ran.out.splitlines() == [
        f"{DAY}: TUDO CONFERE",
        f"Um dia de 24 horas em Lisboa, desde {DAY} 00:00:00 em Lisboa (2026-07-13 23:00:00 UTC); entradas 0 a 65 do registo",
        "Do dia, examinadas 66 entradas e 2 jogadas",
        "Linhas guardadas pelas projeções, comparadas até este número de entradas: nada está guardado",
        "",
        "Verificações",
        *OK,
        "  não pedida     carteira      não foi dado nenhum extrato da carteira (--wallet FILE)",
        "",
        "Dinheiro do dia por jogo, EUR",
        "                                apostado          pago   reembolsado      comissão  receita bruta  jogadas  nulas",
        "  R803 póquer sem descarte          0,00          0,00          0,00          0,00           0,00        0      0",
        "  R804 roleta americana            16,00         36,00          5,00          0,00         -25,00        1      1",
        "  R805 blackjack/21                 0,00          0,00          0,00          0,00           0,00        0      0",
        "  ao todo                          16,00         36,00          5,00          0,00         -25,00        1      1",
        f"  Base do imposto 0,00 EUR; 25 %, 0,00 EUR ({LAW}); apurado ao mês",
        "",
        "Balancete, EUR: no início do dia, no fim dele, e a variação",
        "  entidade exploradora            0,00          -25,00          -25,00",
        "  exterior                        0,00      -42 000,00      -42 000,00",
        "  contas de jogadores             0,00       42 025,00       42 025,00",
        "  ao todo                         0,00            0,00            0,00",
        "",
        "Incidentes do dia, e o que foi feito das jogadas que enumeram",
        "  power (sistema da entidade exploradora, entrada 61 do registo): 1 nula; ainda em aberto",
    ]
    told = said("--json").document
    assert told["closing"] == {"house": -25_00, "outside": -42_000_00, "wallet": 42_025_00}
    figures = [(one["staked"], one["paid"], one["refunded"], one["gross"]) for one in told["totals"]]
    assert figures[1] == (16_00, 36_00, 5_00, -25_00)


@pytest.mark.usefixtures("played")
def test_a_wallet_is_told_in_portuguese() -> None:
    """Its line among the checks, and each difference, the first of them in the wallet alone."""
    row = f"c-1,p-1,deposit,1.00,{DAY}T19:00:00.000000Z,1.00"
    Path("wallet.csv").write_text(f"transaction,player,operation,amount,occurred,balance\n{row}\n", encoding="utf-8")
    ran = said("--wallet", "wallet.csv")
    told = ran.out.splitlines()
    assert (ran.status, told[0]) == (1, f"{DAY}: NÃO CONFERE")
    assert (
        "  16 problemas   carteira      o extrato da carteira da entidade exploradora tem os mesmos movimentos: 0 iguais, 0,00 EUR"
        in told
    )
    at = told.index("O extrato da carteira")
    assert told[at + 1 : at + 3] == [
        f"  na carteira, em falta no registo, 1,00 EUR: linha 2 (p-1: {LINE}, saldo 1,00 EUR)",
        "  no registo, em falta na carteira, 10 000,00 EUR: entrada 13 (account:p-1 versão 2: depósito de 10 000,00 EUR, card)",
    ]
    assert len(told[at + 1 :]) == 16  # who was given money for three tables has it under one reference
    assert said("--wallet", "wallet.csv", "--json").document["ties"] is False


def test_what_does_not_tie_is_told_in_portuguese() -> None:
    """With how much and where; as many as the text has room for, and how many more there are."""
    low = Problem("chain", found_said.BELOW_ZERO(holder="wallet:p-1", cents=500), (4, 5), 500)
    open_ = Problem("unfinished", found_said.UNFINISHED(stream="hand:mesa-1/5"), ())
    told = lines(EMPTY._replace(problems=(low, open_), counts={"chain": 1, "unfinished": 1}))
    at = told.index("O que não confere")
    assert told[0] == "2017-10-29: NÃO CONFERE"
    assert told[at + 1 : at + 4] == [
        "  sequência: wallet:p-1 está 500 cêntimos abaixo de zero, diferença de 5,00 EUR (no registo, entrada 4, 5)",
        "  por acabar: hand:mesa-1/5 não terminou",
        "",
    ]
    many = lines(EMPTY._replace(problems=(open_,) * (TOLD_MAX + 2), counts={"unfinished": TOLD_MAX + 9}))
    assert many.count("  por acabar: hand:mesa-1/5 não terminou") == TOLD_MAX
    assert "  e mais 9; --json e --html dizem tudo" in many


def test_what_few_days_have_is_told_in_portuguese() -> None:
    """A day of 25 hours before the tax had one rate; rows compared from where a night was; an incident without hands; findings."""
    told = lines(
        EMPTY._replace(
            compared_from=3,
            compared={"accounts": 7, "refunds": 6},
            closed=Closed(8, 7, says=False, statement=None),
            incidents=(IncidentTold("fire", 5, "player_network", {}, closed=True),),
            findings={"R806 r.51 PRACTICE": 2, "R805 r.8a LETTER": 1},
            hours=(("00h", 3),),
        )
    )
    assert told[:5] == [
        "2017-10-29: NADA A CONFERIR: nenhuma entrada é deste dia",
        "Um dia de 25 horas em Lisboa, desde 2017-10-29 00:00:00 em Lisboa (2017-10-28 23:00:00 UTC); nada registado desde então",
        "Do dia, examinadas 0 entradas e 3 jogadas",
        "Linhas guardadas pelas projeções, comparadas desde a entrada 3 do registo até este número de entradas: accounts 7, refunds 6",
        "Fechado na entrada 8 do registo, sobre as primeiras 7 entradas",
    ]
    assert "  E 3 jogadas de torneios, de importações ou a fichas, sem dinheiro próprio" in told
    law = "artigo 89.º do RJO, redação inicial: 15 % a 30 %, a subir com a receita do ano"
    assert f"  Base do imposto 0,00 EUR; sem taxa única ({law}); apurado ao mês" in told
    assert told[-6:] == [
        "",
        "Incidentes do dia, e o que foi feito das jogadas que enumeram",
        "  fire (rede do jogador, entrada 5 do registo): nenhuma enumerada",
        "",
        "Notas registadas, por regra e leitura",
        "  R806 r.51, a prática das salas de jogo: 2, R805 r.8a, a letra: 1",
    ]


@pytest.mark.parametrize(
    ("found", "came_to", "en", "pt"),
    [
        (EMPTY._replace(entries=1), DayVerdict.TIES, "EVERYTHING TIES", "TUDO CONFERE"),
        (
            EMPTY,
            DayVerdict.EMPTY,
            "NOTHING TO TIE: no entry is of this day",
            "NADA A CONFERIR: nenhuma entrada é deste dia",
        ),
        (EMPTY._replace(counts={"late": 1}), DayVerdict.DIFFERS, "IT DOES NOT TIE", "NÃO CONFERE"),
    ],
    ids=lambda value: value.name if isinstance(value, DayVerdict) else "",
)
def test_a_day_has_one_verdict(found: Reconciliation, came_to: DayVerdict, en: str, pt: str) -> None:
    """Text, page and document for programs say the same: the page called an empty day one on which everything ties."""
    assert verdict(found, None) is came_to
    assert next(text_lines(document(found, None, []))) == f"{found.day}: {en}"
    assert f'<td>{pt} <span class="en" lang="en">{en}</span></td>' in html(reconciliation_page(found, None, []))
    assert to_json(found, None)["ties"] is (came_to is not DayVerdict.DIFFERS)


def test_every_name_has_its_word() -> None:
    """And none is left over; in English a check is called as programs call it."""
    assert list(CLAIMS) == list(CHECK_NAMES) == list(CHECKS)
    assert all(word.en == name for words in (CHECK_NAMES, SIGNED_FIGURES) for name, word in words.items())
    assert set(SIGNED_FIGURES) == {*DayTotal.model_fields, "base", "hands", "tax"} - {"regulation"}
    assert set(WALLET_KINDS) == set(get_args(DifferenceKind))
    assert set(WALLET_OPERATIONS) == set(get_args(Operation))
    assert set(DAY_ORIGINS) == set(ORIGINS)
    assert set(BECAME) == {*ENDS, "open"}


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "R803 r.36 EACH_SEAT 1"), ("pt", "R803 r.36, a leitura lugar a lugar: 1")]
)
def test_a_void_round_of_a_made_second_bet_is_told_by_the_night(tmp_path: Path, lang: str, told: str) -> None:
    """D5: a note of the third reading has its word. Red before: the night of such a day was 'a fault of tombo itself'."""
    with casino(tmp_path) as evening:
        name = evening.dealt({1: 500, 2: 500}, {1: "Kh Jh 8h 6h 2h", 2: "9s 9d 4c 3h 2c"}, "5c 5d Tc 7s 3d")
        evening.floor.do(sem_descarte.Continue(round=name, seat=1), player("p-1"))
        now, scope = evening.ledger.clock.now(), [name.partition("/")[0]]
        outage = OpenIncident(
            first_instant=now, incident="power", origin="operator_system", reported_by="monitor", scope=scope
        )
        evening.floor.do(outage)
        evening.floor.do(sem_descarte.VoidRound(incident="power", round=name))
    with inside(tmp_path):
        night = tombo(*LEDGER, "--lang", lang, "reconcile", "--day", "2026-07-14")
    assert (night.status, night.err) == (0, "")
    assert told in night.out
