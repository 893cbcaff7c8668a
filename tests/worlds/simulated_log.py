"""The log of a simulated day in memory: what views are held against, entry by entry."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from pydantic import TypeAdapter

from tests.tools.closed import collected
from tests.worlds.simulated import WorldDoor
from tests.worlds.world import World
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import By, Entry
from tombo.ledger.games.blackjack import events as blackjack
from tombo.ledger.games.every import BANKED_GAMES
from tombo.ledger.games.poker.events import BetPlaced, Checked, DecisionTimedOut, Folded
from tombo.ledger.games.roulette import events as roulette
from tombo.ledger.games.sem_descarte import events as sem_descarte
from tombo.ledger.house.banked.refusals import LATE as LATE_BY
from tombo.ledger.house.banked.refusals import TurnedDown
from tombo.ledger.seal.entry import pack
from tombo.simulator.day import Day, Plan
from tombo.simulator.life import HOUR

BEGINS: Final = 1_784_030_400 * SECOND
"""Noon."""
PLATFORM: Final = By(actor="platform", id="games")
GAMES: Final = frozenset({"hand", *BANKED_GAMES})

STAKES: Final = blackjack.BetPlaced | roulette.BetPlaced | sem_descarte.AntePlaced
DECISIONS: Final = blackjack.DecisionMade | sem_descarte.Continued | sem_descarte.Folded
LATE: Final = 2**52
"""When the first of them is recorded: all that is played by their clock is over by then."""


@lru_cache(maxsize=1)
def day() -> tuple[World, tuple[Entry, ...], dict[str, list[Entry]]]:
    """A day of every game, with outages: its world, its log, and the entries of every hand and round."""
    world = World()
    played = Day(
        Plan(seed=11, begins=BEGINS, tables=42, pace=6, malice=0.05, trouble=0.2, ends=BEGINS + 4 * HOUR),
        WorldDoor(world),
    )
    played.begins()
    for instant in range(BEGINS + HOUR // 2, BEGINS + 4 * HOUR, HOUR // 2):
        played.runs(instant)
        played.fails()
    played.runs()
    versions: dict[str, int] = {}
    log, streams = [], dict[str, list[Entry]]()
    event: Any
    for index, (stream, event) in enumerate(world.events):
        versions[stream] = versions.get(stream, 0) + 1
        before = streams.get(stream, ())
        by, when = asked_by(before, event), occurred_of(before, event)
        entry = Entry(index, stream, versions[stream], event.kind, by, None, when, LATE + index // 3, event, b"", b"")
        log.append(entry)
        if stream.partition(":")[0] in GAMES:
            streams.setdefault(stream, []).append(entry)
    collected()
    return world, tuple(log), streams


def asked_by(before: Sequence[Entry], event: Any) -> By:
    """Who asked for ``event``, which comes after ``before``: a bet or a decision its player, unless his time was up, or he was cut off."""
    if not before:
        return PLATFORM
    if isinstance(event, BetPlaced | Checked | Folded):
        if isinstance(before[-1].event, DecisionTimedOut):
            return PLATFORM
        player = next(seated.player for seated in before[0].event.seats if seated.seat == event.seat)
        return By(actor="player", id=player)
    if not isinstance(event, STAKES | DECISIONS) or getattr(event, "cause", "player") != "player":
        return PLATFORM
    antes = (one.event for one in before if isinstance(one.event, sem_descarte.AntePlaced))
    return By(
        actor="player",
        id=getattr(event, "player", None) or next(one.player for one in antes if one.seat == event.seat),
    )


def occurred_of(before: Sequence[Entry], event: Any) -> int | None:
    """When a bet was placed or turned down: as the time for bets ends, or so much later as is said to forbid it. Of nothing else a time is said."""
    if not before or not isinstance(event, STAKES | TurnedDown):
        return None
    ends: int | None = before[0].event.deadline
    forbids = event.forbids if isinstance(event, TurnedDown) else None
    late = forbids.facts.get(LATE_BY) if forbids is not None else None
    return ends + late if ends is not None and isinstance(late, int) else ends


_ASKED: Final = TypeAdapter(dict[str, By | int | None])


def body_of(entry: Entry) -> bytes:
    """The state of a row, as far as an audit reads of it who asked for ``entry`` and when."""
    body = _ASKED.dump_json({"by": entry.by, "occurred": entry.occurred})
    return pack(bytes(8), bytes(32), 0, 1, entry.recorded, 0, bytes(64), body)
