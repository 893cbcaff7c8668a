"""A follower that is killed, or whose store fails, at every step: no row is lost and none is counted twice."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import psycopg
import pytest

from tests.conftest import ORIGIN, run_raw
from tests.faults.killed_follower import BATCH, interrupt
from tests.worlds.followed import Kept, Till, grow, kept, naive, paid
from tombo.ledger.core.errors import ForeignDatabaseError, StoreUnavailableError
from tombo.ledger.store import OutcomeUnknownError, Store, Views, create_store, find_views, open_views
from tombo.ledger.store.postgres.views import views_schema
from tombo.ledger.store.sqlite.recorder import SQLiteLedgerRecorder
from tombo.projections.follow import TRIES_MAX, Follower

PAYMENTS = [paid(number) if number % 5 else None for number in range(12 * BATCH)]


def die(url: str, faults: list[str]) -> list[int]:
    """The signal that ended each child of the follower."""
    program = [sys.executable, "-m", "tests.faults.killed_follower", url, *faults]
    ran = subprocess.run(program, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    signals: list[int] = json.loads(ran.stdout)
    return signals


def whole(store: Store, views: Views) -> bool:
    """Whether the build that is read holds just the entries of its position."""
    build = views.live("till")
    return build is not None and kept(views, build) == naive(PAYMENTS[: build.position])


def test_a_follower_killed_at_every_step_goes_on(store: Store) -> None:
    """Death before each statement, before each commit and after it: the next one goes on, and the rows are right."""
    grow(store, PAYMENTS)
    faults = [f"catch_up step {step}" for step in range(1, 14)]
    assert die(store.url, faults) == [signal.SIGKILL] * len(faults)
    with open_views(store.url) as views:
        assert whole(store, views)
        Follower(store, views, Till, BATCH).catch_up()
        assert (kept(views), len(views.builds("till"))) == (naive(PAYMENTS), 1)


def test_a_rebuild_killed_at_every_step_leaves_the_old_build_or_the_new(store: Store) -> None:
    """Death anywhere in a rebuild, its switch included: what is read stays whole, and the next rebuild finishes it."""
    grow(store, PAYMENTS[: 4 * BATCH])
    with open_views(store.url) as views:
        before = Follower(store, views, Till).catch_up()
        steps = interrupt(views, 0, lambda: None)
        Follower(store, views, Till, BATCH).rebuild()
        total = steps()
    for first in range(1, total + 1, 9):
        assert signal.SIGKILL in die(store.url, [f"rebuild step {step}" for step in range(first, first + 9)])
        with open_views(store.url) as views:
            assert kept(views) == naive(PAYMENTS[: 4 * BATCH])
    assert die(store.url, ["rebuild step 999999"]) == [0]
    with open_views(store.url) as views:
        (build,) = views.builds("till")
        assert (kept(views), build.live, build.number > before.number) == (naive(PAYMENTS[: 4 * BATCH]), True, True)


def test_a_follower_killed_at_any_time_goes_on(store: Store) -> None:
    """Death by the clock, so also inside a write and inside a sync."""
    grow(store, PAYMENTS)
    die(
        store.url,
        [f"{what} time {milliseconds}" for milliseconds in range(15, 120, 9) for what in ("catch_up", "rebuild")],
    )
    with open_views(store.url) as views:
        assert views.live("till") is None or whole(store, views)
        Follower(store, views, Till, BATCH).catch_up()
        assert kept(views) == naive(PAYMENTS)


@contextmanager
def failing(views: Views, step: int, error: Exception) -> Iterator[None]:
    """The ``step``-th step of the transactions on ``views`` fails with ``error``."""

    def strike() -> None:
        raise error

    with patch.object(views.recorder, "writing", views.recorder.writing):
        interrupt(views, step, strike)
        yield


@pytest.mark.parametrize("what", ["catch_up", "rebuild"])
def test_a_store_that_fails_at_every_step(store: Store, what: str) -> None:
    """Whichever statement or commit fails is told as it is, what is read stays whole, and the next try finishes."""
    grow(store, PAYMENTS[: 2 * BATCH])
    with open_views(store.url) as views:
        struck = 0
        for step in range(1, 30):
            try:
                with failing(views, step, StoreUnavailableError("the disk is gone")):
                    getattr(Follower(store, views, Till, BATCH), what)()
            except StoreUnavailableError as error:
                assert "the disk is gone" in str(error)  # noqa: PT017 - the last steps do not fail
                struck += 1
            build = views.live("till")
            assert build is None or kept(views) == naive(PAYMENTS[: build.position])
            getattr(Follower(store, views, Till, BATCH), what)()
            assert kept(views) == naive(PAYMENTS[: 2 * BATCH])
            if what == "catch_up":
                views.drop("till")
        assert 10 < struck < 30


@pytest.mark.parametrize("persisted", [False, True])
def test_a_commit_without_an_answer_is_looked_up(store: Store, *, persisted: bool) -> None:
    """Where nobody knows whether a batch was committed, the follower looks, and counts it once either way."""
    grow(store, PAYMENTS)
    with open_views(store.url) as views:
        Follower(store, views, Till, BATCH).catch_up(BATCH)
        for _ in range(5):
            with failing(views, 6 if persisted else 5, OutcomeUnknownError("no answer")):
                build = views.live("till")
                assert build is not None
                Follower(store, views, Till, BATCH).catch_up(build.position + BATCH)
            assert whole(store, views)
        assert Follower(store, views, Till, BATCH).catch_up().position == len(PAYMENTS)
        assert kept(views) == naive(PAYMENTS)


def test_a_store_that_never_answers_is_given_up(store: Store) -> None:
    """Where no commit gets through and nobody else gets on, the follower stops after a few tries and says why."""
    grow(store, PAYMENTS)
    with open_views(store.url) as views:
        Follower(store, views, Till, BATCH).catch_up(BATCH)
        tries = 0

        @contextmanager
        def silent() -> Iterator[None]:
            nonlocal tries
            tries += 1
            raise OutcomeUnknownError("no answer")
            yield

        with patch.object(views.recorder, "writing", silent), pytest.raises(OutcomeUnknownError, match="no answer"):
            Follower(store, views, Till, BATCH).catch_up()
        assert TRIES_MAX <= tries <= TRIES_MAX + 1
        assert kept(views) == naive(PAYMENTS[:BATCH])


def test_a_backend_that_is_ended_in_a_batch(postgres_store: Store) -> None:
    """The server's process lost under a batch is told, nothing of the batch is there, and the next call connects again."""
    grow(postgres_store, PAYMENTS)
    with open_views(postgres_store.url) as views:
        Follower(postgres_store, views, Till, BATCH).catch_up(BATCH)
        plain = postgres_store.url.rpartition("schema=")[0].rstrip("?&")

        def strike() -> None:
            with psycopg.connect(plain, autocommit=True) as other:
                other.execute(
                    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                    " WHERE state = 'idle in transaction' AND query LIKE '%builds%'"
                )

        with patch.object(views.recorder, "writing", views.recorder.writing):
            interrupt(views, 2, strike)
            with pytest.raises(StoreUnavailableError, match="nothing was recorded"):
                Follower(postgres_store, views, Till, BATCH).catch_up()
        assert kept(views) == naive(PAYMENTS[:BATCH])
        Follower(postgres_store, views, Till, BATCH).catch_up()
        assert kept(views) == naive(PAYMENTS)


