"""``tombo book``: the double-entry book of the ledger, as a trial balance and holder by holder."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, Final

import typer

from tombo.cli.followed import followed
from tombo.cli.invocation import Invocation, invocation
from tombo.cli.options import At
from tombo.cli.terminal.output import note, say, say_json, warn
from tombo.cli.terminal.sheet import SheetFile, sheet
from tombo.ledger.core.clock import display_instant
from tombo.ledger.core.said import euros
from tombo.ledger.terms.unit import EURO
from tombo.projections.accounts.checked import EVERYBODYS
from tombo.projections.accounts.holders import class_of
from tombo.projections.accounts.reading import (
    HolderLine,
)
from tombo.reports import book as book_report
from tombo.reports.cells import Write
from tombo.reports.document import Block
from tombo.reports.said import common as reported
from tombo.reports.said.commands import book as said
from tombo.reports.shown.days import as_of, going_on
from tombo.reports.shown.house import book
from tombo.reports.text import block_lines

app = typer.Typer(help="The double-entry book: where every cent lies, and how it came there.")

COLUMNS: Final = ("operation", "log_index", "at", "what", "other", "before", "movement", "after")


@app.command("balance")
def trial(
    ctx: typer.Context,
    at: At = None,
    holders: Annotated[bool, typer.Option("--holders", help="Every holder that has something, one a line.")] = False,
) -> None:
    """The trial balance: what each class of holder has, now or at any moment of the past; in all it is nothing.

    What is inside came from outside, which is below zero by as much. Exit status 1 where the whole is not zero: an account and
    its cause do not agree, and 'tombo reconcile' says which. Totals are those of the followed book: it is said which night
    compared it with the entries. For example: tombo book balance --at 2026-07-14T20:00:00Z.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        found = book.trial(reader, partial(followed, call, reader), as_of(call.clock, at, reader.store))
    if holders:
        _tell_holders(call, found)
        note(book_report.compared(found.compared))
    else:
        call.report(book.trial_json(found), book_report.document(found.classes, found.size, found.compared))
    if not found.sound:
        warn(said.ASTRAY(amount=euros(found.astray)))
        raise typer.Exit(1)


def _tell_holders(call: Invocation, found: book.Trial) -> None:
    if call.json:
        for row in book.held_json(found):
            say_json(row)
    else:
        _tell(call, book_report.holders(found.held))
    if not found.held:
        note(book_report.NOBODY)


def _tell(call: Invocation, block: Block) -> None:
    for line in block_lines(block, call.language):
        say(line)


@app.command()
def show(
    ctx: typer.Context,
    holder: Annotated[str, typer.Argument(metavar="HOLDER", help="Who or what holds money, for example wallet:p-1.")],
    from_: Annotated[str | None, typer.Option("--from", metavar="DATE", help="The first day.")] = None,
    to: Annotated[str | None, typer.Option("--to", metavar="DATE", help="The last day.")] = None,
    at: At = None,
    csv_file: SheetFile = None,
) -> None:
    """One holder's operations: when, what, who is on the other side, balance before, movement, balance after.

    A holder is wallet:PLAYER, bonus:PLAYER, tickets:PLAYER, stack:TABLE/SEAT, pot:TABLE/HAND, stake:ROUND, prison:TABLE, pool:TOURNAMENT,
    bounty:TOURNAMENT, commission:REGULATION, house:REGULATION, adjustment, compensation, promotion or outside. Each line goes on from the one before.
    Days are days in Lisbon. What is told is computed from the entries; of adjustment, commission, house, promotion and outside, to
    which many streams add, it is said which night compared it. With --json: JSON Lines. For example: tombo book show wallet:p-1 --from 2026-07-14.
    """
    call = invocation(ctx)
    since, until = book.days(from_, to)
    with call.reading() as reader:
        going = going_on(call.clock, reader.store, from_, to)
        then = as_of(call.clock, at, reader.store)
        with book.holder_book(reader, partial(followed, call, reader), holder, then) as found:
            with sheet(csv_file, COLUMNS) as write:
                told = _tell_lines(call, holder, found.lines(since, until), write)
            left, size = found.left, found.size
        compared = book.compared_for(reader.store, holder)
    if not call.json:
        _tell(call, book_report.left(holder, told, left, size))
    if going is not None:
        (note if call.json else say)(reported.DAY_GOES_ON(day=going))
    if class_of(holder) in EVERYBODYS:
        note(book_report.compared(compared))


def _tell_lines(call: Invocation, holder: str, lines: Iterator[HolderLine], write: Write) -> int:
    """How many operations were told."""
    told, last = 0, None
    for line in lines:
        other_days = line.seq - (0 if last is None else last.seq) - 1
        write(_cells(line))
        if call.json:
            say_json(book.holder_json(line, holder))
        else:
            if last is not None and other_days:
                _tell(call, book_report.between(other_days))
            _tell(call, book_report.operation(line, first=last is None))
        told, last = told + 1, line
    return told


def _cells(line: HolderLine) -> dict[str, Any]:
    """A line for a spreadsheet."""
    amounts = {name: EURO.sum(getattr(line, name)) for name in ("before", "movement", "after")}
    return {**line._asdict(), "operation": line.seq, "at": display_instant(line.at), **amounts}
