"""A file that came through the import door: its name, and what became of its hands."""

from __future__ import annotations

from typing import Literal, NamedTuple, assert_never

from tombo.ledger.core.entry import EventBase, Record
from tombo.ledger.core.ids import Hex32
from tombo.ledger.house.fields import Index, Text
from tombo.ledger.house.rules import headless


class ImportOpened(EventBase):
    """A file is imported: its SHA-256, format and size. The stream is named after the digest."""

    format: Literal["phh"]
    kind: Literal["import.opened.v1"] = "import.opened.v1"
    name: Text
    sha256: Hex32
    size: Index


class RefusedItem(Record):
    """A hand of the file that was not recorded, and why."""

    item: Text
    reason: Text


class ImportClosed(EventBase):
    """The file was read to its end: what became of each of its hands."""

    duplicates: Index
    flagged: Index
    hands: Index
    kind: Literal["import.closed.v1"] = "import.closed.v1"
    recorded: Index
    refused: list[RefusedItem]


ImportEvent = ImportOpened | ImportClosed


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
