"""The time that a platform gives to bet or decide is that of the rules, from when it says that it gave it (architecture, decision 24).

Whoever seals another deadline gives somebody time that he has not, or lets silence decide for who had no time. The door asks; audit and night ask again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest

from tests.forgeries.honest import SCENES
from tests.forgeries.stolen import Scenes, Thief
from tests.worlds.forged_ledger import Act, acts
from tests.worlds.simulated_log import day
from tests.worlds.world import PLATFORM
from tombo.ledger.catalogue import MAY_LAST, lasts
from tombo.ledger.core.clock import SECOND
from tombo.ledger.games.again import word
from tombo.ledger.games.blackjack.events import DecisionRequested
from tombo.ledger.games.blackjack.play_audit import OBJECTIONS
from tombo.ledger.games.early import breaches
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.games.game import AskedBy, PlayedEntry, TableGame


def _later(act: Act) -> None:
    act.event = act.event.model_copy(update={"deadline": act.event.deadline + 60 * SECOND})


def _sooner(act: Act) -> None:
    act.event = act.event.model_copy(update={"deadline": act.event.deadline - 15 * SECOND})


def _unsaid(act: Act) -> None:
    act.occurred = None


CHANGES: Final[dict[str, tuple[Callable[[Act], None], str]]] = {
    "later": (_later, "seconds to"),
    "sooner": (_sooner, "seconds to"),
    "unsaid": (_unsaid, "claims no time from which it does"),
}


def _of(thief: Thief, kind: str) -> Act:
    return next(act for act in acts(thief.commits) if act.kind == kind and lasts(act.event))


def _lasting(thief: Thief) -> list[str]:
    """The kinds of a scene from which something lasts."""
    kinds = dict.fromkeys(act.kind for act in acts(thief.commits) if type(act.event) in MAY_LAST and lasts(act.event))
    return list(kinds)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", list(SCENES))
def test_the_time_that_is_given_is_that_of_the_rules(scenes: Scenes, name: str, change: str) -> None:
    """Red before: a deadline was believed, so that a player could be timed out who had a second."""
    does, says = CHANGES[change]
    unnamed = []
    for kind in _lasting(scenes(name)):
        thief = scenes(name)
        act = _of(thief, kind)
        if change != "unsaid" and "deadline" not in vars(act.event):
            continue  # how long a level lasts is the tournament's, and asked with it
        does(act)
        if not any(says in one for one in scenes.night(name, thief)):
            unnamed.append(kind)
    assert unnamed == []


DUE: Final = {"decision_requested": "decision_seconds", "round_opened": "betting_seconds"}
"""What the terms give with it; with extra time ``extra_seconds``, in poker as much as to decide."""


def _due(game: str, event: Any, terms: Any) -> int:
    extra = "decision_seconds" if game == "hand" else "extra_seconds"
    return int(getattr(terms, DUE.get(word(event.kind), extra))) * SECOND


def _told(game: TableGame, done: Sequence[Any], event: Any, when: int) -> list[str]:
    """What is said of ``event`` behind what was ``done``, of which its source says that it happened ``when``."""
    kept = None
    for one in done:
        kept = game.keep(kept, one)
    asks = game.objections(done[0] if done else event)
    act = PlayedEntry(len(done) + 1, event, done[-1] if done else None, lambda: AskedBy(PLATFORM, when, when))
    return [] if asks is None else [one.text() for one in asks(kept, act)]


@pytest.mark.parametrize("name", sorted(TABLE_GAMES))
def test_each_game_asks_for_the_length_of_what_it_gives(name: str) -> None:
    """Every sort of deadline that a simulated day has in it: honest, sooner, later."""
    game, seen = TABLE_GAMES[name], set[str]()
    for stream, entries in day()[2].items():
        if not stream.startswith(f"{name}:"):
            continue
        events = [entry.event for entry in entries]
        for place, event in enumerate(events):
            alone = word(event.kind) == "round_opened" and event.terms.table_kind == "single"  # as long as he likes
            if vars(event).get("deadline") is None or word(event.kind) in seen or alone:
                continue
            seen.add(word(event.kind))
            when = event.deadline - _due(name, event, events[0].terms)
            assert _told(game, events[:place], event, when) == []
            less = (
                () if (name, word(event.kind)) == ("hand", "time_extended") else (-15,)
            )  # at most as long (R806 r.44)
            for by in (*less, 60):
                other = event.model_copy(update={"deadline": event.deadline + by * SECOND})
                assert _told(game, events[:place], other, when), (event.kind, by)
    assert seen >= GIVEN[name]


GIVEN: Final = {
    "blackjack": {"decision_requested", "round_opened"},
    "hand": {"decision_requested", "time_extended"},
    "roulette": {"round_opened"},
    "sem_descarte": {"decision_requested", "round_opened", "time_extended"},
}


def test_a_replay_counts_time_from_when_the_ledger_heard_that_it_was_given() -> None:
    """As the audit does, whose questions are the same. Red before: a replay forgot with each entry what the seat was given."""
    entries = next(
        found for found in day()[2].values() if any(vars(one.event).get("cause") == "time_out" for one in found)
    )
    over = next(at for at, one in enumerate(entries) if vars(one.event).get("cause") == "time_out")
    asked = next(at for at in range(over, 0, -1) if isinstance(entries[at].event, DecisionRequested))
    deadline = entries[asked].event.deadline
    late = list(entries)
    for at, when, recorded in (
        (asked, deadline - entries[0].event.terms.decision_seconds * SECOND, deadline + 60 * SECOND),
        (over, deadline + 61 * SECOND, deadline + 61 * SECOND),
    ):
        late[at] = entries[at]._replace(occurred=when, recorded=recorded)
    (told,) = breaches(OBJECTIONS, late[: over + 1])
    assert "left to decide" in told.text()
