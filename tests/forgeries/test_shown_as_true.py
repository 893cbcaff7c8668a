"""What stands behind the end of a hand or round is shown by nobody as part of it, and no table shows what is another's (decision 16)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.casino import BEGINS, LEDGER, ORIGIN, casino
from tests.worlds.floor import PLATFORM, Floor, deal, player
from tests.worlds.roulette import R2
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.entry import EventBase
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.poker import events as hand
from tombo.ledger.games.roulette import events as spin
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.table.events import TableHandStarted
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, inscribe, open_ledger

OVER: Final = "hand:mesa-1/1"
VOID: Final = "hand:mesa-3/1"
MONEY: Final = 9_000_000


class Evening:
    """A ledger with a hand that is over, one in play and one that is void."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self._keys = Keyring(folder / "keys")
        ledger = create_ledger(url, self._keys, origin=ORIGIN, clock=SteppingClock(BEGINS))
        floor = Floor(ledger.handle)
        for table, first in (("mesa-1", 1), ("mesa-2", 3), ("mesa-3", 5)):
            floor.open_table(table, players=2, first=first)
            floor.do(poker.StartHand(table=table))
            floor.do(deal(table, 1, ["7s", "Kd", "2h", "Kc"]))
        floor.do(poker.Fold(hand="mesa-1/1", seat=1), player(1))
        floor.do(poker.ShowCards(hand="mesa-1/1", seat=2), player(2))
        power = OpenIncident(
            first_instant=BEGINS, incident="power", origin="operator_system", reported_by="monitor", scope=["mesa-3"]
        )
        floor.do(power)
        floor.do(poker.VoidHand(hand="mesa-3/1", incident="power"), PLATFORM)
        ledger.store.close()

    def opened(self) -> Ledger:
        """The ledger, for who has its keys."""
        return open_ledger(self.url, self._keys, clock=SteppingClock(BEGINS + 3_600 * SECOND, step=0))

    def newest(self, stream: str, kind: type[EventBase]) -> Any:
        """The newest event of a kind in a stream."""
        ledger = self.opened()
        try:
            return next(one.event for one in reversed(ledger.entries(stream)) if isinstance(one.event, kind))
        finally:
            ledger.store.close()

    def seal(self, stream: str, *events: EventBase) -> int:
        """What a stolen event key seals; the log index of the last of it."""
        ledger = self.opened()
        try:
            return inscribe(ledger, "thief/1", [(stream, event) for event in events]).entries[-1].index
        finally:
            ledger.store.close()

    def ran(self, *words: str) -> Ran:
        """``tombo`` on it."""
        return tombo("--ledger", self.url, "--keys", "keys", *words)


@pytest.fixture
def evening(store_url: str, tmp_path: Path) -> Iterator[Evening]:
    """The evening; and work in its folder."""
    made = Evening(store_url, tmp_path)
    with inside(tmp_path):
        yield made


def test_what_is_won_behind_the_end_is_shown_by_nobody(evening: Evening) -> None:
    """Red before: "won 90001.00" of a pot awarded behind the end, status 0, in the view, the last hand and its sheet."""
    paid = evening.newest(OVER, hand.PotAwarded).model_copy(update={"amount": MONEY})
    at = evening.seal(OVER, paid)
    for words in (
        ("hand", "show", "mesa-1/1"),
        ("--json", "hand", "show", "mesa-1/1"),
        ("hand", "replay", "mesa-1/1"),
        ("player", "last-hand", "p-2"),
        ("player", "last-hand", "p-2", "--csv", "last.csv"),
        ("player", "last-hand", "p-1", "--html", "last.html"),
    ):
        told = evening.ran(*words)
        assert told.status == 1, words
        assert f"TAMPERED: hand.pot_awarded.v1 at log index {at} cannot follow what is on record of {OVER}" in told.err
        assert "9000" not in told.out
    assert not Path("last.csv").exists()
    assert not Path("last.html").exists()
    audited = evening.ran("audit")
    assert audited.status == 1
    assert f"(log index {at})" in audited.out


