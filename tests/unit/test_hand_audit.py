"""The bulk replay: every hand of a ledger recomputed, interleaved or not, and a planted cent found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.app import Ledger
from ledger.catalogue import EVENTS, decode, decode_event
from ledger.core.clock import SteppingClock
from ledger.core.entry import By
from ledger.core.errors import MalformedError, TamperedError
from ledger.games.poker import commands as poker
from ledger.games.poker.state import Hand
from ledger.games.poker.turns import turn
from ledger.keyring import Keyring, create_ledger
from ledger.seal.entry import unpack
from projections.hand_audit import HandAudit, Unfinished, audit_hands
from tests.floor import Floor, deal

CARDS = ("As", "Kd", "2c", "Ah", "Kc", "7d")


@pytest.fixture
def ledger(sqlite_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """A new ledger."""
    made = create_ledger(
        sqlite_url, Keyring(tmp_path / "keys"), origin="operator.example/ledger/1", clock=SteppingClock()
    )
    yield made
    made.store.close()


def play(ledger: Ledger, floor: Floor, table: str, number: int) -> None:
    """Everybody sees the flop, nobody bets it, two fold: no commission (R806 r.18)."""
    name = f"{table}/{number}"

    def act(command: type[poker.Call | poker.Check | poker.Fold]) -> None:
        hand: Hand = ledger.view()(f"hand:{name}")
        position = turn(hand)
        assert position is not None
        seated = hand.started.seats[position]
        floor.do(command(hand=name, seat=seated.seat), By(actor="player", id=seated.player))

    floor.do(poker.StartHand(table=table))
    floor.do(deal(table, number, CARDS))
    for command in (poker.Call, poker.Call, poker.Check):
        act(command)
    floor.do(poker.DealBoard(cards=["2h", "9s", "Td"], hand=name))
    act(poker.Check)
    act(poker.Fold)
    act(poker.Fold)


def test_every_hand_is_recomputed(ledger: Ledger) -> None:
    """Finished hands agree with the rules, the unfinished one is named, house streams are passed over."""
    floor = Floor(ledger.handle)
    floor.open_table("mesa-1")
    floor.open_table("mesa-2", first=4)
    play(ledger, floor, "mesa-1", 1)
    floor.do(poker.StartHand(table="mesa-2"))
    play(ledger, floor, "mesa-1", 2)
    found = list(audit_hands(ledger.store.origin, ledger.store.rows()))
    assert [(type(one), one.stream) for one in found] == [
        (HandAudit, "hand:mesa-1/1"),
        (HandAudit, "hand:mesa-1/2"),
        (Unfinished, "hand:mesa-2/1"),
    ]
    assert all(not one.differences for one in found if isinstance(one, HandAudit))


def test_a_planted_cent_is_named(ledger: Ledger) -> None:
    """A payout that is one cent off what the rules give is a difference, whoever signed it."""
    floor = Floor(ledger.handle)
    floor.open_table("mesa-1")
    play(ledger, floor, "mesa-1", 1)
    rows = list(ledger.store.rows())
    end = next(n for n, row in enumerate(rows) if row.kind == "hand.pot_awarded.v1")
    state = rows[end].state
    forged = state.replace(b'"amount":300', b'"amount":301')
    assert forged != state, state
    hasher = ledger.entry_mapper.hasher
    row = rows[end] = rows[end]._replace(state=forged)
    sealed = unpack(forged)
    relinked = hasher(row.stream, row.version, row.kind, sealed.key_id, sealed.prev, sealed.body)
    after = rows[end + 1]
    rows[end + 1] = after._replace(state=after.state[:9] + relinked + after.state[41:])
    (found,) = audit_hands(ledger.store.origin, rows)
    assert isinstance(found, HandAudit)
    assert found.differences == (
        "hand:mesa-1/1: paid 301 of pot 0 seat 2, recomputed 300 of pot 0 seat 2 (R806 r.62-63)",
    )


def test_a_gap_in_a_hand_is_refused(ledger: Ledger) -> None:
    """An entry left out of a hand breaks its chain there."""
    floor = Floor(ledger.handle)
    floor.open_table("mesa-1")
    play(ledger, floor, "mesa-1", 1)
    rows = [row for row in ledger.store.rows() if (row.stream, row.version) != ("hand:mesa-1/1", 5)]
    with pytest.raises(TamperedError, match="hand:mesa-1/1 version 6 does not follow version 4"):
        list(audit_hands(ledger.store.origin, rows))


def test_the_short_way_to_an_event_is_the_long_one(ledger: Ledger) -> None:
    """``decode_event`` reads from every stored body what ``decode`` reads."""
    floor = Floor(ledger.handle)
    floor.open_table("mesa-1")
    play(ledger, floor, "mesa-1", 1)
    kinds = set()
    for row in ledger.store.rows():
        sealed = unpack(row.state)
        assert decode_event(row.kind, sealed.body) == decode(row.index, row.kind, sealed, b"").event
        kinds.add(row.kind)
    assert len(kinds) > 15
    assert kinds <= set(EVENTS)
    for kind, body in (("hand.folded.v9", b"{}"), ("hand.folded.v1", b"{}"), ("hand.folded.v1", sealed.body)):
        with pytest.raises(MalformedError):
            decode_event(kind, body)
