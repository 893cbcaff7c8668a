"""The import of PHH files: every hand accounted for, twice adds nothing, a broken-off run is finished by another."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest

from tests.worlds.persons import persons_of
from tests.worlds.phh import FIXTURES, OFFICER, ORIGIN, CountedEntropy, Desk, phh
from tombo.cli.commands.imports import told_of
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import StoreUnavailableError, UnreadableError
from tombo.ledger.exchange.door import ImportJob, Person
from tombo.ledger.exchange.phh.hand import Importer
from tombo.ledger.exchange.phh.importer import LISTED_MAX, ImportReport, import_paths
from tombo.ledger.games.poker.events import HandStarted
from tombo.ledger.house.imports import ImportClosed, ImportOpened
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.persons import StoredPersons
from tombo.ledger.seal.personal import Field, open_text


@pytest.fixture
def ledger(sqlite_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """A new ledger."""
    made = create_ledger(sqlite_url, Keyring(tmp_path / "keys"), origin=ORIGIN, clock=SteppingClock())
    yield made
    made.store.close()


def run(ledger: Ledger, *paths: Path) -> ImportReport:
    """Import ``paths``."""
    entropy = CountedEntropy()
    with persons_of(ledger.store, entropy) as persons:
        return import_paths(paths, ledger, Importer(ORIGIN, persons, entropy), by=OFFICER)


def import_stream(path: Path) -> str:
    """The stream of a file's import."""
    return f"import:{hashlib.sha256(path.read_bytes()).hexdigest()[:32]}"


def closing(ledger: Ledger, path: Path) -> ImportClosed:
    """How the import of a file ended."""
    opened, closed = (entry.event for entry in ledger.entries(import_stream(path)))
    assert isinstance(opened, ImportOpened)
    assert isinstance(closed, ImportClosed)
    return closed


def test_every_hand_is_accounted_for(ledger: Ledger) -> None:
    """Recorded, flagged with its findings, or refused with its reason; the file's own entries say the same."""
    path = FIXTURES / "cash-game.phhs"
    report = run(ledger, path)
    assert (report.files, report.hands, report.recorded, report.flagged, report.refused) == (1, 3, 2, 2, 1)
    assert report.refusals[0].item == "cash-game.phhs [3]"
    assert report.refusals[0].reason.startswith("variant NS is no-limit short-deck")
    assert {found.item for found in report.findings} == {"cash-game.phhs [1]", "cash-game.phhs [2]"}
    closed = closing(ledger, path)
    assert (closed.hands, closed.recorded, closed.flagged, closed.duplicates) == (3, 2, 2, 0)
    assert [item.item for item in closed.refused] == ["cash-game.phhs [3]"]
    streams = {found.stream for found in report.findings}
    assert all(len(list(ledger.entries(stream))) > 5 for stream in streams)


def test_importing_twice_adds_nothing(ledger: Ledger) -> None:
    """Neither hands, nor entries about the file, nor persons."""
    run(ledger, FIXTURES)
    size = ledger.store.head().size
    again = run(ledger, FIXTURES)
    assert (again.recorded, again.flagged, again.duplicates, again.refused) == (0, 0, 4, 1)
    assert ledger.store.head().size == size


def test_the_same_hand_in_two_files_is_one_hand(ledger: Ledger, tmp_path: Path) -> None:
    """Another file with the same hand has its own entries, and the hand is a duplicate; also in the same commit."""
    (tmp_path / "a.phh").write_text(phh())
    (tmp_path / "b.phhs").write_text(f"[1]\n{phh()}[2]\n{phh({'table': '2'})}")
    report = run(ledger, tmp_path / "a.phh", tmp_path / "b.phhs")
    assert (report.files, report.hands, report.recorded, report.duplicates) == (2, 3, 2, 1)
    assert closing(ledger, tmp_path / "b.phhs").duplicates == 1


def test_the_entries_of_a_hand_open_with_its_cards_kept_apart(ledger: Ledger) -> None:
    """The openings of the closed cards are kept for the deal, as for a hand of our own."""
    path = FIXTURES / "half-chips.phh"
    run(ledger, path)
    hand = Desk().convert(path.read_text())
    kept = {slot: opening.card for slot, opening in ledger.known.read_openings(hand.stream).items()}
    assert kept == {opening.slot: opening.card for opening in hand.openings}
    assert len(kept) == 6


def test_files_are_named_inside_the_folder_that_was_named(ledger: Ledger, tmp_path: Path) -> None:
    """A report and the ledger name a file without the path of the machine."""
    folder = tmp_path / "session"
    folder.mkdir()
    (folder / "1.phh").write_text("variant = 'FB'")
    assert run(ledger, folder).refusals[0].item == "session/1.phh"
    (opened, _) = ledger.entries(import_stream(folder / "1.phh"))
    assert opened.event.name == "session/1.phh"


def test_an_empty_file_is_accounted_for(ledger: Ledger, tmp_path: Path) -> None:
    """An empty ``.phh`` is one hand refused; an empty ``.phhs`` holds none."""
    (tmp_path / "a.phh").write_text("")
    (tmp_path / "b.phhs").write_text("# nothing\n")
    report = run(ledger, tmp_path / "a.phh", tmp_path / "b.phhs")
    assert (report.files, report.hands, report.refused) == (2, 1, 1)
    assert closing(ledger, tmp_path / "b.phhs").hands == 0


def _page(report: ImportReport) -> str:
    """What a person is told of a report."""
    return "\n".join(told.text() for told in told_of(report))


