"""Step 9 where it is not plain: what an append's key must have signed, and what an append is whose signature or place does not fit."""

from __future__ import annotations

from typing import Final

from tombo.ledger.seal.append import append_root, append_text
from tombo.ledger.verify.appends import AppendRows
from tombo.ledger.verify.authority import Authority
from tombo.ledger.verify.bodies import Bodies, Claim
from tombo.ledger.verify.checkpoints import Checkpoints
from tombo.ledger.verify.job import SignatureCheck
from tombo.ledger.verify.report import Code
from tombo.ledger.verify.rows import RowReader
from tombo.ledger.verify.source import LogSource
from tombo.ledger.verify.symptoms import Directness, Runs, SymptomList, symptom
from tombo.ledger.verify.tree import Tree

_PATIENCE: Final = 20_000_000
"""How much is done to find out whether entries that are not where they should be belong elsewhere, in hashes."""
_ROW: Final = 60
_SIGNATURE: Final = 100
"""What it costs to read an entry, and to check a signature, in hashes."""


class AppendJudge:
    """Judges appends of a log of ``size`` entries, by the tree, the keys and the checkpoints as far as they go by then."""

    def __init__(  # noqa: PLR0917 - everything an append is judged by
        self,
        source: LogSource,
        size: int,
        tree: Tree,
        authority: Authority,
        checkpoints: Checkpoints,
        symptoms: SymptomList,
    ) -> None:
        self._source, self._size = source, size
        self._tree, self._authority, self._checkpoints = tree, authority, checkpoints
        self._symptoms = symptoms
        self._origin = authority.registry.origin
        self._patience = _PATIENCE
        self.unasked = Runs()
        """Entries whose signatures cannot be asked."""

    def note_failing(self, append: AppendRows) -> None:
        """A signature that does not hold: over other entries, or over the same ones and another tree before them."""
        claim, changed = append.claim, self._symptoms.changed
        known = claim.anchor <= self._checkpoints.last_good or claim.anchor in self._checkpoints.contradicted
        if self.holds(claim, append.root):
            return  # as it was signed: over the tree of a checkpoint that the entries contradict, which is on record
        if known or changed is None or changed >= claim.anchor:
            self.note(append, Code.TAMPERED, "the signature does not hold", "signature")
        else:
            self.unasked.add(append.index, append.index + append.rows - 1)

    def signed(self, claim: Claim, root: bytes, anchor: bytes | None = None) -> SignatureCheck | str:
        """What the key of ``claim`` must have signed, or why it cannot be told."""
        key = self._authority.registry.public(claim.key)
        if key is None:
            return f"the key {claim.key.hex()} is not registered"
        if anchor is None and claim.anchor <= claim.first:
            anchor = self._tree.root_at(claim.anchor)
        if anchor is None:
            return f"the anchor {claim.anchor} lies beyond the append itself, which begins at {claim.first}"
        text = append_text(self._origin, claim.first, claim.count, claim.recorded, claim.anchor, anchor, root)
        return SignatureCheck(key, claim.signature, text)

    def holds(self, claim: Claim, root: bytes) -> bool:
        """Whether the signature holds, over the tree as it is or as a checkpoint that contradicts it says it was."""
        anchors = (None, self._checkpoints.contradicted.get(claim.anchor))
        tried = [self.signed(claim, root, anchor) for anchor in dict.fromkeys(anchors)]
        return any(not isinstance(one, str) and one.key.verify(one.signature, one.text) for one in tried)

    def judge(self, append: AppendRows) -> None:
        """Say of an append that does not fit its neighbours whether it is authentic and elsewhere, or forged."""
        field = append.doubt or ""
        if append.rival is not None:
            for claim, culprit in ((append.claim, append.odd[1]), (append.rival, append.odd[0])):
                if self.holds(claim, append.root):
                    said = f"the {field} is not the one that was signed"
                    self._symptoms.note(symptom(Directness.PLACE, Code.TAMPERED, said, culprit, field=field))
                    return
        elif self._elsewhere(append) if append.stray else self.holds(append.claim, append.root):
            claim = append.claim
            said = f"sealed for index {claim.first} to {claim.first + claim.count - 1}"
            last = append.index + append.rows - 1
            self._symptoms.note(
                symptom(Directness.PLACE, Code.REORDERED, said, append.index, last, field="index", cause=claim.first)
            )
            return
        said = f"the {field} does not fit the entries around, and the signature does not hold"
        self.note(append, Code.TAMPERED, said, field, Directness.PLACE)

    def _elsewhere(self, append: AppendRows) -> bool:
        """Whether a single row belongs to the append it claims: put into it, the signature holds."""
        claim = append.claim
        stop = min(claim.first + claim.count, self._size)
        self._patience -= max(0, stop - claim.first) * _ROW
        if self._patience < 0:
            return False
        lines = RowReader(Bodies(self._origin)).read(self._source.rows(claim.first, stop), claim.first, stop)
        hashes = [line.hash for line in lines]
        if append.stray in hashes:
            return True
        foreign = [at for at, line in enumerate(lines) if line.claim.signature != claim.signature][:64]
        self._patience -= len(foreign) * (len(lines) + _SIGNATURE)
        return self._patience >= 0 and any(
            self.holds(claim, append_root([*hashes[:at], append.stray, *hashes[at + 1 :]])) for at in foreign
        )

    def note(
        self, append: AppendRows, code: Code, said: str, field: str, evidence: Directness = Directness.SIGNATURE
    ) -> None:
        """Something is wrong with an append."""
        self._symptoms.note(symptom(evidence, code, said, append.index, append.index + append.rows - 1, field=field))
