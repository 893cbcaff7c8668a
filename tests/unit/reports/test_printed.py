"""F6: what a page looks like on paper, and whose words its Portuguese is made of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tools.printed import html
from tests.unit.test_tidy import sources
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Said, Sum, written
from tombo.reports.pages.page import Page

PAID = Said("paid_in_a_test", "{paid}", "{paid}")


def test_f6_totals_stand_once_on_paper_and_sheets_are_numbered() -> None:
    """F6: a browser repeats the foot of a table on every sheet, where it is not what the rows above it come to."""
    page = html(Page("a", "b", (), ()))
    printed = page[page.index("@media print") :]

    assert re.search(r"tfoot \{ display: table-row-group; \}", printed)
    assert re.search(r"@page \{[^}]*@bottom-right \{ content: counter\(page\) \" / \" counter\(pages\);", page)


@pytest.mark.parametrize("word", ["ronda", "operador"])
def test_f6_portuguese_has_the_words_of_the_regulation(word: str) -> None:
    """F6: a round is a *jogada* and the operator the *entidade exploradora* (R803 r.2, R806 r.2); nothing we say says otherwise."""
    found = [
        f"{path}: {line.strip()}"
        for folder in ("ledger", "projections", "reports", "cli")
        for path in sources(folder)
        for line in Path(path).read_text(encoding="utf-8").splitlines()
        if re.search(rf"\b{word}(es|s)?\b", line)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("minor", "spec", "told"),
    [
        (123_456, "", "1\N{NO-BREAK SPACE}234,56 EUR"),
        (-100_000, "figure", "-1\N{NO-BREAK SPACE}000,00"),
        (123_456_789, "signed", "+1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567,89"),
        (99_999, "figure", "999,99"),
        (123_456, "plain", "1234,56"),
    ],
)
def test_f6_thousands_stand_apart_in_portuguese(minor: int, spec: str, told: str) -> None:
    """F6: parted by a space at which no line breaks, but in a sheet, which a spreadsheet reads."""
    assert written(Sum(minor, "EUR", 2), Language.PT, spec) == told
    assert PAID(paid=Sum(123_456, "EUR", 2)).text(Language.EN) == "1234.56 EUR"
