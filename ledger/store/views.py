"""The tables that projections keep: computed from a ledger, beside it, never part of it.

They lie in a database of their own: the file ``ledger-views.db`` beside ``ledger.db``, or the schema ``NAME_views`` beside
the schema ``NAME``. So a follower never holds the lock that appends wait for, and whoever distrusts the tables deletes
them: they are computed again. Positions are kept as the library keeps them (``Tracking``), in the transaction of the rows.

A *build* of a projection is its tables from the first entry on. A second one grows beside the one that is read, under the
next number, and takes its place in one transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from eventsourcing.persistence import Tracking

from ledger.store.types import Bulk, LedgerRecorder

_BUILDS: Final = (
    "CREATE TABLE IF NOT EXISTS notification_tracking (application_name text PRIMARY KEY, notification_id bigint NOT NULL)",
    (
        "CREATE TABLE IF NOT EXISTS builds (name text NOT NULL, build bigint NOT NULL, version bigint NOT NULL,"
        " live bigint NOT NULL, origin text NOT NULL, last text NOT NULL, state text NOT NULL, PRIMARY KEY (name, build))"
    ),
)
_INSERT_BUILD: Final = "INSERT INTO builds VALUES (?, ?, ?, ?, ?, '', '')"
_BUILD: Final = "SELECT build, version, live, origin, last, state FROM builds WHERE name = ?"


class Table(NamedTuple):
    """A table of a projection. ``columns``: names, and ``text`` or ``bigint``; none of them is ever null.

    ``replaces``: a row of the same key takes the place of the one there; else rows are only ever added.
    """

    name: str
    columns: tuple[tuple[str, str], ...]
    key: tuple[str, ...]
    indexes: tuple[tuple[str, ...], ...] = ()
    replaces: bool = False


class Build(NamedTuple):
    """The tables of a projection and how far they follow. ``position``: how many entries of the log are in them."""

    name: str
    number: int
    version: int
    live: bool
    origin: str
    last: str
    """The hash of the last entry they hold, in hexadecimal: whether the ledger they followed is still the same."""
    state: str
    """What the fold knows besides its rows, as it wrote it."""
    position: int

    def stored(self, table: str) -> str:
        """The name under which ``table`` is stored."""
        return f"{self.name}_{self.number}_{table}"


class Views:
    """The database of projections beside a ledger, over the recorder of its kind of store."""

    def __init__(self, recorder: LedgerRecorder, place: str) -> None:
        self.recorder: Final = recorder
        self.place: Final = place
        """Where it is, for messages."""
        with recorder.writing() as writing:
            for statement in _BUILDS:
                writing.execute(statement, ())

    def close(self) -> None:
        """Close every connection."""
        self.recorder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def builds(self, name: str) -> list[Build]:
        """The builds there are of a projection, oldest first."""
        found = sorted(self.recorder.fetch(_BUILD, (name,)))
        return [
            Build(
                name,
                number,
                version,
                bool(live),
                origin,
                last,
                state,
                self.recorder.max_tracking_id(f"{name}/{number}") or 0,
            )
            for number, version, live, origin, last, state in found
        ]

    def live(self, name: str) -> Build | None:
        """The build that is read, None before the first."""
        return next((build for build in self.builds(name) if build.live), None)

    def begin(self, name: str, tables: Sequence[Table], version: int, origin: str) -> Build:
        """A new, empty build: the one that is read if there is none yet, else one beside it.

        Raises:
            IntegrityError: the library's; somebody else began one at the same time.
        """
        there = self.builds(name)
        number = there[-1].number + 1 if there else 1
        build = Build(name, number, version, not any(one.live for one in there), origin, "", "", 0)
        with self.recorder.writing() as writing:
            writing.execute(_INSERT_BUILD, (name, number, version, int(build.live), origin))
            for table in tables:
                sorts = {"text": self.recorder.text, "bigint": "bigint"}
                columns = ", ".join(f"{column} {sorts[sort]} NOT NULL" for column, sort in table.columns)
                key = ", ".join(table.key)
                stored = build.stored(table.name)
                writing.execute(f"CREATE TABLE {stored} ({columns}, PRIMARY KEY ({key})){self.recorder.clustered}", ())
                for at, index in enumerate(table.indexes, 1):
                    writing.execute(f"CREATE INDEX {stored}_{at} ON {stored} ({', '.join(index)})", ())
        return build

    def advance(
        self, build: Build, position: int, last: str, state: str, rows: Mapping[Table, Sequence[tuple[Any, ...]]]
    ) -> Build:
        """Add ``rows`` and move to ``position``, in one transaction.

        Raises:
            IntegrityError: the library's; another follower was there before, and nothing was written.
        """
        with self.recorder.writing() as writing:
            writing.track(Tracking(f"{build.name}/{build.number}", position))
            for table, added in rows.items():
                if added:
                    key = table.key if table.replaces else ()
                    writing.insert(Bulk(build.stored(table.name), table.columns, key), added)
            writing.execute(
                "UPDATE builds SET last = ?, state = ? WHERE name = ? AND build = ?",
                (last, state, build.name, build.number),
            )
        return build._replace(position=position, last=last, state=state)

    def switch(self, build: Build, tables: Sequence[Table]) -> Build:
        """``build`` is read from now on, and every other one of its projection is gone."""
        others = [one for one in self.builds(build.name) if one.number != build.number]
        with self.recorder.writing() as writing:
            for other in others:
                self._drop(writing, other, tables)
            writing.execute("UPDATE builds SET live = 1 WHERE name = ? AND build = ?", (build.name, build.number))
        return build._replace(live=True)

    def drop(self, name: str, tables: Sequence[Table]) -> None:
        """Remove every build of a projection."""
        there = self.builds(name)
        with self.recorder.writing() as writing:
            for build in there:
                self._drop(writing, build, tables)

    def fetch(self, build: Build, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query that names the tables of ``build`` in braces: ``SELECT holder FROM {balances}``."""
        return self.recorder.fetch(sql.replace("{", f"{build.name}_{build.number}_").replace("}", ""), params)

    def _drop(self, writing: Any, build: Build, tables: Sequence[Table]) -> None:
        for table in tables:
            writing.execute(f"DROP TABLE IF EXISTS {build.stored(table.name)}", ())
        writing.execute("DELETE FROM builds WHERE name = ? AND build = ?", (build.name, build.number))
        writing.execute(
            "DELETE FROM notification_tracking WHERE application_name = ?", (f"{build.name}/{build.number}",)
        )
