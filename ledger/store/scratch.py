"""A database of its own for one comparison, on disk and gone afterwards: the wallet's lines joined with the ledger's movements.

Neither side is held in memory, nor sorted there: SQLite spills both, and what does not tie is read from it row by row.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, NamedTuple, Self, get_args

from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.house.wallet import DifferenceKind, Movement, WalletDifference, WalletLine, WalletTotal

KINDS: Final[tuple[DifferenceKind, ...]] = get_args(DifferenceKind)
CACHE_KIB: Final = 8_192
"""Memory for pages, and for each sort."""
_PRAGMAS: Final = ("journal_mode = OFF", "synchronous = OFF", "temp_store = FILE", f"cache_size = -{CACHE_KIB}")

_TABLES: Final = """
DROP TABLE IF EXISTS line; DROP TABLE IF EXISTS movement; DROP TABLE IF EXISTS equal; DROP TABLE IF EXISTS unlike;
DROP TABLE IF EXISTS elsewhere; DROP TABLE IF EXISTS difference;
CREATE TABLE line (number INTEGER PRIMARY KEY, txn TEXT, player TEXT, operation TEXT, amount INTEGER, instant INTEGER,
    balance INTEGER, outside INTEGER, change INTEGER);
CREATE TABLE movement (log_index INTEGER PRIMARY KEY, stream TEXT, version INTEGER, txn TEXT, player TEXT,
    operation TEXT, amount INTEGER, instant INTEGER);
CREATE TABLE equal (txn TEXT, player TEXT, operation TEXT, amount INTEGER, nth INTEGER, outside INTEGER,
    line INTEGER, entry INTEGER, PRIMARY KEY (txn, player, operation, amount, nth)) WITHOUT ROWID;
CREATE TABLE unlike (txn TEXT, player TEXT, operation TEXT, amount INTEGER, nth INTEGER, outside INTEGER,
    line INTEGER, entry INTEGER);
CREATE TABLE elsewhere (txn TEXT, player TEXT, operation TEXT, amount INTEGER, nth INTEGER, outside INTEGER,
    line INTEGER, entry INTEGER);
CREATE TABLE difference (kind INTEGER, cents INTEGER, first_entry INTEGER, entry INTEGER, first_line INTEGER,
    line INTEGER);
