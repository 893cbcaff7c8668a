"""A simulated table that closed while nobody heard the answer: it is over, and nothing more is asked for at it."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from tombo.ledger.house.banked.state import banked_stream
from tombo.ledger.house.table.state import table_stream
from tombo.simulator.ask import Scene
from tombo.simulator.life import life


@pytest.mark.parametrize("stream", [table_stream("t-1"), banked_stream("t-1")])
def test_nothing_is_asked_for_at_a_table_that_closed(stream: str) -> None:
    """The platform was killed as it closed. Red before: it was closed once more, and the day failed for that."""
    scene = Scene(
        table="t-1",
        ruleset="rules-t-1",
        chance=Random(101),
        view=lambda name: SimpleNamespace(closed=True) if name == stream else None,
        version=lambda _: 0,
        now=lambda: 0,
        rests=lambda _: None,
        until=0,
        pace=1,
    )
    assert list(life(scene)) == []
