"""Whose act a bet or a decision against the house is, and when bets were placed: sealed otherwise by whoever has an event key.

Red before: audit and night asked of poker alone who acts. A bet was another's, a hand doubled for whoever did not ask for it, a seat
folded by its neighbour, antes came half a minute after *jogo feito, nada mais* (R803 r.14, R804 r.14, R805 r.12), and everything tied.
"""

from __future__ import annotations

from typing import Final

import pytest

from tests.forgeries.stolen import Scenes, Thief
from tests.worlds.forged_ledger import Act, acts
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import By

OTHER: Final = By(actor="player", id="p-2")
MANAGER: Final = By(actor="staff", id="ana", role="manager")
PLATFORM: Final = By(actor="platform", id="games")
STAKES: Final = ("roulette.bet_placed.v1", "blackjack.bet_placed.v1", "sem_descarte.ante_placed.v1")
ACTS: Final = (*STAKES, "blackjack.decision_made.v1", "sem_descarte.continued.v1")


def first(thief: Thief, kind: str) -> Act:
    """The first of a kind, which is of p-1."""
    return next(one for one in acts(thief.commits) if one.kind == kind)


@pytest.mark.parametrize("by", [OTHER, PLATFORM, MANAGER], ids=["another player", "platform", "manager"])
@pytest.mark.parametrize("kind", ACTS)
def test_f1_nobody_bets_or_decides_for_another(scenes: Scenes, kind: str, by: By) -> None:
    """The door refuses it as ``House: authority``; the night says who acted for whom."""
    thief = scenes("banked")
    act = first(thief, kind)
    act.by = by
    (told,) = scenes.night("banked", thief)
    assert told.startswith(
        f"{act.stream}: {by.actor} {by.id} bets or decides for p-1; expected himself (House: authority;"
    )


@pytest.mark.parametrize("by", [OTHER, MANAGER], ids=["another player", "manager"])
@pytest.mark.parametrize("sort", ["roulette", "blackjack", "sem_descarte"])
def test_f1_only_the_platform_ends_the_time_of_several(scenes: Scenes, sort: str, by: By) -> None:
    """At a table of several no player cuts short the time of the others (R803 r.15, R804 r.15, R805 r.13)."""
    thief = scenes("banked")
    first(thief, f"{sort}.bets_closed.v1").by = by
    (told,) = scenes.night("banked", thief)
    assert f"{by.actor} {by.id} ends the time for bets; expected the platform" in told


def test_f1_a_seat_folds_by_its_player(scenes: Scenes) -> None:
    """Seat 2 is p-2's; what time or a lost connection decides, the platform says."""
    thief = scenes("banked")
    act = first(thief, "sem_descarte.folded.v1")
    act.by = By(actor="player", id="p-1")
    (told,) = scenes.night("banked", thief)
    assert "player p-1 bets or decides for p-2" in told
    act.by = OTHER
    act.says(cause="disconnected")
    assert any(
        "player p-2 says that time or a lost connection decides for p-2; expected the platform" in one
        for one in scenes.night("banked", thief)
    )


@pytest.mark.parametrize("kind", STAKES)
def test_f6_a_bet_comes_in_time(scenes: Scenes, kind: str) -> None:
    """Everything from the bet on happens two minutes later, the end of the time for bets as well: only the bet is too late.

    It says no time of its own: until it is recorded the door may have taken a minute since it judged it.
    """
    thief = scenes("banked")
    act = first(thief, kind)
    opened = next(one for one in acts(thief.commits) if one.stream == act.stream)
    late = opened.event.deadline + 120 * SECOND
    at = next(number for number, commit in enumerate(thief.commits) if act in commit.acts)
    by = late - thief.commits[at].recorded
    for commit in thief.commits[at:]:
        commit.recorded += by
        for one in commit.acts:
            if one.occurred is not None:
                one.occurred += by
            if hasattr(one.event, "deadline") and one.event.deadline is not None:
                one.says(deadline=one.event.deadline + by)
    told = scenes.night("banked", thief)
    rule = {"roulette": "R804 r.14", "blackjack": "R805 r.12", "sem_descarte": "R803 r.14"}[kind.partition(".")[0]]
    assert any(one.startswith(f"{act.stream}: ") and rule in one and f"version {act.version})" in one for one in told)
