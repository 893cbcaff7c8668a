"""A5: whoever writes what is kept of complaints changes none that is shown: the page is refused, and the night names what was taken out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import run_raw
from tests.forgeries.test_hostile_views import in_views
from tests.worlds.register import BEGINS, Register, register
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.operate.keyring import open_checked
from tombo.ledger.store import open_views
from tombo.projections.reconciliation.run import reconcile
from tombo.reports.shown.house.waiting import CasesAsked, CaseState, names_page, next_name, page

EVERY: Final = frozenset(CaseState)
HONEST: Final = ["d", "a", "c", "b"]


@pytest.fixture
def made(store_url: str, tmp_path: Path) -> Iterator[Register]:
    """On each database in turn: two complaints wait, one was rejected, of one the compensation was taken back."""
    with register(store_url, tmp_path) as found:
        for name, seconds in (("a", 2), ("b", 0), ("c", 0), ("d", 1)):
            found.opens(name, "p-1" if name < "c" else "p-2", seconds)
        found.decides("b", "rejected")
        found.decides("c", "accepted")
        found.takes_back("c")
        with found.read():
            pass
        yield found


def shown(made: Register, states: frozenset[CaseState] = EVERY, player: str = "") -> list[str]:
    """The names on the page, from what is kept."""
    with made.read() as (reader, rows):
        found = page(reader, rows, CasesAsked(states, player, None, 9))
    return [stream.removeprefix("dispute:") for stream in found.streams]


def by_name(made: Register) -> list[str]:
    """The names in their order, from what is kept."""
    with made.read() as (reader, rows):
        return [stream.removeprefix("dispute:") for stream in names_page(reader, rows, 9, None).streams]


def alter(made: Register, table: str, change: str) -> None:
    """Run ``change`` past every check on a table of the search, which it names ``{}``."""
    with open_views(made.url) as views:
        build = views.live("search")
    assert build is not None
    run_raw(in_views(made.url), change.format(build.stored(table)))


def alter_state(made: Register, name: str, change: dict[str, object] | None, of: str = "complaints") -> None:
    """What the search knows of the complaint ``name`` is that, or nothing any more."""
    with open_views(made.url) as views:
        build = views.live("search")
    assert build is not None
    state = json.loads(build.state)
    if change is None:
        del state[of][name]
    else:
        state[of][name] = change if of == "complaints" else change["value"]
    text = json.dumps(state).replace("'", "''")
    run_raw(in_views(made.url), f"UPDATE builds SET state = '{text}' WHERE name = 'search'")


def night(made: Register) -> list[str]:
    """What the night says of what is kept."""
    with open_checked(made.url, made.keyring, read_only=True) as store, open_views(made.url) as views:
        return [one.text for one in reconcile(store, views, day_of(BEGINS)).problems if one.check == "views"]


ENDS: Final = {
    "how it was decided": ("UPDATE {} SET state = 'accepted' WHERE state = 'rejected'", "'accepted'"),
    "of what": ("UPDATE {} SET stream = 'dispute:d' WHERE state = 'rejected'", "the entries give no such row"),
    "of what is none": ("UPDATE {} SET stream = 'no stream' WHERE state = 'rejected'", "no such row"),
    "when": ("UPDATE {} SET log_index = 3 WHERE state = 'rejected'", "it is not there"),
    "that it was taken back": ("DELETE FROM {} WHERE state = 'taken_back'", "it is not there"),
    "that what waits was decided": (
        "INSERT INTO {} (log_index, stream, state) VALUES (3, 'dispute:d', 'rejected')",
        "the entries give no such row",
    ),
}


@pytest.mark.parametrize("what", ENDS)
def test_a5_what_became_of_a_complaint_is_not_shown_as_somebody_wrote_it(made: Register, what: str) -> None:
    """A5: the page of all is refused, and the night names the row."""
    assert shown(made) == HONEST
    change, said = ENDS[what]
    alter(made, "complaint_ends", change)
    with pytest.raises(TamperedError, match=said):
        shown(made)
    assert any("complaint_ends" in one for one in night(made))


OPENED: Final = {
    "whose it is": ("UPDATE {} SET player = 'p-9' WHERE stream = 'dispute:a'", "player is 'p-9'"),
    "its name": ("UPDATE {} SET stream = 'dispute:aa' WHERE stream = 'dispute:a'", "no"),
    "one more": (
        "INSERT INTO {} (log_index, stream, player) VALUES (0, 'dispute:zz', 'p-9')",
        "the entries give no such row",
    ),
}


@pytest.mark.parametrize("what", OPENED)
def test_a5_a_complaint_is_not_listed_as_somebody_wrote_it(made: Register, what: str) -> None:
    """A5: the register by name is refused, and the night names the row."""
    assert by_name(made) == ["a", "b", "c", "d"]
    change, said = OPENED[what]
    alter(made, "complaints", change)
    with pytest.raises(TamperedError, match=said):
        by_name(made)
    assert any("of complaints" in one for one in night(made))


def test_a5_what_was_put_under_another_player_is_not_shown_to_who_looks_for_him(made: Register) -> None:
    """A5: the decided complaint of another."""
    alter(made, "complaints", "UPDATE {} SET player = 'p-9' WHERE stream = 'dispute:b'")
    with pytest.raises(TamperedError, match="player is 'p-9'"):
        shown(made, player="p-9")


KNOWN: Final[dict[str, dict[str, object]]] = {
    "since when": {"complained": BEGINS, "player": "p-1"},
    "whose it is": {"complained": BEGINS + 2_000_000, "player": "p-2"},
}


@pytest.mark.parametrize("what", KNOWN)
def test_a5_what_waits_is_not_shown_as_somebody_wrote_it(made: Register, what: str) -> None:
    """A5: when he complained, and who did; also of what is decided long since, or was never complained of."""
    alter_state(made, "dispute:a", KNOWN[what])
    with pytest.raises(TamperedError, match="dispute:a is open"):
        shown(made, frozenset({CaseState.OPEN}))
    assert any("what it knows besides its rows" in one for one in night(made))


@pytest.mark.parametrize("name", ["dispute:b", "dispute:zz", "log:operator"])
def test_a5_what_does_not_wait_is_not_shown_as_if_it_did(made: Register, name: str) -> None:
    """A5: what is decided, what was never complained of, and what is no complaint."""
    alter_state(made, name, {"complained": 7, "player": "p-1"})
    with pytest.raises(TamperedError, match=f"{name} is open"):
        shown(made, frozenset({CaseState.OPEN}))


def test_a5_what_was_taken_out_the_night_names(made: Register) -> None:
    """A5: it is not on the page, and the night says of each where it is missing."""
    alter_state(made, "dispute:a", None)
    assert shown(made) == ["d", "c", "b"]
    alter(made, "complaint_ends", "DELETE FROM {} WHERE stream = 'dispute:b'")
    assert shown(made) == ["d", "c"]
    alter(made, "complaints", "DELETE FROM {} WHERE stream = 'dispute:d'")
    with pytest.raises(TamperedError, match="of complaint_ends: it is not there"):
        by_name(made)
    found = night(made)
    for said in ("of complaints", "of complaint_ends", "what it knows besides its rows"):
        assert any(said in one for one in found), found


def test_a5_a_count_that_somebody_wrote_has_every_complaint_read(made: Register) -> None:
    """A5: what is shown is then what the entries tell."""
    alter_state(made, "dispute", {"value": 3}, of="streams")
    alter(made, "complaint_ends", "DELETE FROM {}")
    assert shown(made) == HONEST
    assert by_name(made) == ["a", "b", "c", "d"]


@pytest.mark.parametrize("number", [2, 10**120])
def test_a5_a_number_that_somebody_wrote_is_not_offered_where_it_is_taken_or_none(made: Register, number: int) -> None:
    """A5: the names are listed then, and the next is offered."""
    made.opens("2026-0003")
    with made.read():
        pass
    alter_state(made, "2026", {"value": number}, of="numbers")
    with made.read() as (reader, rows):
        assert next_name(reader, rows, BEGINS) == "2026-0004"
