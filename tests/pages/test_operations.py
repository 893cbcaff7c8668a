"""``docs/operations.md`` and ``deploy/``: what they say can be typed, and what they say is done is done."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch
from urllib.parse import urlsplit, urlunsplit

import httpx2
import psycopg
import pytest
import yaml  # type: ignore[import-untyped]  # it brings no types
from typer.main import get_command

from tests.tools.cli_run import tombo
from tests.unit.test_tidy import ROOT
from tests.worlds.floor import PLATFORM
from tests.worlds.machine import BLOCKS, DEPLOY, FENCE, PAGE, Machine, installed, typed_by, unit_of
from tests.worlds.network import AUDITOR, TOKEN, network, serving
from tests.worlds.roles import PASSWORD, forget, with_schema
from tombo.cli.main import app

UNITS: Final = {"serve": DEPLOY / "tombo-serve.service", "publish": DEPLOY / "tombo-publish.service"}
NOTICED: Final = re.compile("ROLLED BACK|TAMPERED")
INLINE: Final = re.compile(r"`(tombo [a-z][^`]*)`")
COMPOSE: Final[dict[str, Any]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def typed() -> Iterator[list[str]]:
    """Every ``tombo`` command that the page, the units and the compose file have, as words."""
    page = PAGE.read_text(encoding="utf-8")
    for _, block in FENCE.findall(page):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if "tombo" in words[:1]:
                yield words[1:]
    yield from (shlex.split(said)[1:] for said in INLINE.findall(page))
    yield from (typed_by(unit)[1:] for unit in UNITS.values())
    yield from (COMPOSE["services"][name]["command"] for name in UNITS)


def test_every_command_can_be_typed() -> None:
    """Its words are words of ``tombo``, and each option is one of that command's own help, or of ``tombo`` itself."""
    root: Any = get_command(app)
    found = list(typed())
    assert len(found) > 30
    for words in found:
        command, known = root, {name for one in root.params for name in one.opts}
        for word in (word for word in words if not word.startswith("-")):
            if not hasattr(command, "commands"):
                break
            assert word in command.commands, words
            command = command.commands[word]
        known |= {name for one in command.params for name in one.opts}
        said = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert said <= known, (words, said - known)


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_is_what_systemd_takes(name: str, tmp_path: Path) -> None:
    """As ``systemd-analyze verify`` says, where that is installed: no word about it."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed: the units are parsed, and not verified")
    program = shutil.which("true")
    text = UNITS[name].read_text(encoding="utf-8").replace("/opt/tombo/bin/tombo", str(program))
    unit = tmp_path / UNITS[name].name
    unit.write_text(text)
    ran = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_keeps_what_it_runs_within_bounds(name: str) -> None:
    """It writes where the ledger is and nowhere else, gets no right that it has not, and is not started again where that mends nothing."""
    service = unit_of(UNITS[name])["Service"]
    kept = {
        "ProtectSystem": "strict",
        "NoNewPrivileges": "yes",
        "CapabilityBoundingSet": "",
        "User": "tombo",
        "UMask": "0077",
    }
    assert {setting: service[setting] for setting in kept} == kept
    assert (service["ReadWritePaths"], service["RestartPreventExitStatus"]) == ("/var/lib/tombo", "1 2")
    settings = dict(
        line.split("=", 1) for line in (DEPLOY / "tombo.env").read_text().splitlines() if line[:1] not in {"#", ""}
    )
    assert service["EnvironmentFile"] == "/etc/tombo/env"
    assert settings["TOMBO_KEYS"].startswith(service["ReadWritePaths"])
    hidden = [path.removeprefix(f"-{settings['TOMBO_KEYS']}/") for path in service["InaccessiblePaths"].split()]
    assert hidden == HIDDEN[name]


HIDDEN: Final = {
    "serve": ["checkpoint.key", "root.key"],
    "publish": ["openings.key", "persons.key", "persons.db", "root.key"],
}
"""The files of the folder of keys that each unit does not see."""


def test_neither_needs_what_its_unit_hides(sqlite_url: str, tmp_path: Path) -> None:
    """Without those files ``tombo publish`` signs, and ``tombo serve`` serves beside it."""
    made = network(sqlite_url, tmp_path)
    keys, words = made.keyring.directory, ("--ledger", made.url, "--keys", str(made.keyring.directory))
    away = tmp_path / "away"
    away.mkdir()
    for name in HIDDEN["publish"]:
        if (keys / name).exists():
            (keys / name).rename(away / name)
    assert tombo(*words, "publish", "--once").status == 0
    for path in away.iterdir():
        path.rename(keys / path.name)
    for name in HIDDEN["serve"]:
        (keys / name).unlink()
    with serving(made) as (url, process):
        assert httpx2.get(f"{url}/readyz").status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


def test_the_containers_are_what_they_say() -> None:
    """No root, no right that nobody needs, nothing written but the ledger's folder; what they copy and install is there."""
    for name in UNITS:
        service = COMPOSE["services"][name]
        assert (service["user"], service["read_only"], service["cap_drop"]) == ("10001:10001", True, ["ALL"])
        assert service["security_opt"] == ["no-new-privileges:true"]
        unit = unit_of(UNITS[name])["Service"]
        assert service["command"] == typed_by(UNITS[name])[1:]
        assert service["environment"]["PGUSER"] == unit["Environment PGUSER"]
        assert (
            ROOT / "deploy" / service["build"]["context"] / service["build"]["dockerfile"]
            == DEPLOY / ".." / "deploy/Containerfile"
        )
    said = dict(
        line.split("=", 1) for line in (DEPLOY / "tombo.env").read_text().splitlines() if line[:1] not in {"#", ""}
    )
    assert set(COMPOSE["x-where"]) == set(said)
    file = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    users = re.findall(r"^USER (\S+)$", file, re.MULTILINE)
    assert (users, "useradd --uid 10001 " in file) == (["tombo"], True)
    installed = re.findall(r"pip install [^\n&]*", BLOCKS["install.sh"])
    assert [
        one.replace("/wheels", "wheels").replace("--no-cache-dir ", "")
        for one in re.findall(r"pip install [^\n&\\]*", file)
    ] == [one + " " for one in installed]


