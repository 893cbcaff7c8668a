"""A player's statement for people: like that of a bank, a line for every hand, its columns under one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from cli.text import GAMES, dated, figure, moment, priced, signed, timed
from ledger.core.ids import called, local
from ledger.core.lisbon import day_of, in_lisbon
from ledger.terms.unit import Unit
from projections.accounts.reading import WalletMovement
from projections.session_statement.reading import (
    FOREVER,
    OpenStake,
    SessionSpan,
    Statement,
    StatementLine,
    Totals,
)

ENDED: Final = {"player": "by the player", "inactivity": "for inactivity", "operator": "by the operator"}
HEAD: Final = ("staked", "won", "returned", "refunded", "commission", "result")
EURO: Final = Unit(currency="EUR", decimals=2)


def statement_lines(
    found: Statement, stakes: Sequence[OpenStake] = (), wallet: Sequence[WalletMovement] = ()
) -> Iterator[str]:
    """The statement, line by line. ``stakes``: what is undecided; ``wallet``: the movements of the account."""
    yield f"Statement of {found.player}{_period(found)}"
    yield f"As of log index {found.size - 1}"
    if not found.sessions:
        yield "No session"
    numbers = {span.session: str(number) for number, span in enumerate(found.sessions, 1)}
    for span in found.sessions:
        yield f"Session {numbers[span.session]}: {_span(span)}"
    if found.lines:
        yield from _movements(found.lines, numbers)
        yield from _totals(found)
    for stake in stakes:
        where = "in prison at" if stake.what == "prison" else "in the round under way at"
        yield f"At stake, in no line yet: {priced(stake.staked, stake.unit)} {where} {stake.table} ({stake.game})"
    yield from _wallet(wallet)


def _period(found: Statement) -> str:
    since = f" from {dated(found.since)}" if found.since else ""
    return since if found.until == FOREVER else f"{since} until {dated(found.until)}"


def _span(span: SessionSpan) -> str:
    game = f"{span.session}, {GAMES[span.regulation]} ({span.regulation}), from {dated(span.started)}"
    if span.ended is None or span.cause is None:
        return f"{game}, not over"
    return f"{game} to {dated(span.ended)}, ended {ENDED[span.cause]}"


def _what(line: StatementLine) -> str:
    """What a line is about, as people name it: a hand and a round by its number, an entry by its tournament."""
    if line.what in {"hand", "round"}:
        void = ", void" if line.outcome == "voided" else ""
        return f"{called(line.stream)}{void}"
    if line.what == "commission":
        return f"{local(line.stream)}, commission of the {line.outcome.replace('_', '-')}"
    if line.what == "release":
        return f"{called(line.stream)}, out of prison"
    how = f" ({line.outcome})" if line.outcome else ""
    worth = f", worth {priced(abs(line.ticket), line.unit)}" if line.ticket else ""
    return f"{called(line.stream)} entry {line.number}, {line.what}{how}{worth}"


def _movements(lines: Sequence[StatementLine], numbers: dict[str, str]) -> Iterator[str]:
    """The lines under their headings, and the date before the first of each day in Lisbon."""
    cells: list[tuple[str, ...]] = [("time", "session", "hand or round", *HEAD, "running")]
    cells += [
        (
            timed(line.at),
            numbers[line.session],
            _what(line),
            *_figures(line),
            signed(line.result, line.unit),
            signed(line.running, line.unit),
        )
        for line in lines
    ]
    head, *rest = _aligned(cells, left=3)
    yield head
    day = ""
    for line, text in zip(lines, rest, strict=True):
        if day_of(line.at) != day:
            day = day_of(line.at)
            yield day
        yield text


def _figures(line: StatementLine | Totals) -> list[str]:
    """The amounts of a line up to its result; nothing is written as nothing."""
    amounts = (line.staked, line.won, line.returned, line.refunded, line.commission)
    return [("-" if amount < 0 else "") + figure(abs(amount), line.unit) if amount else "" for amount in amounts]


def _totals(found: Statement) -> Iterator[str]:
    """What each game came to, and all of them, with the rule that owes it."""
    cells: list[tuple[str, ...]] = [("total", "played", *HEAD, "")]
    cells += [
        (
            f"{GAMES[total.game]} ({total.game})" if total.game else f"all, {total.unit.currency or 'chips'}",
            str(total.played),
            *_figures(total),
            signed(total.result, total.unit),
            total.rule,
        )
        for total in (*found.games, *found.total)
    ]
    yield from _aligned(cells, left=1, last_left=True)


def _wallet(wallet: Sequence[WalletMovement]) -> Iterator[str]:
    if not wallet:
        return
    cells = [("account", "", "reference", "before", "movement", "after")]
    cells += [
        (
            f"{in_lisbon(line.at) or moment(line.at):%Y-%m-%d %H:%M:%S}",
            line.what,
            line.reference,
            figure(line.before, EURO),
            signed(line.amount, EURO),
            figure(line.after, EURO),
        )
        for line in wallet
    ]
    yield from _aligned(cells, left=3)


def _aligned(rows: Iterable[Sequence[str]], *, left: int, last_left: bool = False) -> list[str]:
    """Rows of cells as lines: the first ``left`` columns to the left, the others to the right, as amounts stand."""
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    last = len(widths) - 1 if last_left else len(widths)
    return [
        "  ".join(
            cell.ljust(width) if at < left or at == last else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
