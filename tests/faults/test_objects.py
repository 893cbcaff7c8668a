"""A bundle in an object store is verified as one in a folder is, here and on a cluster, with the ledger's database gone (issue 15)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.tools.cli_run import Ran, keep_key, tombo
from tests.tools.dask_cluster import dask_cluster
from tests.tools.object_store import BUCKET, ObjectStore, object_store
from tests.worlds.desk_played import PLAN, PLAYED_OFFICER, PLAYED_ORIGIN
from tests.worlds.played import played
from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.exchange.objects import Objects
from tombo.ledger.exchange.tiles import entry_tile

SORTS: Final = ("bundle", "backup")
OPENED: Final = "opened"
"""A bundle that shows closed cards."""


class Kept(NamedTuple):
    """Bundles of a ledger that is gone: in folders, and the same in an object store."""

    folder: Path
    urls: dict[str, str]
    store: ObjectStore

    @property
    def keys(self) -> Path:
        """The keys of the ledger, where who verifies does not look."""
        return self.folder / "elsewhere"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    """An exported bundle and a backup of two hours of every game."""
    folder = tmp_path_factory.mktemp("objects")
    url = f"sqlite:///{folder / 'ledger.db'}"
    with played(PLAN, url, folder, kills=0):
        pass
    words = ("--ledger", url, "--keys", str(folder / "keys"))
    assert tombo(*words, "checkpoint", "--out", str(folder / "checkpoint")).status == 0
    assert tombo(*words, "export", "bundle", "--out", str(folder / "bundle")).status == 0
    assert tombo(*words, "backup", str(folder / "backup")).status == 0
    keep_key(folder / "keys", PLAYED_ORIGIN, PLAYED_OFFICER)
    shown = ("--openings", "--staff", PLAYED_OFFICER, "--reason", "an auditor asks")
    assert tombo(*words, "export", "bundle", *shown, "--out", str(folder / OPENED)).status == 0
    shutil.copy(folder / "keys" / "policy", folder / "policy")
    (folder / "keys").rename(folder / "elsewhere")
    (folder / "ledger.db").unlink()
    with object_store(folder) as store:
        yield Kept(folder, {sort: store.put(folder / sort, sort) for sort in (*SORTS, OPENED)}, store)


def verified(kept: Kept, place: str, *more: str) -> Ran:
    """As an auditor does it: with a policy, a checkpoint and no key."""
    words = ("--keys", str(kept.folder / "none"), "--json", "verify", place, "--policy", str(kept.folder / "policy"))
    return tombo(*words, "--checkpoint", str(kept.folder / "checkpoint"), *more)


@pytest.mark.parametrize("sort", SORTS)
def test_in_an_object_store_and_on_a_cluster_it_is_the_same(kept: Kept, sort: str, tmp_path: Path) -> None:
    """Byte for byte: from a folder by this process, and from the store by this process, two, and the workers of a cluster."""
    alone = verified(kept, str(kept.folder / sort), "--jobs", "1")
    assert alone.status == 0 and '"verdict": "OK"' in alone.out
    for jobs in ("1", "2"):
        assert verified(kept, kept.urls[sort], "--jobs", jobs).out == alone.out
    with dask_cluster(tmp_path, 2) as cluster, pytest.MonkeyPatch.context() as patch:
        for name, value in cluster.environment.items():
            patch.setenv(name, value)
        together = verified(kept, kept.urls[sort], "--cluster", cluster.address)
    assert (together.status, together.out) == (0, alone.out)


def test_closed_cards_in_an_object_store_are_opened(kept: Kept) -> None:
    """Those of a bundle that shows them, as in a folder. Red before: it ended as a fault of ours."""
    alone = verified(kept, str(kept.folder / OPENED), "--jobs", "1")
    assert (alone.status, alone.document["verdict"], "WITHHELD" in alone.out) == (0, "OK", False), alone
    assert verified(kept, kept.urls[OPENED], "--jobs", "1").out == alone.out


@pytest.mark.parametrize("sort", SORTS)
def test_what_is_changed_in_an_object_store_is_found(kept: Kept, sort: str) -> None:
    """A byte of an entry, and a tile that is gone."""
    place = f"{sort}-changed"
    url = kept.store.put(kept.folder / sort, place)
    store, name = kept.store.store(), f"{BUCKET}/{place}/{entry_tile(1, 256)}"
    data = bytearray(store.cat_file(name))
    data[1_000] ^= 1
    store.pipe_file(name, bytes(data))
    changed = verified(kept, url)
    assert changed.status == 1 and '"verdict": "OK"' not in changed.out
    store.rm_file(name)
    gone = verified(kept, url)
    assert gone.status == 1 and '"MISSING"' in gone.out


def test_what_cannot_be_read_is_told_as_that(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing there, no such store, nobody who answers, no right to read."""
    told = verified(kept, f"s3://{BUCKET}/nothing")
    assert told.status == 2 and "expected a bundle" in told.err
    told = verified(kept, "nowhere://x/y")
    assert told.status == 3 and "nowhere://x/y cannot be read" in told.err
    assert "Traceback" not in told.err
    told = verified(kept, str(kept.folder / "none"))
    assert told.status == 2 and "does not exist" in told.err
    objects = Objects(kept.urls["bundle"])
    monkeypatch.setattr(objects, "_store", NobodyMayRead())
    with pytest.raises(StoreUnavailableError, match=r"PermissionError: no"):
        objects.get("checkpoint", 10)


