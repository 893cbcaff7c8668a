"""Steps 8 to 12: the log as a whole, chunk after chunk in log order, and the verdict."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from tombo.ledger.core.clock_watch import STANDSTILL_MAX
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.parts import Means, PartAsked, Work
from tombo.ledger.seal.append import append_root, append_text
from tombo.ledger.seal.entry import leaf_data
from tombo.ledger.seal.merkle import leaf_hash
from tombo.ledger.seal.policy import Policy
from tombo.ledger.verify.appends import AppendRows
from tombo.ledger.verify.authority import Authority
from tombo.ledger.verify.bodies import Bodies, Claim
from tombo.ledger.verify.checkpoints import Checkpoints, Outside
from tombo.ledger.verify.chunk import CHUNK, Chunk, Task
from tombo.ledger.verify.explain import explain
from tombo.ledger.verify.identity import identity
from tombo.ledger.verify.job import SignatureCheck, Verification, Verifier
from tombo.ledger.verify.report import Code, Objection, Report
from tombo.ledger.verify.rows import RowReader
from tombo.ledger.verify.source import Growing, SourceFactory, amiss, beginnings, release
from tombo.ledger.verify.streams import StreamEnds
from tombo.ledger.verify.symptoms import Directness, Runs, SymptomList, symptom
from tombo.ledger.verify.tree import TileCheck, Tree, published_roots

Progress = Callable[[int, int], None]
"""Told how many entries of how many are checked."""


def verify(
    source_factory: SourceFactory,
    policy: Policy,
    *,
    checkpoint: bytes | None = None,
    since: bytes | None = None,
    means: Means | None = None,
    progress: Progress | None = None,
) -> Report:
    """Check everything the source has, against ``policy`` and the checkpoints kept outside, if any.

    ``since`` is a checkpoint up to which the log was verified before: if the tree still is what it names, the entries
    below it are the same bytes, and only what binds later ones to them is gathered again. ``means``: who does it, this process where
    nobody is named; ``source_factory`` must be picklable. Without an outside checkpoint the verdict is never ``OK``.

    Raises:
        UnreadableError: an outside checkpoint that is not a signed note.
    """
    outside = Outside(policy)
    outside.add(checkpoint, "checkpoint")
    outside.add(since, "since")
    trusted = max((one.size for one in outside.held if since is not None and one.role == "since"), default=0)
    first = source_factory()
    try:
        own = identity(first, policy)
    finally:
        release(first)  # who works on it opens his own
    means = means or Means()

    def look(trusted: int) -> Report:
        def report(work: Work[Verifier]) -> Report:
            return _Run(work, policy, own, outside, trusted, progress).report()

        return means.run(Verification(source_factory, own.origin, trusted), report, lambda found: found.objects)

    report = look(trusted)
    return look(0) if trusted > report.size else report  # what was taken as proven is not: look at all of it


class _Batch(NamedTuple):
    """Appends whose signatures are being checked: those at ``asked``, in this order."""

    appends: list[AppendRows]
    asked: list[int]
    result: PartAsked
    done: int


_AHEAD: Final = 8
_PATIENCE: Final = 20_000_000
"""How much is done to find out whether entries that are not where they should be belong elsewhere, in hashes."""
DAY: Final = 86_400_000_000
_ROW: Final = 60
_SIGNATURE: Final = 100
"""What it costs to read an entry, and to check a signature, in hashes."""


class _Run:
    """One pass over the log."""

    def __init__(  # noqa: PLR0917 - everything a pass is made from
        self,
        work: Work[Verifier],
        policy: Policy,
        own: Policy,
        outside: Outside,
        trusted: int,
        progress: Progress | None,
    ) -> None:
        self.work = work
        self.source = work.here.source
        self.origin = own.origin
        self.trusted = trusted
        self.progress = progress
        self.symptoms = SymptomList()
        self.symptoms.note_all(outside.symptoms)
        self.authority = Authority(policy, own, self.symptoms, trusted)
        self.tree = Tree(self._leaves_of)
        self.tiles = TileCheck(self.source.tiles, self.symptoms)
        self.checkpoints = Checkpoints(self.source, own, outside, self.symptoms)
        self.log = Growing(self.source, lambda size: work.of_size(size, outside.largest))
        self.size = self.log.size
        self.end = 0
        self.expected = 0
        self.floor = 0
        self.withheld = 0
        self.seen = 0
        self.patience = _PATIENCE
        self.unasked = Runs()
        self.waiting: list[AppendRows] = []
        self.batches: deque[_Batch] = deque()

    def report(self) -> Report:
        """Check everything."""
        tasks = (Task(at, min(at + CHUNK, self.size), self.size) for at in beginnings(self.source, self.size, CHUNK))
        with StreamEnds(self.size) as ends:
            for found in self.work.in_order(tasks):
                chunk = self._joined(found)
                self._take(chunk, ends)
                while len(self.batches) > _AHEAD:
                    self._settle()
            self._submit(self.waiting, self.size)
            while self.batches:
                self._settle()
            ends.check(self._stream_at, self.symptoms)  # (12)
        return self._finish()

    def _joined(self, chunk: Chunk) -> Chunk:
        """(12) The chunk, checked again if it does not begin where the one before ended."""
        task = chunk.task
        begin = min(max(self.end, task.start), task.stop)
        expected = self.expected + max(0, task.start - self.end)
        if chunk.begin != begin or (begin < task.stop and chunk.claimed != expected):
            chunk = self.work.here.chunk(task._replace(begin=begin, expected=expected))
        if chunk.end is not None:
            self.end, self.expected = chunk.end, chunk.expected
        return chunk

    def _take(self, chunk: Chunk, ends: StreamEnds) -> None:
        """(8) (9) (10) What a chunk adds to the whole."""
        self._note_hole(chunk.task.start)
        self.seen = chunk.task.stop
        self.symptoms.note_all(chunk.symptoms)
        self.withheld += chunk.withheld
        ends.add(chunk.spans, chunk.commands)
        self.tiles.leaves(chunk.task.start, chunk.leaves)
        self.checkpoints.compare(self.tree.extend(chunk.leaves, iter(self.checkpoints.up_to(chunk.task.stop))))
        for fact in chunk.facts:
            self.authority.fold(fact)
        self.waiting.extend(chunk.appends)
        # An append that runs past the chunk may register the key it is signed with beyond it.
        ready = [one for one in self.waiting if one.index + one.rows <= chunk.task.stop]
        self.waiting = [one for one in self.waiting if one.index + one.rows > chunk.task.stop]
        self._submit(ready, chunk.task.stop)

    def _note_hole(self, start: int) -> None:
        """Chunks without any entry are passed over."""
        if self.seen < start:
            said = f"{start - self.seen} entries are not there"
            self.symptoms.note(symptom(Directness.ROW, Code.MISSING, said, self.seen, start - 1, field="index"))

    def _submit(self, appends: list[AppendRows], done: int) -> None:
        """(9) Ask for the signatures of ``appends``."""
        asked: list[int] = []
        batch: list[SignatureCheck] = []
        for at, append in enumerate(appends):
            if append.doubt is None and append.claim.first + append.claim.count > self.trusted:
                signed = self._signed(append.claim, append.root)
                if isinstance(signed, str):
                    self._note_append(append, Code.TAMPERED, signed, "key" if "key" in signed else "anchor")
                    continue
                asked.append(at)
                batch.append(signed)
        self.batches.append(_Batch(appends, asked, self.work.ask(batch), done))

    def _settle(self) -> None:
        """(9) (11) The oldest appends asked about: signatures, keys and times."""
        appends, asked, result, done = self.batches.popleft()
        wrong = {asked[at] for at in result.result()}
        for at, append in enumerate(appends):
            claim = append.claim
            if at in wrong:
                self._note_failing(append)
            elif append.doubt is not None:
                self._judge(append)
            elif self.authority.registry.public(claim.key) is not None:
                self._note_time(append)
                self.authority.used(claim.key, claim.first, claim.count)
        if self.progress is not None:
            self.progress(done, self.size)

    def _note_time(self, append: AppendRows) -> None:
        """(11) Recorded times never decrease, nor leap over what no ledger is silent for."""
        recorded, last = append.claim.recorded, append.index + append.rows - 1
        if recorded < self.floor:
            said = f"recorded {recorded}, after an entry of {self.floor}"
            self.symptoms.note(symptom(Directness.RULE, Code.BACKDATED, said, append.index, last, field="recorded"))
        elif (
            self.floor and recorded - self.floor > STANDSTILL_MAX and append.claim.first not in self.authority.confirmed
        ):
            days = (recorded - self.floor) // DAY
            said = f"recorded {recorded}, {days:,} days after the entry before, of {self.floor}"
            self.symptoms.note(symptom(Directness.RULE, Code.POSTDATED, said, append.index, last, field="recorded"))
        self.floor = max(self.floor, recorded)

    def _note_failing(self, append: AppendRows) -> None:
        """A signature that does not hold: over other entries, or over the same ones and another tree before them."""
        claim, changed = append.claim, self.symptoms.changed
        known = claim.anchor <= self.checkpoints.last_good or claim.anchor in self.checkpoints.contradicted
        if self._holds(claim, append.root):
            return  # as it was signed: over the tree of a checkpoint that the entries contradict, which is on record
        if known or changed is None or changed >= claim.anchor:
            self._note_append(append, Code.TAMPERED, "the signature does not hold", "signature")
        else:
            self.unasked.add(append.index, append.index + append.rows - 1)

    def _signed(self, claim: Claim, root: bytes, anchor: bytes | None = None) -> SignatureCheck | str:
        """What the key of ``claim`` must have signed, or why it cannot be told."""
        key = self.authority.registry.public(claim.key)
        if key is None:
            return f"the key {claim.key.hex()} is not registered"
        if anchor is None and claim.anchor <= claim.first:
            anchor = self.tree.root_at(claim.anchor)
        if anchor is None:
            return f"the anchor {claim.anchor} lies beyond the append itself, which begins at {claim.first}"
        text = append_text(self.origin, claim.first, claim.count, claim.recorded, claim.anchor, anchor, root)
        return SignatureCheck(key, claim.signature, text)

    def _holds(self, claim: Claim, root: bytes) -> bool:
        """Whether the signature holds, over the tree as it is or as a checkpoint that contradicts it says it was."""
        anchors = (None, self.checkpoints.contradicted.get(claim.anchor))
        tried = [self._signed(claim, root, anchor) for anchor in dict.fromkeys(anchors)]
        return any(not isinstance(one, str) and one.key.verify(one.signature, one.text) for one in tried)

    def _judge(self, append: AppendRows) -> None:
        """Say of an append that does not fit its neighbours whether it is authentic and elsewhere, or forged."""
        field = append.doubt or ""
        if append.rival is not None:
            for claim, culprit in ((append.claim, append.odd[1]), (append.rival, append.odd[0])):
                if self._holds(claim, append.root):
                    said = f"the {field} is not the one that was signed"
                    self.symptoms.note(symptom(Directness.PLACE, Code.TAMPERED, said, culprit, field=field))
                    return
        elif self._elsewhere(append) if append.stray else self._holds(append.claim, append.root):
            claim = append.claim
            said = f"sealed for index {claim.first} to {claim.first + claim.count - 1}"
            last = append.index + append.rows - 1
            self.symptoms.note(
                symptom(Directness.PLACE, Code.REORDERED, said, append.index, last, field="index", cause=claim.first)
            )
            return
        said = f"the {field} does not fit the entries around, and the signature does not hold"
        self._note_append(append, Code.TAMPERED, said, field, Directness.PLACE)

    def _elsewhere(self, append: AppendRows) -> bool:
        """Whether a single row belongs to the append it claims: put into it, the signature holds."""
        claim = append.claim
        stop = min(claim.first + claim.count, self.size)
        self.patience -= max(0, stop - claim.first) * _ROW
        if self.patience < 0:
            return False
        lines = RowReader(Bodies(self.origin)).read(self.source.rows(claim.first, stop), claim.first, stop)
        hashes = [line.hash for line in lines]
        if append.stray in hashes:
            return True
        foreign = [at for at, line in enumerate(lines) if line.claim.signature != claim.signature][:64]
        self.patience -= len(foreign) * (len(lines) + _SIGNATURE)
        return self.patience >= 0 and any(
            self._holds(claim, append_root([*hashes[:at], append.stray, *hashes[at + 1 :]])) for at in foreign
        )

    def _note_append(
        self, append: AppendRows, code: Code, said: str, field: str, evidence: Directness = Directness.SIGNATURE
    ) -> None:
        self.symptoms.note(symptom(evidence, code, said, append.index, append.index + append.rows - 1, field=field))

    def _stream_at(self, index: int) -> str:
        return next((str(row[1]) for row in self.source.rows(index, index + 1)), "")

    def _leaves_of(self, start: int, stop: int) -> list[bytes]:
        try:
            return [leaf_hash(leaf_data(*row[1:])) for row in self.source.rows(start, stop)]
        except (LedgerError, TypeError, ValueError, AttributeError, OverflowError):
            return []  # on record already; the root that follows is wrong, as it should be

    def _look_at_published(self) -> None:
        """Of every checkpoint that the entries contradict, whether the stored tiles are the tree that it names."""
        wanted = {
            (found.problem.last or 0) + 1: at
            for at, found in enumerate(self.symptoms)
            if found.evidence is Directness.ROOT
        }
        for size, root in published_roots(self.source.tiles() or (), wanted).items() if wanted else ():
            if root == self.checkpoints.contradicted.get(size):
                self.symptoms[wanted[size]] = self.symptoms[wanted[size]]._replace(published=True)

    def _finish(self) -> Report:
        """The verdict."""
        self._note_hole(self.size)
        self.authority.finish()
        self.checkpoints.finish(self.log, self.authority.believed_losses(self.tree.root_at))
        self.tiles.finish(self.tree, self.checkpoints.largest, self.log)
        beyond = self.source.commands(self.size)
        for name, _, first, _ in beyond or ():
            if isinstance(first, int) and self.log.reaches(first + 1):
                continue  # recorded since
            said = f"the command id {name!r} is in the table; there is no entry {first}"
            place = first if isinstance(first, int) else None
            self.symptoms.note(symptom(Directness.TABLE, Code.TAMPERED, said, field="commands", cause=place))
        for index, (stream, version, slot, *_) in self.source.orphan_openings() or ():
            why = "there is no such entry" if index is None else "no card was dealt there"
            said = f"the opening of {stream!r} version {version} slot {slot}: {why}"
            code = Code.TAMPERED if stream is not None else Code.MALFORMED
            said = said if stream is not None else "an opening that does not parse: it names no stream"
            self.symptoms.note(symptom(Directness.TABLE, code, said, index, field="openings"))
        for first, last in self.unasked:
            said = "the signature cannot be asked: the tree that it names was changed before it"
            self.symptoms.note(symptom(Directness.ANCHOR, Code.TAMPERED, said, first, last, field="signature"))
        self._look_at_published()
        for field, said in amiss(self.source, self.origin):
            self.symptoms.note(symptom(Directness.TABLE, Code.TAMPERED, said, field=field))
        problems = explain(self.symptoms)
        witnessed = self.checkpoints.witnessed
        verdict = problems[0].code if problems else Code.OK if witnessed else Code.UNWITNESSED
        if self.withheld and self.source.openings_between(0, 0) is None:
            said = f"{self.withheld} face-down cards cannot be opened: this source carries no openings, or no key for them is here"
            problems.append(Objection(code=Code.WITHHELD, message=said, field="openings"))
        problems += self.authority.shredded()
        return Report(
            verdict=verdict,
            entries=self.size,
            size=witnessed,
            root=self.tree.root(),
            unproven_tail=self.size - witnessed,
            problems=problems,
        )
