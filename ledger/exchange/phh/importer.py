"""The import of PHH files: hand by hand, in bounded memory, each hand recorded, flagged or refused by name.

Every file leaves two entries on a stream named after its bytes: ``import.opened`` before its first hand, and
``import.closed`` with what became of each, once all are durable. A hand is a command named after what it says, so a
second import adds nothing, and one that broke off is finished by running it again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, NamedTuple, assert_never

from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.ids import StreamId
from tombo.ledger.exchange.door import ImportDoor, ImportJob
from tombo.ledger.exchange.phh.account import FileAccount
from tombo.ledger.exchange.phh.conversion import Conversion, Converter, HandText, Made, Unreadable
from tombo.ledger.exchange.phh.hand import (
    HandDraft,
    ImportedHand,
    Importer,
    completed,
    contradicted,
    drafted,
    own_stream,
)
from tombo.ledger.exchange.phh.read import HandUnreadableError, parse_hand
from tombo.ledger.exchange.phh.reading import BrokenStep, EndStep, FilesRead, FileStep, HandStep, RefusedStep, Step
from tombo.ledger.games.poker.events import FindingRecordedV2, HandStarted
from tombo.ledger.house.imports import ImportOpened
from tombo.ledger.parts import Means, Work

BATCH_ENTRIES: Final = 4_000
"""Entries a commit, at least, as long as there are any: so many that making them durable costs little each."""
LISTED_MAX: Final = 1_000
"""Findings and refusals that a report lists; it counts all of them."""


class FoundItem(NamedTuple):
    """A finding of the import: the hand in its file, its stream, and what is objected to."""

    item: str
    stream: StreamId
    event: FindingRecordedV2


class RefusedHand(NamedTuple):
    """A hand that was not recorded, or a file that was not read, and why."""

    item: str
    reason: str


class Outcome(NamedTuple):
    """What became of one hand, by its number in its file (empty where that holds one), or of a file that could not be read."""

    file: str
    hand: str
    outcome: Literal["recorded", "flagged", "duplicate", "refused", "file_refused"]
    stream: StreamId | None
    reason: str
    findings: Sequence[FindingRecordedV2] = ()


class ImportReport(NamedTuple):
    """What became of everything: ``hands = recorded + duplicates + refused``; ``flagged`` are among the recorded.

    ``files`` were read, ``files_refused`` could not be. ``objections`` counts the findings of all hands recorded;
    ``findings`` and ``refusals`` (of hands and of files) list the first thousand of each.
    """

    files: int
    files_refused: int
    hands: int
    recorded: int
    flagged: int
    refused: int
    duplicates: int
    objections: int
    findings: list[FoundItem]
    refusals: list[RefusedHand]


class _Waiting(NamedTuple):
    """An inscription that waits for its commit, and the hand it records, if it is one, with what that was made of."""

    inscription: ImportJob
    file: FileAccount
    hand: ImportedHand | None
    draft: HandDraft | None


class _Told(NamedTuple):
    """Who is told on the way: of the number of hands read, and what became of each."""

    progress: Callable[[int], None]
    each: Callable[[Outcome], None]


class _Import:
    """One run: what waits for the next commit, and the account of all files."""

    def __init__(self, door: ImportDoor, importer: Importer, by: By, told: _Told, *, dry: bool) -> None:
        self._door, self._by, self._told, self._dry = door, by, told, dry
        self._importer = importer._replace(recorded=self._recorded_at)
        self._names: dict[str, str] = {}
        """By stream the identity of each hand that waits; in a dry run of each that was read."""
        self._file: FileAccount
        self._waiting: list[_Waiting] = []
        self._entries = 0
        self._files = self._hands = self._recorded = self._flagged = self._refused = self._duplicates = 0
        self._files_refused = self._objections = 0
        self._findings: list[FoundItem] = []
        self._refusals: list[RefusedHand] = []

    def through(self, work: Work[Converter], paths: Iterable[Path]) -> ImportReport:
        """Read every file in order, have its hands made by ``work``, and send them on their way; what cannot be read is refused by name.

        Raises:
            UnreadableError: a path that does not exist or is no PHH file. What came before it is recorded.
        """
        planned = deque[list[Step]]()
        read = FilesRead(paths)

        def parts() -> Iterator[list[HandText]]:
            for steps in read.parts():
                planned.append(steps)
                yield [step.read for step in steps if isinstance(step, HandStep)]

        for made in work.in_order(parts()):
            hands = iter(made)
            for step in planned.popleft():
                self._step(step, hands)
        report = self.finish()
        if read.stopped is not None:
            raise read.stopped
        return report

    def _step(self, step: Step, hands: Iterator[Made]) -> None:
        match step:
            case FileStep(name=name, digest=digest, size=size):
                self._files += 1
                self._file = FileAccount(name, digest, size)
                self._house(self._file, self._file.opened())
            case HandStep(read=read):
                self._hand(self._file, read, next(hands))
            case EndStep():
                self._file.is_read = True
                self._close_if_done(self._file)
            case BrokenStep(name=name, fault=fault):
                self._refuse_file(name, f"{fault}, after {self._file.hands} hands; import it again for the rest")
            case RefusedStep(name=name, fault=fault):
                self._refuse_file(name, fault)
            case _:
                assert_never(step)

    def _refuse_file(self, name: str, reason: str) -> None:
        self._files_refused += 1
        self._told.each(Outcome(name, "", "file_refused", None, reason))
        self._refusal(name, reason)

    def _refusal(self, item: str, reason: str) -> None:
        if len(self._refusals) < LISTED_MAX:
            self._refusals.append(RefusedHand(item, reason))

    def _hand(self, account: FileAccount, read: HandText, made: Made) -> None:
        account.hands += 1
        self._hands += 1
        try:
            draft = self._draft(read, made)
            hand = completed(draft, self._importer)
        except HandUnreadableError as error:
            account.refuse(read.where, error.reason)
            self._refused += 1
            self._told.each(Outcome(account.name, _number(account, read.where), "refused", None, error.reason))
            self._refusal(read.where, error.reason)
            return
        if self._dry:
            own = own_stream(hand.identity)
            repeated = hand.identity in {self._recorded_at(hand.stream), self._recorded_at(own)}
            self._names[hand.stream] = hand.identity
            self._account(account, hand, repeated=repeated)
            return
        account.under_way += 1
        self._names[hand.stream] = hand.identity
        self._send(_Waiting(hand.inscription(self._by), account, hand, draft))

    def _draft(self, read: HandText, made: Made) -> HandDraft:
        """What was made of a text, which is made again where another hand has its place.

        Raises:
            HandUnreadableError: nothing can be.
        """
        if isinstance(made, Unreadable):
            raise HandUnreadableError(read.where, made.reason)
        other = contradicted(made, self._recorded_at)
        return made if other is None else drafted(parse_hand(*read), self._importer.entropy, other)

    def _recorded_at(self, stream: str) -> str | None:
        """The identity of the hand that ``stream`` holds, or will once what waits is recorded."""
        if stream in self._names:
            return self._names[stream]
        first = self._door.entries(stream, 1)
        started = first[0].event if first else None
        source = started.source if isinstance(started, HandStarted) else None
        return None if source is None else source.identity

    def _house(self, account: FileAccount, event: EventBase) -> None:
        """An entry about the file itself; its command is named after the file and the kind, whatever it counts."""
        if self._dry:
            return
        phase = "opened" if isinstance(event, ImportOpened) else "closed"
        command_id = f"import:{account.sha256}/{phase}"
        digest = sha256(command_id.encode()).hexdigest()[:32]
        self._send(
            _Waiting(ImportJob(command_id, digest, self._by, None, [(account.stream, event)], {}), account, None, None)
        )

    def _send(self, waiting: _Waiting) -> None:
        self._waiting.append(waiting)
        self._entries += len(waiting.inscription.events)
        if self._entries >= BATCH_ENTRIES:
            self._commit()

    def _commit(self) -> None:
        """Record what waits; files whose last hand is durable get their closing, which waits for the next commit.

        The persons come first: a hand whose names nobody could open would be durable, and not whole.
        """
        while self._importer.persons.keep():  # another import met a name first: its person is the one
            self._waiting = [self._again(waiting) for waiting in self._waiting]
        batch, self._waiting, self._entries = self._waiting, [], 0
        self._names.clear()
        receipts = self._door.record([waiting.inscription for waiting in batch])
        for (_, account, hand, _), receipt in zip(batch, receipts, strict=True):
            if hand is not None:
                account.under_way -= 1
                self._account(account, hand, repeated=receipt.repeated)
                self._close_if_done(account)
        self._told.progress(self._hands)

    def _again(self, waiting: _Waiting) -> _Waiting:
        """``waiting`` with the persons as they are known now."""
        if waiting.draft is None:
            return waiting
        hand = completed(waiting.draft, self._importer)
        return waiting._replace(inscription=hand.inscription(self._by), hand=hand)

    def _account(self, account: FileAccount, hand: ImportedHand, *, repeated: bool) -> None:
        number = _number(account, hand.where)
        if repeated:
            account.duplicates += 1
            self._duplicates += 1
            self._told.each(Outcome(account.name, number, "duplicate", None, ""))
            return
        account.recorded += 1
        self._recorded += 1
        findings = hand.findings()
        outcome: Literal["flagged", "recorded"] = "flagged" if findings else "recorded"
        self._told.each(Outcome(account.name, number, outcome, hand.stream, "", findings))
        if findings:
            account.flagged += 1
            self._flagged += 1
            self._objections += len(findings)
            room = LISTED_MAX - len(self._findings)
            self._findings += [FoundItem(hand.where, hand.stream, found) for found in findings[:room]]

    def _close_if_done(self, account: FileAccount) -> None:
        if account.is_read and not account.under_way:
            self._house(account, account.closed())

    def finish(self) -> ImportReport:
        """Record the rest, closings included."""
        while self._waiting:
            self._commit()
        return ImportReport(
            files=self._files,
            files_refused=self._files_refused,
            hands=self._hands,
            recorded=self._recorded,
            flagged=self._flagged,
            refused=self._refused,
            duplicates=self._duplicates,
            objections=self._objections,
            findings=self._findings,
            refusals=self._refusals,
        )


def import_paths(
    paths: Iterable[Path],
    door: ImportDoor,
    importer: Importer,
    *,
    by: By,
    progress: Callable[[int], None] = lambda _: None,
    each: Callable[[Outcome], None] = lambda _: None,
    dry: bool = False,
    means: Means | None = None,
) -> ImportReport:
    """Import the ``.phh`` and ``.phhs`` files named, or inside the folders named, in order of name.

    ``progress`` is told the number of hands read after every commit, ``each`` what became of every hand, once that is sure. ``means``: who
    makes hands of their texts, this process where nothing is said.
    Memory does not grow with the number of hands; in a ``dry`` run, which records nothing, by their names.

    Raises:
        UnreadableError: a path that does not exist or is no PHH file. What came before it is recorded.
        LedgerError: the ledger could not record; running the import again finishes it.
    """
    run = _Import(door, importer, by, _Told(progress, each), dry=dry)
    return (means or Means()).run(Conversion(importer.entropy), lambda work: run.through(work, paths))


def _number(account: FileAccount, where: str) -> str:
    """A hand's number in its file, from what it is called: ``cash.phhs [3]``."""
    return where.removeprefix(account.name).strip(" []")
