"""A folder of keys that cannot be written: nothing is acknowledged without a mark, and who may not write there is told so (A7)."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bench.play import hand
from tests.forgeries.maker import ORIGIN
from tests.unit.checked.test_mark import OURS
from tests.worlds.operator import Operator
from tests.worlds.staff import signed
from tombo.ledger.checked import Mark, Memory, Reached, marked, put_mark
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import KeyFileError, LedgerError, StoreUnavailableError
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import open_ledger

NOBODY = 65_534


def _full(_file: int, _data: bytes, _at: int) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def _short(_file: int, data: bytes, _at: int) -> int:
    return len(data) - 1


@pytest.mark.parametrize(
    ("write", "why"),
    [(_full, "No space left on device"), (_short, "63 of 64 bytes were written")],
    ids=["full", "short"],
)
def test_a7_what_could_not_be_marked_is_not_acknowledged(
    operator: Operator, monkeypatch: pytest.MonkeyPatch, write: Callable[[int, bytes, int], int], why: str
) -> None:
    """Neither at once nor when it is sent again, until it is marked: a roll-back of it would be missed by nobody."""
    first = [signed(envelope, ORIGIN) for envelope in hand(0, 1)[:1]]
    door = open_ledger(operator.url, operator.keyring, clock=SteppingClock())
    with door.store:
        before = door.store.trust.mark.read()
        with monkeypatch.context() as broken:
            broken.setattr(os, "pwrite", write)
            for _ in range(2):
                with pytest.raises(
                    StoreUnavailableError, match=rf"mark cannot be written: {why}; .* may be recorded.*again"
                ):
                    _one(door.handle_many(first))
        assert door.store.trust.mark.read() == before
        assert isinstance(_one(door.handle_many(first)), Acknowledgement)
        assert door.store.trust.mark.read().size == door.store.head().size


def _one(outcomes: Sequence[object]) -> object:
    (outcome,) = outcomes
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def test_a7_a_mark_that_was_torn_is_written_again_in_its_own_slot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The slot beside it, which is whole, is not touched before that."""
    path, real, at = tmp_path / "mark", os.pwrite, list[int]()
    put_mark(path, Reached(0, b""), OURS)

    def torn(file: int, data: bytes, place: int) -> int:
        at.append(place)
        return real(file, data[:20], place)

    with closing(Mark(path, OURS)) as mark:
        mark.put(Reached(7, bytes(32)))
        mark.put(Reached(8, bytes(32)))
        monkeypatch.setattr(os, "pwrite", torn)
        for _ in range(2):
            with pytest.raises(StoreUnavailableError):
                mark.put(Reached(9, bytes(32)))
        assert (len(set(at)), mark.read().size, mark.most) == (1, 8, 8)


def test_a7_a_loop_of_links_is_named_with_a_way_on(tmp_path: Path) -> None:
    """As everything else that is no file: a rebuild puts it aside."""
    path = tmp_path / "mark"
    path.symlink_to("mark")
    for look in (lambda: Mark(path, OURS), lambda: marked(path, OURS)):
        with pytest.raises(
            KeyFileError, match=r"leads back to itself; expected .*'tombo memory rebuild' puts it aside"
        ):
            look()


@contextmanager
def _of_another(*written: str) -> Iterator[Path]:
    """A folder of a mark and a memory that this user may read; of its files he may write ``written``, and nothing in the folder."""
    with TemporaryDirectory() as folder:
        path, user = Path(folder), os.geteuid()
        put_mark(path / "mark", Reached(0, b""), OURS)
        Memory.create(path / "heads", ORIGIN).close()
        for file in path.iterdir():
            file.chmod(0o666 if file.name in written else 0o444)
        path.chmod(0o555)
        try:
            if not user:
                os.seteuid(NOBODY)
            yield path
        finally:
            os.seteuid(user)
            path.chmod(0o700)


@pytest.mark.parametrize("written", [(), ("heads",)], ids=["nothing", "heads"])
def test_a7_who_may_not_write_the_memory_is_told_so(written: tuple[str, ...]) -> None:
    """That is no fault of the disk: what he may not write is named, and who may."""
    with (
        _of_another(*written) as folder,
        pytest.raises(StoreUnavailableError, match=r"is not writable by this user; expected .* Run it as their owner"),
    ):
        Memory(folder / "heads", ORIGIN).close()


def test_a7_who_may_not_write_the_mark_is_told_so() -> None:
    """In a sentence."""
    with (
        _of_another() as folder,
        pytest.raises(
            LedgerError, match=r"mark cannot be opened to write: Permission denied; expected .* as their owner"
        ),
    ):
        Mark(folder / "mark", OURS)
