"""One value a game: what it says of itself is its own, and agrees with its kinds."""

from __future__ import annotations

from typing import get_args

import pytest

from tombo.ledger.games.every import BANKED_GAMES, GAMES, TABLE_GAMES
from tombo.ledger.games.game import Game
from tombo.ledger.kinds import EVENTS, OF_GAMES


def test_a_game_has_the_kinds_that_the_verifier_knows() -> None:
    """It knows a game's kinds, and nothing else of it."""
    assert {game.kinds for game in GAMES.values()} == set(OF_GAMES)
    assert set(BANKED_GAMES) < set(TABLE_GAMES) < set(GAMES)


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_a_game_speaks_of_its_own_kinds_and_commands(game: Game) -> None:
    """What it begins with, hides, ends with and who takes part is said with its own events and commands."""
    kinds, events, commands = game.kinds, get_args(game.kinds.events), get_args(game.commands)
    assert kinds.begins in events
    assert all(event.model_fields["kind"].default.startswith(f"{kinds.stream}.") for event in events)
    assert kinds.closed is None or EVENTS[kinds.closed] in events
    if game.at_table is not None:
        table = game.at_table
        assert set(table.players) <= set(events)
        assert all(command in commands and field in command.model_fields for command, field in table.hides.items())
        assert (kinds.closed is None) is (table.hides == {})
        void = table.ending.void("t/1", "i-1")
        assert {type(table.ending.settle("t/1")), type(void)} <= set(commands)
        if game.banked is not None:
            assert type(void).model_fields["kind"].default == kinds.voids
            assert EVENTS[f"{kinds.stream}.voided.v1"] in events
