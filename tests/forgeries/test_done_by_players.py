"""What the platform does, sealed in the name of a player: the night says who asked for it (R806 r.34, R803 r.33).

So nobody can say of a player that he dealt the cards, landed the ball or paid the pot. What staff do bears their signatures, which ``verify`` holds.
"""

from __future__ import annotations

from typing import Final

import pytest

from tests.forgeries.honest import SCENES
from tests.forgeries.stolen import Scenes, Thief
from tests.worlds.forged_ledger import Act, acts
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import MalformedError
from tombo.ledger.seal.entry import pack
from tombo.projections.line import Line
from tombo.projections.reconciliation.tables.doers import OF_A_PLAYER, by_a_player

THIEF: Final = By(actor="player", id="p-77")
NAMELESS: Final = (
    b'},"command":null,"event":{"kind":"table.closed.v1"},"occurred":null,"stream":"table:mesa-1","version":3}'
)
VERIFIED: Final = ("key.", "log.", "staff.")
"""What signatures of the root key and of staff stand under."""


def _kinds(thief: Thief) -> list[str]:
    """The kinds of a scene that the platform asked for."""
    found = (act.kind for act in acts(thief.commits) if act.by.actor == "platform")
    return [kind for kind in dict.fromkeys(found) if not kind.startswith(VERIFIED)]


def _by_the_thief(thief: Thief, act: Act) -> None:
    """The whole command of an entry is the thief's."""
    for other in acts(thief.commits):
        if other.command == act.command:
            other.by = THIEF


@pytest.mark.parametrize("name", list(SCENES))
def test_what_the_platform_does_no_player_does(scenes: Scenes, name: str) -> None:
    """Each kind that the platform asked for in a scene. Red before: of some eighty kinds nobody asked who did."""
    unnamed = []
    for kind in _kinds(scenes(name)):
        thief = scenes(name)
        _by_the_thief(thief, next(act for act in acts(thief.commits) if act.kind == kind and act.by != THIEF))
        if not any(THIEF.id in one for one in scenes.night(name, thief)):
            unnamed.append(kind)
    assert unnamed == []


def test_who_asked_and_does_not_say_who_ends_in_a_verdict() -> None:
    """Red before: what a stolen key sealed without a name ended the night as a fault of its own."""
    row = (
        7,
        "table:mesa-1",
        3,
        "table.closed.v1",
        pack(bytes(8), bytes(32), 7, 1, 1, 0, bytes(64), OF_A_PLAYER + NAMELESS),
    )
    with pytest.raises(MalformedError, match="log index 7: table:mesa-1 version 3"):
        list(by_a_player(row, Line(*row[:4], None, 1, None), ""))
