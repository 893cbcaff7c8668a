"""Names that others are made of: a tournament's has room for its tickets, and its tables' for their hands."""

from __future__ import annotations

from typing import Any

import pytest

from tests.worlds.house import MANAGER
from tests.worlds.tournament import CUP, SEED, START, Cup, Floor, structure
from tests.worlds.world import PLATFORM
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import TABLE_NAME_MAX, TOURNAMENT_NAME_MAX
from tombo.ledger.games.poker.commands import StartHand
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament.awarding import ticket_name
from tombo.ledger.games.tournament.events import ENTRY_NUMBER_MAX
from tombo.ledger.games.tournament.state import tournament_stream
from tombo.ledger.terms.tournament import TicketPrizes


def announcing(name: str = "outra", **changes: Any) -> c.AnnounceTournament:
    """An announcement of the lawful structure with ``changes``."""
    return c.AnnounceTournament(reference="SRIJ/2026/9", structure=structure(**changes), tournament=name)


def refusal(world: Floor, command: Any, by: By = PLATFORM) -> tuple[str, str]:
    """The rule and the name of the objection to ``command``; nothing may be recorded."""
    before = len(world.events)
    outcome = world.ask(command, by)
    assert isinstance(outcome, Refused), outcome
    assert len(world.events) == before
    return outcome.finding.rule, outcome.finding.told.about


def test_a_tournament_has_a_name_with_room_for_its_tickets() -> None:
    """R810 r.32: a ticket is named after the tournament and the entry that won it; the longest name has room for the last one.

    Red before: with a name of 99 letters no hand could be settled in which somebody won a ticket (ValidationError).
    """
    world = Floor()
    assert refusal(world, announcing("g" * (TOURNAMENT_NAME_MAX + 1)), MANAGER) == (
        "House: tournament",
        "name_too_long",
    )
    world.announces("g" * TOURNAMENT_NAME_MAX)
    assert ticket_name("g" * TOURNAMENT_NAME_MAX, ENTRY_NUMBER_MAX) == f"{'g' * TOURNAMENT_NAME_MAX}/1000000"


@pytest.mark.parametrize("letters", [99, 100])
def test_a_tournament_on_record_with_a_name_too_long_is_played_to_its_end(letters: int) -> None:
    """Its tickets have names that fit, each its own: the closing, the hands and the end are recorded.

    Red before: closing, or the hand that put a winner of a ticket out, raised, and never ended.
    """
    world, name = Floor(), "g" * letters
    world.announces("alvo", starts=START + 100)
    world.announces(
        CUP, fee=None, payouts=[], tickets=TicketPrizes(count=2, target="alvo", value=1100), tables="one", players_max=6
    )
    world.states[tournament_stream(name)], world.versions[tournament_stream(name)] = world.state, 1
    world.current = name
    world.enters("p-1", "p-2", "p-3")
    world.starts()
    world.does(c.CloseRegistration(tournament=name))
    world.all_in("mesa-1", ["p-1"], "p-2", "p-3")
    world.does(c.FinishTournament(tournament=name))
    won = [ticket.ticket for entry in world.state.entries for ticket in world(f"account:{entry.player}").tickets]
    assert len({*won}) == 2
    assert {len(ticket) for ticket in won} == {34}
    world.enters("p-1", tournament="alvo", tickets={"p-1": won[0]})


def test_tables_of_a_tournament_have_names_with_room_for_their_hands() -> None:
    """A table named at the start, or later, has room for all its hands.

    Red before: the table opened, and its first or tenth hand raised.
    """
    world = Cup(open_until=2)
    world.enters("p-1", "p-2")
    long = "m" * (TABLE_NAME_MAX + 1)
    starting = c.StartTournament(absent=[], seed=SEED, tables=[long], tournament=CUP)
    outcome = world.ask(starting, PLATFORM, START)
    assert isinstance(outcome, Refused)
    assert outcome.finding.told.about == "name_too_long"
    world.starts("m" * TABLE_NAME_MAX)
    world.enters("p-3", "p-4")
    late = c.SeatLateEntries(seed=SEED, tables=[long], tournament=CUP)
    assert refusal(world, late) == ("House: table", "name_too_long")
    world.all_in("m" * TABLE_NAME_MAX, ["p-1"], "p-2")
    assert refusal(world, StartHand(table="m" * TABLE_NAME_MAX))[1] != "name_has_no_room"
