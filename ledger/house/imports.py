"""A file that came through the import door: its name, and what became of its hands."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from ledger.house.events import ImportClosed, ImportEvent, ImportOpened
from ledger.house.rules import headless


class Import(NamedTuple):
    """An import; ``closed`` is none until the file was read to its end."""

    name: str
    sha256: str
    size: int
    closed: ImportClosed | None = None


def evolve(imported: Import | None, event: ImportEvent) -> Import:
    """``imported`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``import.opened``.
    """
    if isinstance(event, ImportOpened):
        return Import(event.name, event.sha256, event.size)
    if imported is None:
        headless("import", event)
    match event:
        case ImportClosed():
            return imported._replace(closed=event)
        case _:
            assert_never(event)
