"""Step 8, the checkpoints: those stored beside the log, and those kept outside, held against the tree."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple

from tombo.ledger.core.errors import LedgerError, MalformedError, UnreadableError
from tombo.ledger.seal.checkpoint import open_checkpoint
from tombo.ledger.seal.policy import NO_QUORUM, Policy
from tombo.ledger.verify.authority import Declared
from tombo.ledger.verify.notebook import Agreed, KnownLog
from tombo.ledger.verify.report import Code
from tombo.ledger.verify.source import Growing, LogSource
from tombo.ledger.verify.symptoms import Directness, SymptomList, symptom

CONTRADICTED_MAX: Final = 1 << 12
STORED: Final = "the stored checkpoint"
OUTSIDE: Final = {
    "checkpoint": "the checkpoint given",
    "notebook": "what the notebook knows",
    "since": "the checkpoint verified before",
}
"""What people call a checkpoint, by its role."""


class OutsideCheckpoint(NamedTuple):
    """A checkpoint kept outside."""

    role: str
    size: int
    root: bytes
    note: str


class Contradiction(NamedTuple):
    """A checkpoint, the root that the entries have at its size, and the newest checkpoint that agreed with them."""

    held: OutsideCheckpoint
    root: bytes
    good: int
    good_note: str


class Outside:
    """The checkpoints that come from outside, and what is wrong with them."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.held: list[OutsideCheckpoint] = []
        self.symptoms = SymptomList()

    @property
    def largest(self) -> int:
        """How many entries the largest of them is of: 0 where none was given."""
        return max((one.size for one in self.held), default=0)

    def add(self, note: bytes | None, role: str) -> None:
        """Open a note; one that the policy does not accept proves nothing, and is said to."""
        if note is None:
            return
        try:
            found, cosigned = open_checkpoint(note, self.policy)
        except MalformedError as error:
            raise UnreadableError(f"{OUTSIDE[role]} is no signed checkpoint: {error}") from error
        except LedgerError as error:
            self.symptoms.note(symptom(Directness.RULE, Code.POLICY_FAIL, f"{OUTSIDE[role]}: {error}", field=role))
            return
        if not self.policy.satisfied([good.key for good in cosigned]):
            said = f"{OUTSIDE[role]}, of size {found.size}, lacks the cosignatures of the quorum {self.policy.quorum}"
            self.symptoms.note(symptom(Directness.RULE, Code.POLICY_FAIL, said, field=role))
            return
        self.held.append(OutsideCheckpoint(role, found.size, found.root, note.decode()))

    def add_known(self, known: KnownLog) -> None:
        """What a notebook knows was found by who keeps it: the tree as a whole, and the checkpoint that agreed, which others believe too."""
        if known.agreed is not None:
            self.held.append(OutsideCheckpoint("notebook", *known.agreed))
        if known.agreed is None or known.agreed.size < known.size:
            self.held.append(OutsideCheckpoint("notebook", known.size, known.root, ""))


