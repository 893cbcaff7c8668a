"""What decides a round of póquer sem descarte, by rules revision (decision 0033)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from tombo.ledger.games.sem_descarte.events import Collected, Paid
from tombo.ledger.games.sem_descarte.payout import settled
from tombo.ledger.games.sem_descarte.r803 import bets_that_stand
from tombo.ledger.games.sem_descarte.ranking import qualifies
from tombo.ledger.games.sem_descarte.state import Box, SemDescarteRound
from tombo.ledger.house.revisions import by_revision
from tombo.ledger.terms.sem_descarte import SemDescarteReadings, SemDescarteTerms


class SemDescarteDecides(NamedTuple):
    """The functions of one revision: whether the house plays, what a box comes to, what outlasts a void."""

    qualifies: Callable[[Collection[int], SemDescarteReadings], bool]
    settled: Callable[[Box, Collection[int], Collection[int], SemDescarteReadings], Paid | Collected]
    standing: Callable[[SemDescarteRound], tuple[Box, ...]]


REVISIONS: Final[dict[int, SemDescarteDecides]] = {1: SemDescarteDecides(qualifies, settled, bets_that_stand)}
"""What is here stays: it decides the rounds that were played under it (``tests/data/golden``)."""


def deciding(terms: SemDescarteTerms) -> SemDescarteDecides:
    """The functions that decide a round under ``terms``."""
    return by_revision(REVISIONS, terms.revision)
