"""What a table waits for: of every act that is told lawful the door takes the least and the most, and nothing beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import pytest

from tests.tools.closed import collected
from tests.worlds.simulated import WorldDoor
from tests.worlds.world import World
from tombo.ledger.catalogue import decided
from tombo.ledger.core.command import CommandBase, Decision, Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.every import BANKED_GAMES, TABLE_GAMES
from tombo.ledger.games.roulette.commands import PlaceCallBet, PlaceChips
from tombo.ledger.kinds import PLAYED
from tombo.projections.turn import LawfulAct, table_turn
from tombo.simulator.day import Day, Plan
from tombo.simulator.run import BEGINS, HOUR

PLAN: Final = Plan(seed=5, begins=BEGINS, ends=BEGINS + HOUR // 2, tables=77, pace=6, malice=0.15, trouble=0.05)
TRIED: Final = 2
"""Of how many acts at an entry the amounts are tried."""


class Asking(WorldDoor):
    """A door that holds everything a player asks of a hand or round against what was told lawful at its table just before."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.taken: Counter[tuple[str, str]] = Counter()
        """By game and command: how often one that was told lawful was taken."""
        self.refused: Counter[str] = Counter()
        """By game: how often one that was not told lawful was refused."""
        self.faults: list[str] = []

    def handle(self, envelopes: Sequence[Envelope]) -> list[Decision | Refused]:
        """Each in turn, and before it what is lawful."""
        outcomes = list[Decision | Refused]()
        for envelope in envelopes:
            played = played_in(envelope, self.world)
            acts = () if played is None else self._lawful(played, envelope.occurred)
            (outcome,) = super().handle([envelope])
            if played is not None and envelope.by.actor == "player":
                self._holds(played.partition(":")[0], envelope, acts, outcome)
            outcomes.append(outcome)
        return outcomes

    def _lawful(self, played: str, occurred: int | None) -> tuple[LawfulAct, ...]:
        """What is told lawful there, of which some acts are tried."""
        self.world.instant = occurred or 0
        acts = table_turn(self.world, table_of(played), occurred).acts
        for act in acts[:: max(1, len(acts) // TRIED)]:
            self._tries(act, acts, occurred)
        return acts

    def _tries(self, act: LawfulAct, acts: Sequence[LawfulAct], occurred: int | None) -> None:
        """That the least and the most of ``act`` are taken; and one less, one more and the same from somebody else refused."""

        def judged(command: CommandBase, who: str) -> Decision | Refused:
            return decided(Envelope(command, By(actor="player", id=who), "turn", occurred), self.world)

        others = [other.player for other in acts if other.player != act.player]
        for who in (*others[:1], "p-stranger"):
            if isinstance(judged(act.command, who), Decision):
                self.faults.append(f"{act}: taken from {who}")
        if act.least is None or act.most is None:
            if isinstance(judged(act.command, act.player), Refused):
                self.faults.append(f"{act}: refused")
            return
        for amount in {act.least - 1, act.least, act.most, act.most + 1} - {0}:
            lawful = any(alike(act, other) and within(other, amount) for other in acts)
            outcome = judged(with_amount(act, amount), act.player)
            if lawful != isinstance(outcome, Decision):
                self.faults.append(f"{act}: of {amount} {outcome}")

    def _holds(self, game: str, envelope: Envelope, acts: Sequence[LawfulAct], outcome: Decision | Refused) -> None:
        """That what was asked was told lawful where it was taken, and only there."""
        for act in acts:
            if act.costs and covers(act, envelope) and isinstance(outcome, Decision) and act.costs != staked(outcome):
                self.faults.append(f"{act}: {outcome}")
        told, kind = any(covers(act, envelope) for act in acts), str(envelope.command.model_dump()["kind"])
        if told != isinstance(outcome, Decision) and not isinstance(envelope.command, PlaceCallBet | PlaceChips):
            self.faults.append(f"{envelope.by.id} asks {envelope.command}: told {told}, was {outcome}; of {acts}")
        if told:
            self.taken[game, kind] += 1
        else:
            self.refused[game] += 1


def staked(outcome: Decision) -> int:
    """What the first event of a decision stakes."""
    event: Any = outcome.events[0][1]
    return int(event.bet2 if hasattr(event, "bet2") else event.paid)


def played_in(envelope: Envelope, world: World) -> str | None:
    """The hand or round in play that something is asked of; None of anything else."""
    command: Any = envelope.command
    name = getattr(command, "hand", None) if not hasattr(command, "round") else command.round
    if not isinstance(name, str):
        return None
    found = [f"{game}:{name}" for game in TABLE_GAMES if type(command).__module__.split(".")[-2] in {game, "poker"}]
    there = [stream for stream in found if getattr(world(stream), "outcome", None) == "open"]
    if not there or getattr(world(table_of(there[0])), PLAYED[table_of(there[0]).partition(":")[0]]) != there[0]:
        return None
    return there[0]


def table_of(played: str) -> str:
    """The stream of the table at which a hand or round is played."""
    game, _, name = played.partition(":")
    return f"{TABLE_GAMES[game].table}:{name.rpartition('/')[0]}"


def covers(act: LawfulAct, envelope: Envelope) -> bool:
    """Whether what is asked is ``act``, for an amount that it may have. Of chips only that the player may lay some."""
    if type(act.command) is not type(envelope.command) or act.player != envelope.by.id:
        return False
    if isinstance(envelope.command, PlaceChips):
        return True
    if act.least is None:
        return act.command == envelope.command
    amount = getattr(envelope.command, act.field) or 0
    return within(act, amount) and with_amount(act, amount) == envelope.command


def alike(act: LawfulAct, other: LawfulAct) -> bool:
    """Whether they differ at most in their amounts."""
    return other.least is not None and with_amount(act, 7) == with_amount(other, 7)


def within(act: LawfulAct, amount: int) -> bool:
    """Whether ``act`` may have that amount."""
    return (act.least or 0) <= amount <= (act.most or 0)


def with_amount(act: LawfulAct, amount: int) -> CommandBase:
    """The command of ``act`` for another amount."""
    if not act.field:
        return act.command
    document: Any = act.command.model_dump(mode="json")
    *path, last = act.field.split(".")
    place = document
    for step in path:
        place = place[int(step)] if step.isdecimal() else place[step]
    place[last] = amount
    return type(act.command).model_validate(document)


@lru_cache(maxsize=1)
def asked() -> Asking:
    """Some hours of every game, everything that players ask of hands and rounds held against what was told lawful."""
    door = Asking(World())
    day = Day(PLAN, door)
    day.begins()
    day.runs()
    assert day.failures == []
    collected()
    return door


def test_what_is_told_lawful_is_taken_and_nothing_beside_it() -> None:
    """At everything a player asks of a hand or round: what was told is taken, what was not is refused; so are a cent less and another player."""
    assert asked().faults[:3] == []


@pytest.mark.parametrize("game", TABLE_GAMES)
def test_every_game_tells_what_is_lawful(game: str) -> None:
    """In every game something was told lawful and taken, something was not and refused."""
    assert [one for one in asked().taken if one[0] == game]
    assert asked().refused[game]


def test_every_command_of_a_player_is_told_lawful_somewhere() -> None:
    """Every kind that players ask of a hand or round in play."""
    kinds = {kind for _, kind in asked().taken}
    assert {"fold", "check", "call", "place_bet", "post_straddle"} <= kinds
    assert len({game for game, _ in asked().taken} & BANKED_GAMES.keys()) == len(BANKED_GAMES)
