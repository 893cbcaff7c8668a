"""What rules objected to and was recorded all the same: notices, and what an imported hand says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, Protocol

from tombo.ledger.core.facts import Value, plain
from tombo.ledger.core.findings import EachSeat, Reading
from tombo.ledger.kinds import EVENTS
from tombo.ledger.seal.canonical import encode
from tombo.ledger.store import ViewTable
from tombo.projections.behind import Fetch
from tombo.projections.follow import Projection, Row
from tombo.projections.line import AnyLine, Line, Wanted

FINDINGS: Final = ViewTable(
    "findings",
    (
        ("log_index", "bigint"),
        ("stream", "text"),
        ("rule", "text"),
        ("severity", "text"),
        ("reading", "text"),
        ("about", "text"),
        ("facts", "text"),
        ("message", "text"),
    ),
    ("log_index",),
)
"""``about`` and ``facts``, canonical JSON, by which each language says it; of before those, the ``message``."""


class _Objection(Protocol):
    reading: Reading | EachSeat
    rule: str


class _InWords(_Objection, Protocol):
    message: str


class _ByFacts(_Objection, Protocol):
    about: str
    facts: Mapping[str, Value]


def _in_words(line: Line[_InWords]) -> Row:
    return (*_objection(line), "", "", line.event.message)


def _by_facts(line: Line[_ByFacts]) -> Row:
    return (*_objection(line), line.event.about, encode(plain(line.event.facts)).decode(), "")


def _objection(line: Line[_Objection]) -> Row:
    """What both say; only a hand says how grave it is."""
    return (line.index, line.stream, line.event.rule, str(getattr(line.event, "severity", "")), str(line.event.reading))


_STEPS: Final = {
    kind: _by_facts if "about" in event.model_fields else _in_words
    for kind, event in EVENTS.items()
    if kind.split(".")[1] == "finding_recorded"
}


class Findings(Projection):
    """A row a finding."""

    name = "findings"
    version = 1
    tables = (FINDINGS,)
    reads: ClassVar[Mapping[str, Wanted]] = dict.fromkeys(_STEPS)

    def begin(self, state: str, fetch: Fetch) -> None:  # noqa: ARG002  # it knows nothing of what was
        """Go on: see ``Projection.begin``."""
        self._rows: list[Row] = []

    def step(self, line: AnyLine) -> None:
        """The next line of the log."""
        self._rows.append(_STEPS[line.kind](line))

    def take(self) -> Mapping[ViewTable, Sequence[Row]]:
        """The rows since the last call."""
        rows, self._rows = self._rows, []
        return {FINDINGS: rows}

    def state(self) -> str:
        """Nothing."""
        return ""
