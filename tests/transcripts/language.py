"""The language of the transcripts: what a line is made of, and how the words of a statement find their method.

``[by NAME:] [at Ns:] STATEMENT  [-> CHECK, CHECK]  [!! RULE [READING]]  [?? RULE READING]  # comment``

``!!``: a rule refuses it (live) or calls it a breach (import). ``??``: it is recorded with a notice. A line with neither must
meet no objection, and a line nobody can read is an error. Amounts are in cents, cards as players write them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from tombo.ledger.core.findings import EACH_SEAT, EachSeat, Finding, Reading, Severity
from tombo.ledger.terms.every import LAWS

_COMMENT: Final = re.compile(r"(?:^|\s)#.*$")
_PARTS: Final = re.compile(r"\s(->|!!|\?\?)\s")
_CIRCUMSTANCE: Final = re.compile(r"(?:by (?P<by>\S+): )?(?:at (?P<at>\d+)s: )?(?P<statement>.+)")
_RULE: Final = re.compile(
    rf"((?:(?:{'|'.join(LAWS)}) r\.\d+[a-z]?)|(?:House: [a-z]+))(?: (letter|practice|each_seat))?"
)


class UnreadableLineError(Exception):
    """A line of a transcript that says nothing anybody understands."""


class Line(NamedTuple):
    """One line, taken apart."""

    text: str
    by: str | None
    at: int | None
    """Microseconds since the hand's zero."""
    statement: str
    checks: tuple[str, ...]
    objections: tuple[tuple[str, Reading | EachSeat | None, Severity], ...]


def parse(text: str) -> Line | None:
    """The line in ``text``, or None where it is blank.

    Raises:
        UnreadableLineError: a part that is neither a statement, nor checks, nor an objection.
    """
    said = _COMMENT.sub("", text).strip()
    if not said:
        return None
    statement, *rest = _PARTS.split(f"{said} ")
    checks: list[str] = []
    objections: list[tuple[str, Reading | EachSeat | None, Severity]] = []
    for mark, part in zip(rest[::2], rest[1::2], strict=True):
        if mark == "->":
            checks += [check.strip() for check in part.split(",")]
            continue
        found = _RULE.fullmatch(part.strip())
        if found is None:
            raise UnreadableLineError(f"{text!r}: {part.strip()!r} is no rule")
        severity = Severity.BREACH if mark == "!!" else Severity.NOTICE
        objections.append((found[1], reading(found[2]) if found[2] else None, severity))
    circumstance = _CIRCUMSTANCE.fullmatch(statement.strip())
    if circumstance is None:
        raise UnreadableLineError(f"{text!r}: nothing is said")
    at = int(circumstance["at"]) * 1_000_000 if circumstance["at"] else None
    return Line(text.rstrip(), circumstance["by"], at, circumstance["statement"], tuple(checks), tuple(objections))


def reading(text: str) -> Reading | EachSeat:
    """The reading that a transcript calls ``text``."""
    return EACH_SEAT if text.upper() == EACH_SEAT else Reading(text.upper())


def meets(line: Line, found: list[Finding]) -> None:
    """Hold the findings of a line to the objections it announces: all of them, and no other."""
    told = [(f.rule, f.reading, f.severity) for f in found]
    expected = [
        (rule, reading or next((f.reading for f in found if f.rule == rule), Reading.LETTER), severity)
        for rule, reading, severity in line.objections
    ]
    if sorted(told) != sorted(expected):
        messages = "; ".join(f"{f.severity} {f.rule} {f.reading}: {f.message}" for f in found) or "no objection"
        raise AssertionError(f"{line.text}\n  found: {messages}")


Method = Callable[..., Any]


class Words:
    """Statements by pattern, those of ``others`` among them. A statement is for exactly one method."""

    def __init__(self, *others: Words) -> None:
        self.methods: list[tuple[re.Pattern[str], Method]] = [pair for other in others for pair in other.methods]

    def says(self, pattern: str) -> Callable[[Method], Method]:
        """Register a method for the statements of ``pattern``, whose groups become its arguments."""

        def register(method: Method) -> Method:
            self.methods.append((re.compile(pattern), method))
            return method

        return register

    def understand(self, statement: str, whole: str) -> tuple[Method, tuple[str | None, ...]]:
        """The method of a statement, and its arguments.

        Raises:
            UnreadableLineError: no method, or more than one.
        """
        found = [(method, m.groups()) for pattern, method in self.methods if (m := pattern.fullmatch(statement))]
        if len(found) != 1:
            raise UnreadableLineError(f"{whole!r}: {len(found)} ways to read {statement!r}")
        return found[0]
