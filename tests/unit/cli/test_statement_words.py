"""The parts of a statement that no simulated day needs to show: how a commission is shared, how lines are called, what is read."""

from __future__ import annotations

import json

import pytest

from cli.statement_text import statement_lines
from ledger.terms.unit import Unit
from projections.follow import lines, reader
from projections.session_statement.poker import shared
from projections.session_statement.reading import SessionSpan, Statement, StatementLine, Totals

EURO = Unit(currency="EUR", decimals=2)
NOON = 1_784_113_200_000_000
"""2026-07-15, 12:00 in Lisbon."""


@pytest.mark.parametrize(
    ("amount", "paid", "due"),
    [
        pytest.param(7, {4: 900}, {4: 7}, id="one payment bears all of it"),
        pytest.param(10, {1: 50, 2: 50, 3: 50}, {1: 4, 2: 3, 3: 3}, id="equal remainders: the lower seat"),
        pytest.param(5, {1: 10, 2: 25}, {1: 1, 2: 4}, id="1.43 and 3.57: the larger remainder"),
        pytest.param(0, {1: 10, 2: 25}, {1: 0, 2: 0}, id="nothing"),
    ],
)
def test_a_commission_of_the_whole_pot_is_shared_in_proportion(
    amount: int, paid: dict[int, int], due: dict[int, int]
) -> None:
    """To the cent, by what each was paid of the pot; nothing is left over."""
    assert shared(amount, paid) == due


def test_of_records_within_a_field_only_what_is_named_is_read() -> None:
    """The end of a hand is read by three numbers a seat; a number that is none is still refused."""
    net = {"after": 5, "before": 3, "seat": 1, "taken_by": []}
    event = {"bets": [1], "hand": "hand:m/1", "kind": "table.hand_ended.v1", "outcome": "settled", "stacks": [net]}
    body = {"by": {}, "command": None, "event": event, "occurred": 7, "stream": "table:m", "version": 2}
    read = reader("table.hand_ended.v1", ("hand", "stacks.after", "stacks.seat"))

    assert read(json.dumps(body).encode()) == {
        "event": {"hand": "hand:m/1", "stacks": [{"after": 5, "seat": 1}]},
        "occurred": 7,
    }
    net["after"] = -1
    with pytest.raises(ValueError, match="greater than or equal to 0"):
        read(json.dumps(body).encode())
    assert list(lines([], {})) == []


def line(number: int, what: str, stream: str, outcome: str = "", *, ticket: int = 0, result: int = 0) -> StatementLine:
    """A line that moved ``result`` and says nothing else."""
    at = NOON + number * 1_000_000
    zero = (0, 0, 0, 0, 0)
    return StatementLine(number, at, at, "p-1/1", "R810", what, stream, 3, outcome, EURO, ticket, *zero, result, result)


def test_every_sort_of_line_is_called_by_its_name() -> None:
    """Entries by tournament and number, with how they were paid and the worth of a ticket; commissions and stakes out of prison."""
    told = [
        line(1, "registration", "tournament:taca", "ticket", ticket=-5_000),
        line(2, "ticket", "tournament:taca", "place 2", ticket=5_500),
        line(3, "prize", "tournament:taca", "place 1", result=4_000),
        line(4, "commission", "table:mesa-1", "buy_in", result=-100),
        line(5, "release", "roulette:roleta-1/4", result=50),
        line(6, "round", "roulette:roleta-1/5", "voided"),
    ]
    span = SessionSpan("p-1/1", "R806", 1, NOON, 9, NOON + 60_000_000, "inactivity")
    total = Totals("R810", "", EURO, 1, 500, 0, 0, 0, 0, 0, 3_950)
    said = list(statement_lines(Statement("p-1", 10, 0, NOON, (span,), tuple(told), (total,), (total,))))
    called = [" ".join(text.split()[2:]) for text in said[5:11]]

    assert said[0] == "Statement of p-1 until 2026-07-15 12:00:00 in Lisbon (11:00:00 UTC)"
    assert said[2].endswith("12:01:00 in Lisbon (11:01:00 UTC), ended for inactivity")
    assert called == [
        "tournament:taca entry 3, registration (ticket), worth 50.00 EUR 0.00 0.00",
        "tournament:taca entry 3, ticket (place 2), worth 55.00 EUR 0.00 0.00",
        "tournament:taca entry 3, prize (place 1) +40.00 +40.00",
        "mesa-1, commission of the buy-in -1.00 -1.00",
        "roulette:roleta-1/4, out of prison +0.50 +0.50",
        "roulette:roleta-1/5, void 0.00 0.00",
    ]
