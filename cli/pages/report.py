"""A report of a check of the books as a page: does it tie or not, what was checked, what was found, with tables and charts.

The model is the caller's to fill; it knows of no particular check.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from cli import text
from cli.pages.charts import Chart
from cli.pages.page import Block, Column, Fact, Notes, Page, PageTable
from cli.pages.phrase import NOTHING, Phrase, Text, both, counted
from projections.reconciliation.model import DayVerdict
from reports.said.reconciliation import VERDICTS

CHECKS: Final = (
    Column(Phrase("Verificação", "Check")),
    Column(Phrase("Verificados", "Checked"), amount=True),
    Column(Phrase("Problemas", "Problems"), amount=True),
)
PROBLEMS: Final = (
    Column(Phrase("Problema", "Problem")),
    Column(Phrase("Entradas do registo", "Log entries")),
    Column(Phrase("Valores", "Amounts")),
)


class ProblemText(NamedTuple):
    """Something that does not tie: in words, the log indices of its entries, and the amounts it is about, as written."""

    text: Text
    entries: tuple[int, ...] = ()
    amounts: tuple[str, ...] = ()


class Section(NamedTuple):
    """One check: how many things it looked at, where it counts them, what it found, and what there is to see of it.

    ``untold``: problems beyond those in ``problems``, which are counted only.
    """

    name: Phrase
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

    title: Phrase
    basis: Phrase
    date: Text
    verdict: DayVerdict
    sections: tuple[Section, ...]
    facts: tuple[Fact, ...] = ()


def report_page(report: DayPage) -> Page:
    """The report to print: the verdict first, then every problem, then what was looked at."""
    verdict = both(VERDICTS[report.verdict]())
    facts = (Fact(Phrase("Data", "Date"), report.date), Fact(Phrase("Conclusão", "Verdict"), verdict), *report.facts)
    return Page(report.title, report.basis, facts, tuple(_blocks(report)))


def _blocks(report: DayPage) -> Iterator[Block]:
    if report.verdict is DayVerdict.DIFFERS:
        differs = both(VERDICTS[report.verdict]())
        found = sum(section.found for section in report.sections)
        said = Phrase(
            f"{differs.pt}: {counted(found, 'problema', 'problemas')}, abaixo.",
            f"{differs.en}: {text.counted(found, 'problem')}, below.",
        )
        yield Notes(Phrase("Conclusão", "Verdict"), (said,), alarm=True)
    rows = tuple(
        (one.name, NOTHING if one.checked is None else str(one.checked), str(one.found)) for one in report.sections
    )
    yield PageTable(Phrase("O que foi verificado", "What was checked"), CHECKS, rows)
    for section in report.sections:
        if section.problems:
            heading = Phrase(f"Problemas: {section.name.pt}", f"Problems: {section.name.en}")
            yield PageTable(heading, PROBLEMS, (*map(_problem, section.problems), *_untold(section)))
    for section in report.sections:
        yield from section.charts
        yield from section.tables


def _untold(section: Section) -> Iterator[tuple[Text, ...]]:
    if section.untold:
        yield (Phrase(f"e mais {section.untold}", f"and {section.untold} more"), NOTHING, NOTHING)


def _problem(problem: ProblemText) -> tuple[Text, ...]:
    entries = ", ".join(map(str, problem.entries)) or NOTHING
    return (problem.text, entries, " · ".join(problem.amounts) or NOTHING)
