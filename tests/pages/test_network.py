"""``docs/network.md``: its programs are run as they stand, over TLS, against a real ``tombo serve``."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which
from typing import Final, NamedTuple

import pytest

from bench.play import house
from tests.pages.test_platform import PAGE as PLATFORM_PAGE
from tests.tools.certificates import authority, issued
from tests.tools.cli_run import tombo
from tests.unit.test_tidy import ROOT
from tests.worlds.network import TOKEN, Network, network, serving

PAGE: Final = ROOT / "docs/network.md"
FENCE: Final = re.compile(r"```(?:sh|js|python)\n(?:#|//) (first[-_]hand[\w.-]*)\n(.*?)```", re.DOTALL)
COMMANDS: Final = PLATFORM_PAGE.read_text(encoding="utf-8").partition("```jsonl\n")[2].partition("```")[0]
RUN_BY: Final = {".sh": ["sh", "-e"], ".mjs": ["node"], ".py": [sys.executable]}


class Door(NamedTuple):
    """A ledger that is served over TLS, and runs a program of the page in a folder that has what the page says."""

    made: Network
    run: Callable[[str], subprocess.CompletedProcess[str]]


def _needs(name: str) -> None:
    """Nobody need have these: where one is missing, the test says so and is left out."""
    program = {".sh": "curl", ".mjs": "node", ".py": sys.executable}[Path(name).suffix]
    if which(program) is None:
        pytest.skip(f"{program} is not installed: {name} of docs/network.md is not run")


@pytest.fixture
def door(sqlite_url: str, tmp_path: Path) -> Iterator[Door]:
    """With the ruleset approved and a token granted, as the page has it."""
    made = network(sqlite_url, tmp_path)
    made.act(house(1)[2].command, "approve")
    ca = authority(tmp_path)
    served = issued(tmp_path, ca, "localhost")
    folder = tmp_path / "platform"
    folder.mkdir()
    (folder / "token").write_text(f"{TOKEN}\n")
    (folder / "first-hand.jsonl").write_text(COMMANDS)
    for name, text in FENCE.findall(PAGE.read_text(encoding="utf-8")):
        (folder / name).write_text(text, encoding="utf-8")
    with serving(made, "--tls-certificate", str(served.certificate), "--tls-key", str(served.key)) as (url, _):
        known = dict.fromkeys(("CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"), str(ca.certificate))
        here = {**known, "TOMBO_URL": url.replace("127.0.0.1", "localhost"), "PATH": os.environ["PATH"]}

        def run(name: str) -> subprocess.CompletedProcess[str]:
            command = [*RUN_BY[Path(name).suffix], name]
            return subprocess.run(
                command,
                cwd=folder,
                env={**here, "PYTHONPATH": str(ROOT)},
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )

        yield Door(made, run)


def test_the_page_has_its_programs() -> None:
    """By these names, and each of them is run below."""
    names = [name for name, _ in FENCE.findall(PAGE.read_text(encoding="utf-8"))]
    assert names == [
        "first-hand.sh",
        "first-hand-together.sh",
        "first-hand-shown.sh",
        "first-hand.mjs",
        "first_hand.py",
    ]


@pytest.mark.parametrize("names", [["first-hand.sh", "first-hand-together.sh"], ["first-hand.mjs"], ["first_hand.py"]])
def test_a_first_hand_is_recorded(door: Door, names: list[str]) -> None:
    """From nothing to the end of the hand; run again, each command has its first receipt and nothing is recorded twice."""
    _needs(names[0])
    for name in (*names, *names):
        ran = door.run(name)
        assert (ran.returncode, ran.stderr, len(ran.stdout.splitlines())) == (0, "", len(COMMANDS.splitlines())), ran
        if not name.endswith(".py"):
            assert {json.loads(line)["status"] for line in ran.stdout.splitlines()} == {"recorded"}
    if not names[0].endswith(".py"):
        assert {json.loads(line)["repeated"] for line in ran.stdout.splitlines()} == {True}
    if names[0].endswith(".sh"):
        assert json.loads(door.run("first-hand-shown.sh").stdout)["outcome"] == "settled"
    words = ("--ledger", door.made.url, "--keys", str(door.made.keyring.directory))
    shown = tombo(*words, "--json", "hand", "show", "t-1/1").document
    assert (shown["hand"], shown["outcome"]) == ("t-1/1", "settled")


@pytest.mark.parametrize("name", ["first-hand.sh", "first-hand.mjs"])
def test_a_program_ends_where_a_command_is_refused(door: Door, name: str) -> None:
    """The command, the rule, and no command behind it; what was recorded before it stands."""
    _needs(name)
    folder = door.made.keyring.directory.parent / "platform"
    lines = COMMANDS.splitlines()
    spoiled = [*lines[:3], lines[3].replace('"ana"', '"nobody"'), *lines[4:]]
    (folder / "first-hand.jsonl").write_text("\n".join(spoiled) + "\n")
    ran = door.run(name)
    assert ran.returncode == 1
    told = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [one["status"] for one in told] == ["recorded"] * 3 + [422]
    assert told[3]["command_id"] == "first/4"
