"""What is said: every meaning has one name, and one sentence of the same facts in each language."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any, Final

import pytest

from tests.unit.test_tidy import PACKAGES, ROOT, named, sources
from tombo.ledger import said as every
from tombo.ledger.core import facts, said
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Said, Sum, Told, Vocabulary, Word, written
from tombo.ledger.games.every import BANKED_GAMES

_ROW: Final = {"Said", "Word"}
_MADE_ELSEWHERE: Final = {
    "reports/evidence.py",
    "reports/shown/wrong.py",
    "ledger/core/said.py",
    "ledger/games/poker/strength/combinations.py",
}
"""Where a word is made as it is needed, in a function."""


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def _made(node: ast.AST) -> list[ast.Call]:
    """Every call in ``node`` that makes a row."""
    calls = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
    return [one for one in calls if getattr(one.func, "id", getattr(one.func, "attr", None)) in _ROW]


def _kept(path: Path) -> list[ast.Call]:
    """Those that a module makes once, as it is read."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [row for node in _tree(path).body if not isinstance(node, functions) for row in _made(node)]


MODULES: Final = tuple(
    import_module(f"tombo.{named(path).removesuffix('.py').replace('/', '.')}")
    for path in sources(*PACKAGES)
    if _kept(path)
)
"""Where rows stand: those that are recorded; and those of reports, of projections that speak, and of games, which nobody records."""
RAISE = Said(
    "raise_low",
    "seat {seat} raises to {to}; expected {least} at the least",
    "o lugar {seat} sobe para {to}; mínimo {least}",
)
LEFT = Said("left", "{left:duration} are left until {at:instant}", "faltam {left:duration} até {at:instant}")
CARDS = Said(
    "cards", "{cards:card|cards} on the {street:word}, {why:told}", "{cards:carta|cartas} no {street:word}, {why:told}"
)
BECAUSE = Said("because", "of seats {seats}, at {rate:percent}", "dos lugares {seats}, a {rate:percent}")
FLOP = Word("flop", "flop", "flop de mesa")


def test_amounts_are_written_as_each_language_writes_them() -> None:
    """Point and comma; chips are *fichas*."""
    euro = RAISE(seat=2, to=Sum(999, "EUR", 2), least=Sum(1200, "EUR", 2))
    assert euro.text() == "seat 2 raises to 9.99 EUR; expected 12.00 EUR at the least"
    assert euro.text(Language.PT) == "o lugar 2 sobe para 9,99 EUR; mínimo 12,00 EUR"
    assert (
        RAISE(seat=2, to=Sum(9, None, 0), least=Sum(-12, None, 0))
        .text(Language.PT)
        .endswith("9 fichas; mínimo -12 fichas")
    )


def test_times_and_lengths_are_written_as_each_language_writes_them() -> None:
    """One second is one, and what no second tells is told in the unit that does."""
    assert LEFT(left=1_000_000, at=0).text() == "1 second are left until 1970-01-01T00:00:00.000000Z"
    assert LEFT(left=2_500_000, at=0).text(Language.PT) == "faltam 2,5 segundos até 1970-01-01T00:00:00.000000Z"
    assert LEFT(left=7, at=0).text(Language.PT).startswith("faltam 7 microssegundos")


def test_parts_words_and_lists_are_said_in_the_language_of_the_whole() -> None:
    """A part is a sentence of its own; a word stands in its list."""
    told = CARDS(cards=1, street=FLOP, why=BECAUSE(seats=(1, 2), rate=250))
    assert told.text() == "1 card on the flop, of seats 1, 2, at 2.5 %"
    assert told.text(Language.PT) == "1 carta no flop de mesa, dos lugares 1, 2, a 2,5 %"


def test_a_time_is_said_in_the_greatest_unit_that_it_reaches() -> None:
    """Red before: "29999993 microseconds to decide; these rules give 30 seconds", which nobody reads at three in the morning."""
    said = {0: "0 seconds", 1: "1 microsecond", 1_500: "1.5 milliseconds", 29_999_993: "29.999993 seconds"}
    said |= {-1: "-1 microseconds", -30_000_000: "-30 seconds", 1_000_010: "1.00001 seconds", 1_000: "1 millisecond"}
    assert {each: written(each, Language.EN, "duration") for each in said} == said
    assert written(90_061_001, Language.PT, "duration") == "90,061001 segundos"


