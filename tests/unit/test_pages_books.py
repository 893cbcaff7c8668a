"""Statements and reports as pages: totals that add up, problems that are named, charts that are numbers first."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import accumulate, pairwise
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.pages import charts
from cli.pages.charts import Chart, Value
from cli.pages.page import Column, Page, Table, html
from cli.pages.phrase import NOTHING, Phrase
from cli.pages.report import Problem, Report, Section, report_page
from cli.pages.statement import (
    EUR,
    Statement,
    StatementLine,
    WalletLine,
    added,
    statement_page,
)
from ledger.core.clock import SECOND
from ledger.core.lisbon import HOUR, hours
from ledger.core.regulation import Unit

BEGINS: Final = 1_784_055_600 * SECOND
DAY: Final = 24 * HOUR
PLAYED: Final[tuple[tuple[str, str, str, int, str, int, int, int, int, int], ...]] = (
    ("hand", "R806", "hand:mesa-1/41", 41, "settled", 5_000, 9_500, 0, 0, 500),
    ("hand", "R806", "hand:mesa-1/42", 42, "voided", 1_200, 0, 0, 1_200, 0),
    ("round", "R804", "roulette:roleta-1/7", 7, "settled", 1_001, 0, 501, 0, 0),
    ("registration", "R810", "tournament:noite-1", 3, "cash", 2_200, 0, 0, 0, 200),
    ("prize", "R810", "tournament:noite-1", 3, "place 1", 0, 6_000, 0, 0, 0),
)


def lines() -> list[StatementLine]:
    """What p-1 played in an evening."""
    results = [won + back + refunded - staked for *_, staked, won, back, refunded, _ in PLAYED]
    return [
        StatementLine._make(
            (
                100 + number,
                BEGINS,
                BEGINS + number * SECOND,
                "ps-1",
                game,
                what,
                *told,
                EUR,
                0,
                staked,
                won,
                back,
                refunded,
                fee,
                result,
                running,
            )
        )
        for number, ((what, game, *told, staked, won, back, refunded, fee), result, running) in enumerate(
            zip(PLAYED, results, accumulate(results), strict=True)
        )
    ]


def statement(**changes: Any) -> Statement:
    """The statement of that evening."""
    wallet = (
        WalletLine(90, BEGINS, "deposit", "dep-77", 10_000, 0, 10_000),
        WalletLine(100, BEGINS, "game", "hand:mesa-1/41", -5_000, 10_000, 5_000),
    )
    whole = Statement("p-1", None, None, BEGINS, BEGINS + DAY, 0, 17_800, lines(), wallet)
    return whole._replace(**changes)


def rows(page: Page, heading: str) -> list[list[str]]:
    """The rows of a table of a page, as it is read in Portuguese."""
    for section in ET.fromstring(html(page)).iter("section"):
        title = section.find("h2")
        if title is not None and (title.text or "").strip() == heading:
            found = [row for part in ("tbody", "tfoot") for row in section.iterfind(f".//{part}/tr")]
            return [[(cell.text or "").strip() for cell in row] for row in found]
    raise AssertionError(heading)


def test_a_statement_has_the_totals_the_law_asks_for() -> None:
    """By game and over all: staked, won, returned, refunded, commission, profit or loss; and how many hands and rounds."""
    assert rows(statement_page(statement()), "Totais por jogo, em EUR") == [
        ["Roleta americana (R804)", "1", "10,01", "0,00", "5,01", "0,00", "0,00", "-5,00"],
        ["Póquer não bancado, hold'em (R806)", "2", "62,00", "95,00", "0,00", "12,00", "5,00", "+45,00"],
        ["Torneios de póquer não bancado (R810)", "0", "22,00", "60,00", "0,00", "0,00", "2,00", "+38,00"],
        ["Todos os jogos", "3", "94,01", "155,00", "5,01", "12,00", "7,00", "+78,00"],
    ]


def test_a_statement_has_every_hand_with_its_number() -> None:
    """Each line with log index, time in Lisbon, player session, game, number and outcome, and what it all came to so far."""
    found = rows(statement_page(statement()), "Todas as jogadas e operações, em EUR")
    assert [(row[0], row[4], row[-1]) for row in found] == [
        ("100", "Jogada n.º 41, liquidada: mesa-1/41", "+45,00"),
        ("101", "Jogada n.º 42, nula: mesa-1/42", "+45,00"),
        ("102", "Jogada n.º 7, liquidada: roulette:roleta-1/7", "+40,00"),
        ("103", "Inscrição n.º 3, paga em dinheiro: tournament:noite-1", "+18,00"),
        ("104", "Prémio n.º 3, 1.º lugar: tournament:noite-1", "+78,00"),
        ("Total", NOTHING, "+78,00"),
    ]
    assert {(row[1][:13], row[2]) for row in found[:-1]} == {("2026-07-14 20", "ps-1")}


def test_a_statement_shows_the_account_move_by_move() -> None:
    """Balance before, movement, balance after."""
    assert [row[2:] for row in rows(statement_page(statement()), "Movimentos da conta, em EUR")] == [
        ["Depósito", "dep-77", "0,00", "+100,00", "100,00"],
        ["Jogo", "hand:mesa-1/41", "100,00", "-50,00", "50,00"],
    ]


@pytest.mark.parametrize(
    ("regulation", "rule"),
    [("R803", "R803 r.39"), ("R804", "R804 r.26"), ("R805", "R805 r.33"), ("R806", "R806 r.67"), ("R809", "R809 r.68")],
)
def test_a_statement_names_the_rule_that_owes_it(regulation: str, rule: str) -> None:
    """Of one game its own rule; of several, theirs."""
    one = statement_page(statement(regulation=regulation, lines=[]))
    assert rule in one.basis.pt
    assert one.basis.pt.count("R8") == 1
    assert "R804 r.26, R806 r.67" in statement_page(statement()).basis.en


def test_a_statement_of_nothing_says_so() -> None:
    """Who did not play has totals of nothing, and is told that there was nothing."""
    page = statement_page(statement(lines=[], wallet=[], opening=None, closing=None))
    assert rows(page, "Totais por jogo, em EUR") == [["Todos os jogos", "0", *["0,00"] * 6]]
    said = "".join(ET.fromstring(html(page)).itertext())
    assert "Nenhuma jogada neste período." in said
    assert "Saldo da conta" not in said


def test_a_ticket_is_told_apart_from_money() -> None:
    """Where an entry won is used, its value has a column of its own, and the result knows nothing of it."""
    used = lines()[3]._replace(ticket=-2_200, staked=0, commission=0, outcome="ticket", result=0, running=0)
    (row, total) = rows(statement_page(statement(lines=[used])), "Todas as jogadas e operações, em EUR")
    assert row[4:7] == ["Inscrição n.º 3, paga com uma inscrição ganha: tournament:noite-1", "-22,00", "0,00"]
    assert total[5:] == ["-22,00", *["0,00"] * 7]


def test_demo_play_counts_chips() -> None:
    """A statement of demo play is in chips, and says so."""
    chips = [line._replace(unit=Unit(currency=None, decimals=0)) for line in lines()[:1]]
    page = statement_page(statement(lines=chips))
    assert rows(page, "Totais por jogo, em fichas")[-1] == [
        "Todos os jogos",
        "1",
        "5000",
        "9500",
        "0",
        "0",
        "500",
        "+4500",
    ]


def test_a_word_nobody_foresaw_reads_as_it_stands() -> None:
    """A sort of line or movement without words of ours is no reason to give no statement."""
    odd = lines()[0]._replace(what="raffle", outcome="drawn")
    wallet = [WalletLine(90, BEGINS, "gift", "g-1", 1, 0, 1)]
    page = statement_page(statement(lines=[odd], wallet=wallet))
    assert rows(page, "Todas as jogadas e operações, em EUR")[0][4] == "raffle n.º 41, drawn: mesa-1/41"
    assert rows(page, "Movimentos da conta, em EUR")[0][2] == "gift"


def test_added_counts_hands_and_rounds_only() -> None:
    """Entries and prizes of tournaments are money, and no hands."""
    assert added(lines())[:3] == (3, 0, 9_401)


def report(*problems: Problem) -> Report:
    """A report of two checks."""
    table = Table(Phrase("Receita", "Revenue"), (Column(Phrase("Jogo", "Game")),), (("R804",),))
    chart = charts.bars(Phrase("Por jogo", "By game"), [Value("R804", -500, "-5,00"), Value("<R806>", 900, "9,00")])
    return Report(
        Phrase("Reconciliação", "Reconciliation"),
        Phrase("O dia inteiro.", "The whole day."),
        "2026-10-25",
        (
            Section(Phrase("Jogadas", "Hands"), 1_234, problems),
            Section(Phrase("Receita bruta", "Gross revenue"), 2, (), (table,), (chart,)),
        ),
    )


def test_a_report_says_first_whether_it_ties() -> None:
    """Without a problem everything ties; with one it does not, and the problem stands with its entries and amounts."""
    good, bad = (
        report(),
        report(Problem(Phrase("um cêntimo a mais", "one cent too much"), (12, 45), ("10,01", "10,00"))),
    )
    assert good.ties
    assert "TUDO CONFERE" in html(report_page(good))
    assert not bad.ties
    page = report_page(bad)
    assert "NÃO CONFERE: 1 problema, abaixo." in html(page)
    assert "TUDO CONFERE" not in html(page)
    assert rows(page, "O que foi verificado") == [["Jogadas", "1234", "1"], ["Receita bruta", "2", "0"]]
    assert rows(page, "Problemas: Jogadas") == [["um cêntimo a mais", "12, 45", "10,01 · 10,00"]]
    assert rows(page, "Receita") == [["R804"]]


def test_a_report_counts_what_it_does_not_tell() -> None:
    """Problems beyond those told one by one count for the verdict, and stand in the table as a number."""
    section = Section(Phrase("Carteira", "Wallet"), None, (Problem("x"),), untold=41)
    page = report_page(report()._replace(sections=(section,)))
    assert "NÃO CONFERE: 42 problemas, abaixo." in html(page)
    assert rows(page, "O que foi verificado") == [["Carteira", NOTHING, "42"]]
    assert rows(page, "Problemas: Carteira") == [["x", NOTHING, NOTHING], ["e mais 41", NOTHING, NOTHING]]


def test_a_chart_is_told_in_words_too() -> None:
    """The drawing names its heading and a description with every value, which are escaped as all text is."""
    (drawing,) = ET.fromstring(html(report_page(report()))).iter("svg")
    described = drawing.find("desc")
    assert described is not None
    assert described.text == "R804: -5,00. <R806>: 9,00. "
    assert drawing.attrib["role"] == "img"
    assert drawing.attrib["aria-describedby"] == described.attrib["id"]
    assert [text.text for text in drawing.iter("text")] == ["R804", "-5,00", "<R806>", "9,00"]
    assert [bar.attrib["class"] for bar in drawing.iter("rect")] == ["bar below", "bar"]


@given(
    st.lists(st.integers(-(10**12), 10**12), max_size=30), st.sampled_from([charts.bars, charts.columns, charts.line])
)
def test_a_chart_keeps_to_its_paper(amounts: list[int], draw: Any) -> None:
    """Whatever the amounts: whole numbers, inside the drawing, from zero to the value, the greatest the longest."""
    chart: Chart = draw(Phrase("t", "t"), [Value(str(amount), amount, str(amount)) for amount in amounts])
    along = [shape.width if chart.sort == "bars" else shape.height for shape in chart.shapes]
    for shape, amount in zip(chart.shapes, amounts, strict=True):
        assert all(isinstance(number, int) for number in (shape.x, shape.y, shape.width, shape.height))
        assert 0 <= shape.x <= shape.x + shape.width <= charts.WIDTH
        assert 0 <= shape.y <= shape.y + shape.height <= chart.height
        ends = (shape.x, shape.x + shape.width) if chart.sort == "bars" else (shape.y, shape.y + shape.height)
        assert chart.zero in ends
        assert shape.below is (amount < 0)
    for one, length in zip(amounts, along, strict=True):
        assert all(
            length >= other for amount, other in zip(amounts, along, strict=True) if abs(amount) < abs(one) - 10**10
        )
    assert len(chart.points.split()) == (len(amounts) if chart.sort == "line" else 0)


@pytest.mark.parametrize(("day", "count"), [("2026-07-14", 24), ("2026-03-29", 23), ("2026-10-25", 25)])
def test_a_day_has_a_column_for_each_of_its_hours(day: str, count: int) -> None:
    """24, or 23 where the clock goes forward, or 25 where it goes back; side by side, none on another, each with its name."""
    named = [name for _, name in hours(day)]
    chart = charts.columns(Phrase("t", "t"), [Value(name, number, str(number)) for number, name in enumerate(named)])
    assert [shape.label for shape in chart.shapes] == named
    assert len(chart.shapes) == count
    assert all(one.x + one.width < other.x for one, other in pairwise(chart.shapes))
