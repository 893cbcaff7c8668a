"""Complaints a page at a time: the same from what is followed as from the entries of all, at the cost of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from tests.unit.reports.test_lookup_cost import counting
from tests.worlds.floor import MANAGER
from tests.worlds.register import BEGINS, REPLAYED, REVERSED, Register, register, resolved, several
from tombo.desk.asked import DeskAsked
from tombo.desk.cases import list as list_
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import NotFoundError
from tombo.ledger.core.language import Language
from tombo.ledger.house.dispute.events import Outcome
from tombo.projections.rows import KeptRows
from tombo.reports.shown.house.waiting import CasePlace, CasesAsked, CaseState, names_page, next_name, page
from tombo.reports.shown.reading import Reader
from tombo.serve import kept
from tombo.serve.readers import OpenedLedger
from tombo.serve.who import HolderSort, Who

EVERY: Final = frozenset(CaseState)
SETS: Final = [frozenset(chosen) for count in range(1, len(EVERY) + 1) for chosen in combinations(sorted(EVERY), count)]
FEW, MANY = 24, 240
"""Complaints of two ledgers: a page of each state is full in the smaller one, too."""


@pytest.fixture
def made(store_url: str, tmp_path: Path) -> Iterator[Register]:
    """An empty ledger on each database in turn."""
    with register(store_url, tmp_path) as found:
        yield found


def walked(reader: Reader, rows: KeptRows | None, states: frozenset[CaseState], player: str, most: int) -> list[str]:
    """The names of all of them, a page after another."""
    names, after = list[str](), None
    while True:
        found = page(reader, rows, CasesAsked(states, player, after, most))
        names += [stream.removeprefix("dispute:") for stream in found.streams]
        assert len(found.streams) <= most
        if not found.more:
            assert found.last is None
            return names
        assert found.last is not None and CasePlace.of(found.last.text) == found.last
        after = found.last


def same(made: Register) -> dict[tuple[frozenset[CaseState], str], list[str]]:
    """By states and player the list, which is the same both ways, however long the page."""
    lists = {}
    with made.read() as (reader, rows):
        for states in SETS:
            for player in ("", "p-1", "nobody"):
                due = walked(reader, None, states, player, 1_000)
                for most in (2, 1_000):
                    assert walked(reader, rows, states, player, most) == due, (states, player, most)
                assert walked(reader, None, states, player, 5) == due, (states, player)
                lists[states, player] = due
    return lists


def test_what_waits_longest_stands_first_and_then_what_was_decided_last(made: Register) -> None:
    """Open ones by the instant of the complaint and then by name, the others by the entry that says how they stand, the newest first."""
    for name, seconds in (("a", 30), ("d", 10), ("c", 10), ("e", 0), ("f", 50), ("g", 5)):
        made.opens(name, "p-1" if name in "aeg" else "p-2", seconds)
    made.decides("e", "accepted")
    made.decides("f", "rejected")
    made.decides("g", "partly")
    made.takes_back("e")
    lists = same(made)
    assert lists[EVERY, ""] == ["c", "d", "a", "e", "g", "f"]
    assert lists[EVERY, "p-1"] == ["a", "e", "g"]
    assert lists[frozenset({CaseState.ACCEPTED}), ""] == []
    assert lists[frozenset({CaseState.TAKEN_BACK}), ""] == ["e"]
    assert lists[frozenset({CaseState.PARTLY, CaseState.REJECTED}), ""] == ["g", "f"]
    assert lists[frozenset({CaseState.OPEN}), "p-1"] == ["a"]
    assert lists[EVERY, "nobody"] == []


def test_many_complaints_are_listed_the_same_both_ways(made: Register) -> None:
    """Every state, of three players, many of one instant."""
    several(made, [f"2026-{number:04d}" for number in range(1, 31)])
    lists = same(made)
    assert len(lists[EVERY, ""]) == 30
    assert all(lists[frozenset({state}), ""] for state in EVERY)


def begun_by_no_door(made: Register) -> None:
    """A stream that begins with no complaint."""
    made.write(("dispute:0000", REPLAYED))


def decided_before_it_was_opened(made: Register) -> None:
    """A stream that begins with a decision."""
    made.write(("dispute:0000", resolved("accepted")))


def taken_back_at_once(made: Register) -> None:
    """What nobody decided."""
    made.write(("dispute:b", REVERSED))


def decided_again(made: Register) -> None:
    """Otherwise."""
    made.write(("dispute:c", resolved("rejected")))


def said_behind_the_end(made: Register) -> None:
    """It was computed again behind its decision."""
    made.write(("dispute:c", REPLAYED))


@pytest.mark.parametrize(
    "change",
    [begun_by_no_door, decided_before_it_was_opened, taken_back_at_once, decided_again, said_behind_the_end],
)
def test_what_no_door_records_is_listed_the_same_both_ways(made: Register, change: Callable[[Register], None]) -> None:
    """A complaint that nobody opened is not lost, and one that is decided is none that waits."""
    for name in "abc":
        made.opens(name)
    made.decides("c")
    change(made)
    lists = same(made)
    begun = change in {begun_by_no_door, decided_before_it_was_opened}
    assert sorted(lists[EVERY, ""]) == (["0000", "a", "b", "c"] if begun else ["a", "b", "c"])
    assert lists[frozenset({CaseState.ACCEPTED}), "p-1"] == (
        ["0000", "c"] if change is decided_before_it_was_opened else ["c"]
    )
    with made.read() as (reader, rows):
        for after in (None, "dispute:a"):
            assert names_page(reader, rows, 2, after) == names_page(reader, None, 2, after)


@pytest.mark.parametrize("states", [EVERY, frozenset({CaseState.OPEN})])
def test_what_waits_is_left_out_by_no_decision_between_two_pages(made: Register, states: frozenset[CaseState]) -> None:
    """The last of a page is decided before somebody goes on behind it: the next page begins with the next that waits, both ways."""
    for number, name in enumerate("abcd"):
        made.opens(name, seconds=10 * number)
    made.decides("d")
    with made.read() as (reader, rows):
        last = page(reader, rows, CasesAsked(states, "", None, 2)).last
    assert last is not None and last.stream == "dispute:b"
    made.decides("b")
    with made.read() as (reader, rows):
        for there in (rows, None):
            following = page(reader, there, CasesAsked(states, "", last, 1))
            assert (following.streams, following.more) == (("dispute:c",), len(states) > 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "open.a",
        "open.1.",
        "open.1.no name",
        "open.1.a\0",
        "waits.1.a",
        "open.-2.a",
        f"ended.{'9' * 19}.a",
        "open.\u0661.a",
    ],
)
def test_what_says_no_place_in_the_list_is_none(text: str) -> None:
    """No state, no number that fits, no name."""
    assert CasePlace.of(text) is None
    assert CasePlace.of("ended.7.2026/a.b") == CasePlace(is_open=False, at=7, stream="dispute:2026/a.b")


def test_names_go_on_behind_nothing_but_what_is_listed(made: Register) -> None:
    """Not behind what was never complained of; both ways."""
    made.opens("a")
    made.opens("b")
    made.decides("b")
    with made.read() as (reader, rows):
        for there in (rows, None):
            for stream in ("dispute:x", "a", "dispute:no name\0", "log:operator"):
                with pytest.raises(NotFoundError):
                    names_page(reader, there, 5, stream)


def test_all_are_listed_by_name_and_the_next_has_the_next_number(made: Register) -> None:
    """In pages of any length, both ways; the largest number of the year counts, however it was come by."""
    year = "2026"
    names = ["2025-0009", f"{year}-0007", f"{year}-2", f"{year}-x", "other", f"{year}-0003"]
    for name in names:
        with made.read() as (reader, rows):
            assert next_name(reader, rows, BEGINS) == next_name(reader, None, BEGINS)
        made.opens(name)
    made.decides("other")
    with made.read() as (reader, rows):
        assert next_name(reader, rows, BEGINS) == next_name(reader, None, BEGINS) == f"{year}-0008"
        for there in (rows, None):
            first = names_page(reader, there, 4, None)
            assert first.more
            last = names_page(reader, there, 4, first.streams[-1])
            assert [*first.streams, *last.streams] == sorted(f"dispute:{name}" for name in names)
            assert not last.more


ASKED: Final = DeskAsked(Who(HolderSort.STAFF, MANAGER.id), frozenset(), Language.EN, {}, {})
PAGES: Final[Mapping[str, Mapping[str, str]]] = {
    "all": {},
    "all of a player": {"player": "p-last"},
    "behind the first": {"after": f"open.{BEGINS}.early"},
    "behind one that is decided": {"after": "ended.20.late"},
    **{state.value: {"state": state.value} for state in CaseState},
    "decided of a player": {"player": "p-last", "state": "accepted"},
}


def costs(made: Register, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[int]]:
    """What each page costs."""
    taken = dict[str, list[int]]()
    with made.read() as (reader, _):
        opened = OpenedLedger(reader, SteppingClock(BEGINS), made.url, made.keyring)
        looks: dict[str, Callable[[], object]] = {
            name: lambda query=query: list_.draw(opened, ASKED._replace(query=query))  # type: ignore[misc]  # bound as it is made
            for name, query in PAGES.items()
        }
        looks["by name"] = lambda: kept.disputes_list(opened, 5)
        looks["by name, behind one"] = lambda: kept.disputes_list(opened, 5, "dispute:early")
        for name, look in looks.items():
            look()
            with counting(monkeypatch) as seen:
                assert look()
            taken[name] = seen
    return taken


@pytest.mark.parametrize("decided", [False, True])
def test_a_page_costs_the_same_with_ten_times_as_many(
    made: Register, monkeypatch: pytest.MonkeyPatch, *, decided: bool
) -> None:
    """Of complaints that wait and of those that are decided: as many statements and rows, and no more steps of the database."""
    monkeypatch.setattr(list_, "PAGE", 5)
    made.opens("early", "p-last", 0)
    made.opens("late", "p-last", 0)
    made.decides("late", "accepted")
    grown(made, 1, FEW, decided=decided)
    few = costs(made, monkeypatch)
    grown(made, FEW + 1, MANY, decided=decided)
    many = costs(made, monkeypatch)
    assert all(statements for statements, *_ in few.values())
    assert {name: (few[name], many[name]) for name in few if not alike(few[name], many[name])} == {}


def grown(made: Register, first: int, last: int, *, decided: bool) -> None:
    """So many complaints more; all of them wait, or all are decided, each way."""
    outcomes: tuple[Outcome, ...] = ("accepted", "partly", "rejected", "accepted")
    for number in range(first, last + 1):
        made.opens(f"n-{number:04d}", f"p-{number}", number)
        if decided:
            made.decides(f"n-{number:04d}", outcomes[number % 4])
            if number % 4 == 3:
                made.takes_back(f"n-{number:04d}")
    made.publish()


def alike(few: list[int], many: list[int]) -> bool:
    """Whether what was counted is the same but for the steps of an index that is deeper."""
    return few[:2] == many[:2] and many[2] <= 1.1 * few[2] + 20
