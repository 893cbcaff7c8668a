"""Names that others are made of: a table's has room for all its hands and rounds; one on record goes on while it has (D8)."""

from __future__ import annotations

import pytest

from tests.worlds.house import House, house, player, playing
from tests.worlds.roulette import DEADLINE, WHEEL, wheel
from tests.worlds.world import PLATFORM, TABLE_STREAM, Over
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import IMPORT_TABLE, TABLE_NAME_MAX, hand_stream, is_stream
from tombo.ledger.core.money import AMOUNT_MAX
from tombo.ledger.games.poker.commands import StartHand
from tombo.ledger.games.roulette.commands import OpenSpin
from tombo.ledger.house.banked.commands import CloseBankedTable, OpenBankedTable, PartTable
from tombo.ledger.house.table.commands import CloseTable, LeaveTable, OpenTable

TOO_LONG = "m" * (TABLE_NAME_MAX + 1)


def objection(world: House, command: CommandBase, by: By = PLATFORM) -> tuple[str, str]:
    """The rule and the name of the objection to ``command``; nothing may be recorded."""
    before = len(world.events)
    outcome = world.ask(command, by)
    assert isinstance(outcome, Refused), outcome
    assert len(world.events) == before
    return outcome.finding.rule, outcome.finding.told.about


def test_the_longest_name_of_a_table_has_room_for_the_largest_number() -> None:
    """Hands and rounds of a table that opens have names for ever."""
    assert is_stream(hand_stream("m" * TABLE_NAME_MAX, AMOUNT_MAX))
    assert not is_stream(hand_stream(TOO_LONG, AMOUNT_MAX))


def test_a_table_of_poker_opens_with_room_in_its_name() -> None:
    """Red before: it opened and took buy-ins, and then no hand could begin, or the tenth could not (ValidationError)."""
    world = house()
    opening = OpenTable(buy_in=5_000, mode="continuous", ruleset="nl-1", table=TOO_LONG, top_up_max=10_000)
    assert objection(world, opening) == ("House: table", "name_too_long")
    world.does(opening.model_copy(update={"table": "m" * TABLE_NAME_MAX}))


def test_a_banked_table_opens_with_room_in_its_name() -> None:
    """Red before: it opened, players came, and then no round could begin."""
    world = wheel("R804")
    assert objection(world, OpenBankedTable(ruleset="roleta", table=TOO_LONG)) == ("House: table", "name_too_long")
    world.does(OpenBankedTable(ruleset="roleta", table="m" * TABLE_NAME_MAX))


def test_c1_no_table_has_the_name_of_files() -> None:
    """Red before: a table of this name opened, and the times of its hands were asked of nobody, as those of a file."""
    opening = OpenTable(buy_in=5_000, mode="continuous", ruleset="nl-1", table=IMPORT_TABLE, top_up_max=10_000)
    assert objection(house(), opening) == ("House: table", "table_of_files")
    assert objection(wheel("R804"), OpenBankedTable(ruleset="roleta", table=IMPORT_TABLE)) == (
        "House: table",
        "table_of_files",
    )


@pytest.mark.parametrize(("letters", "number"), [(100, 0), (99, 0), (98, 9), (97, 99)])
def test_a_table_of_poker_on_record_plays_as_long_as_its_name_has_room(letters: int, number: int) -> None:
    """Opened before names were measured: its next hand is refused by name, and everybody leaves with what he has.

    Red before: the next hand raised at the door.
    """
    world, name = playing("p-1", "p-2"), "m" * letters
    stream = f"table:{name}"
    world.states[stream] = world(TABLE_STREAM)._replace(number=number)
    world.versions[stream] = 9
    world.states[f"hand:{name}/{number}"] = Over("settled")
    assert objection(world, StartHand(table=name)) == ("House: table", "name_has_no_room")
    for seat in (1, 2):
        world.does(LeaveTable(seat=seat, table=name), player(f"p-{seat}"))
    assert world.balance("p-1") == 20_000
    world.does(CloseTable(table=name))


def test_a_table_of_poker_on_record_plays_its_last_hand() -> None:
    """A name of 98 letters has room for nine hands, and they are played."""
    world, name = playing("p-1", "p-2"), "m" * 98
    world.states[f"table:{name}"] = world(TABLE_STREAM)._replace(number=8)
    world.versions[f"table:{name}"] = 9
    world.states[f"hand:{name}/8"] = Over("settled")
    world.does(StartHand(table=name))
    assert world(f"table:{name}").hand == f"hand:{name}/9"


def test_a_banked_table_on_record_plays_as_long_as_its_name_has_room() -> None:
    """As at a table of poker; who plays there parts, and the table closes."""
    world, name = wheel("R804"), "m" * 98
    stream = f"banked:{name}"
    world.states[stream], world.versions[stream] = world(f"banked:{WHEEL}")._replace(last=None, number=9, round=None), 9
    assert objection(world, OpenSpin(deadline=DEADLINE, table=name)) == ("House: table", "name_has_no_room")
    for place in world(stream).places:
        world.does(PartTable(player=place.player, seat=None, table=name), player(place.player))
    world.does(CloseBankedTable(table=name))