def test_several_are_parted_as_their_sentence_asks() -> None:
    """By commas; by semicolons where they have commas of their own; one after the other."""
    rules = ("R803 r.12, r.28a", "R803 r.13")
    told = [written(rules, Language.PT, spec) for spec in ("", "parted", "run")]
    assert told == ["R803 r.12, r.28a, R803 r.13", "R803 r.12, r.28a; R803 r.13", "R803 r.12, r.28a R803 r.13"]


def test_percentages_have_no_more_digits_than_they_need() -> None:
    """Basis points as people say them."""
    assert [written(rate, Language.EN, "percent") for rate in (500, 250, 1)] == ["5 %", "2.5 %", "0.01 %"]
    assert [written(rate, Language.PT, "percent") for rate in (500, 250, 1)] == ["5 %", "2,5 %", "0,01 %"]


def test_a_meaning_is_said_of_its_facts_and_no_others() -> None:
    """One that is left out, and one too many, are told where they are made."""
    with pytest.raises(TypeError, match="raise_low is said of"):
        RAISE(seat=2)
    with pytest.raises(TypeError, match="raise_low is said of"):
        RAISE(seat=2, to=1, least=2, more=3)


def test_what_was_recorded_is_said_again_in_each_language() -> None:
    """Through JSON and back nothing is lost, a word's translation included."""
    told = CARDS(cards=2, street=FLOP, why=BECAUSE(seats=(1, 2), rate=250))
    kept = facts.plain(facts.recorded(told))
    again = Vocabulary([CARDS, BECAUSE], [FLOP]).told("cards", kept)
    assert [again.text(language) for language in Language] == [told.text(language) for language in Language]
    assert said.facts_as_json(again) == said.facts_as_json(told) == kept


@pytest.mark.parametrize(
    "kept",
    [
        5,
        {"minor": 5, "currency": "EUR", "decimals": 2},
        [5, "flop"],
        {"about": "left", "facts": {"left": "x", "at": 5}},
    ],
)
def test_facts_of_other_sorts_hide_nothing_and_stop_nobody(kept: object) -> None:
    """A platform sends what it likes: a number where a word belongs is shown, and the hand with it."""
    facts_ = {"cards": kept, "street": kept, "why": kept}
    for language in (Language.EN, Language.PT):  # in which the rows above are written
        assert Vocabulary([CARDS, LEFT], [FLOP]).told("cards", facts_).text(language)


def test_f5_a_name_with_a_line_break_forges_no_line() -> None:
    """Facts come from outside: a control or a turn of direction in one is seen, and has no effect."""
    told = RAISE(seat="p-1\n*** SUMMARY ***\x1b[2J\u202e", to=1, least=2)
    assert told.text().startswith("seat p-1\\u000a*** SUMMARY ***\\u001b[2J\\u202e raises")


def test_what_no_entry_can_hold_is_kept_in_words() -> None:
    """An amount above what the canonical encoding carries may be refused, and is told all the same."""
    told = RAISE(seat=1, to=Sum(10**20, "EUR", 2), least=10**20)
    kept = facts.plain(facts.recorded(told))
    assert kept["to"] == "1000000000000000000.00 EUR"
    assert Vocabulary([RAISE], []).told("raise_low", kept).text() == told.text()


@pytest.mark.parametrize("kept", [{}, {"seat": 1}, {"seat": 1, "to": 2, "least": 3, "more": 4}])
def test_what_has_no_sentence_here_is_told_by_its_name_and_facts(kept: dict[str, int]) -> None:
    """A sentence with a hole in it would be a lie, and one who shows a hand must not fail over a word."""
    said_so = f"raise_low ({', '.join(f'{name} {value}' for name, value in kept.items())})"
    assert Vocabulary([RAISE], []).told("raise_low", kept).text() == said_so


def _rows(sort: type[Said | Word]) -> set[Any]:
    """Every row of that sort, those of the reports too, which nobody records."""
    held = [row for module in MODULES for row in vars(module).values()]
    return {row for one in held for row in (one.values() if isinstance(one, dict) else [one]) if isinstance(row, sort)}


def test_every_meaning_has_one_name() -> None:
    """And so has every word of a list."""
    assert [name for name, times in Counter(row.about for row in _rows(Said)).items() if times > 1] == []
    keyed: dict[str, set[Word]] = {}
    for word in _rows(Word):
        keyed.setdefault(word.key, set()).add(word)
    assert {key: kept for key, kept in keyed.items() if len(kept) > 1} == {}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_row_is_called_by_its_name_and_says_the_same_in_each_language(module: object) -> None:
    """The same facts in the same sorts, so that a language never says less."""
    for name, row in vars(module).items():
        if isinstance(row, Said):
            assert row.about.upper() == name
            assert {frozenset(_holes(_cell(row, language))) for language in Language} == {frozenset(_holes(row.en))}, (
                name
            )


