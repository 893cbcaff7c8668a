"""A bundle in an object store (``s3://bucket/place``, or whatever else fsspec reads; extra ``tombo[objects]``): read as a folder is, and believed as little.

What fsspec needs to get there (credentials, an endpoint) it takes from its own configuration and environment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from importlib import import_module
from io import SEEK_CUR, SEEK_END, SEEK_SET, BufferedReader, RawIOBase
from pathlib import Path
from threading import Thread
from typing import Any, BinaryIO, Final, cast

from tombo.ledger.core.errors import StoreUnavailableError, UsageError
from tombo.ledger.exchange.folder import Folder

PATIENCE: Final = 30
"""Seconds that a store may take for an answer: it takes two for 16 MB, the largest there is."""
STRETCH: Final = 1 << 17
"""How much of an object is asked for at a time where it is read as a file."""
_SCHEME: Final = "://"
_USER: Final = re.compile(r"(?<=://)[^/]*@")
"""Who asks, in a URL: a name, and perhaps a password."""


def files_at(place: Path | str) -> Folder | Objects:
    """What lies in a folder, or in an object store."""
    return Objects(place) if isinstance(place, str) and _SCHEME in place else Folder(Path(place))


def _in_time(ask: Callable[[], Any]) -> Any:
    """What ``ask`` gives, of which nobody knows how often it tries again: whoever records may wait for it, and everybody for him.

    Raises:
        TimeoutError: it gave nothing in time. It is left to itself, and ends with the process.
    """
    answer = Future[Any]()

    def asked() -> None:
        try:
            answer.set_result(ask())
        except BaseException as error:  # noqa: BLE001  # it is raised where it was asked for
            answer.set_exception(error)

    Thread(target=asked, name="tombo-objects", daemon=True).start()
    return answer.result(PATIENCE)


class _Stretches(RawIOBase):
    """An object of ``size`` bytes as a file: ``stretch`` gives what lies between a ``start`` and an ``end``. What fsspec opens has no bound for a line."""

    def __init__(self, stretch: Callable[..., bytes | None], size: int) -> None:
        super().__init__()
        self._stretch, self._size, self._at = stretch, size, 0

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """It is."""
        return True

    def seek(self, offset: int, whence: int = SEEK_SET) -> int:
        """Go on from an offset."""
        self._at = offset + {SEEK_SET: 0, SEEK_CUR: self._at, SEEK_END: self._size}[whence]
        return self._at

    def readinto(self, buffer: Any) -> int:
        """The next bytes; none at the end, of which a store has no stretch."""
        start, end = self._at, min(self._at + len(buffer), self._size)
        found = (self._stretch(start=start, end=end) or b"")[: len(buffer)] if start < end else b""
        buffer[: len(found)] = found
        self._at += len(found)
        return len(found)


def named(place: str) -> str:
    """A place as it is told: without who asks, beside whose name a password may stand."""
    return _USER.sub("", place)


class Objects:
    """Reads the objects whose names begin with that of ``place``, as ``Folder`` reads files.

    Raises:
        StoreUnavailableError: there is no such sort of store, or what reads it is not installed.
        UsageError: the place has a password in it, which would be told wherever the place is.
    """

    def __init__(self, place: str) -> None:
        if any(":" in who for who in _USER.findall(place)):
            raise UsageError(
                f"a password stands before {named(place)}; what is needed to get there, fsspec takes from its own configuration and environment"
            )
        self.directory = named(place.rstrip("/"))
        try:
            self._store, root = import_module("fsspec.core").url_to_fs(place.rstrip("/"), use_listings_cache=False)
        except Exception as error:  # as in ``_asked``; and what reads it may not be installed
            raise StoreUnavailableError(f"{named(place)} cannot be read: {error}") from error
        self._root = str(root).rstrip("/")

    def there(self) -> bool:
        """Whether there is anything."""
        return bool(self._asked("ls", self._root, detail=False))

    def get(self, name: str, most: int) -> bytes | None:
        """The bytes of an object, or of one that is longer than it may be, its beginning and one byte more; None where there is none.

        Raises:
            StoreUnavailableError: the store cannot be asked, or does not let us read.
        """
        path = f"{self._root}/{name}"
        try:
            found: bytes | None = self._asked("cat_file", path, start=0, end=most + 1)
        except StoreUnavailableError:
            if not self._is_empty(path):
                raise
            return b""  # of an object with nothing in it a store has no stretch, not even one from its beginning
        return found

    def _is_empty(self, path: str) -> bool:
        with suppress(StoreUnavailableError):
            return bool(self._asked("size", path) == 0)
        return False

    def holds(self, name: str) -> bool:
        """Whether there is something of this name."""
        return bool(self._asked("info", f"{self._root}/{name}"))  # ``exists`` says no of what cannot be asked, too

    def names(self, folder: str) -> list[str]:
        """What lies in a folder below; nothing where there is none."""
        found = self._asked("ls", f"{self._root}/{folder}", detail=False) or []
        return [str(path).rpartition("/")[2] for path in found]

    def below(self, folder: str) -> Iterator[tuple[str, ...]]:
        """The parts of the name of every object in a folder and in those below it."""
        base = f"{self._root}/{folder}"
        left = [base]
        while left:  # ``find`` leaves out what cannot be listed; and a list at a time is answered in time
            place = left.pop()
            for found in self._asked("ls", place, detail=True) or []:
                name = str(found["name"]).rstrip("/")
                if name == place:
                    continue  # some stores keep an object for a folder
                if found["type"] == "directory":
                    left.append(name)
                else:
                    yield tuple(name.removeprefix(f"{base}/").split("/"))

    def open(self, name: str) -> BinaryIO:
        """An object, read a stretch at a time, each asked for as ``get`` asks.

        Raises:
            FileNotFoundError: there is none.
            StoreUnavailableError: as for ``get``; while it is read, too.
        """
        path = f"{self._root}/{name}"
        size: int | None = self._asked("size", path)
        if size is None:
            raise FileNotFoundError(name)
        stretch = partial(self._asked, "cat_file", path)
        return cast("BinaryIO", BufferedReader(_Stretches(stretch, size), STRETCH))

    def _asked(self, word: str, *given: Any, **named: Any) -> Any:
        """What the store answers; None where there is nothing of that name."""
        try:
            return _in_time(partial(getattr(self._store, word), *given, **named))
        except FileNotFoundError:
            return None
        except TimeoutError as error:
            raise StoreUnavailableError(
                f"{given[0]} cannot be read from {self.directory}: no answer in {PATIENCE} seconds"
            ) from error
        except Exception as error:  # every store has its own, and each means that it cannot be read
            raise StoreUnavailableError(
                f"{given[0]} cannot be read from {self.directory}: {type(error).__name__}: {error}"
            ) from error
