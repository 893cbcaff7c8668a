"""A loss that only an event key signed: it excuses nothing, and keeps nobody from declaring one that is true."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

import pytest

from bench.play import hand
from tests.worlds.operator import Operator, size_of
from tombo.cli.verdicts import sound
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Decision
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.house.log.events import LossDeclaredV2
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.operate.keyring import inscribe, open_ledger
from tombo.ledger.store import open_evidence
from tombo.ledger.verify import Code
from tombo.reports.said.commands import restore as said

ROOTS: Final[Mapping[str, str]] = {"no loss": "A" * 43 + "=", "no base64 that anybody writes": "A" * 42 + "B="}


def _plant(operator: Operator, root: str) -> int:
    """What a door of the thief's seals, whose own checks are off; its log index."""
    loss = LossDeclaredV2(
        abandoned_root=root,
        abandoned_size=9,
        acknowledged=9,
        first_lost=5,
        reason="x",
        root=root,
        root_signature="A" * 86 + "==",
        second="s-2",
        size=5,
        staff="manager-1",
    )
    with pytest.MonkeyPatch.context() as thief:
        thief.setattr("tombo.ledger.live.ledger.inscribed", lambda job, _: Decision(tuple(job.events), job.openings))
        ledger = open_ledger(operator.url, operator.keyring, clock=SteppingClock())
        with ledger.store:
            return inscribe(ledger, "thief/1", [(LOG_STREAM, loss)]).entries[0].index


@pytest.mark.parametrize("name", ROOTS)
def test_a_planted_loss_keeps_nobody_from_declaring_one(operator: Operator, new_url: str, name: str) -> None:
    """Red before: the command refused what does not verify; the library ended with a fault of the program, of what is no base64."""
    index = _plant(operator, ROOTS[name])
    before = operator.act(hand(0, 1))
    bundle = operator.bundle("older")
    after = operator.act(hand(0, 2))
    operator.restore(Bundle(bundle), new_url)
    outcome = said.CANNOT_GO_ON(url=operator.url)
    found = sound(partial(open_evidence, operator.url), operator.policy, outcome)
    assert (Code.POLICY_FAIL, index, "root_signature") in {(one.code, one.first, one.field) for one in found.problems}
    operator.declare()
    again = operator.act(hand(0, 2))
    assert size_of(again) > size_of(before)
    codes = {(one.code, one.first) for one in operator.report(after).problems}
    assert codes == {(Code.POLICY_FAIL, index), (Code.LOSS_DECLARED, size_of(before))}
