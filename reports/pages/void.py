"""Why a hand or a round is void: the block of its page."""

from __future__ import annotations

from collections.abc import Sequence

from tombo.ledger.core.entry import Entry
from tombo.reports.pages.page import Notes
from tombo.reports.play.void import outage
from tombo.reports.said.play import void as said


def reasons(incident: Sequence[Entry], void: Entry, rule: str) -> Notes:
    """The block that says why: ``rule`` voids it, ``incident`` are the entries of the outage, ``void`` is the declaration."""
    told = (sentence.said for sentence in outage(incident, void))
    return Notes(said.WHY_VOID(), (said.BETS_GO_BACK(rule=rule), *told), alarm=True)
