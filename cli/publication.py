"""What a live door knows of the publisher: the one that runs, or the one it starts where the checkpoint key lies beside it.

Whatever goes wrong with it is said on stderr as soon as it is known, and is in the door's exit status. Where the
publisher found entries that are not what was sealed, the door commits nothing more.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Thread
from typing import Final, Self

import tombo
from tombo.cli.checkpoints import may_sign, signed
from tombo.cli.invocation import Invocation
from tombo.cli.terminal.output import warn
from tombo.ledger.core.errors import ConflictError, LedgerError, StoreUnavailableError, TamperedError
from tombo.ledger.core.said import fact_of
from tombo.ledger.operate.publisher import EVERY, RETRY_MAX, PublisherFiles, Status
from tombo.ledger.seal.checkpoint import parse_checkpoint
from tombo.ledger.seal.note import parse_note
from tombo.ledger.store import Store
from tombo.reports.said.commands import door as said

LOOK_SECONDS: Final = 0.25
"""How often the door looks at the publisher while nobody records anything."""
STOP_SECONDS: Final = 60.0
"""How long a publisher of the door's own may take to finish its round."""


class Publication:
    """The publisher as one door sees it; and while the door is open, somebody who sees to it that there is one."""

    def __init__(self, call: Invocation, store: Store, *, every: float = EVERY) -> None:
        self._call = call
        self._store = store
        self._every = every
        self._place = PublisherFiles(call.keyring.signer_state)
        self._checked: tuple[tuple[int, int], Status | None] = ((-1, -1), None)
        self._newest = store.last_checkpoint()
        self._told: Status | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._pause = every
        self._due = 0.0
        self._said = ""
        """Of looks that failed in a row, what was said last."""
        self._warned = False
        self._forgery: str | None = None
        """What the publisher found once, as far as :meth:`check` was asked. The next publisher may not have looked yet."""
        self._closing = Event()
        self._watching = Thread(target=self._watch, name="tombo-publication", daemon=True)

    def __enter__(self) -> Self:
        self._told = self._place.read()
        if self._told is not None and self._told.forged and self._place.holder() is None and may_sign(self._call):
            signed(self._call)  # it was mended since, or it says again what is wrong
        self.check()
        self._watching.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._watching.join()
        self._stop_child()

    @property
    def forged(self) -> bool:
        """Whether the publisher found entries that are not what was sealed: then this door goes on no more."""
        return self._forgery is not None

    def check(self) -> None:
        """See that nothing more is recorded after entries that are not what was sealed. Asked before every commit.

        Raises:
            TamperedError: the publisher found some.
        """
        stamp = self._place.stamp()
        if stamp != self._checked[0]:
            self._checked = stamp, self._place.read()
        status = self._checked[1]
        if status is not None and status.forged and self._forgery is None:
            self._forgery = status.error
        if self._forgery is not None:
            raise TamperedError(said.PUBLISHER_STOPPED(why=self._forgery, status=str(self._place.status)))

    def finish(self) -> int:
        """The last checkpoint, once everything is answered; the exit status that the publisher's state asks for.

        Raises:
            TamperedError: entries are not what was sealed.
            LedgerError: nothing was signed, for a reason that does not pass.
        """
        self.check()
        if self._place.holder() is not None:
            status = self._place.read()
            return status.exit_status or 0 if status is not None else 0
        try:
            if may_sign(self._call):
                signed(self._call)
            else:
                self._warn()
        except (ConflictError, StoreUnavailableError) as error:
            warn(said.NO_CHECKPOINT_AT_END(why=fact_of(error)))
            return error.exit_status
        return 0

    def _watch(self) -> None:
        self._due = time.monotonic() + self._pause
        while not self._closing.wait(LOOK_SECONDS):
            try:
                self._look()
            except Exception as error:  # noqa: BLE001  # whatever stands in the way passes, or is said by who meets it next
                self._in_vain(error)

    def _look(self) -> None:
        """What goes on with the publisher; and where there is none, and it is time to, see to one."""
        self._tell()
        if self._child is not None and self._child.poll() is not None:
            self._stop_child()
            self._pause = min(2 * self._pause, RETRY_MAX)
            self._due = time.monotonic() + self._pause
        if self._child is None and time.monotonic() >= self._due:
            self._due += self._every
            self._see_to_one()
            self._said = ""

    def _in_vain(self, error: Exception) -> None:
        """A look failed for ``error``: the store is away, or the machine has no room for a process. Say so once, and go on looking."""
        words = " ".join(str(error).split()) or type(error).__name__
        if words != self._said:
            self._said = words
            warn(said.PUBLISHER_NOT_SEEN_TO(why=fact_of(error) if isinstance(error, LedgerError) else words))

    def _tell(self) -> None:
        """Say what went wrong since the last look. A publisher of our own says it itself, on the same stderr."""
        status = self._place.read()
        if status is None or status == self._told:
            return
        self._told = status
        if status.error is not None and (self._child is None or status.pid != self._child.pid):
            warn(said.PUBLISHER_SAYS(process=status.pid, host=status.host, why=status.error))

    def _see_to_one(self) -> None:
        """Where no publisher runs, start one, or say that nobody does."""
        if self._place.holder() is not None:
            self._warned = False
        elif may_sign(self._call) and self._passphrase_file() is not None:
            self._start_child()
        else:
            self._warn()

    def _passphrase_file(self) -> Path | None:
        """Where a process that nobody can type to finds the passphrase of the keys."""
        own = self._call.keyring.own_passphrase
        return self._call.passphrase_file or (own if own.exists() else None)

    def _warn(self) -> None:
        """Say once that nobody signs; unless checkpoints come all the same, from a publisher of another host."""
        if not self._warned and self._store.last_checkpoint() == self._newest and unsigned_tail(self._store):
            self._warned = True
            warn(said.UNSIGNED_SO_FAR(why=said.NOBODY_SIGNS(), tail=unsigned_tail(self._store)))

    def _start_child(self) -> None:
        code = str(Path(tombo.__file__).resolve().parents[1])  # the same program as this one, whatever the folder
        path = os.pathsep.join([code, *filter(None, [os.environ.get("PYTHONPATH")])])
        ours = {
            "TOMBO_LEDGER": self._call.url,
            "TOMBO_LANG": self._call.language.value,
            "TOMBO_KEYS": str(self._call.keyring.directory),
            "TOMBO_PASSPHRASE_FILE": str(self._passphrase_file()),
            "PYTHONPATH": path,
        }
        self._child = subprocess.Popen(  # noqa: S603  # this very program
            [sys.executable, "-m", "tombo", "publish", "--every", str(self._every), "--until-eof"],
            env={**os.environ, **ours},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the door: it ends the publisher once all is answered
        )

    def _stop_child(self) -> None:
        """End the publisher of our own, after the round under way; wait for it."""
        child, self._child = self._child, None
        if child is None:
            return
        with child:
            if child.stdin is not None:
                child.stdin.close()  # it ends with it; no signal: a supervisor may have sent it one, and a second ends it at once
            try:
                child.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                warn(said.PUBLISHER_KILLED(process=child.pid, seconds=round(STOP_SECONDS)))
                child.kill()


def unsigned_tail(store: Store) -> int:
    """How many entries are not under the newest checkpoint."""
    signed_note = store.last_checkpoint()
    covered = parse_checkpoint(parse_note(signed_note.encode()).text).size if signed_note is not None else 0
    return store.head().size - covered