class Checkpoints:
    """(8) Every stored checkpoint, opened as the tree reaches its size; and those from outside."""

    def __init__(
        self, source: LogSource, policy: Policy, outside: Outside, symptoms: SymptomList, known: KnownLog | None = None
    ) -> None:
        """Those of no more entries than are ``known`` were looked at before."""
        size, published = (known.size, known.published) if known else (0, 0)
        self._stored = source.checkpoints(size)
        self._next = next(self._stored, None)
        self._policy = policy
        self._symptoms = symptoms
        self._outside = sorted(outside.held, key=lambda held: -held.size)
        self._named: dict[int, list[OutsideCheckpoint]] = {}
        self.last_good = known.agreed.size if known and known.agreed else 0
        """The largest size at which the tree is what a checkpoint names."""
        self.witnessed = size
        """The largest size confirmed from outside."""
        self.largest = published
        """The largest size of a stored checkpoint."""
        self._contradictions: list[Contradiction] = []
        self.agreed = known.agreed if known else None
        """The newest signed checkpoint that agreed with the entries."""
        self.contradicted: dict[int, bytes] = {}
        """Roots that checkpoints name and the tree does not have, by size."""
        self._cosigned: set[int] = set()

    def up_to(self, stop: int) -> list[int]:
        """The sizes at which roots are wanted, up to ``stop``, in order."""
        while self._next is not None and (not isinstance(self._next[0], int) or self._next[0] <= stop):
            self._open(*self._next)
            self._next = next(self._stored, None)
        while self._outside and self._outside[-1].size <= stop:
            held = self._outside.pop()
            self._named.setdefault(held.size, []).append(held)
        return self.uncompared

    @property
    def uncompared(self) -> list[int]:
        """The sizes at which a root is wanted still."""
        return sorted(self._named)

    def compare(self, roots: list[tuple[int, bytes]]) -> None:
        """Hold the roots of the tree against those the checkpoints name."""
        for size, root in roots:
            for held in sorted(self._named.pop(size, []), key=lambda held: held.role == STORED):
                if held.root == root:
                    if size >= self.last_good:
                        self.last_good = size
                        self.agreed = Agreed(size, root, held.note) if held.note else self.agreed
                    if held.role != STORED or size in self._cosigned:
                        self.witnessed = max(self.witnessed, size)
                else:
                    self._contradict(held, root)

    def _contradict(self, held: OutsideCheckpoint, root: bytes) -> None:
        """A checkpoint names another root than the entries have: what that means is said once all of them are known."""
        if held.role != STORED or len(self._contradictions) < CONTRADICTED_MAX:
            self.contradicted[held.size] = held.root
            self._contradictions.append(
                Contradiction(held, root, self.last_good, self.agreed.note if self.agreed else "")
            )

    def finish(self, log: Growing, losses: list[Declared]) -> None:
        """Two histories; and checkpoints of more entries than there are, but for those that the publisher stored meanwhile.

        What a declared loss gave up is told of a checkpoint from outside as that; one that is still stored says nothing new.
        Of the others stored the later follow from the first.
        """
        forked = False
        for found in self._contradictions:
            held = found.held
            declared = next((one for one in reversed(losses) if one.loss.covers(held.size)), None)
            if declared is not None:
                self._note_loss(held, declared)
            elif held.role != STORED or not forked:
                forked = True
                self._note_fork(found)
        self.up_to(2**63)
        size = log.size
        for want, names in sorted(self._named.items()):
            if want <= size:
                continue
            declared = next((one for one in reversed(losses) if one.loss.covers(want)), None)
            brought = [held for held in names if held.role != STORED]
            if declared is not None:
                for held in brought:
                    self._note_loss(held, declared)
            elif brought or not log.reaches(want):
                said = f"there are {size} entries; {OUTSIDE[brought[0].role] if brought else STORED} is of {want}"
                self._symptoms.note(symptom(Directness.ROW, Code.TRUNCATED, said, size, want - 1, field="size"))

    def _note_loss(self, held: OutsideCheckpoint, declared: Declared) -> None:
        if held.role == STORED:
            return
        loss = declared.loss
        which = (
            "the one given up"
            if (held.size, held.root) == (loss.abandoned_size, loss.abandoned_root)
            else "an older one of it"
        )
        said = (
            f"{OUTSIDE[held.role]}, of size {held.size}, is of a history that was given up ({which}): the entries from"
            f" {loss.first_lost} to {loss.last_lost} are lost, as {loss.staff} and {loss.second} declared at log index"
            f" {declared.index}; the ledger goes on from size {loss.size}. Reason: {loss.reason}"
        )
        found = symptom(Directness.ROOT, Code.LOSS_DECLARED, said, loss.first_lost, loss.last_lost, field="root")
        notes = (held.note,) if held.note else ()
        self._symptoms.note(found._replace(problem=replace(found.problem, evidence=notes)))

    def _note_fork(self, found: Contradiction) -> None:
        held, root, good, good_note = found
        size = held.size
        said = (
            f"{OUTSIDE.get(held.role, STORED)}, of size {size}, names the root {held.root.hex()};"
            f" the entries give {root.hex()}: two histories under one name"
        )
        begin = min(good, size - 1)
        noted = symptom(Directness.ROOT, Code.FORKED, said, max(begin, 0), max(size - 1, 0), field="root")
        notes = tuple(note for note in (held.note, good_note) if note)
        self._symptoms.note(noted._replace(problem=replace(noted.problem, evidence=notes)))

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
        self._named.setdefault(size, []).append(OutsideCheckpoint(STORED, size, found.root, note))
        if self._policy.quorum != NO_QUORUM and self._policy.satisfied([good.key for good in cosigned]):
            self._cosigned.add(size)

    def _object(self, code: Code, said: str) -> None:
        self._symptoms.note(symptom(Directness.TABLE, code, said, field="checkpoints"))
