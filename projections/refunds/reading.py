"""The list of refunds, read from the followed rows: by day, player, incident, tournament or game, as of any index.

Rows are only ever added, so that what was there by then are the rows of the entries before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from tombo.ledger.core.ids import local
from tombo.ledger.games.poker.events import HandStarted
from tombo.ledger.store import Build, Store, Views
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.ledger.terms.poker import REGULATIONS
from tombo.ledger.terms.unit import Unit
from tombo.projections.refunds.followed import IMPORTED, RULES
from tombo.projections.refunds.tables import OCCASIONS, REFUNDS

FOREVER: Final = 2**63 - 1
"""After every instant."""
_NAMES: Final = tuple(name for name, _ in REFUNDS.columns)


class Wanted(NamedTuple):
    """Which refunds: of the instants ``since <= at < until``, and of one player, incident, tournament or game, by its name.

    ``game`` is its regulation: ``R806``.
    """

    since: int = 0
    until: int = FOREVER
    player: str | None = None
    incident: str | None = None
    tournament: str | None = None
    game: str | None = None


class Occasion(NamedTuple):
    """Why something was given back: an incident, or the cancellation of a tournament, by its stream."""

    log_index: int
    stream: str
    first: int
    """When the failure was first noticed, or the tournament was cancelled."""
    recorded: int
    cause: str
    """The origin of an incident; of a tournament why it was cancelled (R810 r.35)."""
    case: str
    """Of a tournament, the case of R810 r.36; else empty."""
    said: str
    """Who reported the incident; of a tournament, the note."""


class RefundRow(NamedTuple):
    """What an entry gave back to a player. Amounts are minor units of ``unit``: cents of euro, or chips of demo play and tournaments."""

    log_index: int
    part: int
    at: int
    """When it happened, by the word of its source; days are counted by it."""
    recorded: int
    regulation: str
    what: str
    """``void`` (*jogada nula*), or ``cancelled``: a tournament."""
    stream: str
    number: int
    """Of the hand, the round or the entry."""
    player: str
    seat: int
    """0 where the refund is a player's and not a seat's."""
    session: str
    tournament: str
    """The tournament it belongs to, a void hand there too; else empty."""
    cents: int
    """What came back."""
    share: int
    """The part of ``cents`` that was divided by chips (R810 r.36b-c)."""
    taken_back: int
    """Prizes of the round that the player gave back (R805 r.28)."""
    waived: int
    """Prizes he would have had to give back and did not have any more."""
    ticket: str
    """The entry won that came back instead of money (R810 r.37)."""
    unit: Unit
    occasion: str
    """The stream of the incident or of the tournament."""
    rule: str


class RefundTotal(NamedTuple):
    """The refunds of a game under a rule in one unit: how many there are, and their sums."""

    regulation: str
    rule: str
    unit: Unit
    times: int
    cents: int
    taken_back: int
    waived: int
    tickets: int


def refunds(store: Store, views: Views, build: Build, size: int, wanted: Wanted) -> list[RefundRow]:
    """The refunds among the first ``size`` entries of the log that are ``wanted``, oldest first."""
    where = ["log_index < ?", "at >= ?", "at < ?"]
    params: list[Any] = [size, wanted.since, wanted.until]
    if wanted.player is not None:
        where.append("(player = ? OR regulation = '')")  # an imported hand says below who sat in it
        params.append(wanted.player)
    if wanted.incident is not None:
        where.append("occasion = ?")
        params.append(f"incident:{wanted.incident}")
    if wanted.game is not None:
        where.append("regulation IN (?, '')")
        params.append(wanted.game)
    if wanted.tournament is not None:
        where.append("tournament = ?")
        params.append(wanted.tournament)
    sql = f"SELECT {', '.join(_NAMES)} FROM {{given}} WHERE {' AND '.join(where)}"  # noqa: S608 - our own
    rows = sorted(views.fetch(build, sql, params))  # asked for in order, SQLite would walk the log's whole length
    found = (_refund(store, row) for row in rows)
    return [one for one in found if wanted.player in {None, one.player} and wanted.game in {None, one.regulation}]


def occasions(views: Views, build: Build, size: int, streams: Iterable[str]) -> dict[str, Occasion]:
    """Why, by stream, as the first ``size`` entries tell it; nothing of an incident that is not among them."""
    columns = ", ".join(name for name, _ in OCCASIONS.columns)
    sql = f"SELECT {columns} FROM {{occasions}} WHERE stream = ? AND log_index < ? ORDER BY log_index LIMIT 1"  # noqa: S608
    return {
        stream: Occasion(*row) for stream in dict.fromkeys(streams) for row in views.fetch(build, sql, (stream, size))
    }


def totals(found: Sequence[RefundRow]) -> list[RefundTotal]:
    """What each game gave back under each rule, and in which unit; by name."""
    groups: dict[tuple[str, str, str, int], list[RefundRow]] = {}
    for one in found:
        groups.setdefault((one.regulation, one.rule, one.unit.currency or "", one.unit.decimals), []).append(one)
    return [
        RefundTotal(
            regulation,
            rule,
            those[0].unit,
            len(those),
            sum(one.cents for one in those),
            sum(one.taken_back for one in those),
            sum(one.waived for one in those),
            sum(1 for one in those if one.ticket),
        )
        for (regulation, rule, _, _), those in sorted(groups.items())
    ]


def to_json(found: Sequence[RefundRow], why: dict[str, Occasion], size: int) -> dict[str, Any]:
    """The list as JSON: amounts in minor units of their currency, none of which is chips."""
    return {
        "size": size,
        "refunds": [refund_json(one, why) for one in found],
        "occasions": [one._asdict() for one in why.values()],
        "totals": [_with_unit(one._asdict()) for one in totals(found)],
    }


def refund_json(one: RefundRow, why: dict[str, Occasion]) -> dict[str, Any]:
    """A refund with what is known of its occasion, flat: ``incident``, ``origin``, ``cause`` and ``case``, empty where not meant."""
    occasion = why.get(one.occasion)
    cause = occasion.cause if occasion else ""
    void = one.what == "void"
    return _with_unit(one._asdict()) | {
        "incident": local(one.occasion) if void else "",
        "origin": cause if void else "",
        "cause": "" if void else cause,
        "case": occasion.case if occasion else "",
    }


def refund_fields(store: Store, row: Sequence[object]) -> dict[str, object]:
    """A row of ``REFUNDS`` as it is told, by its columns: of an imported hand with who sat there, and the currency None where these are chips."""
    return _with_unit(_refund(store, row)._asdict())


def _with_unit(row: dict[str, Any]) -> dict[str, Any]:
    unit: Unit = row.pop("unit")
    return row | {"currency": unit.currency, "decimals": unit.decimals}


def _refund(store: Store, row: Sequence[Any]) -> RefundRow:
    fields = dict(zip(_NAMES, row, strict=True))
    unit = Unit(currency=fields.pop("currency") or None, decimals=fields.pop("decimals"))
    made = RefundRow(unit=unit, **fields)
    return _imported(store, made) if made.regulation == IMPORTED else made


def _imported(store: Store, one: RefundRow) -> RefundRow:
    """A refund of a hand without a table, which says itself what was played and who sat there; if its beginning is there."""
    for row in store.stream_rows(one.stream, lte=1):
        started = CanonicalMapper(store.origin).to_entry(row).event
        if isinstance(started, HandStarted):
            player = next((sat.player for sat in started.seats if sat.seat == one.seat), "")
            regulation = REGULATIONS[started.terms.variant]
            return one._replace(
                regulation=regulation,
                player=player,
                unit=started.terms.unit,
                rule=RULES[regulation],
                tournament=started.tournament or "",
            )
    return one
