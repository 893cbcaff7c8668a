"""Time that binds: what a source may claim about when something happened (architecture, decisions 14 and 24; decision 0032).

A claim moves money from one day to another and decides who was too late. So it is held against the ledger's own clock and
against what is on record already. Who claims nothing is recorded as of now, which is always lawful.
"""

from __future__ import annotations

from collections.abc import Mapping

from tombo.ledger.core.clock import LATENESS, SKEW
from tombo.ledger.core.command import View
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


def time_not_said(kind: str) -> Refused:
    """The refusal of an event of ``kind``, from which something lasts, where its source does not say when it happens."""
    return house("time", said.TIME_NOT_SAID(kind=kind))


def untimely(occurred: int, view: View, back: Mapping[str, int]) -> Refused | None:
    """Why something cannot have happened when its source says; None where that may be believed.

    ``back``: the streams it stands in, and by how much a claim may be before what each has.
    """
    now = view.now()
    if occurred > now + SKEW:
        return house("time", said.TIME_IN_FUTURE(at=occurred, now=now, skew=SKEW))
    if occurred < now - LATENESS:
        return house("time", said.TIME_TOO_OLD(at=occurred, now=now, lateness=LATENESS))
    for stream, most in back.items():
        stands = view.stands(stream)
        if occurred < stands - most:
            return house("time", said.TIME_BEFORE_STREAM(at=occurred, stream=stream, stands=stands))
    return None
