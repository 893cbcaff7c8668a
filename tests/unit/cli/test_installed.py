"""The package as a stranger gets it: a wheel, in an environment of its own, used far from these sources."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import ZipFile

import pytest

from tombo.cli.words import WORDS

ROOT: Final = Path(__file__).resolve().parents[3]
PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES: Final = ("client", "ledger", "projections", "reports", "serve", "desk", "simulator", "cli")
SHIPPED: Final = (*PACKAGES, "tombo", "pyproject.toml", "README.md", "LICENSE")


class Installed(NamedTuple):
    """An environment with the wheel in it, and what the wheel is."""

    wheel: Path
    bin: Path
    site: Path

    def run(self, *words: str, folder: Path) -> str:
        """What a program of this environment says, started in ``folder``: nothing points at the sources."""
        return _run([str(self.bin / words[0]), *words[1:]], folder)


def _run(words: Sequence[str], folder: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TOMBO"))}
    ran = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{words}: {ran.stdout}{ran.stderr}"
    return ran.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel of these sources in a new environment. Nothing is fetched: what it needs lies beside it on the path.

    A line in a ``.pth`` file adds the folder of the present environment's packages, and not what its own ``.pth`` files say: these
    sources, which are installed there for editing, are not found through it.
    """
    sources, dist, home = (tmp_path_factory.mktemp(name) for name in ("sources", "dist", "home"))
    for name in SHIPPED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, sources / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, sources / name)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]
    offline = ["--no-deps", "--no-index"]
    _run([*pip, "wheel", *offline, "--no-build-isolation", "--wheel-dir", str(dist), str(sources)], dist)
    (wheel,) = dist.glob("*.whl")
    venv.create(home, with_pip=False, symlinks=True)
    _run([*pip, "--python", str(home / "bin" / "python"), "install", *offline, str(wheel)], dist)
    site = Path(
        _run(
            [str(home / "bin" / "python"), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], dist
        ).strip()
    )
    (site / "beside.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return Installed(wheel, home / "bin", site)


def test_every_module_is_in_the_wheel_and_nothing_else(installed: Installed) -> None:
    """Code, the mark that it is typed, the templates of pages with their styles and script, the layouts of regulators' files, the dictionary of packed rows; no test, no document, no folder of a build."""
    names = {name for name in ZipFile(installed.wheel).namelist() if ".dist-info/" not in name}
    wanted = {
        f"tombo/{path.relative_to(ROOT).as_posix()}"
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.suffix in {".py", ".css", ".html", ".js", ".mjs", ".svg", ".toml", ".txt"}
    }
    assert names == wanted | {"tombo/__init__.py", "tombo/__main__.py", "tombo/py.typed"}


def test_the_package_is_the_installed_one(installed: Installed, tmp_path: Path) -> None:
    """What the environment imports lies in it, under the version of the project, and says that it is typed."""
    program = "import tombo.cli.main, importlib.metadata as m; print(tombo.__file__, tombo.ledger.__file__, m.version('tombo'))"
    whole, ledger, found = installed.run("python", "-c", program, folder=tmp_path).split()
    assert [Path(whole).parent, Path(ledger).parent] == [installed.site / "tombo", installed.site / "tombo/ledger"]
    assert found == PROJECT["project"]["version"] == version("tombo")
    assert (installed.site / "tombo" / "py.typed").is_file()


def test_the_metadata_say_what_it_is(installed: Installed) -> None:
    """Licence, page, what it needs; and no address of an index."""
    (name,) = (name for name in ZipFile(installed.wheel).namelist() if name.endswith(".dist-info/METADATA"))
    said = ZipFile(installed.wheel).read(name).decode()
    head = said.partition("\n\n")[0].splitlines()
    assert "License-Expression: Apache-2.0" in head
    assert "Classifier: Typing :: Typed" in head
    assert any(line.startswith("Requires-Dist: pydantic<2.15,>=2.14") for line in head)
    assert "# Tombo" in said


def test_a_stranger_uses_it(installed: Installed, tmp_path: Path) -> None:
    """An evening is recorded, verified, shown and printed as a page, by the command and by ``python -m``, in a folder with nothing else in it."""
    demo = json.loads(installed.run("tombo", "--json", "demo", folder=tmp_path).splitlines()[-1])
    assert demo["verification"]["verdict"] == "OK"
    ledger = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
    verified = installed.run("tombo", *ledger, "verify", "--checkpoint", "demo/checkpoint", folder=tmp_path)
    assert verified.startswith(f"OK: {demo['verification']['entries']} entries")
    shown = installed.run("python", "-m", "tombo", *ledger, "hand", "show", "mesa-1/5", folder=tmp_path)
    assert "mesa-1/5" in shown
    installed.run("tombo", *ledger, "hand", "show", "mesa-1/5", "--html", "hand.html", folder=tmp_path)
    assert "</style>" in (tmp_path / "hand.html").read_text(encoding="utf-8")


def test_help_of_the_installed_command_names_every_word(installed: Installed, tmp_path: Path) -> None:
    """The list of words is in the wheel as it is here."""
    said = installed.run("tombo", "--help", folder=tmp_path)
    assert [word for word in WORDS if f"\n  {word} " not in said] == []


def test_the_version_is_the_same_from_everywhere(installed: Installed, tmp_path: Path) -> None:
    """The command and ``python -m`` say one version."""
    said = installed.run("tombo", "--version", folder=tmp_path)
    assert said == installed.run("python", "-m", "tombo", "--version", folder=tmp_path)
    assert said.startswith(f"tombo {PROJECT['project']['version']}, rules revision ")
