"""What no transcript of roulette can say, for no request gets that far."""

from __future__ import annotations

import pytest

from ledger.core.errors import TamperedError
from ledger.games.roulette.commands import PlaceChips
from ledger.games.roulette.events import BetsClosed
from ledger.games.roulette.state import evolve
from tests.roulette_world import WHEEL


def test_a_spin_that_begins_otherwise_was_tampered_with() -> None:
    """No door of ours writes a stream without its opening."""
    with pytest.raises(TamperedError):
        evolve(None, BetsClosed())


def test_a_request_holds_at_least_one_chip() -> None:
    """An empty bet is no bet."""
    with pytest.raises(ValueError, match="at least 1 item"):
        PlaceChips(chips=[], player="p-1", round=f"{WHEEL}/1")
