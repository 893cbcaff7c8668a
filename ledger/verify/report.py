"""What the verifier says: problems, each with its place, and one verdict (``docs/verdicts.md``)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tombo.ledger.core.errors import LedgerError


class Code(StrEnum):
    """A verdict, and the kind of a problem. Declared worst first: of several problems the first one is the verdict."""

    MALFORMED = "MALFORMED"
    """Bytes that do not parse."""
    TRUNCATED = "TRUNCATED"
    """Something signed or published knows more entries than there are."""
    REORDERED = "REORDERED"
    """An entry that stands elsewhere than where it was sealed: swapped, moved, or there twice."""
    MISSING = "MISSING"
    """Entries, or rows of a table that accompanies them, are not there."""
    TAMPERED = "TAMPERED"
    """Something parses but is not what was sealed."""
    FORKED = "FORKED"
    """A checkpoint signed by the log and the entries tell two histories: no single entry gives itself away."""
    KEY_REVOKED = "KEY_REVOKED"
    """Entries signed by a key after the index up to which it is believed."""
    BACKDATED = "BACKDATED"
    """A recorded time before the one of an earlier entry."""
    POSTDATED = "POSTDATED"
    """A recorded time so far after the one of the entry before that no clock was right about both."""
    POLICY_FAIL = "POLICY_FAIL"
    """Authentic, but not what the policy or the roles allow."""
    LOSS_DECLARED = "LOSS_DECLARED"
    """A checkpoint from outside is of a history that was given up, on record and under the root key's signature."""
    WITHHELD = "WITHHELD"
    """Openings of face-down cards that are not there; what they open is still proven."""
    SHREDDED = "SHREDDED"
    """Personal fields whose key was destroyed by a recorded erasure."""
    UNWITNESSED = "UNWITNESSED"
    """Nothing objects, and nothing from outside confirms."""
    OK = "OK"
    """Everything up to the outside checkpoint is what was sealed."""


HARMLESS = frozenset({Code.OK, Code.UNWITNESSED, Code.SHREDDED})
"""The verdicts with exit status 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """One objection: what, where, and in words. ``first`` to ``last`` are log indices, equal for a single entry.

    ``evidence`` has the signed notes that, put together, convince a third person.
    """

    code: Code
    message: str
    first: int | None = None
    last: int | None = None
    stream: str | None = None
    version: int | None = None
    field: str | None = None
    evidence: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The problem as ``--json`` prints it: ``index`` for one entry, ``range`` for several."""
        place: dict[str, Any] = {}
        if self.first is not None:
            last = self.first if self.last is None else self.last
            place = {"index": self.first} if last == self.first else {"range": [self.first, last]}
        rest: dict[str, Any] = {"stream": self.stream, "version": self.version, "field": self.field}
        said = {name: value for name, value in rest.items() if value is not None}
        if self.evidence:
            said["evidence"] = list(self.evidence)
        return {"code": self.code.value, **place, **said, "message": self.message}

    def __str__(self) -> str:
        place = ""
        if self.first is not None:
            many = self.last is not None and self.last != self.first
            place = f" at {self.first}-{self.last}" if many else f" at {self.first}"
        return f"{self.code}{place}{f' ({self.field})' if self.field else ''}: {self.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The outcome. ``root`` is the tree's over all ``entries``; ``unproven_tail`` of them no outside checkpoint covers.

    ``size`` is that of the largest outside checkpoint that holds, or of what a notebook knows, 0 without one. ``problems`` stand worst first.
    """

    verdict: Code
    entries: int
    size: int
    root: bytes
    unproven_tail: int
    problems: list[Objection] = field(default_factory=list)
    known: int = 0
    """How many of the entries were not read: a notebook knows them, and the run that wrote it read them."""

    @property
    def objects(self) -> bool:
        """Whether a claim fails, and somebody may be accused for it."""
        return self.verdict not in HARMLESS

    @property
    def exit_status(self) -> int:
        """0 where no claim fails (the warning of ``UNWITNESSED`` included), else 1."""
        return int(self.objects)

    def to_json(self) -> dict[str, Any]:
        """The document that ``tombo verify --json`` prints; ``known`` only where a notebook knew some."""
        return {
            **({"known": self.known} if self.known else {}),
            "verdict": self.verdict.value,
            "entries": self.entries,
            "size": self.size,
            "root": b64encode(self.root).decode(),
            "unproven_tail": self.unproven_tail,
            "problems": [problem.to_json() for problem in self.problems],
        }


class UnendedError(LedgerError):
    """A verification that something kept from its end. ``report``: what it had found by then; ``why``: what was in the way."""

    def __init__(self, report: Report, why: LedgerError) -> None:
        super().__init__(why.said)
        self.report, self.why = report, why

    @classmethod
    @contextmanager
    def after(cls, report: Report) -> Iterator[None]:
        """Whatever is in the way of a block is told with ``report``."""
        try:
            yield
        except LedgerError as error:
            raise cls(report, error) from error


class NotKeptError(UnendedError):
    """All was read that was to be read, and nothing is wrong; but what was learned could not be kept in the notebook."""


class NotReadError(UnendedError):
    """What came since does not go on from a notebook, and the rest cannot be read, which would say what is wrong: the log, or the notebook."""

    exit_status = 1
