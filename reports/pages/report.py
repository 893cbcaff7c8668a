"""A report of a check of the books as a page: does it tie or not, what was checked, what was found, with tables and charts.

The model is the caller's to fill; it knows of no particular check.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tombo.ledger.core.said import Sum, Told
from tombo.projections.reconciliation.model import DayVerdict
from tombo.reports.document import Cell
from tombo.reports.pages.charts import Chart
from tombo.reports.pages.page import NOTHING, Block, Column, Fact, Notes, Page, PageTable
from tombo.reports.said import page as words
from tombo.reports.said.reconciliation import VERDICTS

CHECKS: Final = (
    Column(words.PAGE_CHECK()),
    Column(words.PAGE_CHECKED(), amount=True),
    Column(words.PAGE_PROBLEMS(), amount=True),
)
PROBLEMS: Final = (Column(words.PAGE_PROBLEM()), Column(words.PAGE_ENTRIES()), Column(words.PAGE_AMOUNTS()))


class ProblemText(NamedTuple):
    """Something that does not tie: in words, the log indices of its entries, and the amount it is about."""

    text: Cell
    entries: tuple[int, ...] = ()
    amount: Sum | None = None


class Section(NamedTuple):
    """One check: how many things it looked at, where it counts them, what it found, and what there is to see of it.

    ``untold``: problems beyond those in ``problems``, which are counted only.
    """

    name: Told
    checked: int | None = None
    problems: tuple[ProblemText, ...] = ()
    tables: tuple[PageTable, ...] = ()
    charts: tuple[Chart, ...] = ()
    untold: int = 0

    @property
    def found(self) -> int:
        """All problems of the check."""
        return len(self.problems) + self.untold


class DayPage(NamedTuple):
    """A report of a day (a date in Lisbon as people write it). ``facts`` are what a reader has to know beforehand."""

    title: Cell
    basis: Cell
    date: Cell
    verdict: DayVerdict
    sections: tuple[Section, ...]
    facts: tuple[Fact, ...] = ()


def report_page(report: DayPage) -> Page:
    """The report to print: the verdict first, then every problem, then what was looked at."""
    verdict = Fact(words.PAGE_VERDICT(), VERDICTS[report.verdict]())
    facts = (Fact(words.PAGE_DATE(), report.date), verdict, *report.facts)
    return Page(report.title, report.basis, facts, tuple(_blocks(report)))


def _blocks(report: DayPage) -> Iterator[Block]:
    if report.verdict is DayVerdict.DIFFERS:
        count = sum(section.found for section in report.sections)
        below = words.PROBLEMS_BELOW(verdict=VERDICTS[report.verdict](), count=count)
        yield Notes(words.PAGE_VERDICT(), (below,), alarm=True)
    rows = tuple((one.name, NOTHING if one.checked is None else one.checked, one.found) for one in report.sections)
    yield PageTable(words.WAS_CHECKED(), CHECKS, rows)
    for section in report.sections:
        if section.problems:
            heading = words.PROBLEMS_OF(check=section.name)
            yield PageTable(heading, PROBLEMS, (*map(_problem, section.problems), *_untold(section)))
    for section in report.sections:
        yield from section.charts
        yield from section.tables


def _untold(section: Section) -> Iterator[tuple[Cell, ...]]:
    if section.untold:
        yield (words.MORE_PROBLEMS(more=section.untold), NOTHING, NOTHING)


def _problem(problem: ProblemText) -> tuple[Cell, ...]:
    entries = ", ".join(map(str, problem.entries)) or NOTHING
    return (problem.text, entries, NOTHING if problem.amount is None else problem.amount)
