"""A hand or round, of whichever game: looked up as somebody may see it, and told, as a history, step by step or in a line."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

import typer

from tombo.cli.audits import replay_all
from tombo.cli.card_readings import seen_by
from tombo.cli.followed import kept
from tombo.cli.invocation import Invocation
from tombo.cli.listing import tell_lost, tell_more
from tombo.cli.means import ByWhom
from tombo.cli.terminal.output import say, say_json
from tombo.cli.terminal.page_file import save, save_replay
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import NotFoundError, OutOfPlaceError, UsageError
from tombo.ledger.core.ids import local, table_of
from tombo.ledger.games.every import GAMES, TABLE_GAMES
from tombo.ledger.kinds import CLOSED_TYPES
from tombo.projections.follow import Viewer
from tombo.projections.round.view import AnyView
from tombo.projections.search.fold import Search
from tombo.reports.pages.page import Issued
from tombo.reports.play import audit as audit_report
from tombo.reports.play import listing as listing_report
from tombo.reports.said.commands import common as said
from tombo.reports.shown.cards import Seen
from tombo.reports.shown.found import listed
from tombo.reports.shown.listing import Listed, page
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.replays import Walked, walked
from tombo.reports.shown.replays import document as replay_document
from tombo.reports.shown.replays import drawn as replay_drawn
from tombo.reports.shown.replays import in_json as in_steps
from tombo.reports.shown.rounds import document, in_json, incident_of, look, page_of, summary
from tombo.reports.text import text_lines

EVERY: Final = tuple(TABLE_GAMES)
"""The types of stream of all that is played at a table."""


def tell(call: Invocation, view: AnyView, incident: Sequence[Entry]) -> None:
    """Print it, for a program or for a person."""
    if call.json:
        say_json(in_json(view, incident))
    else:
        for line in text_lines(document(view, incident), call.language):
            say(line)


def seen_of(call: Invocation, name: str, who: Viewer, reason: str | None, staff: str | None) -> Seen:
    """What ``who`` may see of ``name``, once that he sees its closed cards is on record.

    Raises:
        NotFoundError: there is no such hand or round, or the player was not in it.
        UsageError: closed cards are asked for, and the game has none, or no reason or officer is named.
        RefusedError: the live door refuses him.
    """
    if who.role in {"outsider", "auditor"}:
        return Seen(who)
    with call.reading() as reader:
        stream = reader.round(name)[0].stream
    if stream.partition(":")[0] not in CLOSED_TYPES:
        raise UsageError(said.NOTHING_FACE_DOWN(stream=stream))
    return seen_by(call, who, [stream], reason, staff)


def show(call: Invocation, name: str, seen: Seen, at: int | None, file: Path | None) -> None:
    """Show one: printed, or as a page in ``file``."""
    with call.reading() as reader:
        view = look(reader, name, seen, at)
        incident = incident_of(reader, view)
        if file is None:
            tell(call, view, incident)
        else:
            save(call, reader, file, seen.viewer, page_of(view, incident))


def replay(call: Invocation, name: str, seen: Seen, only: int | None, file: Path | None) -> None:
    """Replay one step by step, or the step ``only``: printed, or drawn on a page in ``file``.

    Raises:
        typer.Exit: with status 1, where its money does not add up, or is not what the rules give.
    """
    with call.reading() as reader:
        told = walked(look(reader, name, seen), only)
        if file is not None:
            issued = Issued(reader.store.origin, call.clock.now())
            drawn = replay_drawn(reader, told, issued=issued, language=call.language)
            save_replay(call, file, seen.viewer, drawn, told)
    if file is None:
        _tell_replay(call, told)
    if not told.sound:
        raise typer.Exit(1)


def _tell_replay(call: Invocation, told: Walked) -> None:
    lines = [] if call.json else list(text_lines(replay_document(told), call.language))
    for one in in_steps(told) if call.json else ():  # all that is told is made before any of it is
        say_json(one)
    for line in lines:
        say(line)


def audit(call: Invocation, since: int, games: Collection[str], noun: str, by: ByWhom) -> None:
    """Replay all that is over of these ``games`` in bulk.

    Raises:
        typer.Exit: with status 1, where one differs from what the rules give.
    """
    outcomes, wrong, *_ = replay_all(call, since, games, by)
    differing = [
        {noun: one.stream.removeprefix("hand:"), "log_index": one.at, "differences": one.differences} for one in wrong
    ]
    document = {
        "since": since,
        f"{noun}s": sum(found.total() for found in outcomes.values()),
        "outcomes": outcomes["hand"] if noun == "hand" else outcomes,
        "differing": differing,
    }
    call.report(document, audit_report.document(outcomes, wrong))
    if wrong:
        raise typer.Exit(1)


def list_them(
    call: Invocation, games: Collection[str], table: str | None, limit: int, after: str | None, noun: str
) -> None:
    """The newest of these ``games``, one a line; only those at ``table`` where one is named.

    Raises:
        NotFoundError: there is none at this table, or none ``after`` which to go on.
        typer.Exit: with status 1, where one holds an entry that cannot follow; the others are listed.
    """
    lost = False
    named = local if noun == "hand" else str  # among hands alone their type goes without saying
    with call.reading() as reader:
        there = _page(call, reader, games, table, limit, after)
        if table is not None and not there.streams and after is None:
            what = said.HAND if noun == "hand" else said.ROUND
            raise NotFoundError(said.NONE_AT_TABLE(what=what, table=table, word=noun))
        for stream in there.streams:
            try:
                row = summary(reader.entries(stream))
            except OutOfPlaceError as error:
                lost = True
                called = {"hand": local(stream)} if stream.startswith("hand:") else {"round": stream}
                tell_lost(call, called, named(stream), error)
                continue
            if call.json:
                say_json(row)
            else:
                say(listing_report.in_a_line(named(stream), row))
        tell_more(call, f"tombo {noun} list" + (f" --table {table}" if table else ""), there, named)
    if lost:
        raise typer.Exit(1)


def _page(
    call: Invocation, reader: Reader, games: Collection[str], table: str | None, limit: int, after: str | None
) -> Listed:
    """A page of the list: from the followed rows where they are kept, else from the log itself."""
    with kept(call, reader, Search) as rows:
        if rows is not None:
            return listed(reader, rows, games, table, limit=limit, after=after)
    begins = tuple(GAMES[name].kinds.begin_kind for name in games)
    return page(reader, begins, lambda stream: table in {None, table_of(stream)}, limit, after)
