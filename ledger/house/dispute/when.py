"""When somebody can have complained: not after the ledger heard of it, nor before what he complains of began."""

from __future__ import annotations

from tombo.ledger.core.clock import FROM_FILES, SKEW
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.dispute import said
from tombo.ledger.house.rules import house


def untimely(complained: int, heard: int, about: str | None, began: int | None) -> Refused | None:
    """Why nobody can have complained of ``about`` at ``complained``; None where he may have, as far as clocks may differ.

    ``heard``: the ledger's time when it came on record; ``began``: when the source of the first entry of ``about`` says that it happened. Where
    that says nothing it may be older than it looks: a platform that was cut off sends what it played without a time. So may what comes
    from a file, whose clock nobody here knows.
    """
    if complained > heard + SKEW:
        return house("time", said.COMPLAINED_AHEAD(at=complained, heard=heard))
    if about is None or began is None or about.startswith(FROM_FILES) or complained >= began - SKEW:
        return None
    return house("time", said.COMPLAINED_BEFORE(at=complained, played=about, began=began))