def test_a_disk_that_is_full(sqlite_store: Store) -> None:
    """A batch for which there is no room is refused whole, the ledger goes on, and so do the rows once there is."""
    grow(sqlite_store, PAYMENTS)
    with open_views(sqlite_store.url) as views:
        Follower(sqlite_store, views, Till, BATCH).catch_up(BATCH)
        assert isinstance(views.recorder, SQLiteLedgerRecorder)
        writer = views.recorder._open_writer()
        writer.execute(f"PRAGMA max_page_count = {writer.execute('PRAGMA page_count').fetchone()[0] + 1}")
        with pytest.raises(StoreUnavailableError, match=r"views\.db: the disk is full"):
            Follower(sqlite_store, views, Till, 400).catch_up()
        assert whole(sqlite_store, views)
        grow(sqlite_store, [paid(1)])
        writer.execute("PRAGMA max_page_count = 100000")
        Follower(sqlite_store, views, Till, 400).catch_up()
        assert kept(views) == naive([*PAYMENTS, paid(1)])


def _text(path: Path) -> None:
    path.write_text("minutes of the meeting, whatever it is called")


def _other(path: Path) -> None:
    run_raw(f"sqlite:///{path}", "CREATE TABLE builds (a); CREATE TABLE notification_tracking (b)")


def _ledger(path: Path) -> None:
    create_store(f"sqlite:///{path}", ORIGIN).close()


def _newer(path: Path) -> None:
    run_raw(f"sqlite:///{path}", "CREATE TABLE about (name, value); INSERT INTO about VALUES ('projections', '3')")


@pytest.mark.parametrize("spoil", [_text, _other, _ledger, _newer])
def test_a_file_of_something_else_is_refused_untouched(sqlite_store: Store, tmp_path: Path, spoil: object) -> None:
    """What lies where projections belong and is not ours is named, and not a byte of it is changed."""
    path = tmp_path / "ledger-views.db"
    assert find_views(sqlite_store.url) is None
    assert callable(spoil)
    spoil(path)
    before = path.read_bytes()
    for way in (open_views, find_views):
        with pytest.raises(
            ForeignDatabaseError, match=r"ledger-views\.db does not hold what projections keep.*remove it"
        ):
            way(sqlite_store.url)
    assert path.read_bytes() == before


