"""What can be asked of a ledger over HTTP: a function a path, whose parameters are the path's and the query's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final, Literal

from fastapi import Query

from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.ids import local, table_of
from tombo.ledger.games.every import GAMES, TABLE_GAMES
from tombo.projections.follow import AsOf, Viewer
from tombo.reports.shown import (
    accounts,
    disputes,
    entries,
    releases,
    replays,
    rounds,
    rulesets,
    staff,
    tables,
    tournaments,
)
from tombo.reports.shown.cards import Seen
from tombo.reports.shown.days import as_of
from tombo.reports.shown.listing import page
from tombo.reports.shown.receipts import receipt_of
from tombo.reports.shown.shown import Shown, lost_one, page_of_names
from tombo.serve.readers import Opened

Json = dict[str, Any]

PAGE: Final = 50
PAGE_MAX: Final = 500

At = Annotated[str | None, Query(description="As of a log index, or of an instant: 2026-07-14T19:05:00Z.")]
Limit = Annotated[int, Query(ge=1, le=PAGE_MAX, description="So many at most.")]
After = Annotated[str | None, Query(description="Go on behind this one: `next` of the page before.")]
OfTable = Annotated[str | None, Query(description="Only those of this table.")]
Version = Annotated[int | None, Query(ge=1, description="As of this version.")]
Step = Annotated[int | None, Query(ge=1, description="Only this step.")]
ViewedBy = Annotated[
    Literal["outsider", "auditor"],
    Query(description="`auditor`: with log indices. Neither sees a card that was not shown."),
]


def tables_list(opened: Opened, limit: Limit = PAGE, after: After = None) -> Json:
    """Every table: stakes, players, the hand or round in play. An entry that cannot follow is told in the place of its table."""
    return _page(tables.names(opened.reader), lambda name: tables.line(opened.reader, name), limit, after)


def table(opened: Opened, table: str, at: At = None) -> Json:
    """A table as it stands, or stood: seats, stacks, button and the hand in play; against the house who plays there, and the round.

    Where a table of poker has the same name, `banked:` stands before it.
    """
    return tables.table(opened.reader, table, _then(opened, at)).json


def tournaments_list(opened: Opened, at: At = None, limit: Limit = PAGE, after: After = None) -> Json:
    """Every tournament: how it stands, its fee, who entered, its pool."""
    then = _then(opened, at)
    return _page(
        tournaments.names(opened.reader), lambda name: tournaments.line(opened.reader, name, then), limit, after
    )


def tournament(opened: Opened, tournament: str, at: At = None) -> Json:
    """A tournament as it stands, or stood: its structure, level, tables, standings, what was bought."""
    return tournaments.standing(opened.reader, tournament, _then(opened, at)).json


def tournament_prizes(opened: Opened, tournament: str, at: At = None) -> Json:
    """The prizes of a tournament, computed again: `differences` says where the record is not what the rules give."""
    return tournaments.prizes(opened.reader, tournament, _then(opened, at)).json


def tournament_refunds(opened: Opened, tournament: str, at: At = None) -> Json:
    """The refunds of a cancelled tournament; of one that goes on, what they would be if it were cancelled."""
    return tournaments.refunds(opened.reader, tournament, _then(opened, at)).json


def hands_list(opened: Opened, table: OfTable = None, limit: Limit = PAGE, after: After = None) -> Json:
    """The newest hands, in the order they were recorded, the newest first."""
    behind = None if after is None else f"hand:{after.removeprefix('hand:')}"
    return _played(opened, ["hand"], table, limit, behind)


def hand(opened: Opened, hand: str, at: Version = None, viewer: ViewedBy = "outsider") -> Json:
    """A hand: seats, blinds, every street, showdown, pots and commission; and why, if it is void."""
    return round_(opened, f"hand:{hand.removeprefix('hand:')}", at, viewer)


def hand_replay(opened: Opened, hand: str, step: Step = None, viewer: ViewedBy = "auditor") -> Json:
    """A hand step by step: who decided, the rules at work, pots and stacks; at the end its payouts computed again."""
    return round_replay(opened, f"hand:{hand.removeprefix('hand:')}", step, viewer)


def rounds_list(opened: Opened, table: OfTable = None, limit: Limit = PAGE, after: After = None) -> Json:
    """The newest rounds of every game, those of poker with them, in the order they were recorded, the newest first."""
    return _played(opened, tuple(TABLE_GAMES), table, limit, after)


def round_(opened: Opened, name: str, at: Version = None, viewer: ViewedBy = "outsider") -> Json:
    """A round, `GAME:TABLE/42`, or `TABLE/42` where one game has it: bets, cards, decisions; what each was paid, got back or lost."""
    view = rounds.look(opened.reader, name, Seen(Viewer(viewer)), at)
    return rounds.in_json(view, rounds.incident_of(opened.reader, view))


def round_replay(opened: Opened, name: str, step: Step = None, viewer: ViewedBy = "auditor") -> Json:
    """A round step by step, what each has at stake; at the end its payments computed again."""
    told = replays.walked(rounds.look(opened.reader, name, Seen(Viewer(viewer))), step)
    found = replays.in_json(told)
    return {"steps": found, "verdict": None} if step is not None else {"steps": found[:-1], "verdict": found[-1]}


def stream(
    opened: Opened,
    stream: str,
    limit: Limit = PAGE,
    after: Annotated[int, Query(ge=0, description="Go on behind this version: `next` of the page before.")] = 0,
) -> Json:
    """The entries of a stream, `hand:mesa-1/42`, as they were signed: closed cards are commitments in them, and names pseudonyms."""
    return entries.of_stream(opened.reader, stream, limit, after)


def receipt(opened: Opened, command_id: str) -> Json:
    """The signed receipt of a command that was recorded, checked before it leaves."""
    return receipt_of(opened.reader, opened.reader.store.trust.policy, command_id).model_dump(mode="json")


def account(opened: Opened, player: str) -> Json:
    """What a player's account holds, its bonus, and each time it was set right."""
    return accounts.account(opened.reader, player).json


