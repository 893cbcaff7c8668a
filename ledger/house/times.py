"""Time that binds: what a source may claim about when something happened (architecture, decisions 14 and 24; decision 0032).

A claim moves money from one day to another and decides who was too late. So it is held against the ledger's own clock and
against what is on record already. Who claims nothing is recorded as of now, which is always lawful.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tombo.ledger.core.clock import LATENESS, SKEW
from tombo.ledger.core.command import Decision, Envelope, View
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.house import said
from tombo.ledger.house.rules import house


def passed(occurred: int | None, view: View) -> int:
    """What counts as now where silence takes something from a player: the earlier of what the source claims and of the ledger's clock.

    So nobody loses a decision to a claim alone, and what claims nothing is judged by the ledger's clock.
    """
    now = view.now()
    return now if occurred is None else min(occurred, now)


def by_both(occurred: int | None, view: View) -> int | None:
    """When it happens, by the earlier of the source's clock and of the ledger's; None where the source does not say, as it has to."""
    return None if occurred is None else passed(occurred, view)


def heard(occurred: int | None, view: View) -> int:
    """What counts as now where something comes too late: what the source claims; else the ledger's clock, less what clocks may differ by."""
    return view.now() - SKEW if occurred is None else occurred


def untimely(
    envelope: Envelope,
    view: View,
    decision: Decision,
    sets_a_time: Callable[[EventBase], bool],
    goes_back: Callable[[str], int],
) -> Refused | None:
    """Why ``decision`` cannot have happened when ``envelope`` says; None where it says nothing, or may be believed.

    ``sets_a_time``: whether an event says until when something lasts; it lasts from when it happened, which has to be said.
    ``goes_back``: by how much a claim may be before what a stream has.
    """
    at = envelope.occurred
    if at is None:
        sets: Any = next((event for _, event in decision.events if sets_a_time(event)), None)
        return None if sets is None else house("time", said.TIME_NOT_SAID(kind=sets.kind))
    now = view.now()
    if at > now + SKEW:
        return house("time", said.TIME_IN_FUTURE(at=at, now=now, skew=SKEW))
    if at < now - LATENESS:
        return house("time", said.TIME_TOO_OLD(at=at, now=now, lateness=LATENESS))
    for stream in dict.fromkeys(stream for stream, _ in decision.events):
        stands = view.stands(stream)
        if at < stands - goes_back(stream):
            return house("time", said.TIME_BEFORE_STREAM(at=at, stream=stream, stands=stands))
    return None
