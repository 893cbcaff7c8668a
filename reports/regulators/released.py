"""Releases: files as an entry knows them, and what of files at hand, or made again, is not what was released."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple

from tombo.ledger.house.report.events import ReleasedFile

PIECE: Final = 1 << 20
"""Bytes that are read at once."""
Wrong = Literal["missing", "other", "stranger"]
"""What can be wrong with a file: it is not there, it is not the one that was released, or none of that name was."""


class FileDiffers(NamedTuple):
    """A file that is not as it was released."""

    name: str
    wrong: Wrong


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            found.update(piece)
    return found.hexdigest()


def files_in(folder: Path) -> list[ReleasedFile]:
    """The files of a folder, in order of name, as a release lists them."""
    paths = sorted(path for path in folder.iterdir() if path.is_file())
    return [ReleasedFile(name=path.name, sha256=digest(path), size=path.stat().st_size) for path in paths]


def differing(released: Sequence[ReleasedFile], folder: Path) -> Iterator[FileDiffers]:
    """Where the files of ``folder`` are not those that were released, in order of name."""
    due: Mapping[str, ReleasedFile] = {file.name: file for file in released}
    there = {path.name: path for path in folder.iterdir()}
    for name in sorted(due.keys() | there.keys()):
        if name not in there:
            yield FileDiffers(name, "missing")
        elif name not in due:
            yield FileDiffers(name, "stranger")
        elif not there[name].is_file() or digest(there[name]) != due[name].sha256:
            yield FileDiffers(name, "other")
