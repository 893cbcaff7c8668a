"""How projections follow the log, how far, and for whom they are made.

A *followed* projection keeps rows in a database beside the ledger (``tombo.ledger.store.views``) and the position they stand at,
written in one transaction: killed at any moment it goes on where it was, and two followers cannot count an entry twice. The
same fold into a scratch database gives any past point. Followed rows hold no card that was not shown: they hold no card.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import starmap
from typing import Any, ClassVar, Final, Literal, NamedTuple

from tombo.ledger.core.clock import display_instant
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import AlteredViewError, NotFoundError, UsageError
from tombo.ledger.store import Build, OutcomeUnknownError, OvertakenError, Store, Views, ViewTable, scratch_views
from tombo.projections.behind import BatchWriter, Fetch, begin, going_on
from tombo.projections.line import AnyLine, Wanted, lines, reader
from tombo.projections.strangers import at_home

BATCH: Final = 20_000
"""Entries of the log a transaction, at most: what a fold knows is written once for all of them, and what it holds once for each holder."""
TOGETHER: Final = 512
"""Rows that are read and checked and then decoded: those of other kinds are forgotten meanwhile, and what is decoded is still in the processor's caches."""
TRIES_MAX: Final = 8
"""How often a follower begins again without anybody having got on."""

Role = Literal["outsider", "player", "auditor", "officer"]


class Viewer(NamedTuple):
    """Who looks. An outsider and an auditor see the cards that were shown, a player also his own, an officer all.

    ``player`` is the pseudonym of a player who looks.
    """

    role: Role = "outsider"
    player: str | None = None

    def sees(self, player: str | None) -> bool:
        """Whether the closed cards of ``player`` are this viewer's to see; those of the house, None, are an officer's only."""
        return self.role == "officer" or (self.role == "player" and player is not None and self.player == player)


class AsOf(NamedTuple):
    """How far to read: up to a log index, up to an instant of recording (architecture, decision 14), or to the end."""

    log_index: int | None = None
    instant: int | None = None

    def reaches(self, entry: Entry) -> bool:
        """Whether ``entry`` was there by then."""
        if self.log_index is not None and entry.index > self.log_index:
            return False
        return self.instant is None or entry.recorded <= self.instant

    def size(self, store: Store) -> int:
        """How many entries of the log were there by then."""
        size = store.head().size if self.instant is None else store.size_at(self.instant)
        return size if self.log_index is None else min(size, self.log_index + 1)


def absent(what: str, name: str, began: tuple[int, int] | None) -> NotFoundError:
    """That there is no ``what`` of that name; where it ``began``, at a log index and an instant, that this was after the moment that is asked about."""
    if began is None:
        return NotFoundError(f"there is no {what} {name}; 'tombo {what} list' shows those there are")
    index, recorded = began
    return NotFoundError(
        f"the {what} {name} began later than is asked: at log index {index}, {display_instant(recorded)}"
    )


def entry_json(entry: Entry) -> dict[str, Any]:
    """An entry as views give it in JSON: where it stands, when, by whom, and what happened."""
    return {
        "log_index": entry.index,
        "version": entry.version,
        "occurred": entry.occurred,
        "recorded": entry.recorded,
        "by": entry.by.model_dump(),
        "command": entry.command.id if entry.command else None,
        "event": entry.event.model_dump(mode="json"),
    }


Row = tuple[int | str, ...]
"""A row as a fold writes it."""


