"""Findings: what a rule objects to. Values, never exceptions; a door decides what becomes of them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal, NamedTuple

from tombo.ledger.core.said import Told


class Reading(StrEnum):
    """How a rule is read: what the regulation says, or what card rooms do (rules.md section 11)."""

    LETTER = "LETTER"
    PRACTICE = "PRACTICE"


EachSeat = Literal["EACH_SEAT"]
EACH_SEAT: Final[EachSeat] = "EACH_SEAT"
"""How a rule is read that is said of one seat for itself, where LETTER and PRACTICE are about all of them."""


def other(reading: Reading) -> Reading:
    """The reading that is not ``reading``."""
    return Reading.PRACTICE if reading is Reading.LETTER else Reading.LETTER


class Severity(StrEnum):
    """``BREACH`` is refused at the live door and recorded at the import door; ``NOTICE`` is recorded at both."""

    BREACH = "BREACH"
    NOTICE = "NOTICE"


class Finding(NamedTuple):
    """One objection of one rule, with its citation (``R806 r.23``), and what it objects to."""

    rule: str
    told: Told
    reading: Reading = Reading.LETTER
    severity: Severity = Severity.BREACH

    @property
    def message(self) -> str:
        """What was found and what was expected, in English."""
        return self.told.text()


class Refused(NamedTuple):
    """The live door's no: the finding that decided it. A refusal is no receipt; a retry is decided afresh."""

    finding: Finding

    @property
    def message(self) -> str:
        """What was found and what was expected, in English."""
        return self.finding.message


def refused(rule: str, told: Told, reading: Reading = Reading.LETTER) -> Refused:
    """A refusal under ``rule``."""
    return Refused(Finding(rule, told, reading))
