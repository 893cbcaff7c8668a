"""The tables that projections keep: computed from a ledger, beside it, never part of it.

They lie in a database of their own: the file ``ledger-views.db`` beside ``ledger.db``, or the schema ``NAME_views`` beside
the schema ``NAME``. So a follower never holds the lock that appends wait for, and whoever distrusts the tables deletes
them: they are computed again. Positions are kept as the library keeps them (``Tracking``), in the transaction of the rows.

A *build* of a projection is its tables from the first entry on. A second one grows beside the one that is read, under the
next number, and takes its place in one transaction. No number comes twice, not even after everything was dropped: whoever
still holds an old build finds that it is gone, and never the tables of another.

Every transaction that changes a build touches the rows of ``builds`` first, the lowest number first, and then the tables:
so two of them wait for one another, and never in a circle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from struct import error as StructError  # noqa: N812 - a class, whatever its name looks like
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from eventsourcing.persistence import IntegrityError, Tracking

from tombo.ledger.core.errors import (
    AlteredViewError,
    ConflictError,
    ForeignDatabaseError,
    MalformedError,
    NotFoundError,
)
from tombo.ledger.store.builds import Build, ViewTable, build_of, creating, dropping, is_count, is_name
from tombo.ledger.store.types import Bulk, LedgerRecorder, Writing

T = TypeVar("T")

SCHEMA: Final = "2"
"""The version of ``about`` and ``builds``. Of another one, the database is removed and computed again."""
ABOUT: Final = "about"
"""The table that says what the database is."""
READS_MAX: Final = 5
"""How often a reader asks again when the build it reads is replaced."""
MARKING: Final = (
    f"CREATE TABLE {ABOUT} (name text PRIMARY KEY, value text NOT NULL)",
    f"INSERT INTO {ABOUT} VALUES ('projections', '{SCHEMA}')",  # noqa: S608 - constants of ours
    "CREATE TABLE notification_tracking (application_name text PRIMARY KEY, notification_id bigint NOT NULL)",
    (
        "CREATE TABLE builds (name text NOT NULL, build bigint NOT NULL, version bigint NOT NULL, live bigint NOT NULL,"
        " origin text NOT NULL, last text NOT NULL, state text NOT NULL, PRIMARY KEY (name, build))"
    ),
    "CREATE UNIQUE INDEX builds_live ON builds (name) WHERE live = 1",
)
"""What makes an empty database one of projections, to be run in one transaction."""

_BEGUN: Final = "INSERT INTO builds SELECT ?, ?, ?, 1 - count(*), ?, '', '' FROM builds WHERE name = ? AND live = 1"
_BUILDS: Final = (
    "SELECT b.name, b.build, b.version, b.live, b.origin, b.last, b.state, coalesce(t.notification_id, 0)"
    " FROM builds b LEFT JOIN notification_tracking t ON t.application_name = b.name || '/' || CAST(b.build AS text)"
    " WHERE b.name = ? ORDER BY b.build"
)
_ADVANCED: Final = "UPDATE builds SET last = ?, state = ? WHERE name = ? AND build = ? AND last = ?"


class OvertakenError(ConflictError):
    """Somebody else moved, replaced or removed the build first. Nothing was written, and nothing half read."""


class Views:
    """The database of projections beside a ledger, over the recorder of its kind of store.

    Raises:
        ForeignDatabaseError: what is there is something else.
    """

    def __init__(self, recorder: LedgerRecorder, place: str) -> None:
        self.recorder: Final = recorder
        self.place: Final = place
        """Where it is, for messages."""
        try:
            self._check()
        except BaseException:
            recorder.close()
            raise

    def close(self) -> None:
        """Close every connection."""
        self.recorder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def names(self) -> list[str]:
        """The projections there are builds of, in order of name."""
        with self._explained():
            found = [name for (name,) in self.recorder.fetch("SELECT DISTINCT name FROM builds")]
        if not all(map(is_name, found)):
            raise spoilt(self.place, "the table builds has a name that no follower wrote")
        return sorted(found)

    def builds(self, name: str) -> list[Build]:
        """The builds there are of a projection, oldest first: each with its position and state as of one moment."""
        with self._explained():
            found = self.recorder.fetch(_BUILDS, (name,))
        try:
            return [build_of(row) for row in found]
        except MalformedError as error:
            raise spoilt(self.place, error) from error

    def live(self, name: str) -> Build | None:
        """The build that is read, None before the first."""
        return next((build for build in self.builds(name) if build.live), None)

    def begin(self, name: str, tables: Sequence[ViewTable], version: int, origin: str) -> Build:
        """A new, empty build: the one that is read if there is none yet, else one beside it.

        Raises:
            OvertakenError: somebody else began one at the same time.
        """
        with self._explained():
            tracked = self.recorder.fetch(
                "SELECT notification_id FROM notification_tracking WHERE application_name = ?", (name,)
            )
        if tracked and not is_count(tracked[0][0]):
            raise spoilt(self.place, "the table notification_tracking has a position that no follower wrote")
        number = tracked[0][0] + 1 if tracked else 1
        build = Build(name, number, version, live=False, origin=origin, last="", state="", position=0)
        created = [statement for table in tables for statement in creating(build, table, self.recorder)]
        with self._changing() as writing:
            _track(writing, name, number)
            writing.execute(_BEGUN, (name, number, version, origin, name))
            for statement in created:
                writing.execute(statement, ())
        return next((one for one in self.builds(name) if one.number == number), build)

    def advance(
        self, build: Build, position: int, last: str, state: str, rows: Mapping[ViewTable, Sequence[tuple[Any, ...]]]
    ) -> Build:
        """Add ``rows`` and move to ``position``, in one transaction: rows, position and ``state``, or nothing.

        A row stands for the state ``build`` was in, so it counts only if nobody moved the build since. NUL, which one of
        the stores cannot keep in a text, becomes U+2400, its picture.

        Raises:
            OvertakenError: another follower was there before, or the build is gone; nothing was written.
            MalformedError: a number beyond 64 bits, or NUL in ``state``; nothing was written.
            AlteredViewError: a row is there already, although nobody followed so far; nothing was written.
        """
        if "\0" in state:
            raise MalformedError(f"the state of {build.name} has a NUL, which no store keeps in a text")
        clean = {table: without_nul(table, added) for table, added in rows.items() if added}
        try:
            return self._advanced(build, position, last, state, clean)
        except IntegrityError as error:  # nobody else moved the build, and yet its rows are there
            raise AlteredViewError(
                f"TAMPERED in the view {build.name}: it has rows of the entries from log index {build.position} to {position - 1},"
                f" which it had not followed; nothing was written. The ledger has it all still: 'tombo views rebuild {build.name}'"
                " computes it again"
            ) from error

    def _advanced(
        self, build: Build, position: int, last: str, state: str, rows: Mapping[ViewTable, Sequence[tuple[Any, ...]]]
    ) -> Build:
        with self._changing() as writing:
            moved = writing.execute(_ADVANCED, (last, state, build.name, build.number, build.last))
            if moved.rowcount != 1:
                raise _overtaken(build)
            _track(writing, build.tracked, position)
            for table, added in rows.items():
                key = table.key if table.replaces else ()
                try:
                    writing.insert(Bulk(build.stored(table.name), table.columns, key), added)
                except (OverflowError, StructError) as error:
                    raise MalformedError(f"{build.name}, {table.name}: a number beyond 64 bits: {error}") from error
        return build._replace(position=position, last=last, state=state)

    def switch(self, build: Build) -> Build:
        """``build`` is read from now on, and every older one of its projection is gone.

        Raises:
            OvertakenError: it is gone itself: a newer one took its place, or all were dropped. Nothing was changed.
        """
        older = [one for one in self.builds(build.name) if one.number < build.number]
        dropped = self._dropping(older)
        with self._changing() as writing:
            self._forget(writing, older)
            taken = writing.execute(
                "UPDATE builds SET live = 1 WHERE name = ? AND build = ?", (build.name, build.number)
            )
            if taken.rowcount != 1:
                raise _overtaken(build)
            for statement in dropped:
                writing.execute(statement, ())
        return build._replace(live=True)

    def drop(self, name: str) -> int:
        """Remove every build of a projection; how many there were."""
        there = self.builds(name)
        dropped = self._dropping(there)
        with self._changing() as writing:
            self._forget(writing, there)
            for statement in dropped:
                writing.execute(statement, ())
        return len(there)

    def fetch(self, build: Build, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query that names the tables of ``build`` in braces: ``SELECT holder FROM {balances}``.

        Raises:
            OvertakenError: the build is gone, and its tables with it.
        """
        stored = sql.replace("{", f"{build.name}_{build.number}_").replace("}", "")
        try:
            with self._explained():
                return self.recorder.fetch(stored, params)
        except ForeignDatabaseError:
            if all(one.number != build.number for one in self.builds(build.name)):
                raise _overtaken(build) from None
            raise

    def read(self, name: str, ask: Callable[[Build], T]) -> T:
        """What ``ask`` finds in the build that is read. Asked again where another takes its place meanwhile.

        Raises:
            NotFoundError: nothing of that name is kept.
            OvertakenError: it is replaced again and again.
        """
        for left in reversed(range(READS_MAX)):
            build = self.live(name)
            if build is None:
                raise NotFoundError(f"{self.place} keeps no projection {name}; 'tombo views follow {name}' makes it")
            try:
                return ask(build)
            except OvertakenError:
                if not left:
                    raise
        raise AssertionError  # pragma: no cover - the last turn returned or raised

    def _check(self) -> None:
        with self._explained():
            foreign = self.recorder.fetch(self.recorder.foreign)
            if foreign:
                raise spoilt(self.place, f"with {len(foreign)} things in it that no follower makes")
            found = self.recorder.fetch(f"SELECT value FROM {ABOUT} WHERE name = 'projections'")  # noqa: S608 - ours
        if found != [(SCHEMA,)]:
            raise spoilt(self.place, f"of version {found[0][0] if found else 'none'}; this program knows {SCHEMA}")

    def _dropping(self, builds: Sequence[Build]) -> list[str]:
        """The statements that remove the tables of ``builds``, found in the catalogue of this database alone."""
        with self._explained():
            there = [table for (table,) in self.recorder.fetch(self.recorder.own_tables)]
        return [statement for build in builds for statement in dropping(build, there, self.recorder.schema)]

    def _forget(self, writing: Writing, builds: Sequence[Build]) -> None:
        """Take ``builds``, lowest first, out of the lists: the lock that orders all changes of a projection."""
        for build in builds:
            writing.execute("DELETE FROM builds WHERE name = ? AND build = ?", (build.name, build.number))
        for build in builds:
            writing.execute("DELETE FROM notification_tracking WHERE application_name = ?", (build.tracked,))

    @contextmanager
    def _changing(self) -> Iterator[Writing]:
        with self._explained(), self.recorder.writing() as writing:
            yield writing

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """What the store says of a damaged database, as it is for one that can be thrown away."""
        try:
            yield
        except ForeignDatabaseError as error:
            raise spoilt(self.place, error.__cause__ or error) from error
        except MalformedError as error:
            if error.__cause__ is None or isinstance(error.__cause__, OverflowError | StructError):
                raise
            raise spoilt(self.place, error.__cause__) from error


