"""Incidents: opened over tables, with every hand open there listed."""

from __future__ import annotations

from typing import Literal

from tests.worlds.house import MANAGER, house, player, playing
from tests.worlds.world import OFFICER, TABLE, TABLE_STREAM
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import hand_stream
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.house.incident.decide import HANDS_LISTED_MAX
from tombo.ledger.house.incident.events import HandsListed, IncidentOpened, OpenHand
from tombo.ledger.house.incident.state import Incident, covers


def outage(
    scope: list[str] | None = None, origin: Literal["operator_system", "player_equipment"] = "operator_system"
) -> OpenIncident:
    return OpenIncident(first_instant=7, incident="power", origin=origin, reported_by="monitor 3", scope=scope)


def test_an_incident_lists_the_hands_open_in_its_scope_at_their_versions() -> None:
    """The hand in play is listed with its version; the state keeps origin, scope and hands."""
    world = playing("p-1", "p-2")
    hand = world.deal()
    assert world.adds(outage()) == [
        (
            "incident:power",
            IncidentOpened(first_instant=7, origin="operator_system", reported_by="monitor 3", scope=None),
        ),
        ("incident:power", HandsListed(hands=[OpenHand(hand=hand, version=1)])),
    ]
    assert world("incident:power") == Incident("operator_system", None, 7, open=True, hands=((hand, 1),))


def test_an_incident_without_open_hands_says_so() -> None:
    """The list is recorded empty rather than left out."""
    events = playing("p-1", "p-2").adds(outage(), OFFICER)
    assert events[1][1] == HandsListed(hands=[])


def test_a_scope_names_tables_and_covers_no_others() -> None:
    """Hands at other tables are neither listed nor covered; a table named twice is listed once."""
    world = playing("p-1", "p-2")
    hand = world.deal()
    world.states["table:mesa-2"] = world.mesa()._replace(hand="hand:mesa-2/1")
    world.versions["table:mesa-2"] = 1
    listed = world.adds(outage([TABLE, TABLE]))[1][1]
    assert listed == HandsListed(hands=[OpenHand(hand=hand, version=1)])
    incident = world("incident:power")
    assert covers(incident, TABLE)
    assert not covers(incident, "mesa-2")
    assert covers(incident._replace(scope=None), "mesa-2")


def test_a_long_list_is_told_in_several_entries() -> None:
    """More hands than one entry holds are listed in several, none twice, none missing."""
    world = playing("p-1", "p-2")
    for number in range(HANDS_LISTED_MAX + 1):
        name = f"t-{number:04}"
        world.states[f"table:{name}"] = world.mesa()._replace(hand=hand_stream(name, 1))
        world.versions[f"table:{name}"] = world.versions[hand_stream(name, 1)] = 1
    listed = [event.hands for _, event in world.adds(outage())[1:] if isinstance(event, HandsListed)]
    assert [len(hands) for hands in listed] == [HANDS_LISTED_MAX, 1]
    assert len(world("incident:power").hands) == HANDS_LISTED_MAX + 1
    longest = HandsListed(hands=[OpenHand(hand=f"hand:{'x' * 99}", version=2**53 - 1)] * HANDS_LISTED_MAX)
    assert len(longest.model_dump_json()) < 60_000


def test_a_scope_names_as_many_tables_as_an_entry_holds() -> None:
    """One that no entry holds is refused by name: without a scope all tables are meant, and several incidents may be opened.

    Red before: it raised at the door.
    """
    world = playing("p-1", "p-2")
    outcome = world.ask(outage([TABLE] * 8_000))
    assert isinstance(outcome, Refused)
    assert (outcome.finding.rule, outcome.finding.told.about) == ("House: incident", "entry_too_large")
    world.does(outage([TABLE] * 600))


def test_an_incident_needs_a_scope_that_exists_or_none() -> None:
    """An empty scope and a table that is not there are refused."""
    world = house()
    assert world.refuses(outage([])) == "House: incident"
    assert world.refuses(outage(["mesa-9"])) == "House: incident"


def test_an_incident_is_opened_and_closed_once_by_platform_or_officer() -> None:
    """Players and managers do neither; a name is used once; what is closed stays closed."""
    world = house()
    close = CloseIncident(incident="power", note="power is back")
    assert world.refuses(close) == "House: incident"
    for by in (MANAGER, player("p-1")):
        assert world.refuses(outage(), by) == "House: authority"
    world.does(outage(), OFFICER)
    assert world.refuses(outage()) == "House: incident"
    assert world.refuses(close, player("p-1")) == "House: authority"
    world.does(close)
    assert not world("incident:power").open
    assert world.refuses(close, OFFICER) == "House: incident"


def test_an_incident_touches_no_table() -> None:
    """Opening one writes to its own stream only, so that tables and hands go on."""
    world = playing("p-1", "p-2")
    before = world.version(TABLE_STREAM)
    world.does(outage())
    assert world.version(TABLE_STREAM) == before
