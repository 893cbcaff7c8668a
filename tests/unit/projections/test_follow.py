"""Followed projections, on both stores: position with the rows, builds and their switch, lag, past points, what is refused."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from tests.conftest import ORIGIN
from tests.faults.plain import PlainSealing, event
from tests.worlds.followed import BALANCES, MOVEMENTS, Paid, Till, grow, kept, naive, paid
from tombo.ledger.core.errors import MalformedError, NotFoundError, TamperedError, UsageError
from tombo.ledger.store import Build, OvertakenError, Store, Views, ViewTable, create_store, open_store, open_views
from tombo.projections.follow import AsOf, Follower, Lag, computed, lag
from tombo.projections.live import PAUSE_MAX, PAUSE_MIN, follow
from tombo.reports.views import lag as told

PAYMENTS: list[Paid | None] = [paid(number) if number % 4 else None for number in range(400)]
ALL = "SELECT place, holder, cents, reference FROM {movements} ORDER BY place"


class Later(Till):
    """The next version of it."""

    version = 2


@pytest.fixture
def views(store: Store) -> Iterator[Views]:
    """The projections beside an empty ledger, on each database in turn."""
    with open_views(store.url) as opened:
        yield opened


def test_rows_and_position_follow_the_log(store: Store, views: Views) -> None:
    """After a catch-up the rows are those of the whole log, however it was cut into batches, and again after more came."""
    grow(store, PAYMENTS[:250])
    heard: list[int] = []
    build = Follower(store, views, Till, 60, heard.append).catch_up()
    assert (build.position, build.live, heard) == (250, True, [60, 120, 180, 240, 250])
    assert kept(views) == naive(PAYMENTS[:250])
    grow(store, PAYMENTS[250:])
    assert Follower(store, views, Till, 1_000).catch_up().position == 400
    assert kept(views) == naive(PAYMENTS)


def test_an_empty_log_is_followed(store: Store, views: Views) -> None:
    """With nothing to read there is a build at position 0, and nothing behind."""
    assert Follower(store, views, Till).catch_up().position == 0
    assert (kept(views), lag(store, views, "till")) == (naive([]), Lag("till", 0, 0, None))
    assert AsOf(instant=5).size(store) == 0


def test_a_row_is_counted_once_whoever_followed(store: Store, views: Views) -> None:
    """A follower that read a batch before another moved the build writes nothing, also where it would go further."""
    grow(store, PAYMENTS)
    build = Follower(store, views, Till).catch_up(100)
    Follower(store, views, Till).catch_up(150)
    with pytest.raises(OvertakenError, match=r"build 1 of till was moved"):
        views.advance(build, 400, "x", "{}", {MOVEMENTS: [(999, "p-1", 5, "twice")]})
    assert kept(views) == naive(PAYMENTS[:150])
    assert lag(store, views, "till") == Lag("till", 150, 400, None)


def test_racing_followers_make_what_one_would(store: Store) -> None:
    """Three followers with batches of their own on one projection, while the log grows: every row once."""
    failed: list[BaseException] = []

    def work(batch: int) -> None:
        try:
            with open_store(store.url, read_only=True) as own, open_views(store.url) as views:
                while Follower(own, views, Till, batch).catch_up().position < len(PAYMENTS):
                    pass
        except BaseException as error:  # noqa: BLE001 - told by the test
            failed.append(error)

    threads = [threading.Thread(target=work, args=(batch,)) for batch in (7, 23, 64)]
    for thread in threads:
        thread.start()
    for start in range(0, len(PAYMENTS), 50):
        grow(store, PAYMENTS[start : start + 50])
    for thread in threads:
        thread.join(60)
    assert failed == []
    with open_views(store.url) as views:
        assert (kept(views), len(views.builds("till"))) == (naive(PAYMENTS), 1)


def test_a_rebuild_takes_the_place_of_the_old_build(store: Store, views: Views) -> None:
    """The new build is read, the old one's tables are gone, and whoever still holds it is told to ask again."""
    grow(store, PAYMENTS)
    old = Follower(store, views, Till).catch_up()
    new = Follower(store, views, Till, 90).rebuild()
    assert (new.number, new.live, [one.number for one in views.builds("till")]) == (2, True, [2])
    assert kept(views) == naive(PAYMENTS)
    with pytest.raises(OvertakenError, match="build 1 of till"):
        views.fetch(old, "SELECT count(*) FROM {movements}")
    assert views.read("till", lambda build: views.fetch(build, "SELECT count(*) FROM {movements}")) == [(300,)]
    with pytest.raises(OvertakenError):
        views.switch(old)
    assert kept(views) == naive(PAYMENTS), "a late switch to a build that is gone changes nothing"


