"""What a search touches in the database of projections: the page it gives, however long the history is. Rows are counted, and nothing is timed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from typing import Any, Final

import psycopg
import pytest

from tests.forgeries.test_hostile_views import in_views
from tombo.ledger.core.cards import CARD_TEXTS
from tombo.ledger.store import Build, Views, open_views
from tombo.projections.rows import KeptRows
from tombo.projections.search.complaints import ended, named
from tombo.projections.search.fold import Search
from tombo.projections.search.reading import HandQuestion, findings, found, parts_of
from tombo.projections.search.tables import (
    COMPLAINT_ENDS,
    COMPLAINTS,
    ENDS,
    FINDINGS,
    HANDS,
    LATER,
    MARKS,
    TAKEN_PART,
    mark_of,
    size_of,
)

PAGE: Final = 10
LENGTH: Final = 20
"""Entries of a made-up hand."""
SHORT, LONG = 3_000, 30_000
"""Hands of two histories, of which one is ten times as long: 60,000 and 600,000 entries."""


def filled(views: Views, count: int) -> Build:
    """``count`` hands at seven tables, of a hundred players; every hundredth is void, every fiftieth has a finding, every 700th a complaint.

    Of every tenth somebody complains besides, of which all but every seventh is decided, and every 33rd taken back.
    """
    hands, ends, marks, parts, objections = list[Any](), list[Any](), list[Any](), list[Any](), list[Any]()
    for at in range(count):
        began, table, number = at * LENGTH, f"mesa-{at % 7}", str(at // 7 + 1)
        stream, amount = f"hand:{table}/{number}", 100 + at * 37 % 5_000
        incident = f"power-{at // 1_000}" if at % 100 == 0 else ""
        regulation = "R811" if at % 10 == 0 else "R806"
        hands.append((began, stream, table, number, regulation, began, "EUR", 2))
        ends.append((began + 19, began, "voided" if incident else "settled", began, 2, amount, 0, amount))
        said = [("table", table), ("number", number), ("regulation", regulation), ("amount", size_of(amount))]
        said += [("player", f"p-{at % 100}"), ("player", f"p-{(at + 1) % 100}")]
        said += [("card", CARD_TEXTS[(at + step) % 52]) for step in range(5)]
        said += [("incident", incident)] if incident else []
        said += [("rule", "R806 r.23")] if at % 50 == 0 else []
        marks += [(began, part, began, "", mark_of(*one)) for part, one in enumerate(said)]
        parts += [(began, part, f"p-{(at + part) % 100}", stream) for part in (0, 1)]
        objections += [(began + 5, stream, "R806 r.23")] if at % 50 == 0 else []
        marks += [(began + 19, 0, LATER, stream, mark_of("dispute", "opened"))] if at % 700 == 0 else []
    complaints, decided = complained(count)
    tables = {
        COMPLAINTS: complaints,
        COMPLAINT_ENDS: decided,
        HANDS: hands,
        ENDS: ends,
        MARKS: marks,
        TAKEN_PART: parts,
        FINDINGS: objections,
    }
    begun = views.begin(Search.name, Search.tables, Search.version, "operator.example/1")
    return views.advance(begun, count * LENGTH, "last", "", tables)


def complained(count: int) -> tuple[list[Any], list[Any]]:
    """The rows of complaints of ``count`` hands, the first twenty by one player, and those of what became of them."""
    complaints, decided = list[Any](), list[Any]()
    for number, at in enumerate(range(0, count, 10)):
        stream, index = f"dispute:c-{number:06d}", at * LENGTH
        complaints.append((index, stream, "p-few" if at < 200 else f"p-{at % 1_000}"))
        if number % 7:
            decided.append((index + 1, stream, ("accepted", "partly", "rejected")[number % 3]))
        if number % 33 == 0:
            decided.append((index + 2, stream, "taken_back"))
    return complaints, decided


def _all_took_part(views: Views, build: Build) -> object:
    """What is held against the entries of a hand."""
    return views.fetch(
        build, "SELECT player FROM {taken_part} WHERE stream = ? AND log_index < ?", ("hand:mesa-3/12", build.position)
    )


QUESTIONS: Final = {
    "the newest": HandQuestion(),
    "of a player": HandQuestion(player="p-7"),
    "of a player, with a card": HandQuestion(player="p-7", cards=("Ah",)),
    "at a table": HandQuestion(table="mesa-3"),
    "of a number": HandQuestion(number="12", table="mesa-3"),
    "of a game": HandQuestion(regulations=("R811",)),
    "with a card": HandQuestion(cards=("Ah",)),
    "with an amount": HandQuestion(least=1_000, most=4_000),
    "with a finding": HandQuestion(rule="R806 r.23"),
    "of an incident": HandQuestion(incident="power-1"),
    "behind a place": HandQuestion(player="p-7", below=20_000),
}
ASKED: Final[Mapping[str, Callable[[Views, Build], object]]] = {
    **{name: partial(found, question=question, most=PAGE) for name, question in QUESTIONS.items()},
    "the last hands of a player": lambda views, build: parts_of(views, build, "p-7", build.position, PAGE),
    "his last hands as of then": lambda views, build: parts_of(views, build, "p-7", 40_000, PAGE),
    "the newest findings": lambda views, build: findings(views, build, build.position, PAGE),
    "who took part in a hand": _all_took_part,
    "what was decided last": lambda views, build: ended(
        KeptRows(views, build), ("accepted", "partly", "rejected", "taken_back"), "", build.position, PAGE
    ),
    "what was accepted before then": lambda views, build: ended(
        KeptRows(views, build), ("accepted",), "", 40_000, PAGE
    ),
    "what was decided for who never complained": lambda views, build: ended(
        KeptRows(views, build), ("accepted", "taken_back"), "nobody", build.position, PAGE
    ),
    "what was decided for a player": lambda views, build: ended(
        KeptRows(views, build), ("accepted", "taken_back"), "p-few", build.position, PAGE
    ),
    "complaints by name": lambda views, build: named(KeptRows(views, build), "", PAGE),
    "complaints by name behind one": lambda views, build: named(KeptRows(views, build), "dispute:c-000100", PAGE),
}


def touched(
    url: str, views: Views, build: Build, ask: Callable[[Views, Build], object], monkeypatch: pytest.MonkeyPatch
) -> int:
    """How much the database goes through for an answer: rows on PostgreSQL, steps of its machine on SQLite."""
    asked = list[tuple[str, Any]]()
    fetch: Callable[..., Any] = views.recorder.fetch

    def heard(sql: str, params: Any = ()) -> Any:
        asked.append((sql, params))
        return fetch(sql, params)

    with monkeypatch.context() as patched:
        patched.setattr(views.recorder, "fetch", heard)
        ask(views, build)
    with counting(url) as count:
        return sum(count(sql, params) for sql, params in asked)


@contextmanager
def counting(url: str) -> Iterator[Callable[[str, Any], int]]:
    """Counts what a query of the database of projections goes through."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(in_views(url).removeprefix("sqlite:///"))) as file:
            yield lambda sql, params: _steps(file, sql, params)
        return
    plain, _, schema = in_views(url).rpartition("schema=")
    with psycopg.connect(plain.rstrip("?&"), autocommit=True) as server:
        server.execute(f"SET search_path TO {schema}")
        server.execute("ANALYZE")
        yield lambda sql, params: _rows(server, sql, params)


