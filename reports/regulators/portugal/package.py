"""The package of a day, for the *cofre*: a zip of its files, or what the operator's own command makes of them.

The gazette says that each category is signed, compressed and encrypted, with certificates that SRIJ gives out, and names a script that SRIJ hands to
operators, ``encripta.sh <certificate> <YYYYMMDD> <GameVault>``. It prints neither algorithm nor names. So the operator's command does it, and what
is made without one is a plain zip (docs/regulators/portugal.md).
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tombo.ledger.core.errors import NotReportableError
from tombo.reports.regulators.portugal.settings import Package, Settings
from tombo.reports.said.regulators import portugal as said

FOLDERS: Final = ("in", "bin", "out")
"""What the script that SRIJ hands out works in: files lie in the first of them."""
FOR_OWNER: Final = 0o600 << 16
"""The permissions of a file in a zip."""


def packed(folder: Path, day: str, settings: Settings, out: Path) -> list[str]:
    """The package of the files in ``folder`` of ``day``, made in ``out``; the names of what it consists of.

    Raises:
        NotReportableError: the operator's command cannot be run, failed, or left nothing.
    """
    words = {"day": day.replace("-", ""), "safe": settings.safe}
    package = settings.package
    if package.command:
        _run(folder, package, words, out)
    else:
        _zipped(folder, out / package.name.format(**words))
    return sorted(path.name for path in out.iterdir())


def _zipped(folder: Path, zip_file: Path) -> None:
    """Files in order of name, without times: the same bytes from the same files and library."""
    with ZipFile(zip_file, "x", ZIP_DEFLATED) as package:
        for path in sorted(folder.iterdir()):
            entry = ZipInfo(path.name)
            entry.external_attr, entry.compress_type = FOR_OWNER, ZIP_DEFLATED
            with path.open("rb") as source, package.open(entry, "w") as target:
                shutil.copyfileobj(source, target)


def _run(folder: Path, package: Package, words: dict[str, str], out: Path) -> None:
    """The operator's command, in a folder of its own with ``in``, ``bin`` and ``out``; what it ``leaves`` goes to ``out``.

    That folder lies within the draft of the package, where a killed process leaves nobody's papers: the draft is taken away by the next one.
    """
    command = [word.format(**words) for word in package.command]
    with TemporaryDirectory(dir=out) as name:
        place = Path(name)
        for each in FOLDERS:
            (place / each).mkdir()
        for path in sorted(folder.iterdir()):
            shutil.copyfile(path, place / "in" / path.name)
        try:
            ended = subprocess.run(  # noqa: S603  # the operator's own, from his settings
                command, cwd=place, stdin=subprocess.DEVNULL, capture_output=True, check=False
            )
        except OSError as error:
            raise NotReportableError(
                said.PACKING_NOT_RUN(command=command[0], why=error.strerror or str(error))
            ) from error
        if ended.returncode != 0:
            last = (ended.stderr or ended.stdout).decode(errors="replace").strip().splitlines()[-1:]
            told = said.PACKING_FAILED(command=command[0], status=ended.returncode, why=" ".join(last) or "-")
            raise NotReportableError(told)
        left = sorted(path for path in place.glob(package.leaves.format(**words)) if path.is_file())
        if not left:
            raise NotReportableError(
                said.PACKING_LEFT_NOTHING(command=command[0], leaves=package.leaves.format(**words))
            )
        for path in left:
            shutil.copyfile(path, out / path.name)
