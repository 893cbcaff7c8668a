"""A followed projection is what a naive computation over the same entries gives, however it was made and wherever one looks."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import ORIGIN
from tests.worlds.followed import Paid, Till, grow, kept, naive
from tombo.ledger.store import Store, create_store, open_views
from tombo.projections.follow import AsOf, Follower, computed, lag

_numbers = itertools.count()
PAYMENTS = st.lists(
    st.none()
    | st.tuples(
        st.sampled_from(["p-1", "p-2", "p-longer"]),
        st.integers(-(10**6), 10**6).filter(bool),
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=12),
    ),
    max_size=30,
)
ACTS = st.lists(
    st.tuples(
        st.sampled_from(["catch_up", "upto", "rebuild", "drop", "again"]), st.integers(1, 12), st.integers(0, 60)
    ),
    max_size=5,
)


@pytest.fixture(params=["sqlite", "postgres"])
def fresh(request: pytest.FixtureRequest) -> Iterator[str]:
    """Where any number of ledgers can be made, a prefix of a URL, on each database in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{request.getfixturevalue('tmp_path')}/"
    else:
        yield request.getfixturevalue("postgres_schema_url")


def made(prefix: str) -> Store:
    """A new, empty ledger."""
    number = next(_numbers)
    return create_store(f"{prefix}{number}.db" if prefix.startswith("sqlite") else f"{prefix}_{number}", ORIGIN)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(parts=st.lists(PAYMENTS, min_size=1, max_size=4), acts=st.lists(ACTS, min_size=4, max_size=4), data=st.data())
def test_what_is_followed_is_what_a_naive_computation_gives(
    fresh: str, parts: list[list[Paid | None]], acts: list[list[tuple[str, int, int]]], data: st.DataObject
) -> None:
    """After any sequence of appends, catch-ups of any batch size, rebuilds and drops; and at any past point."""
    with made(fresh) as store, open_views(store.url) as views:
        log: list[Paid | None] = []
        for part, doings in zip(parts, acts, strict=False):
            grow(store, part)
            log += part
            for act, batch, upto in doings:
                follower = Follower(store, views, Till, batch)
                match act:
                    case "upto":
                        follower.catch_up(min(upto, len(log)))
                    case "rebuild":
                        follower.rebuild()
                    case "drop":
                        views.drop("till")
                    case _:
                        follower.catch_up()
                build = views.live("till")
                assert build is None or kept(views) == naive(log[: build.position])
        assert Follower(store, views, Till, 7).catch_up().position == len(log)
        assert kept(views) == naive(log)
        assert (lag(store, views, "till").behind, len(views.builds("till"))) == (0, 1)
        size = data.draw(st.integers(0, len(log)))
        with computed(store, Till, AsOf(log_index=size - 1).size(store)) as (past, build):
            assert (build.position, kept(past)) == (size, naive(log[:size]))
