"""Text, page, sheet and JSON of every report say one thing: the same verdict, the same figures, the same rules, in every language."""

from __future__ import annotations

import csv
import json
import re
import shlex
import shutil
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from tests.approval.asked import CSV, EVENING, HTML, SIMULATED, Asked
from tests.tools.cli_run import Ran, inside, tombo
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Sum, written

_MARKS: Final = re.compile(r"1(\D)234(\D)56")
OTHERS: Final = tuple(language for language in Language if language is not Language.EN)
QUOTED: Final = re.compile(r"'[^'\n]*'|«[^»\n]*»")
"""What somebody wrote, which is in no language of ours."""
RULE: Final = re.compile(r"R8\d\d r\.\d+")
WORDS: Final = (
    "open",
    "resolve",
    "reverse",
    "close",
    "follow",
    "export",
    "proof",
    "recover",
    "verify",
    "replay d-1",
    "OFFICER",
    "d-1",
)
"""What records, writes beside, or says what a program has in another shape."""
SHOWN: Final = tuple(
    (ledger, asked)
    for ledger, all_asked in (("demo", EVENING), ("demo/simulated", SIMULATED))
    for asked in dict.fromkeys(all_asked)
    if not any(word in asked.words for word in WORDS) and "--staff" not in asked.words
)
"""Every report that changes nothing, of the evening and of the simulated hours."""


def ids(param: object) -> str:
    """A report by its words."""
    return param.words if isinstance(param, Asked) else str(param)


def asked_for(words: str, *more: str) -> Ran:
    """What a command says."""
    return tombo("--ledger", "sqlite:///ledger.db", "--keys", "keys", *shlex.split(words), *more)


@cache
def amount(language: Language) -> re.Pattern[str]:
    """An amount as ``language`` writes it: what parts thousands, and the decimal sign."""
    marks = _MARKS.match(written(Sum(123_456, "EUR", 2), language, "grouped"))
    assert marks is not None, language
    group, point = map(re.escape, marks.groups())
    return re.compile(rf"(?<![\w.:/-])(?:\d{{1,3}}(?:{group}\d{{3}})+|\d+){point}\d\d(?!\d|[.,:/-]\d)")


@pytest.mark.parametrize(
    ("language", "told", "apart"),
    [(Language.EN, "1,234,567.89", "1.234,56"), (Language.PT, "1\u00a0234\u00a0567,89", "1,234.56")],
)
def test_the_marks_of_an_amount_are_those_of_its_language(language: Language, told: str, apart: str) -> None:
    """The pattern is made of what the writer writes: here it is held to what people write."""
    assert written(Sum(123_456_789, "EUR", 2), language, "grouped").startswith(told)
    assert amounts(told, language) == {123_456_789: 1}
    assert amounts(apart, language) == {}


def amounts(text: str, language: Language = Language.EN) -> Counter[int]:
    """The amounts in a text, in hundredths, without their signs."""
    return Counter(int(re.sub(r"\D", "", found)) for found in amount(language).findall(text))


def numbers(document: Any) -> Iterator[int]:
    """Every whole number anywhere in a document, without its sign; an amount among them is in minor units."""
    match document:
        case bool():
            return
        case int():
            yield abs(document)
        case dict():
            for value in document.values():
                yield from numbers(value)
        case list():
            for value in document:
                yield from numbers(value)
        case _:
            return


def documents(out: str) -> list[Any]:
    """One document, or one a line."""
    try:
        return [json.loads(out)]
    except ValueError:
        return [json.loads(line) for line in out.splitlines()]


def page_of(path: Path) -> ET.Element:
    """A page as it is read in Portuguese."""
    body = ET.fromstring(path.read_text(encoding="utf-8")).find("body")
    assert body is not None
    return body


def portuguese(element: ET.Element) -> Iterator[str]:
    """What stands in ``element``, but for English, the totals of tables and the foot of the page."""
    if element.tag in {"tfoot", "footer"} or element.attrib.get("lang") == "en":
        return
    yield element.text or ""
    for child in element:
        yield from portuguese(child)
        yield child.tail or ""


def cents(cell: ET.Element) -> int | None:
    """The figure in a cell of a table; None where there is none."""
    found = re.fullmatch(r"([+-]?)([\d\u00a0]+(?:,\d\d)?)", "".join(cell.itertext()).strip())
    return int(found[1] + re.sub("[,\\u00a0]", "", found[2])) if found else None


def check_totals(page: ET.Element) -> None:
    """The last row of a table is what its columns of figures come to."""
    for table in page.iter("table"):
        for totals in table.iterfind("tfoot/tr"):
            rows = [list(row) for row in table.iterfind("tbody/tr")]
            for column, cell in enumerate(totals):
                total, figures = cents(cell), [cents(row[column]) for row in rows]
                if total is not None and "amount" in cell.attrib.get("class", "") and None not in figures[1:]:
                    running = figures[-1] == total  # a column that adds up by itself
                    assert running or sum(figure or 0 for figure in figures) == total, (total, figures)


def left_over(page: ET.Element) -> set[int]:
    """The figures that are what two others of their row leave: what is paid out of a pot, of its amount and the commission."""
    rows = ([figure for cell in row if (figure := cents(cell)) is not None] for row in page.iter("tr"))
    return {abs(one - other) for row in rows for one in row for other in row if abs(one - other) in row}


@pytest.fixture(scope="module")
def here(whole_demonstration: tuple[Path, Ran], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the two ledgers."""
    return Path(shutil.copytree(whole_demonstration[0], tmp_path_factory.mktemp("forms") / "here"))


@pytest.mark.parametrize(("ledger", "asked"), SHOWN, ids=ids)
def test_every_form_says_the_same(here: Path, tmp_path: Path, ledger: str, asked: Asked) -> None:
    """One exit status; the amounts and rules of the English are those of every language; what text, page and sheet say, JSON has."""
    with inside(here / ledger):
        english, told = asked_for(asked.words), asked_for(asked.words, "--json")
        assert english.status == told.status
        said = amounts(QUOTED.sub("", english.out))
        for language in OTHERS:
            other = asked_for(asked.words, "--lang", language)
            assert other.status == english.status
            assert amounts(QUOTED.sub("", other.out), language) == said
            assert Counter(RULE.findall(other.out)) == Counter(RULE.findall(english.out))
        known = {number for document in documents(told.out) for number in numbers(document)} | set(said) | {0}
        if HTML in asked.forms:
            file = tmp_path / "page.html"
            assert asked_for(asked.words, "--html", str(file)).status == english.status
            page = page_of(file)
            check_totals(page)
            assert set(amounts(" ".join(portuguese(page)), Language.PT)) <= known | left_over(page)
        if CSV in asked.forms:
            file = tmp_path / "sheet.csv"
            assert asked_for(asked.words, "--csv", str(file)).status == english.status
            sheet = file.read_text(encoding="utf-8-sig")
            assert set(amounts(sheet)) | set(amounts(sheet, Language.PT)) <= known
            assert csv.DictReader(sheet.splitlines()).fieldnames
