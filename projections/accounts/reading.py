"""What is read of the followed book: a wallet's movements, a trial balance, how a day began, whether the rows still chain."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from ledger.store import Build, Views
from projections.accounts.holders import class_of, wallet

PAGE: Final = 1_000
"""Rows of a holder in memory at a time."""
_POSTINGS: Final = "SELECT log_index, at, what, other, movement, after FROM {postings} WHERE holder = ?"
_AS_OF: Final = (
    "SELECT holder, sum(cents) FROM (SELECT holder, balance AS cents FROM {balances}"
    " UNION ALL SELECT holder, -movement FROM {postings} WHERE log_index >= ?) AS moved GROUP BY holder"
)
_HOLDER: Final = (
    "SELECT seq, log_index, at, what, other, movement, after FROM {postings}"
    " WHERE holder = ? AND seq > ? AND log_index < ? AND at >= ? AND at < ? ORDER BY seq LIMIT ?"
)
_BREAKS: Final = (
    "SELECT p.holder, p.seq, p.log_index, p.movement, p.after, coalesce(q.after, 0) FROM {postings} p"
    " LEFT JOIN {postings} q ON q.holder = p.holder AND q.seq = p.seq - 1 WHERE p.log_index >= ?"
    " AND (coalesce(q.after, 0) + p.movement <> p.after OR (q.seq IS NULL AND p.seq <> 1))"
    " ORDER BY p.log_index LIMIT ?"
)


_ALTERED: Final = (
    "SELECT b.holder, b.balance, p.after FROM {balances} b JOIN {postings} p ON p.holder = b.holder AND p.seq = b.seq"
    " WHERE p.after <> b.balance ORDER BY b.holder LIMIT ?"
)


class WalletLine(NamedTuple):
    """A movement of a player's wallet, in cents: ``amount`` below 0 left it. ``reference``: what caused it."""

    log_index: int
    at: int
    what: str
    reference: str
    amount: int
    before: int
    after: int


class HolderLine(NamedTuple):
    """What one entry moved at a holder, in cents: ``movement`` below 0 left it. ``other``: who is on the other side."""

    seq: int
    """The number of the operation at this holder, from 1."""
    log_index: int
    at: int
    what: str
    other: str
    before: int
    movement: int
    after: int


class Opening(NamedTuple):
    """How things stood as a Lisbon day of recording began: at which line, what the book knew, and every balance."""

    log_index: int
    book: str
    balances: dict[str, int]


def wallet_lines(views: Views, build: Build, player: str, *, since: int, until: int, size: int) -> list[WalletLine]:
    """The movements of a player's wallet with ``since <= instant < until``, of the first ``size`` entries, oldest first."""
    sql = f"{_POSTINGS} AND log_index < ? AND at >= ? AND at < ? ORDER BY seq"
    found = views.fetch(build, sql, (wallet(player), size, since, until))
    return [
        WalletLine(index, at, what, other, amount, after - amount, after)
        for index, at, what, other, amount, after in found
    ]


def holder_lines(views: Views, build: Build, holder: str, *, since: int, until: int, size: int) -> Iterator[HolderLine]:
    """The operations of ``holder`` with ``since <= instant < until``, of the first ``size`` entries, in the order of the log.

    A few are in memory at a time, however many there are.
    """
    seq = 0
    while found := views.fetch(build, _HOLDER, (holder, seq, size, since, until, PAGE)):
        for seq, index, at, what, other, movement, after in found:  # the next page begins after the last
            yield HolderLine(seq, index, at, what, other, after - movement, movement, after)


def is_known(views: Views, build: Build, holder: str, size: int) -> bool:
    """Whether anything was moved at ``holder`` by the first ``size`` entries."""
    sql = "SELECT 1 FROM {postings} WHERE holder = ? AND log_index < ? LIMIT 1"
    return bool(views.fetch(build, sql, (holder, size)))


def some_of_class(views: Views, build: Build, name: str, most: int) -> list[str]:
    """The first holders of a class by name, at most so many."""
    sql = "SELECT holder FROM {balances} WHERE holder = ? OR (holder > ? AND holder < ?) ORDER BY holder LIMIT ?"
    return [holder for (holder,) in views.fetch(build, sql, (name, f"{name}:", f"{name};", most))]  # ';' follows ':'


def balance(views: Views, build: Build, holder: str, size: int) -> int:
    """What ``holder`` had once the first ``size`` entries were there."""
    sql = "SELECT after FROM {postings} WHERE holder = ? AND log_index < ? ORDER BY seq DESC LIMIT 1"
    found = views.fetch(build, sql, (holder, size))
    return int(found[0][0]) if found else 0


def balances(views: Views, build: Build, size: int) -> dict[str, int]:
    """Every holder with something, or owing something, once the first ``size`` entries were there."""
    found = views.fetch(build, _AS_OF, (size,))
    return {holder: int(cents) for holder, cents in found if cents}


def trial_balance(held: Mapping[str, int]) -> dict[str, int]:
    """Balances by class of holder, in order of name: the whole is zero, for what is inside came from outside."""
    totals: dict[str, int] = {}
    for holder, cents in held.items():
        totals[class_of(holder)] = totals.get(class_of(holder), 0) + cents
    return dict(sorted(totals.items()))


def opening(views: Views, build: Build, day: str) -> Opening:
    """How the first day of recording from ``day`` on began; how things stand, where nothing was recorded since."""
    sql = "SELECT log_index, state FROM {days} WHERE day >= ? ORDER BY day LIMIT 1"
    found = views.fetch(build, sql, (day,))
    index, state = found[0] if found else (build.position, build.state)
    kept: dict[str, Any] = json.loads(state) if state else {"book": ""}
    return Opening(index, kept["book"], balances(views, build, index))


def breaks(views: Views, build: Build, start: int, most: int) -> list[tuple[str, int, str]]:
    """Where the rows of a holder do not chain, from the log index ``start`` on: holder, log index, and what is wrong."""
    return [
        (holder, index, f"posting {seq} moves {movement} cents from {before}, and leaves {after}")
        for holder, seq, index, movement, after, before in views.fetch(build, _BREAKS, (start, most))
    ]


def altered(views: Views, build: Build, most: int) -> list[tuple[str, int, int]]:
    """Holders whose balance is not what their last posting leaves: who, the balance, what is left."""
    return [(holder, has, left) for holder, has, left in views.fetch(build, _ALTERED, (most,))]
