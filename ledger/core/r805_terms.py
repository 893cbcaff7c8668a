"""R805, as far as it concerns an operator's specific rules: one function a rule, over the terms alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ledger.core.banked_terms import BlackjackTerms
from ledger.core.findings import Finding

RULES: Final[tuple[Callable[[BlackjackTerms], Finding | None], ...]] = ()
"""In order of reporting."""


def terms_findings(terms: BlackjackTerms) -> list[Finding]:
    """Everything R805 objects to in ``terms``: breaches must be refused, notices told."""
    return [finding for rule in RULES if (finding := rule(terms)) is not None]