@pytest.fixture(scope="module")
def backed_up(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """After the ceremony and a backup."""
    machine = installed(tmp_path_factory.mktemp("machine"))
    for name in ("ceremony.sh", "backup.sh"):
        ran = machine.run(BLOCKS[name])
        assert ran.returncode == 0, ran
    return machine


@pytest.fixture
def machine(backed_up: Machine, tmp_path: Path) -> Machine:
    """The same, of one test alone."""
    return Machine(Path(shutil.copytree(backed_up.place, tmp_path / "machine")))


@pytest.mark.parametrize("name", sorted(BLOCKS))
def test_a_block_ends_at_the_first_line_that_fails(name: str) -> None:
    """As it stands: a backup that was not verified, or an upgrade at a ledger that does not hold, is not told to be done by the line behind it."""
    assert BLOCKS[name].splitlines()[0] == "set -e"


def test_a_backup_that_does_not_hold_is_none(machine: Machine) -> None:
    """Its bundle is not what the checkpoint of those outside says: the status says so, and no keys are put into the vault for it."""
    shutil.rmtree(machine.place / "vault")
    (machine.place / "outside/policy").write_text("of nobody\n")
    ran = machine.run(BLOCKS["backup.sh"])
    assert ran.returncode != 0, ran
    assert list((machine.place / "vault").iterdir()) == []


def test_a_job_that_finds_nothing_old_enough_has_not_failed(machine: Machine) -> None:
    """A new ledger has nothing to pack: what a timer begins says so, with status 0."""
    ran = machine.run(BLOCKS["pack.sh"])
    assert (ran.returncode, "nothing was packed" in ran.stdout) == (0, True), ran


def test_the_ceremony_leaves_what_it_says(backed_up: Machine) -> None:
    """The root key offline, a token that nobody else read, a policy and a checkpoint for those outside, and two backups kept apart."""
    assert not (backed_up.place / "keys/root.key").exists()
    assert (backed_up.place / "offline/root.key").exists()
    assert re.fullmatch(r"tombo_[\w-]{43}\n", (backed_up.place / "private/token").read_text())
    assert (backed_up.place / "private/token").stat().st_mode & 0o077 == 0
    assert {path.name for path in (backed_up.place / "outside").iterdir()} == {"policy", "checkpoint"}
    assert backed_up.one("vault/keys-*.tar").stat().st_mode & 0o077 == 0


def test_a_lost_ledger_is_restored_and_upgraded(machine: Machine) -> None:
    """By the blocks of the page, from the backup, a copy and a bundle: nothing is missing, and what is stopped is started again."""
    shutil.copy(machine.place / "ledger.db", machine.place / "copy.db")
    assert machine.run("tombo export bundle --out bundle").returncode == 0
    for source in ("backup", "copy.db", "bundle"):
        machine.lose()
        restored = machine.run(BLOCKS["restore.sh"], COPY=source)
        assert restored.returncode == 0, restored
        assert "Nothing is missing" in restored.stdout
    upgraded = machine.run(BLOCKS["upgrade.sh"])
    assert upgraded.returncode == 0, upgraded
    stops = ["stop tombo-serve tombo-publish", "start tombo-publish tombo-serve"]
    assert (machine.place / "services").read_text().splitlines() == stops * 4


def test_an_older_backup_is_noticed(machine: Machine) -> None:
    """What was acknowledged after it is missed by ``tombo restore``, by every process, and by whoever has a checkpoint from outside."""
    line = {"command": {"kind": "open_account", "player": "p-1"}, "command_id": "x", "by": PLATFORM.model_dump()}
    (machine.place / "line").write_text(json.dumps(line))
    newer = machine.run("tombo record < line; tombo checkpoint --out outside/newer")
    assert newer.returncode == 0, newer
    machine.lose()
    restored = machine.run(BLOCKS["restore.sh"], COPY="backup")
    assert (restored.returncode, "Missing: " in restored.stdout) == (1, True), restored
    for command in ("record < line", "serve --port 0", "publish --once"):
        ran = machine.run(f"tombo {command}")
        assert (ran.returncode, NOTICED.search(ran.stderr) is not None) == (1, True), ran
    judged = machine.run("tombo verify --policy outside/policy --checkpoint outside/newer")
    assert (judged.returncode, judged.stdout.partition(":")[0]) == (1, "TRUNCATED"), judged


def test_the_doors_work_by_the_rights_that_the_page_gives(postgres_url: str, tmp_path: Path) -> None:
    """A user in the roles of writer and views, named by ``PGUSER``: it records, shows what is followed, and backs up; another publishes."""
    schema = f"tombo_operations_{os.getpid()}"
    made = network(with_schema(postgres_url, schema), tmp_path)
    granted = tombo("--ledger", made.url, "init", "--roles-sql").out
    page = dict(re.findall(r"CREATE ROLE (tombo_\w+) .* IN ROLE (.*);", PAGE.read_text(encoding="utf-8")))
    roles: list[str] = []
    try:
        with psycopg.connect(postgres_url, autocommit=True) as server:
            server.execute(granted, prepare=False)
            ((database,),) = server.execute("SELECT current_database()")
            for user, names in page.items():
                own = names.replace("casino_public", f"{database}_{schema}")
                server.execute(f"CREATE ROLE {user}_{schema} LOGIN PASSWORD '{PASSWORD}' IN ROLE {own}")
                roles += [f"{user}_{schema}", *re.findall(r'"(\w+)"', own)]
        nobody = urlsplit(made.url)
        where = made._replace(url=urlunsplit(nobody._replace(netloc=nobody.netloc.rpartition("@")[2])))
        monkey = {"PGPASSWORD": PASSWORD}
        with patch.dict(os.environ, {**monkey, "PGUSER": f"tombo_serve_{schema}"}), serving(where) as (url, _):
            command = {"command": {"kind": "open_account", "player": "p-1"}, "command_id": "x"}
            headers = {"authorization": f"Bearer {TOKEN}"}
            assert httpx2.post(f"{url}/v1/commands", json=command, headers=headers).status_code == 200
            shown = httpx2.get(f"{url}/v1/players/p-1/statement", headers=headers, timeout=30)
            assert (shown.status_code, shown.json()["player"]) == (200, "p-1"), shown.text
            kept = httpx2.get(f"{url}/v1/views", headers={"authorization": f"Bearer {AUDITOR}"}, timeout=30).json()
            (behind,) = (one["behind"] for one in kept["projections"] if one["name"] == "session_statement")
            assert behind == 0, "computed from the first entry, for this request alone"
        words = ("--ledger", where.url, "--keys", str(made.keyring.directory))
        backup = (*words, "backup", str(tmp_path / "backup"))
        with patch.dict(os.environ, {**monkey, "PGUSER": f"tombo_publish_{schema}"}):
            assert tombo(*words, "publish", "--once").status == 0
            assert "rights of this user" in tombo(*backup).err
        with patch.dict(os.environ, {**monkey, "PGUSER": f"tombo_serve_{schema}"}):
            assert tombo(*backup).status == 0
    finally:
        forget(postgres_url, schema, roles)