class Projection(ABC):
    """A pure fold over the lines of certain kinds, into rows. Made anew for every run; it knows no clock and no ledger.

    What it must know to go on is in its rows and in ``state``, both written in the transaction of its position: killed at
    any moment, it goes on as if it had not been.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    """Of its fold and tables: a build of another version is computed again."""
    tables: ClassVar[tuple[ViewTable, ...]]
    reads: ClassVar[Mapping[str, Wanted]]
    """The kinds it reads, and what it wants of each: its lines then hold that."""

    @abstractmethod
    def begin(self, state: str, fetch: Fetch) -> None:
        """Go on from ``state``, empty at the beginning; ``fetch`` reads the rows written so far."""

    @abstractmethod
    def step(self, line: AnyLine) -> None:
        """The next line of the log."""

    @abstractmethod
    def take(self) -> Mapping[ViewTable, Sequence[Row]]:
        """The rows that came of the steps since the last call; of a table that ``replaces``, at most one of a key."""

    @abstractmethod
    def state(self) -> str:
        """What it knows besides its rows: what is in play, and nothing that grows with the log. No NUL; JSON has none."""


class Lag(NamedTuple):
    """How far a projection follows. ``position`` and ``size``: entries in its rows, and in the log."""

    name: str
    position: int
    size: int
    rebuilding: int | None
    """How far the build beside it has come, None where there is none."""
    older: bool = False
    """Whether the rows are of an older version of the projection, and are to be computed again."""

    @property
    def behind(self) -> int:
        """How many entries of the log are not in its rows yet."""
        return max(self.size - self.position, 0)


def lag(store: Store, views: Views | None, name: str, version: int = 0) -> Lag:
    """How far the projection ``name``, now of ``version``, follows ``store``; nothing where no ``views`` were ever kept."""
    builds = views.builds(name) if views is not None else []
    position, kept = next(((build.position, build.version) for build in builds if build.live), (0, version))
    beside = next((build.position for build in reversed(builds) if not build.live), None)
    return Lag(name, position, store.head().size, beside, kept < version)


Stretch = tuple[int, int]
"""Entries of the log that follow one another: the first, and before which they end."""


class LinesOf:
    """The lines that a projection reads of a ledger, by stretches."""

    def __init__(self, store: Store, projection: type[Projection]) -> None:
        self._store, self._kinds = store, tuple(projection.reads)
        self._readers = {kind: reader(kind, wanted) for kind, wanted in projection.reads.items()}

    def __call__(self, start: int, stop: int) -> Iterator[AnyLine]:
        """Those from the log index ``start`` to before ``stop``, in log order: read, and checked, when the first is asked for.

        Raises:
            LedgerError: an entry there is not what was sealed, or cannot be read.
        """
        for first in range(start, stop, TOGETHER):
            rows = self._store.rows_of(self._kinds, first, min(first + TOGETHER, stop))
            yield from lines(at_home(rows), self._readers)


class Follower(NamedTuple):
    """One projection of one ledger, and where its rows go. ``told`` hears of every position reached.

    ``ahead``: who reads for it, beside this process, more than ``few`` entries: of each stretch the lines, in order; it reads for itself where that is None.
    """

    store: Store
    views: Views
    projection: type[Projection]
    batch: int = BATCH
    told: Callable[[int], None] = lambda _: None
    ahead: Callable[[Sequence[Stretch]], Iterator[Iterable[AnyLine]]] | None = None
    few: int = 0

    def catch_up(self, upto: int | None = None) -> Build:
        """Follow the log to its end, or to its first ``upto`` entries; what is beyond them already stays.

        The first call begins it. A build of an older version of the projection is computed again, beside the one that is
        read.

        Raises:
            AlteredViewError: the ledger is not the one that was followed.
            UsageError: a newer tombo follows.
        """
        return self._persistently(lambda: self._caught_up(upto))

    def rebuild(self, before: int | None = None) -> Build:
        """Compute it again from the first entry on, beside the one that is read, which it then replaces.

        One that was interrupted goes on where it was. ``before``: the number of the one that is replaced, where that was said earlier (``read_now``): if another
        has taken its place since, that one is followed.

        Raises:
            UsageError: a newer tombo follows.
        """
        replaced = self.read_now() if before is None else before
        return self._persistently(lambda: self._rebuilt(replaced))

    def read_now(self) -> int:
        """The number of the build that is read; 0 where there is none."""
        live = self.views.live(self.projection.name)
        return live.number if live else 0

    def forward(self, before: int, upto: int) -> Build:
        """Follow up to the first ``upto`` entries, at least, what takes the place of the build numbered ``before``: where another already has, or ``before`` is 0, the one that is read.

        What is read stays what it is: who asks for ``catch_up`` or ``rebuild`` goes on from there.

        Raises:
            AlteredViewError: the ledger is not the one that was followed.
            UsageError: a newer tombo follows.
        """
        return self._persistently(lambda: self._forward(before, upto))

    def stands(self, before: int) -> int:
        """How many entries are in the rows that ``forward`` goes on with.

        Raises:
            UsageError: a newer tombo follows.
        """
        there = self._going_on(before)
        return there.position if there else 0

    def _forward(self, before: int, upto: int) -> Build:
        return self._followed(self._going_on(before) or self._begun(), upto)

    def _going_on(self, before: int) -> Build | None:
        """The build that is read, where it took the place of the one numbered ``before``; else one that was begun beside it."""
        live = self._newest()
        took = live is not None and live.number > before and live.version == self.projection.version
        return live if took else self._unfinished()

    def _caught_up(self, upto: int | None) -> Build:
        live = self._newest()
        if live is not None and live.version != self.projection.version:
            return self._rebuilt(live.number)
        build = self._followed(live or self._begun(), self.store.head().size if upto is None else upto)
        return build if build.live else self.views.switch(build)

    def _rebuilt(self, before: int) -> Build:
        """The build that takes the place of the one numbered ``before``; somebody else may have made it."""
        build = self._going_on(before) or self._begun()
        if build.live:
            return self._followed(build, self.store.head().size)
        while self.store.head().size - build.position > self.batch:
            build = self._followed(build, self.store.head().size)
        return self.views.switch(self._followed(build, self.store.head().size))

    def _newest(self) -> Build | None:
        """The build that is read.

        Raises:
            UsageError: it is of a newer version, which nobody takes back.
        """
        live = self.views.live(self.projection.name)
        if live is not None and live.version > self.projection.version:
            raise UsageError(
                f"{live.name} is kept in version {live.version}, and this program makes {self.projection.version}: a newer"
                f" tombo follows it. Use that one; 'tombo views drop {live.name}' removes what it keeps"
            )
        return live

    def _unfinished(self) -> Build | None:
        """A build of this version that was begun beside the one that is read."""
        live, version = self.views.live(self.projection.name), self.projection.version
        begun = [one for one in self.views.builds(self.projection.name) if not one.live and one.version == version]
        return begun[-1] if begun and (live is None or begun[-1].number > live.number) else None

    def _begun(self) -> Build:
        return self._unfinished() or self.views.begin(
            self.projection.name, self.projection.tables, self.projection.version, self.store.origin
        )

    def _persistently(self, once: Callable[[], Build]) -> Build:
        """``once``, again where another follower got in first or a commit was not answered, as long as anybody gets on."""
        left, seen = TRIES_MAX, list[Build]()
        while True:
            try:
                return once()
            except (OvertakenError, OutcomeUnknownError):
                now = self.views.builds(self.projection.name)
                left, seen = (left - 1 if now == seen else TRIES_MAX), now
                if not left:
                    raise

    def _followed(self, build: Build, size: int) -> Build:
        """``build`` followed up to ``size``, a transaction for each batch."""
        check_same(self.store, build)
        if build.position >= size:
            return build
        fold, writer = self.projection(), BatchWriter(self.views, build, self.told)
        begin(fold, build, writer.fetch)
        step, batch = fold.step, self.batch
        stretches = [(start, min(start + batch, size)) for start in range(build.position, size, batch)]
        with writer:
            for (start, stop), found in zip(stretches, self._read(stretches), strict=True):
                with going_on(build.name, start, stop):
                    for line in found:
                        step(line)
                writer.advance(stop, _mark(self.store, stop), fold.state(), fold.take())
        return writer.build

    def _read(self, stretches: Sequence[Stretch]) -> Iterator[Iterable[AnyLine]]:
        """The lines of each of ``stretches``, some that follow one another."""
        if self.ahead is None or stretches[-1][1] - stretches[0][0] <= self.few:
            return starmap(LinesOf(self.store, self.projection), stretches)
        return self.ahead(stretches)


@contextmanager
def computed(store: Store, projection: type[Projection], size: int) -> Iterator[tuple[Views, Build]]:
    """The projection as of the log's first ``size`` entries, computed for this use: the rows are gone afterwards."""
    with scratch_views() as views:
        yield views, Follower(store, views, projection).catch_up(min(size, store.head().size))


def _mark(store: Store, size: int) -> str:
    """What tells the first ``size`` entries of this ledger from those of another: its last row's digest."""
    row = store.row(size - 1)
    return "" if row is None or not isinstance(row.state, bytes) else sha256(row.state).hexdigest()


def check_same(store: Store, build: Build) -> None:
    """That the ledger is the one whose entries are in ``build``.

    Raises:
        AlteredViewError: it has another name, or another entry where the build stands, or none.
    """
    if build.origin != store.origin:
        raise AlteredViewError(
            f"the projection {build.name} is of the ledger {build.origin}, and this is {store.origin};"
            f" 'tombo views drop {build.name}' removes what is kept, and it is computed again"
        )
    if build.position and _mark(store, build.position) != build.last:
        raise AlteredViewError(
            f"log index {build.position - 1} is not the entry that the projection {build.name} followed; run 'tombo verify'"
            f" against a checkpoint from outside, and if the ledger is good, 'tombo views drop {build.name}'"
        )
