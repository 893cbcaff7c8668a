"""Reports as pages: a verdict first, problems that are named, charts that are numbers first."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.tools.printed import html, rows
from tombo.ledger.core.lisbon import hours
from tombo.ledger.core.said import Said, Told, euros
from tombo.projections.reconciliation.model import DayVerdict
from tombo.reports.pages import charts
from tombo.reports.pages.charts import Chart, Value
from tombo.reports.pages.page import NOTHING, Column, PageTable
from tombo.reports.pages.report import DayPage, ProblemText, Section, report_page


def said(en: str, pt: str) -> Told:
    """Something said, for this test alone."""
    return Said("said_in_a_test", en, pt)()


def report(*problems: ProblemText) -> DayPage:
    """A report of two checks."""
    table = PageTable(said("Revenue", "Receita"), (Column(said("Game", "Jogo")),), (("R804",),))
    chart = charts.bars(said("By game", "Por jogo"), [Value("R804", -500, "-5,00"), Value("<R806>", 900, "9,00")])
    return DayPage(
        said("Reconciliation", "Reconciliação"),
        said("The whole day.", "O dia inteiro."),
        "2026-10-25",
        DayVerdict.DIFFERS if problems else DayVerdict.TIES,
        (
            Section(said("Hands", "Jogadas"), 1_234, problems),
            Section(said("Gross revenue", "Receita bruta"), 2, (), (table,), (chart,)),
        ),
    )


def test_a_report_says_first_whether_it_ties() -> None:
    """Without a problem everything ties; with one it does not, and the problem stands with its entries and amounts."""
    good, bad = (
        report(),
        report(ProblemText(said("one cent too much", "um cêntimo a mais"), (12, 45), euros(10_01))),
    )
    assert "TUDO CONFERE" in html(report_page(good))
    told = report_page(bad)
    assert "NÃO CONFERE: 1 problema, abaixo." in html(told)
    assert "TUDO CONFERE" not in html(told)
    assert rows(told, "O que foi verificado") == [["Jogadas", "1234", "1"], ["Receita bruta", "2", "0"]]
    assert rows(told, "Problemas: Jogadas") == [["um cêntimo a mais", "12, 45", "10,01 EUR"]]
    assert rows(told, "Receita") == [["R804"]]


def test_a_report_counts_what_it_does_not_tell() -> None:
    """Problems beyond those told one by one count for the verdict, and stand in the table as a number."""
    section = Section(said("Wallet", "Carteira"), None, (ProblemText("x"),), untold=41)
    told = report_page(report()._replace(sections=(section,), verdict=DayVerdict.DIFFERS))
    assert "NÃO CONFERE: 42 problemas, abaixo." in html(told)
    assert rows(told, "O que foi verificado") == [["Carteira", NOTHING, "42"]]
    assert rows(told, "Problemas: Carteira") == [["x", NOTHING, NOTHING], ["e mais 41", NOTHING, NOTHING]]


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
@example([-6050711, 10_006_050_712, 999_927_391_475, -999_939_492_895], charts.columns)
def test_a_chart_keeps_to_its_paper(amounts: list[int], draw: Any) -> None:
    """Whatever the amounts: whole numbers, inside the drawing, from zero to the value, the greater the longer but for the rounding of both ends."""
    chart: Chart = draw(said("t", "t"), [Value(str(amount), amount, str(amount)) for amount in amounts])
    along = [shape.width if chart.sort == "bars" else shape.height for shape in chart.shapes]
    for shape, amount in zip(chart.shapes, amounts, strict=True):
        assert all(isinstance(number, int) for number in (shape.x, shape.y, shape.width, shape.height))
        assert 0 <= shape.x <= shape.x + shape.width <= charts.WIDTH
        assert 0 <= shape.y <= shape.y + shape.height <= chart.height
        ends = (shape.x, shape.x + shape.width) if chart.sort == "bars" else (shape.y, shape.y + shape.height)
        assert chart.zero in ends
        assert shape.below is (amount < 0)
    two_dots = 2 * (max([0, *amounts]) - min([0, *amounts])) // (charts.HEIGHT - charts.TOP - charts.FOOT) + 2
    for one, length in zip(amounts, along, strict=True):
        assert all(
            length >= other for amount, other in zip(amounts, along, strict=True) if abs(amount) < abs(one) - two_dots
        )
    assert len(chart.points.split()) == (len(amounts) if chart.sort == "line" else 0)


@pytest.mark.parametrize(("day", "count"), [("2026-07-14", 24), ("2026-03-29", 23), ("2026-10-25", 25)])
def test_a_day_has_a_column_for_each_of_its_hours(day: str, count: int) -> None:
    """24, or 23 where the clock goes forward, or 25 where it goes back; side by side, none on another, each with its name."""
    named = [name for _, name in hours(day)]
    chart = charts.columns(said("t", "t"), [Value(name, number, str(number)) for number, name in enumerate(named)])
    assert [shape.label for shape in chart.shapes] == named
    assert len(chart.shapes) == count
    assert all(one.x + one.width < other.x for one, other in pairwise(chart.shapes))
