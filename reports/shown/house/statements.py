"""What a player's sessions brought him, hand by hand, and the movements of his account (R803 r.39, R804 r.26, R805 r.33, R806 r.67)."""

from __future__ import annotations

from typing import Any, NamedTuple

from tombo.ledger.core.clock import Clock
from tombo.ledger.core.errors import NotFoundError, UsageError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.core.lisbon import day_of, window
from tombo.ledger.house.session.state import session_stream
from tombo.ledger.seal.entry import unpack_time
from tombo.ledger.store import Build, Views
from tombo.projections.accounts.checked import checked_holders
from tombo.projections.accounts.followed import Accounts
from tombo.projections.accounts.holders import bonus as bonus_of
from tombo.projections.accounts.holders import wallet as wallet_of
from tombo.projections.accounts.reading import balance, wallet_lines
from tombo.projections.follow import absent
from tombo.projections.rows import KeptRows
from tombo.projections.session_statement.checked import WantedLines, checked_statement
from tombo.projections.session_statement.fold import SessionStatement
from tombo.projections.session_statement.reading import (
    FOREVER,
    OpenStake,
    Statement,
    open_stakes,
    statement,
    to_json,
)
from tombo.reports.pages.statement import AccountText
from tombo.reports.said.commands import common
from tombo.reports.shown.days import as_of, going_on
from tombo.reports.shown.followed import Follow
from tombo.reports.shown.reading import Reader


class StatementWanted(NamedTuple):
    """Whose statement, and of which time."""

    player: str
    session: str | None = None
    first: str | None = None
    """The first Lisbon day; else 12 months before the last."""
    last: str | None = None
    """The last one; else that of the newest entry."""
    at: str | None = None
    """As of a log index or an instant."""


class PlayerStatement(NamedTuple):
    """A statement, what is undecided, what his account held, and the last day asked for, if it is not over yet."""

    found: Statement
    at_stake: list[OpenStake]
    account: AccountText | None
    """None of a session alone: no account belongs to one."""
    going: str | None


def days_of(day: str | None, first: str | None, last: str | None) -> tuple[str | None, str | None]:
    """The first and the last day that somebody asks for, by one ``day`` or by two.

    Raises:
        UsageError: a day and a period, or one that ends before it begins.
    """
    if first is not None and last is not None and window(first)[0] >= window(last)[1]:
        raise UsageError(common.FROM_AFTER_TO(first=first, last=last))
    if day is not None and (first is not None or last is not None):
        raise UsageError(common.DAY_IS_A_PERIOD())
    return day or first, day or last


def player_statement(reader: Reader, follow: Follow, clock: Clock, asked: StatementWanted) -> PlayerStatement:
    """The statement that is ``asked`` for; ``passed`` in it are the entries of his tournaments that cannot follow, which are not counted.

    Raises:
        NotFoundError: there is no such player, or he had no such session by then.
        UsageError: no player can be called that, or the time has not begun.
        TamperedError: a row is not what the entries give.
    """
    player, session = asked.player, asked.session
    if not is_stream(f"account:{player}"):
        raise UsageError(common.NO_PSEUDONYM(typed=repr(player)))
    if not reader.version(f"account:{player}"):
        raise NotFoundError(common.NO_SUCH_HERE(what=common.PLAYER, name=player, origin=reader.store.origin))
    going = going_on(clock, reader.store, asked.first, asked.last)
    size = as_of(clock, asked.at, reader.store).size(reader.store)
    if session is not None:
        _begun_by_then(reader, player, session, size)
    since, until = _period(reader, size, asked.first, asked.last, whole=session is not None)
    wanted = WantedLines(player, session, since or 0, FOREVER if until is None else until)
    with (
        follow(SessionStatement) as (views, build),
        checked_statement(reader.store, KeptRows(views, build), wanted, size) as made,
    ):
        found = statement(
            made.views, made.build, player, session=session, since=since, until=until, as_of_size=size
        )._replace(passed=tuple(made.passed))
        at_stake = _at_stake(made.build, wanted) if size == build.position else []
    account = None if session is not None else _account_of(reader, follow, found, size)
    return PlayerStatement(found, at_stake, account, going)


def _begun_by_then(reader: Reader, player: str, session: str, size: int) -> None:
    """That a session of ``player`` which there is now had begun once ``size`` entries were there.

    Raises:
        NotFoundError: it began later.
    """
    stream = session_stream(session)
    first = next(iter(reader.store.entries(stream, lte=1)), None) if is_stream(stream) else None
    if first is not None and first.index >= size and getattr(first.event, "player", None) == player:
        raise absent("session", session, (first.index, first.recorded))


def in_json(told: PlayerStatement) -> dict[str, Any]:
    """The statement, for programs."""
    wallet, bonus = ((), ()) if told.account is None else (told.account.lines, told.account.bonus)
    return {**to_json(told.found, told.at_stake, wallet, bonus), "goes_on": told.going is not None}


def _at_stake(build: Build, asked: WantedLines) -> list[OpenStake]:
    """What is undecided of the session that is asked for, or of all."""
    return [stake for stake in open_stakes(build, asked.player) if asked.session in {None, stake.session}]


def _account_of(reader: Reader, follow: Follow, found: Statement, size: int) -> AccountText:
    holders = (wallet_of(found.player), bonus_of(found.player))
    with (
        follow(Accounts) as (views, book),
        checked_holders(reader.store, KeptRows(views, book), holders, size) as his,
    ):
        return _account(reader, his.views, his.build, found)


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
