"""From a ledger's URL to its store. ``create_store`` makes a database; nothing else does.

URLs: ``sqlite:///path/ledger.db`` (four slashes for an absolute path), ``postgresql://...`` as libpq reads it, with our
own parameter ``schema`` for a ledger in a schema of that name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from tombo.ledger.core.errors import UsageError
from tombo.ledger.store.roles import Role
from tombo.ledger.store.sqlite import file as sqlite_file
from tombo.ledger.store.sqlite import new as sqlite_new
from tombo.ledger.store.store import Store
from tombo.ledger.store.views import Views


class Fence(Protocol):
    """What one process that serves a ledger holds, and no second one can."""

    def check(self) -> None:
        """See that it is still held.

        Raises:
            StoreUnavailableError: it was lost.
        """


class _Keeping(Protocol):
    """What the module of each store does."""

    def open_store(self, url: str, *, read_only: bool) -> Store: ...
    def open_evidence(self, url: str) -> Store: ...
    def create_store(self, url: str, origin: str) -> Store: ...
    def open_views(self, url: str) -> Views: ...
    def fence(self, url: str) -> AbstractContextManager[Fence]: ...
    def find_views(self, url: str) -> Views | None: ...


def _kept_in(url: str) -> _Keeping:
    """The module of the store that ``url`` names.

    Raises:
        UsageError: it names none.
    """
    if url.startswith("sqlite:"):
        return sqlite_file
    if url.startswith(("postgresql:", "postgres:")):
        from tombo.ledger.store.postgres import database  # noqa: PLC0415  # its driver is a fifth of a start: not for a file

        return database
    raise _unknown(url)


def open_store(url: str, *, read_only: bool = False) -> Store:
    """The store of an existing ledger.

    Raises:
        ForeignDatabaseError: there is none, or it is not a ledger, or of a newer schema.
        StoreUnavailableError: the store cannot be reached.
        TamperedError: it is not made as ``create_store`` makes it.
        UsageError: the URL, or a server whose settings lose what was acknowledged.
    """
    return _kept_in(url).open_store(url, read_only=read_only)


def open_evidence(url: str) -> Store:
    """The store of a ledger, for reading, as a verifier looks at it: whatever was done to it.

    Nothing but its own tables is asked of it; ``Store.differences`` says what else is not as it should be.

    Raises:
        ForeignDatabaseError: there is none, or something else stands in place of one of its tables.
        StoreUnavailableError: the store cannot be reached.
        UsageError: the URL.
    """
    return _kept_in(url).open_evidence(url)


def create_store(url: str, origin: str) -> Store:
    """The store of a new, empty ledger named ``origin``: its tables, and nothing in them.

    Raises:
        UsageError: there is a ledger already, or what is left of a lost one; the URL.
        ForeignDatabaseError: there is a database of something else.
        StoreUnavailableError: the store cannot be reached.
    """
    return _kept_in(url).create_store(url, origin)


def fence(url: str) -> AbstractContextManager[Fence]:
    """Be the one that serves the ledger, until the end of the context or of this process.

    It keeps two servers apart and no other command: several writers on one ledger are safe (``docs/decisions/0002``).

    Raises:
        ConflictError: another one serves it, and is named.
        ForeignDatabaseError: there is none.
        StoreUnavailableError: the store cannot be reached.
    """
    return _kept_in(url).fence(url)


@contextmanager
def taken_back(url: str, origin: str) -> Iterator[Store]:
    """``create_store``, and nothing of it left where what is done with it fails: closed, and a file that was not there gone again.

    Nothing is removed that another has put there meanwhile, or has made his own; on PostgreSQL the tables stay. What goes well leaves the
    store open.

    Raises:
        UsageError: there is a ledger already, or what is left of a lost one; the URL.
        ForeignDatabaseError: there is a database of something else.
        StoreUnavailableError: the store cannot be reached.
    """
    if url.startswith("sqlite:"):
        with sqlite_new.taken_back(url, origin) as store:
            yield store
        return
    store = create_store(url, origin)
    try:
        yield store
    except BaseException:
        store.close()
        raise


@contextmanager
def drafted(url: str, origin: str) -> Iterator[Store]:
    """``taken_back``, under its name only when the block ends: a file is made beside it, and whoever is killed leaves no half of a ledger there.

    ``Store.url`` says where it is made. On PostgreSQL it is made in its place. What goes well is closed.

    Raises:
        UsageError: there is a ledger already, what is left of a lost one, or of somebody who was killed here; the URL.
        ForeignDatabaseError: there is a database of something else.
        StoreUnavailableError: the store cannot be reached.
    """
    if url.startswith("sqlite:"):
        with sqlite_new.drafted(url, origin) as store:
            yield store
        return
    with taken_back(url, origin) as store:
        yield store
        store.close()


def open_views(url: str) -> Views:
    """The projections kept beside the ledger at ``url``; their database is made if it is not there.

    Raises:
        ForeignDatabaseError: what is there is something else.
        StoreUnavailableError: nothing can be written there.
        UsageError: the URL.
    """
    return _kept_in(url).open_views(url)


def find_views(url: str) -> Views | None:
    """The projections kept beside the ledger at ``url``, for reading only; None where none were ever kept.

    Raises:
        ForeignDatabaseError: what is there is something else.
        StoreUnavailableError: the store cannot be reached.
        UsageError: the URL.
    """
    return _kept_in(url).find_views(url)


def check_may_grant(url: str) -> None:
    """That the user of ``url`` may make the roles of a ledger there.

    Raises:
        StoreUnavailableError: the store cannot be reached.
        UsageError: he may not, or the store has no roles; the URL.
    """
    place = _roles_place(url)
    from tombo.ledger.store.postgres.roles import check_may_grant as check  # noqa: PLC0415  # with the driver, as in _kept_in

    check(*place)


def grant_roles(url: str) -> Mapping[Role, str]:
    """Make the roles of the ledger at ``url``, and give them exactly their rights; their names.

    Raises:
        StoreUnavailableError: the server refuses, or cannot be reached.
        UsageError: the user may not, or the store has no roles; the URL.
    """
    place = _roles_place(url)
    from tombo.ledger.store.postgres.roles import grant  # noqa: PLC0415  # with the driver, as in _kept_in

    return grant(*place)


def roles_sql(url: str) -> str:
    """The SQL that ``grant_roles`` would run, for an administrator.

    Raises:
        StoreUnavailableError: the store cannot be reached.
        UsageError: the store has no roles; the URL.
    """
    place = _roles_place(url)
    from tombo.ledger.store.postgres.roles import script  # noqa: PLC0415  # with the driver, as in _kept_in

    return script(*place)


@contextmanager
def scratch_views() -> Iterator[Views]:
    """Projections for one use, in a temporary file: so a past point is computed, or a place that cannot be written."""
    with TemporaryDirectory(prefix="tombo-views-") as folder, sqlite_file.views_at(Path(folder) / "views.db") as views:
        yield views


def _roles_place(url: str) -> tuple[dict[str, Any], str]:
    if not url.startswith(("postgresql:", "postgres:")):
        raise UsageError(
            "roles are of PostgreSQL; a ledger in a file is its owner's alone, whom the system protects it for"
        )
    from tombo.ledger.store.postgres.database import parse  # noqa: PLC0415  # with the driver, as in _kept_in

    return parse(url)


def _unknown(url: str) -> UsageError:
    scheme = url.partition("://")[0]
    said = f", not {scheme!r}" if scheme.isalnum() and "://" in url else ""  # else it may be a password
    return UsageError(f"a ledger's URL starts with sqlite:/// or postgresql://{said}; for example sqlite:///tombo.db")
