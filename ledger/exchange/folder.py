"""A folder of plain files that may be anybody's: read without leaving it, and added to so that a kill at any moment leaves what was there."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from tombo.ledger.core.errors import UnreadableError, UnwritableError

DRAFT: Final = "draft"
"""The one file that is being written; what a killed run left of it the next one replaces."""
OWNER_ALONE: Final = 0o600


class Folder:
    """Reads the files below ``directory``: plain ones, and none that a link leads out to."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.root = directory.resolve()

    def get(self, name: str, most: int) -> bytes | None:
        """The bytes of a file, or of one that is longer than it may be, its beginning and one byte more; None where there is none.

        Raises:
            UnreadableError: it leads out of the folder, is no plain file, or cannot be read.
        """
        try:
            with self.open(name) as file:
                return file.read(most + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UnreadableError(f"{self.directory / name} cannot be read: {error.strerror}") from error

    def holds(self, name: str) -> bool:
        """Whether there is something of this name.

        Raises:
            UnreadableError: that cannot be seen.
        """
        try:
            (self.root / name).stat()
        except OSError as error:
            self._unless_absent(error)
            return False
        return True

    def names(self, folder: str) -> list[str]:
        """What lies in a folder below; nothing where there is none.

        Raises:
            UnreadableError: it cannot be listed.
        """
        try:
            return [path.name for path in (self.root / folder).iterdir()]
        except OSError as error:
            self._unless_absent(error)
            return []

    def below(self, folder: str) -> Iterator[tuple[str, ...]]:
        """The parts of the path of every file in a folder and in those below it.

        Raises:
            UnreadableError: one of them cannot be listed: else what lies there would pass for missing.
        """
        base = self.root / folder
        for where, _, names in os.walk(base, onerror=self._unless_absent):
            parts = Path(where).relative_to(base).parts
            yield from ((*parts, name) for name in names)

    def _unless_absent(self, error: OSError) -> None:
        """Nothing where ``error`` says that there is none.

        Raises:
            UnreadableError: it says something else.
        """
        if not isinstance(error, FileNotFoundError | NotADirectoryError):
            raise UnreadableError(f"{error.filename} cannot be read: {error.strerror}") from error

    def there(self) -> bool:
        """Whether it is a folder."""
        return self.directory.is_dir()

    def open(self, name: str) -> BinaryIO:
        """A file: a plain one, and inside.

        Raises:
            FileNotFoundError: there is none.
            UnreadableError: as for ``get``.
        """
        path = Path(os.path.realpath(self.root / name))
        if not path.is_relative_to(self.root):
            raise UnreadableError(f"{self.directory / name} leads out of the bundle; nothing there is read")
        try:
            handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe would else wait for who writes to it
        except NotADirectoryError as error:
            raise FileNotFoundError(path) from error
        except FileNotFoundError:
            raise
        except OSError as error:
            raise UnreadableError(f"{self.directory / name} cannot be read: {error.strerror}") from error
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise UnreadableError(f"{self.directory / name} is no plain file; nothing there is read")
        return os.fdopen(handle, "rb")


class GrowingFolder(Folder):
    """Adds files to a folder. Each is whole and durable before it has its name, and so is its name once ``settle`` returns."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.written = 0
        """How many bytes were written."""
        self._known: set[Path] = {self.root}
        self._to_settle: set[Path] = set()

    def put(self, name: str, data: bytes) -> None:
        """The file ``name``, with the folders it lies in; in place of one that is there.

        Raises:
            UnwritableError: a link, or what is no folder, stands where one should be.
            OSError: the disk is full, or it cannot be written.
        """
        path = self.root / name
        self._inside(path.parent)
        draft = self.root / DRAFT
        with suppress(FileNotFoundError):
            draft.unlink()
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, OWNER_ALONE)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        draft.rename(path)
        self.written += len(data)
        self._to_settle.add(path.parent)

    def settle(self) -> None:
        """Make the names of what was put or removed durable."""
        for folder in sorted(self._to_settle):
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        self._to_settle.clear()

    def keep_alone(self, folder: str, names: set[str]) -> None:
        """Remove the files of ``folder`` but for those of ``names``, and the folder where none is left; nothing where there is none.

        Raises:
            UnwritableError: as for ``put``.
            OSError: one cannot be removed.
        """
        place = self.root / folder
        if not place.is_dir():
            return
        self._inside(place)
        for path in place.iterdir():
            if path.name not in names:
                path.unlink()
        if not names:
            place.rmdir()
            self._known.discard(place)
        self._to_settle.discard(place)
        self._to_settle.add(place if names else place.parent)

    def _inside(self, folder: Path) -> None:
        """``folder`` made, if it is not there, and no link on the way to it."""
        for each in reversed((folder, *folder.parents)):
            if each in self._known or not each.is_relative_to(self.root):
                continue
            if each.is_symlink() or (each.exists() and not each.is_dir()):
                raise UnwritableError(f"{each} is no folder, or a link; nothing is written there")
            if not each.exists():
                each.mkdir(0o700)
                self._to_settle.add(each.parent)
            self._known.add(each)