def test_a_rebuild_that_was_interrupted_goes_on(store: Store, views: Views) -> None:
    """An unfinished build is taken up where it stands, and the lag tells of it meanwhile."""
    grow(store, PAYMENTS)
    Follower(store, views, Till).catch_up()

    class StopError(Exception):
        pass

    def told(position: int) -> None:
        if position >= 200:
            raise StopError

    with pytest.raises(StopError):
        Follower(store, views, Till, 50, told).rebuild()
    assert lag(store, views, "till") == Lag("till", 400, 400, 200)
    heard: list[int] = []
    assert Follower(store, views, Till, 100, heard.append).rebuild().number == 2
    assert heard == [300, 400]
    assert (kept(views), lag(store, views, "till")) == (naive(PAYMENTS), Lag("till", 400, 400, None))


def test_readers_see_whole_rows_while_builds_are_switched(store: Store, views: Views) -> None:
    """Reading beside one rebuild after another gives the whole log's rows each time, or says to ask again, never less."""
    grow(store, PAYMENTS)
    Follower(store, views, Till).catch_up()
    done, failed, reads = threading.Event(), list[BaseException](), count()

    def look() -> None:
        try:
            with open_views(store.url) as mine:
                while not done.is_set():
                    assert mine.read("till", lambda build: mine.fetch(build, ALL)) == naive(PAYMENTS).movements
                    next(reads)
        except BaseException as error:  # noqa: BLE001 - told by the test
            failed.append(error)
            done.set()

    readers = [threading.Thread(target=look) for _ in range(2)]
    for reader in readers:
        reader.start()
    for _ in range(6):
        Follower(store, views, Till, 100).rebuild()
    done.set()
    for reader in readers:
        reader.join(30)
    assert failed == []
    assert next(reads) > 2


def test_another_version_is_computed_again(store: Store, views: Views) -> None:
    """A catch-up by a newer projection makes a build of its version; an older one then refuses to go back."""
    grow(store, PAYMENTS)
    Follower(store, views, Till).catch_up(300)
    build = Follower(store, views, Later).catch_up()
    assert (build.number, build.version, build.live, build.position) == (2, 2, True, 400)
    assert kept(views) == naive(PAYMENTS)
    for act in (Follower(store, views, Till).catch_up, Follower(store, views, Till).rebuild):
        with pytest.raises(UsageError, match=r"version 2.*makes 1.*a newer tombo"):
            act()
    assert [one.number for one in views.builds("till")] == [2]


def test_what_was_dropped_is_made_again_under_another_number(store: Store, views: Views) -> None:
    """Dropping removes tables, position and state; the next build has a number that nobody had, so no old one fits it."""
    grow(store, PAYMENTS)
    old = Follower(store, views, Till).catch_up(100)
    assert (views.drop("till"), views.builds("till"), views.names()) == (1, [], [])
    assert lag(store, views, "till") == Lag("till", 0, 400, None)
    with pytest.raises(NotFoundError, match="tombo views follow till"):
        views.read("till", lambda build: build)
    build = Follower(store, views, Till).catch_up(100)
    assert (build.number, build.last) == (2, old.last)
    with pytest.raises(OvertakenError):
        views.advance(old, 400, "x", "{}", {})
    assert kept(views) == naive(PAYMENTS[:100])
    assert views.drop("nothing") == 0


