"""What a process believes before it reads the database: keys, the last checkpoint signed, and what it remembers."""

from __future__ import annotations

import os
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from tombo.ledger.checked.in_use import share
from tombo.ledger.checked.mark import Mark, Reached, marked, put_mark
from tombo.ledger.checked.memory import Memory
from tombo.ledger.core.errors import KeyFileError, LedgerError, MalformedError, TamperedError
from tombo.ledger.seal.checkpoint import Checkpoint, given_up, lost_beside, parse_checkpoint
from tombo.ledger.seal.loss import Loss, check_loss
from tombo.ledger.seal.merkle import EMPTY_ROOT
from tombo.ledger.seal.note import NOTE_MAX, open_note
from tombo.ledger.seal.plainfile import read_plain
from tombo.ledger.seal.policy import Policy


class TrustFiles(NamedTuple):
    """Where it lies: all of it beside the keys, out of reach of whoever writes the database."""

    signer: Path
    """The last note the signer signed."""
    memory: Path
    mark: Path
    seen: Path
    """The newest checkpoint that was believed here, as it was signed, before any was given up."""

    @property
    def lost(self) -> Path:
        """Where the signer keeps what was declared lost."""
        return lost_beside(self.signer)

    def seen_after(self, losses: int) -> Path:
        """Where the newest checkpoint is that was believed since so many losses were declared.

        A file for each: a process that slept through a declaration writes what it believed before it where nobody looks any more.
        """
        return self.seen.with_name(f"{self.seen.name}.{losses}") if losses else self.seen

    def losses(self, policy: Policy, signed: Checkpoint | None = None) -> int:
        """How often something that was signed was given up under the root key; not what ``signed`` still is, the signer's last.

        Raises:
            KeyFileError: the file of what was given up cannot be read.
        """
        return len(self.given_up(policy, signed))

    def given_up(self, policy: Policy, signed: Checkpoint | None = None) -> list[Loss]:
        """What was given up of what was signed, oldest first, each once: see ``losses``."""
        found = dict[Loss, None]()
        for loss, signature in given_up(self.lost):
            still = signed is not None and (signed.size, signed.root) == (loss.abandoned_size, loss.abandoned_root)
            if still or loss.abandoned_size <= loss.first_lost:
                continue
            with suppress(TamperedError):
                check_loss(policy.origin, loss, signature, policy.root)
                found[loss] = None
        return [*found]


class SignedCheckpoint(NamedTuple):
    """A checkpoint that the log's key signed, and the note it came in."""

    checkpoint: Checkpoint
    note: str


