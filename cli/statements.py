"""``tombo player statement``: what a player's sessions brought him, hand by hand, as the regulation owes it to him."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from cli.house import PlayerName, as_of
from cli.invocation import Invocation, invocation
from cli.output import Bar, note
from cli.reading import Reader
from cli.statement_text import statement_lines
from cli.text import figure, in_lisbon, moment
from ledger.core.clock import SECOND
from ledger.core.errors import NotFoundError, StoreUnavailableError, UnreadableError, UsageError
from ledger.core.ids import is_stream
from ledger.seal.entry import unpack_time
from ledger.store import Build, Views, open_views, scratch_views
from projections.follow import Follower, Projection
from projections.session_statement.fold import SessionStatement
from projections.session_statement.reading import (
    Statement,
    StatementLine,
    open_stakes,
    statement,
    to_json,
)

AMOUNTS: Final = ("ticket", "staked", "won", "returned", "refunded", "commission", "result", "running")
DayName = Annotated[str | None, typer.Option(metavar="DATE", help="One day in Lisbon, for example 2026-07-14.")]


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
    at: Annotated[
        str | None, typer.Option("--at", metavar="WHEN", help="A log index, or an instant as 2026-07-14T19:05:00Z.")
    ] = None,
    csv_file: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the lines to a file.")] = None,
) -> None:
    """Every hand and round of a player's sessions: staked, won, returned, refunded, commission, result, and the totals.

    Owed by R803 r.39, R804 r.26, R805 r.33 and R806 r.67. Days are days in Lisbon, and a hand belongs to the day it ended on.
    For example: tombo player statement p-1 --from 2026-07-01 --to 2026-07-31.
    """
    call = invocation(ctx)
    if not is_stream(f"account:{player}"):
        raise UsageError(f"{player!r} is no pseudonym of a player; expected letters, digits and ._/-, at most 100")
    if day is not None and (from_ is not None or to is not None):
        raise UsageError("--day is a period of its own; expected either --day, or --from and --to")
    with call.reading() as reader:
        if not reader.version(f"account:{player}"):
            raise NotFoundError(f"there is no player {player} in {reader.store.origin}")
        size = as_of(at).size(reader.store)
        since, until = _period(reader, size, day or from_, day or to, whole=session is not None)
        with followed(call, reader, SessionStatement) as (views, build):
            found = statement(views, build, player, session=session, since=since, until=until, as_of_size=size)
        at_stake = [
            stake for stake in open_stakes(build, player) if size == build.position and session in {None, stake.session}
        ]
    if csv_file is not None:
        _write(csv_file, found)
    call.result(to_json(found, at_stake), "\n".join(statement_lines(found, at_stake)))


@contextmanager
def followed(call: Invocation, reader: Reader, projection: type[Projection]) -> Iterator[tuple[Views, Build]]:
    """``projection``, caught up with the ledger; computed from its first entry for this use where nothing can be kept."""
    try:
        views = open_views(call.url)
        build = _caught_up(reader, views, projection)
    except StoreUnavailableError as error:
        note(f"tombo: the tables of {projection.name} cannot be kept ({error}); they are computed for this once")
    else:
        with views:
            yield views, build
        return
    with scratch_views() as views:
        yield views, _caught_up(reader, views, projection)


def _caught_up(reader: Reader, views: Views, projection: type[Projection]) -> Build:
    bar, size = Bar("entries"), reader.store.head().size
    build = Follower(reader.store, views, projection, told=lambda position: bar(position, size)).catch_up(size)
    bar.clear()
    return build


def _period(
    reader: Reader, size: int, first: str | None, last: str | None, *, whole: bool
) -> tuple[int | None, int | None]:
    """The instants between which a statement tells; a ``whole`` session has no such limits unless somebody sets them.

    Twelve months back from the newest entry unless somebody asks for more: the clock is the ledger's, so that the same
    question about the same entries has the same answer.
    """
    until = None if last is None else lisbon_day(_date(last))[1]
    if first is not None or whole:
        return (None if first is None else lisbon_day(_date(first))[0]), until
    row = reader.store.row(size - 1)
    newest = until - 1 if until is not None else unpack_time(row.state)[0] if row is not None else 0
    return lisbon_day(_year_before(_day_of(newest)))[0], until


def _day_of(instant: int) -> date:
    return (in_lisbon(instant) or moment(instant)).date()


def _year_before(day: date) -> date:
    """The same day a year before; for 29 February the last of that month."""
    try:
        return day.replace(year=day.year - 1)
    except ValueError:
        return day.replace(year=day.year - 1, day=28)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{text!r} is no date; expected for example 2026-07-14") from None


def lisbon_day(day: date) -> tuple[int, int]:
    """The instants at which a day in Lisbon begins and the next one does; twice a year 23 or 25 hours apart."""
    return _midnight(day), _midnight(day + timedelta(days=1))


def _midnight(day: date) -> int:
    """Midnight in Lisbon: in summer an hour before that of UTC."""
    utc = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
    earlier = (utc - 3_600) * SECOND
    local = in_lisbon(earlier)
    return earlier if local is not None and local.date() == day else utc * SECOND


def _write(path: Path, found: Statement) -> None:
    """The lines as CSV, a heading first: instants in UTC, amounts in whole units with a point, their currency beside them."""
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            names = [name for name in StatementLine._fields if name not in {"unit", *AMOUNTS}]
            writer.writerow([*names, "currency", *AMOUNTS])
            writer.writerows(_cells(line, names) for line in found.lines)
    except OSError as error:
        raise UnreadableError(f"{path} cannot be written: {error.strerror}") from error
    note(f"{len(found.lines):,} lines written to {path}")


def _cells(line: StatementLine, names: list[str]) -> list[Any]:
    cells = line._asdict()
    for name in ("recorded", "at"):
        cells[name] = f"{moment(cells[name]):%Y-%m-%dT%H:%M:%S.%fZ}"
    plain = [cells[name] for name in names]
    signs = ("-" if cells[name] < 0 else "" for name in AMOUNTS)
    amounts = (figure(abs(cells[name]), line.unit) for name in AMOUNTS)
    return [
        *plain,
        line.unit.currency or "chips",
        *(sign + amount for sign, amount in zip(signs, amounts, strict=True)),
    ]
