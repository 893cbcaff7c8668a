"""Hands and rounds that were searched for, and lists of them, from followed rows: each told as its entries tell it, once its rows were held against them."""

from __future__ import annotations

import sys
from collections.abc import Collection
from typing import Any, Final

from tombo.ledger.checked.alarm import altered_view
from tombo.ledger.core.cards import CARD_IDS
from tombo.ledger.core.errors import OutOfPlaceError, UsageError
from tombo.ledger.core.ids import called, is_local, local, table_of
from tombo.ledger.games.every import GAMES, TABLE_GAMES
from tombo.ledger.terms.every import LAWS
from tombo.ledger.terms.poker import REGULATIONS
from tombo.projections.rows import KeptRows
from tombo.projections.search.checked import FoundHand, held
from tombo.projections.search.fold import Search
from tombo.projections.search.reading import HandQuestion, found
from tombo.projections.search.tables import DISPUTE, DISPUTED, LATER, mark_of
from tombo.reports.said.commands import common
from tombo.reports.said.commands import find as said
from tombo.reports.said.commands import reconcile as games_said
from tombo.reports.shown.listing import Listed, first_of
from tombo.reports.shown.reading import CHUNK, Reader
from tombo.reports.shown.rounds import summary

SEARCHED: Final = tuple(name for name, law in LAWS.items() if law.shared is not None)
"""The regulations of all that is played at a table."""
_COMPLAINTS: Final = "SELECT log_index FROM {marks} WHERE mark = ? AND (began = ? OR (began = ? AND stream = ?)) AND log_index < ? ORDER BY log_index"
RULE_MAX: Final = 40
"""Letters of a rule as findings cite it."""


def find(
    reader: Reader,
    kept: KeptRows,
    question: HandQuestion,
    limit: int,
    *,
    since: int | None = None,
    until: int | None = None,
) -> dict[str, Any]:
    """The newest hands and rounds that are asked for, ``limit`` at most, as programs get them; ``kept`` are the rows of ``Search``.

    ``since`` and ``until``: only those whose beginning was recorded between these instants, both included. ``next`` is the place of the last, ``below``
    which a question goes on; None where there are no more. ``size``: of how many entries of the log.

    Raises:
        TamperedError: a row that is kept is not what the entries give.
        UsageError: something is asked for that can be the name of nothing.
    """
    check(question)
    store = reader.store
    start = 0 if since is None else store.size_at(since - 1)
    end = kept.build.position if until is None else store.size_at(until)
    below = end if question.below is None else min(end, question.below)
    asked = question._replace(since=max(start, question.since), below=below)
    places = found(kept.views, kept.build, asked, min(limit, sys.maxsize - 1) + 1)
    rows = [_row(reader, one) for one in held(store, kept, places[:limit])]
    more = places[limit - 1].began if len(places) > limit else None
    return {"items": rows, "next": more, "size": kept.build.position}


def check(question: HandQuestion) -> None:
    """That everything that is asked for may be the name of something.

    Raises:
        UsageError: one thing may not.
    """
    for name in (question.player, question.table, question.number, question.incident):
        if name is not None and not is_local(name):
            raise UsageError(common.NO_NAME(typed=repr(name)))
    for regulation in question.regulations:
        if regulation not in SEARCHED:
            raise UsageError(games_said.NO_REGULATION(typed=repr(regulation), there=SEARCHED))
    for card in question.cards:
        if card not in CARD_IDS:
            raise UsageError(said.NO_CARD(typed=repr(card)))
    rule = question.rule
    if rule is not None and not (rule.isprintable() and 0 < len(rule) <= RULE_MAX):
        raise UsageError(said.NO_RULE(typed=repr(rule), example="R806 r.23"))


def _row(reader: Reader, one: FoundHand) -> dict[str, Any]:
    """One that was found: as a list has it, and what it is found by. Of one that cannot be followed its name, and the place of what is wrong."""
    begun, ended = one.begun, one.ended
    try:
        told = summary(reader.entries(begun.stream))
    except OutOfPlaceError as error:
        name = {"hand": local(begun.stream)} if begun.stream.startswith("hand:") else {"round": begun.stream}
        return {**name, "place": begun.began, "log_index": error.index, "tampered": str(error)}
    return {
        **told,
        "place": begun.began,
        "table": begun.table,
        "number": begun.number,
        "regulation": begun.regulation,
        "begun": begun.recorded,
        "ended": None if ended is None else ended.recorded,
        "largest": None if ended is None else ended.largest,
        "incident": one.incident,
        "who": list(one.players),
        "cards": list(one.cards),
        "rules": list(one.rules),
        "disputed": one.disputed,
    }


def complaints(reader: Reader, kept: KeptRows, row: dict[str, Any]) -> list[str]:
    """The complaints that were made of what stands in such a row, each by its name; at the cost of these alone."""
    if not row.get("disputed"):
        return []
    stream = str(row["round"]) if "round" in row else f"hand:{row['hand']}"
    size = kept.build.position
    asked = (mark_of(DISPUTE, DISPUTED), row["place"], LATER, stream, size)
    rows = (reader.store.row(int(str(index))) for (index,) in kept.views.fetch(kept.build, _COMPLAINTS, asked))
    return [local(one.stream) for one in rows if one is not None]


def named(row: dict[str, Any]) -> str:
    """What a hand or round in such a row is called."""
    return str(row["hand"] if "hand" in row else row["round"])


def listed(
    reader: Reader, kept: KeptRows, games: Collection[str], table: str | None, *, limit: int, after: str | None
) -> Listed:
    """As ``tombo.reports.shown.listing.page``, from the rows of ``Search`` that are kept: at the cost of the page, wherever it stands.

    ``games``: all that is played at a table, or hands of poker alone. The newest entries are gone through all the same, a few thousand at most: what was
    taken out of the rows there is missed at once, and before them by the night.

    Raises:
        NotFoundError: there is no stream ``after``.
        TamperedError: a row is not what the entries give, or not there.
    """
    below = kept.build.position if after is None else first_of(reader, after)
    regulations = tuple(REGULATIONS.values()) if len(games) < len(TABLE_GAMES) else ()
    question = HandQuestion(table=table, regulations=regulations, below=below)
    places = found(kept.views, kept.build, question, min(limit, sys.maxsize - 1) + 1)
    shown = [one.begun for one in held(reader.store, kept, places[:limit])]
    more = len(places) > limit
    start = max(below - CHUNK, shown[-1].began if more else 0)
    kinds = tuple(GAMES[game].kinds.begin_kind for game in games)
    there = {one.began for one in shown}
    for row in reader.between(kinds, max(start, 0), below):
        if table in {None, table_of(row.stream)} and row.index not in there:
            missed = f"no row of hands is of {called(row.stream)}, which began at log index {row.index}"
            raise altered_view(Search.name, missed)
    return Listed(tuple(one.stream for one in shown), more)
