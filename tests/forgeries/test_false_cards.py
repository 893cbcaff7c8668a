"""A commitment is opened before its card is used (decision 21): what an event key shows of cards that were not dealt, nobody shows as true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.tools.cli_run import inside, keep_key, tombo
from tests.worlds.casino import BEGINS, LEDGER, ORIGIN
from tests.worlds.floor import MANAGER, Floor, deal, player
from tombo.ledger.core.cards import CARD_IDS
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.poker.events import CardsShown, HandStarted, HoleCardsDealt, Settled, ShownCard
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, inscribe, open_ledger
from tombo.ledger.seal.commitment import card_commitment

OVER: Final = "hand:mesa-1/1"
IN_PLAY: Final = "hand:mesa-2/1"
Forge = Callable[[CardsShown], list[ShownCard]]
"""From what the winner showed, what the thief has another seat show, or the winner once more."""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A hand in which seat 1 folded and seat 2 showed his kings, and one in play; and work in there."""
    ledger = create_ledger(
        f"sqlite:///{tmp_path}/casino.db", Keyring(tmp_path / "keys"), origin=ORIGIN, clock=SteppingClock(BEGINS)
    )
    floor = Floor(ledger.handle)
    for table, first in (("mesa-1", 1), ("mesa-2", 3)):
        floor.open_table(table, players=2, first=first)
        floor.do(poker.StartHand(table=table))
        floor.do(deal(table, 1, ["7s", "Kd", "2h", "Kc"]))
    floor.do(poker.Fold(hand="mesa-1/1", seat=1), player(1))
    floor.do(poker.ShowCards(hand="mesa-1/1", seat=2), player(2))
    floor.do(GrantRole(role="officer", staff="rui"), MANAGER)
    keep_key(tmp_path / "keys", ORIGIN, "rui")
    ledger.store.close()
    with inside(tmp_path):
        yield tmp_path


def _opened(folder: Path) -> Ledger:
    clock = SteppingClock(BEGINS + 3_600 * SECOND, step=0)
    return open_ledger(f"sqlite:///{folder}/casino.db", Keyring(folder / "keys"), clock=clock)


def seal(folder: Path, stream: str, *events: EventBase) -> int:
    """What a stolen event key seals; the log index of the last of it."""
    ledger = _opened(folder)
    try:
        return inscribe(ledger, "thief/1", [(stream, event) for event in events]).entries[-1].index
    finally:
        ledger.store.close()


def _shown(folder: Path) -> CardsShown:
    ledger = _opened(folder)
    found = next(one.event for one in reversed(ledger.entries(OVER)) if isinstance(one.event, CardsShown))
    ledger.store.close()
    return found


def _aces(_: CardsShown) -> list[ShownCard]:
    return [ShownCard(card="As", salt=None, slot=None), ShownCard(card="Ad", salt=None, slot=None)]


FALSE: Final[dict[str, tuple[int, Forge]]] = {
    "without what opens them": (1, _aces),
    "with the salt of nobody": (1, lambda _: [ShownCard(card="As", salt="00" * 32, slot=0)]),
    "those of another seat": (1, lambda shown: shown.cards),
    "others in the place of his own": (2, lambda shown: [one.model_copy(update={"card": "As"}) for one in shown.cards]),
    "one of his twice": (2, lambda shown: [shown.cards[0], shown.cards[0]]),
    "his once more": (2, lambda shown: shown.cards),
}


@pytest.mark.parametrize("how", FALSE)
def test_h4_no_view_shows_cards_that_open_no_commitment(folder: Path, how: str) -> None:
    """Red before: "p-1: shows [As Ad]: pair of aces", status 0, of who had folded seven and deuce."""
    seat, forge = FALSE[how]
    at = seal(folder, OVER, CardsShown(cards=forge(_shown(folder)), seat=seat))
    said = f"TAMPERED: hand.cards_shown.v1 at log index {at} ({OVER} version "
    for words in (
        ("hand", "show", "mesa-1/1"),
        ("--json", "hand", "show", "mesa-1/1"),
        ("hand", "replay", "mesa-1/1"),
        ("player", "last-hand", "p-1"),
        ("player", "last-hand", "p-1", "--html", "hand.html"),
        ("player", "last-hand", "p-2", "--csv", "last.csv"),
        ("export", "phh", "mesa-1/1", "--out", "phh"),
    ):
        told = tombo(*LEDGER, *words)
        assert told.status == 1, words
        assert said in told.err, words
        assert "[As" not in told.out, words
    assert not (folder / "hand.html").exists()
    assert not (folder / "last.csv").exists()
    assert not list((folder / "phh").glob("*.phh"))
    assert said in tombo(*LEDGER, "hand", "list").out
    assert tombo(*LEDGER, "audit").status == 1


