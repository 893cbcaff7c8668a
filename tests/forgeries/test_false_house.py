"""The door opens the commitment of what lies open in a round before it decides on it, as the views do (decision 21)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import LEDGER, Casino, casino
from tests.worlds.house import player
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import OutOfPlaceError, TamperedError
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.blackjack.events import HoleCardDealt, HouseRevealed
from tombo.ledger.games.sem_descarte import commands as sd
from tombo.ledger.games.sem_descarte.events import CardsShown, HouseShown, OpenedCard
from tombo.ledger.games.sem_descarte.settlement import settle
from tombo.ledger.operate.keyring import inscribe

BJ: Final = "blackjack:bj-1/1"
SD: Final = "sem_descarte:sd-1/1"
SALT: Final = "00" * 32
MINE: Final = "2h 2d 7c 8s Jd"
THE_HOUSE: Final = "Ac Kd 9h 6s 3c"


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Casino]:
    """A round of blackjack in which a player stands on 19 against a house of 20, and one of póquer sem descarte that he goes on in."""
    with casino(tmp_path) as made:
        made.blackjack({1: 1000}, "Ts Th 9d", "Jc")
        made.decides("bj-1/1", 1, "stand")
        made.dealt({1: 500}, {1: MINE}, THE_HOUSE)
        made.floor.do(sd.Continue(round="sd-1/1", seat=1), player("p-1"))
        yield made


def _cards(made: Casino, seat: int | None, others: str = "") -> list[OpenedCard]:
    """The closed cards of ``seat``, as they were dealt; said to be ``others`` where those are given."""
    dealt, openings = made.ledger.view()(SD).dealt, made.ledger.view().openings(SD)
    slots = [slot for slot, owner in enumerate(dealt) if owner == seat]
    texts: list[Any] = (others or {1: MINE, None: THE_HOUSE}[seat]).split()
    return [
        OpenedCard(card=text, salt=openings[slot].salt.hex(), slot=slot)
        for slot, text in zip(slots, texts, strict=False)
    ]


def _false(made: Casino) -> dict[str, tuple[str, EventBase, CommandBase]]:
    """By what is false: the stream, what the thief seals in it, and what the platform asks then."""
    settles = sd.SettleRound(round="sd-1/1")
    royal: list[OpenedCard] = [
        one.model_copy(update={"card": card})
        for one, card in zip(_cards(made, 1), ("Ts", "Js", "Qs", "Ks", "As"), strict=True)
    ]
    turned = _cards(made, None)
    return {
        "hole": (BJ, HouseRevealed(card="2s", salt=SALT), bj.DealBlackjackCard(card="Kd", round="bj-1/1")),
        "house out": (SD, HouseShown(cards=_cards(made, None, "2c 3d 4h 6h"), qualifies=False), settles),
        "house twice": (SD, HouseShown(cards=[turned[0]] * 4, qualifies=True), settles),
        "house of a seat": (SD, HouseShown(cards=_cards(made, 1)[:4], qualifies=True), settles),
        "royal": (SD, CardsShown(cards=royal, combination="royal", seat=1), settles),
    }


@pytest.mark.parametrize("what", ["hole", "house out", "house twice", "house of a seat", "royal"])
def test_m1_nothing_is_paid_on_cards_that_open_no_commitment(played: Casino, what: str) -> None:
    """Red before: p-1 won on a hole card of the thief; a false house ended in a KeyError or ValueError, and was shown."""
    stream, event, command = _false(played)[what]
    balance = played.ledger.view()("account:p-1").balance
    at = inscribe(played.ledger, "thief/1", [(stream, event)]).entries[0].index
    played.ledger.store.head()  # and the door, which knows the round, hears of it
    said = f"at log index {at} ({stream} version "
    with pytest.raises(TamperedError) as found:
        played.floor.ask(command)
    assert said in str(found.value)
    assert played.ledger.view()("account:p-1").balance == balance
    with inside(played.folder):
        for words in (
            ("round", "show", stream),
            ("round", "replay", stream),
            ("player", "last-hand", "p-1", "--last", "2"),
        ):
            told = tombo(*LEDGER, *words)
            assert told.status == 1
            assert told.err.startswith(f"tombo: TAMPERED: {event.kind} {said}")  # type: ignore[attr-defined]  # of every event
        audited = tombo(*LEDGER, "audit")
        assert audited.status == 1
        assert f"TAMPERED: what cannot follow at log index {at}: {stream}" in audited.out


def test_m1_a_recovery_leaves_a_round_with_a_false_hole_card(played: Casino) -> None:
    """Red before: the round of who had lost it was void, and his bet went back. The other round is settled all the same."""
    balance = played.ledger.view()("account:p-1").balance
    at = inscribe(played.ledger, "thief/1", [(BJ, HouseRevealed(card="7h", salt=SALT))]).entries[0].index
    with inside(played.folder):
        told = tombo(*LEDGER, "recover")
    assert told.status == 1
    assert f"  {BJ}: open: TAMPERED: blackjack.house_revealed.v1 at log index {at} ({BJ} version " in told.out
    assert f"  {SD}: settled\n" in told.out
    played.ledger.store.head()  # and this door hears of it
    assert played.ledger.view()("account:p-1").balance == balance + 3_000


def test_m1_a_hole_card_is_counted_once(tmp_path: Path) -> None:
    """The entry that turned it, sealed once more, is no card more of the house. Red before: twelve counted as eighteen, and the house took none."""
    with casino(tmp_path) as made:
        made.blackjack({1: 1000}, "Ts 6h 9d", "6c")
        made.decides("bj-1/1", 1, "stand")
        made.floor.do(bj.RevealBlackjackHouse(round="bj-1/1"))
        entries = made.ledger.entries(BJ)
        turned = next(one.event for one in entries if isinstance(one.event, HouseRevealed))
        dealt = next(one.event for one in entries if isinstance(one.event, HoleCardDealt))
        at = inscribe(made.ledger, "thief/1", [(BJ, dealt), (BJ, turned)]).entries[1].index
        with pytest.raises(OutOfPlaceError, match=f"at log index {at} .*the house turns 6c once more"):
            made.floor.ask(bj.DealBlackjackCard(card="Kd", round="bj-1/1"))


def test_m1_true_cards_shown_too_early_are_named(played: Casino) -> None:
    """Who has the openings too can show what is true: the round is not decided, and says why. Red before: a ValueError of the fold."""
    event = HouseShown(cards=_cards(played, None), qualifies=True)
    inscribe(played.ledger, "thief/1", [(SD, event)])
    with pytest.raises(OutOfPlaceError, match=f"TAMPERED: cards of {SD} were shown before its bets are decided"):
        played.floor.ask(sd.SettleRound(round="sd-1/1"))
    view = played.ledger.view()
    with pytest.raises(OutOfPlaceError):
        settle(SD, view(SD), view)
    with inside(played.folder):
        told = tombo(*LEDGER, "recover")
    assert told.status == 1
    assert f"  {SD}: open: TAMPERED: cards of {SD} were shown" in told.out
