"""Parts that are finished, kept in a folder: a run that stopped goes on from them, and one that loses faith in a worker keeps what the others did.

A part is found by the digest of the job, of the part and of the program, so that nothing is taken for something else. Who may write to the folder could make
this process run what he likes: it has to be its owner's alone.
"""

from __future__ import annotations

import errno
import os
import pickle
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from tombo.ledger.core.errors import NoRoomError, UnreadableError, UnwritableError, UsageError
from tombo.ledger.parts.job import Done

DIGEST: Final = 32
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
_NAMES: Final = re.compile(r"[0-9a-f]{64}\.(part|draft-[0-9]+)")
"""What the files of parts are called: nothing else in the folder is touched."""


class KeptParts:
    """The finished parts of a job in ``directory``, which is made if it is not there; ``program``: what the results rest on besides job and part.

    Raises:
        UsageError: others may write there, or it is no folder.
    """

    def __init__(self, directory: Path, program: str) -> None:
        self._directory, self._program = directory, program
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError) as error:
            raise UsageError(f"{directory} is no folder; finished parts are kept in one") from error
        state = directory.stat()
        if state.st_uid != os.getuid() or stat.S_IMODE(state.st_mode) & 0o022:
            raise UsageError(
                f"{directory} can be written to by others; finished parts are kept where only their owner writes: 'chmod 700 {directory}'"
            )

    @property
    def held(self) -> int:
        """How many parts there are from a run that stopped."""
        return sum(1 for _ in self._files())

    def get(self, job: bytes, part: Any) -> Done | None:
        """What was done, if that is kept whole."""
        path = self._path(job, part)
        try:
            return _read(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UnreadableError(f"{path} cannot be read: {error.strerror}") from error

    def put(self, job: bytes, part: Any, done: Done) -> None:
        """Keep what was done."""
        text, path = pickle.dumps(done), self._path(job, part)
        draft = path.with_suffix(f".draft-{os.getpid()}")
        try:
            draft.write_bytes(_digest(path, text) + text)
            draft.replace(path)
        except OSError:
            draft.unlink(missing_ok=True)
            raise

    def unwritable(self, error: OSError) -> UnwritableError:
        """What it means that a part cannot be kept, where, and what next."""
        kind = NoRoomError if error.errno in _FULL else UnwritableError
        return kind(
            f"finished parts cannot be kept in {self._directory}: {error.strerror}; expected a folder with room: move it to one, and run this again with --parts"
        )

    def drop(self, worker: str) -> None:
        """Forget what ``worker`` did."""
        for path in self._files():
            with suppress(FileNotFoundError):  # another run with the same folder is over
                done = _read(path)
                if done is None or done.worker == worker:
                    path.unlink()

    def clear(self) -> None:
        """Forget all: the job is over."""
        for path in self._files():
            path.unlink(missing_ok=True)

    def _files(self) -> Iterator[Path]:
        return (path for path in self._directory.iterdir() if _NAMES.fullmatch(path.name))

    def _path(self, job: bytes, part: Any) -> Path:
        return self._directory / f"{sha256(pickle.dumps((self._program, job, part))).hexdigest()}.part"


def _read(path: Path) -> Done | None:
    """What was done, as ``put`` kept it there; None where it was cut off as it was written, changed, or is that of another part."""
    text = path.read_bytes()
    if _digest(path, text[DIGEST:]) != text[:DIGEST]:
        return None
    done: Done = pickle.loads(text[DIGEST:])  # noqa: S301  # nobody else writes here
    return done


def _digest(path: Path, text: bytes) -> bytes:
    """Of a finished part and of what it is of, which its name is the digest of."""
    return sha256(path.stem.encode() + text).digest()
