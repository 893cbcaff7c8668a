"""Every file that the command line writes: whole or not at all, and never in place of what tombo did not write.

A document is written to a draft in the folder it goes to, made durable, and then put under its name in one step: nobody
sees half of one, and a failure leaves what was there. A file that is there already is replaced only if it begins as a
document of the same sort does (``docs/decisions/0017-files-and-proofs.md``). Ledgers, keys and a signer's memory begin
otherwise, and nothing at all is written among keys or behind a link. No option turns this off.
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import typer

from tombo.cli.drafts import draft_in, draft_name
from tombo.cli.terminal.stop import Waits, taken_away_if_told
from tombo.ledger.core.errors import NoRoomError, UnreadableError, UnwritableError
from tombo.ledger.core.said import Told
from tombo.ledger.operate.keyring import Keyring
from tombo.reports.said.commands import files as said

OWNER_ALONE: Final = 0o600
"""The permissions of what holds closed cards, names, openings or people's own words."""
FOR_ALL: Final = 0o644
"""The permissions of everything else, less the umask."""
HEAD_SIZE: Final = 1 << 20
"""How much of a file that is there is read, to tell its sort."""
RESERVED: Final = (".key", ".lock", "-wal", "-shm", "-journal")
"""How names end that belong to keys, locks and databases, also where no such file is there yet."""
_NO_LINKS: Final = frozenset({errno.EPERM, errno.ENOTSUP, errno.ENOSYS})
"""What a file system without hard links says when asked for one."""

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
"""What a disk without room says."""


class Sort(NamedTuple):
    """A sort of document: what it is called, and whether a file with these first bytes is one that may be replaced."""

    name: Told
    ours: Callable[[bytes], bool]


def beginning(name: Told, start: bytes) -> Sort:
    """The sort of document that begins with ``start``."""
    return Sort(name, lambda head: head.startswith(start))


def check(path: Path, sort: Sort | None = None) -> None:
    """That a document could be written to ``path`` now; ``sort``: also in place of what is there.

    For asking before anything else is done; :func:`document` asks again.

    Raises:
        UnwritableError: it could not.
    """
    with naming(path), _opened(path.parent, path) as folder:
        _there(folder, path, sort)


def ready(sort: Sort | None = None) -> Callable[[Path | None], Path | None]:
    """The check of an option that names a file: made before its command has done anything."""

    def checked(path: Path | None) -> Path | None:
        if path is not None:
            check(path, sort)
        return path

    return checked


def out_option(sort: Sort | None = None, *, help: str) -> Any:  # noqa: A002  # what typer calls it
    """``--out FILE``, the way every command has it."""
    return typer.Option("--out", metavar="FILE", help=help, callback=ready(sort))


@contextmanager
def document(path: Path, sort: Sort, *, closed: bool = False) -> Iterator[BinaryIO]:
    """A file to write, which takes its place at ``path`` when the block ends, and vanishes if it ends by an error.

    ``closed``: for its owner alone. A file whose owner had closed it stays closed when it is replaced.

    Raises:
        UnwritableError: no such folder, one that holds keys, something at ``path`` that is no document of this sort,
            or no room on the disk.
    """
    with naming(path), _opened(path.parent, path) as folder:
        old = _there(folder, path, sort)
        draft = draft_name()
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(draft, flags, OWNER_ALONE if closed else FOR_ALL, dir_fd=folder)
        try:
            with os.fdopen(descriptor, "wb") as file:
                yield file
                file.flush()
                if old is not None:
                    os.fchmod(descriptor, stat.S_IMODE(os.fstat(descriptor).st_mode & old.st_mode))
                os.fsync(descriptor)
            _put(folder, draft, path, old)
        finally:
            with suppress(FileNotFoundError):
                os.unlink(draft, dir_fd=folder)
        os.fsync(folder)


def write(path: Path, data: bytes, sort: Sort, *, closed: bool = False) -> None:
    """``data`` as the document ``path``.

    Raises:
        UnwritableError: as for :func:`document`.
    """
    with document(path, sort, closed=closed) as file:
        file.write(data)


