"""What is over once is not over again: an incident, a table, a player's leaving; sealed twice, or of nobody, the night names it (R806 r.10, r.72)."""

from __future__ import annotations

import pytest

from tests.forgeries.stolen import Scenes
from tests.worlds.forged_ledger import Act
from tombo.ledger.core.entry import EventBase
from tombo.ledger.house.banked.events import BankedTableClosed
from tombo.ledger.house.incident.events import IncidentClosed, IncidentOpened
from tombo.ledger.house.table.events import LeaveRequested, TableClosed


def test_an_incident_is_closed_once(scenes: Scenes) -> None:
    """Red before: two ends of an outage, and time to decide is given once more from the later one."""
    thief = scenes("cash")
    last = thief.all("button_drawn")[-1]
    opened = IncidentOpened(first_instant=1, origin="player_network", reported_by="x", scope=["nowhere"])
    acts = [Act("incident:i-1", one) for one in (opened, IncidentClosed(note="over"), IncidentClosed(note="over"))]
    thief.puts(last, *acts)
    assert "the incident i-1 is closed, and was closed before" in scenes.night("cash", thief)


@pytest.mark.parametrize(
    ("scene", "table", "closed"),
    [("cash", "table:nowhere", TableClosed()), ("banked", "banked:nowhere", BankedTableClosed())],
)
def test_a_table_that_is_not_open_is_not_closed(scenes: Scenes, scene: str, table: str, closed: EventBase) -> None:
    """Red before: the end of a table that never was, or was over."""
    thief = scenes(scene)
    thief.puts(thief.all("deposited")[-1], Act(table, closed))
    assert f"{table} is closed, and was not open" in scenes.night(scene, thief)


@pytest.mark.parametrize(("seat", "says"), [(9, "and nobody sits there"), (2, "and has asked before in the same hand")])
def test_who_asks_to_leave_sits_there_and_asks_once(scenes: Scenes, seat: int, says: str) -> None:
    """Red before: a hand could be folded for it, of a seat that had not asked."""
    thief = scenes("cash")
    begun = thief.one("hand_started")
    thief.puts(begun, *(Act(begun.stream, LeaveRequested(seat=seat)) for _ in range(1 if seat == 9 else 2)))
    assert any(f"seat {seat} of {begun.stream} asks to leave, {says}" in told for told in scenes.night("cash", thief))


def test_a_table_that_closes_says_of_its_last_hand_how_it_ended(scenes: Scenes) -> None:
    """Red before: a table that closed in the commit of the hand took with it that it never said so."""
    thief = scenes("cash")
    ended = thief.all("hand_ended")[-1]
    thief.drops(ended)
    thief.puts(thief.all("settled")[-1], Act(ended.stream, TableClosed()))
    assert f"{ended.event.hand} is over, and {ended.stream} does not say so with it" in scenes.night("cash", thief)
