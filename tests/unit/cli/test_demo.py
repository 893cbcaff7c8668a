"""The demonstration: what it suggests works, and its days tie."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Final

from tests.tools.cli_run import Ran, inside, tombo

BEGINS: Final = "What to look at next:"
ENDS: Final = "Every game at once"
KEPT: Final = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")


def test_what_the_demonstration_suggests_works(whole_demonstration: tuple[Path, Ran], tmp_path: Path) -> None:
    """Every command it ends with does its work as it stands there; then both its ledgers tie on the days they tell of."""
    made, told = whole_demonstration
    with inside(Path(shutil.copytree(made, tmp_path / "here"))):
        suggested = told.out.partition(BEGINS)[2].partition(ENDS)[0]
        commands = re.findall(r"^  tombo (.*?)(?:  +.*)?$", suggested, re.MULTILINE)
        failed = {command: ran.err for command in commands if (ran := tombo(*KEPT, *shlex.split(command))).status}
        days = {
            (folder, day): tombo(
                *("--ledger", f"sqlite:///{folder}/ledger.db", "--keys", f"{folder}/keys"),
                *("reconcile", "--day", day),
            ).status
            for folder in ("demo", "demo/simulated")
            for day in ("2026-07-14", "2026-07-15")
        }

    assert told.status == 0
    assert len(commands) > 12
    assert failed == {}
    assert set(days.values()) == {0}
