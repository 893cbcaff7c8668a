"""What somebody said about a person, typed at the terminal: it need not stand where every program can read it."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.tools.cli_run import inside, tombo

DEMO = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")


def test_what_a_player_said_need_not_stand_among_the_arguments(demonstration: Path, tmp_path: Path) -> None:
    """Arguments are for every program of the machine to read: a claim, and grounds, come from stdin where - says so."""
    shutil.copytree(demonstration / "demo", tmp_path / "demo")
    with inside(tmp_path):
        opening = (*DEMO, "dispute", "open", "p-sul", "--claim", "-", "--staff", "s-2")
        said = tombo(*opening, "--id", "d-1", stdin=b"it was mine\r\n")
        assert said.status == 0, said.err
        resolving = ("dispute", "resolve", "d-1", "--outcome", "rejected", "--grounds", "-", "--staff", "s-2")
        assert tombo(*DEMO, *resolving, stdin="não foi\n".encode()).status == 0
        shown = tombo(*DEMO, "dispute", "show", "d-1").out
        assert "it was mine" in shown
        assert "não foi" in shown
        nothing = tombo(*opening, "--id", "d-2")
        assert (nothing.status, "claim: expected one line" in nothing.err) == (2, True)


def test_f8_a_claim_without_end_is_refused(demonstration: Path, tmp_path: Path) -> None:
    """One line is read, and of it no more than tells that it is too long."""
    shutil.copytree(demonstration / "demo", tmp_path / "demo")
    with inside(tmp_path):
        opening = (*DEMO, "dispute", "open", "p-sul", "--claim", "-", "--staff", "s-2")
        endless = tombo(*opening, stdin=b"x" * 5_000_000)
        assert (endless.status, "claim: expected one line" in endless.err) == (2, True)