def test_h4_a_dispute_is_not_walked_through_false_cards(folder: Path) -> None:
    """Red before: the walk of a dispute about the hand showed them too, and its replay said only that something differs."""
    at = seal(folder, OVER, CardsShown(cards=_aces(_shown(folder)), seat=1))
    assert tombo(*LEDGER, "dispute", "open", "p-1", "--about", "mesa-1/1", "--claim", "x", "--staff", "rui").status == 0
    told = tombo(*LEDGER, "dispute", "replay", "2026-0001", "--staff", "rui")
    assert told.status == 1
    assert f"TAMPERED: hand.cards_shown.v1 at log index {at} (" in told.err


def test_h4_false_cards_in_a_hand_in_play_are_named(folder: Path) -> None:
    """Red before: replay and audit had nothing to say of it. Then the door, which asked the openings alone, played on."""
    at = seal(folder, IN_PLAY, CardsShown(cards=_aces(_shown(folder)), seat=1))
    for words in (("hand", "show", "mesa-2/1"), ("hand", "replay", "mesa-2/1")):
        told = tombo(*LEDGER, *words)
        assert told.status == 1
        assert f"TAMPERED: hand.cards_shown.v1 at log index {at} ({IN_PLAY} version " in told.err
    audited = tombo(*LEDGER, "audit")
    assert audited.status == 1
    assert f"TAMPERED: what cannot follow at log index {at}: {IN_PLAY}" in audited.out
    ledger = _opened(folder)
    with pytest.raises(OutOfPlaceError, match=f"hand.cards_shown.v1 at log index {at} cannot follow"):
        Floor(ledger.handle, "d").ask(poker.Fold(hand="mesa-2/1", seat=1), player(3))
    ledger.store.close()


def test_h4_who_deals_anew_makes_no_card_another(folder: Path) -> None:
    """A second deal with commitments of the thief opens nothing that he shows after it: the cards are those dealt first."""
    salt, cards = bytes(32), ("As", "Kh", "Ad", "Kd")
    sealed = [card_commitment(IN_PLAY, slot, CARD_IDS[card], salt).hex() for slot, card in enumerate(cards)]
    mine = [ShownCard(card=cards[slot], salt=salt.hex(), slot=slot) for slot in (0, 2)]
    at = seal(
        folder,
        IN_PLAY,
        HoleCardsDealt(commitments=list(sealed), seats=[1, 2, 1, 2]),
        CardsShown(cards=mine, seat=1),
    )
    told = tombo(*LEDGER, "hand", "show", "mesa-2/1")
    assert told.status == 1
    assert f"TAMPERED: hand.cards_shown.v1 at log index {at} ({IN_PLAY} version " in told.err


@pytest.mark.parametrize("table", ["mesa-1", "phh"])
@pytest.mark.parametrize("dealt", ["as they were dealt", "without commitments"])
def test_h4_no_word_of_a_door_makes_commitments_void(folder: Path, table: str, dealt: str) -> None:
    """A hand at a table of the house that says it was imported. Red before: "shows [As Ad]", status 0, and a replay had no objection."""
    ledger = _opened(folder)
    events = [entry.event for entry in ledger.entries(OVER)]
    ledger.store.close()
    new, forged = "hand:mesa-1/2", list[EventBase]()
    for event in events:
        match event:
            case HandStarted():
                forged.append(event.model_copy(update={"number": 2, "door": "import", "table": table}))
            case HoleCardsDealt():
                forged.append(
                    event
                    if dealt == "as they were dealt"
                    else event.model_copy(update={"commitments": [None] * len(event.seats)})
                )
            case Settled():
                forged += [CardsShown(cards=_aces(_shown(folder)), seat=1), event]
            case CardsShown():
                pass
            case _:
                forged.append(event)
    seal(folder, new, *forged)
    for words in (("hand", "show", "mesa-1/2"), ("hand", "replay", "mesa-1/2"), ("player", "last-hand", "p-1")):
        told = tombo(*LEDGER, *words)
        assert told.status == 1, words
        assert "TAMPERED: hand.cards_shown.v1 at log index " in told.err
        assert f"({new} version " in told.err
        assert "[As" not in told.out
    assert tombo(*LEDGER, "audit").status == 1


def test_h4_a_hand_of_the_house_that_says_it_was_imported_is_named(folder: Path) -> None:
    """The door's word switches off what is asked of a live hand, so the word itself is asked. Red before: audit 0, "the same as recorded"."""
    ledger = _opened(folder)
    events = [entry.event for entry in ledger.entries(OVER)]
    ledger.store.close()
    first = events[0].model_copy(update={"number": 2, "door": "import"})
    seal(folder, "hand:mesa-1/2", first, *(one for one in events[1:] if not isinstance(one, CardsShown)))
    said = "hand:mesa-1/2: came through the import door at the table mesa-1; expected phh"
    for words in (("audit",), ("hand", "replay", "mesa-1/2")):
        told = tombo(*LEDGER, *words)
        assert told.status == 1, words
        assert said in " ".join(told.out.split())
