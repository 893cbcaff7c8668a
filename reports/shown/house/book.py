"""The double-entry book: a trial balance, and the operations of a holder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from tombo.ledger.core.errors import AlteredViewError, NotFoundError, UsageError
from tombo.ledger.core.lisbon import window
from tombo.ledger.core.said import euros
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import Store
from tombo.projections.accounts.checked import EVERYBODYS, checked_holders
from tombo.projections.accounts.followed import Accounts
from tombo.projections.accounts.holders import CLASSES, class_of
from tombo.projections.accounts.reading import (
    HolderLine,
    balance,
    balances,
    holder_lines,
    is_known,
    some_of_class,
    trial_balance,
)
from tombo.projections.follow import AsOf
from tombo.projections.reconciliation.closing import Compared, last_compared
from tombo.projections.rows import KeptRows
from tombo.reports.said.commands import book as said
from tombo.reports.said.commands import common
from tombo.reports.shown.followed import Follow
from tombo.reports.shown.reading import Reader

FOREVER: Final = 2**63 - 1
NAMED_MAX: Final = 5
"""Holders of the same class that are named where one is not there."""


class Trial(NamedTuple):
    """What every holder had once ``size`` entries were there."""

    size: int
    held: dict[str, int]
    """Cents by holder, of those that had something."""
    whole: bool
    """Whether these entries end with a commit: within one, a movement may have only one of its two sides."""
    compared: Compared | None
    """The night that last compared the book with the entries."""

    @property
    def astray(self) -> int:
        """What is missing for the whole to be nothing, in cents."""
        return -sum(self.held.values())

    @property
    def classes(self) -> dict[str, int]:
        """Cents by class of holder."""
        return {**trial_balance(self.held), **({"transit": self.astray} if self.astray else {})}

    @property
    def sound(self) -> bool:
        """Whether the whole is nothing."""
        return not (self.astray and self.whole)


def trial(reader: Reader, follow: Follow, then: AsOf) -> Trial:
    """The book as it stood ``then``."""
    with follow(Accounts) as (views, build):
        size = then.size(reader.store)
        held = balances(views, build, size)
        return Trial(size, held, _ends_commit(reader.store, size), last_compared(reader.store))


def trial_json(found: Trial) -> dict[str, Any]:
    """The trial balance: what each class of holder has; in all it is nothing."""
    classes, compared = found.classes, found.compared
    known = None if compared is None else compared._asdict()
    return {"log_size": found.size, "classes": classes, "in_all": sum(classes.values()), "compared": known}


def held_json(found: Trial) -> list[dict[str, Any]]:
    """Every holder that had something, in order of name."""
    return [{"holder": holder, "cents": cents} for holder, cents in sorted(found.held.items())]


def _ends_commit(store: Store, size: int) -> bool:
    last = store.row(size - 1) if size else None
    if last is None:
        return True
    sealed = unpack(last.state)
    return sealed.first + sealed.count == size


class HolderBook(NamedTuple):
    """The rows in which the operations of ``holder`` are, as they stood once ``size`` entries were there."""

    holder: str
    rows: KeptRows
    size: int

    def lines(self, since: int = 0, until: int = FOREVER, after: int = 0) -> Iterator[HolderLine]:
        """Its operations between two instants, behind the operation numbered ``after``.

        Raises:
            AlteredViewError: one does not go on from the one before.
        """
        last: HolderLine | None = None
        for line in holder_lines(*self.rows, self.holder, since=since, until=until, size=self.size, after=after):
            seq, had = (0, 0) if last is None else (last.seq, last.after)
            if line.seq == seq + 1 and line.before != had:
                before = euros(line.before)
                raise AlteredViewError(
                    said.DOES_NOT_GO_ON(operation=line.seq, holder=self.holder, index=line.log_index, before=before)
                )
            yield line
            last = line

    @property
    def left(self) -> int:
        """What it had then, in cents."""
        return balance(*self.rows, self.holder, self.size)


@contextmanager
def holder_book(reader: Reader, follow: Follow, holder: str, then: AsOf) -> Iterator[HolderBook]:
    """The operations of ``holder`` as they stood ``then``: computed from the entries; of ``EVERYBODYS`` those that are kept.

    Raises:
        NotFoundError: it had none; it names some of its class that are kept, or the classes.
    """
    with follow(Accounts) as (views, build):
        kept, size = KeptRows(views, build), then.size(reader.store)
        if class_of(holder) in EVERYBODYS:
            yield _there(kept, HolderBook(holder, kept, size))
            return
        with checked_holders(reader.store, kept, (holder,), size) as made:
            yield _there(kept, HolderBook(holder, KeptRows(made.views, made.build), size))


def holder_json(line: HolderLine, holder: str) -> dict[str, Any]:
    """An operation of ``holder``: amounts in cents."""
    return {"holder": holder, **line._asdict()}


def compared_for(store: Store, holder: str) -> Compared | None:
    """The night that last compared the rows of ``holder``, where they are not computed from the entries as they are shown."""
    return last_compared(store) if class_of(holder) in EVERYBODYS else None


def days(first: str | None, last: str | None) -> tuple[int, int]:
    """The instants between which these days lie: for ever, where none is named.

    Raises:
        UsageError: no days, or the first comes after the last.
    """
    since = 0 if first is None else window(first)[0]
    until = FOREVER if last is None else window(last)[1]
    if since >= until:
        raise UsageError(common.FROM_AFTER_TO(first=str(first), last=str(last)))
    return since, until


def _there(kept: KeptRows, found: HolderBook) -> HolderBook:
    """``found``, if its holder ever had anything by then."""
    holder, size = found.holder, found.size
    if is_known(*found.rows, holder, size):
        return found
    name = class_of(holder)
    if name not in CLASSES:
        raise NotFoundError(said.NO_SUCH_CLASS(holder=holder, classes=tuple(CLASSES)))
    some = tuple(one for one in some_of_class(*kept, name, NAMED_MAX) if is_known(*kept, one, size))
    if not some:
        raise NotFoundError(said.NO_SUCH_HOLDER(holder=holder))
    raise NotFoundError(said.NO_SUCH_HOLDER_BUT(holder=holder, others=some))
