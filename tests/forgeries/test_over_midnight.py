"""A hand that midnight falls into: what its table was told before is held against what it says after, by the night of the second day."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.forgeries.honest import scene
from tests.forgeries.stolen import Played, Thief
from tests.worlds.casino import BEGINS, ORIGIN
from tests.worlds.forged_ledger import commits, sealed
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.lisbon import day_of, window
from tombo.ledger.seal.entry import unpack
from tombo.projections.reconciliation.run import reconcile
from tombo.simulator.run import entries

BEFORE: Final = day_of(BEGINS)
MIDNIGHT: Final = window(BEFORE)[1]
AFTER: Final = day_of(MIDNIGHT)


class Split(NamedTuple):
    """A scene with midnight in its first hand, just before its cards are shown."""

    folder: Path
    played: Played

    def nights(self, thief: Thief, name: str) -> dict[str, list[str]]:
        """What the nights of both days say."""
        url = f"sqlite:///{self.folder / name}.db"
        with sealed(thief.commits, url, ORIGIN, self.played.key) as store:
            return {day: [one.text for one in reconcile(store, None, day).problems] for day in (BEFORE, AFTER)}


def played(name: str, folder: Path, begins: int) -> Played:
    """The scene, played from an instant on."""
    folder.mkdir()
    with scene(name, folder, begins) as room:
        store = room.ledger.store
        ends = sorted({(head := unpack(row.state)).first + head.count for row in store.rows()})
        return Played(list(entries(store)), ends, room.ledger.sealing.key)


def falls(entry: Entry) -> bool:
    """Whether midnight comes before ``entry``."""
    return entry.kind == "hand.cards_shown.v1"


@pytest.fixture(scope="module", params=["tied", "cash"])
def split(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Split:
    """The scene, played so that midnight falls there."""
    folder = tmp_path_factory.mktemp(request.param)
    at_noon = played(request.param, folder / "noon", BEGINS)
    first = next(entry.recorded for entry in at_noon.entries if falls(entry))
    found = played(request.param, folder / "night", BEGINS + MIDNIGHT - first)
    assert next(entry.recorded for entry in found.entries if falls(entry)) == MIDNIGHT
    return Split(folder, found)


def button(thief: Thief) -> None:
    """The table says that another seat has the button."""
    act = thief.one("hand_started", "")
    act.says(button=next(seat for seat in act.event.seats if seat != act.event.button))


def seats(thief: Thief) -> None:
    """The table says that one seat less is dealt in."""
    act = thief.one("hand_started", "")
    act.says(seats=act.event.seats[:-1])


def button_of_hand(thief: Thief) -> None:
    """The hand says that another seat has the button, and its table does not."""
    act = next(one for one in thief.all("started") if one.kind == "hand.started.v1")
    act.says(button=next(taken.seat for taken in act.event.seats if taken.seat != act.event.button))


def players(thief: Thief, hand: int) -> None:
    """A hand, that one or the first behind it, is played by two players in each other's place."""
    hands = [one for one in thief.all("started") if one.kind == "hand.started.v1"]
    one, other, *rest = hands[hand].event.seats
    hands[hand].says(
        seats=[one.model_copy(update={"player": other.player}), other.model_copy(update={"player": one.player}), *rest]
    )


THEFTS: Final[dict[str, tuple[Callable[[Thief], None], str]]] = {
    "button": (button, "is played with the button at seat"),
    "button of the hand": (button_of_hand, "is played with the button at seat"),
    "seats": (seats, "is played by the seats"),
}


def test_an_honest_evening_over_midnight_ties(split: Split) -> None:
    """Nothing is said of it by either night."""
    assert split.nights(Thief(commits(split.played.entries, split.played.ends)), "honest") == {BEFORE: [], AFTER: []}


@pytest.mark.parametrize("name", THEFTS)
def test_e1_what_the_table_says_before_midnight_is_held_against_the_hand(split: Split, name: str) -> None:
    """Red before: neither night said anything; both days tied."""
    does, says = THEFTS[name]
    thief = Thief(commits(split.played.entries, split.played.ends))
    does(thief)
    told = split.nights(thief, name.replace(" ", "-"))
    assert [text for text in told[AFTER] if says in text], told


@pytest.mark.parametrize(("split", "hand"), [("tied", 0), ("tied", 1), ("cash", 0)], indirect=["split"])
def test_e1_who_sat_down_before_midnight_sits_there_after_it(split: Split, hand: int) -> None:
    """Red before: the night of the second day had not heard who sits at the tables of a tournament, and none asked it of one in euro."""
    thief = Thief(commits(split.played.entries, split.played.ends))
    players(thief, hand)
    assert len([text for text in split.nights(thief, f"players-{hand}")[AFTER] if text.endswith("sits there")]) == 2
