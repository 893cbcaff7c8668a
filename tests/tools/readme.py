"""The console sessions of ``README.md``, run for real: ``python -m tests.tools.readme`` writes their output again.

A session is a block marked ``console``. Lines that begin with ``$`` are run in one shell, in order through the whole page, in
an empty folder; what stands below each is what it printed. The machine's clock stands still for them, in the night after the
demonstration's evening.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path
from typing import Final

from tombo.ledger.core.clock import SECOND

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "README.md"
MARK: Final = "-----next command-----"
BLOCK: Final = re.compile(r"```console\n(.*?)```", re.DOTALL)
NIGHT: Final = 1_784_080_800 * SECOND
"""2026-07-15, 3:00 in Lisbon."""
PROGRAM: Final = f"""import sys
from tombo.cli.main import main
from tombo.ledger.core.clock import SystemClock
SystemClock.now = lambda clock: {NIGHT}
sys.exit(main())"""


def filled(page: str) -> str:
    """The page with the output of every command as it is today."""
    commands = [line[2:] for block in BLOCK.findall(page) for line in block.splitlines() if line.startswith("$ ")]
    told = iter(zip(commands, _run(commands), strict=True))

    def again(match: re.Match[str]) -> str:
        count = sum(line.startswith("$ ") for line in match[1].splitlines())
        return "```console\n" + "".join(f"$ {command}\n{output}" for command, output in islice(told, count)) + "```"

    return BLOCK.sub(again, page)


def _run(commands: list[str]) -> list[str]:
    """What each command prints, both streams together."""
    with tempfile.TemporaryDirectory() as name:
        stub = Path(name) / "bin/tombo"
        stub.parent.mkdir()
        stub.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{PROGRAM}' \"$@\"\n", encoding="ascii")
        stub.chmod(0o755)
        clean = {key: value for key, value in os.environ.items() if not key.startswith("TOMBO_")}
        ran = subprocess.run(
            ["bash", "-c", "\n".join(f"echo {MARK}\n{command}" for command in commands)],
            cwd=name,
            env={**clean, "PATH": f"{stub.parent}:{clean['PATH']}", "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    return ran.stdout.split(f"{MARK}\n")[1:]


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
