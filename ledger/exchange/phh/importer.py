"""The import of PHH files: hand by hand, in bounded memory, each hand recorded, flagged or refused by name.

Every file leaves two entries on a stream named after its bytes: ``import.opened`` before its first hand, and
``import.closed`` with what became of each, once all are durable. A hand is a command named after what it says, so a
second import adds nothing, and one that broke off is finished by running it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, NamedTuple

from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.core.ids import StreamId
from tombo.ledger.exchange.door import ImportDoor, ImportJob
from tombo.ledger.exchange.phh.files import PhhFile, file_digest, holds_many, phh_files
from tombo.ledger.exchange.phh.hand import ImportedHand, Importer, convert, own_stream
from tombo.ledger.exchange.phh.read import Block, HandUnreadableError, PhhHand, blocks, parse_hand
from tombo.ledger.games.poker.events import FindingRecordedV2, HandStarted
from tombo.ledger.house.imports import ImportClosed, ImportOpened, RefusedItem

BATCH_ENTRIES: Final = 4_000
"""Entries a commit, at least, as long as there are any: so many that making them durable costs little each."""
LISTED_MAX: Final = 1_000
"""Findings and refusals that a report lists; it counts all of them."""
REFUSED_SIZE_MAX: Final = 40_000
"""Bytes of the refused hands that ``import.closed`` lists: an entry must fit its leaf. The last says how many more."""


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


class _File:
    """The account of one file while its hands are on their way."""

    def __init__(self, name: str, sha256_hex: str, size: int) -> None:
        self.name, self.sha256, self.size = name, sha256_hex, size
        self.hands = self.recorded = self.flagged = self.duplicates = self.refused = 0
        self.under_way = 0
        self.is_read = False
        self.refusals: list[RefusedItem] = []
        self._room = REFUSED_SIZE_MAX

    @property
    def stream(self) -> str:
        """The stream named after the file's bytes."""
        return f"import:{self.sha256[:32]}"

    def refuse(self, item: str, reason: str) -> None:
        """Count a hand that is not recorded; list it as long as there is room."""
        self.refused += 1
        refusal = RefusedItem(item=item[-500:], reason=reason[:500])
        self._room -= len(refusal.model_dump_json().encode())
        if self._room >= 0:
            self.refusals.append(refusal)

    def opened(self) -> ImportOpened:
        """The file as it was found."""
        return ImportOpened(format="phh", name=self.name[-500:], sha256=self.sha256, size=self.size)

    def closed(self) -> ImportClosed:
        """The outcome, once every hand has its receipt."""
        more = self.refused - len(self.refusals)
        rest = [RefusedItem(item=f"{more} more", reason="the list holds the first")] if more else []
        return ImportClosed(
            duplicates=self.duplicates,
            flagged=self.flagged,
            hands=self.hands,
            recorded=self.recorded,
            refused=self.refusals + rest,
        )


class _Waiting(NamedTuple):
    """An inscription that waits for its commit, and the hand it records, if it is one, with what its file says of it."""

    inscription: ImportJob
    file: _File
    hand: ImportedHand | None
    read: PhhHand | None


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
        self._waiting: list[_Waiting] = []
        self._entries = 0
        self._files = self._hands = self._recorded = self._flagged = self._refused = self._duplicates = 0
        self._files_refused = self._objections = 0
        self._findings: list[FoundItem] = []
        self._refusals: list[RefusedHand] = []

    def file(self, file: PhhFile, name: str) -> None:
        """Read one file and send its hands on their way; one that cannot be read is refused, and the next has its turn."""
        fault = file.fault
        if not fault:
            try:
                account = _File(name, *file_digest(file.path))
            except OSError as error:
                fault = _unread(error)
        if fault:
            self._refuse_file(name, fault)
            return
        self._files += 1
        self._house(account, account.opened())
        many = holds_many(file.path)
        for block in _blocks(file.path, many=many):
            if not isinstance(block, Block):
                self._refuse_file(name, f"{block}, after {account.hands} hands; import it again for the rest")
                return
            self._hand(account, block.text, f"{name} [{block.label}]" if many else name)
        account.is_read = True
        self._close_if_done(account)

    def _refuse_file(self, name: str, reason: str) -> None:
        self._files_refused += 1
        self._told.each(Outcome(name, "", "file_refused", None, reason))
        self._refusal(name, reason)

    def _refusal(self, item: str, reason: str) -> None:
        if len(self._refusals) < LISTED_MAX:
            self._refusals.append(RefusedHand(item, reason))

    def _hand(self, account: _File, text: bytes, where: str) -> None:
        account.hands += 1
        self._hands += 1
        try:
            read = parse_hand(text, where)
            hand = convert(read, self._importer)
        except HandUnreadableError as error:
            account.refuse(where, error.reason)
            self._refused += 1
            self._told.each(Outcome(account.name, _number(account, where), "refused", None, error.reason))
            self._refusal(where, error.reason)
            return
        if self._dry:
            own = own_stream(hand.identity)
            repeated = hand.identity in {self._recorded_at(hand.stream), self._recorded_at(own)}
            self._names[hand.stream] = hand.identity
            self._account(account, hand, repeated=repeated)
            return
        account.under_way += 1
        self._names[hand.stream] = hand.identity
        self._send(_Waiting(hand.inscription(self._by), account, hand, read))

    def _recorded_at(self, stream: str) -> str | None:
        """The identity of the hand that ``stream`` holds, or will once what waits is recorded."""
        if stream in self._names:
            return self._names[stream]
        first = self._door.entries(stream, 1)
        started = first[0].event if first else None
        source = started.source if isinstance(started, HandStarted) else None
        return None if source is None else source.identity

    def _house(self, account: _File, event: EventBase) -> None:
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
        """``waiting`` made again of what was read, with the persons as they are known now."""
        if waiting.read is None:
            return waiting
        hand = convert(waiting.read, self._importer)
        return waiting._replace(inscription=hand.inscription(self._by), hand=hand)

    def _account(self, account: _File, hand: ImportedHand, *, repeated: bool) -> None:
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

    def _close_if_done(self, account: _File) -> None:
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
) -> ImportReport:
    """Import the ``.phh`` and ``.phhs`` files named, or inside the folders named, in order of name.

    ``progress`` is told the number of hands read after every commit, ``each`` what became of every hand, once that is sure.
    Memory does not grow with the number of hands; in a ``dry`` run, which records nothing, by their names.

    Raises:
        UnreadableError: a path that does not exist or is no PHH file. What came before it is recorded.
        LedgerError: the ledger could not record; running the import again finishes it.
    """
    run = _Import(door, importer, by, _Told(progress, each), dry=dry)
    try:
        for root in paths:
            for file in phh_files([root]):
                run.file(file, _name(root, file.path))
    except UnreadableError:
        run.finish()
        raise
    return run.finish()


def _number(account: _File, where: str) -> str:
    """A hand's number in its file, from what it is called: ``cash.phhs [3]``."""
    return where.removeprefix(account.name).strip(" []")


def _name(root: Path, path: Path) -> str:
    """What a report calls a file: its own name, or its path inside the folder that was named; always text."""
    name = path.name if path == root else path.relative_to(root.parent).as_posix()
    return name.encode(errors="replace").decode()


def _blocks(path: Path, *, many: bool) -> Iterator[Block | str]:
    """The hands of a file; where the file cannot be read on, why, and nothing after it."""
    try:
        with path.open("rb") as file:
            yield from blocks(file, many=many)
    except OSError as error:
        yield _unread(error)


def _unread(error: OSError) -> str:
    return f"this file cannot be read: {error.strerror or type(error).__name__}"
