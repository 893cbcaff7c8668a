"""Staff: how much its members may give for a complaint, and have given alone."""

from __future__ import annotations

from collections.abc import Mapping

from tombo.ledger.core.said import euros
from tombo.ledger.house.limits.state import Limits
from tombo.reports.document import Document, Sentence
from tombo.reports.said import staff as said


def limits(found: Limits, given: Mapping[str, int]) -> Document:
    """The limits, and what each member gave since somebody signed with him; in cents."""
    told = (said.LIMIT_ALONE_SUM(amount=euros(found.alone_sum)), said.LIMIT_MOST(amount=euros(found.most)))
    alone = (said.GAVE_ALONE(staff=name, amount=euros(cents)) for name, cents in given.items() if cents)
    return Document(said.LIMIT_ALONE(amount=euros(found.alone)), tuple(map(Sentence, (*told, *alone))))