def test_a_hand_that_is_settled_gives_nothing_back(evening: Evening) -> None:
    """Red before: 90,000.00 under R806 r.72 in the list of refunds, of a hand that had been won."""
    assert evening.ran("refunds").status == 0
    at = evening.seal(OVER, hand.Voided(incident="power", refunds=[hand.Refund(amount=MONEY, seat=1)]))
    for words in (("refunds",), ("--json", "refunds"), ("refunds", "--csv", "refunds.csv")):
        told = evening.ran(*words)
        assert told.status == 1, words
        assert f"TAMPERED: hand.voided.v1 at log index {at} cannot follow what is on record of {OVER}" in told.err
        assert "90000.00" not in told.out
    assert not Path("refunds.csv").exists()
    for words in (("hand", "show", "mesa-1/1"), ("player", "last-hand", "p-1")):
        assert evening.ran(*words).status == 1


def test_a_void_hand_is_void_once(evening: Evening) -> None:
    """What was given back is given back again behind the end: named, not added."""
    at = evening.seal(VOID, evening.newest(VOID, hand.Voided))
    told = evening.ran("refunds")
    assert told.status == 1
    assert f"TAMPERED: hand.voided.v1 at log index {at} " in told.err


def test_a_hand_that_nobody_began_gives_nothing_back(evening: Evening) -> None:
    """Red before: a row of the list of refunds, "nobody on record, seat 7"."""
    at = evening.seal("hand:mesa-1/9", hand.Voided(incident="power", refunds=[hand.Refund(amount=MONEY, seat=7)]))
    told = evening.ran("refunds")
    assert told.status == 1
    assert f"TAMPERED: hand.voided.v1 at log index {at} cannot follow what is on record of hand:mesa-1/9" in told.err
    assert "90000.00" not in told.out


def test_what_may_stand_behind_the_end_is_shown(evening: Evening) -> None:
    """Cards that are shown behind the end, tries that were refused, and a void hand: nothing is said against them."""
    for words in (("hand", "show", "mesa-1/1"), ("hand", "replay", "mesa-1/1"), ("hand", "show", "mesa-3/1")):
        assert evening.ran(*words).status == 0, words
    assert evening.ran("player", "last-hand", "p-1").status == 0
    assert evening.ran("refunds").status == 0
    assert evening.ran("audit").status == 0


def test_what_a_spin_pays_behind_its_end_is_shown_by_nobody(tmp_path: Path) -> None:
    """Of a game against the house too; and a stake goes back from prison behind the end only where it lies there."""
    with casino(tmp_path) as played:
        name = played.spins({"p-1": R2, "p-2": R2}, "2")
        stream = f"roulette:{name}"
        paid = next((one.event for one in played.ledger.entries(stream) if isinstance(one.event, spin.Paid)), None)
        freed = spin.Prisoner(amount=MONEY, chance="red", player="p-1")
        event = paid or spin.BetReleased(prisoner=freed, returned=MONEY)
        inscribe(played.ledger, "forged", [(stream, event)])
        other = played.spins({"p-1": R2}, "2")
        inscribe(played.ledger, "freed", [(f"roulette:{other}", spin.BetReleased(prisoner=freed, returned=MONEY))])
    with inside(tmp_path):
        for stands, kind in ((name, event.kind), (other, "roulette.bet_released.v1")):
            told = tombo(*LEDGER, "round", "show", f"roulette:{stands}")
            assert told.status == 1
            assert f"TAMPERED: {kind} at log index " in told.err
        assert tombo(*LEDGER, "player", "last-hand", "p-1").status == 1


def test_a_table_shows_no_hand_of_another(evening: Evening) -> None:
    """Red before: "Seat 1: p-1 (99.50), 0.50 in the pot", status 0, out of a hand at another table."""
    began = evening.newest("table:mesa-1", TableHandStarted)
    evening.seal("table:mesa-1", began.model_copy(update={"hand": "hand:mesa-2/1", "number": 2}))
    for words in (("table", "show", "mesa-1"), ("table", "list")):
        told = evening.ran(*words)
        assert told.status == 1, words
        assert "hand:mesa-2/1" in told.out
        assert "TAMPERED" in told.out
    (line,) = (one for one in evening.ran("table", "show", "mesa-1").out.splitlines() if one.startswith("Seat 1"))
    assert "pot" not in line
    assert evening.ran("table", "show", "mesa-2").status == 0


def test_a_table_shows_no_hand_that_nobody_began(evening: Evening) -> None:
    """What its stream has nothing of is in play for nobody."""
    began = evening.newest("table:mesa-1", TableHandStarted)
    evening.seal("table:mesa-1", began.model_copy(update={"hand": "hand:mesa-1/2", "number": 2}))
    told = evening.ran("table", "show", "mesa-1")
    assert told.status == 1
    assert "TAMPERED" in told.out