def test_rows_stand_where_translators_look() -> None:
    """In modules ``said``, ``words`` and ``noted``, none of them hidden from what follows; a word that is made elsewhere is on the list."""
    made = {path: _made(_tree(path)) for path in sources(*PACKAGES)}
    homes = {path for path in made if path.name in {"said.py", "words.py", "noted.py"} or "said" in path.parts}
    assert {named(path) for path in made.keys() - homes if _kept(path)} == set()
    assert {named(path) for path, rows in made.items() if len(rows) > len(_kept(path))} == _MADE_ELSEWHERE
    written = {row.args[0].value for path in made for row in _kept(path) if isinstance(row.args[0], ast.Constant)}
    assert written == {row[0] for row in (*_rows(Said), *_rows(Word))}


def test_a_row_is_made_with_a_cell_of_each_language() -> None:
    """Wherever that is, also as it is needed: those that have too few are named."""
    short = [
        f"{named(path)}:{row.lineno}: {ast.unparse(row.args[0])}"
        for path in sources(*PACKAGES)
        for row in _made(_tree(path))
        if not any(isinstance(cell, ast.Starred) for cell in row.args) and len(row.args) != 1 + len(Language)
    ]
    assert short == []


def test_no_cell_is_empty() -> None:
    """Of no row, in no language, of sentences and of words: those that are stand in the list, by language."""
    rows: set[Said | Word] = {*_rows(Said), *_rows(Word)}
    empty = {(language, row[0]) for language in Language for row in rows if not _cell(row, language).strip()}
    assert empty - {(Language.EN, "recorded_in_english")} == set()


def _cell(row: Said | Word, language: Language) -> str:
    return str(getattr(row, language.value))


def _holes(sentence: str) -> set[tuple[str, str]]:
    """The facts in braces, each with its sort; the noun of a count is each language's own."""
    return {
        (name, "count" if "|" in (spec or "") else spec or "")
        for _, name, spec, _ in Formatter().parse(sentence)
        if name is not None
    }


def test_no_row_is_left_that_nobody_says() -> None:
    """A sentence without a rule behind it is dead."""
    used = {
        node.attr
        for path in sources("ledger", "projections", "reports", "serve", "desk", "cli")
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Attribute)
    }
    for template in sorted((ROOT / "desk" / "templates").glob("*.html")):
        used |= set(re.findall(r"\b[a-z_]+\.([A-Z][A-Z_]+)\(", template.read_text(encoding="utf-8")))
    rows = {row.about.upper() for module in MODULES for row in vars(module).values() if isinstance(row, Said)}
    listed = {
        row.about.upper()
        for module in MODULES
        for name, kept in vars(module).items()
        if isinstance(kept, dict) and name.isupper()
        for row in kept.values()
        if isinstance(row, Said)
    }
    assert rows - used - listed == {said.UNSAID.about.upper()}  # which its own module says


def test_every_module_of_rows_is_in_the_list() -> None:
    """What stands elsewhere could not be said again."""
    listed = {f"{module.__name__.removeprefix('tombo.').replace('.', '/')}.py" for module in every.MODULES}
    there = {named(path) for path in sources("ledger") if path.name == "said.py" or path.parent.name == "said"}
    packages = {name for name in there if name.endswith("/said/__init__.py")}
    assert there - packages - {"ledger/core/said.py", "ledger/said.py"} == listed
    histories = {game.history.rows for game in BANKED_GAMES.values()}
    assert histories <= set(MODULES)
    assert not histories & set(every.MODULES)  # what a history says is never recorded


def test_told_is_compared_by_what_it_says() -> None:
    """Two cases of one meaning with the same facts are one."""
    assert RAISE(seat=1, to=2, least=3) == Told(RAISE, {"seat": 1, "to": 2, "least": 3})


ROWS: Final = {row.about.upper(): row for row in _rows(Said)}


def test_whoever_says_something_gives_its_facts() -> None:
    """A fact too few, or under another name, would be found only when the rule objects."""
    wrong = [
        f"{named(path)}:{node.lineno}: {node.func.attr}"
        for path in sources("ledger", "projections", "reports", "serve", "desk", "cli")
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ROWS
        if None not in {word.arg for word in node.keywords}
        if {word.arg for word in node.keywords} != said.facts_of(ROWS[node.func.attr]).keys()
    ]
    assert wrong == []
