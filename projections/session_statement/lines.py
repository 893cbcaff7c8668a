"""The tables of a statement: a line for every movement of money in play, and the sessions it is told by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, Literal, NamedTuple, TypeVar, cast

from tombo.ledger.store import ViewTable
from tombo.ledger.terms.unit import Unit
from tombo.projections.follow import Row
from tombo.projections.line import AnyLine, Line, Wanted

E = TypeVar("E")
K = TypeVar("K")


class RowStep(NamedTuple, Generic[K]):
    """What is done with the lines of a kind, with what is known of play, and where its rows go; and what of them is wanted."""

    does: Callable[[K, AnyLine, list[Row]], None]
    wants: Wanted


def on(shape: type[E], does: Callable[[K, Line[E], list[Row]], None], also: tuple[str, ...] = ()) -> RowStep[K]:
    """The step that reads ``shape``, and ``also`` some fields for somebody else: see ``tombo.projections.line.on``."""
    return RowStep(does, (shape, *also))


What = Literal[
    "add-on",
    "bounty",
    "commission",
    "hand",
    "prize",
    "rebuy",
    "reentry",
    "refund",
    "registration",
    "registration cancelled",
    "release",
    "round",
    "ticket",
]
"""What a line is about."""
Outcome = Literal["buy_in", "cash", "free", "settled", "ticket", "top_up", "voided"]
"""How it ended or was paid, where that is not nothing and no place."""
PLACE: Final = "place "
"""How the outcome begins that is a place in a tournament: ``place 3``."""

BEYOND: Final = 2**63
"""What no column holds, in minor units or as a number."""

LINES: Final = ViewTable(
    "lines",
    (
        ("session", "text"),
        ("log_index", "bigint"),
        ("player", "text"),
        ("recorded", "bigint"),
        ("at", "bigint"),
        ("game", "text"),
        ("what", "text"),
        ("stream", "text"),
        ("number", "bigint"),
        ("outcome", "text"),
        ("currency", "text"),
        ("decimals", "bigint"),
        ("ticket", "bigint"),
        ("staked", "bigint"),
        ("won", "bigint"),
        ("returned", "bigint"),
        ("refunded", "bigint"),
        ("commission", "bigint"),
        ("result", "bigint"),
    ),
    ("session", "log_index"),
    indexes=(("log_index",),),
)
"""What an entry brought a player within a session, in minor units of ``currency``, none of which is chips.

``at``: when it happened. ``game``: the regulation. ``number``: of the hand or round at its table, or of the entry in its tournament.
``ticket``: the value of an entry won, or below 0 of one used: no cash, and not in ``result``.
Invariant: ``result = won + returned + refunded - staked``, less ``commission`` where ``what`` is ``commission`` (R806 r.17b).
"""
SESSIONS: Final = ViewTable(
    "sessions",
    (
        ("session", "text"),
        ("log_index", "bigint"),
        ("player", "text"),
        ("regulation", "text"),
        ("started", "bigint"),
    ),
    ("session",),
    indexes=(("player",), ("log_index",)),
)
"""Player sessions that began: in which entry, and when."""
ENDS: Final = ViewTable(
    "ends",
    (("session", "text"), ("log_index", "bigint"), ("ended", "bigint"), ("cause", "text")),
    ("session",),
    indexes=(("log_index",),),
)
"""Player sessions that are over. Apart from their beginnings, so that nothing written is ever changed: a row is there from its
entry on, and what stood at an earlier one is read by leaving out what came after it."""


def row(
    line: Line[object],
    holder: tuple[str, str],
    *,
    game: str,
    what: What,
    number: int,
    unit: Unit,
    outcome: str = "",
    stream: str = "",
    ticket: int = 0,
    staked: int = 0,
    won: int = 0,
    returned: int = 0,
    refunded: int = 0,
    commission: int = 0,
    result: int | None = None,
) -> Row:
    """The row of ``LINES`` that ``line`` makes for ``holder``, a player and his session."""
    return (
        holder[1],
        line.index,
        holder[0],
        line.recorded,
        line.instant,
        game,
        what,
        stream or line.stream,
        number,
        outcome,
        unit.currency or "",
        unit.decimals,
        ticket,
        staked,
        won,
        returned,
        refunded,
        commission,
        won + returned + refunded - staked if result is None else result,
    )


def check_rows(rows: list[Row], before: int) -> None:
    """That the rows of ``LINES`` behind the first ``before``, all of one entry, can be kept; one that cannot is taken out again.

    Raises:
        LookupError: a session has two of them, or an amount is beyond what a table can hold.
    """
    added = len(rows) - before
    if not added or len(rows[-1]) != len(LINES.columns):
        return
    kept: dict[str, Row] = {}
    for one in rows[before:]:
        number, amounts = cast("int", one[8]), cast("tuple[int, ...]", one[12:])
        if max(number, *amounts) < BEYOND and min(amounts) > -BEYOND:
            kept.setdefault(str(one[0]), one)
    if len(kept) != added:
        rows[before:] = kept.values()
        raise LookupError("a session would have two lines of it, or an amount that no table holds")


def numbered(stream: str) -> int:
    """The number of a hand or round at its table: ``hand:mesa-1/42`` is the 42nd."""
    return int(stream.rpartition("/")[2])
