"""What an incident lists: all that was in play at its tables, where it stood; sealed otherwise, the night names it (R806 r.72, R804 r.20).

A void rests on that list: a hand that is left out cannot be void though the operator's system failed, and one that is put on it can.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.forgeries.test_rules_held import Played, _read
from tests.worlds.casino import BEGINS, ORIGIN, casino
from tests.worlds.forged_ledger import Act, Commit, acts, commits, sealed
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL, chip
from tombo.ledger.core.lisbon import HOUR, day_of
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.house.incident.events import HandsListed, OpenHand
from tombo.ledger.operate.keyring import Keyring
from tombo.projections.reconciliation.run import reconcile

SPIN: Final = f"roulette:{WHEEL}/2"
BJ: Final = "blackjack:bj-1/1"
LISTED: Final = "incident.hands_listed.v1"


@pytest.fixture(scope="module")
def outage(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A spin that is over, one void under an incident of its wheel; a round of blackjack beside it that goes on."""
    folder = tmp_path_factory.mktemp("outage")
    with casino(folder) as made:
        do = made.floor.do
        made.spins({"p-1": (chip(200, "red"),)}, "17")
        name = made.blackjack({1: 1000}, "Ts 6d 9d", "Th")
        made.spins({"p-1": (chip(200, "red"),)}, None)
        made.voids(f"{WHEEL}/2")
        do(CloseIncident(incident="power", note="over"))
        made.decides(name, 1, "stand")
        made.reveals(name, "Kd")
        made.spins({"p-1": (chip(200, "red"),)}, None)
        do(spin.PlaceChips(chips=[chip(200, "red")], player="p-2", round=f"{WHEEL}/3"), player("p-2"))
        do(spin.CloseBets(round=f"{WHEEL}/3"))
        do(spin.LandBall(number="17", round=f"{WHEEL}/3"))
        do(spin.SettleSpin(round=f"{WHEEL}/3"))
        for scope in (None, ["bj-1"]):
            do(
                OpenIncident(
                    first_instant=BEGINS,
                    incident="all" if scope is None else "none",
                    origin="player_network",
                    reported_by="monitor",
                    scope=scope,
                )
            )
        return _read(made.ledger.store, Keyring(folder / "keys"))


def _list(found: list[Commit]) -> Act:
    return next(act for act in acts(found) if act.kind == LISTED and act.stream == "incident:power")


def _says(*hands: tuple[str, int]) -> Callable[[list[Commit]], None]:
    """The list says these instead."""
    return lambda found: _list(found).says(hands=[OpenHand(hand=hand, version=version) for hand, version in hands])


def _of_all(found: list[Commit]) -> None:
    """The incident is said to be of all tables."""
    next(act for act in acts(found) if act.kind == "incident.opened.v1").says(scope=None)


def _not_yet(found: list[Commit]) -> None:
    """The incident is said to begin an hour after what it voids was void."""
    next(act for act in acts(found) if act.kind == "incident.opened.v1").says(first_instant=BEGINS + HOUR)


def _none(found: list[Commit]) -> None:
    """It lists nothing, not even nothing."""
    listed = _list(found)
    for commit in found:
        commit.acts = [act for act in commit.acts if act is not listed]


def _later(found: list[Commit]) -> None:
    """The spin that begins after it is listed as well, before that is over, as if the incident had interrupted it."""
    at = next(at for at, commit in enumerate(found) if any(act.stream == f"roulette:{WHEEL}/3" for act in commit.acts))
    listed = HandsListed(hands=[OpenHand(hand=f"roulette:{WHEEL}/3", version=1)])
    found.insert(at + 1, Commit(found[at].recorded, [Act("incident:power", listed)]))


HERE: Final = (SPIN, 2)
OVER: Final = f"roulette:{WHEEL}/1"
CHANGES: Final[dict[str, tuple[Callable[[list[Commit]], None], tuple[str, ...]]]] = {
    "left out": (_says(), (f"{SPIN} was in play as the incident power was opened at its table",)),
    "not begun": (_not_yet, ("the incident power is said to begin at",)),
    "no list": (_none, (f"{SPIN} was in play as the incident power was opened at its table",)),
    "of all tables": (_of_all, (f"{BJ} was in play as the incident power was opened at its table",)),
    "over before": (
        _says(HERE, (OVER, 2)),
        (f"lists {OVER}, which was not in play", f"{OVER}, listed by the incident power, has no end"),
    ),
    "begins later": (_says(HERE, (f"roulette:{WHEEL}/3", 1)), (f"lists roulette:{WHEEL}/3, which was not in play",)),
    "of another table": (_says(HERE, (BJ, 6)), (f"lists {BJ}, and does not cover its table",)),
    "where it never was": (_says((SPIN, 9)), (f"lists {SPIN} at its entry 9, which was not its newest then",)),
    "where it was before": (_says((SPIN, 1)), (f"lists {SPIN} at its entry 1, which was not its newest then",)),
    "later": (_later, ("lists hands in another commit than the one it was opened in",)),
}


def _night(of: Played, folder: Path, change: Callable[[list[Commit]], None]) -> list[str]:
    found = commits(of.entries, of.ends)
    change(found)
    with sealed(found, f"sqlite:///{folder}/changed.db", ORIGIN, of.key) as store:
        return [one.text for one in reconcile(store, None, day_of(BEGINS)).problems if one.check == "incident"]


def test_an_incident_that_lists_what_was_in_play_ties(outage: Played, tmp_path: Path) -> None:
    """One that interrupts a spin, one of all tables and one of a table where nothing is in play."""
    assert _night(outage, tmp_path, lambda _: None) == []


@pytest.mark.parametrize("name", CHANGES)
def test_an_incident_that_lists_otherwise_is_named(outage: Played, tmp_path: Path, name: str) -> None:
    """Red before: the list was believed, and a void rested on it."""
    change, says = CHANGES[name]
    told = _night(outage, tmp_path, change)
    assert len(told) == len(says)
    for text, due in zip(told, says, strict=True):
        assert due in text
