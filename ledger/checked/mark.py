"""The file ``mark`` beside the keys: how far the log had come when something was acknowledged last (``tombo.ledger.checked.memory``)."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from struct import Struct
from typing import Final, NamedTuple

from tombo.ledger.core.errors import KeyFileError, StoreUnavailableError
from tombo.ledger.seal.plainfile import read_plain
from tombo.ledger.seal.policy import Policy

_SLOT: Final = Struct(">Q32s8s")
"""Size, digest, and whose log it is. Its check sum follows."""
_WHOSE: Final = slice(40, 48)
_CHECK: Final = 16
_SLOT_SIZE: Final = 64
_PAIRS: Final = 16
"""Every process takes a pair of slots of its own, so that none waits for another; two that take the same lose little."""
_SIZE: Final = 2 * _PAIRS * _SLOT_SIZE
_AGAIN: Final = "which then cannot know what was acknowledged after the last checkpoint"
_LOST: Final = (
    "without it nobody can tell whether the entries after the last checkpoint are all there. Bring it back; or 'tombo memory rebuild'"
    f" makes it again, {_AGAIN}"
)


class Reached(NamedTuple):
    """How far a log had come: its size, and the SHA-256 of its last row's ``state``."""

    size: int
    digest: bytes


class NoMarkError(KeyFileError):
    """What lies in the place of ``mark`` is none of this ledger, and never will be: a rebuild puts it aside."""

    def __init__(self, path: Path, found: str, policy: Policy) -> None:
        super().__init__(
            f"{path} is {found}; expected what was acknowledged last of {policy.origin}, under its root key; nothing was recorded. Put"
            f" it away, find out who put it there, and bring back the right file 'mark'; or 'tombo memory rebuild' puts it aside, and makes"
            f" it again, {_AGAIN}"
        )


def marked(path: Path, policy: Policy) -> Reached | None:
    """What the file ``mark`` at ``path`` says of the ledger that ``policy`` pins; None where there is none, or it says nothing.

    Raises:
        KeyFileError: it cannot be read.
        NoMarkError: it is another ledger's, or no plain file.
    """
    try:
        return _said(read_plain(path, _SIZE), path, policy)
    except FileNotFoundError:
        return None
    except OSError as error:
        if found := _no_file(path):
            raise NoMarkError(path, found, policy) from error
        raise KeyFileError(f"{path} cannot be read: {error.strerror}; bring back the file 'mark'") from error