class Trust:
    """What is believed of one ledger (a context manager): read from files, never from its database.

    Where the signer's file is not (an auditor's folder has none), the newest checkpoint in the store is believed as far
    as its signature is the log's, and the memory beside the policy is what this folder saw last.
    """

    def __init__(self, policy: Policy, files: TrustFiles) -> None:
        """Open the files.

        Raises:
            KeyFileError: the memory, or the mark, is missing, damaged or another ledger's.
            ConflictError: they are being made again.
        """
        self.policy = policy
        self.files = files
        with ExitStack() as opened:
            opened.callback(os.close, share(files.mark.parent))  # first: what is opened here is not put aside meanwhile
            self.memory = opened.enter_context(Memory(files.memory, policy.origin))
            self.mark = opened.enter_context(closing(Mark(files.mark, policy)))
            self._opened_files = opened.pop_all()
        self._read_at: tuple[int, int, int] | None = None
        self._last: SignedCheckpoint | None = None
        self._believed: SignedCheckpoint | None = None
        self._losses = self._losses_before = files.losses(policy)

    @classmethod
    def create(cls, policy: Policy, files: TrustFiles) -> Trust:
        """What is believed of a ledger that is just made: that it is empty.

        Raises:
            KeyFileError: something is remembered already.
        """
        Memory.create(files.memory, policy.origin).close()
        if marked(files.mark, policy) is None:
            put_mark(files.mark, Reached(0, b""), policy)
        return cls(policy, files)

    def close(self) -> None:
        """Close the files."""
        self._opened_files.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def reached(self) -> Reached:
        """What was acknowledged last, by a process that shares the files."""
        return self.mark.read()

    def checkpoint(self, stored: str | None) -> Checkpoint:
        """The newest checkpoint to believe: that of no entries where there is none yet; see ``signed``."""
        found = self.signed(stored)
        return Checkpoint(self.policy.origin, 0, EMPTY_ROOT) if found is None else found.checkpoint

    def signed(self, stored: str | None) -> SignedCheckpoint | None:
        """The newest checkpoint signed: the signer's own, or where its file is not, ``stored`` if the log's key signed it.

        Raises:
            KeyFileError: the signer's file cannot be read, or holds what this log's key did not sign.
            TamperedError: ``stored`` is not signed by the log's key.
        """
        try:
            stat = self.files.signer.stat()
        except FileNotFoundError:
            return self._of_store(stored)
        except OSError as error:
            raise KeyFileError(f"{self.files.signer} cannot be read: {error.strerror}") from error
        read_at = stat.st_mtime_ns, stat.st_ino, stat.st_size
        if self._last is None or read_at != self._read_at:
            before = self.files.losses(self.policy)
            try:
                self._last = self._opened(read_plain(self.files.signer, NOTE_MAX))
            except OSError as error:
                raise KeyFileError(f"{self.files.signer} cannot be read: {error.strerror}") from error
            except LedgerError as error:
                raise KeyFileError(
                    f"{self.files.signer} is damaged, or not this log's: {error}; bring back the file"
                ) from error
            self._read_at = read_at
            self._losses = min(before, self.files.losses(self.policy, self._last.checkpoint))
        self._believed = self._last
        return self._last

    def checkpoint_in(self, stored: str | None) -> Checkpoint | None:
        """The checkpoint of the note ``stored``; None where there is none that the log's key signed."""
        try:
            return None if stored is None else self._opened(stored.encode()).checkpoint
        except LedgerError:
            return None

    def size_in(self, stored: str | None) -> int:
        """How many entries the checkpoint ``stored`` covers; 0 where there is none that the log's key signed."""
        found = self.checkpoint_in(stored)
        return 0 if found is None else found.size

    @property
    def lost_meanwhile(self) -> bool:
        """Whether something that was signed was given up since this process began: what it knows may be of that."""
        return self._losses > self._losses_before

    @property
    def seen_file(self) -> Path:
        """Where the newest checkpoint that was believed here is."""
        return self.files.seen_after(self._losses)

    def seen(self) -> Checkpoint | None:
        """The newest checkpoint that was believed here; None where none was, or a crash left no whole one.

        Where there is no file yet since the last declared loss, what is in those from before it, if that was not given up: this version
        of tombo may be newer than the loss.
        """
        losses = self.files.given_up(self.policy)[: self._losses]
        for after in range(self._losses, -1, -1):
            found = self._seen_after(after)
            if found is not None:
                was_given_up = any(loss.covers(found.size) for loss in losses[after:])
                return None if was_given_up else found
        return None

    def _seen_after(self, losses: int) -> Checkpoint | None:
        try:
            return self._opened(read_plain(self.files.seen_after(losses), NOTE_MAX)).checkpoint
        except (OSError, LedgerError):
            return None

    def see(self) -> None:
        """Keep the checkpoint that ``signed`` gave last, where it is newer than the one kept. Where nothing can be written, it is not."""
        found, seen = self._believed, self.seen()
        if found is None or (seen is not None and seen.size >= found.checkpoint.size):
            return
        path = self.seen_file
        draft = path.with_name(f"{path.name}.{os.getpid()}.new")
        try:
            draft.write_text(found.note)
            draft.replace(path)
        except OSError:
            with suppress(OSError):
                draft.unlink(missing_ok=True)

    def _of_store(self, stored: str | None) -> SignedCheckpoint | None:
        if stored is None:
            return None
        try:
            self._believed = self._opened(stored.encode())
        except MalformedError as error:
            raise TamperedError(
                f"TAMPERED: the newest checkpoint in the store is none: {error}; run 'tombo verify'"
            ) from error
        return self._believed

    def _opened(self, note: bytes) -> SignedCheckpoint:
        text, verified = open_note(note, (self.policy.log,))
        if not verified:
            raise TamperedError(f"TAMPERED: a checkpoint that {self.policy.log.vkey} did not sign; run 'tombo verify'")
        found = parse_checkpoint(text)
        if found.origin != self.policy.origin:
            raise TamperedError(f"TAMPERED: a checkpoint of {found.origin}; expected one of {self.policy.origin}")
        return SignedCheckpoint(found, note.decode())
