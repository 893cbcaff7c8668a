"""Time that binds: what a source may claim about when something happened (architecture, decisions 14 and 24; decision 0032).

A claim moves money from one day to another and decides who was too late. So it is held against the ledger's own clock and
against what is on record already. Who claims nothing is recorded as of now, which is always lawful.
"""

from __future__ import annotations

from tombo.ledger.core.clock import LATENESS, SKEW
from tombo.ledger.core.command import Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.house import said
from tombo.ledger.house.rules import house


def by_both(occurred: int | None, view: View) -> int | None:
    """When it happens, by the earlier of the source's clock and of the ledger's; None where the source does not say."""
    return None if occurred is None else passed(occurred, view)


def passed(occurred: int | None, view: View) -> int:
    """What counts as now where silence takes something from a player: the earlier of what the source claims and of the ledger's clock.

    So nobody loses a decision to a claim alone, and what claims nothing is judged by the ledger's clock.
    """
    now = view.now()
    return now if occurred is None else min(occurred, now)


def untimely(envelope: Envelope, view: View, decision: Decision, one_source: frozenset[str]) -> Refused | None:
    """Why ``decision`` cannot have happened when ``envelope`` says; None where it says nothing, or may be believed.

    ``one_source``: the types of streams that one server feeds, a hand or a round: they never go back. Others, as accounts, tables
    and sessions, may by ``SKEW``.
    """
    at = envelope.occurred
    if at is None:
        return None
    now = view.now()
    if at > now + SKEW:
        return house("time", said.TIME_IN_FUTURE(at=at, now=now, skew=SKEW))
    if at < now - LATENESS:
        return house("time", said.TIME_TOO_OLD(at=at, now=now, lateness=LATENESS))
    for stream in dict.fromkeys(stream for stream, _ in decision.events):
        stands, back = view.stands(stream), 0 if stream.partition(":")[0] in one_source else SKEW
        if at < stands - back:
            return house("time", said.TIME_BEFORE_STREAM(at=at, stream=stream, stands=stands))
    return None
