"""A player's statement computed from the streams of his sessions, and held against the followed rows.

A session's stream says where it was played. The tables it names are read from there to its end, with the hands and rounds he was
in; of tournaments all is read. His account and the followed rows name places too: so a session that no row tells is missed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import Any, Final, NamedTuple

from tombo.ledger.core.ids import table_of
from tombo.ledger.games.every import BANKED_GAMES
from tombo.ledger.kinds import EVENTS
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import Row, Store, ViewTable
from tombo.projections.chosen import Chosen, Made, commit_of, lines_of, recomputed, told
from tombo.projections.rows import KeptRows, check
from tombo.projections.session_statement.fold import SessionStatement
from tombo.projections.session_statement.his import his
from tombo.projections.session_statement.lines import ENDS, LINES, SESSIONS
from tombo.projections.strangers import Passed, all_at_home

_ENTERED: Final = ("tournament.registered.v1", "tournament.reentered.v1")
"""The kinds that say whose an entry of a tournament is."""
_PLACES: Final = {"table.player_seated.v1", "banked.player_joined.v1", *_ENTERED}
"""The kinds that say in which session a player plays somewhere."""
_CAUSED: Final = tuple(
    kind for kind, event in EVENTS.items() if kind.startswith("account.") and "cause" in event.model_fields
)
_ENDED: Final = ("session.ended.v1", "session.ended.v2")


class WantedLines(NamedTuple):
    """Which lines: of one ``session`` or of all, with ``since <= instant < until``."""

    player: str
    session: str | None
    since: int
    until: int


class _Stay(NamedTuple):
    """Where a session was played, by stream, and between which log indices something of it can be there."""

    where: str
    start: int
    stop: int
    told: bool
    """Whether it may have a line in the period."""


@contextmanager
def checked_statement(store: Store, kept: KeptRows, asked: WantedLines, size: int) -> Iterator[Made]:
    """What a statement tells, as of the first ``size`` entries, computed from the entries; ``passed``: what it names beside it.

    Raises:
        TamperedError: the followed rows are others.
        OutOfPlaceError: an entry that cannot follow may have to do with the player.
    """
    chosen = Chosen(store, min(size, kept.build.position))
    sessions = _kept_sessions(kept, chosen, asked)
    stays = [stay for session in sorted(sessions) for stay in _stays(chosen, session, asked)]
    for where, (start, stop) in _places(kept, chosen, asked, stays).items():
        sessions |= _choose(chosen, where, start, stop, asked)
    if asked.session is not None:
        sessions = {asked.session}
    for session in sorted(sessions):
        chosen.add(f"session:{session}")
    found = his(asked.player, lines_of(SessionStatement, chosen.rows()))
    with recomputed(SessionStatement, chosen, found, partial(_refuses, store, asked)) as made:
        _check(kept, asked, made, chosen.size)
        yield made._replace(passed=[one for one in made.passed if asked.since <= one.instant < asked.until])


def _check(kept: KeptRows, asked: WantedLines, made: Made, size: int) -> None:
    begun = [row for row in made.due[SESSIONS] if row[2] == asked.player and asked.session in {None, row[0]}]
    only = ("", ()) if asked.session is None else (" AND session = ?", (asked.session,))
    check(kept, SESSIONS, f"player = ? AND log_index < ?{only[0]}", (asked.player, size, *only[1]), begun)
    named = {table: [name for name, _ in table.columns] for table in (LINES, ENDS)}
    at, who = (named[LINES].index(name) for name in ("at", "player"))
    for session, *_ in begun:
        over = _of_session(made, ENDS, session)
        check(kept, ENDS, "session = ? AND log_index < ?", (session, size), over)
        due = [
            row
            for row in _of_session(made, LINES, session)
            if row[who] == asked.player and asked.since <= row[at] < asked.until
        ]
        where = "session = ? AND log_index < ? AND at >= ? AND at < ?"
        check(kept, LINES, where, (session, size, asked.since, asked.until), due)


def _of_session(made: Made, table: ViewTable, session: str) -> list[tuple[Any, ...]]:
    return [row for row in made.due[table] if row[0] == session]


def _kept_sessions(kept: KeptRows, chosen: Chosen, asked: WantedLines) -> set[str]:
    """The sessions that the rows tell of the player, and the one that is asked for."""
    sql = "SELECT session FROM {sessions} WHERE player = ? AND log_index < ?"
    found = kept.views.fetch(kept.build, sql, (asked.player, chosen.size))
    return {name for (name,) in found if isinstance(name, str)} | ({asked.session} if asked.session else set())


def _stays(chosen: Chosen, session: str, asked: WantedLines) -> Iterator[_Stay]:
    """Where ``session`` was played. Who has left keeps nothing there, but entries of tournaments."""
    rows = chosen.add(f"session:{session}")
    began = next(told(rows, "session.started.v1", "player"), None)
    if began is None or began.event["player"] != asked.player:
        return
    ended = next((row for row in rows if row.kind in _ENDED), None)
    stop, last = chosen.size, None
    if ended is not None:
        stop = ended.index
        last = next(told([ended], ended.kind)).recorded
    there = began.instant < asked.until and (last is None or last >= asked.since)
    commits = {row.index: commit_of(row) for row in rows}
    for line in told(rows, "session.entered.v1", "where"):
        where = line.event["where"]
        due = asked.session in {None, session} and (there or where.startswith("tournament:"))
        yield _Stay(where, commits[line.index], stop, due)


def _places(kept: KeptRows, chosen: Chosen, asked: WantedLines, stays: Sequence[_Stay]) -> dict[str, tuple[int, int]]:
    """Where to look, and between which log indices: where the sessions were, and wherever an account or a row knows of more."""
    found: dict[str, tuple[int, int]] = {}
    for stay in stays:
        if stay.told:
            start, stop = found.get(stay.where, (stay.start, stay.stop))
            found[stay.where] = min(start, stay.start), max(stop, stay.stop)
    by_place: dict[str, list[_Stay]] = {}
    for stay in stays:
        by_place.setdefault(stay.where, []).append(stay)
    for where, index in _elsewhere(kept, chosen, asked.player) if asked.session is None else ():
        if not any(stay.start <= index <= stay.stop for stay in by_place.get(where, ())):
            found[where] = 0, chosen.size
    return found


def _elsewhere(kept: KeptRows, chosen: Chosen, player: str) -> Iterator[tuple[str, int]]:
    """The places that the player's account names as causes, and those of his rows, each with its log index."""
    account = chosen.add(f"account:{player}")
    for kind in _CAUSED:
        for line in told(account, kind, "cause"):
            yield from _place(line.event["cause"], line.index)
    sql = "SELECT stream, log_index FROM {lines} WHERE session IN (SELECT session FROM {sessions} WHERE player = ?)"
    for stream, index in kept.views.fetch(kept.build, sql, (player,)):
        if isinstance(stream, str) and type(index) is int and index < chosen.size:
            yield from _place(stream, index)


