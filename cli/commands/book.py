"""``tombo book``: the double-entry book of the ledger, as a trial balance and holder by holder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final

import typer

from tombo.cli.followed import followed
from tombo.cli.invocation import Invocation, invocation
from tombo.cli.options import At
from tombo.cli.terminal.output import note, say, say_json, warn
from tombo.cli.terminal.sheet import SheetFile, Write, sheet
from tombo.ledger.core.clock import display_instant
from tombo.ledger.core.errors import NotFoundError, TamperedError, UsageError
from tombo.ledger.core.lisbon import window
from tombo.ledger.core.said import euros
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import Store
from tombo.ledger.terms.unit import EURO
from tombo.projections.accounts.checked import EVERYBODYS, checked_holders
from tombo.projections.accounts.followed import Accounts
from tombo.projections.accounts.holders import CLASSES, class_of
from tombo.projections.accounts.reading import (
    HolderLine,
    balance,
    balances,
    holder_lines,
    is_known,
    some_of_class,
    trial_balance,
)
from tombo.projections.reconciliation.closing import last_compared
from tombo.projections.rows import KeptRows
from tombo.reports import book as book_report
from tombo.reports.document import Block
from tombo.reports.said import common as reported
from tombo.reports.said.commands import book as said
from tombo.reports.said.commands import common
from tombo.reports.shown.days import as_of, going_on
from tombo.reports.text import block_lines

app = typer.Typer(help="The double-entry book: where every cent lies, and how it came there.")

FOREVER: Final = 2**63 - 1
NAMED_MAX: Final = 5
"""Holders of the same class that are named where one is not there."""
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
    with call.reading() as reader, followed(call, reader, Accounts) as (views, build):
        size = as_of(call.clock, at, reader.store).size(reader.store)
        held = balances(views, build, size)
        astray = -sum(held.values())
        whole, compared = _ends_commit(reader.store, size), last_compared(reader.store)
    if holders:
        _tell_holders(call, held)
        note(book_report.compared(compared))
    else:
        classes = {**trial_balance(held), **({"transit": astray} if astray else {})}
        known = None if compared is None else compared._asdict()
        found = {"log_size": size, "classes": classes, "in_all": sum(classes.values()), "compared": known}
        call.report(found, book_report.document(classes, size, compared))
    if astray and whole:
        warn(said.ASTRAY(amount=euros(astray)))
        raise typer.Exit(1)


def _ends_commit(store: Store, size: int) -> bool:
    """Whether the first ``size`` entries end with a commit: within one, a movement may have only one of its two sides."""
    last = store.row(size - 1) if size else None
    if last is None:
        return True
    sealed = unpack(last.state)
    return sealed.first + sealed.count == size


def _tell_holders(call: Invocation, held: dict[str, int]) -> None:
    if call.json:
        for holder, cents in sorted(held.items()):
            say_json({"holder": holder, "cents": cents})
    else:
        _tell(call, book_report.holders(held))
    if not held:
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
    since, until = _period(from_, to)
    with call.reading() as reader, followed(call, reader, Accounts) as (views, build):
        going = going_on(call.clock, reader.store, from_, to)
        size = as_of(call.clock, at, reader.store).size(reader.store)
        with _operations(reader.store, KeptRows(views, build), holder, size) as rows:
            _there_is(KeptRows(views, build), rows, holder, size)
            found = holder_lines(*rows, holder, since=since, until=until, size=size)
            with sheet(csv_file, COLUMNS) as write:
                told = _tell_lines(call, holder, found, write)
            left = balance(*rows, holder, size)
        compared = last_compared(reader.store) if class_of(holder) in EVERYBODYS else None
    if not call.json:
        _tell(call, book_report.left(holder, told, left, size))
    if going is not None:
        (note if call.json else say)(reported.DAY_GOES_ON(day=going))
    if class_of(holder) in EVERYBODYS:
        note(book_report.compared(compared))


@contextmanager
def _operations(store: Store, kept: KeptRows, holder: str, size: int) -> Iterator[KeptRows]:
    """The rows in which the operations of ``holder`` are: computed from the entries, or those that are kept of ``EVERYBODYS``."""
    if class_of(holder) in EVERYBODYS:
        yield kept
        return
    with checked_holders(store, kept, (holder,), size) as made:
        yield KeptRows(made.views, made.build)


def _period(first: str | None, last: str | None) -> tuple[int, int]:
    since = 0 if first is None else window(first)[0]
    until = FOREVER if last is None else window(last)[1]
    if since >= until:
        raise UsageError(common.FROM_AFTER_TO(first=str(first), last=str(last)))
    return since, until


def _there_is(kept: KeptRows, found: KeptRows, holder: str, size: int) -> None:
    """That ``holder`` ever had anything by then, in the rows ``found``.

    Raises:
        NotFoundError: he had not; it names some of his class that are ``kept``, or the classes.
    """
    if is_known(*found, holder, size):
        return
    name = class_of(holder)
    if name not in CLASSES:
        raise NotFoundError(said.NO_SUCH_CLASS(holder=holder, classes=tuple(CLASSES)))
    some = tuple(one for one in some_of_class(*kept, name, NAMED_MAX) if is_known(*kept, one, size))
    if not some:
        raise NotFoundError(said.NO_SUCH_HOLDER(holder=holder))
    raise NotFoundError(said.NO_SUCH_HOLDER_BUT(holder=holder, others=some))


def _tell_lines(call: Invocation, holder: str, lines: Iterator[HolderLine], write: Write) -> int:
    """How many operations were told.

    Raises:
        TamperedError: one does not go on from the one before.
    """
    told, last = 0, None
    for line in lines:
        other_days = line.seq - (0 if last is None else last.seq) - 1
        if not other_days and line.before != (0 if last is None else last.after):
            before = euros(line.before)
            raise TamperedError(
                said.DOES_NOT_GO_ON(operation=line.seq, holder=holder, index=line.log_index, before=before)
            )
        write(_cells(line))
        if call.json:
            say_json({"holder": holder, **line._asdict()})
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