def test_a_damaged_file_is_named_and_made_again(sqlite_store: Store, tmp_path: Path) -> None:
    """Damage says what to do: remove the file; nothing of the ledger depends on it."""
    grow(sqlite_store, PAYMENTS)
    with open_views(sqlite_store.url) as views:
        Follower(sqlite_store, views, Till).catch_up()
    path = tmp_path / "ledger-views.db"
    contents = path.read_bytes()
    path.write_bytes(contents[:4096] + bytes([0xA5]) * (len(contents) - 4096))
    with pytest.raises(ForeignDatabaseError, match="remove it, and 'tombo views follow' computes it again"):  # noqa: SIM117
        with open_views(sqlite_store.url) as views:
            Follower(sqlite_store, views, Till).catch_up()
    path.unlink()
    with open_views(sqlite_store.url) as views:
        Follower(sqlite_store, views, Till).catch_up()
        assert kept(views) == naive(PAYMENTS)


def test_a_table_that_somebody_removed_is_named(store: Store) -> None:
    """Rows that are gone though their build is there are no race: the message says that the database is spoilt."""
    grow(store, PAYMENTS)
    with open_views(store.url) as views:
        build = Follower(store, views, Till).catch_up()
        with views.recorder.writing() as writing:
            writing.execute("DROP TABLE till_1_balances", ())
        with pytest.raises(ForeignDatabaseError, match=r"does not hold what projections keep.*till_1_balances"):
            views.fetch(build, "SELECT 1 FROM {balances}")
        views.drop("till")
        Follower(store, views, Till).catch_up()
        assert kept(views) == naive(PAYMENTS)


def test_a_place_that_cannot_be_written_is_told(sqlite_store: Store, tmp_path: Path) -> None:
    """Where no file can be made, that is said, and who only looks finds nothing kept."""
    (tmp_path / "ledger-views.db").mkdir()
    with pytest.raises(
        StoreUnavailableError, match=r"ledger-views\.db: Is a directory; no projection can be kept there"
    ):
        open_views(sqlite_store.url)
    assert find_views(sqlite_store.url) is None


def test_a_file_left_by_who_was_killed_making_it(sqlite_store: Store, tmp_path: Path) -> None:
    """An empty file, with or without a header, holds no projections yet, and is made one."""
    path = tmp_path / "ledger-views.db"
    path.touch()
    assert find_views(sqlite_store.url) is None
    run_raw(f"sqlite:///{path}", "PRAGMA journal_mode = WAL; CREATE TABLE t (a); DROP TABLE t")
    assert find_views(sqlite_store.url) is None
    with open_views(sqlite_store.url) as views:
        assert views.names() == []
    found = find_views(sqlite_store.url)
    assert found is not None
    found.close()


def test_a_schema_of_something_else_is_refused(postgres_store: Store) -> None:
    """A schema with tables that are not ours, a ledger's among them, takes no projection and keeps what it has."""
    schema = postgres_store.url.rpartition("schema=")[2]
    run_raw(postgres_store.url, f"CREATE SCHEMA {schema}_views; CREATE TABLE {schema}_views.builds (a int)")
    assert find_views(postgres_store.url) is None
    with pytest.raises(ForeignDatabaseError, match=f"{schema}_views holds tables of something else"):
        open_views(postgres_store.url)
    run_raw(postgres_store.url, f"DROP SCHEMA {schema}_views CASCADE")
    with open_views(postgres_store.url) as views:
        assert views.names() == []


def test_schemas_with_long_names_share_nothing() -> None:
    """Beside every ledger's schema is one for its projections alone, of a name that PostgreSQL keeps whole."""
    names = ["public", "a" * 57, "a" * 58, "a" * 62 + "b", "a" * 62 + "c", "a" * 63]
    schemas = [views_schema(name) for name in names]
    assert (schemas[0], schemas[1]) == ("public_views", "a" * 57 + "_views")
    assert len(set(schemas)) == len(names)
    assert max(map(len, schemas)) <= 63


def test_two_who_make_the_place_at_once(postgres_schema_url: str) -> None:
    """Followers that start at the same moment on a ledger without projections find one another's, on a server too."""
    with create_store(postgres_schema_url, ORIGIN) as store:
        grow(store, PAYMENTS)
        program = [sys.executable, "-m", "tests.faults.killed_follower", store.url, "catch_up step 999999"]
        running = [
            subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)
        ]
        said = [one.communicate(timeout=120) for one in running]
        assert [out for out, _ in said] == ["[0]"] * 3, said
        with open_views(store.url) as views:
            assert isinstance(kept(views), Kept)
            assert kept(views) == naive(PAYMENTS)


def test_many_who_make_the_file_at_once(sqlite_store: Store, tmp_path: Path) -> None:
    """Whoever comes while the file is being made finds it made, however often: nobody is told that it is locked."""
    for _ in range(40):
        failed: list[BaseException] = []
        together = threading.Barrier(4)
        threads = [threading.Thread(target=_open, args=(sqlite_store.url, together, failed)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert failed == []
        for path in tmp_path.glob("ledger-views.db*"):
            path.unlink()


def _open(url: str, together: threading.Barrier, failed: list[BaseException]) -> None:
    try:
        together.wait()
        open_views(url).close()
    except BaseException as error:  # noqa: BLE001 - told by the test
        failed.append(error)
