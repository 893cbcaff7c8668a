"""Whatever stands in a path or a query of the desk: it is told what is wrong with it, and it is no fault of ours and no alarm, which would stop commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

import pytest

from tests.unit.desk.test_closed_cards import at_desk as at_desk  # noqa: PLC0414  # the fixture
from tests.worlds.desk import Desk
from tests.worlds.desk_played import PLAYED_OFFICER
from tombo.desk.places import PLACES

pytestmark = pytest.mark.once

WILD: Final = (
    *(
        "0",
        "-1",
        "1" * 30,
        "9223372036854775808",
        "9007199254740993",
        "1e9",
        "a\0b",
        "..",
        "%",
        "\x1b[31m",
        "\U0001f600",
    ),
    *("x" * 5_000, "hand:x", "log", "day:..", "' OR 1=1", "2026-07-15", "9999-12-31", "mesa-1/99999999999999999999"),
)
QUERIES: Final = ("step", "reading", "as", "after", "before", "month", "q", "player", "number", "from", "card", "least")
_PARAMETER: Final = re.compile(r"{\w+(?::path)?}")


def wild_paths() -> Iterator[str]:
    """Every page with each of these in the place of each parameter; and every page without one with each of them in each query."""
    for place in PLACES:
        for each in WILD:
            typed = quote(each, safe="")
            if _PARAMETER.search(place.path):
                path = _PARAMETER.sub(lambda _, typed=typed: typed, place.path)  # type: ignore[misc]  # of this turn of the loop
                yield from (f"/desk{path}", f"/desk{path}?step={typed}&reading={typed}")
            else:
                yield from (f"/desk{place.path}?{query}={typed}" for query in QUERIES)


def test_nothing_that_is_typed_is_a_fault_of_ours_or_an_alarm(at_desk: Desk) -> None:
    """By an officer, who may look at every page."""
    at_desk.sign_in(at_desk.token(PLAYED_OFFICER))
    told = {path: at_desk.client.get(path).status_code for path in wild_paths()}
    assert {path: status for path, status in told.items() if status >= 500} == {}
    assert set(told.values()) >= {200, 400, 404}
    assert at_desk.alarms == []
