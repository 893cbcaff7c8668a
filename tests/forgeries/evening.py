"""An evening at one wheel whose projections are followed, for who alters what they keep."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from tests.conftest import run_raw
from tests.forgeries.test_hostile_views import in_views
from tests.tools.cli_run import Ran, keep_key, tombo
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL
from tests.worlds.wheel_ledger import ORIGIN, wheel
from tombo.ledger.core.lisbon import HOUR, window
from tombo.ledger.games.roulette.commands import VoidSpin
from tombo.ledger.house.banked.commands import PartTable
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.session.commands import EndSession
from tombo.ledger.store import Build, open_views

DAY: Final = "2026-07-15"
BEGINS: Final = window(DAY)[0] + 12 * HOUR


class Evening(NamedTuple):
    """A ledger with two settled spins, a void one and a session that is over; every projection is followed."""

    url: str
    folder: Path

    def run(self, *words: str) -> Ran:
        """``tombo`` on it."""
        return tombo("--ledger", self.url, "--keys", str(self.folder / "keys"), *words)

    def build(self, name: str) -> Build:
        """What is kept of a projection."""
        with open_views(self.url) as views:
            found = views.live(name)
        assert found is not None
        return found

    def alter(self, name: str, table: str, change: str) -> None:
        """Run ``change`` past every check on a table of a projection, which it names ``{}``."""
        run_raw(in_views(self.url), change.format(self.build(name).stored(table)))

    def follow(self) -> None:
        """Every projection is computed again and followed to the end."""
        assert self.run("views", "drop").status == 0
        assert self.run("views", "follow").status == 0


def played(url: str, folder: Path) -> Evening:
    """The ledger at ``url``."""
    with wheel(url, folder, BEGINS) as found:
        found.spins("17")
        found.spins("36")
        name = found.spins(None).partition(":")[2]
        incident = OpenIncident(
            first_instant=BEGINS, incident="power", origin="operator_system", reported_by="monitor", scope=[WHEEL]
        )
        found.floor.do(incident)
        found.floor.do(VoidSpin(incident="power", round=name))
        found.floor.do(PartTable(player="p-2", table=WHEEL), player("p-2"))
        found.floor.do(EndSession(cause="player", reason=None, session="s-p-2"), player("p-2"))
    keep_key(folder / "keys", ORIGIN, "ana")
    evening = Evening(url, folder)
    evening.follow()
    return evening
