"""What holds of every round of every game, as the simulator plays them over the world in memory.

``TOMBO_SIMULATED_ROUNDS`` sets how many rounds are played at the least, split into shards that processes can share.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Final

import pytest

from tests.worlds.simulated import Witness, WorldDoor
from tests.worlds.world import World
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import Decision, Envelope
from tombo.ledger.core.findings import Refused, refused
from tombo.ledger.core.said import Said
from tombo.ledger.games.poker.commands import DealBoard
from tombo.ledger.games.tournament.commands import TournamentCommand
from tombo.ledger.house.table.events import TableHandStarted
from tombo.ledger.terms.every import shared_of
from tombo.simulator.ask import Told
from tombo.simulator.books import Books
from tombo.simulator.chance import chance
from tombo.simulator.day import Day, Plan
from tombo.simulator.life import HOUR
from tombo.simulator.rules import by_game
from tombo.simulator.run import unprovoked

ROUNDS: Final = int(os.environ.get("TOMBO_SIMULATED_ROUNDS", "2000"))
SHARDS: Final = 4
TABLES: Final = 56
PACE: Final = 6
BEGINS: Final = 1_784_030_400 * SECOND
"""Noon."""
REGULATIONS_OF: Final[dict[str, tuple[str, ...]]] = {
    "blackjack": ("R805",),
    "holdem": ("R806",),
    "roulette": ("R804", "R807"),
    "sem_descarte": ("R803",),
    "sintetico": ("R809",),
}


def plan(seed: int, **changes: Any) -> Plan:
    """A day of ``TABLES`` tables, long enough for its share of the rounds, with more malice and trouble than a house sees."""
    hours = max(4, -(-4 * ROUNDS // (3 * SHARDS * TABLES * PACE)))  # a third more than it should take
    said = {"tables": TABLES, "pace": PACE, "malice": 0.05, "trouble": 0.2, "ends": BEGINS + hours * HOUR, **changes}
    return Plan(seed=seed, begins=BEGINS, **said)


def played(of: Plan) -> tuple[Day, Witness]:
    """A day played to its end before a witness; every half hour the operator's system fails at a third of the tables."""
    world = World()
    day = Day(of, WorldDoor(world))
    witness = Witness(day, world)
    day.begins()
    for instant in range(of.begins + HOUR // 2, of.ends, HOUR // 2):
        day.runs(instant)
        day.fails()
    day.runs()
    return day, witness


@pytest.mark.parametrize("seed", range(SHARDS))
def test_every_round_keeps_the_money_and_the_cards_and_is_answered_as_expected(seed: int) -> None:
    """Every request is answered as the rules have it; no cent is lost, no card seen, a void returns its stakes, bytes replay."""
    day, witness = played(plan(seed))
    assert day.failures == []
    books = witness.books
    assert sum(books.rounds.values()) >= ROUNDS // SHARDS
    games = {"hand", "roulette", "blackjack", "sem_descarte"}
    assert {name.partition(" ")[0] for name in books.rounds} == set(witness.voids) == games
    assert witness.seen == books.rounds["hand settled"] + books.rounds["hand voided"]
    assert witness.rounds > 100
    assert unprovoked(day.tables, books) == []
    assert sum(witness.voids.values()) == sum(count for kind, count in day.accepted.items() if "void" in kind)
    assert len(day.refusals) > 60
    assert day.accepted["post_straddle"] == witness.straddled > 10
    assert witness.closed > 10
    assert all(table.play is None for table in day.tables)
    given, kept = books.compensated + books.promoted, sum(books.accounts.values()) + sum(books.bonuses.values())
    assert books.brought + given == books.won + kept + books.tournaments.tickets
    assert {day.accepted[f"{what}_bonus"] > 0 for what in ("grant", "convert", "expire")} == {True}
    assert day.refusals["House: bonus"] > 0
    assert not any(books.tournaments.pots.values())
    assert sum(books.tournaments.over.values()) >= day.accepted["start_tournament"] > 0
    assert not any(books.stacks.values()) and not any(books.stakes.values())


@pytest.mark.parametrize("game", ["holdem", "sintetico", "roulette", "blackjack", "sem_descarte"])
def test_who_does_not_bet_is_warned_and_goes_when_the_rules_say_so_and_not_before(game: str) -> None:
    """In every game somebody is warned and taken from his table; too early, each of the rules refuses it."""
    day, witness = played(plan(2, games=(game,), tables=8, pace=30, ends=BEGINS + 3 * HOUR, trouble=0.02))
    assert day.failures == []
    assert day.accepted["warn_inactivity"] >= witness.books.idle == witness.closed > 10
    shared = [shared_of(regulation) for regulation in REGULATIONS_OF[game]]
    for rule in (f"{shared[0].idle}b", *(of.warned for of in shared)):
        assert day.refusals[rule], rule
    assert any(day.refusals[f"{of.idle}a"] for of in shared)


def test_d6_who_rests_for_too_long_loses_his_seat_and_nobody_before() -> None:
    """The platform vacates seats once a rest is over, and is refused where it is not, or where the rules give no length."""
    day, _ = played(plan(1, games=("holdem", "sintetico"), tables=12, malice=0.2))
    assert day.failures == []
    assert day.accepted["end_rest"] > 1
    assert day.refusals["R806 r.68"] + day.refusals["R809 r.69"] > 1


def test_session_tables_play_their_hour_and_complete_the_round() -> None:
    """Those who are registered, hands after the hour in which the round is completed, none of another round, and an end."""
    world = World()
    day = Day(
        plan(1, games=("holdem", "omaha", "sintetico"), tables=24, pace=30, ends=BEGINS + 2 * HOUR), WorldDoor(world)
    )
    day.begins()
    day.runs()
    assert day.failures == []
    sessions = {stream: world(stream) for stream in world.streams("table") if world(stream).hours is not None}
    assert len(sessions) == 3
    assert all(table.closed for table in sessions.values())
    hands = [
        (instant, sessions[stream].hours)
        for (stream, event), (instant, _) in zip(world.events, world.circumstances, strict=True)
        if isinstance(event, TableHandStarted) and stream in sessions
    ]
    assert all(hours.starts <= instant for instant, hours in hands)
    assert any(instant >= hours.ends for instant, hours in hands)
    assert any(instant < hours.ends for instant, hours in hands)
    for rule in ("R806 r.2s", "R809 r.2s", "R811 r.2s"):
        assert day.refusals[rule] > 1
    assert any(day.refusals[f"{regulation} r.6b"] for regulation in ("R806", "R809", "R811"))


def test_tournaments_of_every_kind_are_played_and_cancelled_at_every_stage() -> None:
    """Every request of R810 is accepted and refused; each case of r.36 by each cause it can have; series won with tickets."""
    day, witness = played(plan(7, games=("tournament",), tables=32, ends=BEGINS + 6 * HOUR, malice=0.1, trouble=0.1))
    assert day.failures == []
    books = witness.books
    assert books.missing == 0
    assert books.tournaments.astray == []
    assert {how for how in books.tournaments.over if how != "finished"} == {
        "cancelled a (too_few_players)",
        *(f"cancelled {case} ({cause})" for case in "abc" for cause in ("technical", "force_majeure")),
    }
    commands = {kind.model_fields["kind"].default for kind in TournamentCommand.__args__}
    never = {"agree_on_prizes", "convert_ticket"}  # always refused; refused to who has won no entry to it before
    assert commands - never <= set(day.accepted)
    rules = "10 18 19 20 21 23 24 26 27 28 29 2a 2g 2j 2k 2o 2t 30 35 39 41 45 46 49 5 52 53 6 7h 7i 7j 7k 7l"
    assert {f"R810 r.{rule}" for rule in rules.split()} <= set(day.refusals)
    kinds = books.kinds
    assert kinds["account.ticket_used.v1"] and kinds["account.ticket_returned.v1"]
    for kind in ("bounty_awarded", "table_broken", "hand_by_hand_started", "overlay_added", "time_called"):
        assert kinds[f"tournament.{kind}.v1"], kind
    assert witness.voids["hand"] > 10


def test_a_room_begun_anew_goes_on_with_its_tournament() -> None:
    """Thrown away again and again, rooms take up the tournaments under way, and end them."""
    world = World()
    day = Day(plan(2, games=("tournament",), tables=16, ends=BEGINS + 2 * HOUR), WorldDoor(world))
    witness = Witness(day, world)
    day.begins()
    for minutes in range(10, 120, 7):
        day.runs(BEGINS + minutes * HOUR // 60)
        day.starts_again(range(16))
    day.runs()
    assert day.failures == []
    assert all(table.play is None for table in day.tables)
    assert all(world(stream).phase in {"finished", "cancelled"} for stream in world.streams("tournament"))
    assert any(name.endswith("/taken-up") for name in world.streams("incident"))
    assert witness.books.tournaments.astray == []


def test_players_complain_and_officers_decide() -> None:
    """In every game somebody complains after a failure: replayed before it is resolved, some are paid, and no cent is lost."""
    day, witness = played(plan(5, games=tuple(REGULATIONS_OF), tables=10, pace=30, ends=BEGINS + 3 * HOUR, trouble=0.5))
    kinds, states = witness.books.kinds, witness.replayed
    assert day.failures == []
    games = {dispute.about.partition(":")[0] for stream, dispute in states.items() if stream.startswith("dispute:")}
    assert games == {"hand", "roulette", "blackjack", "sem_descarte"}
    assert kinds["dispute.opened.v2"] >= kinds["dispute.replayed.v1"] >= kinds["dispute.resolved.v2"] > 10
    assert kinds["dispute.resolved.v2"] > kinds["account.compensated.v1"] > 0
    assert witness.books.compensated > 0
    assert day.refusals["House: dispute"]


def test_straddles_are_posted_and_refused_by_every_rule_of_theirs() -> None:
    """Póquer sintético: out of turn, twice, too late, too small a stack for it, a raise before the first card, a two of clubs."""
    day, witness = played(plan(7, games=("sintetico",), tables=8, pace=30, ends=BEGINS + 2 * HOUR, malice=0.3))
    assert day.failures == []
    assert {f"R809 r.{rule}" for rule in ("4b", "50", "51", "52", "54")} <= set(day.refusals)
    assert day.accepted["post_straddle"] == witness.straddled > 20


def test_a_finding_that_the_terms_of_its_table_do_not_provoke_is_told() -> None:
    """By the letter no bet is within a maximum that counts the call; at a table that says so no round may tell of one."""
    day = Day(plan(1, games=("sintetico",), tables=8), WorldDoor(World()))
    books = Books()
    books.told |= {("hand:sintetico-2/1", "R809 r.23b"), ("hand:sintetico-6/1", "R809 r.23b")}
    assert [table.ruleset.name for table in day.tables][1::4] == ["sintetico-pl-1", "sintetico-pl-2"]
    assert [failure.place for failure in unprovoked(day.tables, books)] == ["hand:sintetico-2/1"]


def test_every_ruleset_is_played() -> None:
    """The tables of the tests above are enough for every ruleset of the house."""
    day = Day(plan(1), WorldDoor(World()))
    assert {table.ruleset.name for table in day.tables} == {of.name for game in by_game().values() for of in game}


def test_one_more_table_changes_no_others_play() -> None:
    """Chance is named: tables ask for the same at the same time, however many others there are."""

    def asked(tables: int) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}

        def keep(envelope: Envelope, _: Told) -> None:
            found.setdefault(envelope.command_id.partition("/")[0], []).append(envelope)

        day = Day(plan(3, tables=tables, ends=BEGINS + HOUR), WorldDoor(World()))
        day.on_commit = keep
        day.begins()
        day.runs()
        return found

    few, many = asked(5), asked(6)
    assert len(few) == 6
    del few["house"]
    assert all(many[name] == said for name, said in few.items())


def test_a_table_begun_anew_goes_on_where_the_ledger_stands() -> None:
    """Tables keep nothing to themselves: thrown away in the middle of a round, they void it and play on."""
    world = World()
    day = Day(plan(2, ends=BEGINS + 2 * HOUR), WorldDoor(world))
    witness = Witness(day, world)
    day.begins()
    day.runs(BEGINS + HOUR)
    day.starts_again(range(TABLES))
    day.runs()
    assert day.failures == []
    taken_up = [name for name in world.streams("incident") if name.endswith("/taken-up")]
    assert len(taken_up) > 1
    assert all(table.play is None for table in day.tables)
    assert sum(table.begun == 2 for table in day.tables) > TABLES // 2
    began = sum(count for kind, count in witness.books.kinds.items() if "started" in kind and kind.startswith("table."))
    assert began == witness.books.rounds["hand settled"] + witness.books.rounds["hand voided"]


def test_chance_follows_from_seed_and_name() -> None:
    """The same seed and name draw the same, another seed or another name something else."""
    draws = [chance(seed, name).random() for seed, name in ((1, "a"), (1, "a"), (1, "b"), (2, "a"))]
    assert draws[0] == draws[1]
    assert len(set(draws)) == 3


NOT_TODAY: Final = Said("not_today", "not today", "hoje não")


class Crooked(WorldDoor):
    """A door that answers one command otherwise than the rules do."""

    def __init__(self, *, refuses: bool) -> None:
        super().__init__(World())
        self.refuses = refuses
        self.done: str | None = None

    def handle(self, envelopes: Sequence[Envelope]) -> list[Decision | Refused]:
        """As a world does, but for the first board, or the first refusal."""
        outcomes = super().handle(envelopes)
        for place, (envelope, outcome) in enumerate(zip(envelopes, outcomes, strict=True)):
            due = isinstance(envelope.command, DealBoard) if self.refuses else isinstance(outcome, Refused)
            if due and self.done is None:
                self.done = envelope.command_id
                outcomes[place] = refused("R806 r.53", NOT_TODAY()) if self.refuses else Decision(())
        return outcomes


@pytest.mark.parametrize("refuses", [True, False])
def test_an_answer_that_nobody_expected_is_told_with_its_place(refuses: bool) -> None:  # noqa: FBT001  # a case
    """A refusal of what the rules allow, and an acceptance of what they forbid, are failures, named by their command."""
    door = Crooked(refuses=refuses)
    day = Day(plan(1, ends=BEGINS + HOUR), door)
    day.begins()
    day.runs()
    assert [failure.place for failure in day.failures] == [door.done]
    assert ("R806 r.53" if refuses else "accepted") in day.failures[0].what
