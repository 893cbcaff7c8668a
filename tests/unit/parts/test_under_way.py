"""Parts that are under way while who asked for them does something else (docs/decisions/0043)."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import Any

from tests.unit.parts.test_work import PARTS, Fake, Squares, entropy
from tombo.ledger.parts import Done, Here, Work


def test_others_begin_before_the_first_result_is_asked_for(tmp_path: Path) -> None:
    """A few parts are under way at once. Red before: who asked came to his first part before anybody had begun with it."""
    crew = Fake(lambda *_: None)
    with Work(Squares(tmp_path), crew, entropy) as work:
        results = work.in_order(range(PARTS))
        assert crew.asked == 2 * crew.many
        assert next(results) == 0


def test_it_is_known_whether_a_part_would_be_waited_for(tmp_path: Path) -> None:
    """One that is answered would not be, nor one that is done here: nobody is asked for it."""
    slow: Future[Any] = Future()
    crew = Fake(lambda _, part, __: slow if part == 0 else None, sample=0)
    with Work(Squares(tmp_path), crew, entropy) as work:
        asked = [work.ask(part) for part in (0, 3)]
        assert [one.waits for one in asked] == [True, False]
        slow.set_result(Done("a", 0))
        assert not asked[0].waits and asked[0].result() == 0
    with Work(Squares(tmp_path), Here(), entropy) as work:
        assert not work.ask(2).waits
