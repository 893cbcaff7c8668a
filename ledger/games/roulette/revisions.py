"""What decides a spin, by rules revision (decision 0033)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from tombo.ledger.games.roulette.events import SpinEvent
from tombo.ledger.games.roulette.payout import Verdict, settling, verdicts
from tombo.ledger.games.roulette.state import Spin
from tombo.ledger.house.revisions import by_revision
from tombo.ledger.terms.roulette import RouletteTerms


class SpinDecides(NamedTuple):
    """The functions of one revision: what a number does to every stake, and the events of it."""

    settling: Callable[[Spin, str], list[SpinEvent]]
    verdicts: Callable[[Spin, str], list[Verdict]]


REVISIONS: Final[dict[int, SpinDecides]] = {1: SpinDecides(settling, verdicts)}
"""What is here stays: it decides the spins that were played under it (``tests/data/golden``)."""


def deciding(terms: RouletteTerms) -> SpinDecides:
    """The functions that decide a spin under ``terms``."""
    return by_revision(REVISIONS, terms.revision)