def test_a_past_point_by_index_and_by_instant(store: Store) -> None:
    """As of an index or an instant the fold has the entries up to it, those of one instant together; nothing is left."""
    for start in range(0, 40, 10):  # each append has one instant: a second after the last, and ten entries
        grow(store, PAYMENTS[start : start + 10])
    sizes = {0: 0, 999_999: 0, 1_000_000: 10, 1_000_001: 10, 2_999_999: 20, 3_000_000: 30, 4_000_000: 40, 2**53: 40}
    assert {instant: AsOf(instant=instant).size(store) for instant in sizes} == sizes
    assert (AsOf(log_index=6).size(store), AsOf(log_index=999).size(store), AsOf().size(store)) == (7, 40, 40)
    assert (AsOf(log_index=25, instant=2_000_000).size(store), AsOf(log_index=3, instant=2_000_000).size(store)) == (
        20,
        4,
    )
    for size in (0, 7, 20, 40):
        with computed(store, Till, size) as (views, build):
            assert (build.position, kept(views)) == (size, naive(PAYMENTS[:size]))


def test_a_ledger_that_is_not_the_one_that_was_followed(
    store: Store, views: Views, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Another ledger's name, another entry where the build stands, or none there: refused, and nothing is written."""
    grow(store, PAYMENTS[:100])
    Follower(store, views, Till).catch_up()
    before = kept(views)
    folder = tmp_path_factory.mktemp("others")
    others = {"other.example/1": PAYMENTS, ORIGIN: [*PAYMENTS[:99], paid(5), *PAYMENTS[100:200]]}
    for number, (origin, payments) in enumerate(others.items()):
        with create_store(f"sqlite:///{folder}/{number}.db", origin) as other:
            grow(other, payments)
            with pytest.raises(TamperedError, match=r"other\.example/1|log index 99 is not the entry.*till.*followed"):
                Follower(other, views, Till).catch_up()
    with create_store(f"sqlite:///{folder}/short.db", ORIGIN) as short:
        grow(short, PAYMENTS[:60])
        with pytest.raises(TamperedError, match="log index 99"):
            Follower(short, views, Till).catch_up()
    assert (kept(views), lag(store, views, "till").position) == (before, 100)


def test_an_unreadable_entry_stops_the_follower_by_name(store: Store, views: Views) -> None:
    """An entry that does not parse is named with its place; what came before its batch stays."""
    grow(store, PAYMENTS[:20])
    store.recorder.insert_events(
        [event("account:p-1", 90, b'{"event":{"reference":"x"}}', "account.deposited.v1")], sealing=PlainSealing()
    )
    where = r"log index 20: account:p-1 version 90, account\.deposited\.v1: Field required; run 'tombo verify'"
    with pytest.raises(MalformedError, match=where):
        Follower(store, views, Till, 10).catch_up()
    assert kept(views) == naive(PAYMENTS[:20])


def test_text_and_numbers_at_their_edges(store: Store, views: Views) -> None:
    """NUL becomes its picture on both stores, other text is kept as it is, and a number beyond 64 bits is refused whole."""
    build = views.begin("till", Till.tables, 1, ORIGIN)
    text = "a\0b 'quoted' {x} % ? \\ \n £€\U0001f0a1"
    big = 2**63 - 1
    rows: dict[ViewTable, list[tuple[Any, ...]]] = {MOVEMENTS: [(-big - 1, text, big, "")], BALANCES: [("p-1", 1)]}
    build = views.advance(build, 5, "a", "{}", rows)
    for beyond in (big + 1, -big - 2):
        with pytest.raises(MalformedError, match="till, balances: a number beyond 64 bits"):
            views.advance(build, 9, "b", "{}", {MOVEMENTS: [(7, "p", 1, "")], BALANCES: [("p-1", beyond)]})
    with pytest.raises(MalformedError, match="state of till has a NUL"):
        views.advance(build, 9, "b", "\0", {})
    assert views.advance(build, 6, "b", "{}", {BALANCES: [("p-1", 2)]}).position == 6
    assert kept(views)[:2] == ([(-big - 1, text.replace("\0", "\u2400"), big, "")], [("p-1", 2)])


def test_names_that_could_be_mistaken_are_refused(views: Views) -> None:
    """A name with digits, or so long that PostgreSQL would cut it, is the projection's mistake, on both stores."""
    for name in ("till_2", "Till", "t;drop", "till_" * 12 + "x", ""):
        with pytest.raises(ValueError, match="small letters and _"):
            views.begin(name, Till.tables, 1, ORIGIN)
    with pytest.raises(ValueError, match="small letters and _"):
        views.begin("till", [MOVEMENTS._replace(columns=(("a b", "text"),))], 1, ORIGIN)
    assert views.names() == []


def test_appends_do_not_wait_for_a_follower(store: Store, views: Views) -> None:
    """While a follower's transaction is open, entries are recorded as if it were not."""
    build = views.begin("till", Till.tables, 1, ORIGIN)
    with views.recorder.writing() as writing:
        writing.execute("UPDATE builds SET state = 'x' WHERE build = ?", (build.number,))
        began = time.monotonic()
        grow(store, PAYMENTS[:10])
        assert time.monotonic() - began < 2
        assert store.head().size == 10


class Watched(threading.Event):
    """Notes how long it was waited for, and is set after so many times."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times
        self.pauses: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.pauses.append(timeout or 0)
        if len(self.pauses) == self.times:
            self.set()
        return self.is_set()


def test_a_live_follower_looks_seldomer_while_nothing_comes(store: Store, views: Views) -> None:
    """The pause doubles from ten milliseconds to a second, and an event ends it."""
    grow(store, PAYMENTS[:10])
    stopped = Watched(10)
    follow([Follower(store, views, Till)], stopped)
    assert stopped.pauses[:4] == [PAUSE_MIN, 0.02, 0.04, 0.08]
    assert stopped.pauses[-2:] == [PAUSE_MAX, PAUSE_MAX]
    assert kept(views) == naive(PAYMENTS[:10])


def test_a_live_follower_follows_what_comes(store: Store, views: Views) -> None:
    """Entries appended while it runs are in the rows soon after, and once stopped it stops."""
    stopped = threading.Event()
    with open_store(store.url, read_only=True) as own, open_views(store.url) as mine:
        thread = threading.Thread(target=follow, args=([Follower(own, mine, Till, 30)], stopped))
        thread.start()
        try:
            for start in range(0, 200, 40):
                grow(store, PAYMENTS[start : start + 40])
                deadline = time.monotonic() + 20
                while lag(store, views, "till").behind and time.monotonic() < deadline:
                    time.sleep(0.01)
                assert kept(views) == naive(PAYMENTS[: start + 40])
        finally:
            stopped.set()
            thread.join(20)
        assert not thread.is_alive()


def test_a_build_is_dropped_by_its_name(views: Views) -> None:
    """What a build consists of is in the catalogue: dropping needs no projection that still says so."""
    build = views.begin("till", Till.tables, 1, ORIGIN)
    assert isinstance(build, Build)
    beside = views.begin("till", Till.tables, 1, ORIGIN)
    assert (build.live, beside.live, beside.number) == (True, False, 2)
    assert views.drop("till") == 2
    assert not [name for (name,) in views.recorder.fetch(views.recorder.own_tables) if name.startswith("till_")]
    with pytest.raises(OvertakenError):
        views.fetch(beside, "SELECT 1 FROM {balances}")


def test_rows_of_an_older_version_are_not_up_to_date(store: Store, views: Views) -> None:
    """Red before: the status said of them that they are; who reads them computes them again."""
    grow(store, PAYMENTS)
    Follower(store, views, Till).catch_up()
    assert lag(store, views, "till", Till.version).older is False
    found = lag(store, views, "till", Till.version + 1)
    assert (found.older, found.behind) == (True, 0)
    assert told(found).text() == "till kept by an older version, to be computed again ('tombo views follow')"
