"""Checkpoints (C2SP tlog-checkpoint v1.0.0), and the signer that never signs two histories."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from tombo.ledger.core.errors import KeyFileError, LedgerError, MalformedError, StoreUnavailableError, TamperedError
from tombo.ledger.seal import canonical
from tombo.ledger.seal.canonical import INTEGER_MAX
from tombo.ledger.seal.keys import PrivateKey, PublicKey, is_key_name, strict_base64
from tombo.ledger.seal.lockfile import locked
from tombo.ledger.seal.loss import Loss, check_loss
from tombo.ledger.seal.merkle import EMPTY_ROOT, HASH_SIZE, verify_consistency
from tombo.ledger.seal.note import NOTE_MAX, Verified, open_note, sign_note
from tombo.ledger.seal.plainfile import read_plain
from tombo.ledger.seal.policy import Policy
from tombo.ledger.seal.secretfile import sync_directory, unwritten

_LINES_LEAST: Final = 3
LOST: Final = ".lost"
"""How the name of the file of what was given up ends."""


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
    its memory does not sign. ``root`` is the key that vouches for the event keys of the log: whoever prepares a checkpoint
    for this signer asks it whose signatures the entries must bear.
    """

    def __init__(self, path: Path, key: PrivateKey, root: PublicKey) -> None:
        self.path = path
        self.key = key
        self.root = root
        self.origin = key.name

    @classmethod
    def create(cls, path: Path, key: PrivateKey, root: PublicKey) -> Signer:
        """A signer of a new log: its memory is the empty tree, signed.

        Raises:
            KeyFileError: the file exists already: this key has a history, which must not be forgotten.
        """
        signer = cls(path, key, root)
        try:
            with signer._locked():
                if path.exists():
                    raise KeyFileError(f"{path} exists: the signer {key.name} has a history already; keep it")
                signer._replace(sign_note(Checkpoint(signer.origin, 0, EMPTY_ROOT).text, key))
        except OSError as error:
            raise unwritten(f"the signer's memory {path} cannot be written", error) from error
        return signer

    def last(self) -> Checkpoint:
        """The last checkpoint signed; size 0 before the first. By the next line another process may have signed one.

        Raises:
            KeyFileError: the memory is missing, damaged, or not signed by this key.
            StoreUnavailableError: it cannot be read now; no file descriptor is left, for example.
        """
        return self._recall()[0]

    @contextmanager
    def turn(self) -> Iterator[SignerTurn]:
        """The signer for one process alone: what it signed last stays the last until this ends.

        Raises:
            KeyFileError: the memory is missing or damaged.
            ConflictError: another process has the signer, and did not let go in time.
            StoreUnavailableError: the lock beside the memory cannot be written, or the memory not read now.
        """
        with ExitStack() as stack:
            try:
                stack.enter_context(self._locked())
            except OSError as error:
                raise self._unwritable(error) from error
            yield SignerTurn(self, *self._recall())

    def sign(self, checkpoint: Checkpoint, proof: Sequence[bytes]) -> bytes:
        """Sign ``checkpoint`` in a turn of its own (:meth:`Turn.sign`)."""
        with self.turn() as turn:
            return turn.sign(checkpoint, proof)

    def _recall(self) -> tuple[Checkpoint, bytes]:
        try:
            note = read_plain(self.path, NOTE_MAX)
        except OSError as error:
            if not isinstance(error, FileNotFoundError | PermissionError | IsADirectoryError | NotADirectoryError):
                raise StoreUnavailableError(
                    f"the signer's memory {self.path} cannot be read now: {error.strerror}; nothing was signed"
                ) from error
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

    def remember(self, note: bytes) -> None:
        """Replace the memory, durably and all at once: the note may leave this process only when this returns.

        Raises:
            StoreUnavailableError: it cannot be written.
        """
        try:
            self._replace(note)
        except OSError as error:
            raise self._unwritable(error) from error

    def _replace(self, note: bytes) -> None:
        draft = self.path.with_name(self.path.name + ".new")
        with draft.open("wb") as file:
            file.write(note)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.path)
        sync_directory(self.path.parent)

    @property
    def lost(self) -> Path:
        """The file of checkpoints that were given up, one JSON document a line: ``loss``, ``note``, ``root_signature``."""
        return lost_beside(self.path)

    def put_lost(self, note: bytes, loss: Loss, root_signature: str) -> None:
        """Keep a checkpoint that is given up, for ever; what somebody did not finish writing is left as a line of its own.

        Raises:
            StoreUnavailableError: it cannot be written.
        """
        said = {"loss": loss.to_json(), "note": note.decode(), "root_signature": root_signature}
        try:
            with os.fdopen(os.open(self.lost, os.O_CREAT | os.O_APPEND | os.O_RDWR, 0o600), "ab+") as file:
                size = file.seek(0, os.SEEK_END)
                torn = size > 0 and os.pread(file.fileno(), 1, size - 1) != b"\n"
                file.write((b"\n" if torn else b"") + canonical.encode(said) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            sync_directory(self.lost.parent)
        except OSError as error:
            raise StoreUnavailableError(
                f"{self.lost} cannot be written: {error.strerror}; nothing was given up"
            ) from error

    def _locked(self) -> AbstractContextManager[None]:
        """One at a time, also across processes."""
        return locked(self.path.with_name(self.path.name + ".lock"), f"the signer {self.path}")

    def _unwritable(self, error: OSError) -> StoreUnavailableError:
        return StoreUnavailableError(
            f"the signer's memory {self.path} cannot be written: {error.strerror}; nothing was signed"
        )


def lost_beside(path: Path) -> Path:
    """The file of what was given up, beside the memory of a signer at ``path``."""
    return path.with_name(f"{path.name}{LOST}")


def given_up(lost: Path) -> list[tuple[Loss, str]]:
    """What the file ``lost`` says was declared lost, oldest first, each with the root key's signature, which is not checked here.

    A line that its writer did not finish is none: nothing was given up yet.

    Raises:
        KeyFileError: the file cannot be read.
    """
    try:
        lines = lost.read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise KeyFileError(f"{lost} cannot be read: {error.strerror}; bring back the file") from error
    found = []
    for line in lines[:-1]:
        with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
            said = json.loads(line)
            declared = Loss.from_json(said["loss"]), str(said["root_signature"])
            declared[0].text("")  # what cannot be written down as it was signed is none
            found.append(declared)
    return found


def signer_beside(lost: Path) -> Path:
    """The memory of the signer whose file of what was given up is ``lost``."""
    return lost.with_name(lost.name.removesuffix(LOST))


class SignerTurn:
    """A signer while nobody else has it: ``last`` is what it signed last, and ``note`` that checkpoint as it was signed."""

    def __init__(self, signer: Signer, last: Checkpoint, note: bytes) -> None:
        self.signer = signer
        self.last = last
        self.note = note

    def sign(self, checkpoint: Checkpoint, proof: Sequence[bytes]) -> bytes:
        """Sign ``checkpoint``, of which ``proof`` shows that it continues the last one; the note, already remembered.

        The same checkpoint again gives the same note, with an empty proof.

        Raises:
            TamperedError: another log, a smaller tree, another root for the same size, or a proof that does not show it.
            StoreUnavailableError: the memory cannot be written, for example because the disk is full.
        """
        signer, last = self.signer, self.last
        if checkpoint.origin != signer.origin:
            raise TamperedError(f"the signer of {signer.origin} does not sign for {checkpoint.origin}")
        if checkpoint == last:
            return self.note
        if not verify_consistency(last.size, last.root, checkpoint.size, checkpoint.root, proof):
            raise TamperedError(
                f"the signer refuses size {checkpoint.size}, root {checkpoint.root.hex()}: not shown to continue"
                f" what it signed last, size {last.size}, root {last.root.hex()} ({signer.path}). Entries were"
                " changed, or lost and their indices used again: restore them, or declare the loss"
            )
        note = sign_note(checkpoint.text, signer.key)
        signer.remember(note)
        self.last, self.note = checkpoint, note
        return note

    def check_abandons(self, loss: Loss, root_signature: str) -> None:
        """That ``loss`` gives up the checkpoint signed last, and the root key signed it.

        Raises:
            TamperedError: one of the two is not so.
        """
        signer, last = self.signer, self.last
        check_loss(signer.origin, loss, root_signature, signer.root)
        if (last.size, last.root) != (loss.abandoned_size, loss.abandoned_root):
            raise TamperedError(
                f"the declaration gives up the checkpoint of size {loss.abandoned_size}, root {loss.abandoned_root.hex()}; the signer"
                f" signed size {last.size}, root {last.root.hex()} last ({signer.path}): declare the loss again"
            )

    def abandon(self, loss: Loss, root_signature: str) -> bytes:
        """Give up the checkpoint signed last and sign the tree that ``loss`` names, once; the note, already remembered.

        What is given up was kept before (``Signer.put_lost``): so whoever is cut off here can go on.

        Raises:
            TamperedError: the root key did not sign the declaration, or it is of another checkpoint than the last.
            StoreUnavailableError: the memory cannot be written.
        """
        self.check_abandons(loss, root_signature)
        signer, kept = self.signer, Checkpoint(self.signer.origin, loss.size, loss.root)
        note = sign_note(kept.text, signer.key)
        signer.remember(note)
        self.last, self.note = kept, note
        return note
