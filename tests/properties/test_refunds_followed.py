"""The followed refunds are what every event of the log gives the long way: at any position, by any question, after any death."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tests.worlds.played import played
from tests.worlds.refunds import Back, LongWay, long_way
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.ids import local
from tombo.ledger.core.lisbon import day_of, window
from tombo.ledger.store import Build, Store, Views, open_views
from tombo.projections.follow import Follower, computed
from tombo.projections.refunds.followed import Refunds
from tombo.projections.refunds.reading import FOREVER, Wanted, occasions, refunds, totals
from tombo.projections.refunds.tables import REFUNDS
from tombo.projections.tournament.refunds import refund_table
from tombo.projections.tournament.view import tournament_view
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, entries

NIGHT: Final = BEGINS + 17 * HOUR
"""Midnight in Lisbon comes an hour later."""
PLAN: Final = Plan(seed=5, begins=NIGHT, ends=NIGHT + 2 * HOUR, tables=24, malice=0.0, trouble=0.3, outages=2)
CUPS: Final = PLAN._replace(seed=6, tables=12, games=("tournament",))
BATCH: Final = 200
STEPS: Final = [str(step) for step in range(1, 19)]


class Night(NamedTuple):
    """A ledger of a simulated night, its entries, and what they give back the long way."""

    store: Store
    url: str
    entries: list[Entry]
    known: LongWay


@contextmanager
def night(plan: Plan, url: str, folder: Path) -> Iterator[Night]:
    """``plan`` as it was played, with a death of the platform."""
    with played(plan, url, folder, kills=1) as store:
        told = list(entries(store))
        yield Night(store, url, told, long_way(told))


def read(store: Store, views: Views, build: Build, size: int, wanted: Wanted | None = None) -> list[Back]:
    """What the rows give, those of one entry in the order of the long way."""
    found = refunds(store, views, build, size, wanted or Wanted())
    parts: dict[int, list[int]] = {}
    for one in found:
        parts.setdefault(one.log_index, []).append(one.part)
    assert wanted is not None or all(those == list(range(len(those))) for those in parts.values())
    fields = [one._asdict() | {"currency": one.unit.currency or ""} for one in found]
    return sorted(Back(**{name: of[name] for name in Back._fields}) for of in fields)


def test_the_long_way_reckons_every_column() -> None:
    """All but where a refund stands among those of its entry, when that was recorded, and the decimals of its currency."""
    assert {name for name, _ in REFUNDS.columns} - set(Back._fields) == {"part", "recorded", "decimals"}


def test_rows_are_what_the_long_way_gives_at_any_position(store_url: str, tmp_path: Path) -> None:
    """In batches of any size to any position, also inside a commit; and computed for any past point beside them."""
    chance = Random(9)
    with night(PLAN, store_url, tmp_path) as told, open_views(store_url) as views:
        known, length = told.known, len(told.entries)
        assert {back.regulation for back in known.given} >= {"R803", "R805", "R806", "R810"}
        assert {back.regulation for back in known.given} & {"R804", "R807"}
        for position in [*sorted(chance.sample(range(1, length), 10)), length]:
            build = Follower(told.store, views, Refunds, batch=chance.randint(1, 2_000)).catch_up(position)
            assert read(told.store, views, build, position) == [b for b in known.given if b.log_index < position]
            why = occasions(views, build, position, known.occasions)
            assert why == {name: one for name, one in known.occasions.items() if one.log_index < position}
            size = chance.randint(0, position)
            assert read(told.store, views, build, size) == [b for b in known.given if b.log_index < size]
        size = chance.randint(1, length)
        with computed(told.store, Refunds, size) as (scratch, past):
            assert read(told.store, scratch, past, size) == [b for b in known.given if b.log_index < size]


def test_every_question_is_answered_as_the_long_way_answers_it(store_url: str, tmp_path: Path) -> None:
    """By day around midnight, player, incident, tournament and game; the totals are the sums of what is listed."""
    with night(PLAN, store_url, tmp_path) as told, open_views(store_url) as views:
        build, given, size = Follower(told.store, views, Refunds).catch_up(), told.known.given, len(told.entries)
        days = {day_of(back.at) for back in given}
        assert len(days) == 2
        asked = [
            *((Wanted(*window(day)), [b for b in given if day_of(b.at) == day]) for day in days),
            *((Wanted(player=name), [b for b in given if b.player == name]) for name in {b.player for b in given}),
            *(
                (Wanted(game=name), [b for b in given if b.regulation == name])
                for name in {b.regulation for b in given}
            ),
            *(
                (Wanted(incident=local(name)), [b for b in given if b.occasion == name])
                for name in told.known.occasions
                if name.startswith("incident:")
            ),
            *(
                (Wanted(tournament=name), [b for b in given if b.tournament == name])
                for name in {b.tournament for b in given if b.tournament}
            ),
        ]
        for wanted, expected in asked:
            assert read(told.store, views, build, size, wanted) == expected, wanted
        at, then = given[0].at, [back for back in given if back.at == given[0].at]
        assert read(told.store, views, build, size, Wanted(since=at, until=at + 1)) == then
        assert read(told.store, views, build, size, Wanted(since=at, until=at)) == []
        both = Wanted(0, FOREVER, given[0].player, game=given[0].regulation)
        assert read(told.store, views, build, size, both) == [
            b for b in given if (b.player, b.regulation) == (given[0].player, given[0].regulation)
        ]
        sums: dict[tuple[str, str, str], int] = {}
        for back in given:
            key = back.regulation, back.rule, back.currency
            sums[key] = sums.get(key, 0) + back.cents
        summed = totals(refunds(told.store, views, build, size, Wanted()))
        assert {(one.regulation, one.rule, one.unit.currency or ""): one.cents for one in summed} == sums
        assert sum(one.times for one in summed) == len(given)


def test_the_refunds_of_a_tournament_are_those_of_its_own_view(sqlite_url: str, tmp_path: Path) -> None:
    """Entry by entry, fee, share and ticket: what the rules give once more is what the list has, in every case of r.36."""
    with night(CUPS, sqlite_url, tmp_path) as told, open_views(sqlite_url) as views:
        build, cases = Follower(told.store, views, Refunds).catch_up(), set[str]()
        by_stream: dict[str, list[Entry]] = {}
        for entry in told.entries:
            by_stream.setdefault(entry.stream, []).append(entry)
        for name in {local(stream) for stream in told.known.occasions if stream.startswith("tournament:")}:
            table = refund_table(tournament_view(name, lambda stream: by_stream.get(stream, [])))
            assert table is not None
            found = refunds(told.store, views, build, len(told.entries), Wanted(tournament=name))
            back = [one for one in found if one.what == "cancelled"]
            assert {(one.number, one.cents - one.share, one.share, one.ticket) for one in back} == {
                (share.entry, share.fee, share.share, share.ticket or "") for share in table.allocation.given.shares
            }
            assert sum(one.cents for one in back) == table.allocation.cash
            assert {one.rule.removesuffix(", r.37") for one in back} <= {f"R810 r.36{table.allocation.given.case}"}
            cases.add(table.allocation.given.case)
        assert len(cases) > 1


def test_a_follower_killed_around_any_write_is_followed_by_another_to_the_same_rows(
    store_url: str, tmp_path: Path
) -> None:
    """Death before each write, before and after a commit: in the end every refund is there once."""
    with night(PLAN._replace(tables=12), store_url, tmp_path) as told:
        program = [sys.executable, "-m", "tests.faults.killed_projection", Refunds.name, store_url, str(BATCH), *STEPS]
        ran = subprocess.run(program, capture_output=True, text=True, timeout=240, check=False)
        assert ran.returncode == 0, ran.stderr
        assert [int(line) for line in ran.stdout.split()] == [signal.SIGKILL] * len(STEPS)
        with open_views(store_url) as views:
            there = views.live(Refunds.name)
            assert there is not None
            assert 0 < there.position < len(told.entries)
            until = [back for back in told.known.given if back.log_index < there.position]
            assert until
            assert read(told.store, views, there, there.position) == until
            build = Follower(told.store, views, Refunds, BATCH).catch_up()
            assert read(told.store, views, build, len(told.entries)) == told.known.given
