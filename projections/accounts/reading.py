"""What is read of the followed book: a wallet's movements, a holder's, a trial balance, and whether the balances are right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from tombo.ledger.checked.alarm import altered_view
from tombo.ledger.house.account.events import Wallet
from tombo.ledger.store import Build, Views
from tombo.projections.accounts.followed import BALANCES, BRIEF
from tombo.projections.accounts.holders import class_of, purse
from tombo.projections.behind import Fetch
from tombo.projections.rows import RowDifference, differences, shown

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
_PAGE: Final = "SELECT holder, seq, balance FROM {balances}"
_SINCE: Final = "SELECT movement FROM {postings} WHERE holder = ? AND log_index >= ? LIMIT 10001"


class WalletMovement(NamedTuple):
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


def wallet_lines(
    views: Views, build: Build, player: str, of: Wallet = "cash", *, since: int, until: int, size: int
) -> list[WalletMovement]:
    """The movements of a wallet of a player's with ``since <= instant < until``, of the first ``size`` entries, oldest first."""
    sql = f"{_POSTINGS} AND log_index < ? AND at >= ? AND at < ? ORDER BY seq"
    found = views.fetch(build, sql, (purse(player, of), size, since, until))
    return [
        WalletMovement(index, at, what, other, amount, after - amount, after)
        for index, at, what, other, amount, after in found
    ]


def holder_lines(
    views: Views, build: Build, holder: str, *, since: int, until: int, size: int, after: int = 0
) -> Iterator[HolderLine]:
    """The operations of ``holder`` with ``since <= instant < until``, of the first ``size`` entries, in the order of the log.

    Only those behind the operation numbered ``after``.

    A few are in memory at a time, however many there are.

    Raises:
        TamperedError: a row has what no fold writes.
    """
    seq = after
    while found := views.fetch(build, _HOLDER, (holder, seq, size, since, until, PAGE)):
        for row in found:  # the next page begins after the last
            _plain(build, holder, row)
            seq, index, at, what, other, movement, after = row
            yield HolderLine(seq, index, at, what, other, after - movement, movement, after)


def is_known(views: Views, build: Build, holder: str, size: int) -> bool:
    """Whether anything was moved at ``holder`` by the first ``size`` entries."""
    sql = "SELECT 1 FROM {postings} WHERE holder = ? AND log_index < ? LIMIT 1"
    return bool(views.fetch(build, sql, (holder, size)))


def some_of_class(views: Views, build: Build, name: str, most: int) -> list[str]:
    """The first holders of a class by name, at most so many."""
    sql = "SELECT holder FROM {balances} WHERE holder = ? OR (holder > ? AND holder < ?) ORDER BY holder LIMIT ?"
    found = views.fetch(build, sql, (name, f"{name}:", f"{name};", most))  # ';' follows ':'
    return [holder for (holder,) in found if isinstance(holder, str)]


def balance(views: Views, build: Build, holder: str, size: int) -> int:
    """What ``holder`` had once the first ``size`` entries were there."""
    sql = "SELECT after FROM {postings} WHERE holder = ? AND log_index < ? ORDER BY seq DESC LIMIT 1"
    found = views.fetch(build, sql, (holder, size))
    return int(found[0][0]) if found else 0


def balances(views: Views, build: Build, size: int) -> dict[str, int]:
    """Every holder with something, or owing something, once the first ``size`` entries were there.

    Raises:
        TamperedError: a row has what no fold writes.
    """
    held = {}
    for holder, cents in views.fetch(build, _AS_OF, (size,)):
        whole = int(cents) if isinstance(cents, Decimal) else cents  # PostgreSQL's sum of numbers
        _plain(build, shown(holder), (holder, whole))
        if whole:
            held[holder] = whole
    return held


def trial_balance(held: Mapping[str, int]) -> dict[str, int]:
    """Balances by class of holder, in order of name: the whole is zero, for what is inside came from outside."""
    totals: dict[str, int] = {}
    for holder, cents in held.items():
        totals[class_of(holder)] = totals.get(class_of(holder), 0) + cents
    return dict(sorted(totals.items()))


def _plain(build: Build, holder: str, row: tuple[Any, ...]) -> None:
    """That a row holds numbers and texts, as a fold writes them.

    Raises:
        TamperedError: it does not.
    """
    strange = [shown(value) for value in row if type(value) not in {int, str}]
    if strange:
        raise altered_view(build.name, f"a row of {holder} has {', '.join(strange)}; expected numbers and texts")


def balance_differences(fetch: Fetch, held: Mapping[str, tuple[int, int]], size: int) -> Iterator[RowDifference]:
    """Where the kept balances are not those ``held`` after the first ``size`` entries: operations and cents by holder.

    A pot or stake that is empty is kept or not, as batches happened to end. What was posted since is taken off first.
    """
    seen, page = set[str](), fetch(f"{_PAGE} ORDER BY holder LIMIT ?", (PAGE,))
    while page:
        for row in page:
            holder = row[0] if isinstance(row[0], str) else ""
            due = held.get(holder)
            seen.add(holder)
            if row == (holder, *(due or (None, None))) and type(row[1]) is type(row[2]) is int:
                continue
            if class_of(holder) in BRIEF and row[2] == 0 and type(row[1]) is int and not (due or (0, 0))[1]:
                continue
            gives = [] if due is None else [(holder, *due)]
            yield from differences(BALANCES, _as_of(fetch, row, size), gives)
        page = fetch(f"{_PAGE} WHERE holder > ? ORDER BY holder LIMIT ?", (page[-1][0], PAGE))
    for holder, (seq, cents) in held.items():
        if holder not in seen and seq and (cents or class_of(holder) not in BRIEF):
            yield from differences(BALANCES, [], [(holder, seq, cents)])


def _as_of(fetch: Fetch, row: tuple[Any, ...], size: int) -> list[tuple[Any, ...]]:
    """A row of balances without what was posted from the log index ``size`` on; as it is, if it is none that a fold wrote."""
    holder, seq, cents = row
    moved = [movement for (movement,) in fetch(_SINCE, (holder, size))]
    if not moved or not all(type(value) is int for value in (seq, cents, *moved)):
        return [row]
    return [(holder, seq - len(moved), cents - sum(moved))] if seq > len(moved) else []
