"""What holds of every replay and every last hand of a simulated day: conserved at every step, found as a search from scratch does."""

from __future__ import annotations

import os
from random import Random
from typing import Any, Final

import pytest

from tests.worlds.simulated_log import day
from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.core.entry import Entry
from tombo.ledger.games.every import BANKED_GAMES
from tombo.projections.follow import AsOf, Viewer
from tombo.projections.round.banked import is_his
from tombo.projections.round.hand import HandView
from tombo.projections.round.last import last_hands, played_by
from tombo.projections.round.replay import again, steps
from tombo.projections.round.view import of
from tombo.reports.play.replay import noted

LOOKS: Final = int(os.environ.get("TOMBO_LAST_HANDS", "300"))
GAMES: Final = frozenset({"hand", *BANKED_GAMES})


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_replay_is_conserved_and_recomputed_as_recorded(game: str) -> None:
    """At every step money is where it was, every rule at work can be said, and at the end everybody received what is due to him."""
    world, _, streams = day()
    names = [name for name in streams if name.startswith(f"{game}:")]
    ended = set()
    for name in names:
        entries = streams[name]
        openings = {slot: opening.card for slot, opening in world.openings(name).items()}
        view = of(entries, openings, Viewer())
        taken, found = steps(view), again(view)
        assert all(step.conserved for step in taken), name
        assert all(one.recorded == one.recomputed for one in found.received), name
        assert all([*noted(step.notes, view.unit, view.game)] for step in taken), name
        assert found.differences == (), name
        ended.add(world(name).outcome)
    assert {"settled", "voided"} <= ended


@pytest.mark.parametrize("game", ["hand", "sem_descarte"])
def test_no_step_shows_a_card_before_its_time(game: str) -> None:
    """At every step a player sees his own closed cards, if they are dealt, and those turned up by then; an outsider only these."""
    world, _, streams = day()
    for name in [name for name in streams if name.startswith(f"{game}:")][:60]:
        entries = streams[name]
        openings = {slot: opening.card for slot, opening in world.openings(name).items()}
        players = [one.player for one in (entries[0].event.seats if game == "hand" else world(name).boxes)]
        for viewer in (Viewer(), *(Viewer("player", player) for player in players)):
            now = _cards_now(entries, openings, viewer)
            for number in range(1, len(entries) + 1):
                if number in now:
                    assert now[number] == _cards_then(entries[:number], openings, viewer), (name, number)
                else:  # the bet of somebody else that was turned down
                    assert not is_his(viewer, entries[number - 1].event), (name, number)


def _cards_now(entries: list[Entry], openings: dict[int, int], viewer: Viewer) -> dict[int, Any]:
    """The cards that a replay of the whole shows, by the number of the step."""
    return {one.number: one.cards for one in steps(of(entries, openings, viewer))}


def _cards_then(entries: list[Entry], openings: dict[int, int], viewer: Viewer) -> Any:
    """The cards that a view of the entries up to a step shows, which knows nothing of what follows."""
    view = of(entries, openings, viewer)
    return view.holes if isinstance(view, HandView) else view.cards


def test_the_last_hand_equals_a_search_from_scratch() -> None:
    """At random positions and instants of the day the last hands of random players are those a search of everything finds."""
    _, log, streams = day()
    dice = Random(11)  # no secret
    players = sorted({name for entry in log for name in _players(entry.event) if entry.stream in streams})
    seen = {"over": 0, "in_play": 0, "voided": 0}
    for _ in range(LOOKS):
        player, count, index = dice.choice(players), dice.choice((1, 1, 3)), dice.randrange(len(log))
        as_of = dice.choice((AsOf(log_index=index), AsOf(instant=log[index].recorded)))
        backwards = (entry for entry in reversed(log) if as_of.reaches(entry))
        found = last_hands(player, played_by(player, backwards), streams.__getitem__, as_of, count)
        over, in_play = _searched(player, [entry for entry in log if as_of.reaches(entry)], count)

        assert [one.stream for one in found.over] == over, (player, as_of)
        assert [one.stream for one in found.in_play] == in_play, (player, as_of)
        for one in (*found.over, *found.in_play):
            assert (one.staked, one.won + one.returned + one.refunded) == _moved(player, one.entries), (player, as_of)
            assert one.result == (None if one.outcome == "open" else one.won + one.returned + one.refunded - one.staked)
        seen["over"] += bool(over)
        seen["in_play"] += bool(in_play)
        seen["voided"] += any(one.incident is not None for one in found.over)
    assert min(seen.values()) > 0, seen


def _players(event: Any) -> list[str]:
    """Whom an event names as taking part: seated in a hand, betting in a round, or in prison as it opens."""
    word = event.kind.split(".")[1]
    if word == "started" and event.kind.startswith("hand."):
        return [seat.player for seat in event.seats]
    if word == "round_opened":
        return [held.player for held in getattr(event, "imprisoned", ())]
    return [event.player] if word in {"bet_placed", "ante_placed"} and hasattr(event, "player") else []


def _searched(player: str, log: list[Entry], count: int) -> tuple[list[str], list[str]]:
    """All the log read from its beginning: what the player came into, in which order, and what of it is over."""
    came: dict[str, int] = {}
    over: set[str] = set()
    for entry in log:
        if player in _players(entry.event) and entry.stream.partition(":")[0] in GAMES:
            came[entry.stream] = entry.index
        if entry.kind.split(".")[1] in {"settled", "voided"}:
            over.add(entry.stream)
    newest = sorted(came, key=came.__getitem__, reverse=True)
    done = [name for name in newest if name in over][:count]
    since = came[done[-1]] if len(done) == count else -1
    return done, [name for name in newest if name not in over and came[name] > since]


def _moved(player: str, entries: tuple[Entry, ...]) -> tuple[int, int]:
    """What the player staked and received, added up from the events alone."""
    staked = received = 0
    state: Any = None
    game = entries[0].stream.partition(":")[0]
    for entry in entries:
        event = entry.event
        state = EVOLVE[game](state, event)
        if game != "hand":
            for move in BANKED_GAMES[game].moves(state, event):
                mine = move.player == player
                staked += move.amount if mine and move.what == "staked" else 0
                received += move.amount if mine and move.what in {"prize", "returned", "refunded"} else 0
                received -= move.amount if mine and move.what == "taken_back" else 0
            continue
        seat = next(one.seat for one in entries[0].event.seats if one.player == player)
        word = event.kind.split(".")[1]
        if word == "voided":
            received += sum(refund.amount for refund in event.refunds if refund.seat == seat)
        elif getattr(event, "seat", None) == seat:
            staked += event.paid if word in {"blind_posted", "bet_placed"} else 0
            staked -= event.amount if word == "uncalled_bet_returned" else 0
            received += event.amount if word == "pot_awarded" else 0
    return staked, received
