"""Checkpoints (C2SP tlog-checkpoint v1.0.0), and the signer that never signs two histories."""

from __future__ import annotations

import fcntl
import os
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from ledger.core.errors import KeyFileError, LedgerError, MalformedError, StoreUnavailableError, TamperedError
from ledger.seal.canonical import INTEGER_MAX
from ledger.seal.keys import PrivateKey, is_key_name, strict_base64, sync_directory
from ledger.seal.merkle import EMPTY_ROOT, HASH_SIZE, verify_consistency
from ledger.seal.note import Verified, open_note, sign_note
from ledger.seal.policy import Policy

_LINES_LEAST: Final = 3


class Checkpoint(NamedTuple):
    """The log ``origin`` had exactly ``size`` leaves, and their RFC 6962 root is ``root``."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """The text under the signatures: three lines."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


def parse_checkpoint(text: str) -> Checkpoint:
    """The checkpoint in the text of a note. Extension lines are passed over; the signature covers them.

    Raises:
        MalformedError: not the text of a checkpoint.
    """
    lines = text.split("\n")
    if len(lines) <= _LINES_LEAST or lines[-1] or not all(lines[:-1]):
        raise MalformedError(f"{text!r} is no checkpoint; expected origin, size and root, one a line")
    origin, decimal, encoded = lines[:_LINES_LEAST]
    try:
        root = strict_base64(encoded)
    except ValueError:
        root = b""
    size = int(decimal) if decimal.isascii() and decimal.isdecimal() and len(decimal) <= len(str(INTEGER_MAX)) else -1
    if not is_key_name(origin) or str(size) != decimal or size > INTEGER_MAX or len(root) != HASH_SIZE:
        raise MalformedError(f"{text!r} is no checkpoint; expected an origin, a decimal size and 32 bytes in base64")
    if size == 0 and root != EMPTY_ROOT:
        raise MalformedError(f"a checkpoint of size 0 with the root {root.hex()}; expected {EMPTY_ROOT.hex()}")
    return Checkpoint(origin, size, root)


def open_checkpoint(note: bytes, policy: Policy) -> tuple[Checkpoint, tuple[Verified, ...]]:
    """The checkpoint in ``note``, signed by the log of ``policy``, and the witnesses of the policy that cosigned it.

    Raises:
        MalformedError: not a signed checkpoint.
        TamperedError: not signed by the log's checkpoint key, of another log, or a known signature fails.
    """
    text, verified = open_note(note, (policy.log, *policy.witnesses.values()))
    checkpoint = parse_checkpoint(text)
    if policy.log not in [good.key for good in verified]:
        raise TamperedError(f"the checkpoint is not signed by the log's key {policy.log.vkey}; check the policy")
    if checkpoint.origin != policy.origin:
        raise TamperedError(f"a checkpoint of the log {checkpoint.origin!r}; expected one of {policy.origin!r}")
    return checkpoint, tuple(good for good in verified if good.key != policy.log)


class Signer:
    """Holds the checkpoint key, and in a file of its own the last note it signed: its memory.

    It signs nothing that is not provably a continuation of that note, whatever the database says. The file belongs
    on a disk that is not restored together with the database. :meth:`create` makes it, once; a signer that has lost
    its memory does not sign.
    """

    def __init__(self, path: Path, key: PrivateKey) -> None:
        self.path = path
        self.key = key
        self.origin = key.name

    @classmethod
    def create(cls, path: Path, key: PrivateKey) -> Signer:
        """A signer of a new log: its memory is the empty tree, signed.

        Raises:
            KeyFileError: the file exists already: this key has a history, which must not be forgotten.
        """
        signer = cls(path, key)
        try:
            with signer._locked():
                if path.exists():
                    raise KeyFileError(f"{path} exists: the signer {key.name} has a history already; keep it")
                signer._remember(sign_note(Checkpoint(signer.origin, 0, EMPTY_ROOT).text, key))
        except OSError as error:
            raise KeyFileError(f"the signer's memory {path} cannot be written: {error.strerror}") from error
        return signer

    def last(self) -> Checkpoint:
        """The last checkpoint signed; size 0 before the first.

        Raises:
            KeyFileError: the memory is missing, damaged, or not signed by this key.
        """
        return self._recall()[0]

    def sign(self, checkpoint: Checkpoint, proof: Sequence[bytes]) -> bytes:
        """Sign ``checkpoint``, of which ``proof`` shows that it continues the last one; the note, already remembered.

        The same checkpoint again gives the same note, with an empty proof.

        Raises:
            KeyFileError: the memory is missing or damaged.
            TamperedError: another log, a smaller tree, another root for the same size, or a proof that does not show it.
            StoreUnavailableError: the memory cannot be written, for example because the disk is full.
        """
        try:
            with self._locked():
                last, note = self._recall()
                if checkpoint.origin != self.origin:
                    raise TamperedError(f"the signer of {self.origin} does not sign for {checkpoint.origin}")
                if checkpoint == last:
                    return note
                if not verify_consistency(last.size, last.root, checkpoint.size, checkpoint.root, proof):
                    raise TamperedError(
                        f"the signer refuses size {checkpoint.size}, root {checkpoint.root.hex()}: not shown to continue"
                        f" what it signed last, size {last.size}, root {last.root.hex()} ({self.path}). Entries were"
                        " changed, or lost and their indices used again: restore them, or declare the loss"
                    )
                note = sign_note(checkpoint.text, self.key)
                self._remember(note)
                return note
        except OSError as error:
            raise StoreUnavailableError(
                f"the signer's memory {self.path} cannot be written: {error.strerror}; nothing was signed"
            ) from error

    def _recall(self) -> tuple[Checkpoint, bytes]:
        try:
            note = self.path.read_bytes()
        except OSError as error:
            raise KeyFileError(
                f"the signer's memory {self.path} cannot be read: {error.strerror}; expected the last checkpoint it"
                " signed. Bring the file back; without it the signer could sign a second history"
            ) from error
        try:
            text, _ = open_note(note, (self.key.public,))
            last = parse_checkpoint(text)
        except LedgerError as error:
            raise KeyFileError(f"the signer's memory {self.path} is damaged or another key's: {error}") from None
        if last.origin != self.origin:
            raise KeyFileError(f"the signer's memory {self.path} is of {last.origin}; expected {self.origin}")
        return last, note

    def _remember(self, note: bytes) -> None:
        """Replace the memory, durably and all at once: the note may leave this process only when this returns."""
        draft = self.path.with_name(self.path.name + ".new")
        with draft.open("wb") as file:
            file.write(note)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.path)
        sync_directory(self.path.parent)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """One signer at a time, also across processes."""
        with self.path.with_name(self.path.name + ".lock").open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
