"""Complaints: a player does not take it that a round was void, or that it was not; an officer replays it and decides.

What the replay gives is computed for every round of a day at its end, by the audit; here it is the officer's word.
"""

from __future__ import annotations

from typing import Any, Final

from tombo.ledger.core.money import Money
from tombo.ledger.games.every import GAMES
from tombo.ledger.house.banked.state import banked_stream
from tombo.ledger.house.dispute.commands import OpenDispute, RecordReplay, ResolveDispute
from tombo.ledger.house.table.state import table_stream
from tombo.simulator.ask import OFFICER, PLATFORM, Ask, Play, Scene, player

COMPLAINS: Final = 0.5
"""How often somebody complains after a round in which something failed."""
GOODWILL: Final = (0, 1_00, 2_50, 5_00)
"""What an officer gives, in cents, where he gives something."""


def complains(scene: Scene, stream: str) -> Play:
    """Somebody at the table complains of the round ``stream``, which is over; he may stand up before that is decided."""
    claimants = _players(scene)
    if not claimants:
        return
    name, dispute = scene.chance.choice(claimants), stream.partition(":")[2]
    himself = scene.happens(0.5)
    opened = OpenDispute(
        about=stream, claim="the round should not count", complained=scene.now(), dispute=dispute, player=name
    )
    yield Ask(opened, player(name) if himself else PLATFORM, after=scene.thinks())
    owed = GAMES[stream.partition(":")[0]].most(scene.view(stream), name)  # None: he sat there, and was not in it
    cents = min(scene.chance.choice(GOODWILL), owed or 0)
    resolved = ResolveDispute(
        compensation=Money(cents),
        dispute=dispute,
        grounds="replayed: recorded as its rules have it",
        outcome="partly" if cents else "rejected",
    )
    if scene.happens(scene.malice):
        yield Ask(resolved, OFFICER, expects="House: dispute")  # of a round only after a replay
    replayed = RecordReplay(
        amounts=[], differences=[], dispute=dispute, revision=None, rules=[], version=scene.version(stream)
    )
    yield Ask(replayed, OFFICER, after=scene.thinks())
    yield Ask(resolved, OFFICER, after=scene.thinks())


def _players(scene: Scene) -> list[str]:
    """Who is at the table."""
    table: Any = scene.view(table_stream(scene.table))
    taken = scene.view(banked_stream(scene.table)).places if table is None else table.seats
    return list(dict.fromkeys(place.player for place in taken))
