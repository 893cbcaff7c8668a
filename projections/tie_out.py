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
from tombo.ledger.exchange.wallet import Hashed, read_statement
from tombo.ledger.house.wallet import DifferenceKind, Movement, WalletDifference, WalletLine, WalletTotal
from tombo.ledger.store.scratch import Opening, Scratch


class TieOut(NamedTuple):
    """What a tie-out came to. Every movement and every line is matched, or in one difference that is no broken balance."""

    here: WalletTotal
    """The movements of the ledger."""
    there: WalletTotal
    """The lines of the statement."""
    matched: WalletTotal
    totals: dict[DifferenceKind, WalletTotal]
    """By kind, every kind in order; in cents how much is in question: of amounts that differ, by how much they do."""
    balances: int
    """Of how many players the balance was compared: of those with a line that says one."""
    scratch: Scratch
    sha256: str = ""
    """Of the file that was read, in hexadecimal; empty of none."""

    @property
    def ties(self) -> bool:
        """Whether there is no difference of any kind."""
        return not any(total.count for total in self.totals.values())

    def differences(self) -> Iterator[WalletDifference]:
        """Each difference, by kind, then by line and log index; in bounded memory, while the scratch database is open."""
        return self.scratch.differences()


class LoadedStatement(NamedTuple):
    """A statement that was read to its end, and is as ``docs/wallet.md`` has it."""

    scratch: Scratch
    sha256: str
    """Of its file, in hexadecimal."""

    def tied(self, movements: Iterable[Movement], opening: Opening | None) -> TieOut:
        """It, held against ``movements``, which are those of its day. ``opening``: what a player's wallet holds as the day begins.

        Raises:
            StoreUnavailableError: the disk for temporary files is full or fails.
        """
        return TieOut(*self.scratch.join(movements, opening), self.scratch, self.sha256)


def tie_out(
    lines: Iterable[WalletLine],
    movements: Iterable[Movement],
    window: tuple[int, int],
    scratch: Scratch,
    opening: Opening | None = None,
) -> TieOut:
    """``lines`` held against ``movements``, which are those of the day.

    ``window``: the day's first instant, and the first after it. A line of another instant is out of the window,
    together with the movement it would match. ``opening``: as in ``LoadedStatement.tied``.

    Raises:
        UnreadableError: from ``lines``, where they are read from a file.
        StoreUnavailableError: the disk for temporary files is full or fails.
    """
    scratch.load(lines, window)
    return LoadedStatement(scratch, "").tied(movements, opening)


@contextmanager
def read(path: Path, window: tuple[int, int]) -> Iterator[LoadedStatement]:
    """The statement in the file ``path``, read once; its temporary database is there while it is looked at.

    Raises:
        UnreadableError: no such file, or a line of it that is not as ``docs/wallet.md`` has it.
        StoreUnavailableError: the disk for temporary files is full or fails.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise UnreadableError(f"wallet statement: {error.strerror}: {path}; expected a CSV file") from error
    with file, Scratch() as scratch:
        hashed = Hashed(file)
        scratch.load(read_statement(hashed), window)
        yield LoadedStatement(scratch, hashed.digest())


def difference_json(difference: WalletDifference) -> dict[str, Any]:
    """A difference as JSON gives it: amounts in cents, instants in microseconds."""
    return {
        "kind": difference.kind,
        "cents": difference.cents,
        "movements": [found._asdict() for found in difference.movements],
        "lines": [found._asdict() for found in difference.lines],
    }
