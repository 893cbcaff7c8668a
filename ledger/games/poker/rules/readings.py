"""From two readings of a rule to one finding: a breach of the reading in force, or a notice of the other's objection."""

from __future__ import annotations

from tombo.ledger.core.findings import Finding, Reading, Severity, other
from tombo.ledger.core.said import Told


def judged(rule: str, in_force: Reading, *, letter: Told | None, practice: Told | None) -> Finding | None:
    """The finding where ``letter`` and ``practice`` are what each reading objects to, or None.

    What breaks the reading in force is a breach, whatever the other says; what only the other breaks is a notice.
    """
    first, second = (letter, practice) if in_force is Reading.LETTER else (practice, letter)
    if first is not None:
        return Finding(rule, first, in_force, Severity.BREACH)
    if second is not None:
        return Finding(rule, second, other(in_force), Severity.NOTICE)
    return None


def notice(rule: str, told: Told, reading: Reading = Reading.LETTER) -> Finding:
    """Something lawful that has to be known."""
    return Finding(rule, told, reading, Severity.NOTICE)
