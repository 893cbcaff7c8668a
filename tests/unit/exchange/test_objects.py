"""An object store that is not S3's: what fsspec leaves out of a list, or says is not there, because it could not be asked, is told as that."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import fsspec  # type: ignore[import-untyped]  # it has no types
import pytest
from fsspec.implementations.local import LocalFileSystem  # type: ignore[import-untyped]  # nor has this

from tests.forgeries.maker import ORIGIN
from tests.worlds.backups import Played, backed_up
from tests.worlds.operator import Operator
from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.exchange import objects as objects_module
from tombo.ledger.exchange.backup import open_copy
from tombo.ledger.exchange.bundle import OPENINGS
from tombo.ledger.exchange.objects import Objects
from tombo.ledger.verify import Code, Report, verify


class Shaky(fsspec.AbstractFileSystem):  # type: ignore[misc]  # as above
    """The files of this machine as a store that is asked one thing after another, as those over SFTP or SMB are. What is asked as number ``fails`` is not answered."""

    cachable = False
    protocol = "shaky"
    asked = fails = 0

    @classmethod
    def heard(cls, path: str) -> str:
        """One more thing is asked."""
        cls.asked += 1
        if cls.asked == cls.fails:
            raise ConnectionError("the line was lost")
        return f"/{path.removeprefix('shaky://').lstrip('/')}"

    def info(self, path: str, **_: Any) -> Any:
        return self._named(LocalFileSystem().info(self.heard(path)))

    def ls(self, path: str, detail: bool = True, **_: Any) -> Any:  # noqa: FBT001, FBT002  # fsspec's
        found = [self._named(one) for one in LocalFileSystem().ls(self.heard(path), detail=True)]
        return found if detail else [one["name"] for one in found]

    def _open(self, path: str, mode: str = "rb", **_: Any) -> Any:
        return Path(self.heard(path)).open(mode)

    def cat_file(self, path: str, start: int | None = None, end: int | None = None, **_: Any) -> bytes:
        return Path(self.heard(path)).read_bytes()[start:end]

    def _named(self, found: dict[str, Any]) -> dict[str, Any]:
        return {**found, "name": found["name"].lstrip("/")}


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Operator:
    """A ledger with a bundle and a backup of it, and such a store."""
    fsspec.register_implementation("shaky", Shaky, clobber=True)
    folder = tmp_path_factory.mktemp("shaky")
    operator = Operator(folder, f"sqlite:///{folder / 'ledger.db'}")
    Played(operator).until(300)
    operator.bundle("bundle")
    backed_up(operator, folder / "backup")
    return operator


@pytest.mark.parametrize("sort", ["bundle", "backup"])
def test_what_could_not_be_asked_is_not_missing(copies: Operator, monkeypatch: pytest.MonkeyPatch, sort: str) -> None:
    """Whatever it is. Red before: lists ended early and objects were not there, so entries were missing, cut off or forged."""
    place, note = f"shaky:/{copies.folder / sort}", copies.keyring.signer_state.read_bytes()
    source = partial(open_copy, place, copies.keyring.opening_secret(ORIGIN), ORIGIN)

    def look(fails: int) -> Report:
        monkeypatch.setattr(Shaky, "asked", 0)
        monkeypatch.setattr(Shaky, "fails", fails)
        return verify(source, copies.policy, checkpoint=note)

    assert look(0).verdict is Code.OK
    many = Shaky.asked
    assert many > 10
    for fails in range(1, many + 1):
        with pytest.raises(StoreUnavailableError, match="cannot be read"):
            look(fails)


def test_a_store_lists_what_lies_in_folders_below(copies: Operator) -> None:
    """As a folder does; of what is not there nothing."""
    objects = Objects(f"shaky:/{copies.folder / 'bundle'}")
    below = sorted(objects.below("tile/entries"))
    assert below[0] == ("000",) and below[1][0] == "001.p"
    assert [*objects.below("nowhere")] == []
    assert (objects.holds("tile/0"), objects.holds("checkpoint"), objects.holds("nowhere")) == (True, True, False)


def test_an_object_is_read_as_a_file_is(copies: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """By lines of at most so many bytes, from wherever one likes. Red before: what fsspec opens takes no bound, so no bundle with openings was verified in S3."""
    monkeypatch.setattr(objects_module, "STRETCH", 64)
    objects, path = Objects(f"shaky:/{copies.folder / 'bundle'}"), copies.folder / "bundle" / OPENINGS
    with objects.open(OPENINGS) as there, path.open("rb") as here:
        assert list(iter(partial(there.readline, 50), b"")) == list(iter(partial(here.readline, 50), b""))
        for at in (0, 100, 7, path.stat().st_size):
            there.seek(at)
            here.seek(at)
            assert there.readline(1_000) == here.readline(1_000)
    with pytest.raises(FileNotFoundError):
        objects.open("nothing")
