"""A run of ``tombo backup`` that dies before any of its steps: the older backup is whole, and the next run goes on."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.worlds.backups import Played, backed_up, copy_of, files_of, in_ledger, judged
from tests.worlds.operator import Operator
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.exchange.backup import Backup
from tombo.ledger.exchange.tiles import WIDTH
from tombo.ledger.operate.backup import LOCK, back_up
from tombo.ledger.operate.keyring import open_checked
from tombo.ledger.verify import Code


class Killed(BaseException):
    """Whoever is killed does nothing more."""


STEPS = ((os, "open"), (os, "fsync"), (Path, "rename"), (Path, "unlink"), (Path, "rmdir"), (Path, "mkdir"))


def run_killed(operator: Operator, folder: Path, at: int) -> bool:
    """A run that dies before its step ``at`` (from 0); whether it had as many."""
    left = at

    def stepping(real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*given: Any, **more: Any) -> Any:
            nonlocal left
            if any(str(folder) in str(one) for one in given) or real is os.fsync:
                if left == 0:
                    raise Killed
                left -= 1
            return real(*given, **more)

        return step

    with open_checked(operator.url, operator.keyring, read_only=True) as store, pytest.MonkeyPatch.context() as patch:
        for place, name in STEPS:
            patch.setattr(place, name, stepping(getattr(place, name)))
        try:
            back_up(store, folder, operator.policy, SteppingClock())
        except Killed:
            return True
    return False


@pytest.mark.parametrize("base", [True, False])
def test_killed_at_any_step_the_older_state_is_whole(operator: Operator, *, base: bool) -> None:
    """Before each write, sync, renaming and removal: what was there verifies, or what was to be there; and the next run goes on."""
    before = operator.folder / "before"
    played = Played(operator)
    played.until(WIDTH - 20)
    before.mkdir()
    if not base:
        backed_up(operator, before)
    old = 0 if base else copy_of(operator, before).head().size
    played.hands(2)
    played.hands(publishing=False)
    rows, _, sealed = in_ledger(operator.url)
    after = operator.folder / "after"
    shutil.copytree(before, after)
    backed_up(operator, after)
    wanted, sizes, step = files_of(after), set[int](), 0
    while True:
        folder = Path(shutil.copytree(before, operator.folder / f"killed-{step}"))
        was_killed = run_killed(operator, folder, step)
        try:
            source: Any = copy_of(operator, folder)
            size = source.head().size
        except LedgerError:
            assert base, "an older backup cannot be read any more"
            size = 0
        sizes.add(size)
        if size and isinstance(source, Backup):
            assert list(source.rows()) == rows[:size]
            assert list(source.sealed_between(0, size)) == [one for one in sealed if one[0] < size]
            assert {one.code for one in judged(operator, folder).problems} <= {Code.UNWITNESSED}
        if not was_killed:
            break
        backed_up(operator, folder)
        there = files_of(folder)
        assert {name: there[name] for name in wanted if name not in {"backup", LOCK}} == {
            name: data for name, data in wanted.items() if name not in {"backup", LOCK}
        }
        assert all(".p/" in name for name in there.keys() - wanted.keys())
        shutil.rmtree(folder)
        step += 1
    assert step > 20
    assert sizes == {old, len(rows)}


def test_everything_is_durable_before_it_counts(operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file before it has its name, and every name before ``backup`` is replaced, and that before the checkpoint."""
    folder, played = operator.folder / "backup", Played(operator)
    backed_up(operator, folder)
    played.until(WIDTH + 20)
    done, synced, renamed = list[tuple[str, Path]](), os.fsync, Path.rename

    def fsync(descriptor: int) -> None:
        synced(descriptor)
        done.append(("synced", Path(f"/proc/self/fd/{descriptor}").readlink()))

    def rename(path: Path, target: Path) -> Path:
        if folder in path.parents:
            assert done[-1] == ("synced", path)
            done.append(("named", Path(target)))
        return renamed(path, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "rename", rename)
    backed_up(operator, folder)
    named = [path for what, path in done if what == "named"]
    assert named[-2:] == [folder / "backup", folder / "checkpoint"]
    for path in named[:-2]:
        counted = done.index(("named", folder / "backup"))
        assert ("synced", path.parent) in done[done.index(("named", path)) : counted], path
    assert ("synced", folder) in done[done.index(("named", named[-2])) : done.index(("named", named[-1]))]
    assert ("synced", folder) in done[done.index(("named", named[-1])) :]
