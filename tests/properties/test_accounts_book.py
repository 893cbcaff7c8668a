"""The followed book over a simulated day equals one kept naively, wherever it stands and however it came there."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tools.naive_book import NaiveBook
from tests.worlds.played import played as ledger_of
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.house.account.events import BonusConverted, BonusExpired, BonusGranted, Wallet
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import Build, Store, Views, open_views, scratch_views
from tombo.projections.accounts.followed import Accounts
from tombo.projections.accounts.holders import class_of, purse
from tombo.projections.accounts.reading import balance, balances, trial_balance, wallet_lines
from tombo.projections.follow import Follower, computed
from tombo.projections.reconciliation.run import reconcile
from tombo.simulator.books import Books
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, entries

MIDNIGHT: Final = BEGINS + 18 * HOUR
"""2026-07-16, 00:00 in Lisbon."""
PLAN: Final = Plan(
    seed=29, begins=MIDNIGHT - HOUR, ends=MIDNIGHT + HOUR, tables=21, malice=0.03, trouble=0.15, outages=2
)
DAYS: Final = ("2026-07-15", "2026-07-16")
_ROWS: Final = "SELECT holder, seq, log_index, at, what, other, movement, after FROM {postings} ORDER BY holder, seq"


class Played(NamedTuple):
    """A ledger over midnight with every game and void rounds, what it says, and the naive book of it."""

    store: Store
    entries: list[Entry]
    moved: list[dict[str, int]]
    """By entry what it adds to whom."""
    ends: list[int]
    """The size of the log after each commit."""

    def at(self, size: int) -> dict[str, int]:
        """The naive balances after ``size`` entries."""
        held = Counter[str]()
        for moved in self.moved[:size]:
            for holder, cents in moved.items():
                held[holder] += cents
        return {holder: cents for holder, cents in held.items() if cents}


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """The simulated ledger, on each database in turn."""
    folder: Path = tmp_path_factory.mktemp("book")
    url = f"sqlite:///{folder}/ledger.db"
    if request.param == "postgres":
        server = request.getfixturevalue("postgres_url")
        url = f"{server}{'&' if '?' in server else '?'}schema=book_{folder.name.replace('-', '_')}"
    with ledger_of(PLAN, url, folder, kills=2) as store:
        book = NaiveBook()
        told = list(entries(store))
        moved = [book.add(entry) for entry in told]
        ends = sorted({(sealed := unpack(row.state)).first + sealed.count for row in store.rows()})
        yield Played(store, told, moved, ends)


def rows(views: Views, build: Build) -> list[tuple[Any, ...]]:
    """Every posting, by holder."""
    return [tuple(row) for row in views.fetch(build, _ROWS)]


def check(played: Played, views: Views, build: Build) -> None:
    """The rows of ``build`` are those that the naive book gives up to its position."""
    found: dict[tuple[int, str], int] = Counter()
    last: dict[str, tuple[int, int]] = {}
    for holder, seq, index, at, _, other, movement, after in rows(views, build):
        number, before = last.get(holder, (0, 0))
        assert (seq, after) == (number + 1, before + movement), "every row goes on from the one before it"
        assert not holder.startswith("transit:") and not other.startswith("transit:")
        entry = played.entries[index]
        assert at == min(entry.recorded, entry.recorded if entry.occurred is None else entry.occurred)
        found[index, holder] += movement
        last[holder] = seq, after
    due = {
        (index, holder): cents
        for index, moved in enumerate(played.moved[: build.position])
        for holder, cents in moved.items()
    }
    assert {place: cents for place, cents in found.items() if cents} == due
    assert balances(views, build, build.position) == played.at(build.position)
    assert {holder: after for holder, (_, after) in last.items() if after} == played.at(build.position)


def test_the_day_has_what_moves_money(played: Played) -> None:
    """The ledger under test has every game, tournaments, void rounds, both ways of commission, and two Lisbon days."""
    kinds = {entry.kind for entry in played.entries}
    assert {"hand.voided.v1", "tournament.refunded.v1", "tournament.prize_awarded.v1"} <= kinds
    assert {f"{game}.paid.v1" for game in ("roulette", "blackjack", "sem_descarte")} <= kinds
    assert any(entry.event.commission for entry in played.entries if entry.kind == "table.player_seated.v1")
    holders = {class_of(holder) for moved in played.moved for holder in moved}
    assert holders >= {
        "outside",
        "bonus",
        "promotion",
        "wallet",
        "stack",
        "pot",
        "stake",
        "pool",
        "commission",
        "house",
    }


def test_the_naive_book_is_the_simulators(played: Played) -> None:
    """Two books that share nothing agree on every wallet, on what is at stake, and on what is the house's."""
    books, held = Books(), Counter(played.at(len(played.entries)))
    for entry in played.entries:
        books.add(entry.stream, entry.event)
    by_class = trial_balance(held)
    assert {f"wallet:{name}": cents for name, cents in books.accounts.items() if cents} == {
        holder: cents for holder, cents in held.items() if class_of(holder) == "wallet"
    }
    assert by_class.get("commission", 0) + by_class.get("house", 0) == books.won
    assert by_class["outside"] == -books.brought
    assert by_class["promotion"] == -books.promoted
    assert {f"bonus:{name}": cents for name, cents in books.bonuses.items() if cents} == {
        holder: cents for holder, cents in held.items() if class_of(holder) == "bonus"
    }
    assert books.missing == 0


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_the_book_is_the_naive_one_wherever_it_stands(played: Played, data: st.DataObject) -> None:
    """Followed in steps and batches of any size, a new process each time, its rows are those of the entries so far."""
    size = len(played.entries)
    stops = sorted(data.draw(st.lists(st.integers(1, size), min_size=1, max_size=4)))
    with scratch_views() as views:
        for stop in stops:
            batch = data.draw(st.integers(1, 1_500))
            build = Follower(played.store, views, Accounts, max(batch, stop // 60)).catch_up(stop)
        assert build.position == stops[-1]
        check(played, views, build)


def test_the_book_beside_its_ledger_is_the_naive_one(played: Played) -> None:
    """On the ledger's own database, caught up and computed again."""
    with open_views(played.store.url) as views:
        follower = Follower(played.store, views, Accounts, 700)
        follower.catch_up(len(played.entries) // 2)
        check(played, views, follower.catch_up())
        check(played, views, follower.rebuild())


def test_a_trial_balance_is_nothing_after_every_commit(played: Played) -> None:
    """Nothing is in transit where a commit ends: what is on all holders together came from nowhere and is nowhere."""
    with computed(played.store, Accounts, len(played.entries)) as (views, build):
        moved = [0] * len(played.entries)
        for _, _, index, _, _, _, movement, _ in rows(views, build):
            moved[index] += movement
        sums = [0, *accumulate(moved)]
        assert {sums[end] for end in played.ends} == {0}
        assert any(sums), "inside a commit there is something in transit"


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_past_point_is_the_naive_one(played: Played, booked: tuple[Views, Build], data: st.DataObject) -> None:
    """As of any log index: each balance, the trial balance by class, and a single holder's."""
    views, build = booked
    size = data.draw(st.integers(0, len(played.entries)))
    due = played.at(size)
    assert balances(views, build, size) == due
    assert sum(trial_balance(due).values()) == 0 or size not in played.ends
    for holder in data.draw(
        st.lists(st.sampled_from(sorted({h for moved in played.moved for h in moved})), max_size=5)
    ):
        assert balance(views, build, holder, size) == due.get(holder, 0)


@pytest.fixture(scope="module")
def booked(played: Played) -> Iterator[tuple[Views, Build]]:
    """The whole book, computed once."""
    with computed(played.store, Accounts, len(played.entries)) as found:
        yield found


def caused(event: Any, of: Wallet, player: str) -> str:
    """What a line of a wallet names for ``event``, an entry of its account."""
    if isinstance(event, BonusConverted):
        return f"bonus:{player}" if of == "cash" else f"wallet:{player}"
    if isinstance(event, BonusGranted | BonusExpired):
        return "promotion"
    return str(getattr(event, "cause", getattr(event, "dispute", "outside")))


@pytest.mark.parametrize("of", get_args(Wallet))
def test_a_wallets_lines_chain_and_are_all_its_movements(
    played: Played, booked: tuple[Views, Build], of: Wallet
) -> None:
    """Every player's lines, of both days: before, movement and after, from nothing to what he has, with what caused each."""
    views, build = booked
    players = sorted({entry.event.player for entry in played.entries if entry.kind == "account.opened.v1"})
    for player in players:
        lines = wallet_lines(views, build, player, of, since=0, until=2**60, size=build.position)
        assert [line.before for line in lines] == [0, *(line.after for line in lines)][:-1]
        due = [
            (index, cents)
            for index, moved in enumerate(played.moved)
            if (cents := moved.get(purse(player, of))) is not None
        ]
        assert [(line.log_index, line.amount) for line in lines] == due
        for line in lines:
            event = played.entries[line.log_index].event
            assert line.reference == caused(event, of, player), line
        if not lines:
            continue
        cut = lines[len(lines) // 2]
        assert [
            line
            for line in wallet_lines(views, build, player, of, since=cut.at, until=2**60, size=build.position)
            if line.log_index >= cut.log_index
        ] == lines[len(lines) // 2 :]
        assert (
            wallet_lines(views, build, player, of, since=0, until=2**60, size=cut.log_index) == lines[: len(lines) // 2]
        )


@pytest.mark.parametrize("day", [*DAYS, "2026-07-17"])
def test_each_day_begins_with_what_the_entries_before_it_give(
    played: Played, booked: tuple[Views, Build], day: str
) -> None:
    """A night job begins at the first entry recorded on the day, with the balances there; rows that are kept tie with it."""
    found = reconcile(played.store, booked[0], day)
    assert all(day_of(entry.recorded) < day for entry in played.entries[: found.start])
    assert all(day_of(entry.recorded) >= day for entry in played.entries[found.start :])
    assert found.opening == trial_balance(played.at(found.start))
    assert found.closing == trial_balance(played.at(sum(day_of(entry.recorded) <= day for entry in played.entries)))
    assert found.compared["accounts"] == len(played.entries)
    assert not found.counts.get("views")


@pytest.mark.parametrize("batch", [97, 1_000])
def test_a_book_killed_anywhere_has_the_same_rows(played: Played, batch: int) -> None:
    """Death before each statement and each commit, one after the other: the rows in the end are those of nobody killed."""
    with open_views(played.store.url) as views:
        views.drop("accounts")
    program = [
        sys.executable,
        "-m",
        "tests.faults.killed_projection",
        Accounts.name,
        played.store.url,
        str(batch),
        *map(str, range(3, 22)),
    ]
    ran = subprocess.run(program, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    ended = [int(line) for line in ran.stdout.split()]
    assert ended.count(signal.SIGKILL) >= 5
    with open_views(played.store.url) as views:
        build = views.live("accounts")
        assert build is not None
        check(played, views, build)
        build = Follower(played.store, views, Accounts).catch_up()
        check(played, views, build)
        with computed(played.store, Accounts, build.position) as (alone, other):
            assert rows(views, build) == rows(alone, other)


def test_tickets_rebuys_and_bounties_are_the_naive_ones(tmp_path: Path) -> None:
    """Tournaments over midnight that lead to one another: the book follows every cent of them, and the night job finds none astray."""
    plan = PLAN._replace(seed=2, tables=16, games=("tournament",))
    url = f"sqlite:///{tmp_path}/ledger.db"
    with ledger_of(plan, url, tmp_path, kills=1) as store, open_views(url) as views:
        found, book = list(entries(store)), NaiveBook()
        told = Played(store, found, [book.add(entry) for entry in found], [])
        kinds = {entry.kind for entry in found}
        assert {"account.ticket_used.v1", "tournament.rebought.v1", "tournament.bounty_awarded.v1"} <= kinds
        follower = Follower(store, views, Accounts, 900)
        check(told, views, follower.catch_up(len(found) // 3))
        check(told, views, follower.catch_up())
        assert [reconcile(store, views, day).problems for day in DAYS] == [(), ()]
