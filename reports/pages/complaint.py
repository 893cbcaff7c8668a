"""How to complain of what a page says: R806 r.66 and its fellows, and R810 r.55.

None of those whose text we hold says how long a player has, or the operator; R807 and R811 are taken to be as R804 and R806 ([A], docs/rules.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from tombo.ledger.terms.every import LAWS
from tombo.reports.document import Cell
from tombo.reports.pages.page import Notes
from tombo.reports.said import complaint as said

TOURNAMENTS: Final = "R810"
"""The regulation that says who decides and by what, where the others say that a player is told how to complain."""


def how_to_complain(regulations: Collection[str]) -> Notes:
    """The block for a player whose page is of the games of ``regulations``, at least one: each is cited."""
    return Notes(said.HOW_TO_COMPLAIN(), tuple(_told(regulations)))


def _told(regulations: Collection[str]) -> Iterator[Cell]:
    told = tuple(law.complaints for name, law in LAWS.items() if name in regulations and name != TOURNAMENTS)
    if told:
        yield said.COMPLAIN_TO_OPERATOR(rules=told)
    if TOURNAMENTS in regulations:
        yield said.TOURNAMENT_COMPLAINTS(rule=LAWS[TOURNAMENTS].complaints)
    yield said.COMPLAINT_SAYS()
    yield said.COMPLAINT_TIME()
