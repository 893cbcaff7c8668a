"""A player's statement, read from the followed rows: by session, day or period, as of any entry of the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from tombo.ledger.core.errors import NotFoundError
from tombo.ledger.store import Build, Views
from tombo.ledger.terms.every import LAWS
from tombo.ledger.terms.unit import Unit
from tombo.projections.accounts.reading import WalletMovement
from tombo.projections.session_statement.fold import in_play
from tombo.projections.session_statement.lines import LINES
from tombo.projections.strangers import Passed

OWED_BY: Final = {name: law.statement for name, law in LAWS.items()}
"""The rule that owes a player the total staked and the profit or loss of a session. Tournaments are played in sessions of their game."""
_SESSIONS: Final = (
    "SELECT s.session, s.regulation, s.log_index, s.started, e.log_index, e.ended, e.cause FROM {sessions} s"
    " LEFT JOIN {ends} e ON e.session = s.session AND e.log_index < ?"
    " WHERE s.player = ? AND s.log_index < ? ORDER BY s.log_index"
)
_COLUMNS: Final = tuple(name for name, _ in LINES.columns if name != "player")
_LINES: Final = (
    f"SELECT {', '.join(_COLUMNS)} FROM {{lines}}"  # noqa: S608  # names of our own
    " WHERE session = ? AND log_index < ? AND at >= ? AND at < ?"
)
FOREVER: Final = 2**53
"""An instant after all others."""


class SessionSpan(NamedTuple):
    """A player session. ``ended_index``, ``ended`` and ``cause`` are None while it lasts."""

    session: str
    regulation: str
    started_index: int
    started: int
    ended_index: int | None
    ended: int | None
    cause: str | None


class StatementLine(NamedTuple):
    """What an entry brought the player: see ``LINES``. ``running``: this result and those before it in the statement, together."""

    log_index: int
    recorded: int
    at: int
    session: str
    game: str
    what: str
    stream: str
    number: int
    outcome: str
    unit: Unit
    ticket: int
    staked: int
    won: int
    returned: int
    refunded: int
    commission: int
    result: int
    running: int


class Totals(NamedTuple):
    """Sums of lines in one unit: of a game, by the ``rule`` that owes them, or of all, where both are empty."""

    game: str
    rule: str
    unit: Unit
    played: int
    """Hands and rounds."""
    ticket: int
    staked: int
    won: int
    returned: int
    refunded: int
    commission: int
    result: int


class OpenStake(NamedTuple):
    """What a player has at stake against the house: in the round under way at ``table``, or in prison there."""

    session: str
    game: str
    table: str
    what: str
    unit: Unit
    staked: int


class Statement(NamedTuple):
    """A statement of one player, as of the first ``size`` entries of the log, from ``since`` up to ``until``, exclusive."""

    player: str
    size: int
    since: int
    until: int
    sessions: tuple[SessionSpan, ...]
    lines: tuple[StatementLine, ...]
    """In log order."""
    games: tuple[Totals, ...]
    total: tuple[Totals, ...]
    """Of all games, by unit: one, or none where there is no line."""
    passed: tuple[Passed, ...] = ()
    """Entries of his tournaments that no door wrote, which are counted nowhere and say nothing of him."""


def statement(
    views: Views,
    build: Build,
    player: str,
    *,
    session: str | None = None,
    since: int | None = None,
    until: int | None = None,
    as_of_size: int,
) -> Statement:
    """What ``player`` is owed: of one ``session``, or of all that happened in a period.

    Each session is a range of the primary key, so the cost is that of the lines told, however long the ledger is.

    Raises:
        NotFoundError: he has no such session.
    """
    start, stop = since or 0, FOREVER if until is None else until
    there = [SessionSpan(*row) for row in views.fetch(build, _SESSIONS, (as_of_size, player, as_of_size))]
    if session is not None:
        there = [span for span in there if span.session == session]
        if not there:
            raise NotFoundError(f"{player} has no session {session}; 'tombo player statement' lists his")
    rows = [
        row
        for span in there
        if span.started < stop
        for row in views.fetch(build, _LINES, (span.session, as_of_size, start, stop))
    ]
    lines = _numbered(rows)
    told = {line.session for line in lines}
    sessions = [
        span
        for span in there
        if span.session in told or (span.started < stop and (span.ended is None or span.ended >= start))
    ]
    games = sorted({(line.game, line.unit.currency or "", line.unit.decimals) for line in lines})
    totals = [
        _total(game, [line for line in lines if (line.game, line.unit.currency or "", line.unit.decimals) == key])
        for key in games
        for game in [key[0]]
    ]
    units = dict.fromkeys((line.unit.currency, line.unit.decimals) for line in lines)
    overall = [
        _total("", [line for line in lines if (line.unit.currency, line.unit.decimals) == unit]) for unit in units
    ]
    return Statement(player, as_of_size, start, stop, tuple(sessions), tuple(lines), tuple(totals), tuple(overall))


def _numbered(rows: Iterable[tuple[Any, ...]]) -> list[StatementLine]:
    """The lines in ``rows``, in log order, with the running result of each unit."""
    found, running = [], dict[tuple[str, int], int]()
    units: dict[tuple[str, int], Unit] = {}
    for row in sorted(rows, key=lambda row: (row[1], row[0])):
        session, index, recorded, at, game, what, stream, number, outcome, currency, decimals, *amounts = row
        key = currency, decimals
        if key not in units:
            units[key] = Unit(currency=currency or None, decimals=decimals)
        running[key] = running.get(key, 0) + amounts[-1]
        place = index, recorded, at, session, game, what, stream, number, outcome, units[key]
        found.append(StatementLine._make((*place, *amounts, running[key])))
    return found


def _total(game: str, lines: Sequence[StatementLine]) -> Totals:
    return Totals(
        game,
        OWED_BY.get(game, ""),
        lines[0].unit,
        sum(line.what in {"hand", "round"} for line in lines),
        sum(line.ticket for line in lines),
        sum(line.staked for line in lines),
        sum(line.won for line in lines),
        sum(line.returned for line in lines),
        sum(line.refunded for line in lines),
        sum(line.commission for line in lines),
        sum(line.result for line in lines),
    )


def open_stakes(build: Build, player: str) -> list[OpenStake]:
    """What ``player`` has at stake against the house where ``build`` stands. A hand of poker is told once it is over."""
    found = []
    for name, table in in_play(build.state).banked_tables.items():
        held = table.prison.get(player)
        if held is not None:
            found.append(OpenStake(held[0], table.game, name, "prison", table.unit, held[1]))
        found += [
            OpenStake(box.session, table.game, name, "round", table.unit, box.staked - box.returned)
            for box in table.boxes.values()
            if box.player == player and box.staked > box.returned
        ]
    return found


def to_json(
    found: Statement,
    stakes: Sequence[OpenStake] = (),
    wallet: Sequence[WalletMovement] = (),
    bonus: Sequence[WalletMovement] = (),
) -> dict[str, Any]:
    """A statement as JSON: amounts in minor units of the unit beside them."""
    return {
        "player": found.player,
        "size": found.size,
        "since": found.since or None,
        "until": None if found.until == FOREVER else found.until,
        "sessions": [span._asdict() for span in found.sessions],
        "lines": [_plain(line) for line in found.lines],
        "games": [_plain(total) for total in found.games],
        "total": [_plain(total) for total in found.total],
        "at_stake": [_plain(stake) for stake in stakes],
        "not_counted": [
            {"log_index": one.index, "stream": one.stream, "kind": one.kind, "at": one.instant, "why": one.why}
            for one in found.passed
        ],
        "wallet": [line._asdict() for line in wallet],
        "bonus": [line._asdict() for line in bonus],
    }


def _plain(line: StatementLine | Totals | OpenStake) -> dict[str, Any]:
    return {**line._asdict(), "unit": line.unit.model_dump()}
