"""The file ``mark`` beside the keys: how far the log had come when something was acknowledged last (``ledger.checked.memory``)."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from struct import Struct
from typing import Final, NamedTuple

from ledger.core.errors import KeyFileError
from ledger.seal.plainfile import read_plain

_SLOT: Final = Struct(">Q32s")
_CHECK: Final = 16
_SLOT_SIZE: Final = 64
_BLANK: Final = bytes(_CHECK)
_PAIRS: Final = 16
"""Every process takes a pair of slots of its own, so that none waits for another; two that take the same lose little."""
_SIZE: Final = 2 * _PAIRS * _SLOT_SIZE
_LOST: Final = (
    "without it nobody can tell whether the entries after the last checkpoint are all there. Bring it back; or 'tombo memory rebuild'"
    " makes it again, which then cannot know what was acknowledged after the last checkpoint"
)


class Reached(NamedTuple):
    """How far a log had come: its size, and the SHA-256 of its last row's ``state``."""

    size: int
    digest: bytes


def marked(path: Path) -> Reached | None:
    """What the file ``mark`` at ``path`` says; None where there is none, or it says nothing.

    Raises:
        KeyFileError: it cannot be read, or is no plain file.
    """
    try:
        return max(_slots(read_plain(path, _SIZE)), default=None)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise KeyFileError(f"{path} cannot be read: {error.strerror}; bring back the file 'mark'") from error


def put_mark(path: Path, reached: Reached) -> None:
    """Have the file ``mark`` at ``path`` say ``reached``, in a file of its own, whatever was there. Who has the old one open still marks there.

    It is said twice, in both slots of a pair: one that is torn later leaves the other.
    """
    draft = path.with_name(f"{path.name}.new")
    slot = _slot(reached).ljust(_SLOT_SIZE, b"\0")
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600), "wb") as file:
        file.write(slot + slot)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


class Mark:
    """The file ``mark``: what was acknowledged last, by any process that shares it.

    Slots of 64 bytes, each with a check sum. A process writes its two in turn: one torn by a loss of power leaves the other.
    """

    def __init__(self, path: Path) -> None:
        """Open the file.

        Raises:
            KeyFileError: it is not there, or says nothing; or what is there is no plain file.
        """
        self.path = path
        self._file = self._opened()
        self._pair = int.from_bytes(os.urandom(1), "big") % _PAIRS
        self._turn = 0

    def _opened(self) -> int:
        try:
            opened = os.open(self.path, os.O_RDWR)
        except FileNotFoundError:
            raise KeyFileError(f"the mark of what was acknowledged last is not at {self.path}: {_LOST}") from None
        except IsADirectoryError as error:
            raise KeyFileError(f"{self.path} cannot be opened: {error.strerror}; bring back the file 'mark'") from error
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            os.close(opened)
            raise KeyFileError(
                f"{self.path} is no plain file; find out who put it there, and bring back the file 'mark'"
            )
        if not any(_slots(os.pread(opened, _SIZE, 0))):
            os.close(opened)
            raise KeyFileError(f"{self.path} says nothing, expected what was acknowledged last: {_LOST}")
        return opened

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def read(self) -> Reached:
        """The largest size that was marked; 0 before the first."""
        return max(_slots(os.pread(self._file, _SIZE, 0)), default=Reached(0, b""))

    def put(self, reached: Reached) -> None:
        """Mark ``reached``. It outlives this process, once this returns."""
        self._turn ^= 1
        os.pwrite(self._file, _slot(reached), (2 * self._pair + self._turn) * _SLOT_SIZE)

    def reset(self, reached: Reached) -> None:
        """Mark ``reached`` whatever was marked (``put_mark``), and go on in that file."""
        put_mark(self.path, reached)
        self.close()
        self._file = self._opened()


def _slot(reached: Reached) -> bytes:
    said = _SLOT.pack(*reached)
    return said + sha256(said).digest()[:_CHECK]


def _slots(data: bytes) -> Iterator[Reached]:
    """What the slots say that are whole."""
    for at in range(0, len(data), _SLOT_SIZE):
        said, check = data[at : at + _SLOT.size], data[at + _SLOT.size : at + _SLOT.size + _CHECK]
        if check != _BLANK and sha256(said).digest()[:_CHECK] == check:
            yield Reached(*_SLOT.unpack(said))
