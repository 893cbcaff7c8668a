"""How far projections follow the log, one a line."""

from __future__ import annotations

from collections.abc import Sequence

from tombo.ledger.core.said import Told
from tombo.projections.follow import Lag
from tombo.reports.document import Document, Sentence
from tombo.reports.said import views as said


def document(found: Sequence[Lag]) -> Document:
    """Each of them, and of how many entries."""
    first, *others = [said.VIEW_OF_ENTRIES(view=lag(one), size=one.size) for one in found] or [said.NO_VIEW()]
    return Document(first, tuple(map(Sentence, others)))


def lag(found: Lag) -> Told:
    """How far one follows."""
    if found.older:
        view = said.VIEW_OLDER(name=found.name)
    elif not found.behind:
        view = said.VIEW_UP_TO_DATE(name=found.name)
    elif found.position:
        view = said.VIEW_BEHIND(name=found.name, behind=found.behind, position=found.position)
    else:
        view = said.VIEW_NOT_FOLLOWED(name=found.name)
    return view if found.rebuilding is None else said.VIEW_REBUILDING(view=view, position=found.rebuilding)
