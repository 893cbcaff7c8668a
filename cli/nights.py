"""The file ``night`` among the keys: how things stood where the last night's day began, so that the next one goes on from there."""

from __future__ import annotations

from pathlib import Path

from cli.output import warn
from ledger.core.errors import KeyFileError
from ledger.core.said import fact_of
from ledger.seal.secretfile import replace_secret_file
from ledger.store import Store
from projections.reconciliation.opening import BookOpening, read, written
from reports.said.commands import common as said


class NightFile:
    """The file at ``path``. ``whole``: as if it were not there."""

    def __init__(self, path: Path, *, whole: bool = False) -> None:
        self._path = path
        self._whole = whole

    def last(self, store: Store) -> BookOpening | None:
        """What is in the file; None where it is not there, or of another ledger or a history that was given up."""
        try:
            return None if self._whole else read(self._path.read_bytes(), store)
        except OSError:
            return None

    def keep(self, opening: BookOpening, store: Store) -> None:
        """Put ``opening`` in its place; where that cannot be, the next night takes longer."""
        try:
            replace_secret_file(self._path, written(opening, store).decode())
        except KeyFileError as error:
            warn(said.NIGHT_NOT_KEPT(why=fact_of(error)))
