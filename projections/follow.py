"""How projections follow the log, how far, and for whom they are made.

A *followed* projection keeps rows in a database beside the ledger (``ledger.store.views``) and the position they stand at,
written in one transaction: killed at any moment it goes on where it was, and two followers cannot count an entry twice. The
same fold into a scratch database gives any past point. Followed rows hold no card that was not shown: they hold no card.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from hashlib import sha256
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, get_args, get_origin

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError, with_config
from pydantic.fields import FieldInfo
from typing_extensions import TypedDict

from ledger.core.clock import happened
from ledger.core.entry import Entry
from ledger.core.errors import MalformedError, TamperedError, UsageError
from ledger.kinds import EVENTS
from ledger.seal.entry import BODY, FORMAT, HEADER_SIZE, RECORDED, unpack
from ledger.store import Build, OutcomeUnknownError, OvertakenError, Store, Views, ViewTable, scratch_views
from projections.behind import BatchWriter, Fetch, begin, going_on
from projections.strangers import at_home

BATCH: Final = 5_000
"""Entries of the log a transaction: beyond it nothing is faster, and a live follower's rows are seen later."""
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


class Line(NamedTuple):
    """An entry as a followed projection reads it: decoded once, without who asked and with which command."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    stream: str
    version: int
    kind: str
    occurred: int | None
    recorded: int
    event: Any

    @property
    def instant(self) -> int:
        """When it happened, as days are counted."""
        return happened(self.occurred, self.recorded)


Read = Callable[[bytes], Mapping[str, Any]]


@cache
def reader(kind: str, fields: tuple[str, ...] | None = None) -> Read:
    """The reader of bodies of ``kind``: the event, or only these of its fields, by name; and when it happened.

    Who asked, and with which command, no projection reads: that alone halves the cost of decoding. A few fields by name
    halve it again, and of a field that holds records a few of theirs: ``stacks.after`` of a hand that ended.
    """
    event = EVENTS[kind]
    wanted: Any = event if fields is None else _only(event, fields)
    read: Read = TypeAdapter(_strict({"event": wanted, "occurred": int | None})).validator.validate_json
    return read


def _strict(fields: Mapping[str, Any]) -> Any:
    """A dictionary with these keys, checked as the event is; other keys are passed over."""
    return with_config(ConfigDict(strict=True, extra="ignore"))(TypedDict("Said", dict(fields)))  # type: ignore[operator]


def _only(record: type[BaseModel], names: Sequence[str]) -> Any:
    """Of a record its fields of these names; of a field that holds records, as ``field.name``, only those of theirs."""
    within: dict[str, list[str]] = {}
    for name in names:
        field, _, inner = name.partition(".")
        within.setdefault(field, []).extend([inner] if inner else [])
    return _strict({field: _sort(record.model_fields[field], inner) for field, inner in within.items()})


def _sort(field: FieldInfo, inner: Sequence[str]) -> Any:
    sort: Any = field.annotation
    if inner:
        sort = list[_only(get_args(sort)[0], inner)] if get_origin(sort) is list else _only(sort, inner)  # type: ignore[misc]
    return Annotated[(sort, *field.metadata)] if field.metadata else sort


def lines(rows: Iterable[tuple[int, str, int, str, bytes]], readers: Mapping[str, Read]) -> Iterator[Line]:
    """The lines in rows of the log. Checks their shape; signature and place are the verifier's business.

    Raises:
        MalformedError: bytes that do not parse.
    """
    make, instant = partial(tuple.__new__, Line), int.from_bytes
    for index, stream, version, kind, state in rows:
        if len(state) < HEADER_SIZE or state[0] != FORMAT:
            unpack(state)  # says what is wrong
        try:
            said = readers[kind](state[BODY])
        except ValidationError as error:
            why = error.errors(include_input=False, include_url=False)[0]["msg"]
            raise MalformedError(
                f"log index {index}: {stream} version {version}, {kind}: {why}; run 'tombo verify'"
            ) from error
        yield make((index, stream, version, kind, said["occurred"], instant(state[RECORDED], "big"), said["event"]))


class Projection(ABC):
    """A pure fold over the lines of certain kinds, into rows. Made anew for every run; it knows no clock and no ledger.

    What it must know to go on is in its rows and in ``state``, both written in the transaction of its position: killed at
    any moment, it goes on as if it had not been.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    """Of its fold and tables: a build of another version is computed again."""
    tables: ClassVar[tuple[ViewTable, ...]]
    reads: ClassVar[Mapping[str, tuple[str, ...] | None]]
    """The kinds it reads, and of each the fields it needs: its lines then hold these by name; None for the whole event.

    Of records within a field, ``stacks.after`` is what ``reader`` makes of it: they too are held by name then.
    """

    @abstractmethod
    def begin(self, state: str, fetch: Fetch) -> None:
        """Go on from ``state``, empty at the beginning; ``fetch`` reads the rows written so far."""

    @abstractmethod
    def step(self, line: Line) -> None:
        """The next line of the log."""

    @abstractmethod
    def take(self) -> Mapping[ViewTable, Sequence[tuple[Any, ...]]]:
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