def read(path: Path, most: int) -> bytes:
    """The file ``path``, at most one byte more than ``most``: whoever parses it says that it is too long.

    Raises:
        UnreadableError: it is not there, or cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise UnreadableError(said.UNREADABLE(file=str(path), why=error.strerror or str(error))) from error


@contextmanager
def new_folder(path: Path, *, closed: bool = False) -> Iterator[Path]:
    """A folder to fill, which appears at ``path`` when the block ends, with the folders above it made if need be.

    Every file in it is durable first. ``closed``: for its owner alone; who is told to end takes away what is half done, and leaves nobody's
    names or cards behind.

    Raises:
        UnwritableError: ``path`` is there and no empty folder, lies among keys, or there is no room on the disk.
    """
    with taken_away_if_told() if closed else nullcontext(), _drafted(path, OWNER_ALONE if closed else FOR_ALL) as draft:
        yield draft


@contextmanager
def folder_on_record(path: Path) -> Iterator[tuple[Path, Callable[[Waits], None]]]:
    """A closed folder to fill as ``new_folder`` has it, of which an entry is recorded before it appears.

    What is called between the two makes its files durable, and takes what is said when a signal comes. From then on one signal and a full
    disk do not stand between the entry and the folder: only a second signal, or a machine or a process that dies there.

    Raises:
        UnwritableError: as ``new_folder``.
    """
    with taken_away_if_told() as to_finish, _drafted(path, OWNER_ALONE) as draft:

        def durable(says: Waits) -> None:
            to_finish(says)
            _settle(draft, OWNER_ALONE)

        yield draft, durable


@contextmanager
def passing_folder() -> Iterator[Path]:
    """A folder where the system keeps what is passing, for its owner alone, gone when the block ends or a signal comes.

    Raises:
        UnwritableError: it cannot be made or filled; where it would be is named.
    """
    place = Path(tempfile.gettempdir())
    with taken_away_if_told(), naming(place), draft_in(place, 0o700) as draft:
        yield draft


@contextmanager
def _drafted(path: Path, mode: int) -> Iterator[Path]:
    _no_stdout(path)
    with naming(path), _made_around(path):
        if path.is_symlink() or (path.exists() and not path.is_dir()):
            raise UnwritableError(said.THERE_AND_NO_FOLDER(file=str(path)))
        if path.exists() and any(path.iterdir()):
            raise UnwritableError(said.FOLDER_NOT_EMPTY(file=str(path)))
        with draft_in(path.parent, 0o700 if mode == OWNER_ALONE else 0o755) as draft:
            yield draft
            _settle(draft, mode)
            draft.rename(path)
        _sync(path.parent)


@contextmanager
def _made_around(path: Path) -> Iterator[None]:
    """The folder in which ``path`` is to lie, made if need be, and gone again where nothing came to lie in it."""
    there = path.parent.exists()
    made_folder(path.parent)
    try:
        yield
    except BaseException:
        if not there:
            with suppress(OSError):
                path.parent.rmdir()
        raise


def made_folder(path: Path) -> Path:
    """``path`` as a folder to write documents to; made if need be, but not among keys.

    Raises:
        UnwritableError: it lies among keys, or cannot be made.
    """
    _no_stdout(path)
    with naming(path):
        _apart_from_keys(path, path)
        path.mkdir(parents=True, exist_ok=True)
    return path


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """What the system says against writing ``path``, in our words."""
    try:
        yield
    except OSError as error:
        found = {"file": str(path), "why": error.strerror or str(error)}
        if error.errno in _FULL:
            raise NoRoomError(said.DISK_FULL(**found)) from error
        raise UnwritableError(said.UNWRITABLE(**found)) from error


@contextmanager
def _opened(parent: Path, path: Path) -> Iterator[int]:
    """The folder that ``path`` goes to, held open: whoever moves it meanwhile does not lead us elsewhere."""
    _apart_from_keys(parent, path)
    try:
        folder = os.open(parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        raise UnwritableError(said.FOLDER_MISSING(file=str(path), folder=str(parent))) from None
    try:
        yield folder
    finally:
        os.close(folder)


def _apart_from_keys(folder: Path, path: Path) -> None:
    """That neither ``folder``, wherever links lead, nor one above it holds keys or a signer's memory."""
    real = Path(os.path.realpath(folder))
    for place in (real, *real.parents):
        key = Keyring(place).found()
        if key is not None:
            raise UnwritableError(said.FOLDER_OF_KEYS(file=str(path), folder=str(key.parent), key=key.name))


