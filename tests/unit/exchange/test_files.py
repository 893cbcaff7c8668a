"""Files that cannot be read: each is refused by its name, and the others of the same import are recorded."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from tests.worlds.persons import persons_of
from tests.worlds.phh import OFFICER, ORIGIN, CountedEntropy, phh
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.exchange.phh import reading
from tombo.ledger.exchange.phh.files import file_digest, hold_more_than
from tombo.ledger.exchange.phh.hand import Importer
from tombo.ledger.exchange.phh.importer import ImportReport, import_paths
from tombo.ledger.exchange.phh.read import Block, blocks
from tombo.ledger.exchange.phh.reading import FilesRead
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger


@pytest.fixture
def ledger(sqlite_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """A new ledger."""
    made = create_ledger(sqlite_url, Keyring(tmp_path / "keys"), origin=ORIGIN, clock=SteppingClock())
    yield made
    made.store.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a hand that comes before, and one that comes after what is put between them."""
    made = tmp_path / "hands"
    made.mkdir()
    for name in ("a", "z"):
        (made / f"{name}.phh").write_text(phh({"hand": str(ord(name))}))
    return made


def run(ledger: Ledger, *paths: Path) -> ImportReport:
    """Import ``paths``."""
    entropy = CountedEntropy()
    with persons_of(ledger.store, entropy) as persons:
        return import_paths(paths, ledger, Importer(ORIGIN, persons, entropy), by=OFFICER)


def _circle(path: Path) -> None:
    path.symlink_to(path.name)


def _nowhere(path: Path) -> None:
    path.symlink_to("nothing.phh")


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (_circle, "this cannot be read: Too many levels of symbolic links"),
        (_nowhere, "this cannot be read: No such file or directory"),
        (os.mkfifo, "found a pipe, a socket or a device"),
        (_socket, "found a pipe, a socket or a device"),
    ],
)
@pytest.mark.parametrize("is_named", [True, False])
def test_f4f_what_is_no_file_is_refused_and_the_others_recorded(
    ledger: Ledger, folder: Path, make: Callable[[Path], None], reason: str, *, is_named: bool
) -> None:
    """F4f, F4h: a pipe hung the import, a link in a circle ended it; in a folder and named by itself."""
    make(folder / "m.phh")
    report = run(ledger, *([folder / "a.phh", folder / "m.phh", folder / "z.phh"] if is_named else [folder]))
    assert (report.files, report.recorded, report.refused, report.files_refused) == (2, 2, 0, 1)
    (refusal,) = report.refusals
    assert refusal.item == ("m.phh" if is_named else "hands/m.phh")
    assert refusal.reason.startswith(reason)


def test_f4f_folders_linked_in_a_circle_are_read_once(ledger: Ledger, folder: Path) -> None:
    """F4f: every hand came forty times, until the system had enough of links."""
    (folder / "back").symlink_to(folder)
    report = run(ledger, folder)
    assert (report.files, report.recorded, report.duplicates, report.files_refused) == (2, 2, 0, 1)
    assert report.refusals[0].item == "hands/back"
    assert "read already" in report.refusals[0].reason


def test_f4h_a_file_that_breaks_off_is_named_and_the_others_recorded(
    ledger: Ledger, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F4h: a disk that fails in the middle of a file is no fault of the files behind it."""

    def failing(file: BinaryIO, *, many: bool) -> Iterator[Block]:
        yield from blocks(file, many=many)
        if many:
            raise OSError(5, "Input/output error")

    (folder / "m.phhs").write_text(f"[1]\n{phh({'hand': '7'})}")
    monkeypatch.setattr(f"{FilesRead.__module__}.blocks", failing)
    report = run(ledger, folder)
    assert (report.files, report.recorded, report.files_refused) == (3, 3, 1)
    assert report.refusals[0].item == "hands/m.phhs"
    assert report.refusals[0].reason.startswith("this file cannot be read: Input/output error, after 1 hands")
    monkeypatch.setattr(f"{FilesRead.__module__}.blocks", blocks)
    again = run(ledger, folder)
    assert (again.recorded, again.duplicates, again.files_refused) == (0, 3, 0)


def test_f4h_a_name_that_is_no_text_is_told_as_text(ledger: Ledger, folder: Path) -> None:
    """F4h: a name is bytes to the system; an entry holds text."""
    (folder / os.fsdecode(b"m\xff.phh")).write_text(phh({"hand": "7"}))
    (folder / os.fsdecode(b"n\xff.phh")).write_text("variant = 'FB'")
    report = run(ledger, folder)
    assert (report.recorded, report.refusals[0].item) == (3, "hands/n?.phh")


def test_f3g_capitals_are_the_same_ending(ledger: Ledger, tmp_path: Path) -> None:
    """F3g: ``.PHH`` was passed over in silence."""
    (tmp_path / "a.PHH").write_text(phh())
    (tmp_path / "b.PhhS").write_text(f"[1]\n{phh({'hand': '7'})}[2]\n{phh({'hand': '8'})}")
    report = run(ledger, tmp_path)
    assert (report.files, report.recorded, report.files_refused) == (2, 3, 0)


def test_f3g_a_folder_without_hands_is_refused(ledger: Ledger, folder: Path, tmp_path: Path) -> None:
    """F3g: it was 0 hands and exit status 0."""
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "hand.txt").write_text("PokerStars Hand #1")
    report = run(ledger, foreign, folder)
    assert (report.files, report.recorded, report.files_refused) == (2, 2, 1)
    assert report.refusals[0].item == "foreign"
    assert "no file named .phh or .phhs" in report.refusals[0].reason


def test_how_much_there_is_to_import(folder: Path, tmp_path: Path) -> None:
    """As far as it is asked; what cannot be read has nothing."""
    size = sum(path.stat().st_size for path in folder.iterdir())
    (folder / "zz.phh").symlink_to(folder / "nowhere")
    assert hold_more_than([folder], size - 1)
    assert not hold_more_than([folder], size)
    assert not hold_more_than([tmp_path / "nothing.phh"], 0)


@pytest.mark.parametrize("name", ["m.phh", "m.phhs"])
def test_a_file_that_is_changed_while_it_is_read_is_named(
    ledger: Ledger, folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """No hand is put on record as one of bytes in which it does not stand. Red before: the account of the file was closed, under a digest of other bytes."""
    path = folder / name
    path.write_text(phh({"hand": "7"}))

    def changed(read: Path) -> tuple[str, int]:
        found = file_digest(read)
        if read == path:
            path.write_text(phh({"hand": "8"}))
        return found

    monkeypatch.setattr(reading, "file_digest", changed)
    report = run(ledger, folder)
    assert (report.recorded, report.files_refused) == (3, 1)
    assert (
        report.refusals[0].reason
        == "this file was changed while it was read, after 1 hands; import it again for the rest"
    )
    assert [row.kind for stream in ledger.store.streams("import") for row in ledger.store.stream_rows(stream)].count(
        "import.closed.v1"
    ) == 2
    monkeypatch.undo()
    again = run(ledger, folder)
    assert (again.recorded, again.duplicates, again.files_refused) == (0, 3, 0)
