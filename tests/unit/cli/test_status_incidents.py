"""``tombo status`` names the incidents that are open: since when, where, and that no time-out is recorded there (R806 r.72, D1)."""

from __future__ import annotations

from pathlib import Path

from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import BEGINS, LEDGER, casino
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import written
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident

CABLE = "player_network"


def test_d1_an_incident_that_is_forgotten_is_named_with_what_waits_for_its_end(tmp_path: Path) -> None:
    """Red before: its name alone, and nobody saw why no seat's time was ever up."""
    with casino(tmp_path) as made:
        for name, origin, scope in (
            ("power", "operator_system", None),
            ("cable", CABLE, ["bj-1"]),
            ("mended", "operator_system", ["bj-1"]),
        ):
            opens = {"incident": name, "origin": origin, "scope": scope, "reported_by": "monitor"}
            made.floor.do(OpenIncident.model_validate(opens | {"first_instant": BEGINS}))
        made.floor.do(CloseIncident(incident="mended", note="a fuse"))
    with inside(tmp_path):
        told, document = tombo(*LEDGER, "status"), tombo(*LEDGER, "--json", "status")
    (line,) = (line for line in told.out.splitlines() if line.startswith("Incidents open: "))
    since = written(BEGINS, Language.EN, "dated")
    assert line.startswith(f"Incidents open: cable, since {since}")
    assert "at bj-1; power, since " in line
    assert line.endswith("at every table, where no time-out is recorded until it is closed")
    assert document.document["open_incidents"] == [
        {"incident": "cable", "origin": CABLE, "since": BEGINS, "tables": ["bj-1"]},
        {"incident": "power", "origin": "operator_system", "since": BEGINS, "tables": None},
    ]
