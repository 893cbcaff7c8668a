"""What several workloads share: importing files into a ledger, as the command line does."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tombo.ledger.core.entry import By
from tombo.ledger.exchange.phh.hand import Importer
from tombo.ledger.exchange.phh.importer import ImportReport, import_paths
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.persons import StoredPersons
from tombo.ledger.parts import Means
from tombo.ledger.seal.personal import PersonsKey
from tombo.ledger.store.persons_file import PersonsFile

IMPORT: Final = By(actor="import", id="bench")


def import_into(ledger: Ledger, paths: Iterable[Path], means: Means | None = None) -> ImportReport:
    """Import PHH files; ``means``: who makes hands of their texts.

    Raises:
        RuntimeError: hands were refused or there already: the figures would be of something else.
    """
    origin = ledger.store.origin
    with (
        TemporaryDirectory(prefix="tombo-bench-") as folder,
        StoredPersons(PersonsFile(Path(folder) / "persons.db"), PersonsKey(bytes(32), origin), os.urandom) as persons,
    ):
        report = import_paths(paths, ledger, Importer(origin, persons, os.urandom), by=IMPORT, means=means)
    if report.recorded != report.hands or not report.hands:
        raise RuntimeError(f"only {report.recorded} of {report.hands} hands were recorded: {report.refusals[:1]}")
    return report
