"""The operator's wallet statement: one CSV file, as ``docs/wallet.md`` describes it, read and written line by line.

Read strictly: a cell that is not exactly what the page says ends the reading, and is named with its line.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import IO, Any, Final

from tombo.ledger.core.clock import INSTANT_MAX, SECOND, display_instant
from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.core.ids import LOCAL_PATTERN
from tombo.ledger.core.money import AMOUNT_MAX
from tombo.ledger.house.fields import REFERENCE, TEXT_MAX
from tombo.ledger.house.wallet import EFFECTS, WalletLine

COLUMNS: Final = ("transaction", "player", "operation", "amount", "occurred")
BALANCE: Final = "balance"
"""The column that may follow them."""

LINE_MAX: Final = 4_096
"""The most bytes a line may have, its end included."""
SHOWN_MAX: Final = 60
"""The most characters of what was found that a message repeats."""

_TRANSACTION: Final = re.compile(REFERENCE)
_PLAYER: Final = re.compile(LOCAL_PATTERN, re.ASCII)
_AMOUNT: Final = re.compile(r"(0|[1-9]\d{0,13})\.(\d\d)", re.ASCII)
_OCCURRED: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)", re.ASCII)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Hashed:
    """A file opened in binary that is read line by line, and the hash of what was read."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._hash = sha256()

    def readline(self, size: int) -> bytes:
        """The next line, or its first ``size`` bytes."""
        raw = self._file.readline(size)
        self._hash.update(raw)
        return raw

    def digest(self) -> str:
        """SHA-256 of what was read, in hexadecimal."""
        return self._hash.hexdigest()


def read_statement(file: IO[bytes] | Hashed) -> Iterator[WalletLine]:
    """The lines of the statement in ``file``, opened in binary, one at a time.

    Raises:
        UnreadableError: a line that is not as ``docs/wallet.md`` has it, by its number, with what was found and expected.
    """
    rows = csv.reader(_texts(file), strict=True)
    names = _row(rows, 1)
    if names is None or tuple(names) not in {COLUMNS, (*COLUMNS, BALANCE)}:
        found = "an empty file" if names is None else f"the header {_shown(','.join(names))}"
        raise UnreadableError(
            f"wallet statement, line 1: found {found}; expected {','.join(COLUMNS)}, or that and ,{BALANCE}"
        )
    number = 2
    while (cells := _row(rows, number)) is not None:
        yield _line(cells, number, len(names))
        number += 1


def _texts(file: IO[bytes] | Hashed) -> Iterator[str]:
    """The lines of ``file`` as text; a byte order mark before the first is passed over."""
    number = 1
    while raw := file.readline(LINE_MAX + 1):
        if len(raw) > LINE_MAX:
            raise _unreadable(number, "more bytes", f"at most {LINE_MAX} in a line")
        try:
            yield raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise _unreadable(number, f"the bytes {raw[error.start : error.end].hex(' ')}", "UTF-8") from error
        number += 1


def _row(rows: Any, number: int) -> list[str] | None:
    """The cells of line ``number``, which ``rows`` gives next; None at the end of the file."""
    try:
        cells: list[str] | None = next(rows, None)
    except csv.Error as error:
        raise _unreadable(number, f"no comma-separated cells ({error})", "cells as RFC 4180 has them") from error
    if rows.line_num > number:
        raise _unreadable(number, "a cell that goes on in the next line", "one line for each movement")
    return cells


def _line(cells: list[str], number: int, columns: int) -> WalletLine:
    if len(cells) != columns:
        raise _unreadable(number, f"{len(cells)} cells", f"{columns}, as in the header")
    transaction, player, operation, amount, occurred = cells[: len(COLUMNS)]
    if _TRANSACTION.fullmatch(transaction) is None or len(transaction) > TEXT_MAX:
        raise _unreadable(number, f"transaction {_shown(transaction)}", "1 to 500 characters, none of them a control")
    if _PLAYER.fullmatch(player) is None:
        raise _unreadable(number, f"player {_shown(player)}", "letters, digits and ._/-, 1 to 100")
    if operation not in EFFECTS:
        raise _unreadable(number, f"operation {_shown(operation)}", f"one of {', '.join(EFFECTS)}")
    return WalletLine(
        number=number,
        transaction=transaction,
        player=player,
        operation=operation,
        amount=_cents(amount, "amount", number),
        instant=_instant(occurred, number),
        balance=_balance(cells[-1], number) if columns > len(COLUMNS) else None,
    )


def _cents(cell: str, name: str, number: int) -> int:
    found = _AMOUNT.fullmatch(cell)
    cents = AMOUNT_MAX + 1 if found is None else int(found[1]) * 100 + int(found[2])
    if cents > AMOUNT_MAX:
        raise _unreadable(number, f"{name} {_shown(cell)}", "euros with a point and two decimals, such as 1250.00")
    return cents


def _balance(cell: str, number: int) -> int:
    """A wallet below nothing is a fault of the wallet, not of its statement."""
    below = cell.startswith("-")
    cents = _cents(cell[below:], BALANCE, number)
    return -cents if below else cents


def _instant(cell: str, number: int) -> int:
    moment = None
    if _OCCURRED.fullmatch(cell):
        with suppress(ValueError):  # the month may be the 13th
            moment = datetime.fromisoformat(cell)
    if moment is None:
        wanted = "ISO 8601 with seconds and offset, such as 2026-07-15T21:04:05+01:00"
        raise _unreadable(number, f"occurred {_shown(cell)}", wanted)
    since = moment.replace(tzinfo=UTC) - _EPOCH - (moment.utcoffset() or timedelta())  # of the year 9999 too
    instant = (since.days * 86_400 + since.seconds) * SECOND + since.microseconds
    if not 0 <= instant <= INSTANT_MAX:
        raise _unreadable(number, f"occurred {_shown(cell)}", "an instant from 1970 to 2255")
    return instant


def _unreadable(number: int, found: str, expected: str) -> UnreadableError:
    return UnreadableError(f"wallet statement, line {number}: found {found}; expected {expected}")


def _shown(text: str) -> str:
    return repr(text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX]}…")


def write_statement(lines: Iterable[WalletLine], file: IO[str], *, balances: bool = True) -> None:
    """``lines`` as a statement into ``file``, in their order; the column of balances only where every line has one."""
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow((*COLUMNS, BALANCE) if balances else COLUMNS)
    for line in lines:
        told = (line.transaction, line.player, line.operation, _euros(line.amount), display_instant(line.instant))
        rows.writerow((*told, _euros(line.balance or 0)) if balances else told)


def _euros(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"
