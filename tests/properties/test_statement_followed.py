"""The followed statement is what every event of the log gives, folded the long way: at any position, after any death, in any sum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from tests.worlds.played import played
from tests.worlds.statement import LongWay, Told, followed_by
from tombo.ledger.core.entry import Entry
from tombo.ledger.house.account.events import Credited, Debited, Deposited, TicketConverted, Withdrawn
from tombo.ledger.store import Build, Store, Views, open_views, scratch_views
from tombo.ledger.store.types import Writing
from tombo.projections.follow import Follower, computed
from tombo.projections.session_statement.fold import SessionStatement
from tombo.projections.session_statement.lines import LINES
from tombo.projections.session_statement.reading import statement
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, entries

EVENING: Final = BEGINS + 14 * HOUR
PLAN: Final = Plan(seed=5, begins=EVENING, ends=EVENING + HOUR, tables=16, trouble=0.05, outages=1)
LONGER: Final = PLAN._replace(ends=EVENING + 3 * HOUR, tables=34)
CUPS: Final = LONGER._replace(seed=6, tables=16, games=("tournament",), outages=0)
ROWS: Final = f"SELECT {', '.join(Told._fields)} FROM {{lines}} ORDER BY log_index, session"
SPANS: Final = (
    "SELECT s.session, s.player, s.log_index, e.log_index FROM {sessions} s LEFT JOIN {ends} e ON e.session = s.session"
)


class Day(NamedTuple):
    """A ledger of a simulated evening, and its entries."""

    store: Store
    url: str
    entries: list[Entry]

    def told(self, size: int) -> LongWay:
        """The long way through the first ``size`` entries."""
        return followed_by(self.entries[:size])


@contextmanager
def evening(plan: Plan, url: str, folder: Path, *, kills: int = 1) -> Iterator[Day]:
    """``plan`` as it was played, by default with a death of the platform."""
    with played(plan, url, folder, kills=kills) as store:
        yield Day(store, url, list(entries(store)))


def rows(views: Views, build: Build) -> list[Told]:
    """The lines that are followed."""
    return [Told(*row) for row in views.fetch(build, ROWS)]


@pytest.mark.parametrize(
    ("plan", "seen"),
    [
        pytest.param(
            LONGER, {"hand", "round", "commission", "release", "R803", "R804", "R805", "R807", "R809"}, id="all"
        ),
        pytest.param(
            CUPS, {"registration", "ticket", "bounty", "rebuy", "add-on", "refund", "reentry"}, id="tournaments"
        ),
    ],
)
def test_rows_are_what_the_long_way_gives_at_any_position(
    store_url: str, tmp_path: Path, plan: Plan, seen: set[str]
) -> None:
    """Followed in batches of any size to positions anywhere, also inside a commit: the same lines, and the same sessions."""
    chance = Random(9)
    with evening(plan, store_url, tmp_path) as day, open_views(store_url) as views:
        known = day.told(len(day.entries))
        assert {said for line in known.lines for said in (line.what, line.game)} >= seen
        for position in [*sorted(chance.sample(range(1, len(day.entries)), 10)), len(day.entries)]:
            build = Follower(day.store, views, SessionStatement, batch=chance.randint(1, 2_000)).catch_up(position)
            assert rows(views, build) == [line for line in known.lines if line.log_index < position]
        spans = views.fetch(build, SPANS)
        assert {name: (player, began, ended) for name, player, began, ended in spans} == known.sessions


def test_every_column_is_reckoned_a_second_time() -> None:
    """But for what says when it was and where it stands, how it ended, and in which unit."""
    kept = {name for name, _ in LINES.columns}
    assert kept - set(Told._fields) == {"at", "currency", "decimals", "number", "outcome", "recorded"}


class DyingError(Exception):
    """The process ends here."""


@contextmanager
def dying(views: Views, after: int) -> Iterator[None]:
    """Every insertion from the ``after``-th on fails, in the middle of its transaction."""
    recorder, left = views.recorder, after
    writing = recorder.writing

    @contextmanager
    def failing() -> Iterator[Writing]:
        with writing() as real:

            def insert(*given: Any) -> None:
                nonlocal left
                real.insert(*given)
                left -= 1
                if left <= 0:
                    raise DyingError

            yield real._replace(insert=insert)

    recorder.writing = failing  # type: ignore[method-assign]
    try:
        yield
    finally:
        recorder.writing = writing  # type: ignore[method-assign]


def test_after_a_death_in_the_middle_of_a_batch_it_goes_on_to_the_same_rows(store_url: str, tmp_path: Path) -> None:
    """Whatever was written of a batch is gone with it; who follows next has every line once."""
    with evening(PLAN, store_url, tmp_path) as day, open_views(store_url) as views:
        lines, follower = day.told(len(day.entries)).lines, Follower(day.store, views, SessionStatement, batch=300)
        for after in (1, 2, 3, 5, 8):
            with dying(views, after), pytest.raises(DyingError):
                follower.catch_up()
            build = views.live(SessionStatement.name)
            assert build is not None
            assert rows(views, build) == [line for line in lines if line.log_index < build.position]
        build = follower.catch_up()
        assert build.position == len(day.entries)
        assert rows(views, build) == lines


def outside(done: list[Entry]) -> Counter[str]:
    """By player, what came to his account from outside play, less what left it: deposits, withdrawals, tickets paid out."""
    found = Counter[str]()
    for entry in done:
        player = entry.stream.partition(":")[2]
        match entry.event:
            case Deposited() | TicketConverted():
                found[player] += entry.event.amount.cents
            case Withdrawn():
                found[player] -= entry.event.amount.cents
    return found


def test_a_statement_is_what_happened_to_its_player(sqlite_url: str, tmp_path: Path) -> None:
    """His results are what play brought to his account, and what lies before him: at the end, and as of commits on the way."""
    with evening(LONGER, sqlite_url, tmp_path, kills=0) as day, scratch_views() as views:
        build, done = Follower(day.store, views, SessionStatement).catch_up(), day.entries
        ends = [at for at in range(1, len(done)) if done[at].recorded != done[at - 1].recorded]
        for size in [*Random(2).sample(ends, 6), len(done)]:
            known = day.told(size)
            held = stacks(known)
            for (_, player), cents in known.undecided.items():
                held[player] -= cents
            players = sorted({player for player, _, _ in known.sessions.values()})
            for player in players:
                found = statement(views, build, player, as_of_size=size)
                result = sum(total.result for total in found.total)
                assert result == known.wallets[player] + held[player], (player, size)
                assert not found.lines or found.lines[-1].running == result
        balances, brought = Counter[str](), outside(done)
        for entry in done:
            if isinstance(entry.event, Deposited | Credited | TicketConverted):
                balances[entry.stream.partition(":")[2]] += entry.event.amount.cents
            elif isinstance(entry.event, Withdrawn | Debited):
                balances[entry.stream.partition(":")[2]] -= entry.event.amount.cents
        assert {player: balances[player] - brought[player] for player in players} == {
            player: known.wallets[player] for player in players
        }


def stacks(known: LongWay) -> Counter[str]:
    """By player, what lies before him at tables for money."""
    found = Counter[str]()
    for table in known.tables.values():
        if table.tournament is None:
            found.update({seat.player: seat.stack for seat in table.seats})
    return found


def test_a_statement_as_of_then_is_the_one_computed_from_the_entries_there_were_then(
    sqlite_url: str, tmp_path: Path
) -> None:
    """Rows are only ever added: what stood at an entry is read from the newest rows, and is what a computation to there gives."""
    with evening(PLAN, sqlite_url, tmp_path) as day, scratch_views() as views:
        build, size = Follower(day.store, views, SessionStatement).catch_up(), len(day.entries) // 2
        players = sorted({player for player, _, _ in day.told(size).sessions.values()})
        assert players
        with computed(day.store, SessionStatement, size) as (then, past):
            for player in players:
                assert statement(views, build, player, as_of_size=size) == statement(
                    then, past, player, as_of_size=size
                )


def test_a_period_holds_what_happened_in_it_and_a_session_what_is_its_own(sqlite_url: str, tmp_path: Path) -> None:
    """Periods that follow one another tell every line once, and so do the sessions of a player; totals are those of the lines."""
    with evening(PLAN, sqlite_url, tmp_path) as day, scratch_views() as views:
        build, size = Follower(day.store, views, SessionStatement).catch_up(), len(day.entries)
        half = EVENING + HOUR // 2
        for player in sorted({player for player, _, _ in day.told(size).sessions.values()}):
            whole = statement(views, build, player, as_of_size=size)
            before = statement(views, build, player, until=half, as_of_size=size)
            after = statement(views, build, player, since=half, as_of_size=size)
            assert all(line.at < half for line in before.lines)
            assert [line.log_index for line in (*before.lines, *after.lines)] == [
                line.log_index for line in whole.lines
            ]
            own = [statement(views, build, player, session=span.session, as_of_size=size) for span in whole.sessions]
            assert sorted(line.log_index for one in own for line in one.lines) == [
                line.log_index for line in whole.lines
            ]
            assert sum(total.result for total in whole.games) == sum(line.result for line in whole.lines)
