"""The timers of ``deploy/``: what each begins is typed rightly, needs no key, and tells by its status what is to wake somebody."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest
from typer.main import get_command

from tests.worlds.machine import BLOCKS, DEPLOY, PAGE, Machine, installed, typed_by, unit_of
from tombo.cli.main import app

JOBS: Final = ("views", "backup", "night")
BACKUP: Final = "/srv/tombo-backup"
WRITES: Final = {"views": "/var/lib/tombo", "backup": f"/var/lib/tombo {BACKUP}", "night": "/var/lib/tombo"}


def _files(job: str) -> tuple[Path, Path]:
    return DEPLOY / f"tombo-{job}.service", DEPLOY / f"tombo-{job}.timer"


def _command(job: str) -> str:
    """What a job runs, as a shell has it: for systemd a percent sign and a dollar sign are written twice."""
    return (
        shlex.join(typed_by(_files(job)[0]))
        .replace("%%", "%")
        .replace("$$", "$")
        .replace("/opt/tombo/bin/tombo", "tombo")
    )


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """After the ceremony, its passphrase out of reach."""
    made = installed(tmp_path_factory.mktemp("machine"))
    ran = made.run(BLOCKS["ceremony.sh"])
    assert ran.returncode == 0, ran
    (made.place / "private/passphrase").rename(made.place / "offline/passphrase")
    return made


@pytest.mark.parametrize("job", JOBS)
def test_systemd_takes_a_job_and_its_timer(job: str, tmp_path: Path) -> None:
    """As ``systemd-analyze verify`` says, where that is installed: no word about it."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed: the timers are parsed, and not verified")
    for path in _files(job):
        text = path.read_text(encoding="utf-8").replace("/opt/tombo/bin/tombo", str(shutil.which("true")))
        (tmp_path / path.name).write_text(text)
    told = subprocess.run(
        ["systemd-analyze", "verify", *sorted(map(str, tmp_path.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


@pytest.mark.parametrize("job", JOBS)
def test_a_job_is_kept_within_the_bounds_of_a_service(job: str) -> None:
    """All that bounds the doors bounds it as well; it runs to its end, gives way to play, and reads no passphrase."""
    service, doors = (dict(unit_of(path)["Service"]) for path in (_files(job)[0], DEPLOY / "tombo-serve.service"))
    own = {"Type", "ExecStart", "InaccessiblePaths", "ReadWritePaths"}
    of_a_process_that_stays = {"Restart", "RestartSec", "RestartPreventExitStatus", "TimeoutStopSec", "KillMode"}
    for setting in set(doors) - own - of_a_process_that_stays - {"LimitNOFILE"}:
        assert service[setting] == doors[setting], setting
    assert (service["Type"], service["Nice"], service["ReadWritePaths"]) == ("oneshot", "10", WRITES[job])
    assert service["InaccessiblePaths"] == "-/etc/tombo/passphrase -/var/lib/tombo/keys/root.key"
    assert "Restart" not in service


@pytest.mark.parametrize("job", JOBS)
def test_a_timer_begins_the_job_of_its_name(job: str) -> None:
    """No two runs at once, and what was missed is done: behind the end of the run before, or once a day by the clock of the players."""
    timer = unit_of(_files(job)[1])
    assert "Unit" not in timer["Timer"]
    if job == "night":
        assert dict(timer["Timer"]) == {"OnCalendar": "*-*-* 03:30:00 Europe/Lisbon", "Persistent": "yes"}
    else:
        assert dict(timer["Timer"]) == {"OnBootSec": "1min", "OnUnitInactiveSec": "1min", "AccuracySec": "1s"}
    assert timer["Install"]["WantedBy"] == "timers.target"


def test_the_night_begins_at_an_hour_that_every_day_has() -> None:
    """Once on each: in Portugal there is no half past one as summer time begins, and systemd leaves that day out; as it ends there are two."""
    at = unit_of(_files("night")[1])["Timer"]["OnCalendar"]
    hour, minute = map(int, re.findall(r" (\d\d):(\d\d):00 Europe/Lisbon$", at)[0])
    for day in (date(2027, 3, 28), date(2027, 10, 31)):
        local = datetime.combine(day, time(hour, minute), ZoneInfo("Europe/Lisbon"))
        assert local.astimezone(UTC).astimezone(local.tzinfo).time() == time(hour, minute)
        assert local.replace(fold=1).utcoffset() == local.utcoffset()


@pytest.mark.parametrize("job", JOBS)
def test_its_words_are_those_of_tombo(job: str) -> None:
    """Its command and options are in the program's own help."""
    words = re.findall(r"tombo ([^']+)", _command(job))[0].split()
    command: Any = get_command(app)
    for word in words:
        if hasattr(command, "commands"):
            command = command.commands[word]
    known = {name for one in command.params for name in one.opts}
    of_date = {"--date"}
    assert {word.partition("=")[0] for word in words if word.startswith("--")} - of_date <= known


def test_each_job_runs_without_a_passphrase(machine: Machine) -> None:
    """As the units run them: projections and a backup are at the end of the log, and a day is reconciled."""
    for job, told in (("views", "session_statement"), ("backup", "backup"), ("night", f"{_yesterday().year}-")):
        command = _command(job).replace(BACKUP, "backup")
        ran = machine.run(command)
        assert (ran.returncode, told in ran.stdout) == (0, True), ran
    assert machine.run("tombo verify backup --policy outside/policy").returncode == 0


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Lisbon"])
def test_the_night_is_of_the_day_before_in_portugal(machine: Machine, zone: str) -> None:
    """Whatever zone the machine keeps: between these two there is always one whose day is another."""
    yesterdays = {_yesterday()}
    ran = machine.run(_command("night").replace("exec tombo", "exec echo"), TZ=zone)
    yesterdays |= {_yesterday()}
    assert ran.stdout in {f"reconcile --day {day}\n" for day in yesterdays}


def _yesterday() -> date:
    return datetime.now(ZoneInfo("Europe/Lisbon")).date() - timedelta(days=1)


def test_the_page_installs_them() -> None:
    """``install.sh`` copies every unit and timer, and the page says how they are begun."""
    page = PAGE.read_text(encoding="utf-8")
    assert "install -m 0644 deploy/*.service deploy/*.timer /etc/systemd/system/" in BLOCKS["install.sh"]
    assert "systemctl enable --now tombo-views.timer tombo-backup.timer tombo-night.timer" in page
