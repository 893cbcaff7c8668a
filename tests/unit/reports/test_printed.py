"""F6: what a page looks like on paper, and whose words its Portuguese is made of."""

from __future__ import annotations

import csv
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.approval.ask import APPROVED
from tests.tools.cli_run import tombo
from tests.tools.printed import ISSUED, html
from tests.unit.test_tidy import sources
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Said, Sum, written
from tombo.projections.reconciliation.looked import KINDS
from tombo.projections.reconciliation.model import CHECKS
from tombo.projections.reconciliation.said.night import CLAIMS
from tombo.reports.noted import noted
from tombo.reports.pages import page as drawing
from tombo.reports.pages.page import NOTHING, Page

ENGLISH: Final = re.compile(
    r"(?<![\w:/.-])(the|of|and|is|not|with|was|were|for|from|at|that|has|have|hands?|rounds?|players?|stakes?|bets|entry|entries|law|tax"
    r"|wallet|house|outside|holder|accounts?|paid|void|voided|settled|left)(?![\w:/.-])"
)
"""Words that no Portuguese sentence has."""
QUOTED: Final = re.compile(r"«[^»]*»")
"""What somebody wrote."""
SHEETS: Final = (
    ("player", "statement", "p-leste"),
    ("player", "last-hand", "p-leste"),
    ("book", "show", "wallet:p-leste"),
    ("refunds",),
    ("dispute", "list"),
)
"""Everything that is written as a sheet."""
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


def kept_pages() -> Iterator[ET.Element]:
    """Every page that is approved: of the evening and of the simulated hours."""
    for file in sorted(APPROVED.glob("*.html")):
        for page in re.findall(r"<!DOCTYPE html>\n(.*?</html>)", file.read_text(encoding="utf-8"), re.DOTALL):
            yield ET.fromstring(page)


def portuguese(element: ET.Element) -> Iterator[str]:
    """What stands in ``element`` in Portuguese."""
    if element.attrib.get("lang") == "en":
        return
    yield element.text or ""
    for child in element:
        yield from portuguese(child)
        yield child.tail or ""


def test_f6_no_english_stands_in_the_portuguese() -> None:
    """F6: problems, holders, the law of the tax and what the program itself noted are said in Portuguese; what people wrote is quoted as it is."""
    pages = list(kept_pages())
    assert len(pages) > 20
    found = [
        text for page in pages for text in map(str.strip, portuguese(page[1])) if ENGLISH.search(QUOTED.sub("", text))
    ]
    assert found == []


def test_f6_the_night_says_how_many_it_looked_at() -> None:
    """F6: under *Verificados* stands a number, but where a check counts no entries of the day or nobody asked, which is then said."""
    uncounted = {CLAIMS[check]().text(Language.PT) for check in CHECKS if check not in {*KINDS, "time", "wallet"}}
    assert len(uncounted) == 3
    nights = 0
    for page in kept_pages():
        for table in page.iter("table"):
            if [head.text for head in table.iterfind("thead/tr/th")][:2] != ["Verificação ", "Verificados "]:
                continue
            nights += 1
            for row in table.iterfind("tbody/tr"):
                name, looked = ((row[place].text or "").strip() for place in (0, 1))
                assert (looked == NOTHING) == (name in uncounted or "não pedida" in name), (name, looked)
    assert nights > 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tombo recover: the ledger stood still", "tombo recover: o registo esteve parado"),
        (
            "hands left open: 1 settled, 2 voided",
            "jogadas que tinham ficado em curso: 1 liquidada, 2 nulas",
        ),
        (
            "hands left open: 0 settled, 1 voided, 1 not to be read",
            "jogadas que tinham ficado em curso: 0 liquidadas, 1 nula, 1 ilegível",
        ),
        ("hands left open: 01 settled, 2 voided", "«hands left open: 01 settled, 2 voided»"),
        ("monitor of the game server", "«monitor of the game server»"),
    ],
)
def test_f6_what_the_program_noted_is_said_and_what_people_wrote_is_quoted(text: str, told: str) -> None:
    """F6: an incident's note of `tombo recover` is no quotation; in English either stands as it is on record."""
    assert noted(text).text(Language.PT) == told
    assert noted(text).text(Language.EN) == text


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", SHEETS, ids=" ".join)
def test_f6_excel_in_portuguese_opens_every_sheet(words: tuple[str, ...]) -> None:
    """F6: semicolons between cells, a comma in every amount, a mark for UTF-8 at the beginning; every row as long as the heading."""
    ran = tombo("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys", "--lang", "pt", *words, "--csv", "s.csv")
    assert ran.status == 0
    text = Path("s.csv").read_text(encoding="utf-8")
    assert text.startswith("\N{ZERO WIDTH NO-BREAK SPACE}")
    heading, *rows = csv.reader(text[1:].splitlines(), delimiter=";")
    assert len(heading) > 3
    assert {len(row) for row in rows} <= {len(heading)}
    cells = [cell for row in rows for cell in row]
    assert not [cell for cell in cells if re.fullmatch(r"-?\d+\.\d+", cell)]
    assert any(re.fullmatch(r"-?\d+,\d\d", cell) for cell in cells) == bool(rows)


def test_f6_no_name_of_a_ledger_ends_the_style_sheet() -> None:
    """F6: whatever stands in the margin of a sheet is a string of the style sheet and nothing else."""
    name = 'a"; } * { display: none } </style><script>\\'
    page = drawing.html(Page("a", "b", (), ()), issued=ISSUED._replace(origin=name))
    (style,) = ET.fromstring(page).iter("style")
    (left,) = re.findall(r'@bottom-left \{ content: "([^"]*)"', style.text or "")

    assert "<script" not in page
    assert re.fullmatch(r"(?:[0-9A-Za-z]|\\[0-9a-f]{6})+", left)
    assert re.sub(r"\\([0-9a-f]{6})", lambda found: chr(int(found[1], 16)), left).startswith(f"{name}, emitido em ")
