"""What the steps of the verifier note down, before anybody asks which of it is cause and which is consequence."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from typing import Final, NamedTuple

from tombo.ledger.verify.report import Code, Objection

SHOWN_MAX: Final = 500
"""How much of a message is kept: what a forger wrote into a row may be long."""
KEPT_MAX: Final = 1_000
"""How many symptoms of a code and an evidence are kept: a thousand say as much as a million."""


class Directness(IntEnum):
    """How directly a symptom shows the forgery, best first: a worse one within reach of a better is a consequence."""

    ROW = 0
    """The row contradicts itself, or does not parse, or is not there."""
    PLACE = 1
    """The row contradicts its neighbours about where it stands."""
    CHAIN = 2
    """A stream's versions or hashes do not join."""
    SIGNATURE = 3
    """The signature of an append does not hold: something in it was changed."""
    ANCHOR = 4
    """Nobody can tell whether the signature of an append holds: the tree that it names was changed before it."""
    TILE = 5
    """An entry is not the one whose hash a stored tile has."""
    TABLE = 6
    """A table beside the entries disagrees with them."""
    ROOT = 7
    """The tree as a whole is not the one a checkpoint names."""
    RULE = 8
    """Authentic, but not allowed: a key, a role, the clock."""
    FOREIGN = 9
    """It is the log of other keys than the policy's, or of nobody's: no signature of it could hold."""


_CHANGING: Final = frozenset({Directness.ROW, Directness.PLACE, Directness.SIGNATURE})


class Symptom(NamedTuple):
    """One observation.

    ``cause`` is the log index of another entry that may be the one to blame, if any. ``published`` says of a checkpoint
    that the entries contradict that the stored tiles are the tree it names.
    """

    evidence: Directness
    problem: Objection
    cause: int | None = None
    published: bool = False


def symptom(
    evidence: Directness,
    code: Code,
    message: str,
    first: int | None = None,
    last: int | None = None,
    *,
    stream: str | None = None,
    version: int | None = None,
    field: str | None = None,
    cause: int | None = None,
) -> Symptom:
    """A symptom at the log indices ``first`` to ``last``, or at ``first`` alone."""
    end = first if last is None else last
    message, stream = _shown(message), None if stream is None else _shown(stream)
    problem = Objection(code=code, message=message, first=first, last=end, stream=stream, version=version, field=field)
    return Symptom(evidence, problem, cause)


def _shown(text: str) -> str:
    """``text`` as it can be printed anywhere, and not a whole row of it."""
    kept = text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX]}..."
    return kept.encode("utf-8", "backslashreplace").decode()


class SymptomList(list[Symptom]):
    """At most :data:`KEPT_MAX` symptoms of a code and an evidence, so that memory stays flat.

    Of each, so that a flood of one does not wash away another, worse or more direct. ``dropped`` counts the others.
    """

    def __init__(self) -> None:
        super().__init__()
        self.dropped: Counter[Directness] = Counter()
        self.changed: int | None = None
        """The first log index at which the entries are known to be others than were sealed."""
        self._held: Counter[tuple[Code, Directness]] = Counter()

    def note(self, found: Symptom) -> None:
        """Add a symptom while there is room."""
        kind, first = (found.problem.code, found.evidence), found.problem.first
        if found.evidence in _CHANGING and first is not None and first >= 0:
            self.changed = first if self.changed is None else min(first, self.changed)
        if self._held[kind] < KEPT_MAX:
            self._held[kind] += 1
            self.append(found)
        else:
            self.dropped[found.evidence] += 1

    def note_all(self, found: SymptomList) -> None:
        """Add several, and what was dropped of them."""
        for one in found:
            self.note(one)
        self.dropped.update(found.dropped)


class Runs(list[tuple[int, int]]):
    """Ranges of log indices, from the first to the last; one that follows another makes it longer."""

    def add(self, first: int, last: int) -> None:
        """Add a range, in log order."""
        if self and self[-1][1] + 1 == first:
            self[-1] = self[-1][0], last
        elif len(self) < KEPT_MAX:
            self.append((first, last))
        else:  # rather too much than too little
            self[-1] = self[-1][0], last
