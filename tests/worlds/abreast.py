"""What projections keep of a simulated hour, for tests of those that are followed side by side: every row of every table, whoever folded it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.tools.cli_run import Ran, tombo
from tests.worlds.played import played
from tombo.ledger.store import Views, open_views
from tombo.projections.registry import FOLLOWED
from tombo.projections.rows import columns
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR

PLAN: Final = Plan(seed=5, begins=BEGINS, ends=BEGINS + HOUR, tables=10)
NAMES: Final = tuple(projection.name for projection in FOLLOWED)


class Hour(NamedTuple):
    """A ledger of the hour at ``url``, its keys in ``folder``."""

    url: str
    folder: Path
    size: int

    @property
    def options(self) -> tuple[str, ...]:
        """How ``tombo`` finds it."""
        return ("--ledger", self.url, "--keys", str(self.folder / "keys"), "--json")

    def views(self, *words: str) -> Ran:
        """``tombo views`` on it."""
        return tombo(*self.options, "views", *words)

    def kept(self) -> dict[str, Any]:
        """What is read of each projection: how far, what it knows besides, and each of its rows."""
        with open_views(self.url) as views:
            return {projection.name: _kept(views, projection) for projection in FOLLOWED}

    def builds(self) -> dict[str, list[tuple[int, int, bool]]]:
        """The builds there are of each: their number, how far they are, and whether it is read."""
        with open_views(self.url) as views:
            return {name: [(one.number, one.position, one.live) for one in views.builds(name)] for name in NAMES}


def _kept(views: Views, projection: Any) -> Any:
    build = views.live(projection.name)
    assert build is not None
    rows = {
        table.name: views.fetch(
            build, f"SELECT {columns(table)} FROM {{{table.name}}} ORDER BY {', '.join(table.key)}", ()
        )
        for table in projection.tables
    }
    return build.position, build.version, build.last, build.state, rows


@contextmanager
def hour(url: str, folder: Path) -> Iterator[Hour]:
    """Such a ledger, of which nothing is followed."""
    with played(PLAN, url, folder, kills=0) as store:
        size = store.head().size
    yield Hour(url, folder, size)