def spoilt(place: str, why: object) -> ForeignDatabaseError:
    """The error for a database that is not what projections keep."""
    return ForeignDatabaseError(
        f"{place} does not hold what projections keep: {' '.join(str(why).split())}. Nothing in the ledger depends on it:"
        " if it is ours, remove it, and 'tombo views follow' computes it again"
    )


def _overtaken(build: Build) -> OvertakenError:
    return OvertakenError(
        f"build {build.number} of {build.name} was moved, replaced or dropped by somebody else meanwhile; ask again"
    )


def _track(writing: Writing, name: str, position: int) -> None:
    try:
        writing.track(Tracking(name, position))
    except IntegrityError as error:
        raise OvertakenError(f"{name}: somebody else was at {position} before; ask again") from error


def without_nul(table: ViewTable, rows: Sequence[tuple[Any, ...]]) -> Sequence[tuple[Any, ...]]:
    """``rows`` as they are kept: NUL in a text, which one of the stores cannot keep, is U+2400, its picture."""
    texts = [at for at, (_, sort) in enumerate(table.columns) if sort == "text"]
    if "\0" not in "".join(chain.from_iterable([row[at] for row in rows] for at in texts)):
        return rows
    return [tuple(one.replace("\0", "\u2400") if isinstance(one, str) else one for one in row) for row in rows]
