"""Step 8, the checkpoints: those stored beside the log, and those kept outside, held against the tree."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ledger.core.errors import LedgerError, MalformedError, UnreadableError
from ledger.seal.checkpoint import open_checkpoint
from ledger.seal.policy import NO_QUORUM, Policy
from ledger.verify.report import Code
from ledger.verify.source import Growing, Source
from ledger.verify.symptoms import Evidence, SymptomList, symptom

CONTRADICTED_MAX: Final = 1 << 12
STORED: Final = "the stored checkpoint"
OUTSIDE: Final = {"checkpoint": "the checkpoint given", "since": "the checkpoint verified before"}
"""What people call a checkpoint, by its role."""


class Held(NamedTuple):
    """A checkpoint kept outside."""

    role: str
    size: int
    root: bytes


class Outside:
    """The checkpoints that come from outside, and what is wrong with them."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.held: list[Held] = []
        self.symptoms = SymptomList()

    def add(self, note: bytes | None, role: str) -> None:
        """Open a note; one that the policy does not accept proves nothing, and is said to."""
        if note is None:
            return
        try:
            found, cosigned = open_checkpoint(note, self.policy)
        except MalformedError as error:
            raise UnreadableError(f"{OUTSIDE[role]} is no signed checkpoint: {error}") from error
        except LedgerError as error:
            self.symptoms.note(symptom(Evidence.RULE, Code.POLICY_FAIL, f"{OUTSIDE[role]}: {error}", field=role))
            return
        if not self.policy.satisfied([good.key for good in cosigned]):
            said = f"{OUTSIDE[role]}, of size {found.size}, lacks the cosignatures of the quorum {self.policy.quorum}"
            self.symptoms.note(symptom(Evidence.RULE, Code.POLICY_FAIL, said, field=role))
            return
        self.held.append(Held(role, found.size, found.root))


class Checkpoints:
    """(8) Every stored checkpoint, opened as the tree reaches its size; and those from outside."""

    def __init__(self, source: Source, policy: Policy, outside: Outside, symptoms: SymptomList) -> None:
        self._stored = source.checkpoints()
        self._next = next(self._stored, None)
        self._policy = policy
        self._symptoms = symptoms
        self._outside = sorted(outside.held, key=lambda held: -held.size)
        self._named: dict[int, list[tuple[str, bytes]]] = {}
        self.last_good = 0
        """The largest size at which the tree is what a checkpoint names."""
        self.witnessed = 0
        """The largest size confirmed from outside."""
        self.largest = 0
        """The largest size of a stored checkpoint."""
        self.forked_at: int | None = None
        self.contradicted: dict[int, bytes] = {}
        """Roots that checkpoints name and the tree does not have, by size."""
        self._cosigned: set[int] = set()

    def up_to(self, stop: int) -> list[int]:
        """The sizes at which roots are wanted, up to ``stop``, in order."""
        while self._next is not None and (not isinstance(self._next[0], int) or self._next[0] <= stop):
            self._open(*self._next)
            self._next = next(self._stored, None)
        while self._outside and self._outside[-1].size <= stop:
            role, size, root = self._outside.pop()
            self._named.setdefault(size, []).append((OUTSIDE[role], root))
        return sorted(self._named)

    def compare(self, roots: list[tuple[int, bytes]]) -> None:
        """Hold the roots of the tree against those the checkpoints name."""
        for size, root in roots:
            for role, said in self._named.pop(size, []):
                if said == root:
                    self.last_good = max(self.last_good, size)
                    if role != STORED or size in self._cosigned:
                        self.witnessed = max(self.witnessed, size)
                    continue
                if len(self.contradicted) < CONTRADICTED_MAX:
                    self.contradicted[size] = said
                if self.forked_at is None:  # every later one follows from the first
                    self.forked_at = size
                    message = (
                        f"{role}, of size {size}, names the root {said.hex()}; the entries give"
                        f" {root.hex()}: two histories under one name"
                    )
                    begin = min(self.last_good, size - 1)
                    self._symptoms.note(
                        symptom(Evidence.ROOT, Code.FORKED, message, max(begin, 0), max(size - 1, 0), field="root")
                    )

    def finish(self, log: Growing) -> None:
        """Checkpoints of more entries than there are; those that the publisher stored meanwhile are of no concern."""
        self.up_to(2**63)
        size = log.size
        for want, names in sorted(self._named.items()):
            brought = [role for role, _ in names if role != STORED]
            if want > size and (brought or not log.reaches(want)):
                said = f"there are {size} entries; {(brought or [STORED])[0]} is of {want}"
                self._symptoms.note(symptom(Evidence.ROW, Code.TRUNCATED, said, size, want - 1, field="size"))

    def _open(self, size: Any, note: Any) -> None:
        if not isinstance(note, str):
            self._object(Code.TAMPERED, f"the stored checkpoint of size {size} is {type(note).__name__}, not text")
            return
        try:
            found, cosigned = open_checkpoint(note.encode(), self._policy)
        except (LedgerError, ValueError) as error:
            code = Code.MALFORMED if isinstance(error, MalformedError | UnicodeError) else Code.TAMPERED
            self._object(code, f"the stored checkpoint of size {size}: {error}")
            return
        if found.size != size:
            self._object(Code.TAMPERED, f"the stored checkpoint under size {size} is one of size {found.size}")
            return
        self.largest = max(self.largest, size)
        self._named.setdefault(size, []).append((STORED, found.root))
        if self._policy.quorum != NO_QUORUM and self._policy.satisfied([good.key for good in cosigned]):
            self._cosigned.add(size)

    def _object(self, code: Code, said: str) -> None:
        self._symptoms.note(symptom(Evidence.TABLE, code, said, field="checkpoints"))
