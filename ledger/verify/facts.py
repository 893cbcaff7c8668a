"""Facts: the entries that the checks of later ones rest on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from tombo.ledger.core.entry import By
from tombo.ledger.verify.bodies import TOLD, ParsedRow
from tombo.ledger.verify.requests import ANSWERS


class RelevantEntry(NamedTuple):
    """An entry that the checks of other entries rest on, about keys, staff or the log; one that is judged again; an act of staff."""

    index: int  # type: ignore[assignment]  # hides tuple.index, as in Line
    first: int
    end: int
    """Where its append ends, as its header says: the first log index after it."""
    stream: str
    kind: str
    by: By
    command: tuple[bytes, bytes] | None
    """Id and digest, as written."""
    event: Any


def facts_of(lines: Iterable[ParsedRow]) -> list[RelevantEntry]:
    """Entries about keys, staff and the log, those that are judged again, and whatever else staff did."""
    facts: list[RelevantEntry] = []
    for line in lines:
        by = line.by
        if by is not None and (line.kind in TOLD or by.actor == "staff"):
            first, end = line.claim.first, line.claim.first + line.claim.count
            event = line.event if line.kind in TOLD or line.kind in ANSWERS else None
            facts.append(RelevantEntry(line.index, first, end, line.stream, line.kind, by, line.command, event))
    return facts
