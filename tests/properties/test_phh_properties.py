"""Whatever a PHH file says: a hand that is recorded conserves its chips and comes back as stated, any other is refused."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from typing import Any, Final

from hypothesis import given, target
from hypothesis import strategies as st

from tests.worlds.phh import Desk, entries_of, phh
from tombo.ledger.exchange.phh.read import HandUnreadableError
from tombo.projections.follow import Viewer
from tombo.projections.round.hand import of
from tombo.projections.round.replay import steps

players = st.integers(1, 4).map("p{}".format)
amounts = st.sampled_from(["0", "1", "2", "4", "9", "50", "100", "2.50", "0.001", "1e2", ""])
cards = st.sampled_from(["AhKh", "2c2d", "????", "Ah??", "?hK?", "Qs", "2c7d9h", "Ts", "3s", "XX", "-", ""])
words = st.one_of(
    st.tuples(players, st.sampled_from(["f", "cc", "cc", "cc", "sm"])),
    st.tuples(players, st.just("cbr"), amounts),
    st.tuples(players, st.just("sm"), cards),
    st.tuples(st.just("d"), st.just("dh"), players, cards),
    st.tuples(st.just("d"), st.just("db"), cards),
    st.tuples(st.sampled_from(["", "d", "p1", "#", "d dh", "p3 f # said", "p2 pb", " p1  cc"])),
)
fields = st.fixed_dictionaries(
    {},
    optional={
        "antes": st.sampled_from(["[0, 3, 0]", "[1, 1, 1]", "[0.5, 0.5, 0.5]"]),
        "blinds_or_straddles": st.sampled_from(["[1, 2, 4]", "[1, 2, -2]", "[0, 0, 0]", "[0, 2.0, 0]", "[50, 100, 0]"]),
        "starting_stacks": st.sampled_from(["[inf, 9, inf]", "[1, 2, 3]", "[0, 100, 40]", "[10.25, 20, 30.5]"]),
        "finishing_stacks": st.just("[1, 2, 3.5]"),
        "winnings": st.sampled_from(["[0, 0, 0]", "[3, 0, 0]"]),
        "seats": st.sampled_from(["[4, 9, 1]", "[1, 1, 1]"]),
        "players": st.just("['Ana', '', 'Rui']"),
        "hand": st.sampled_from(["0", "7", "-7", "'x'"]),
        "_mine": st.just("{a = 1}"),
    },
)
DEAL: Final = ["d dh p1 2c3d", "d dh p2 ????", "d dh p3 QcQd"]
ENDINGS: Final[tuple[list[str], ...]] = (
    ["p3 f", "p1 f"],
    ["p3 cc", "p1 cc", "p2 cc", "d db 2c7d9hTs3s", "p2 sm AhKh", "p3 sm QcQd", "p1 sm"],
    [],
)


def stated(text: str) -> dict[str, Any]:
    """The fields of a text but for ours, with types and digits."""
    read = tomllib.loads(text, parse_float=Decimal)
    return {name: repr(value) for name, value in read.items() if not name.startswith("_tombo_")}


@given(fields, st.lists(words, max_size=6), st.sampled_from(ENDINGS), st.sampled_from([DEAL, []]))
def test_a_hand_is_recorded_whole_or_refused(
    own: dict[str, str], said: list[tuple[str, ...]], ending: list[str], deal: list[str]
) -> None:
    """No file makes the import fail otherwise; chips are conserved at every step; the export gives the file back."""
    text, desk = phh(own, actions=[*deal, *map(" ".join, said), *ending]), Desk()
    try:
        hand = desk.convert(text)
    except HandUnreadableError:
        return
    target(len(hand.events))
    assert all(step.conserved for step in steps(of(entries_of(hand), {}, Viewer("auditor"))))
    assert stated(desk.exported(hand)) == stated(text)
