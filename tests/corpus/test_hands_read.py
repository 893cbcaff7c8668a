"""Real hands, imported by the command line: each can be read and replayed, and pays what the rules give."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.cli_run import inside, tombo
from tests.tools.told import replay_lines
from tests.vectors.shared import SHARED
from tombo.ledger.games.poker.audit import differences
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.projections.follow import Viewer
from tombo.projections.round.hand import of
from tombo.projections.round.replay import steps
from tombo.reports.play.hand import document
from tombo.reports.shown.reading import Reader
from tombo.reports.text import text_lines

HANDS = SHARED / "corpus/phh"


@pytest.mark.corpus
@pytest.mark.skipif(not HANDS.is_dir(), reason=f"no corpus at {HANDS}: set TOMBO_SHARED to where it lies")
@pytest.mark.parametrize("source", ["handhq", "pluribus/41", "wsop2023-event43"])
def test_every_real_hand_reads_and_replays(source: str, tmp_path: Path) -> None:
    """Text and replay exist for every hand recorded, chips are conserved at every step, payouts come out the same."""
    ledger = ("--ledger", "sqlite:///new.db")
    with inside(tmp_path):
        assert tombo(*ledger, "init", "--origin", "operator.example/test").status == 0
        report = tombo(*ledger, "--json", "import", "phh", str(HANDS / source)).document
    with open_checked(f"sqlite:///{tmp_path}/new.db", Keyring(tmp_path / "new.keys"), read_only=True) as store:
        reader = Reader(store)
        streams = store.streams("hand")
        for stream in streams:
            entries = reader.entries(stream)
            view = of(entries, {}, Viewer())
            taken = steps(view)
            assert "*** SUMMARY ***" in list(text_lines(document(view)))
            assert any(line.startswith("Chips: conserved at every step") for line in replay_lines(view, taken))
            assert differences(view.hand) == ()

    assert len(streams) == report["recorded"] > 3
