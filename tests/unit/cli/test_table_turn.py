"""``tombo table turn``: who may do what at a table, in words."""

from __future__ import annotations

from pathlib import Path

from bench.play import hand, house, play
from tests.tools.cli_run import tombo
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.operate.keyring import Keyring, create_ledger


def test_whose_turn_it_is_and_what_he_may_do(tmp_path: Path) -> None:
    """Amounts from the least to the most, in either language; between hands nothing."""
    url, keys = f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys"
    ledger = create_ledger(url, Keyring(keys), origin="operator.example/1", clock=SteppingClock())
    with ledger.store:
        play(ledger, house(1))
        play(ledger, hand(0, 1)[:4])
    words = ("--ledger", url, "--keys", str(keys))
    told = tombo(*words, "table", "turn", "mesa-0")
    assert (told.status, told.err) == (0, "")
    assert told.out.splitlines() == [
        "Table mesa-0: mesa-0/1 waits for a decision",
        "  p-2 on seat 2 may fold",
        "  p-2 on seat 2 may call: 2.50",
        "  p-2 on seat 2 may place_bet: from 5.00 to 10000.00",
    ]
    assert tombo(*words, "--lang", "pt", "table", "turn", "mesa-0").out.splitlines()[::3] == [
        "Mesa mesa-0: mesa-0/1 espera por uma decisão",
        "  p-2 no lugar 2 pode place_bet: de 5,00 a 10\xa0000,00",
    ]
