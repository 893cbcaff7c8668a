"""What decides a hand, by rules revision: how cards rank, and who gets what (decision 0033)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from tombo.ledger.core.findings import Reading
from tombo.ledger.games.poker.pots import Settlement, Stakes, settle
from tombo.ledger.games.poker.variants import ranker
from tombo.ledger.house.revisions import by_revision
from tombo.ledger.terms.poker import Sintetico, Terms, Variant


class HandDecides(NamedTuple):
    """The functions of one revision."""

    ranker: Callable[[Variant, Sequence[int], Reading, Sintetico | None], Callable[[Sequence[int]], int]]
    settle: Callable[[Stakes, Terms, tuple[int | None, ...] | None], Settlement]


REVISIONS: Final[dict[int, HandDecides]] = {1: HandDecides(ranker, settle)}
"""What is here stays: it decides the hands that were played under it (``tests/data/golden``)."""


def deciding(terms: Terms) -> HandDecides:
    """The functions that decide a hand under ``terms``."""
    return by_revision(REVISIONS, terms.revision)
