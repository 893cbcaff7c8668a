"""The pages of the desk, a line each: where, what draws it, for whom, and how the navigation calls it.

Whoever adds one writes its function (``Draw``), a template in ``templates`` that extends ``frame.html``, its words in ``tombo.reports.said.desk``
(a new module of words has a line in ``frame.WORDS``), and a line here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tombo.desk import acts, now, trust
from tombo.desk.asked import HOUSE, STAFF, Draw
from tombo.ledger.core.said import Said
from tombo.reports.said.desk import frame as said
from tombo.serve.who import HolderSort


class DeskPlace(NamedTuple):
    """A page: its path under ``/desk``, with parameters in braces."""

    path: str
    draws: Draw
    whom: frozenset[HolderSort]
    label: Said | None = None
    """How the navigation calls it, None where it is not in it."""


PLACES: Final = (
    DeskPlace("/trust", trust.draw, HOUSE, said.TRUST),
    DeskPlace("/now", now.draw, HOUSE, said.NOW),
    DeskPlace("/acts", acts.draw, STAFF, said.ACTS_PLACE),
)
"""In the order of the navigation."""
FIRST: Final = "/desk/now"
"""Where one comes to who signed in."""
