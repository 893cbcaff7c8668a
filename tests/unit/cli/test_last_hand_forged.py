"""``tombo player last-hand --csv``: of a round that no door wrote, no sheet is written before that is seen."""

from __future__ import annotations

from pathlib import Path

from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import LEDGER, casino
from tombo.ledger.games.sem_descarte.events import Continued
from tombo.ledger.operate.keyring import inscribe

HANDS = {1: "2h 2d 7c 8s Jd", 2: "3h 4d 7h 8h Jh"}
HOUSE = "Ac Kd 9h 6s 3c"


def test_no_sheet_tells_of_a_round_that_cannot_be_shown(tmp_path: Path) -> None:
    """Who has an event key seals a second bet of a seat without an ante. Red before: the sheet was written, then it said TAMPERED."""
    with casino(tmp_path) as played:
        name = played.dealt({1: 500, 2: 300}, HANDS, HOUSE)
        inscribe(played.ledger, "forged", [(f"sem_descarte:{name}", Continued(bet2=1_000, seat=3))])
    with inside(tmp_path):
        told = tombo(*LEDGER, "player", "last-hand", "p-1", "--csv", "last.csv")
    assert told.status == 1
    assert "TAMPERED" in told.err
    assert not (tmp_path / "last.csv").exists()
