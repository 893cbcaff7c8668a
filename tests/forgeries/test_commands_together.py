"""Commands that were recorded in one commit: the night asks each by what was on record before it, and tells of it in the night of its own day.

A door that is busy commits together what waits (decision 0002). So a hand may begin in the commit that ended the one before it; and whoever seals
past the door may put a pause, or an entry of another day, beside what he does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.forgeries.honest import DAY, SCENES, Room, scene
from tests.forgeries.stolen import Scenes, Thief
from tests.worlds.forged_ledger import Act, Commit
from tests.worlds.world import PLATFORM
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.lisbon import day_of, window
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament.events import LevelPaused
from tombo.ledger.house.account.events import AccountOpened
from tombo.projections.reconciliation.run import reconcile


def _in_pairs(found: list[Commit], offset: int) -> list[Commit]:
    """Two commits in each where they are seconds apart, as of when the later was recorded."""
    pairs = [found[:offset], *(found[at : at + 2] for at in range(offset, len(found), 2))]
    near = [part for pair in pairs for part in ([pair] if _are_near(pair) else [[one] for one in pair])]
    return [Commit(part[-1].recorded, [act for one in part for act in one.acts]) for part in near if part]


def _are_near(pair: list[Commit]) -> bool:
    return not pair or pair[-1].recorded - pair[0].recorded < 8 * SECOND


@pytest.mark.parametrize("name", list(SCENES))
@pytest.mark.parametrize("offset", [0, 1])
def test_a_commit_of_two_commands_ties_as_two_commits_do(scenes: Scenes, name: str, offset: int) -> None:
    """Every scene, each commit of it with the next. Red before: hands of tournaments were asked by what was on record before the commit."""
    thief = scenes(name)
    thief.commits = _in_pairs(thief.commits, offset)
    assert scenes.night(name, thief) == []


class _Together(Room):
    """A room whose door gets the end of a hand together with the beginning of the next."""

    held: tuple[Envelope, ...] = ()

    def does(self, command: CommandBase, by: By = PLATFORM, occurred: int | None = None) -> list[Any]:
        if isinstance(command, poker.SettleHand):
            self.held = (self.floor.envelope(command, by, occurred),)
            return []
        return super().does(command, by, occurred)

    def goes_on(self, local: str) -> None:
        """A hand in which everybody folds to the last."""
        self._deal(local, {})
        self._bet(local, set())


def test_the_next_hand_may_begin_in_the_commit_of_an_exit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """R810 r.26-27, R806 r.64: at the door itself. Red before: its seats and its button were said to be wrong."""

    def played(room: Room) -> None:
        together = _Together(room.ledger, room.folder)
        together.floor = room.floor
        together.announces("par")
        together.enters("p-3", "p-4", "p-5")
        together.begins("e1")
        together.runs(c.CloseRegistration)
        together.all_in("e1", ["p-4"], "p-5")
        start = together.floor.envelope(poker.StartHand(table="e1"), PLATFORM, None)
        room.ledger.handle_many([*together.held, start])
        together.goes_on("e1/2")

    monkeypatch.setitem(SCENES, "together", played)
    with scene("together", tmp_path) as room:
        told = [one.text for one in reconcile(room.ledger.store, None, DAY).problems]
    assert told == []


def test_no_hand_begins_behind_a_pause_of_its_own_commit(scenes: Scenes) -> None:
    """R810 r.2g. Red before: in the commit of the pause it was asked as if there were none."""
    thief = scenes("tied")
    begun = thief.all("hand_started", "e1")[-1]
    commit = next(one for one in thief.commits if begun in one.acts)
    commit.acts.insert(0, Act("tournament:par", LevelPaused(left=SECOND)))
    assert any("the level is paused; no hand begins" in one for one in scenes.night("tied", thief))


def _paid_behind_midnight(thief: Thief, *beside: Act) -> None:
    """A credit that nothing caused, five minutes after midnight, and ``beside`` it in its commit."""
    paid = next(act for act in thief.all("credited"))
    thief.commits.append(Commit(window(DAY)[1] + 300 * SECOND, [paid.like(), *beside]))
    for act in thief.commits[-1].acts[:1]:
        act.occurred = None


def test_what_is_wrong_is_told_in_its_night_whatever_stands_beside_it(scenes: Scenes) -> None:
    """Red before: the last entry of a commit decided, which may claim a time before midnight."""
    for beside in ((), (Act("account:p-77", AccountOpened(player="p-77"), occurred=window(DAY)[1] - SECOND),)):
        thief = scenes("cash")
        _paid_behind_midnight(thief, *beside)
        with scenes.sealed("cash", thief, f"sqlite:///{scenes.keys('cash')}/beside-{len(beside)}.db") as store:
            told = [one.text for one in reconcile(store, None, day_of(window(DAY)[1] + SECOND)).problems]
        assert any("moved again" in one for one in told), beside
