"""What can be asked over HTTP of what is played: a function a path, whose parameters are the path's and the query's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import Query

from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.ids import called, local, table_of
from tombo.ledger.games.every import GAMES, TABLE_GAMES
from tombo.ledger.operate.publisher import PublisherFiles
from tombo.projections.follow import Viewer
from tombo.projections.rows import KeptRows
from tombo.projections.search.fold import Search
from tombo.projections.search.reading import HandQuestion
from tombo.reports.shown import entries, replays, rounds, tables, tournaments, turns
from tombo.reports.shown.cards import Seen, opened_to
from tombo.reports.shown.days import instant_of
from tombo.reports.shown.followed import lags
from tombo.reports.shown.found import check, find, listed
from tombo.reports.shown.house import incidents
from tombo.reports.shown.listing import Listed, page
from tombo.reports.shown.receipts import receipt_of
from tombo.reports.shown.shown import lost_one
from tombo.reports.shown.status import standing
from tombo.serve.parameters import (
    PAGE,
    After,
    At,
    Json,
    Limit,
    OfGame,
    OfIncident,
    OfTable,
    Reading,
    Step,
    Version,
    ViewedBy,
    page_of,
    shown_page,
    then,
)
from tombo.serve.problems import ProblemError
from tombo.serve.readers import OpenedLedger
from tombo.serve.who import HolderSort, Who


def tables_list(opened: OpenedLedger, limit: Limit = PAGE, after: After = None) -> Json:
    """Every table: stakes, players, the hand or round in play. An entry that cannot follow is told in the place of its table."""
    return shown_page(tables.names(opened.reader), lambda name: tables.line(opened.reader, name), limit, after)


def table(opened: OpenedLedger, table: str, at: At = None) -> Json:
    """A table as it stands, or stood: seats, stacks, button and the hand in play; against the house who plays there, and the round.

    Where a table of poker has the same name, `banked:` stands before it.
    """
    return tables.table(opened.reader, table, then(opened, at)).json


def table_turn(opened: OpenedLedger, table: str) -> Json:
    """What a table waits for now, and every act of a player that its door would take: by whom, of which amounts, and until when.

    `command` is what he would ask, for the least; `field` says where the amount stands in it.
    """
    return turns.to_act(opened.reader, table, opened.clock).json


def tournaments_list(opened: OpenedLedger, at: At = None, limit: Limit = PAGE, after: After = None) -> Json:
    """Every tournament: how it stands, its fee, who entered, its pool."""
    moment = then(opened, at)
    return shown_page(
        tournaments.names(opened.reader), lambda name: tournaments.line(opened.reader, name, moment), limit, after
    )


def tournament(opened: OpenedLedger, tournament: str, at: At = None) -> Json:
    """A tournament as it stands, or stood: its structure, level, tables, standings, what was bought."""
    return tournaments.standing(opened.reader, tournament, then(opened, at)).json


def tournament_prizes(opened: OpenedLedger, tournament: str, at: At = None) -> Json:
    """The prizes of a tournament, computed again: `differences` says where the record is not what the rules give."""
    return tournaments.prizes(opened.reader, tournament, then(opened, at)).json


def tournament_refunds(opened: OpenedLedger, tournament: str, at: At = None) -> Json:
    """The refunds of a cancelled tournament; of one that goes on, what they would be if it were cancelled."""
    return tournaments.refunds(opened.reader, tournament, then(opened, at)).json


def found(
    opened: OpenedLedger,
    *,
    player: Annotated[str | None, Query(description="Only those in which this player took part.")] = None,
    table: OfTable = None,
    number: Annotated[str | None, Query(description="Only those of this number.")] = None,
    game: OfGame = None,
    card: Annotated[
        list[str] | None, Query(description="Only those in which this card lay open: `Ah`; all of several.")
    ] = None,
    least: Annotated[int | None, Query(ge=0, description="Only those with so many cents in the pot or staked.")] = None,
    most: Annotated[int | None, Query(ge=0, description="Only those with so many cents at most.")] = None,
    begun_from: Annotated[str | None, Query(alias="from", description="Only those that began then or later.")] = None,
    begun_to: Annotated[str | None, Query(alias="to", description="Only those that began then or before.")] = None,
    incident: OfIncident = None,
    finding: Annotated[str | None, Query(description="Only those to which this rule objected: `R806 r.23`.")] = None,
    disputed: Annotated[bool, Query(description="Only those that somebody complained of.")] = False,
    limit: Limit = PAGE,
    after: Annotated[int | None, Query(ge=0, description="Go on behind this place: `next` of the page before.")] = None,
) -> Json:
    """Hands and rounds of every game, the newest first: those for which all that is asked holds. No closed card is searched."""
    question = HandQuestion(
        player=player,
        table=table,
        number=number,
        regulations=() if game is None else (game,),
        cards=tuple(card or ()),
        least=least,
        most=most,
        incident=incident,
        rule=finding,
        disputed=disputed,
        below=after,
    )
    check(question)
    since, until = (None if text is None else instant_of(text) for text in (begun_from, begun_to))
    with opened.follow(Search) as (views, build):
        return find(opened.reader, KeptRows(views, build), question, limit, since=since, until=until)


def status(opened: OpenedLedger) -> Json:
    """How the ledger stands: its size, the newest checkpoint, what is in play, open incidents, what was objected to, how far projections follow."""
    followed = lags(opened.reader.store, opened.url)
    with opened.kept_or_short(Search) as rows:
        return standing(opened.reader, rows, followed, PublisherFiles(opened.keyring.signer_state))


def hands_list(opened: OpenedLedger, table: OfTable = None, limit: Limit = PAGE, after: After = None) -> Json:
    """The newest hands, in the order they were recorded, the newest first."""
    behind = None if after is None else f"hand:{after.removeprefix('hand:')}"
    return _played(opened, ["hand"], table, limit, behind)


def hand(
    opened: OpenedLedger,
    hand: str,
    *,
    who: Who,
    at: Version = None,
    viewer: ViewedBy = "outsider",
    reading: Reading = None,
) -> Json:
    """A hand: seats, blinds, every street, showdown, pots and commission; and why, if it is void."""
    return round_(opened, f"hand:{hand.removeprefix('hand:')}", who=who, at=at, viewer=viewer, reading=reading)


def hand_replay(
    opened: OpenedLedger,
    hand: str,
    *,
    who: Who,
    step: Step = None,
    viewer: ViewedBy = "auditor",
    reading: Reading = None,
) -> Json:
    """A hand step by step: who decided, the rules at work, pots and stacks; at the end its payouts computed again."""
    return round_replay(
        opened, f"hand:{hand.removeprefix('hand:')}", who=who, step=step, viewer=viewer, reading=reading
    )


def rounds_list(opened: OpenedLedger, table: OfTable = None, limit: Limit = PAGE, after: After = None) -> Json:
    """The newest rounds of every game, those of poker with them, in the order they were recorded, the newest first."""
    return _played(opened, tuple(TABLE_GAMES), table, limit, after)


def round_(
    opened: OpenedLedger,
    name: str,
    *,
    who: Who,
    at: Version = None,
    viewer: ViewedBy = "outsider",
    reading: Reading = None,
) -> Json:
    """A round, `GAME:TABLE/42`, or `TABLE/42` where one game has it: bets, cards, decisions; what each was paid, got back or lost."""
    view = rounds.look(opened.reader, name, _seen(opened, who, name, viewer, reading), at)
    return rounds.in_json(view, rounds.incident_of(opened.reader, view))


def round_replay(
    opened: OpenedLedger,
    name: str,
    *,
    who: Who,
    step: Step = None,
    viewer: ViewedBy = "auditor",
    reading: Reading = None,
) -> Json:
    """A round step by step, what each has at stake; at the end its payments computed again."""
    told = replays.walked(rounds.look(opened.reader, name, _seen(opened, who, name, viewer, reading)), step)
    found = replays.in_json(told)
    return {"steps": found, "verdict": None} if step is not None else {"steps": found[:-1], "verdict": found[-1]}


def _seen(opened: OpenedLedger, who: Who, name: str, viewer: ViewedBy, reading: str | None) -> Seen:
    """What who asks may see of the hand or round ``name``.

    Raises:
        ProblemError: 403, ``reading`` opens nothing to him; one answer, whyever that is.
    """
    if reading is None:
        return Seen(Viewer(viewer))
    stream = opened.reader.round(name)[0].stream
    seen = opened_to(opened.reader, opened.clock, who.id, stream, reading) if who.sort is HolderSort.STAFF else None
    if seen is None:
        raise ProblemError(403, f"that reading opens no closed card of {called(stream)} to {who.sort} {who.id}")
    return seen


def stream(
    opened: OpenedLedger,
    stream: str,
    limit: Limit = PAGE,
    after: Annotated[int, Query(ge=0, description="Go on behind this version: `next` of the page before.")] = 0,
) -> Json:
    """The entries of a stream, `hand:mesa-1/42`, as they were signed: closed cards are commitments in them, and names pseudonyms."""
    return entries.of_stream(opened.reader, stream, limit, after)


def receipt(opened: OpenedLedger, command_id: str) -> Json:
    """The signed receipt of a command that was recorded, checked before it leaves."""
    return receipt_of(opened.reader, opened.reader.store.trust.policy, command_id).model_dump(mode="json")


def incidents_list(opened: OpenedLedger, limit: Limit = PAGE, after: After = None) -> Json:
    """Every outage on record: where it began, since when, at which tables, what was in play, and whether it is open."""
    return page_of(incidents.names(opened.reader), lambda name: incidents.line(opened.reader, name), limit, after)


def incident(opened: OpenedLedger, incident: str) -> Json:
    """An outage, with its entries."""
    return incidents.incident(opened.reader, incident)


def _played(opened: OpenedLedger, games: Sequence[str], table: str | None, limit: int, after: str | None) -> Json:
    there = _listed(opened, games, table, limit, after)
    items = [_in_figures(opened, stream) for stream in there.streams]
    return {"items": items, "next": there.streams[-1] if there.more else None}


def _listed(opened: OpenedLedger, games: Sequence[str], table: str | None, limit: int, after: str | None) -> Listed:
    with opened.kept_or_short(Search) as rows:
        if rows is not None:
            return listed(opened.reader, rows, games, table, limit=limit, after=after)
    begins = tuple(GAMES[name].kinds.begin_kind for name in games)
    return page(opened.reader, begins, lambda stream: table in {None, table_of(stream)}, limit, after)


def _in_figures(opened: OpenedLedger, stream: str) -> Json:
    try:
        return rounds.summary(opened.reader.entries(stream))
    except OutOfPlaceError as error:
        called = {"hand": local(stream)} if stream.startswith("hand:") else {"round": stream}
        return lost_one(called, stream, error).json