def _steps(file: sqlite3.Connection, sql: str, params: Any) -> int:
    steps = 0

    def step() -> int:
        nonlocal steps
        steps += 1
        return 0

    file.set_progress_handler(step, 1)
    file.execute(sql, params).fetchall()
    file.set_progress_handler(None, 1)
    return steps


def _rows(server: psycopg.Connection[Any], sql: str, params: Any) -> int:
    """The rows that every scan of the plan gave, and those that it left out."""
    explained = server.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql.replace('?', '%s')}", params).fetchone()
    assert explained is not None
    return _scanned(explained[0][0]["Plan"])


def _scanned(plan: dict[str, Any]) -> int:
    loops = plan["Actual Loops"]
    rows = plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0) if "Scan" in plan["Node Type"] else 0
    return int(loops * rows) + sum(map(_scanned, plan.get("Plans", ())))


def history(url: str, count: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """What each question touches where there are ``count`` hands."""
    with open_views(url) as views:
        views.drop(Search.name)
        build = filled(views, count)
        return {name: touched(url, views, build, ask, monkeypatch) for name, ask in ASKED.items()}


def test_a_page_costs_the_same_in_a_history_ten_times_as_long(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked: a few more where a page ends elsewhere, and never twice as many."""
    short, long = (history(store_url, count, monkeypatch) for count in (SHORT, LONG))
    grown = {name: (short[name], long[name]) for name in ASKED if long[name] > 2 * short[name]}
    assert grown == {}