def put_mark(path: Path, reached: Reached, policy: Policy) -> None:
    """Have the file ``mark`` at ``path`` say ``reached``, in a file of its own, whatever was there. Who has the old one open still marks there.

    It is said twice, in both slots of a pair: one that is torn later leaves the other.

    Raises:
        KeyFileError: at ``mark.new``, where it is written first, lies what none of us left there.
    """
    draft = path.with_name(f"{path.name}.new")
    slot = _slot(reached, _whose(policy))
    _take_away_draft(draft, 2 * len(slot))
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(slot + slot)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _take_away_draft(draft: Path, most: int) -> None:
    """Remove what a process that was killed left at ``draft``: a plain file of slots, or one of zeros, as after a loss of power."""
    try:
        opened = os.open(draft, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return
    except OSError as error:
        raise _in_the_way(draft) from error
    try:
        plain = stat.S_ISREG(os.fstat(opened).st_mode)
        data = os.read(opened, most + 1) if plain else b""
    finally:
        os.close(opened)
    if not plain or len(data) > most or (data.strip(b"\0") and not any(_slots(data))):
        raise _in_the_way(draft)
    draft.unlink()


def _in_the_way(draft: Path) -> KeyFileError:
    return KeyFileError(
        f"{draft} is in the way: expected nothing there, or a draft of ours; look at it, and put it away"
    )


class Mark:
    """The file ``mark``: what was acknowledged last, by any process that shares it.

    Slots of 64 bytes, each with a check sum, that say whose they are. A process writes its two in turn: one torn by a loss of power
    leaves the other.
    """

    def __init__(self, path: Path, policy: Policy) -> None:
        """Open the file of the ledger that ``policy`` pins.

        Raises:
            KeyFileError: it is not there, says nothing, or may not be written by this user.
            NoMarkError: it is another ledger's, or no plain file.
            StoreUnavailableError: it cannot be opened now.
        """
        self.path = path
        self._whose = _whose(policy)
        self._file = _opened(path, policy)
        self._pair = int.from_bytes(os.urandom(1), "big") % _PAIRS
        self._turn = 0
        self.most = 0
        """The largest size that this process has marked."""

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def read(self) -> Reached:
        """The largest size that was marked; 0 before the first."""
        return max(_of(os.pread(self._file, _SIZE, 0), self._whose), default=Reached(0, b""))

    def put(self, reached: Reached) -> None:
        """Mark ``reached``. It outlives this process, once this returns.

        Raises:
            StoreUnavailableError: it could not be written. Who tries again writes the same slot, and leaves the whole one beside it.
        """
        slot, turn = _slot(reached, self._whose), self._turn ^ 1
        try:
            written = os.pwrite(self._file, slot, (2 * self._pair + turn) * _SLOT_SIZE)
        except OSError as error:
            raise self._unmarked(error.strerror) from error
        if written != len(slot):
            raise self._unmarked(f"{written} of {len(slot)} bytes were written")
        self._turn = turn
        self.most = max(self.most, reached.size)

    def _unmarked(self, why: str | None) -> StoreUnavailableError:
        return StoreUnavailableError(
            f"the mark {self.path} cannot be written: {why}; what was to be acknowledged may be recorded. Look at the disk, and send it again"
        )

    def check_in_place(self) -> None:
        """That the file in which this process marks is the one that others will read: it was neither removed nor replaced.

        To be asked once a second and not with every commit: it asks for the file's times too (``tombo.ledger.store.inode``).

        Raises:
            KeyFileError: it was.
        """
        found = "none there"
        try:
            if os.path.samestat(os.stat(self.path), os.fstat(self._file)):  # noqa: PTH116 - beside the open file
                return
            found = "another one there"
        except FileNotFoundError:
            pass
        except OSError as error:
            found = f"none that can be looked at ({error.strerror})"
        raise KeyFileError(
            f"{self.path} was taken away while this process ran: expected the file it marks in, found {found}; nothing was recorded. End"
            " this process and every other that records. Unless a loss was declared meanwhile, bring the file back, or have 'tombo memory"
            " rebuild' make it again; then start them anew"
        )


def _opened(path: Path, policy: Policy) -> int:
    if found := _no_file(path):
        raise NoMarkError(path, found, policy)
    try:
        opened = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        raise KeyFileError(f"the mark of what was acknowledged last is not at {path}: {_LOST}") from None
    except OSError as error:
        if isinstance(error, PermissionError) or error.errno == errno.EROFS:
            raise KeyFileError(
                f"{path} cannot be opened to write: {error.strerror}; expected the folder of keys and the files in it to be writable by this"
                " user, as everybody who reads a ledger needs them. Run it as their owner"
            ) from error
        raise StoreUnavailableError(f"{path} cannot be opened: {error.strerror}; try again") from error
    try:
        _check_says(os.pread(opened, _SIZE, 0), path, policy)
    except BaseException:
        os.close(opened)
        raise
    return opened


def _check_says(data: bytes, path: Path, policy: Policy) -> None:
    if _said(data, path, policy) is None:
        raise KeyFileError(
            f"{path} says nothing, expected what was acknowledged last of {policy.origin}; it is damaged, or of a version before this"
            f" one: {_LOST}"
        )


def _no_file(path: Path) -> str | None:
    """What lies at ``path`` where it is no plain file; None where it is one, or nothing is there or can be seen."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        return "a link that leads back to itself" if error.errno == errno.ELOOP else None
    if stat.S_ISREG(mode):
        return None
    return "a folder" if stat.S_ISDIR(mode) else "a named pipe" if stat.S_ISFIFO(mode) else "no plain file"


def _said(data: bytes, path: Path, policy: Policy) -> Reached | None:
    reached = max(_of(data, _whose(policy)), default=None)
    if reached is None and any(_slots(data)):
        raise NoMarkError(path, "another ledger's memory", policy)
    return reached


def _whose(policy: Policy) -> bytes:
    """The log of this name under this root key, in eight bytes: they tell it from every other that is ever put in its place."""
    return sha256(f"{policy.origin}\n{policy.root.vkey}".encode()).digest()[:8]


def _slot(reached: Reached, whose: bytes) -> bytes:
    said = _SLOT.pack(*reached, whose)
    return said + sha256(said).digest()[:_CHECK]


def _slots(data: bytes) -> Iterator[bytes]:
    """The slots that are whole, without their check sums."""
    for at in range(0, len(data), _SLOT_SIZE):
        said, check = data[at : at + _SLOT.size], data[at + _SLOT.size : at + _SLOT_SIZE]
        if check.strip(b"\0") and sha256(said).digest()[:_CHECK] == check:
            yield said


def _of(data: bytes, whose: bytes) -> Iterator[Reached]:
    """What the slots say of the log that is ``whose``."""
    for said in _slots(data):
        if said[_WHOSE] == whose:
            yield Reached(*_SLOT.unpack(said)[:2])
