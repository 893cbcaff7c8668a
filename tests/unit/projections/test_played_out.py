"""Hands and rounds that are over, folded: each once, and never what did not begin."""

from __future__ import annotations

from typing import Any

from tombo.projections.line import Line
from tombo.projections.plain.played import PLAYED, PlayedOut


def line(index: int, kind: str, version: int = 1, stream: str = "hand:mesa-1/7") -> Line[Any]:
    """An entry, recorded a microsecond after the one before."""
    return Line(index, stream, version, kind, None, 1_000_000 + index, {})


def test_an_end_is_one_row_and_a_second_one_none() -> None:
    """Only a stolen key seals a second end, or one of what never began; a fold that goes on knows what is in play."""
    fold = PlayedOut()
    fold.begin("", lambda _sql, _params: [])
    fold.step(line(3, "hand.started.v1"))
    fold.step(line(4, "hand.settled.v1", stream="hand:mesa-1/6"))
    assert fold.take() == {PLAYED: []}
    other = PlayedOut()
    other.begin(fold.state(), lambda _sql, _params: [])
    for each in (line(9, "hand.voided.v1", 5), line(10, "hand.settled.v1", 6)):
        other.step(each)
    row = (9, "hand:mesa-1/7", "hand", "mesa-1", "7", "voided", 1_000_003, 3, 5)
    assert other.take() == {PLAYED: [row]}
    assert (other.take(), other.state()) == ({PLAYED: []}, "{}")
