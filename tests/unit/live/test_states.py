"""What a ledger remembers of its streams."""

from __future__ import annotations

from pathlib import Path

from bench.play import hand, house, play
from tombo.ledger.live.cache import StateCache
from tombo.ledger.operate.keyring import Keyring, create_ledger

HANDS = 8


def test_of_what_is_over_only_the_newest_is_remembered(sqlite_url: str, tmp_path: Path) -> None:
    """Memory follows what is in play: of finished hands a few are kept, and one thrown away is read again when asked for."""
    ledger = create_ledger(sqlite_url, Keyring(tmp_path / "keys"), origin="operator.example/states")
    with ledger.store:
        play(ledger, house(1))
        for number in range(1, HANDS + 1):
            play(ledger, hand(0, number))
        known = StateCache(ledger.store, over_max=3)
        (table,) = ledger.store.streams("table")
        hands = list(ledger.store.streams("hand"))
        for stream in (table, *hands):
            known.get(stream)
        assert [stream for stream in hands if stream in known] == hands[-3:]
        assert table in known
        assert known.get(hands[0]).state.outcome == "settled"
        assert hands[0] in known and hands[-3] not in known