def disputes_list(opened: Opened, limit: Limit = PAGE, after: After = None) -> Json:
    """The register of complaints: grounds, player, date and time, time to resolve, outcome."""
    return _page(disputes.names(opened.reader), lambda name: disputes.line(opened.reader, name), limit, after)


def dispute(opened: Opened, dispute: str) -> Json:
    """A dispute from its claim to its resolution: who did what when, replays, readings of cards, what was paid."""
    return disputes.dispute(opened.reader, dispute).json


def rulesets_list(opened: Opened, limit: Limit = PAGE, after: After = None) -> Json:
    """Every ruleset ever approved: regulation, from when, by which reference, whether withdrawn."""
    return _page(rulesets.names(opened.reader), lambda name: rulesets.line(opened.reader, name), limit, after)


def ruleset(opened: Opened, ruleset: str) -> Json:
    """A ruleset: its approval, every term as every hand or round copies it, and what was told of it at approval."""
    return rulesets.ruleset(opened.reader, ruleset).json


def staff_list(opened: Opened, limit: Limit = PAGE, after: After = None) -> Json:
    """Every member of staff ever named, his roles now, and the key that he signs with."""
    return _page(staff.names(opened.reader), lambda name: staff.line(opened.reader, name), limit, after)


def limits(opened: Opened) -> Json:
    """What staff may give for a complaint, and what each member gave alone."""
    return staff.limits(opened.reader).json


def keys_list(opened: Opened, limit: Limit = PAGE, after: After = None) -> Json:
    """Every key ever registered, and whether it is still to be believed."""
    return _page(staff.key_names(opened.reader), lambda name: staff.key_line(opened.reader, name), limit, after)


def releases_list(opened: Opened) -> Json:
    """Every release to a regulator, in the order of the log."""
    return releases.every(opened.reader).json


def releases_of_day(opened: Opened, country: str, day: str) -> Json:
    """The releases of a day, each with its files."""
    return releases.of_day(opened.reader, country, day).json


def _then(opened: Opened, at: str | None) -> AsOf:
    return as_of(opened.clock, at, opened.reader.store)


def _page(names: Sequence[str], line: Callable[[str], Shown | None], limit: int, after: str | None) -> Json:
    found = page_of_names(names, limit, after)
    items = [shown.json for name in found.names if (shown := line(name)) is not None]
    return {"items": items, "next": found.next}


def _played(opened: Opened, games: Sequence[str], table: str | None, limit: int, after: str | None) -> Json:
    begins = tuple(GAMES[name].kinds.begin_kind for name in games)
    listed = page(opened.reader, begins, lambda stream: table in {None, table_of(stream)}, limit, after)
    items = [_in_figures(opened, stream) for stream in listed.streams]
    return {"items": items, "next": listed.streams[-1] if listed.more else None}


def _in_figures(opened: Opened, stream: str) -> Json:
    try:
        return rounds.summary(opened.reader.entries(stream))
    except OutOfPlaceError as error:
        called = {"hand": local(stream)} if stream.startswith("hand:") else {"round": stream}
        return lost_one(called, stream, error).json