class NobodyMayRead:
    """A store that lets nobody in."""

    def cat_file(self, *_: object, **__: object) -> bytes:
        raise PermissionError("no")


def test_an_object_with_nothing_in_it_is_read(kept: Kept) -> None:
    """Of entries of which none dealt a card a backup has a file of openings with nothing in it."""
    objects = Objects(kept.urls["backup"])
    kept.store.store().touch(f"{BUCKET}/backup/nothing-in-it")
    assert objects.get("nothing-in-it", 10) == b""
    assert objects.get("not-there", 10) is None
    kept.store.store().rm(f"{BUCKET}/backup/nothing-in-it")


def test_no_more_is_read_of_an_object_than_may_be(kept: Kept) -> None:
    """One byte more says that it is longer."""
    objects = Objects(kept.urls["bundle"])
    assert objects.get("checkpoint", 10) == (kept.folder / "bundle" / "checkpoint").read_bytes()[:11]
    assert objects.get("nothing", 10) is None and not objects.holds("nothing") and objects.names("nothing") == []
    with pytest.raises(FileNotFoundError):
        objects.open("nothing")
    with objects.open("policy") as file:
        assert file.read() == (kept.folder / "bundle" / "policy").read_bytes()


@pytest.mark.parametrize("sort", SORTS)
def test_a_database_is_made_again_from_an_object_store(kept: Kept, sort: str, tmp_path: Path) -> None:
    """As from the folder: the same entries, the same root, and it is verified. A bundle has no closed cards."""
    verdict, told = {"bundle": "WITHHELD", "backup": "OK"}[sort], dict[str, Ran]()
    for name, place in (("folder", str(kept.folder / sort)), ("objects", kept.urls[sort])):
        keys = tmp_path / f"keys-{name}"
        shutil.copytree(kept.keys, keys)
        words = ("--ledger", f"sqlite:///{tmp_path / name}.db", "--keys", str(keys), "--json")
        told[name] = tombo(*words, "restore", "--from", place)
        again = tombo(*words, "verify", "--jobs", "1", "--checkpoint", str(kept.folder / "checkpoint"))
        assert f'"verdict": "{verdict}"' in again.out
    assert (told["objects"].status, told["objects"].out) == (told["folder"].status, told["folder"].out)
