"""What the table of commands says, held against the entries it names (architecture, decision 23)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tombo.ledger.checked.alarm import NEXT
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.store import CommandRow


def check_command(
    command_id: str, found: CommandRow, size: int, entries: Callable[[int, int], Iterable[Entry]]
) -> None:
    """That all the ``entries`` that ``found`` names, of a log of ``size``, bear ``command_id`` and the digest of ``found``.

    Raises:
        TamperedError: they do not, or are not there.
    """
    first, count = found.first, found.count
    if not 0 <= first < first + count <= size:
        raise TamperedError(
            f"TAMPERED: the table of commands has {command_id} at log index {first} with {count} entries, and the log has {size}; {NEXT}"
        )
    for entry in entries(first, first + count):
        said = entry.command
        if said is None or said.id != command_id or said.digest != found.digest.hex():
            raise TamperedError(
                f"TAMPERED: the table of commands has {command_id} at log index {entry.index}, where there is an entry of"
                f" {'no command' if said is None else said.id}; nothing is acknowledged for it; {NEXT}"
            )
