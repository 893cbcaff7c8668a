"""The operator's wallet statement: what is written is read back, and what is not as the page says is named with its line."""

from __future__ import annotations

import io
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.core.money import Money
from tombo.ledger.exchange.wallet import LINE_MAX, read_statement, write_statement
from tombo.ledger.house.account.commands import Deposit, Withdraw
from tombo.ledger.house.wallet import EFFECTS, WalletLine

HEADER = "transaction,player,operation,amount,occurred"
LINE = "roulette-1/4,p-1,debit,12.50,2026-07-15T21:04:05+01:00"
READ = WalletLine(2, "roulette-1/4", "p-1", "debit", 1_250, 1_784_145_845_000_000)


def read(text: str) -> list[WalletLine]:
    return list(read_statement(io.BytesIO(text.encode())))


def written(lines: list[WalletLine], *, balances: bool) -> str:
    file = io.StringIO(newline="")
    write_statement(lines, file, balances=balances)
    return file.getvalue()


transactions = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=500)
lines = st.builds(
    WalletLine,
    number=st.just(0),
    transaction=transactions,
    player=st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,99}", fullmatch=True),
    operation=st.sampled_from(list(EFFECTS)),
    amount=st.integers(0, 2**53 - 1),
    instant=st.integers(0, 2**53 - 1),
    balance=st.integers(-(2**53) + 1, 2**53 - 1),
)


@given(written_lines=st.lists(lines, max_size=5), balances=st.booleans())
def test_what_is_written_is_read_back(*, written_lines: list[WalletLine], balances: bool) -> None:
    """Any transaction, commas and quotation marks in it, and every amount, instant and balance come back as they were."""
    expected = [
        line._replace(number=number, balance=line.balance if balances else None)
        for number, line in enumerate(written_lines, 2)
    ]
    assert read(written(written_lines, balances=balances)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{HEADER}\n{LINE}\n", READ),
        (f"{HEADER}\r\n{LINE}\r\n", READ),
        (f"\ufeff{HEADER}\n{LINE}", READ),
        (f'{HEADER}\n"roulette-1/4",{LINE.partition(",")[2]}\n', READ),
        (f"{HEADER}\n{LINE.replace('21:04:05+01:00', '20:04:05Z')}\n", READ),
        (f"{HEADER}\n{LINE.replace('05+', '05.000001+')}\n", READ._replace(instant=READ.instant + 1)),
        (f"{HEADER},balance\n{LINE},-0.01\n", READ._replace(balance=-1)),
    ],
)
def test_forms_that_are_allowed(text: str, expected: WalletLine) -> None:
    """Either line ending, a byte order mark, quotation marks, any offset, fractions of a second, a balance below nothing."""
    assert read(text) == [expected]


@pytest.mark.parametrize("reference", ["", "MB\t4711", "MB\n4711", "MB\x1b[31m", "MB\x854711", "x" * 501])
@pytest.mark.parametrize("kind", [Deposit, Withdraw])
def test_f7_what_no_statement_can_say_is_no_reference(kind: type[Deposit | Withdraw], reference: str) -> None:
    """The door took any text, and the night of such a deposit never tied: the wallet's line of it could not be read."""
    with pytest.raises(ValidationError):
        kind(amount=Money(100), player="p-1", reference=reference)
    with pytest.raises(UnreadableError, match="wallet statement, line 2"):
        read(written([READ._replace(transaction=reference)], balances=False))


def test_a_statement_of_a_quiet_day_is_its_header() -> None:
    """No line is no movement, and no error."""
    assert read(f"{HEADER}\n") == read(f"{HEADER},balance") == []


def _with(**cells: str) -> str:
    names = HEADER.split(",")
    return ",".join(cells.get(name, cell) for name, cell in zip(names, LINE.split(","), strict=True))


