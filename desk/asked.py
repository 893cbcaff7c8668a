"""What a page is asked for, and by whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from tombo.desk.frame import Paper, Sheet
from tombo.ledger.core.language import Language
from tombo.serve.readers import OpenedLedger
from tombo.serve.who import HolderSort, Who

HOUSE: Final = frozenset({HolderSort.AUDITOR, HolderSort.STAFF})
"""Who sees what the house has on record: officers, managers and auditors. Nobody else signs in."""
STAFF: Final = frozenset({HolderSort.STAFF})
"""Who acts."""


class DeskAsked(NamedTuple):
    """Who asks for a page, in which language, and with which parameters of its path and query. Of a parameter given twice the last counts."""

    who: Who
    roles: frozenset[str]
    """Of staff; none of an auditor, who only reads."""
    language: Language
    path: Mapping[str, str]
    query: Mapping[str, str]


Draw = Callable[[OpenedLedger, DeskAsked], Sheet | Paper]
"""Draws a page, or makes a file to save, in a thread that has a reader of the ledger to itself. A ``LedgerError`` that it raises is shown in the frame."""
