"""F6: every page says who issued it and when, and on paper every sheet says so, with its number."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Final
from unittest.mock import patch

import pytest

from tests.tools.cli_run import tombo
from tombo.ledger.core.clock import SystemClock

ISSUED: Final = 1_784_116_800_000_000
"""2026-07-15, 13:00 in Lisbon."""
ORIGIN: Final = "operator.example/demo"
PAGES: Final = {
    "hand": ("hand", "show", "mesa-1/1"),
    "round": ("round", "show", "roulette:roleta-1/1"),
    "last hand": ("player", "last-hand", "p-leste", "--last", "2"),
    "statement": ("player", "statement", "p-leste"),
    "night": ("reconcile", "--day", "2026-07-14"),
}
"""Every page that is printed."""


def printed(*words: str) -> str:
    """The page that ``words`` write at ``ISSUED``."""
    with patch.object(SystemClock, "now", lambda _: ISSUED):
        tombo("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys", *words, "--html", "issued.html")
    return Path("issued.html").read_text(encoding="utf-8")


def facts(article: ET.Element) -> dict[str, str]:
    """What stands at the head of a page, in Portuguese, under its label."""
    rows = article.iterfind("table[@class='facts']/tbody/tr")
    return {(row[0].text or "").strip(): (row[1].text or "").strip() for row in rows}


def in_style(text: str) -> str:
    """What a browser reads of a string of a style sheet."""
    return re.sub(r"\\([0-9a-f]{6})", lambda found: chr(int(found[1], 16)), text)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", PAGES.values(), ids=PAGES)
def test_f6_a_page_names_the_operator_and_the_hour_of_issue(words: tuple[str, ...]) -> None:
    """F6: by the name of his ledger, the one on record, and by the clock that the call is given; on every article of the file."""
    articles = ET.fromstring(printed(*words)).findall("body/main/article")

    assert articles
    for article in articles:
        said = facts(article)
        assert said["Entidade exploradora"] == f"do registo {ORIGIN}"
        assert said["Emitido em"] == "2026-07-15 13:00:00 em Lisboa (12:00:00 UTC)"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", PAGES.values(), ids=PAGES)
def test_f6_every_sheet_says_whose_it_is_and_which(words: tuple[str, ...]) -> None:
    """F6: in the margin of paper, without a script: operator and issue to the left, the number of the sheet to the right."""
    (style,) = re.findall(r"<style>(.*?)</style>", printed(*words), re.DOTALL)
    (left,) = re.findall(r'@page \{ @bottom-left \{ content: "([^"]*)"', style)

    assert in_style(left) == f"{ORIGIN}, emitido em 2026-07-15 13:00:00 em Lisboa (12:00:00 UTC)"
    assert re.search(r"@bottom-right \{ content: counter\(page\) \" / \" counter\(pages\);", style)
