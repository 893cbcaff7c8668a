"""``docs/one-bet.md`` is what happens, and the way of a bet gets no longer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from docs.generate_one_bet import Traced, layer, page, traced
from tests.tools.traced import Entered, shipped_calls
from tombo.ledger.core import visible
from tombo.ledger.core.ids import table_of

FIGURES: Final = {
    "`PlaceBet`, hold'em for cash": (45, 157, 5),
    "`SettleHand`, hold'em for cash": (51, 183, 7),
    "`PlaceAnte`, póquer sem descarte": (42, 140, 9),
    "`SettleRound`, póquer sem descarte": (48, 158, 5),
}
"""Files, functions and calls into a higher layer, when they were fewest, and since then one question more: whether the table has
in play what is decided on (decision 0016, 11). Since then each is asked when it is said to have happened (decision 0032: two files, two
functions), and of an act at a table whether who acts has asked to leave (R806 r.10: two files, four functions, a call up). A payout asks
the rules revision who decides (decision 0033: two files, two functions). Whether a bet comes too late is asked of who says no time too, by
the ledger's clock (decision 0032, 4: two functions, a call up). What the end of a hand does to its table is a function of its own (R806 r.2s).
A stake against the house leaves one of two wallets, and what is paid comes back to it (decision 0035, 15: three functions of a stake, two of a payout). The signature that
an append gets is remembered, so that no store of the process verifies it again (decision 0026, 22: one function). What states of an append have in
common is packed once, and what was three functions more is done where it is asked for (decision 0026, W3: three fewer). Decision 0027 wants 22, 90 and 1 of the first."""


@pytest.fixture(scope="module")
def found() -> dict[str, Traced]:
    """Each command, as it was watched."""
    return {one.what: one for one in traced()}


@pytest.mark.parametrize("what", list(FIGURES))
def test_the_way_of_a_command_gets_no_longer(found: dict[str, Traced], what: str) -> None:
    """A file, function or call up that is new in the way of a bet or payout is seen; one that fell away is written down here."""
    one = found[what]
    assert (len(one.files), len(one.functions), len(one.upward)) == FIGURES[what]


def test_nothing_else_is_watched(found: dict[str, Traced]) -> None:
    """The figures above are of every command on the page, and each begins at the door."""
    assert set(found) == set(FIGURES)
    assert {(one.calls[0].file, one.calls[0].function) for one in found.values()} == {
        ("ledger/live/ledger.py", "Ledger.handle")
    }


def test_a_page_that_is_made_twice_is_the_same(found: dict[str, Traced]) -> None:
    """What a process remembers from the page before changes nothing of the next: names of files and figures are those of any run."""
    text = page()
    assert all(
        f"| {what} | {len(one.files)} | {len(one.functions)} | {len(one.calls)} |" in text
        for what, one in found.items()
    )


def _twice(stream: str) -> Iterator[str]:
    yield table_of(stream)
    yield table_of(stream)


def test_the_tracer_sees_who_calls() -> None:
    """A shipped function is told with its caller; what is not shipped, as this test, stands between as if it were not there."""
    with shipped_calls() as calls:
        assert list(_twice("hand:mesa-1/1")) == ["mesa-1"] * 2
        assert visible.visible("a")
    assert [call for call in calls if call.function == "table_of"] == [
        Entered("ledger/core/ids.py", "table_of", -1)
    ] * 2
    assert calls[2] == Entered("ledger/core/visible.py", "visible", -1)


def test_a_call_up_is_one_into_a_higher_layer() -> None:
    """Layers are those of the contracts: packages above the ledger, and in it the door above the store above the core."""
    files = ["ledger/core/ids.py", "ledger/house/rules.py", "ledger/games/every.py", "ledger/catalogue.py"]
    files += ["ledger/store/store.py", "ledger/checked/store.py", "ledger/live/ledger.py", "projections/table.py"]
    files += ["reports/document.py", "cli/main.py"]
    heights = [layer(file) for file in files]
    assert heights == sorted(heights)
    assert len(set(heights)) == len(files)
    below, above = Entered(files[0], "f", -1), Entered(files[4], "g", 0)
    assert Traced("", [below, above]).upward == [(below, above)]
    assert Traced("", [above._replace(by=-1), below._replace(by=0)]).upward == []
