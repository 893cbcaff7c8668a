"""F1: what begins a ledger and does not fit on the disk leaves nothing that it made, and everything that was there."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.tools.cli_run import inside, tombo

BEGIN = {
    "demo": ("demo", "--out", "new"),
    "init": ("--ledger", "sqlite:///ledger.db", "--keys", "new", "init", "--origin", "operator.example/full"),
}


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("name", list(BEGIN))
def test_f1_a_beginning_that_does_not_fit_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, *, there: bool
) -> None:
    """Red before: half a ledger and some keys stayed, and the next try refused a folder that is not empty."""
    link = os.link

    def full(source: Path, target: Path, **how: bool) -> None:
        if Path(target).name == "openings.key":  # some are written before
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        link(source, target, **how)

    if there:
        (tmp_path / "new").mkdir()
    monkeypatch.setattr(os, "link", full)
    with inside(tmp_path):
        done = tombo(*BEGIN[name])
    assert (done.status, "make room there, then run it again" in done.err) == (3, True), done
    left = [path.relative_to(tmp_path) for path in tmp_path.rglob("*")]
    assert left == ([Path("new")] if there else [])
