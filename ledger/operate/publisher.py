"""The supervised publisher: round after round of publication, one process a signer, whose state everybody can read.

Two files lie beside the signer's memory. The lock (``signer.publisher``) says which process publishes. The status
(``signer.status``) says how that goes: doors, ``tombo status`` and monitors read it. A round that fails for a reason that
passes is tried again, after growing pauses; any other reason ends the publisher, and stays in the status.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final, Literal

from pydantic import ValidationError

from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import Clock, Instant, SystemClock
from tombo.ledger.core.entry import Record
from tombo.ledger.core.errors import ConflictError, KeyFileError, LedgerError, StoreUnavailableError
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.checkpoint import Signer, parse_checkpoint
from tombo.ledger.seal.lockfile import holder, locked
from tombo.ledger.seal.note import parse_note
from tombo.ledger.seal.plainfile import read_plain

EVERY: Final = 5.0
"""Seconds between two rounds, where nothing else is said."""
RETRY_FIRST: Final = 0.25
RETRY_MAX: Final = 30.0
"""Seconds before a round that failed is tried again: the first time, and at most; each time twice as long."""
START_PATIENCE: Final = 5.0
"""Seconds a publisher tries to become the one. Another that runs goes on running."""
FAULT: Final = 3
"""The exit status of an error nobody foresaw."""
STATUS_MAX: Final = 1 << 16
"""The most bytes of the status that are read."""
CLAIM: Final = 1
"""The exit status of a claim that does not hold: entries, tiles or the tree are not what was signed."""

Wait = Callable[[float], bool]
"""Waits for so many seconds; true as soon as the publisher is to stop."""


class Status(Record):
    """How the publisher stands. Times are in microseconds since 1970.

    ``state``: it runs, was stopped, or failed for ``error``, with ``exit_status``. ``errors`` failed rounds came after the
    last good one, which was at ``signed_at`` and covered ``size`` entries; None before the first.
    """

    error: str | None
    errors: int
    exit_status: int | None
    host: str
    pid: int
    signed_at: Instant | None
    size: int | None
    state: Literal["running", "stopped", "failed"]

    @property
    def forged(self) -> bool:
        """Whether what the publisher read is not what was sealed: no door may go on after it."""
        return self.state == "failed" and self.exit_status == CLAIM


class PublisherFiles:
    """The publisher's two files, beside the memory of its signer."""

    def __init__(self, signer: Path) -> None:
        self.lock = signer.with_name(signer.name + ".publisher")
        self.status = signer.with_name(signer.name + ".status")

    def holder(self) -> str | None:
        """The process that publishes now, as its lock says; None where there is none."""
        return holder(self.lock)

    def read(self) -> Status | None:
        """The status as last written; None where none was, or it cannot be read."""
        try:
            return Status.model_validate_json(read_plain(self.status, STATUS_MAX))
        except (OSError, ValidationError):
            return None

    def stamp(self) -> tuple[int, int]:
        """Changes whenever the status is written; costs one look at the folder."""
        try:
            found = self.status.stat()
        except OSError:
            return 0, 0
        return found.st_ino, found.st_mtime_ns

    def write(self, status: Status) -> None:
        """Replace the status at once: a reader sees the old one or the new one.

        Raises:
            StoreUnavailableError: it cannot be written.
        """
        draft = self.status.with_name(f"{self.status.name}.{os.getpid()}.new")
        try:
            draft.write_text(status.model_dump_json() + "\n", encoding="utf-8")
            draft.replace(self.status)
        except OSError as error:
            raise StoreUnavailableError(
                f"the publisher's status {self.status} cannot be written: {error.strerror}"
            ) from error


class Publisher:
    """Publishes one ledger: ``open_`` opens its store, again after every failure; ``told`` hears of every round."""

    def __init__(
        self,
        place: PublisherFiles,
        open_: Callable[[], CheckedStore],
        load_signer: Callable[[], Signer],
        *,
        clock: Clock | None = None,
        told: Callable[[Status], None] = lambda _status: None,
    ) -> None:
        self.place = place
        self.note = ""
        """The checkpoint of the last good round, signed."""
        self._open = open_
        self._load_signer = load_signer
        self._clock = clock or SystemClock()
        self._told = told
        self._store: CheckedStore | None = None
        self._signer: Signer | None = None
        self._status = Status(
            error=None,
            errors=0,
            exit_status=None,
            host=socket.gethostname(),
            pid=os.getpid(),
            signed_at=None,
            size=None,
            state="running",
        )

    def run(self, every: float, wait: Wait) -> None:
        """Publish every so many seconds until ``wait`` says to stop; a round under way is finished first.

        Raises:
            ConflictError: another process is the publisher; or the last round before the end failed for another publisher.
            StoreUnavailableError: the last round before the end failed: what came since the last good one is not signed.
            LedgerError: a reason that does not pass. It stays in the status.
        """
        with self._alone():
            try:
                failed = self._round()
                while not wait(every if failed is None else self._pause()):
                    failed = self._round()
            finally:
                self._close()
            self._say(state="stopped")
            if failed is not None:
                raise failed

    def once(self) -> str:
        """One round, without another try; the checkpoint.

        Raises:
            LedgerError: why it failed; or another process is the publisher.
        """
        self.run(0.0, lambda _seconds: True)
        return self.note

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """The one publisher of this signer, until this ends."""
        lock, what = self.place.lock, "the place of the publisher"
        with ExitStack() as stack:
            try:
                stack.enter_context(locked(lock, what, clock=self._clock, patience=START_PATIENCE))
            except OSError as error:
                kind = KeyFileError if isinstance(error, PermissionError | FileNotFoundError) else StoreUnavailableError
                raise kind(f"{lock} cannot be written: {error.strerror}; expected the signer's folder") from error
            yield

    def _pause(self) -> float:
        return min(RETRY_FIRST * 2.0 ** (self._status.errors - 1), RETRY_MAX)

    def _round(self) -> LedgerError | None:
        """One round; the error that passes, if there was one."""
        try:
            self._store = self._store or self._open()
            self._signer = self._signer or self._load_signer()
            self.note = publish(self._store, self._signer)
            size = parse_checkpoint(parse_note(self.note.encode()).text).size
            self._say(error=None, errors=0, exit_status=None, signed_at=self._clock.now(), size=size)
        except (ConflictError, StoreUnavailableError) as error:
            self._close()
            self._failed(error, error.exit_status, "running")
            return error
        except LedgerError as error:
            self._failed(error, error.exit_status, "failed")
            raise
        except Exception as error:
            self._failed(error, FAULT, "failed")
            raise
        return None

    def _failed(self, error: Exception, exit_status: int, state: str) -> None:
        """Say why a round failed. Where the status cannot be written either, whoever listens hears of it all the same."""
        said = " ".join(str(error).split()) or type(error).__name__
        with suppress(StoreUnavailableError):
            self._say(error=said, errors=self._status.errors + 1, exit_status=exit_status, state=state)

    def _say(self, **changes: object) -> None:
        self._status = self._status.model_copy(update=changes)
        try:
            self.place.write(self._status)
        finally:
            self._told(self._status)

    def _close(self) -> None:
        store, self._store = self._store, None
        if store is not None:
            store.close()


def checkpoint_now(place: PublisherFiles, open_: Callable[[], CheckedStore], load_signer: Callable[[], Signer]) -> str:
    """One checkpoint at once, beside the publisher where one runs; the note.

    Raises:
        LedgerError: nothing was signed.
    """
    signer = load_signer()
    if place.holder() is None:
        return Publisher(place, open_, lambda: signer).once()
    with open_() as store:
        return publish(store, signer)
