"""R804 r.28-29, R806 r.69-71: a session that ends because its player was idle; sealed without warning, too soon or under another rule it is named.

Whoever ends a session keeps its player from his next bet, and says in its record that he did not bet.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.forgeries.stolen import Scenes
from tests.forgeries.test_rules_held import Played, _read
from tests.worlds.casino import BEGINS, ORIGIN, casino
from tests.worlds.forged_ledger import Act, Commit, acts, commits, numbered, sealed, without
from tests.worlds.roulette import WHEEL, chip
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.house.session.commands import EndSession, WarnInactivity
from tombo.ledger.operate.keyring import Keyring
from tombo.projections.reconciliation.run import reconcile

SESSION: Final = "session:s-p-2"
RED: Final = (chip(200, "red"),)
Change = Callable[[list[Commit]], None]


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A wheel at which p-2 lets spins pass, is warned, lets two more pass, and is out."""
    folder = tmp_path_factory.mktemp("idle")
    with casino(folder) as made:
        for _ in range(6):
            made.spins({"p-1": RED}, "17")
        made.floor.do(WarnInactivity(session=SESSION.partition(":")[2], where=f"banked:{WHEEL}"))
        for _ in range(2):
            made.spins({"p-1": RED}, "17")
        made.floor.do(EndSession(cause="inactivity", session=SESSION.partition(":")[2]))
        return _read(made.ledger.store, Keyring(folder / "keys"))


def _one(found: list[Commit], word: str) -> Act:
    return next(act for act in acts(found) if act.stream in {SESSION, f"banked:{WHEEL}"} and word in act.kind)


def _drops(*words: str) -> Change:
    def drop(found: list[Commit]) -> None:
        without(found, tuple(_one(found, word) for word in words))
        numbered(found)

    return drop


def _early(found: list[Commit]) -> None:
    """What ended the session is said right behind the warning."""
    ended = next(commit for commit in found if any("session.ended" in act.kind for act in commit.acts))
    warned = next(commit for commit in found if any("inactivity_warned" in act.kind for act in commit.acts))
    found.remove(ended)
    at = found.index(warned) + 1
    found.insert(at, Commit(warned.recorded, ended.acts))
    numbered(found)


CHANGES: Final[dict[str, tuple[Change, str]]] = {
    "never warned": (_drops("inactivity_warned"), "ends for inactivity; expected a warning before (R804 r.29)"),
    "too soon": (_early, "ends for inactivity before what the warning leaves its player is over"),
    "another hand": (lambda found: _one(found, "inactivity_warned").says(number=3), "with hand or round 3; the last"),
    "a limit that is by a rule": (
        lambda found: _one(found, "session.ended").says(cause="limit"),
        "by R804 r.29; expected no rule",
    ),
    "another table": (
        lambda found: _one(found, "inactivity_warned").says(table="banked:nowhere"),
        "the last one begun there is no open table",
    ),
    "another rule": (
        lambda found: _one(found, "inactivity_warned").says(rule="R804 r.28a"),
        "by R804 r.28a; expected R804 r.28b",
    ),
    "another time": (lambda found: _one(found, "inactivity_warned").says(at=BEGINS), "at another time than its entry"),
    "ends by another rule": (
        lambda found: _one(found, "session.ended").says(rule="R804 r.26"),
        "ends by R804 r.26; expected R804 r.29",
    ),
    "still there": (_drops("player_left"), "ends while p-2 holds a place at "),
}


def _night(of: Played, folder: Path, change: Change) -> list[str]:
    found = commits(of.entries, of.ends)
    change(found)
    with sealed(found, f"sqlite:///{folder}/changed.db", ORIGIN, of.key) as store:
        return [one.text for one in reconcile(store, None, day_of(BEGINS)).problems]


def test_a_session_that_ends_for_inactivity_by_the_rules_ties(idle: Played, tmp_path: Path) -> None:
    """Six spins let pass, a warning, the spin after it."""
    assert _night(idle, tmp_path, lambda _: None) == []


@pytest.mark.parametrize("name", CHANGES)
def test_a_session_that_ends_otherwise_is_named(idle: Played, tmp_path: Path, name: str) -> None:
    """Red before: nobody asked whether there was a warning, of what, or whether the player still sat there."""
    change, says = CHANGES[name]
    assert any(says in told for told in _night(idle, tmp_path, change))


def test_a_session_that_says_of_no_place_is_named(scenes: Scenes) -> None:
    """Red before: one that said nothing at all passed as one of the first ledgers, where none did; the statement lost the table."""
    thief = scenes("cash")
    entered = thief.all("entered")[-1]
    thief.drops(entered)
    said = f"{entered.stream}, which says that it is played in no place"
    assert any(said in told for told in scenes.night("cash", thief))
