"""A folder that is a machine of ``docs/operations.md``: a shell finds ``tombo`` there, and the page's blocks run; and the units of ``deploy/``, read."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

from tests.tools.cli_run import CHEAP, passphrase_file
from tests.unit.test_tidy import ROOT

PAGE: Final = ROOT / "docs/operations.md"
DEPLOY: Final = ROOT / "deploy"
FENCE: Final = re.compile(r"```sh\n(?:# ([\w-]+\.sh)\n)?(.*?)```", re.DOTALL)
BLOCKS: Final = {name: text for name, text in FENCE.findall(PAGE.read_text(encoding="utf-8")) if name}
PROGRAM: Final = f"""import sys
from tombo.cli.main import main
from tombo.ledger.seal import keyfile
keyfile.LOG_COST = {CHEAP}
sys.exit(main())"""
"""``tombo``, whose passphrases cost less than an operator's."""


def unit_of(path: Path) -> configparser.ConfigParser:
    """A unit; a setting that stands twice in a section is an error, which systemd would add up."""
    read = configparser.ConfigParser(interpolation=None, delimiters=("=",), comment_prefixes=("#",))
    read.optionxform = str  # type: ignore[assignment,method-assign]  # names of systemd have capitals
    read.read_string(
        re.sub(r"^Environment=(\w+)=", r"Environment \1=", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    )
    return read


def typed_by(path: Path) -> list[str]:
    """The words that the unit at ``path`` runs."""
    return shlex.split(unit_of(path)["Service"]["ExecStart"])


class Machine(NamedTuple):
    """A folder that is a machine: the ledger, its keys, and programs that a shell finds there."""

    place: Path

    def run(self, script: str, **more: str) -> subprocess.CompletedProcess[str]:
        """What a shell makes of ``script``, a block of the page for example, as the page's reader has it."""
        environment = {
            "PATH": f"{self.place / 'bin'}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "TOMBO_LEDGER": f"sqlite:///{self.place / 'ledger.db'}",
            "TOMBO_KEYS": str(self.place / "keys"),
            "TOMBO_PASSPHRASE_FILE": str(self.place / "private/passphrase"),
            "TOMBO_STAFF_PASSPHRASE_FILE": str(passphrase_file()),
            **more,
        }
        return subprocess.run(
            ["sh", "-c", script],
            cwd=self.place,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    def lose(self) -> None:
        """The database is gone."""
        for lost in self.place.glob("ledger.db*"):
            lost.unlink()

    def one(self, pattern: str) -> Path:
        """The one file that ``pattern`` finds."""
        (found,) = self.place.glob(pattern)
        return found


def installed(place: Path) -> Machine:
    """``tombo`` is installed at ``place``, and nothing has been done with it; what is told to systemd is written down in ``services``."""
    for name in ("offline", "private", "bin"):
        (place / name).mkdir()
    programs = {
        "tombo": f"#!/bin/sh\nexec {sys.executable} -c '{PROGRAM}' \"$@\"\n",
        "systemctl": '#!/bin/sh\necho "$@" >> services\n',
    }
    for name, text in programs.items():
        (place / "bin" / name).write_text(text)
        (place / "bin" / name).chmod(0o755)
    return Machine(place)
