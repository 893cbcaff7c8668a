"""What the steps of the verifier note down, before anybody asks which of it is cause and which is consequence."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from typing import Final, NamedTuple

from ledger.verify.report import Code, Problem

SHOWN_MAX: Final = 500
"""How much of a message is kept: what a forger wrote into a row may be long."""


class Evidence(IntEnum):
    """How directly a symptom shows the forgery, best first: a worse one within reach of a better is a consequence."""

    ROW = 0
    """The row contradicts itself, or does not parse, or is not there."""
    PLACE = 1
    """The row contradicts its neighbours about where it stands."""
    CHAIN = 2
    """A stream's versions or hashes do not join."""
    SIGNATURE = 3
    """The signature of an append does not hold: something in it was changed."""
    TILE = 4
    """An entry is not the one whose hash a stored tile has."""
    TABLE = 5
    """A table beside the entries disagrees with them."""
    ROOT = 6
    """The tree as a whole is not the one a checkpoint names."""
    RULE = 7
    """Authentic, but not allowed: a key, a role, the clock."""
    FOREIGN = 8
    """It is the log of other keys than the policy's: no signature of it could hold."""


class Symptom(NamedTuple):
    """One observation.

    ``cause`` is the log index of another entry that may be the one to blame, if any; the observation rests on all
    entries below the index ``rests_on``, so that a change there may account for it.
    """

    evidence: Evidence
    problem: Problem
    cause: int | None = None
    rests_on: int = 0


def symptom(
    evidence: Evidence,
    code: Code,
    message: str,
    first: int | None = None,
    last: int | None = None,
    *,
    stream: str | None = None,
    version: int | None = None,
    field: str | None = None,
    cause: int | None = None,
    rests_on: int = 0,
) -> Symptom:
    """A symptom at the log indices ``first`` to ``last``, or at ``first`` alone."""
    end = first if last is None else last
    message, stream = _shown(message), None if stream is None else _shown(stream)
    problem = Problem(code=code, message=message, first=first, last=end, stream=stream, version=version, field=field)
    return Symptom(evidence, problem, cause, rests_on)


def _shown(text: str) -> str:
    """``text`` as it can be printed anywhere, and not a whole row of it."""
    kept = text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX]}..."
    return kept.encode("utf-8", "backslashreplace").decode()


class SymptomList(list[Symptom]):
    """At most ``most`` symptoms of a code and an evidence: a thousand say as much as a million, and memory stays flat.

    ``dropped`` counts on. Of each, so that a flood of one does not wash away another, worse or more direct.
    """

    def __init__(self, most: int = 1_000) -> None:
        super().__init__()
        self.most = most
        self.dropped = 0
        self._held: Counter[tuple[Code, Evidence]] = Counter()

    def note(self, found: Symptom) -> None:
        """Add a symptom while there is room."""
        kind = found.problem.code, found.evidence
        if self._held[kind] < self.most:
            self._held[kind] += 1
            self.append(found)
        else:
            self.dropped += 1

    def note_all(self, found: list[Symptom]) -> None:
        """Add several."""
        for one in found:
            self.note(one)
