"""The parts of a statement that no simulated day needs to show: how a commission is shared, and what is read."""

from __future__ import annotations

import json

import pytest

from tombo.projections.line import lines, reader
from tombo.projections.session_statement.poker import shared


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
