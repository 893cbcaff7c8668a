"""A bundle or a backup that cannot be read for a moment, or is taken away as it is read: that is said, and nobody is accused."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import gettempdir
from typing import Any, Final

import pytest

from tests.forgeries.maker import ORIGIN
from tests.worlds.backups import Played, backed_up
from tests.worlds.operator import Operator
from tombo.ledger.core.errors import NoRoomError, NotFoundError, UnreadableError
from tombo.ledger.exchange.backup import open_copy
from tombo.ledger.exchange.folder import Folder
from tombo.ledger.seal.policy import Policy
from tombo.ledger.verify import Code, Report, streams, verifier, verify

SORTS: Final = ("bundle", "backup")


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Operator:
    """A ledger of several tiles whose appends name trees that end within one, with a bundle and a backup of it."""
    folder = tmp_path_factory.mktemp("cut-off")
    operator = Operator(folder, f"sqlite:///{folder / 'ledger.db'}")
    hands = Played(operator)
    for _ in range(6):
        hands.hands(4)
    operator.bundle("bundle")
    backed_up(operator, folder / "backup")
    return operator


@pytest.fixture
def ask(copies: Operator, tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[], Report]:
    """What the verifier says of a copy, each time it is asked; the copy is ``tmp_path / "copy"``."""
    shutil.copytree(copies.folder / request.param, tmp_path / "copy")
    policy: Policy = copies.policy
    secret, note = copies.keyring.opening_secret(ORIGIN), copies.keyring.signer_state.read_bytes()
    return lambda: verify(partial(open_copy, tmp_path / "copy", secret, ORIGIN), policy, checkpoint=note)


def nth(real: Callable[..., Any], at: int, act: Callable[..., Any]) -> tuple[Callable[..., Any], list[int]]:
    """``real``, but that ``act`` is called before its call number ``at``; and a count of calls."""
    count = [0]

    def call(*given: Any) -> Any:
        count[0] += 1
        if count[0] == at:
            act(*given)
        return real(*given)

    return call, count


def unread(folder: Folder, name: str, *_: object) -> None:
    raise UnreadableError(f"{folder.directory / name} cannot be read: Input/output error")


@pytest.mark.parametrize("ask", SORTS, indirect=True)
def test_a_file_that_cannot_be_read_once_makes_no_forger(
    ask: Callable[[], Report], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever read it is. Red before: where leaves are read again for the tree that an append names, its signature was said not to hold."""
    monkeypatch.setattr(verifier, "CHUNK", 256)
    real = Folder.get
    counted, count = nth(real, -1, unread)
    monkeypatch.setattr(Folder, "get", counted)
    assert ask().verdict is Code.OK
    for at in range(1, count[0] + 1):
        monkeypatch.setattr(Folder, "get", nth(real, at, unread)[0])
        with pytest.raises(UnreadableError, match="Input/output error"):
            ask()


@pytest.mark.parametrize("ask", SORTS, indirect=True)
def test_a_folder_that_cannot_be_listed_is_not_empty(
    ask: Callable[[], Report], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As who may not, or has too many files open, finds it. Red before: what lies there was missing, or cut off."""
    real = os.scandir

    def refused(path: Any) -> Any:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    counted, count = nth(real, -1, refused)
    monkeypatch.setattr(os, "scandir", counted)
    assert ask().verdict is Code.OK
    for at in range(1, count[0] + 1):
        monkeypatch.setattr(os, "scandir", nth(real, at, refused)[0])
        with pytest.raises(UnreadableError, match=r"copy/.* cannot be read: Permission denied"):
            ask()


def told(ask: Callable[[], Report]) -> str:
    """The verdict; where there is none, the copy that is named in its place."""
    try:
        return str(ask().verdict)
    except (NotFoundError, UnreadableError) as error:
        return str(error).partition("/copy")[0] + "/copy"


@pytest.mark.parametrize("step", ["get", "holds", "names"])
@pytest.mark.parametrize("ask", SORTS, indirect=True)
def test_a_copy_that_is_taken_away_is_not_missing(
    ask: Callable[[], Report], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, step: str
) -> None:
    """At whichever moment: it is told as that. Red before: its entries were missing, and the ledger accused of it."""
    monkeypatch.setattr(verifier, "CHUNK", 256)
    real = getattr(Folder, step)
    counted, count = nth(real, -1, unread)
    monkeypatch.setattr(Folder, step, counted)
    assert ask().verdict is Code.OK
    for at in range(1, count[0] + 1):
        monkeypatch.setattr(
            Folder, step, nth(real, at, lambda *_: (tmp_path / "copy").rename(tmp_path / "elsewhere"))[0]
        )
        assert told(ask) in {"OK", str(tmp_path / "copy")}
        (tmp_path / "elsewhere").rename(tmp_path / "copy")


def test_a_tile_that_a_run_takes_away_as_it_is_read_is_read_from_the_longer_one(
    copies: Operator, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Between look and read, as a run does that puts a longer one beside it. Red before: it was malformed."""
    shutil.copytree(copies.folder / "backup", tmp_path / "copy")
    note, secret = copies.keyring.signer_state.read_bytes(), copies.keyring.opening_secret(ORIGIN)
    real = Folder.get

    def grown(folder: Folder, name: str, most: int) -> Any:
        if ".p/" in name and (folder.root / name).exists():
            (folder.root / name).rename(folder.root / name.rpartition("/")[0] / "255")
        return real(folder, name, most)

    monkeypatch.setattr(Folder, "get", grown)
    found = verify(partial(open_copy, tmp_path / "copy", secret, ORIGIN), copies.policy, checkpoint=note)
    assert found.verdict is Code.OK


@pytest.mark.parametrize("ask", ["bundle"], indirect=True)
def test_without_room_for_what_passes_there_is_no_verdict(
    ask: Callable[[], Report], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told which folder is full, and how to name another. Red before: "No space left on device", of nobody knew which."""
    monkeypatch.setattr(streams, "TemporaryFile", partial(Path.open, Path("/dev/full"), "w+b"))
    with pytest.raises(NoRoomError, match=rf"{re.escape(gettempdir())}: No space left on device; .* TMPDIR"):
        ask()
