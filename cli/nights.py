"""The file ``night`` among the keys: how things stood where the last night's day began, so that the next one goes on from there."""

from __future__ import annotations

from pathlib import Path

from tombo.cli.terminal.output import warn
from tombo.ledger.core.errors import KeyFileError
from tombo.ledger.core.said import fact_of
from tombo.ledger.seal.secretfile import replace_secret_file
from tombo.ledger.store import Store
from tombo.projections.reconciliation.opening import BookOpening, read, written
from tombo.reports.said.commands import common as said


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
