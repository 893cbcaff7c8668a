"""What a night leaves among the keys: how things stood where its day began (``night``), so that the next one goes on from there, and what it found (``nights``)."""

from __future__ import annotations

from pathlib import Path

from tombo.cli.terminal.output import warn
from tombo.ledger.core.errors import KeyFileError, LedgerError
from tombo.ledger.core.said import fact_of
from tombo.ledger.seal.secretfile import replace_secret_file
from tombo.ledger.store import Store
from tombo.projections.reconciliation.opening import BookOpening, read, written
from tombo.reports.said.commands import common as said
from tombo.reports.shown.house.nights import KeptNight


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


def keep_night(folder: Path, night: KeptNight) -> None:
    """Leave what ``night`` found in ``folder``, in the place of what an earlier one found of its day; where that cannot be, nobody can look it up."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        replace_secret_file(folder / night.day, f"{night.model_dump_json()}\n")
    except (OSError, LedgerError) as error:
        why = fact_of(error) if isinstance(error, LedgerError) else str(error.strerror)
        warn(said.FOUND_NOT_KEPT(why=why))