def _place(stream: str, index: int) -> Iterator[tuple[str, int]]:
    """The table or tournament of what is told in ``stream``; none of a dispute."""
    kind = stream.partition(":")[0]
    if kind in {"table", "banked", "tournament"}:
        yield stream, index
    elif kind == "hand":
        yield f"table:{table_of(stream)}", index
    elif kind in BANKED_GAMES:
        yield f"banked:{table_of(stream)}", index


def _choose(chosen: Chosen, where: str, start: int, stop: int, asked: WantedLines) -> set[str]:
    """Choose what happened to the player at a place between two log indices; in which sessions he was there."""
    player = asked.player
    if where.startswith("tournament:"):
        rows = chosen.add(where, partial(_refuses, chosen.store, asked))
    else:
        rows = chosen.add_between(where, start, stop + 1)
        named = f'"player":"{player}"'.encode()
        if where.startswith("table:"):
            _hands(chosen, rows, named)
        else:
            _rounds(chosen, [*_begun_before(chosen, where, rows), *rows], named)
    played = [line for kind in _PLACES for line in told(rows, kind, "player", "session")]
    return {line.event["session"] for line in played if line.event["player"] == player}


def _refuses(store: Store, asked: WantedLines, passed: Passed) -> bool:
    """Whether a statement cannot be given for an entry that no statement counts.

    Of a tournament, which is read whole whatever the period, for one that names the player or an entry of his: any other moves no money
    of his, and is named beside his lines, where it happened in the period.
    """
    if not passed.stream.startswith("tournament:"):
        return True
    rows = store.stream_rows(passed.stream)
    (row,) = (row for row in rows if row.index == passed.index)
    if f'"player":"{asked.player}"'.encode() in row.state:
        return True
    if "entry" not in EVENTS[row.kind].model_fields:
        return False
    entered = [line.event for kind in _ENTERED for line in told(rows, kind, "entry", "player")]
    (line,) = told([row], row.kind, "entry")
    return line.event["entry"] in {event["entry"] for event in entered if event["player"] == asked.player}


def _hands(chosen: Chosen, rows: Sequence[Row], named: bytes) -> None:
    """The hands among ``rows`` of a table that name the player."""
    for line in told(rows, "table.hand_ended.v1", "hand"):
        hand = line.event["hand"]
        if any(named in row.state for row in all_at_home(chosen.store.stream_rows(hand, lte=1))):
            chosen.add(hand)


def _begun_before(chosen: Chosen, where: str, rows: Sequence[Row]) -> Iterator[Row]:
    """Of a round that ends among ``rows`` of a banked table and began before: where it began. Who comes in between may bet in it."""
    begun = {line.event["round"] for line in told(rows, "banked.round_started.v1", "round")}
    for over in told(rows, "banked.round_ended.v1", "round"):
        name = over.event["round"]
        for row in () if name in begun else chosen.store.stream_rows(name, lte=1):
            commit = unpack(row.state)
            there = chosen.store.rows_of(None, commit.first, commit.first + commit.count)
            beside = [chosen.store.stream_rows(where, gt=one[2] - 1, lte=one[2]) for one in there if one[1] == where]
            for line in told(chain(*beside), "banked.round_started.v1", "round"):
                if line.event["round"] == name:
                    yield chosen.add_between(where, line.index, line.index + 1)[-1]


def _rounds(chosen: Chosen, rows: Sequence[Row], named: bytes) -> None:
    """The rounds among ``rows`` of a banked table that name the player: a bet, a stake in prison."""
    for line in told(rows, "banked.round_started.v1", "round"):
        name = line.event["round"]
        if any(named in row.state for row in chosen.store.stream_rows(name)):
            chosen.add(name)