"""
"""``equal``, ``unlike`` and ``elsewhere``: what each pass paired; a row with a line or an entry alone found no partner."""

_ALL: Final = """
    SELECT 0 AS there, log_index AS place, txn, player, operation, amount, 0 AS outside FROM movement
    UNION ALL SELECT 1, number, txn, player, operation, amount, outside FROM line"""


def _left(table: str) -> str:
    """What had no partner in ``table``; lines of another day are told already."""
    return f"""
    SELECT line IS NOT NULL AS there, coalesce(line, entry) AS place, txn, player, operation, amount, outside
    FROM {table} WHERE (line IS NULL) <> (entry IS NULL) AND NOT outside"""  # noqa: S608 - our own names


def _paired(source: str, table: str, key: str, order: str) -> str:
    """Into ``table``: of each ``key`` the first movement of ``source`` with the first line, the second with the second."""
    return f"""
    INSERT INTO {table}
    SELECT max(txn), max(player), max(operation), max(amount), nth, max(outside),
        max(CASE WHEN there THEN place END), max(CASE WHEN NOT there THEN place END)
    FROM (SELECT *, row_number() OVER (PARTITION BY {key}, there ORDER BY {order}, place) AS nth FROM ({source}))
    GROUP BY {key}, nth"""  # noqa: S608 - our own names


_PASSES: Final = (
    _paired(_ALL, "equal", "txn, player, operation, amount", "outside"),
    _paired(_left("equal"), "unlike", "txn, player, operation", "amount"),
    _paired(_left("unlike"), "elsewhere", "txn, operation, amount", "player"),
)
"""Equal in all four; then of the same transaction, player and operation; then of the same but for the player."""

_CODE: Final = {kind: code for code, kind in enumerate(KINDS)}
_DIFFERENCES: Final = (
    f"""SELECT {_CODE["out_of_window"]}, amount, NULL, entry, NULL, line FROM equal WHERE outside""",  # noqa: S608
    f"""SELECT {_CODE["amount_differs"]}, abs(line.amount - movement.amount), NULL, entry, NULL, line
        FROM unlike JOIN line ON number = line JOIN movement ON log_index = entry""",  # noqa: S608
    f"""SELECT {_CODE["player_differs"]}, amount, NULL, entry, NULL, line
        FROM elsewhere WHERE line IS NOT NULL AND entry IS NOT NULL""",  # noqa: S608
    f"""SELECT CASE WHEN rest.there THEN {_CODE["duplicated_there"]} ELSE {_CODE["duplicated_here"]} END,
            rest.amount, equal.entry, CASE WHEN NOT there THEN place END, equal.line, CASE WHEN there THEN place END
        FROM ({_left("elsewhere")}) AS rest JOIN equal USING (txn, player, operation, amount)
        WHERE nth = 1 AND entry IS NOT NULL AND line IS NOT NULL""",  # noqa: S608
    f"""SELECT CASE WHEN rest.there THEN {_CODE["missing_here"]} ELSE {_CODE["missing_there"]} END,
            rest.amount, NULL, CASE WHEN NOT there THEN place END, NULL, CASE WHEN there THEN place END
        FROM ({_left("elsewhere")}) AS rest JOIN equal USING (txn, player, operation, amount)
        WHERE nth = 1 AND (entry IS NULL OR line IS NULL)""",  # noqa: S608
    f"""SELECT {_CODE["balance_breaks"]}, abs(balance - before - change), NULL, NULL, previous, number
        FROM (SELECT number, balance, change, lag(number) OVER each AS previous, lag(balance) OVER each AS before
              FROM line WINDOW each AS (PARTITION BY player ORDER BY number))
        WHERE balance <> before + change""",  # noqa: S608
    f"""SELECT {_CODE["reference_again"]}, amount, first, log_index, NULL, NULL
        FROM (SELECT log_index, amount, first_value(log_index) OVER each AS first
              FROM movement WHERE operation IN ('deposit', 'withdrawal')
              WINDOW each AS (PARTITION BY txn, player, operation ORDER BY log_index))
        WHERE log_index <> first""",  # noqa: S608
)
_FIRST: Final = """
    SELECT number, player, balance - change FROM
    (SELECT *, row_number() OVER (PARTITION BY player ORDER BY number) AS nth FROM line WHERE NOT outside)
    WHERE nth = 1 AND balance IS NOT NULL ORDER BY number"""
"""Of each player the first line of the day that says a balance, and what it was before."""
_TOTAL: Final = "count(*), coalesce(sum({0} >> 32), 0), coalesce(sum({0} & 4294967295), 0)"
"""A sum in two halves: that of amounts a hostile file states may be more than 64 bits hold."""


class Joined(NamedTuple):
    """What both sides come to, and what became of it."""

    here: WalletTotal
    there: WalletTotal
    matched: WalletTotal
    differences: dict[DifferenceKind, WalletTotal]
    """Every kind, in order."""
    balances: int
    """Of how many players the balance was compared."""


Opening = Callable[[str], int]
"""What the ledger has on the wallet of a player as the day begins."""


class Scratch:
    """Joins lines with movements. A context manager: its file is gone when it is closed, or when the process ends.

    Raises:
        StoreUnavailableError: from every method, if the disk for temporary files is full or fails.
    """

    def __init__(self) -> None:
        with _told():
            self._database = sqlite3.connect("", isolation_level=None)  # "": a file without a name
            try:
                for pragma in _PRAGMAS:
                    self._database.execute(f"PRAGMA {pragma}")
            except BaseException:
                self._database.close()
                raise

    def load(self, lines: Iterable[WalletLine], window: tuple[int, int]) -> None:
        """The lines read to their end, whatever was loaded before forgotten.

        ``window``: the first instant of the day, and the first after it.
        """
        begins, ends = window
        with _told():
            run = self._database
            run.executescript(_TABLES)
            run.execute("BEGIN")
            run.executemany(
                "INSERT INTO line VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                ((*line, not begins <= line.instant < ends, line.change) for line in lines),
            )
            run.execute("COMMIT")

    def join(self, movements: Iterable[Movement], opening: Opening | None = None) -> Joined:
        """The movements read to their end and compared with the lines; then the balances, where ``opening`` is known."""
        with _told():
            run = self._database
            run.execute("BEGIN")
            run.executemany("INSERT INTO movement VALUES (?, ?, ?, ?, ?, ?, ?, ?)", movements)
            for statement in _PASSES:
                run.execute(statement)
            for statement in _DIFFERENCES:
                run.execute(f"INSERT INTO difference {statement}")
            compared = 0 if opening is None else self._balances(opening)
            run.execute("COMMIT")
            paired = "equal WHERE line IS NOT NULL AND entry IS NOT NULL AND NOT outside"
            return Joined(
                here=self._total("amount", "movement"),
                there=self._total("amount", "line"),
                matched=self._total("amount", paired),
                differences={
                    kind: self._total("cents", f"difference WHERE kind = {code}") for kind, code in _CODE.items()
                },
                balances=compared,
            )

    def _balances(self, opening: Opening) -> int:
        """Compare what each player had as the day began, and say of how many that was."""
        compared = 0
        for number, player, before in self._database.execute(_FIRST):
            compared += 1
            if before != opening(player):
                row = _CODE["balance_differs"], abs(before - opening(player)), None, None, None, number
                self._database.execute("INSERT INTO difference VALUES (?, ?, ?, ?, ?, ?)", row)
        return compared

    def differences(self) -> Iterator[WalletDifference]:
        """What did not tie, by kind, then by line and log index; read as it is asked for."""
        with _told():
            rows = self._database.execute("SELECT * FROM difference ORDER BY kind, line IS NULL, line, entry")
            for code, cents, first_entry, entry, first_line, line in rows:
                movements = tuple(self._movement(index) for index in (first_entry, entry) if index is not None)
                lines = tuple(self._line(number) for number in (first_line, line) if number is not None)
                yield WalletDifference(KINDS[code], cents, movements, lines)

    def close(self) -> None:
        """Give the file back."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _total(self, column: str, source: str) -> WalletTotal:
        count, high, low = self._one(f"SELECT {_TOTAL.format(column)} FROM {source}")  # noqa: S608 - our own names
        return WalletTotal(count, (high << 32) + low)

    def _movement(self, log_index: int) -> Movement:
        return Movement(*self._one("SELECT * FROM movement WHERE log_index = ?", log_index))

    def _line(self, number: int) -> WalletLine:
        columns = "number, txn, player, operation, amount, instant, balance"
        return WalletLine(*self._one(f"SELECT {columns} FROM line WHERE number = ?", number))  # noqa: S608 - our own

    def _one(self, sql: str, *params: int) -> tuple[Any, ...]:
        found: tuple[Any, ...] = self._database.execute(sql, params).fetchone()
        return found


@contextmanager
def _told() -> Iterator[None]:
    """What the database says of a disk that is full, in our words."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise StoreUnavailableError(
            f"the temporary database of a comparison: {error}; expected room where TMPDIR points"
        ) from error