def _no_stdout(path: Path) -> None:
    """That a file or folder is named, and not the output, which ``-`` means elsewhere."""
    if path == Path("-"):
        raise UnwritableError(said.NO_STDOUT())


def _there(folder: int, path: Path, sort: Sort | None) -> os.stat_result | None:
    """What stands at ``path`` and may be replaced by a document of ``sort``; None where nothing does.

    Raises:
        UnwritableError: something that may not.
    """
    _no_stdout(path)
    if path.name.endswith(RESERVED):
        raise UnwritableError(said.RESERVED_NAME(file=str(path)))
    try:
        found = os.stat(path.name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found.st_mode):
        what = said.SYMBOLIC_LINK if stat.S_ISLNK(found.st_mode) else said.NO_REGULAR_FILE
        raise UnwritableError(said.NOT_A_PLAIN_FILE(file=str(path), what=what))
    if found.st_nlink > 1:
        raise UnwritableError(said.SECOND_NAME(file=str(path)))
    if sort is not None and found.st_size:
        head = _head(folder, path.name, found)
        if not sort.ours(head):
            raise UnwritableError(said.ANOTHER_SORT(file=str(path), sort=sort.name))
    return found


def _head(folder: int, name: str, expected: os.stat_result) -> bytes:
    """The beginning of the regular file ``name``; nothing of one that took its place meanwhile."""
    descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    with os.fdopen(descriptor, "rb") as file:
        return file.read(HEAD_SIZE) if os.path.samestat(os.fstat(descriptor), expected) else b""


def _put(folder: int, draft: str, path: Path, old: os.stat_result | None) -> None:
    """The draft under its name, in one step: a new name by a link, which fails where there is one; else in place of ``old``.

    Raises:
        UnwritableError: something else stands there now.
    """
    changed = UnwritableError(said.CHANGED_MEANWHILE(file=str(path)))
    if old is None:
        try:
            os.link(draft, path.name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
        except FileExistsError:
            raise changed from None
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            _claim(folder, path, changed)
        else:
            return
    elif not _same(os.stat(path.name, dir_fd=folder, follow_symlinks=False), old):
        raise changed
    os.rename(draft, path.name, src_dir_fd=folder, dst_dir_fd=folder)


def _claim(folder: int, path: Path, taken: UnwritableError) -> None:
    """An empty file under the name, where a file system knows no links: ours, for the draft to replace."""
    try:
        os.close(os.open(path.name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, OWNER_ALONE, dir_fd=folder))
    except FileExistsError:
        raise taken from None


def _same(found: os.stat_result, old: os.stat_result) -> bool:
    """Whether it is the same file, and nobody wrote to it since."""
    return os.path.samestat(found, old) and (found.st_size, found.st_mtime_ns) == (old.st_size, old.st_mtime_ns)


def _settle(folder: Path, mode: int) -> None:
    """Everything under ``folder`` durable, and no file of it open to more than ``mode`` says."""
    for place, _, names in os.walk(folder, topdown=False):
        for name in names:
            with (Path(place) / name).open("rb") as file:
                os.fchmod(file.fileno(), stat.S_IMODE(os.fstat(file.fileno()).st_mode & mode))
                os.fsync(file.fileno())
        _sync(Path(place))


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
