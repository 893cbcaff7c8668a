"""B1: what lies open lies there once: no card and no number sealed after it takes its place, and nothing is decided or shown on one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import BEGINS, LEDGER, ORIGIN, casino
from tests.worlds.floor import Floor, deal, player
from tests.worlds.house import player as named
from tests.worlds.standstill import recovered
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.games.blackjack.commands import DealBlackjackCard, RevealBlackjackHouse
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.games.roulette.chances import Chip
from tombo.ledger.games.sem_descarte import commands as sd
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, inscribe, open_ledger


def _sem_descarte(folder: Path) -> None:
    with casino(folder) as made:
        made.dealt({1: 500}, {1: "2h 2d 7c 8s Jd"}, "Ac Kd 9h 6s 3c")


def _blackjack(folder: Path) -> None:
    with casino(folder) as made:
        name = made.blackjack({1: 1000}, "8s Th 6d", "3c")
        made.decides(name, 1, "stand")
        made.floor.do(RevealBlackjackHouse(round=name))


def _roulette(folder: Path) -> None:
    with casino(folder) as made:
        name = made.spins({"p-1": (Chip(amount=500, chance="straight_up", numbers=["17"]),)}, None)
        made.floor.do(spin.CloseBets(round=name))
        made.floor.do(spin.LandBall(number="4", round=name))


def _poker(folder: Path) -> None:
    url, keys = f"sqlite:///{folder}/casino.db", Keyring(folder / "keys")
    ledger = create_ledger(url, keys, origin=ORIGIN, clock=SteppingClock(BEGINS))
    floor = Floor(ledger.handle)
    floor.open_table("mesa-1", players=2)
    floor.do(poker.StartHand(table="mesa-1"))
    floor.do(deal("mesa-1", 1, ["7s", "Kd", "2h", "Kc"]))
    floor.do(poker.Call(hand="mesa-1/1", seat=1), player(1))
    floor.do(poker.Check(hand="mesa-1/1", seat=2), player(2))
    floor.do(poker.DealBoard(cards=["3c", "8d", "9h"], hand="mesa-1/1"))
    ledger.store.close()


Case = tuple[Callable[[Path], None], str, str, dict[str, object], CommandBase, By]
OPEN: Final[dict[str, Case]] = {
    "the house's open card": (
        _sem_descarte,
        "sem_descarte:sd-1/1",
        "sem_descarte.cards_dealt.v1",
        {"house_card": "4d"},
        sd.Continue(round="sd-1/1", seat=1),
        named("p-1"),
    ),
    "the house's hole card": (
        _blackjack,
        "blackjack:bj-1/1",
        "blackjack.house_revealed.v1",
        {},
        DealBlackjackCard(card="5d", round="bj-1/1"),
        By(actor="platform", id="platform"),
    ),
    "where the ball lies": (
        _roulette,
        "roulette:roleta-1/1",
        "roulette.ball_landed.v1",
        {"number": "17"},
        spin.SettleSpin(round="roleta-1/1"),
        By(actor="platform", id="platform"),
    ),
    "the flop": (
        _poker,
        "hand:mesa-1/1",
        "hand.board_dealt.v1",
        {"cards": ["Ac", "Ad", "Ah"]},
        poker.Check(hand="mesa-1/1", seat=2),
        player(2),
    ),
}


def _opened(folder: Path) -> Ledger:
    clock = SteppingClock(BEGINS + 3_600 * SECOND, step=0)
    return open_ledger(f"sqlite:///{folder}/casino.db", Keyring(folder / "keys"), clock=clock)


def _said_again(folder: Path, stream: str, kind: str, other: dict[str, object]) -> int:
    """What a stolen event key seals: the newest entry of ``kind`` once more, with other words; its log index."""
    ledger = _opened(folder)
    try:
        event: EventBase = next(one.event for one in reversed(ledger.entries(stream)) if one.kind == kind)
        return inscribe(ledger, "thief/1", [(stream, event.model_copy(update=other))]).entries[0].index
    finally:
        ledger.store.close()


@pytest.mark.parametrize("what", OPEN)
def test_b1_what_lies_open_is_made_no_other(tmp_path: Path, what: str) -> None:
    """Red before: the door paid by the second card of the house, and by the second number; views showed them, status 0."""
    plays, stream, kind, other, next_asked, by = OPEN[what]
    plays(tmp_path)
    at = _said_again(tmp_path, stream, kind, other)
    ledger = _opened(tmp_path)
    size = ledger.store.size
    with ledger.store, pytest.raises(OutOfPlaceError) as found:
        Floor(ledger.handle, "next").ask(next_asked, by)
    assert found.value.index == at
    again = _opened(tmp_path)
    with again.store:
        assert again.store.head().size == size
    shown = ("hand", "show", "mesa-1/1") if stream.startswith("hand:") else ("round", "show", stream)
    with inside(tmp_path):
        told, audited = tombo(*LEDGER, *shown), tombo(*LEDGER, "audit")
        assert (told.status, audited.status) == (1, 1)
        assert f"{kind} at log index {at}" in told.err
        assert f"at log index {at}: {stream}" in audited.out
    last = _opened(tmp_path)
    with last.store:
        done = recovered(last)
    assert [(one.hand, one.outcome) for one in done.hands] == [(stream, "open")]
    assert [getattr(error, "index", None) for error in done.lost] == [at]
