"""What is remembered of a ledger, made again from the whole log: beside what there is, and in its place only where nothing is missing."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from tombo.ledger.checked import alarm
from tombo.ledger.checked.begun import check_none_begun
from tombo.ledger.checked.checks import Checks
from tombo.ledger.checked.in_use import alone
from tombo.ledger.checked.mark import NoMarkError, Reached, marked, put_mark
from tombo.ledger.checked.memory import known_in, put_aside
from tombo.ledger.checked.trust import Trust, TrustFiles
from tombo.ledger.core.errors import KeyFileError, StoreUnavailableError
from tombo.ledger.seal.policy import Policy
from tombo.ledger.store import Store

DRAFTS: Final = "memory.new"
"""The folder beside the files in which the new ones are made."""
_MADE: Final = frozenset({"heads", "heads-journal", "heads-shm", "heads-wal", "mark", "mark.new"})
"""What a rebuild, and nobody else, leaves there."""


class Rebuilt(NamedTuple):
    """How many entries were checked, and how many of them are remembered: those under the newest checkpoint."""

    entries: int
    remembered: int


def rebuild(store: Store, policy: Policy, files: TrustFiles) -> Rebuilt:
    """Make the memory of ``store``, as it is, again. The one there was is put aside, once the new one is whole.

    So is the mark, where it is missing, says nothing or is none of this ledger: from then on it says what is there now. Every entry is
    checked as a door checks it. Of the files that can be read none may know of more than ``store`` has: where one does, all of them
    stay as they are. Nobody records meanwhile who marks what he acknowledges in a file that is put aside.

    Raises:
        TamperedError: the store has less than one of the files knows of, or is not what was sealed.
        KeyFileError: the signer's file is an older copy, or damaged; or something lies in the place of the drafts.
        ConflictError: a door, a publisher or somebody who reads has the files open; or a loss that was declared is not on record yet.
        StoreUnavailableError: a file cannot be read or written now.
    """
    with alone(files.memory.parent), _drafts(files) as drafts:
        check_none_begun(store, files.lost)
        known, said = known_in(files.memory, policy.origin) or 0, _said(files.mark, policy)
        put_mark(drafts.mark, said or Reached(0, b""), policy)
        with Trust.create(policy, drafts) as trust:
            _check_nothing_missing(store, trust, files, known)
            checks = Checks(store, trust)
            checks.remember()
            checks.catch_up()
            _check_acknowledged(checks, trust)
            made = Rebuilt(checks.size, trust.memory.size())
        if said is None:
            put_mark(drafts.mark, Reached(checks.size, sha256(checks.last).digest()), policy)
            put_aside(files.mark)
            drafts.mark.replace(files.mark)
        put_aside(files.memory)
        drafts.memory.replace(files.memory)
    return made


def _said(mark: Path, policy: Policy) -> Reached | None:
    """What ``mark`` says of this ledger; None where it says nothing of it, now or ever."""
    try:
        return marked(mark, policy)
    except NoMarkError:
        return None


def _check_nothing_missing(store: Store, trust: Trust, files: TrustFiles, known: int) -> None:
    """That ``store`` has all that the files beside the keys know of, and the signer's file too.

    Raises:
        TamperedError: the store is older.
        KeyFileError: the signer's file is.
    """
    kept = trust.seen()  # before the head of the log, as all of them: what is added in between makes nothing shorter
    seen, reached = 0 if kept is None else kept.size, trust.reached()
    alarm.check_not_shorter(
        store.head().size,
        [
            (known, f"are remembered ({files.memory})"),
            (seen, f"were signed ({trust.seen_file})"),
            (reached.size, f"were acknowledged ({files.mark})"),
        ],
    )
    signed = trust.checkpoint(store.last_checkpoint()).size
    for size, path in ((known, files.memory), (seen, trust.seen_file)):
        if size > signed:
            raise alarm.remembers_more(files, path, size, signed)


def _check_acknowledged(checks: Checks, trust: Trust) -> None:
    """That the entry that was acknowledged last is the one at its log index.

    Raises:
        TamperedError: it is another.
    """
    reached = trust.reached()
    if 0 < reached.size <= checks.size and sha256(checks.row(reached.size - 1).state).digest() != reached.digest:
        raise alarm.another(reached.size - 1)


@contextmanager
def _drafts(files: TrustFiles) -> Iterator[TrustFiles]:
    """Where the new files are made: in a folder of their own, taken over from a rebuild that was killed. Nothing of it is left at the end.

    Raises:
        KeyFileError: what is there under its name no rebuild has made.
        StoreUnavailableError: it cannot be made.
    """
    folder = files.memory.with_name(DRAFTS)
    try:
        _clear(folder)
        folder.mkdir(mode=0o700)
    except PermissionError as error:
        raise KeyFileError(
            f"{folder} cannot be made: {error.strerror}; nothing was changed. Expected the folder of keys to be writable by this user:"
            " run it as the owner of that folder"
        ) from error
    except OSError as error:
        raise StoreUnavailableError(f"{folder} cannot be made: {error.strerror}; nothing was changed") from error
    try:
        yield files._replace(memory=folder / "heads", mark=folder / "mark")
    finally:
        _clear(folder)


def _clear(folder: Path) -> None:
    """Remove ``folder``, and in it what a rebuild has made; follow no link, and leave everything where there is something else."""
    try:
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except FileNotFoundError:
        return
    except OSError as error:
        if error.errno in {errno.ENOTDIR, errno.ELOOP}:
            raise _in_the_way(folder) from error
        raise
    try:
        with os.scandir(opened) as found:
            names = {each.name: each.is_file(follow_symlinks=False) for each in found}
        strange = sorted(name for name, plain in names.items() if name not in _MADE or not plain)
        if strange:
            raise _in_the_way(folder / strange[0])
        for name in names:
            os.unlink(name, dir_fd=opened)
        folder.rmdir()
    finally:
        os.close(opened)


def _in_the_way(path: Path) -> KeyFileError:
    return KeyFileError(
        f"{path} is in the way: expected nothing there, or what a rebuild that was ended left; nothing was changed. Look at it, put it"
        " away, and run 'tombo memory rebuild' again"
    )
