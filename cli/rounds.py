"""A hand or round, of whichever game: looked up as somebody may see it, and told, as a history, step by step or in a line."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, assert_never

import typer

from tombo.cli.audits import replay_all
from tombo.cli.card_readings import OUTSIDER, Seen, seen_by
from tombo.cli.invocation import Invocation
from tombo.cli.listing import page, tell_lost, tell_more
from tombo.cli.options import there_is_step
from tombo.cli.reading import Reader
from tombo.cli.terminal.output import say, say_json
from tombo.cli.terminal.page_file import save
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import NotFoundError, OutOfPlaceError, UsageError
from tombo.ledger.core.ids import local, table_of
from tombo.ledger.games.every import GAMES, TABLE_GAMES
from tombo.ledger.games.poker.turns import pot_total
from tombo.ledger.house.rules import together
from tombo.ledger.kinds import CLOSED_TYPES
from tombo.projections.follow import Viewer
from tombo.projections.round.banked import BankedView
from tombo.projections.round.hand import HandView
from tombo.projections.round.replay import again, steps, verdict_json
from tombo.projections.round.replay import to_json as step_json
from tombo.projections.round.view import AnyView, name_json, of, to_json
from tombo.reports.document import Document
from tombo.reports.pages.hands import hand_page
from tombo.reports.pages.page import Page
from tombo.reports.pages.rounds import round_page
from tombo.reports.play import audit as audit_report
from tombo.reports.play import hand as hand_report
from tombo.reports.play import listing as listing_report
from tombo.reports.play import replay as replay_report
from tombo.reports.play import round as round_report
from tombo.reports.said.commands import common as said
from tombo.reports.text import text_lines

EVERY: Final = tuple(TABLE_GAMES)
"""The types of stream of all that is played at a table."""


def look(reader: Reader, name: str, seen: Seen = OUTSIDER, at: int | None = None) -> AnyView:
    """The hand or round of this stream, or of this name, as it is ``seen``, as of version ``at`` if given.

    Raises:
        NotFoundError: there is none, or it has no such version.
        UsageError: several games have one of this name.
    """
    entries = reader.round(name, at)
    if at is not None and entries[-1].version < at:
        raise NotFoundError(said.NO_SUCH_VERSION(name=name, versions=entries[-1].version, asked=at))
    return of(entries, seen.cards(reader, entries[0].stream), seen.viewer)


def incident_of(reader: Reader, view: AnyView) -> list[Entry]:
    """The entries of the incident that made it void; none where it is not."""
    for act in view.acts:
        incident = getattr(act.entry.event, "incident", None)
        if incident is not None:
            return reader.entries(f"incident:{incident}")
    return []


def document(view: AnyView, incident: Sequence[Entry]) -> Document:
    """The whole of it.

    Raises:
        OutOfPlaceError: an entry that cannot follow the others.
    """
    with together(view.stream):
        match view:
            case HandView():
                return hand_report.document(view, incident)
            case BankedView():
                return round_report.document(view, incident)
            case _:
                assert_never(view)


def page_of(view: AnyView, incident: Sequence[Entry]) -> Page:
    """The whole of it as a page.

    Raises:
        OutOfPlaceError: an entry that cannot follow the others.
    """
    with together(view.stream):
        match view:
            case HandView():
                return hand_page(view, incident)
            case BankedView():
                return round_page(view, incident)
            case _:
                assert_never(view)


def tell(call: Invocation, view: AnyView, incident: Sequence[Entry], more: Mapping[str, Any] | None = None) -> None:
    """Print it, for a program or for a person; ``more`` goes into the document."""
    if call.json:
        happened = [entry.event.model_dump(mode="json") for entry in incident]
        say_json({**to_json(view), "incident": happened, **(more or {})})
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


def replay(call: Invocation, name: str, seen: Seen, only: int | None) -> None:
    """Replay one step by step, or the step ``only``.

    Raises:
        typer.Exit: with status 1, where its money does not add up, or is not what the rules give.
    """
    with call.reading() as reader:
        view = look(reader, name, seen)
    taken, found = steps(view), again(view)
    there_is_step(view.stream, len(taken), only)
    lines = list[str]()
    if not call.json:  # all that is told is made before any of it is
        lines += text_lines(replay_report.document(view, taken, found, only), call.language)
    documents = [step_json(one) for one in taken if only in {None, one.number}] if call.json else []
    if call.json and only is None:
        with together(view.stream):
            documents.append(verdict_json(view, taken, found))
    for one in documents:
        say_json(one)
    for line in lines:
        say(line)
    if found.told or not all(one.conserved for one in taken):
        raise typer.Exit(1)


def audit(call: Invocation, since: int, games: Collection[str], noun: str) -> None:
    """Replay all that is over of these ``games`` in bulk.

    Raises:
        typer.Exit: with status 1, where one differs from what the rules give.
    """
    outcomes, wrong, *_ = replay_all(call, since, games)
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
    begins = tuple(GAMES[name].kinds.begin_kind for name in games)
    with call.reading() as reader:
        listed = page(reader, begins, lambda stream: table in {None, table_of(stream)}, limit, after)
        if table is not None and not listed.streams and after is None:
            what = said.HAND if noun == "hand" else said.ROUND
            raise NotFoundError(said.NONE_AT_TABLE(what=what, table=table, word=noun))
        for stream in listed.streams:
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
        tell_more(call, f"tombo {noun} list" + (f" --table {table}" if table else ""), listed, named)
    if lost:
        raise typer.Exit(1)


def summary(entries: Sequence[Entry]) -> dict[str, Any]:
    """A hand or round in a few figures.

    Raises:
        OutOfPlaceError: an entry that cannot follow those before it.
    """
    with together(entries[0].stream):
        return _figures(entries)


def _figures(entries: Sequence[Entry]) -> dict[str, Any]:
    view, first = of(entries, {}, Viewer()), entries[0]
    common = {"unit": view.unit.model_dump(), "outcome": view.state.outcome, "version": entries[-1].version}
    match view:
        case HandView():
            return {
                **name_json(view),
                "when": first.recorded if view.started.door == "live" else first.occurred,
                "door": view.started.door,
                "players": len(view.started.seats),
                "pot": pot_total(view.hand),
                "commission": sum(amount for _, _, amount in view.hand.fees),
                **common,
                "findings": sum(entry.kind.startswith("hand.finding_recorded.") for entry in entries),
            }
        case BankedView():
            found = view.results
            return {
                **name_json(view),
                "when": first.recorded,
                "players": len(found),
                "staked": sum(one.totals.get("staked", 0) for one in found),
                "prizes": sum(one.totals.get("prize", 0) for one in found),
                **common,
            }
        case _:
            assert_never(view)