@pytest.mark.parametrize(
    ("line", "found", "expected"),
    [
        (_with(transaction=""), "transaction ''", "1 to 500 characters"),
        (_with(transaction="a\tb"), r"transaction 'a\tb'", "none of them a control"),
        (_with(transaction="a\x85b"), r"transaction 'a\x85b'", "none of them a control"),
        (_with(transaction="x" * 501), f"transaction '{'x' * 60}…'", "1 to 500 characters"),
        (_with(player="João"), "player 'João'", "letters, digits and ._/-"),
        (
            _with(operation="Debit"),
            "operation 'Debit'",
            "one of deposit, withdrawal, debit, credit, compensation, reversal, conv",
        ),
        (_with(amount="12.5"), "amount '12.5'", "euros with a point and two decimals"),
        (_with(amount="-12.50"), "amount '-12.50'", "euros with a point and two decimals"),
        (_with(amount="012.50"), "amount '012.50'", "euros with a point and two decimals"),
        (_with(amount="٣.50"), "amount '٣.50'", "euros with a point and two decimals"),
        (_with(amount="90071992547409.92"), "amount '90071992547409.92'", "euros with a point and two decimals"),
        (_with(occurred="2026-07-15T21:04:05"), "occurred '2026-07-15T21:04:05'", "ISO 8601 with seconds and offset"),
        (_with(occurred="2026-13-15T21:04:05Z"), "occurred '2026-13-15T21:04:05Z'", "ISO 8601 with seconds and offset"),
        (_with(occurred="2026-07-15 21:04:05Z"), "occurred '2026-07-15 21:04:05Z'", "ISO 8601 with seconds and offset"),
        (f"{LINE},1.00", "6 cells", "5, as in the header"),
        ("", "0 cells", "5, as in the header"),
        (f'"{LINE}', "no comma-separated cells (unexpected end of data)", "cells as RFC 4180 has them"),
        (f'"a\n{LINE}', "no comma-separated cells (unexpected end of data)", "cells as RFC 4180 has them"),
        (f'"a\nb"{LINE}', "no comma-separated cells (',' expected after '\"')", "cells as RFC 4180 has them"),
        (f'"a\nb",{LINE}', "a cell that goes on in the next line", "one line for each movement"),
        ("x" * LINE_MAX, "more bytes", f"at most {LINE_MAX} in a line"),
    ],
)
def test_an_unreadable_line_is_named(line: str, found: str, expected: str) -> None:
    """By its number, with what was found and what was expected; the lines before it have been read."""
    statement = read_statement(io.BytesIO(f"{HEADER}\n{LINE}\n{line}\n".encode()))
    assert next(statement) == READ
    with pytest.raises(UnreadableError) as raised:
        next(statement)
    told = str(raised.value)
    before, _, after = told.partition("; expected ")
    assert before == f"wallet statement, line 3: found {found}"
    assert expected in after


def test_bytes_that_are_no_utf_8_are_named() -> None:
    """A statement in Latin-1 is not guessed at."""
    with pytest.raises(UnreadableError, match=r"^wallet statement, line 2: found the bytes e3; expected UTF-8$"):
        list(read_statement(io.BytesIO(f"{HEADER}\nJoão,p-1,debit,1.00,2026-07-15T21:04:05Z\n".encode("latin-1"))))


def test_a_balance_that_is_none_is_named() -> None:
    """Where the column is there, every line has a balance."""
    with pytest.raises(UnreadableError, match=r"line 2: found balance ''; expected euros"):
        read(f"{HEADER},balance\n{LINE},\n")


@pytest.mark.parametrize(
    "header", ["", "player,transaction,operation,amount,occurred", f"{HEADER},note", HEADER.upper()]
)
def test_a_header_that_is_another_is_named(header: str) -> None:
    """Columns are told by their names, and their names are these."""
    with pytest.raises(UnreadableError, match=r"^wallet statement, line 1: found .*; expected transaction,player,"):
        read(f"{header}\n{LINE}\n" if header else "")


def test_a_statement_is_read_as_it_is_asked_for() -> None:
    """A line is there before the next is read: nothing holds the file in memory."""
    lines_of = itertools.chain([f"{HEADER}\n".encode()], itertools.repeat(f"{LINE}\n".encode()))

    class Endless(io.BytesIO):
        def readline(self, _size: int | None = -1, /) -> bytes:
            return next(lines_of)

    found = list(itertools.islice(read_statement(Endless()), 1_000))
    assert [line.number for line in found] == list(range(2, 1_002))
