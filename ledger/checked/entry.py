"""The entry in a row that was checked."""

from __future__ import annotations

from tombo.ledger.checked.known import Believed
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import MalformedError
from tombo.ledger.house.rules import unlike
from tombo.ledger.kinds import decode


def entry_of(believed: Believed) -> Entry:
    """The entry in a row that was checked.

    Raises:
        OutOfPlaceError: it was sealed as it is, by who has an event key, and is not what its kind looks like; or a newer version of ours wrote it.
    """
    row, sealed, entry_hash = believed
    try:
        entry = decode(row.index, row.kind, sealed, entry_hash)
    except MalformedError as error:
        raise unlike(row.index, row.stream, row.kind, str(error)) from error
    if (entry.stream, entry.version) != (row.stream, row.version):
        raise unlike(row.index, row.stream, row.kind, f"its body is of {entry.stream} version {entry.version}")
    return entry
