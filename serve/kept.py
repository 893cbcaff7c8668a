"""What can be asked over HTTP of players, money and the house: a function a path, whose parameters are the path's and the query's."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

from fastapi import Query

from tombo.projections.search.fold import Search
from tombo.reports.shown import last_hands
from tombo.reports.shown.days import going_on
from tombo.reports.shown.followed import lags, lags_json
from tombo.reports.shown.house import (
    accounts,
    book,
    closings,
    credentials,
    disputes,
    refunds,
    releases,
    rulesets,
    staff,
    statements,
)
from tombo.reports.shown.house.waiting import names_page
from tombo.serve.parameters import (
    PAGE,
    After,
    At,
    Day,
    From,
    Json,
    Limit,
    OfGame,
    OfIncident,
    OfPlayer,
    OfTournament,
    Session,
    To,
    page_of,
    shown_page,
    then,
)
from tombo.serve.readers import OpenedLedger


def account(opened: OpenedLedger, player: str) -> Json:
    """What a player's account holds, its bonus, and each time it was set right."""
    return accounts.account(opened.reader, player).json


def disputes_list(opened: OpenedLedger, limit: Limit = PAGE, after: After = None) -> Json:
    """The register of complaints: grounds, player, date and time, time to resolve, outcome."""
    with opened.kept(Search) as rows:
        page = names_page(opened.reader, rows, limit, after)
    items = [disputes.line(opened.reader, stream).json for stream in page.streams]
    return {"items": items, "next": page.streams[-1] if page.more else None}


def dispute(opened: OpenedLedger, dispute: str) -> Json:
    """A dispute from its claim to its resolution: who did what when, replays, readings of cards, what was paid."""
    return disputes.dispute(opened.reader, dispute).json


def rulesets_list(opened: OpenedLedger, limit: Limit = PAGE, after: After = None) -> Json:
    """Every ruleset ever approved: regulation, from when, by which reference, whether withdrawn."""
    return shown_page(rulesets.names(opened.reader), lambda name: rulesets.line(opened.reader, name), limit, after)


def ruleset(opened: OpenedLedger, ruleset: str) -> Json:
    """A ruleset: its approval, every term as every hand or round copies it, and what was told of it at approval."""
    return rulesets.ruleset(opened.reader, ruleset).json


def staff_list(opened: OpenedLedger, limit: Limit = PAGE, after: After = None) -> Json:
    """Every member of staff ever named, his roles now, and the key that he signs with."""
    return shown_page(staff.names(opened.reader), lambda name: staff.line(opened.reader, name), limit, after)


def credentials_list(opened: OpenedLedger, limit: Limit = PAGE, after: After = None) -> Json:
    """Every credential ever granted: whose, by which proof, and whether it holds now."""
    reader, now = opened.reader, opened.clock.now()
    return shown_page(credentials.names(reader), lambda name: credentials.line(reader, name, now), limit, after)


def limits(opened: OpenedLedger) -> Json:
    """What staff may give for a complaint, and what each member gave alone."""
    return staff.limits(opened.reader).json


def keys_list(opened: OpenedLedger, limit: Limit = PAGE, after: After = None) -> Json:
    """Every key ever registered, and whether it is still to be believed."""
    return shown_page(staff.key_names(opened.reader), lambda name: staff.key_line(opened.reader, name), limit, after)


def releases_list(opened: OpenedLedger) -> Json:
    """Every release to a regulator, in the order of the log."""
    return releases.every(opened.reader).json


def releases_of_day(opened: OpenedLedger, country: str, day: str) -> Json:
    """The releases of a day, each with its files."""
    return releases.of_day(opened.reader, country, day).json


def days_list(opened: OpenedLedger, limit: Limit = PAGE, after: After = None) -> Json:
    """The days that were closed, the first day first: what was signed of each."""
    return page_of(closings.names(opened.reader), lambda name: closings.line(opened.reader, name), limit, after)


def day(opened: OpenedLedger, day: str) -> Json:
    """What was signed of a Lisbon day as it was closed: its totals, the base of the tax, how often a check of the night failed."""
    return closings.closing(opened.reader, day)


def statement(
    opened: OpenedLedger,
    player: str,
    *,
    session: Session = None,
    day: Day = None,
    from_: From = None,
    to: To = None,
    at: At = None,
) -> Json:
    """Every hand and round of a player's sessions: staked, won, returned, refunded, commission, result, and the totals.

    Of the twelve months up to the newest entry, where no time is named.
    """
    asked = statements.StatementWanted(player, session, *statements.days_of(day, from_, to), at)
    return statements.in_json(statements.player_statement(opened.reader, opened.follow, opened.clock, asked))


def last_hand(
    opened: OpenedLedger,
    player: str,
    last: Annotated[int, Query(ge=1, le=100, description="So many.")] = 1,
    at: At = None,
) -> Json:
    """The last hands or rounds a player took part in, the newest first; behind them what he is in the middle of.

    With the cards that were shown. His own closed ones an officer shows, on record.
    """
    moment = then(opened, at)
    with opened.kept_or_short(Search) as rows:
        found = last_hands.last_played(opened.reader, rows, player, moment, last)
    seen = last_hands.views(opened.reader, found, found.outsider)
    return {"items": last_hands.every_json(opened.reader, found, seen), "next": None}


def balance(opened: OpenedLedger, at: At = None) -> Json:
    """The trial balance of the book, now or as of a moment: what each class of holder has. In all it is nothing."""
    return book.trial_json(book.trial(opened.reader, opened.follow, then(opened, at)))


def holders_list(opened: OpenedLedger, at: At = None, limit: Limit = PAGE, after: After = None) -> Json:
    """Every holder that has something, in order of name."""
    held = book.trial(opened.reader, opened.follow, then(opened, at)).held
    return page_of(sorted(held), lambda name: {"holder": name, "cents": held[name]}, limit, after)


def holder(
    opened: OpenedLedger,
    holder: str,
    *,
    from_: From = None,
    to: To = None,
    at: At = None,
    limit: Limit = PAGE,
    after: Annotated[int, Query(ge=0, description="Go on behind this operation: `next` of the page before.")] = 0,
) -> Json:
    """The operations of a holder, `wallet:p-1`: when, what, who is on the other side, balance before, movement, balance after."""
    since, until = book.days(from_, to)
    going_on(opened.clock, opened.reader.store, from_, to)
    with book.holder_book(opened.reader, opened.follow, holder, then(opened, at)) as found:
        lines = list(islice(found.lines(since, until, after), limit + 1))
    items = [book.holder_json(line, holder) for line in lines[:limit]]
    return {"items": items, "next": str(lines[limit - 1].seq) if len(lines) > limit else None}


def refunds_list(
    opened: OpenedLedger,
    *,
    day: Day = None,
    from_: From = None,
    to: To = None,
    player: OfPlayer = None,
    incident: OfIncident = None,
    tournament: OfTournament = None,
    game: OfGame = None,
    at: At = None,
) -> Json:
    """Every refund of a void hand or round and of a cancelled tournament: whose, how much, by which incident and rule."""
    days = statements.days_of(day, from_, to)
    wanted = refunds.wanted(days, player, incident, tournament, game)
    going = going_on(opened.clock, opened.reader.store, *days)
    return refunds.in_json(refunds.refunds(opened.reader, opened.follow, wanted, then(opened, at), going))


def views(opened: OpenedLedger) -> Json:
    """Every projection, how far it follows the log, and how many entries it is behind."""
    return lags_json(lags(opened.reader.store, opened.url))
