"""The followed projections folded again from checked entries, and every row that is kept held against what they give.

The book is folded here; the others here, too, or by whoever works beside this process (``shared``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import ClassVar, Final

from tombo.ledger.kinds import misplaced
from tombo.ledger.store import Store, Views
from tombo.projections import registry
from tombo.projections.accounts.followed import Accounts
from tombo.projections.accounts.reading import balance_differences
from tombo.projections.follow import Projection, check_same
from tombo.projections.line import AnyLine, by_field
from tombo.projections.reconciliation.commits import Stored
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.opening import BookOpening
from tombo.projections.reconciliation.shared.crewed import Crewed
from tombo.projections.reconciliation.shared.parts import FoldPart
from tombo.projections.reconciliation.shared.refold import (
    AT_FIRST,
    Found,
    KeptProjection,
    Refold,
    order,
    refold,
    told,
)
from tombo.projections.rows import RowDifference
from tombo.projections.strangers import PassesOver


class AccountsAgain(Accounts):
    """The book that forgets no holder: it reads none of its rows back."""

    held_max: ClassVar[int] = sys.maxsize


class _Book(Refold):
    """The book folded again: of each holder the balance is compared, too, where what is kept ends."""

    def __init__(self, accounts: AccountsAgain, kept: KeptProjection | None, day: tuple[int, int]) -> None:
        super().__init__(Accounts, accounts, kept, day)
        self._accounts = accounts

    def ended(self, stop: int) -> None:
        """See ``Refold.ended``."""
        kept = self.kept
        if kept is not None and stop == kept.end:
            held = self._accounts.held
            self.asked((stop - 1, 1, order(Accounts)), lambda: balance_differences(kept.fetch, held, stop))
        super().ended(stop)


_FIRST: Final = BookOpening(0, {}, {})
"""Before the first entry."""


class Again:
    """Every followed projection folded from the first entry on, beside the rows that are kept of it.

    Feed it the log a stretch at a time, from the index ``start`` on, or a line at a time; ``problems`` are what was found so far. Where nothing is kept only
    the book is folded, and what passes entries over. ``opening``: how things stood as of an earlier night, which compared the rows
    before; it is taken as far as it knows all that is kept. ``day``: between which instants an entry happened that is told when a fold passes it over.
    """

    def __init__(
        self,
        store: Store,
        views: Views | None,
        size: int,
        opening: BookOpening | None = None,
        day: tuple[int, int] = (0, sys.maxsize),
    ) -> None:
        self._views, self._size, self._day = views, size, day
        self.accounts: Final = AccountsAgain()
        self._found: Final[list[Found]] = []
        kept = {} if views is None else self._kept_of(store, views, size)
        self.compared: Final = {of.name: one.end for of, one in kept.items()}
        """By projection that is kept, for how many entries of the log its rows are compared."""
        folds: dict[type[Projection], Projection] = {Accounts: self.accounts}
        folds |= {
            one: one()
            for one in registry.FOLLOWED
            if one is not Accounts and (one in kept or issubclass(one, PassesOver))
        }
        known = opening if opening is not None and self._goes_on(opening, folds) else _FIRST
        self.start: Final = known.size
        """The first log index that is folded, and from which rows are compared."""
        for of, fold in folds.items():
            fold.begin(known.states.get(of.name, (of.version, ""))[1], lambda _, __: [])
        self.accounts.held.update(known.held)
        self._book: Final = _Book(self.accounts, kept.get(Accounts), day)
        self._others = [Refold(of, fold, kept.get(of), day) for of, fold in folds.items() if of is not Accounts]
        self._hear()
        for each in self._all():
            each.ended(self.start)

    def _all(self) -> Iterator[Refold]:
        return iter((self._book, *self._others))

    def _hear(self) -> None:
        kinds = {kind for each in self._others for kind in each.of.reads}
        self.hears = {kind: tuple(each for each in self._others if kind in each.of.reads) for kind in kinds}
        """By kind, the folds that read it beside the book's."""

    def problems(self) -> list[Problem]:
        """What was found so far, in the order of the log."""
        return told((*self._found, *(one for each in self._all() for one in each.found)))

    def opening(self, size: int) -> BookOpening:
        """What the folds know after the first ``size`` entries, to which they have come."""
        states = {each.of.name: (each.of.version, each.fold.state()) for each in self._all() if not each.stopped}
        return BookOpening(size, states, dict(self.accounts.held))

    def _goes_on(self, opening: BookOpening, folds: Iterable[type[Projection]]) -> bool:
        """Whether ``opening`` is of these projections, as they are now, and of nothing that is not kept yet."""
        return opening.size <= min(self.compared.values(), default=opening.size) and all(
            opening.states.get(of.name, (0, ""))[0] == of.version for of in folds
        )

    def step(self, rows: Sequence[Stored], start: int, stop: int) -> None:
        """The next stretch of the log: its ``rows``, from the index ``start`` to ``stop``.

        Raises:
            TamperedError: the book cannot go on.
        """
        self._book.steps(rows, start, stop)
        for each in self._others:
            each.step(rows, start, stop)
        self.compare(start, stop)

    def heard(self, line: AnyLine) -> None:
        """A line of a kind that is ``hears``, for every fold but ``accounts``: of somebody who has these, and decodes whole what any fold reads."""
        if misplaced(line.stream, line.version, line.kind) is not None:
            return
        fields = by_field(line)
        for each in self.hears.get(line.kind, ()):
            if not each.stopped:
                each.heard_fields(line, fields)

    def compare(self, start: int, stop: int) -> None:
        """The stretch of the log from ``start`` to ``stop`` is folded: what is kept of it is held against that."""
        for each in self._all():
            each.compare(start, stop)

    def finish(self) -> None:
        """The end of the log: what is kept is of its entries."""
        for each in self._all():
            each.finish()

    def gives_away(self, crewed: Crewed) -> None:
        """Have every fold but the book's folded by others: here they are folded no more until they are taken back. Where nobody works beside this process they stay."""
        if crewed.works:
            standings = tuple(each.standing() for each in self._others)
            crewed.fold(FoldPart(standings, crewed.first, self._size, self._day))
            self._found.extend(one for each in self._others for one in each.found)
            self._others = []
            self._hear()

    def takes_back(self, crewed: Crewed) -> None:
        """Those folds are back, with what was found of them elsewhere."""
        if crewed.works:
            standing, found = crewed.back()
            self._found.extend(found)
            self._others = [refold(one, self._views, self._size, self._day) for one in standing]
            self._hear()

    def _kept_of(self, store: Store, views: Views, size: int) -> dict[type[Projection], KeptProjection]:
        """What is kept of each projection: another version of it is computed again before anybody reads it."""
        kept = dict[type[Projection], KeptProjection]()

        def find(of: type[Projection]) -> Iterable[RowDifference]:
            live = views.live(of.name)
            if live is not None and live.version == of.version:
                check_same(store, live)
                kept[of] = KeptProjection(views, live, size)
            return ()

        for of in registry.FOLLOWED:
            asking = Refold(of, of(), None, self._day)
            asking.asked((AT_FIRST, 0, order(of)), partial(find, of))
            self._found.extend(asking.found)
        return kept
