"""The tie-out: a day's wallet statement held against the same day's movements on the accounts, line by line.

What is equal in transaction, player, operation and amount is paired, as often as it is there: two bets of one command are two.
The pages of the statement's format and of what may differ are in ``docs/wallet.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.exchange.wallet import read_statement
from tombo.ledger.house.wallet import DifferenceKind, Movement, WalletDifference, WalletLine, WalletTotal
from tombo.ledger.store.scratch import Scratch


class TieOut(NamedTuple):
    """What a tie-out came to. Every movement and every line is matched, or in one difference that is no broken balance."""

    here: WalletTotal
    """The movements of the ledger."""
    there: WalletTotal
    """The lines of the statement."""
    matched: WalletTotal
    totals: dict[DifferenceKind, WalletTotal]
    """By kind, every kind in order; in cents how much is in question: of amounts that differ, by how much they do."""
    scratch: Scratch

    @property
    def ties(self) -> bool:
        """Whether there is no difference of any kind."""
        return not any(total.count for total in self.totals.values())

    def differences(self) -> Iterator[WalletDifference]:
        """Each difference, by kind, then by line and log index; in bounded memory, while the scratch database is open."""
        return self.scratch.differences()


def tie_out(
    lines: Iterable[WalletLine], movements: Iterable[Movement], window: tuple[int, int], scratch: Scratch
) -> TieOut:
    """``lines`` held against ``movements``, which are those of the day.

    ``window``: the day's first instant, and the first after it. A line of another instant is out of the window,
    together with the movement it would match.

    Raises:
        UnreadableError: from ``lines``, where they are read from a file.
        StoreUnavailableError: the disk for temporary files is full or fails.
    """
    return TieOut(*scratch.join(lines, movements, window), scratch)


@contextmanager
def tied_out(statement: Path, movements: Iterable[Movement], window: tuple[int, int]) -> Iterator[TieOut]:
    """The tie-out with the file ``statement``, while it is looked at; its temporary database is gone afterwards.

    Raises:
        UnreadableError: no such file, or a line of it that is not as ``docs/wallet.md`` has it.
        StoreUnavailableError: the disk for temporary files is full or fails.
    """
    try:
        file = statement.open("rb")
    except OSError as error:
        raise UnreadableError(f"wallet statement: {error.strerror}: {statement}; expected a CSV file") from error
    with file, Scratch() as scratch:
        yield tie_out(read_statement(file), movements, window, scratch)


def difference_json(difference: WalletDifference) -> dict[str, Any]:
    """A difference as JSON gives it: amounts in cents, instants in microseconds."""
    return {
        "kind": difference.kind,
        "cents": difference.cents,
        "movements": [found._asdict() for found in difference.movements],
        "lines": [found._asdict() for found in difference.lines],
    }
