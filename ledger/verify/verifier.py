"""Steps 8 to 12: the log as a whole, chunk after chunk in log order, and the verdict."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from tombo.ledger.core.clock_watch import STANDSTILL_MAX
from tombo.ledger.parts import Means, PartAsked, Work
from tombo.ledger.seal.merkle import HASH_SIZE
from tombo.ledger.seal.policy import Policy
from tombo.ledger.verify.appends import AppendRows
from tombo.ledger.verify.authority import Authority
from tombo.ledger.verify.bodies import TOLD
from tombo.ledger.verify.checkpoints import Checkpoints, Outside
from tombo.ledger.verify.chunk import CHUNK, Chunk, Task
from tombo.ledger.verify.explain import explain
from tombo.ledger.verify.identity import identity
from tombo.ledger.verify.job import SignatureCheck, Verification, Verifier
from tombo.ledger.verify.judged import AppendJudge
from tombo.ledger.verify.notebook import (
    NOTEBOOK_NONE,
    TOLD_NOW,
    FactsKept,
    KnownLog,
    Notebooks,
    encode,
    known_of,
    root_before,
)
from tombo.ledger.verify.report import Code, NotKeptError, NotReadError, Objection, Report
from tombo.ledger.verify.rows import leaves_of
from tombo.ledger.verify.source import Growing, SourceFactory, amiss, beginnings, beside, release
from tombo.ledger.verify.streams import StreamEnds
from tombo.ledger.verify.symptoms import Directness, SymptomList, symptom
from tombo.ledger.verify.tree import NO_EDGE, WIDTH, TileCheck, Tree, published_roots

Progress = Callable[[int, int], None]
"""Told how many entries of how many are checked."""


def verify(
    source_factory: SourceFactory,
    policy: Policy,
    *,
    checkpoint: bytes | None = None,
    since: bytes | None = None,
    notebooks: Notebooks = NOTEBOOK_NONE,
    means: Means | None = None,
    progress: Progress | None = None,
) -> Report:
    """Check everything the source has, against ``policy`` and the checkpoints kept outside, if any.

    ``since`` is a checkpoint up to which the log was verified before: if the tree still is what it names, the entries
    below it are the same bytes, and only what binds later ones to them is gathered again. ``means``: who does it, this process where
    nobody is named; ``source_factory`` must be picklable. Without an outside checkpoint the verdict is never ``OK``.

    Of what ``notebooks.since`` knows nothing is read again: what came since goes on from it, or everything is looked at. ``notebooks.keep`` is what is
    known afterwards, if nothing is wrong.

    Raises:
        UnreadableError: an outside checkpoint that is not a signed note; a notebook that is damaged, or of another log.
        NotKeptError: nothing is wrong, and the notebook could not be written.
        NotReadError: what came since does not go on from the notebook, and what came before cannot be read.
    """
    known = None if notebooks.since is None else known_of(notebooks.since, policy)
    outside = Outside(policy)
    outside.add(checkpoint, "checkpoint")
    outside.add(since, "since")
    trusted = max((one.size for one in outside.held if since is not None and one.role == "since"), default=0)
    means = means or Means()

    def look(own: Policy, trusted: int, known: KnownLog | None = None) -> Report:
        def report(work: Work[Verifier]) -> Report:
            return _Run(work, policy, own, outside, trusted, progress, known, notebooks).report()

        return means.run(Verification(source_factory, own.origin, trusted), report, lambda found: found.objects)

    if known is not None and known.told != TOLD_NOW:  # of kinds that are judged by now, an older program kept nothing
        outside.add_known(known)
        known = None
    if known is None:
        own = _own(source_factory, policy)
        report = look(own, trusted)
        if trusted > report.size:  # what was taken as proven is not: look at all of it
            report = look(own, 0)
    else:
        report = look(policy, known.size, known)  # whose log it is was found by the run that wrote the notebook
        if report.objects:  # whatever is wrong, and wherever: all of it is looked at to name it
            outside.add_known(known)
            with NotReadError.after(report):
                report = look(_own(source_factory, policy), 0)
    if notebooks.keep is not None and not report.objects:
        with NotKeptError.after(report):
            notebooks.keep.commit()
    return report


def _own(source_factory: SourceFactory, policy: Policy) -> Policy:
    """The policy under which the signatures of this log can hold."""
    first = source_factory()
    try:
        return identity(first, policy)
    finally:
        release(first)  # who works on it opens his own


class _Batch(NamedTuple):
    """Appends whose signatures are being checked: those at ``asked``, in this order."""

    appends: list[AppendRows]
    asked: list[int]
    result: PartAsked
    done: int


_AHEAD: Final = 8
DAY: Final = 86_400_000_000


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
        known: KnownLog | None,
        notebooks: Notebooks,
    ) -> None:
        self.known, self.keep = known, notebooks.keep
        self.before = notebooks.since if known else None
        self.kept = FactsKept()
        self.work = work
        self.source = work.here.source
        self.origin = own.origin
        self.trusted = trusted
        self.progress = progress
        self.symptoms = SymptomList()
        self.symptoms.note_all(outside.symptoms)
        self.authority = Authority(policy, own, self.symptoms, trusted)
        begin = known.size if known else 0
        self.tree = Tree(self._leaves_of, known.edge if known else NO_EDGE, self._root_before)
        self.tiles = TileCheck(lambda: self.source.tiles(begin), self.symptoms, begin - begin % WIDTH)
        self.checkpoints = Checkpoints(self.source, own, outside, self.symptoms, known)
        self.log = Growing(self.source, lambda size: work.of_size(size, outside.largest))
        self.size = self.log.size
        self.begin = self.end = self.expected = self.seen = begin
        self.floor, self.withheld = (known.floor, known.withheld) if known else (0, 0)
        self.judge = AppendJudge(self.source, self.size, self.tree, self.authority, self.checkpoints, self.symptoms)
        self.waiting: list[AppendRows] = []
        self.batches: deque[_Batch] = deque()

    def report(self) -> Report:
        """Check everything."""
        if self.keep is not None:
            self.keep.begin(anew=self.known is None)
        self._go_on()
        starts = beginnings(self.source, self.size, CHUNK, self.begin)
        tasks = [Task(at, min(at - at % CHUNK + CHUNK, self.size), self.size) for at in starts]
        with StreamEnds(self.size - self.begin) as ends:
            for task, found in zip(tasks, self.work.in_order(tasks), strict=True):
                found.check_answers(task)
                chunk = self._joined(found)
                self._take(chunk, ends)
                while len(self.batches) > _AHEAD:
                    self._settle()
            self._submit(self.waiting, self.size)
            while self.batches:
                self._settle()
            ends.check(self._stream_at, self.symptoms, self.before, self.keep)  # (12)
        report = self._finish()
        if self.keep is not None:
            self.keep.keep_about(encode(self._learned()))
        return report

    def _go_on(self) -> None:
        """From what is known: the facts, and how far each key has signed."""
        if self.known is None or self.before is None:
            return
        for fact in self.kept.read_all(self.before.facts(), self.known.facts):
            self.authority.fold(fact)
        self.authority.last_used = {bytes.fromhex(key): last for key, last in self.known.keys}
        # Those from outside that are older, before anything is added: there may be nothing to add.
        self.checkpoints.compare(self.tree.extend(b"", iter(self.checkpoints.up_to(self.begin))))
        if older := self.checkpoints.uncompared:
            said = f"the tiles do not show what the tree was at {older}"
            self.symptoms.note(symptom(Directness.ROOT, Code.MISSING, said, field="tiles"))
        if self.size < self.begin:
            said = f"there are {self.size} entries; the notebook knows {self.begin}"
            self.symptoms.note(symptom(Directness.ROW, Code.TRUNCATED, said, self.size, self.begin - 1, field="size"))

    def _learned(self) -> KnownLog:
        """What is known of the log now."""
        return KnownLog(
            self.origin,
            self.authority.policy.root.vkey,
            self.tree.root(),
            self.tree.edge(),
            self.floor,
            self.checkpoints.largest,
            self.withheld,
            tuple((key.hex(), last) for key, last in self.authority.last_used.items()),
            self.kept.digest,
            self.checkpoints.agreed,
            TOLD_NOW,
        )

    def _root_before(self, size: int) -> bytes | None:
        return None if self.known is None else root_before(self.known, size, self.source.read_tile)

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
        tail = self.tree.tail
        self.tiles.leaves(chunk.task.start - len(tail) // HASH_SIZE, tail + chunk.leaves)
        self.checkpoints.compare(self.tree.extend(chunk.leaves, iter(self.checkpoints.up_to(chunk.task.stop))))
        for fact in chunk.facts:
            self.authority.fold(fact)
        if self.keep is not None:
            self.keep.keep_facts([self.kept.row(fact) for fact in chunk.facts if fact.kind in TOLD])
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
                signed = self.judge.signed(append.claim, append.root)
                if isinstance(signed, str):
                    self.judge.note(append, Code.TAMPERED, signed, "key" if "key" in signed else "anchor")
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
                self.judge.note_failing(append)
            elif append.doubt is not None:
                self.judge.judge(append)
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

    def _stream_at(self, index: int) -> str:
        return next((str(row[1]) for row in self.source.rows(index, index + 1)), "")

    def _leaves_of(self, start: int, stop: int) -> list[bytes]:
        tail = self.known.edge.tail if self.known is not None and start < self.begin else b""
        first = self.begin - self.begin % WIDTH
        held = [tail[at * HASH_SIZE :][:HASH_SIZE] for at in range(start - first, min(stop, self.begin) - first)]
        rows = list(self.source.rows(max(start, self.begin), stop)) if stop > self.begin else []
        found = leaves_of(rows)
        return [*held, *found] if len(found) == len(rows) else []

    def _look_at_published(self) -> None:
        """Of every checkpoint that the entries contradict, whether the stored tiles are the tree that it names."""
        wanted = {
            (found.problem.last or 0) + 1: at
            for at, found in enumerate(self.symptoms)
            if found.evidence is Directness.ROOT
        }
        for size, root in (
            published_roots(self.source.tiles() or (), wanted).items() if wanted and not self.begin else ()
        ):
            if root == self.checkpoints.contradicted.get(size):
                self.symptoms[wanted[size]] = self.symptoms[wanted[size]]._replace(published=True)

    def _finish(self) -> Report:
        """The verdict."""
        self._note_hole(self.size)
        self.authority.finish()
        self.checkpoints.finish(self.log, self.authority.believed_losses(self.tree.root_at))
        self.tiles.finish(self.tree, self.checkpoints.largest, self.log)
        self.symptoms.note_all(beside(self.source, self.log, self.begin))
        for first, last in self.judge.unasked:
            said = "the signature cannot be asked: the tree that it names was changed before it"
            self.symptoms.note(symptom(Directness.ANCHOR, Code.TAMPERED, said, first, last, field="signature"))
        self._look_at_published()
        self.symptoms.note_all(amiss(self.source, self.origin))
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
            known=self.begin,
        )
