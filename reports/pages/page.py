"""A page as a value, and how it becomes one file of HTML that needs nothing else: no script, no font, no picture from elsewhere.

Every page is built of the same few blocks, so that one template and one style sheet serve them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple, assert_never

from markupsafe import Markup, escape

from tombo.ledger.core.cards import HIDDEN
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Sum, Told, written
from tombo.reports.document import Cell
from tombo.reports.pages.charts import Chart
from tombo.reports.said import page as said

NOTHING: Final = "\u2013"
"""Where there is no figure: a dash."""

SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
CARDS: Final = re.compile(r"\[((?:[2-9TJQKA][shdc]|\?\?)(?: (?:[2-9TJQKA][shdc]|\?\?))*)\]")
"""Cards as ``tombo.cli.terminal.text.cards`` writes them."""
CONTROLS: Final = (*range(9), 11, 12, *range(14, 32), *range(127, 160), 0xFFFE, 0xFFFF)
TURNS: Final = (0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
UNSAFE: Final = dict.fromkeys((*CONTROLS, *range(0xD800, 0xE000), *TURNS), "\ufffd")
"""What no page may hold: controls, which HTML forbids, and those that turn the direction of writing, which could forge a figure."""

_STARRED: Final = re.compile(r"^\*\*\* (.+?) \*\*\*")

BEGINNING: Final = """<!DOCTYPE html>
<html lang="pt-PT">
<head>
<meta charset="utf-8"/>
<meta name="generator" content="tombo"/>
"""
"""How every page begins: so a page that may be replaced is told from another's."""


class Fact(NamedTuple):
    """One thing to be known, under its label."""

    label: Cell
    value: Cell
    spec: str = ""
    """How a figure is written."""


class Column(NamedTuple):
    """A column of a table; ``amount``: its cells are figures, written as Portuguese writes them, and stand to the right.

    ``spec`` says how numbers and amounts in it are written (``tombo.ledger.core.said.Said``).
    """

    label: Cell
    amount: bool = False
    spec: str = ""


class PageTable(NamedTuple):
    """Rows of cells, one for each column; the first cell of a row names it. ``totals``: the last row, where there is one."""

    heading: Cell
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    totals: tuple[Cell, ...] = ()


class Step(NamedTuple):
    """Something that happened: when, what, and for an auditor where its entry stands."""

    when: str
    told: tuple[Cell, ...]
    mark: Cell = ""


class Steps(NamedTuple):
    """What happened, in order."""

    heading: Cell
    steps: tuple[Step, ...]


class Notes(NamedTuple):
    """Sentences under a heading; ``alarm``: they tell of something wrong, or void."""

    heading: Cell
    notes: tuple[Cell, ...]
    alarm: bool = False


Block = PageTable | Steps | Notes | Chart


class Page(NamedTuple):
    """A whole page. ``basis``: what it is, and by which rule it is owed. ``wide``: printed on a sheet that lies."""

    title: Cell
    basis: Cell
    facts: tuple[Fact, ...]
    blocks: tuple[Block, ...]
    wide: bool = False


class Issued(NamedTuple):
    """By whom and when a page is issued: ``origin`` names the ledger of the operator, the one name of his on record; ``at`` is by the clock of who writes it."""

    origin: str
    at: int


def html(*pages: Page, issued: Issued) -> str:
    """One file of ``pages``, at least one, one after the other: well-formed as XML too, so that a program can read it.

    Each says beside its facts who issued it and when; on paper every sheet says so.
    """
    by = issued_by(issued)
    drawn = [((page, (*by, *page.facts)), [(_name(block), block) for block in page.blocks]) for page in pages]
    first, foot = pages[0], said.PAGE_FOOT()
    sheet = _in_style(said.ON_EVERY_SHEET(origin=issued.origin, at=issued.at))
    page = template("tombo.reports.pages", "page.html")
    return BEGINNING + str(page.render(title=first.title, wide=first.wide, pages=drawn, foot=foot, sheet=sheet))


def issued_by(issued: Issued) -> tuple[Fact, Fact]:
    """Who issued a page, and when, as facts."""
    return (
        Fact(said.PAGE_OPERATOR(), said.OPERATOR_OF_LEDGER(origin=issued.origin)),
        Fact(said.PAGE_ISSUED(), said.PAGE_DATED(at=issued.at)),
    )


def _in_style(text: Told) -> str:
    """``text`` as a string of a style sheet: whatever is no letter or digit is written by its number, so that nothing ends it."""
    written_out = _cleaned(portuguese(text))
    return "".join(one if one.isascii() and one.isalnum() else f"\\{ord(one):06x}" for one in written_out)


def _name(block: Block) -> str:
    """The macro that draws ``block``."""
    match block:
        case PageTable():
            return "table"
        case Steps():
            return "steps"
        case Notes():
            return "notes"
        case Chart():
            return "chart"
        case _:
            assert_never(block)


def _cleaned(value: Any) -> Any:
    """A value as it may stand on a page; the template escapes it."""
    return value.translate(UNSAFE) if isinstance(value, str) and not isinstance(value, Markup) else value


def _in(language: Language) -> Callable[..., str]:
    """Writes a text in ``language``."""

    def text(text: Cell, spec: str = "") -> str:
        if isinstance(text, int | Sum):  # a figure by itself stands once
            return written(text, Language.PT, spec)
        return written(text, language, spec)

    return text


portuguese: Final = _in(Language.PT)
english: Final = _in(Language.EN)


def _happened(text: str) -> str:
    """A line of a history without the stars that set it off in a terminal."""
    return _STARRED.sub(r"\1", text)


def _drawn(text: str) -> Markup:
    """``text`` with its cards drawn: ``[Ah Kd]`` becomes ``A♥ K♦``, and the red ones red."""
    done, parts = 0, list[Markup]()
    cleaned: str = _cleaned(text)
    for found in CARDS.finditer(cleaned):
        parts += [escape(cleaned[done : found.start()]), Markup(" ").join(map(_card, found[1].split()))]
        done = found.end()
    return Markup("").join([*parts, escape(cleaned[done:])])


def _card(text: str) -> Markup:
    if text != HIDDEN:
        text = text[0].replace("T", "10") + SUITS[text[1]]
    colour = " red" if text[-1] in "♥♦" else ""
    return Markup('<span class="card{}">{}</span>').format(colour, text)


@cache
def template(package: str, name: str) -> Any:
    """A template of a package, read once, where a page is written. It cleans and escapes whatever stands in it."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415  # whoever writes text loads none of it

    environment = Environment(
        loader=PackageLoader(package, ""),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_cleaned,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"drawn": _drawn, "happened": _happened, "pt": portuguese, "en": english}
    return environment.get_template(name)
