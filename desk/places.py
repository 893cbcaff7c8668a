"""The pages of the desk, a line each: where, what draws it, for whom, and how the navigation calls it.

Whoever adds one writes its function (``Draw``), a template in ``templates`` that extends ``frame.html``, its words in ``tombo.reports.said.desk``
(a new module of words has a line in ``frame.WORDS``), and a line here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tombo.desk import acts, entries, find, nights, now, replay, tournaments, trust
from tombo.desk.asked import HOUSE, STAFF, Draw
from tombo.desk.cases import computed, files, one
from tombo.desk.cases import list as list_
from tombo.ledger.core.said import Said
from tombo.reports.said.desk import cases as cases_said
from tombo.reports.said.desk import frame as said
from tombo.serve.who import HolderSort


class DeskPlace(NamedTuple):
    """A page: its path under ``/desk``, with parameters in braces."""

    path: str
    draws: Draw
    whom: frozenset[HolderSort]
    label: Said | None = None
    """How the navigation calls it, None where it is not in it."""
    acts: bool = False
    """Whether it is for who can sign alone."""


PLACES: Final = (
    DeskPlace("/now", now.draw, HOUSE, said.NOW),
    DeskPlace("/find", find.draw, HOUSE, said.FIND),
    DeskPlace("/hands/{hand:path}", replay.hand, HOUSE),
    DeskPlace("/rounds/{name:path}", replay.round_, HOUSE),
    DeskPlace("/tournaments/{tournament:path}", tournaments.draw, HOUSE),
    DeskPlace("/cases", list_.draw, HOUSE, cases_said.CASES),
    DeskPlace("/cases/{dispute:path}", one.draw, HOUSE),
    DeskPlace("/computed/{dispute:path}", computed.draw, STAFF, acts=True),
    DeskPlace("/nights", nights.draw, HOUSE, said.NIGHTS_PLACE),
    DeskPlace("/nights/{day}", nights.draw_day, HOUSE),
    DeskPlace("/nights/{day}/{country}/{number}", nights.draw_release, HOUSE),
    DeskPlace("/trust", trust.draw, HOUSE, said.TRUST),
    DeskPlace("/entries/{index}", entries.draw, HOUSE),
    DeskPlace("/files/complaints.csv", files.sheet, HOUSE),
    DeskPlace("/files/complaints.txt", files.register, HOUSE),
    DeskPlace("/files/complaint.txt/{dispute:path}", files.case_text, HOUSE),
    DeskPlace("/files/complaint.json/{dispute:path}", files.case_json, HOUSE),
    DeskPlace("/files/receipt/{command:path}", files.receipt, HOUSE),
    DeskPlace("/files/entry/{index}", entries.proof, HOUSE),
    DeskPlace("/files/proof/{dispute:path}", files.proof, HOUSE),
    DeskPlace("/acts", acts.draw, STAFF, said.ACTS_PLACE, acts=True),
)
"""In the order of the navigation."""
FIRST: Final = "/desk/now"
"""Where one comes to who signed in."""
