"""F6: a page for a player says how to complain of it, by the rule of its game (R806 r.66 and its fellows, R810 r.55)."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.tools.cli_run import tombo
from tests.tools.printed import html
from tests.transcripts.player import Transcript
from tests.unit.cli.test_pages import STORY
from tests.worlds.simulated import as_entries
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import written
from tombo.ledger.terms.every import LAWS
from tombo.projections.follow import Viewer
from tombo.projections.round.hand import of
from tombo.projections.session_statement.reading import FOREVER, Statement
from tombo.reports.pages.complaint import how_to_complain
from tombo.reports.pages.hands import hand_page
from tombo.reports.pages.statement import statement_pages

READS: Final = ("--staff", "s-2", "--reason", "complaint 17")
RULES: Final = {
    "R803": "R803 r.38",
    "R804": "R804 r.25",
    "R805": "R805 r.32",
    "R806": "R806 r.66",
    "R807": "R807 r.26",
    "R809": "R809 r.67",
    "R810": "R810 r.55",
    "R811": "R811 r.66",
}
"""By the regulations themselves."""


def blocks(page: str, language: str) -> list[str]:
    """What each article of a page says of complaints, in Portuguese or in English."""
    return [" ".join(_said(section, language)) for section in _sections(page)]


def _sections(page: str) -> Iterator[ET.Element]:
    for section in ET.fromstring(page).iterfind("body/main/article/section"):
        title = section.find("h2")
        if title is not None and (title.text or "").strip() == "Como reclamar":
            yield section


def _said(section: ET.Element, language: str) -> Iterator[str]:
    for line in section.iterfind("p"):
        english = line.find("span[@lang='en']")
        yield ((line.text if language == "pt" else english is not None and english.text) or "").strip()


def written_by(*words: str) -> str:
    """The page that ``words`` write."""
    tombo("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys", *words, "--html", "page.html")
    return Path("page.html").read_text(encoding="utf-8")


def cited(text: str) -> list[str]:
    """The rules in ``text``."""
    return re.findall(r"R8\d\d r\.\d+", text)


@pytest.mark.parametrize("name", LAWS)
def test_f6_every_regulation_has_its_rule_of_complaints(name: str) -> None:
    """F6: what a player is told of it cites the rule of his game, in both languages, that a complaint goes to the operator, and no time."""
    block = how_to_complain({name})
    for language, operator, time in (
        (Language.PT, "entidade exploradora", "não há prazo para reclamar"),
        (Language.EN, "operator", "set no time"),
    ):
        said = " ".join(written(note, language, "") for note in block.notes)
        assert cited(said) == [RULES[name]]
        assert operator in said
        assert time in said


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "rules"),
    [
        (("hand", "show", "mesa-1/1"), [["R806 r.66"]]),
        (("hand", "show", "mesa-1/1", "--viewer", "player:p-sul", *READS), [["R806 r.66"]]),
        (("round", "show", "roulette:roleta-1/1"), [["R804 r.25"]]),
        (("round", "show", "blackjack:bj-1/1"), [["R805 r.32"]]),
        (("player", "last-hand", "p-leste", "--last", "3"), [["R805 r.32"], ["R804 r.25"], ["R806 r.66"]]),
        (("player", "statement", "p-leste"), [["R804 r.25", "R805 r.32", "R806 r.66"]]),
        (("player", "statement", "p-leste", "--session", "p-leste-3"), [["R805 r.32"]]),
        (("hand", "show", "mesa-1/1", "--viewer", "auditor"), []),
        (("round", "show", "roulette:roleta-1/1", "--viewer", "auditor"), []),
        (("reconcile", "--day", "2026-07-14"), []),
    ],
    ids=[
        "hand",
        "hand of his",
        "spin",
        "blackjack",
        "last hands",
        "statement",
        "session",
        "auditor",
        "spin audited",
        "night",
    ],
)
def test_f6_a_page_for_a_player_says_how_to_complain(words: tuple[str, ...], rules: list[list[str]]) -> None:
    """F6: by the rules of the games that are on it, each once a language; what an auditor has says nothing of it."""
    page = written_by(*words)
    assert [cited(said) for said in blocks(page, "pt")] == rules
    assert [cited(said) for said in blocks(page, "en")] == rules


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({}, ["R806 r.66"]),
        ({"tournament": "t-1"}, ["R806 r.66", "R810 r.55"]),
        ({"door": "import"}, None),
    ],
)
def test_f6_a_hand_cites_its_tournament_too(changes: dict[str, str], rules: list[str] | None) -> None:
    """F6: who decides a complaint of a tournament's hand is R810's to say; one that was played elsewhere has nobody here to complain to."""
    told = Transcript(STORY)
    told.play()
    stream = f"hand:{told.name}"
    first, *rest = as_entries(stream, told.world.hand_events(told.number))
    first = first._replace(event=first.event.model_copy(update=changes))
    said = blocks(html(hand_page(of([first, *rest], {}, Viewer()))), "pt")

    assert [cited(one) for one in said] == ([] if rules is None else [rules])
    assert any("regras específicas do torneio" in one for one in said) == ("tournament" in changes)


def test_f6_a_statement_of_nothing_names_the_rule_of_every_game() -> None:
    """F6: who played nothing is told all of them."""
    (said,) = blocks(html(*statement_pages(Statement("p-1", 9, 0, FOREVER, (), (), (), ()))), "pt")
    assert cited(said) == [*(rule for name, rule in RULES.items() if name != "R810"), RULES["R810"]]
