"""The package of a day that is past: its *lotes* in a zip that compresses and encrypts nothing, in parts where it is long (4.3, 4.4.4)."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from tombo.reports.regulators.spain.settings import SpanishSettings

PART_MOST: Final = 1 << 30
"""Bytes of a file at most: 1 GB."""
PIECE: Final = 1 << 20
"""Bytes that are read at once."""
OWNER_ALONE: Final = 0o600 << 16
KIND, DATED = 4, 5
"""Where the name of a file says what is told in it, and when it was made."""


def spanish_package(folder: Path, day: str, settings: SpanishSettings, out: Path) -> list[str]:  # noqa: ARG001  # as every country's
    """The files in ``folder`` as one package in ``out``, or its parts; their names. Without times: the same bytes from the same files.

    It is named by the day that the files are dated by, for on that they lie in the *almacén*; and each keeps its path from there.
    """
    held = [(path, path.name.split("_")) for path in sorted(folder.iterdir())]
    laid = min(words[DATED][:8] for _, words in held)
    whole = out / f"{settings.operator.operator}_{settings.operator.store}_JU_DIARIO_{laid}.zip"
    with ZipFile(whole, "x", ZIP_STORED) as package:
        for path, words in held:
            entry = ZipInfo(f"{laid}/{words[KIND]}/{path.name}")
            entry.external_attr, entry.file_size = OWNER_ALONE, path.stat().st_size
            with path.open("rb") as source, package.open(entry, "w") as target:
                shutil.copyfileobj(source, target)
    if whole.stat().st_size > PART_MOST:
        _split(whole)
    return sorted(path.name for path in out.iterdir())


def _split(whole: Path) -> None:
    """A file as its parts, ``.001`` and so on: one behind the other they are the file."""
    left, number = whole.stat().st_size, 0
    with whole.open("rb") as source:
        while left:
            number += 1
            room = min(left, PART_MOST)
            left -= room
            with whole.with_name(f"{whole.name}.{number:03d}").open("xb") as part:
                while room:
                    room -= part.write(source.read(min(room, PIECE)))
    whole.unlink()
