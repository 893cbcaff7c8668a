"""Which functions decide what a hand or round brings: those of the rules revision it is played under (decision 0033).

Every game has a table of them, ``REVISIONS`` of its ``revisions.py``: an entry for each revision that changed an outcome of that game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from tombo.ledger.core.errors import UsageError
from tombo.ledger.house import said
from tombo.ledger.terms import unit

Decides = TypeVar("Decides")


def by_revision(revisions: Mapping[int, Decides], revision: int) -> Decides:
    """What decides under ``revision``: the entry of that number, or the last one before it, since which nothing changed.

    Raises:
        UsageError: a revision that this program does not know; it decides nothing by another one.
    """
    if revision > unit.NEWEST_REVISION:
        raise UsageError(said.REVISION_UNKNOWN(newest=unit.NEWEST_REVISION, revision=revision).text())
    if revision in revisions:
        return revisions[revision]
    return revisions[max(number for number in revisions if number <= revision)]