def test_f3h_findings_beyond_the_list_are_counted(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F3h: the count of those not shown ended with the list."""
    monkeypatch.setattr("tombo.ledger.exchange.phh.importer.LISTED_MAX", 1)
    report = run(ledger, FIXTURES)
    assert (len(report.findings), report.objections > 1) == (1, True)
    assert f"and {report.objections - 1} more" in _page(report)


def test_many_refusals_are_counted_and_the_first_listed(ledger: Ledger, tmp_path: Path) -> None:
    """An entry has a largest size: the list of refusals ends, says how many more there are, and the counts are whole."""
    path = tmp_path / "many.phhs"
    path.write_text("".join(f"[{n}]\nvariant = '{'ü' * 50}'\n" for n in range(1_500)))
    report = run(ledger, path)
    assert (report.refused, len(report.refusals)) == (1_500, LISTED_MAX)
    assert "and 1,480 more" in _page(report)
    closed = closing(ledger, path)
    assert closed.hands == 1_500
    assert closed.refused[-1].item == f"{1_500 - len(closed.refused) + 1} more"


def test_what_is_no_phh_file_stops_the_import_after_what_came_before(ledger: Ledger, tmp_path: Path) -> None:
    """The files before it are recorded and closed; the message names the path."""
    with pytest.raises(UnreadableError, match="missing"):
        run(ledger, FIXTURES / "half-chips.phh", tmp_path / "missing.phh")
    assert closing(ledger, FIXTURES / "half-chips.phh").recorded == 1


MANY: Final = 1_200
"""Hands of several commits."""


class FailingDoor:
    """A ledger that is out of reach from its ``calls``-th call on."""

    def __init__(self, ledger: Ledger, calls: int) -> None:
        self._ledger = ledger
        self._calls = calls

    def record(self, inscriptions: Sequence[ImportJob]) -> list[Acknowledgement]:
        self._calls -= 1
        if self._calls < 0:
            raise StoreUnavailableError("the disk is full")
        return self._ledger.record(inscriptions)

    def entries(self, stream: str, lte: int | None = None) -> list[Entry]:
        return self._ledger.entries(stream, lte)


@pytest.mark.parametrize("calls", range(4))
def test_a_broken_off_import_is_finished_by_running_it_again(ledger: Ledger, tmp_path: Path, calls: int) -> None:
    """Wherever the ledger fails, nothing is lost or doubled, and the file is closed only when all its hands are in."""
    path = tmp_path / "hands.phhs"
    path.write_text("".join(f"[{n}]\n{phh({'hand': str(n)})}" for n in range(1, MANY + 1)))
    with persons_of(ledger.store, CountedEntropy()) as persons:
        importer = Importer(ORIGIN, persons, CountedEntropy())
        with pytest.raises(StoreUnavailableError, match="disk is full"):
            import_paths([path], FailingDoor(ledger, calls), importer, by=OFFICER)
    assert not any(isinstance(entry.event, ImportClosed) for entry in ledger.entries(import_stream(path)))
    report = run(ledger, path)
    assert report.recorded + report.duplicates == report.hands == MANY
    closed = closing(ledger, path)
    assert (closed.recorded, closed.duplicates) == (report.recorded, report.duplicates)
    assert len(ledger.store.streams("hand")) == MANY


class OvertakenPersons:
    """Persons of whom another import makes the same ones just before the first are kept."""

    def __init__(self, ours: StoredPersons, other: StoredPersons) -> None:
        self.ours, self._other = ours, other
        self.named: list[tuple[str, str]] = []

    def person(self, venue: str, name: str) -> Person:
        self.named.append((venue, name))
        return self.ours.person(venue, name)

    def keep(self) -> frozenset[str]:
        for venue, name in self.named:
            self._other.person(venue, name)
        self._other.keep()
        return self.ours.keep()


def test_two_imports_that_meet_the_same_names_name_the_same_persons(ledger: Ledger) -> None:
    """Every pseudonym that is recorded has its secret in the file, and every sealed name opens under it."""
    path = FIXTURES / "cash-game.phhs"
    with persons_of(ledger.store, CountedEntropy()) as ours, persons_of(ledger.store, os.urandom) as other:
        persons = OvertakenPersons(ours, other)
        report = import_paths([path], ledger, Importer(ORIGIN, persons, CountedEntropy()), by=OFFICER)
        assert report.recorded == 2
        opened = []
        for stream in ledger.store.streams("hand"):
            started = ledger.entries(stream)[0].event
            assert isinstance(started, HandStarted) and started.source is not None
            for place, (seat, sealed) in enumerate(zip(started.seats, started.source.names, strict=False)):
                if not sealed:
                    continue
                secret = other.secret(seat.player)
                assert secret is not None, f"{seat.player} is nobody"
                opened.append(open_text(sealed, secret, Field(ORIGIN, stream, 1, f"source.names.{place}")))
    assert {name for _, name in persons.named if name} == set(opened)


def test_progress_is_told_after_each_commit(ledger: Ledger, tmp_path: Path) -> None:
    """With the number of hands read so far."""
    path = tmp_path / "hands.phhs"
    path.write_text("".join(f"[{n}]\n{phh({'hand': str(n)})}" for n in range(1, MANY + 1)))
    told: list[int] = []
    with persons_of(ledger.store, CountedEntropy()) as persons:
        importer = Importer(ORIGIN, persons, CountedEntropy())
        import_paths([path], ledger, importer, by=OFFICER, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == MANY
    assert len(told) > 2
