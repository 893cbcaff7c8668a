"""Who declares a loss: what is on record of the two is looked at before anything is given up."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.play import hand
from tests.worlds.operator import Operator
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.operate.keyring import inscribe, open_ledger
from tombo.ledger.operate.publish import publish


@pytest.mark.parametrize("who", ["manager-1", "s-2"])
def test_b1_an_alien_entry_of_staff_is_named_and_nothing_is_given_up(
    operator: Operator, new_url: str, who: str
) -> None:
    """Red before: whoever stole an event key wrote it, and the declaration ended with 'Expected code to be unreachable'.

    No door follows that stream either: passed over here, the loss would be begun, and nobody could put it on record.
    """
    ledger = open_ledger(operator.url, operator.keyring, clock=SteppingClock())
    with ledger.store as store:
        opened = ledger.entries("log:main")[0].event
        index = inscribe(ledger, "thief/1", [(f"staff:{who}", opened)]).entries[0].index
        publish(store, operator.keyring.signer())
    bundle = operator.bundle("copy")
    operator.act(hand(0, 1))
    operator.restore(Bundle(bundle), new_url)
    before = operator.keyring.signer_state.read_bytes()
    with pytest.raises(OutOfPlaceError, match=f"log.opened.v1 at log index {index} cannot follow .*staff:{who}"):
        operator.declare()
    assert operator.keyring.signer_state.read_bytes() == before
    assert not Path(operator.keyring.signer().lost).exists()