class Follower(NamedTuple):
    """One projection of one ledger, and where its rows go. ``told`` hears of every position reached."""

    store: Store
    views: Views
    projection: type[Projection]
    batch: int = BATCH
    told: Callable[[int], None] = lambda _: None

    def catch_up(self, upto: int | None = None) -> Build:
        """Follow the log to its end, or to its first ``upto`` entries; what is beyond them already stays.

        The first call begins it. A build of an older version of the projection is computed again, beside the one that is
        read.

        Raises:
            TamperedError: the ledger is not the one that was followed.
            UsageError: a newer tombo follows.
        """
        return self._persistently(lambda: self._caught_up(upto))

    def rebuild(self) -> Build:
        """Compute it again from the first entry on, beside the one that is read, which it then replaces.

        One that was interrupted goes on where it was.

        Raises:
            UsageError: a newer tombo follows.
        """
        before = self.views.live(self.projection.name)
        return self._persistently(lambda: self._rebuilt(before.number if before else 0))

    def _caught_up(self, upto: int | None) -> Build:
        live = self._newest()
        if live is not None and live.version != self.projection.version:
            return self._rebuilt(live.number)
        build = self._followed(live or self._begun(), self.store.head().size if upto is None else upto)
        return build if build.live else self.views.switch(build)

    def _rebuilt(self, before: int) -> Build:
        """The build that takes the place of the one numbered ``before``; somebody else may have made it."""
        live = self._newest()
        if live is not None and live.number > before and live.version == self.projection.version:
            return self._followed(live, self.store.head().size)
        build = self._unfinished() or self._begun()
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
        step, kinds = fold.step, tuple(fold.reads)
        readers = {kind: reader(kind, fields) for kind, fields in fold.reads.items()}
        with writer:
            for position in range(build.position, size, self.batch):
                stop = min(position + self.batch, size)
                with going_on(build.name, position, stop):
                    for line in lines(at_home(self.store.rows_of(kinds, position, stop)), readers):
                        step(line)
                writer.advance(stop, _mark(self.store, stop), fold.state(), fold.take())
        return writer.build


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
        TamperedError: it has another name, or another entry where the build stands, or none.
    """
    if build.origin != store.origin:
        raise TamperedError(
            f"the projection {build.name} is of the ledger {build.origin}, and this is {store.origin};"
            f" 'tombo views drop {build.name}' removes what is kept, and it is computed again"
        )
    if build.position and _mark(store, build.position) != build.last:
        raise TamperedError(
            f"log index {build.position - 1} is not the entry that the projection {build.name} followed; run 'tombo verify'"
            f" against a checkpoint from outside, and if the ledger is good, 'tombo views drop {build.name}'"
        )
