"""``tombo player``: the last hand and the statement that the regulation owes a player."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer

from tombo.cli import rounds
from tombo.cli.card_readings import seen_by
from tombo.cli.followed import followed
from tombo.cli.invocation import Invocation, invocation
from tombo.cli.options import At, PlayerName, Reason
from tombo.cli.signing import StaffName
from tombo.cli.terminal.output import note, say
from tombo.cli.terminal.page_file import PageFile, save, write_page
from tombo.cli.terminal.sheet import SheetFile, sheet
from tombo.ledger.core.clock import display_instant, happened
from tombo.ledger.core.errors import NotFoundError, UsageError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.core.lisbon import day_of, window
from tombo.ledger.kinds import CLOSED_TYPES
from tombo.ledger.seal.entry import unpack_time
from tombo.ledger.store import Build, Views
from tombo.projections.accounts.checked import checked_holders
from tombo.projections.accounts.followed import Accounts
from tombo.projections.accounts.holders import bonus as bonus_of
from tombo.projections.accounts.holders import wallet as wallet_of
from tombo.projections.accounts.reading import balance, wallet_lines
from tombo.projections.follow import Viewer
from tombo.projections.round.last import LastHand, last_hands
from tombo.projections.round.last import to_json as last_hand_json
from tombo.projections.round.view import AnyView
from tombo.projections.rows import KeptRows
from tombo.projections.session_statement.checked import WantedLines, checked_statement
from tombo.projections.session_statement.fold import SessionStatement
from tombo.projections.session_statement.reading import (
    FOREVER,
    OpenStake,
    Statement,
    StatementLine,
    open_stakes,
    statement,
    to_json,
)
from tombo.reports import statement as statement_report
from tombo.reports.pages.statement import AccountText, statement_pages
from tombo.reports.play.last import essential
from tombo.reports.said.commands import common
from tombo.reports.said.commands import person as said
from tombo.reports.shown import rounds as shown
from tombo.reports.shown.cards import Seen
from tombo.reports.shown.days import as_of, going_on
from tombo.reports.shown.reading import Reader

app = typer.Typer(help="What the regulation owes a player.")

LAST_HAND_AMOUNTS: Final = ("staked", "won", "returned", "refunded", "result")
LAST_HAND: Final = ("stream", "began", "outcome", "incident", "currency", *LAST_HAND_AMOUNTS, "rule")
"""The columns of a last hand in a spreadsheet."""


@app.command("last-hand")
def last_hand(
    ctx: typer.Context,
    player: PlayerName,
    at: At = None,
    last: Annotated[int, typer.Option("--last", min=1, max=100, metavar="N", help="So many, the newest first.")] = 1,
    reason: Reason = None,
    staff: StaffName = None,
    page: PageFile = None,
    csv_file: SheetFile = None,
) -> None:
    """The last hand or round a player took part in, as he may see it: its result, and what he staked.

    In whichever game it was (R803 r.37, R804 r.24, R805 r.31, R806 r.65), a tournament's too. With the cards that were shown; with
    his own closed ones for an officer who acts for him (--staff, --reason), on record. After it what he is in the middle of, if
    anything. With --json: one document a hand. For example: tombo player last-hand p-7 --last 3; tombo player last-hand p-7 --staff
    s-2 --reason 'he asked for it'.
    """
    call = invocation(ctx)
    if not is_stream(f"account:{player}"):
        raise UsageError(common.NO_PSEUDONYM(typed=repr(player)))
    with call.reading() as reader:
        found = last_hands(player, reader.backwards(player), reader.entries, as_of(call.clock, at, reader.store), last)
    told, who = (*found.over, *found.in_play), Viewer("player", player)
    closed = [one.stream for one in found.over if one.stream.partition(":")[0] in CLOSED_TYPES]
    seen = seen_by(call, who, closed, reason, staff) if reason is not None and closed else Seen(who)
    with call.reading() as reader:
        views = [
            shown.look(reader, one.stream, seen, one.entries[-1].version) for one in told
        ]  # before a file is written
        with sheet(csv_file, LAST_HAND) as write:
            for one in told:
                write(_last_cells(one))
        if page is not None and told:
            save(
                call,
                reader,
                page,
                seen.viewer,
                *(shown.page_of(view, shown.incident_of(reader, view)) for view in views),
            )
        for place, (one, view) in enumerate(zip(told, views, strict=True) if page is None else ()):
            if place and not call.json:
                say("")
            _tell_last(call, reader, one, view)
    if not told:
        raise NotFoundError((said.NO_ROUND_OF_HIS if at is None else said.NO_ROUND_OF_HIS_THEN)(player=player))


def _last_cells(found: LastHand) -> dict[str, Any]:
    """The essential elements for a spreadsheet; what is in play has no result yet."""
    row, unit = last_hand_json(found), found.entries[0].event.terms.unit
    amounts = {name: "" if row[name] is None else unit.sum(row[name]) for name in LAST_HAND_AMOUNTS}
    first = found.entries[0]
    began = happened(first.occurred, first.recorded, first.stream)
    return {**row, **amounts, "began": display_instant(began), "currency": unit.currency or "chips"}


def _tell_last(call: Invocation, reader: Reader, found: LastHand, view: AnyView) -> None:
    """Print a hand or a round as it stood, and what it brought its player."""
    rounds.tell(call, view, shown.incident_of(reader, view), {"last_hand": last_hand_json(found)})
    if not call.json:
        say(essential(found, view.viewer.player or "", view.unit))


AMOUNTS: Final = ("ticket", "staked", "won", "returned", "refunded", "commission", "result", "running")


COLUMNS: Final = (
    *(name for name in StatementLine._fields if name not in {"unit", *AMOUNTS}),
    "currency",
    *AMOUNTS,
)


DayName = Annotated[str | None, typer.Option(metavar="DATE", help="One day in Lisbon, for example 2026-07-14.")]


@app.command("statement")
def player_statement(
    ctx: typer.Context,
    player: PlayerName,
    session: Annotated[str | None, typer.Option(metavar="SESSION", help="One session, for example p-1/3.")] = None,
    day: DayName = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="DATE", help="The first day; else 12 months before the last.")
    ] = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="DATE", help="The last day; else that of the newest entry.")
    ] = None,
    at: At = None,
    csv_file: SheetFile = None,
    page: PageFile = None,
) -> None:
    """Every hand and round of a player's sessions: staked, won, returned, refunded, commission, result, and the totals.

    Owed by R803 r.39, R804 r.26, R805 r.33 and R806 r.67. Days are days in Lisbon, and a hand belongs to the day it ended on.
    Exit status 1 where an entry of one of his tournaments cannot follow: it is named, and not counted.
    For example: tombo player statement p-1 --from 2026-07-01 --to 2026-07-31.
    """
    call = invocation(ctx)
    if not is_stream(f"account:{player}"):
        raise UsageError(common.NO_PSEUDONYM(typed=repr(player)))
    first, last = _days(day, from_, to)
    with call.reading() as reader:
        if not reader.version(f"account:{player}"):
            raise NotFoundError(common.NO_SUCH_HERE(what=common.PLAYER, name=player, origin=reader.store.origin))
        going = going_on(call.clock, reader.store, first, last)
        size = as_of(call.clock, at, reader.store).size(reader.store)
        since, until = _period(reader, size, first, last, whole=session is not None)
        asked = WantedLines(player, session, since or 0, FOREVER if until is None else until)
        with (
            followed(call, reader, SessionStatement) as (views, build),
            checked_statement(reader.store, KeptRows(views, build), asked, size) as made,
        ):
            found = statement(
                made.views, made.build, player, session=session, since=since, until=until, as_of_size=size
            )._replace(passed=tuple(made.passed))
            at_stake = _at_stake(made.build, asked) if size == build.position else []
        account = None  # which belongs to no session
        if session is None:
            with (
                followed(call, reader, Accounts) as (views, book),
                checked_holders(
                    reader.store, KeptRows(views, book), (wallet_of(player), bonus_of(player)), size
                ) as his,
            ):
                account = _account(reader, his.views, his.build, found)
    with sheet(csv_file, COLUMNS) as write:
        for line in found.lines:
            write(_cells(line))
    if page is not None:
        write_page(call, reader, page, *statement_pages(found, at_stake, account, going))
        note(common.WROTE(file=str(page)))
    wallet, bonus = ((), ()) if account is None else (account.lines, account.bonus)
    told = {**to_json(found, at_stake, wallet, bonus), "goes_on": going is not None}
    call.report(told, statement_report.document(found, at_stake, wallet, going, bonus))
    if found.passed:
        raise typer.Exit(1)


def _days(day: str | None, first: str | None, last: str | None) -> tuple[str | None, str | None]:
    """The first and the last day that somebody asks for.

    Raises:
        UsageError: a day and a period, or one that ends before it begins.
    """
    if first is not None and last is not None and window(first)[0] >= window(last)[1]:
        raise UsageError(common.FROM_AFTER_TO(first=first, last=last))
    if day is not None and (first is not None or last is not None):
        raise UsageError(common.DAY_IS_A_PERIOD())
    return day or first, day or last


def _at_stake(build: Build, asked: WantedLines) -> list[OpenStake]:
    """What is undecided of the session that is asked for, or of all."""
    return [stake for stake in open_stakes(build, asked.player) if asked.session in {None, stake.session}]


def _account(reader: Reader, views: Views, book: Build, found: Statement) -> AccountText:
    """What the account held as the time of ``found`` began and ended, and every movement between, of its bonus too."""
    time = {"since": found.since, "until": found.until, "size": found.size}
    lines = wallet_lines(views, book, found.player, "cash", **time)
    bonus = wallet_lines(views, book, found.player, "bonus", **time)
    if lines:
        return AccountText(lines[0].before, lines[-1].after, lines, bonus)
    size = min(found.size, reader.store.size_at(found.until - 1))
    held = balance(views, book, wallet_of(found.player), size)
    return AccountText(held, held, lines, bonus)


def _period(
    reader: Reader, size: int, first: str | None, last: str | None, *, whole: bool
) -> tuple[int | None, int | None]:
    """The instants between which a statement tells; a ``whole`` session has no such limits unless somebody sets them.

    Twelve months back from the newest entry unless somebody asks for more: the clock is the ledger's, so that the same
    question about the same entries has the same answer.
    """
    until = None if last is None else window(last)[1]
    if first is not None or whole:
        return (None if first is None else window(first)[0]), until
    row = reader.store.row(size - 1)
    newest = until - 1 if until is not None else unpack_time(row.state)[0] if row is not None else 0
    return window(_year_before(day_of(newest)))[0], until


def _year_before(day: str) -> str:
    """The same day a year before; for 29 February the 28th."""
    year, month, date = day.split("-")
    return f"{int(year) - 1}-{month}-{'28' if (month, date) == ('02', '29') else date}"


def _cells(line: StatementLine) -> dict[str, Any]:
    """A line for a spreadsheet: its currency beside its amounts."""
    cells = line._asdict()
    instants = {name: display_instant(cells[name]) for name in ("recorded", "at")}
    amounts = {name: line.unit.sum(cells[name]) for name in AMOUNTS}
    return cells | instants | amounts | {"currency": line.unit.currency or "chips"}
