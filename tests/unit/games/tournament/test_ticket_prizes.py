"""Prizes that are tickets, by the readings of R810 r.50 (#20) and r.51 (#21): what is left over, and what equals share."""

from __future__ import annotations

from typing import Any

import pytest

from tests.worlds.tournament import structure
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.tournament.prizes import PlacedEntries, awards, fixed_prizes
from tombo.ledger.terms.tournament import Structure, TicketPrizes, TournamentReadings
from tombo.reports.tournament.structure import structure_told

OLD: dict[str, Any] = {"paid_prizes": Reading.LETTER, "ticket_refunds": "cash"}


def satellite(count: int | None, **changes: Any) -> Structure:
    """Tickets of 11.00 to another tournament; ``changes`` are readings, or a ``fee`` of none."""
    free = {"fee": None} if changes.pop("free", False) else {}
    tickets = TicketPrizes(count=count, target="alvo", value=1_100)
    return structure(payouts=[], readings=TournamentReadings(**OLD, **changes), tickets=tickets, **free)


def told(cup: Structure, entries: int, pool: int) -> list[tuple[int, int, bool]]:
    """The prizes: place, amount, and whether it is a ticket."""
    return [(prize.place, prize.amount, prize.ticket) for prize in fixed_prizes(cup, entries, pool)]


@pytest.mark.parametrize(
    ("entries", "pool", "prizes"),
    [
        (12, 2_400, [(1, 1_300, False), (2, 1_100, True)]),  # more than a ticket: the first place's
        (11, 2_200, [(1, 1_100, True), (2, 1_100, False)]),  # as much as a ticket
        (10, 2_000, [(1, 1_100, True), (2, 900, False)]),
        (1, 2_400, [(1, 1_100, True), (1, 1_300, False)]),  # nobody is behind
    ],
)
def test_the_larger_prize_is_the_better_places(entries: int, pool: int, prizes: list[tuple[int, int, bool]]) -> None:
    """R810 r.50, by value: the cash that one ticket leaves stands before it where it is worth more, and the sum is the pool."""
    assert told(satellite(1, left_over="by_value"), entries, pool) == prizes


def test_what_was_announced_before_the_reading_keeps_its_prizes() -> None:
    """Without the fields the place behind the tickets has what is left over, and no byte of the structure is new."""
    old = satellite(1)
    assert told(old, 12, 2_400) == [(1, 1_100, True), (2, 1_300, False)]
    assert set(old.readings.model_dump()) == {"paid_prizes", "ticket_refunds"}


@pytest.mark.parametrize(
    ("readings", "equals", "won"),
    [
        ({}, (2, 3), [(2, 1_100, True), (3, 800, False)]),
        ({"tied_tickets": "divided"}, (2, 3), [(2, 950, False), (3, 950, False)]),
        ({"tied_tickets": "divided"}, (1, 2), [(1, 1_100, True), (2, 1_100, True)]),  # one for each
        ({"free": True, "tied_tickets": "divided"}, (2, 3), [(2, 1_100, True), (3, 800, False)]),  # r.30
    ],
)
def test_equals_divide_the_value_of_too_few_tickets(
    readings: dict[str, Any], equals: tuple[int, int], won: list[tuple[int, int, bool]]
) -> None:
    """R810 r.51, divided: two tickets and 8.00 in cash; a ticket that two would have to share is money between them."""
    cup = satellite(2, **readings)
    placed = [PlacedEntries(*equals, equals)]
    given = awards(cup, fixed_prizes(cup, 10, 3_000), placed)
    assert [(award.entry, award.amount, award.ticket) for award in given] == won


def test_the_structure_says_its_readings() -> None:
    """Each reading has its line with its number, and none where it is absent."""
    said = [line.text() for line in structure_told(satellite(1, left_over="by_value", tied_tickets="divided"))]
    assert [line.rpartition(": ")[2] for line in said if "#20" in line or "#21" in line] == [
        "#20, by value",
        "#21, divided",
    ]
    assert not [line for line in structure_told(satellite(1)) if "#2" in line.text()]
