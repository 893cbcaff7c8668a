"""Hands made of their texts by other processes: what is recorded is the same, in the same order, whatever becomes of them (issue 15)."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.worlds.persons import persons_of
from tests.worlds.phh import FIXTURES, OFFICER, ORIGIN, phh
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.exchange.phh import reading
from tombo.ledger.exchange.phh.conversion import Conversion, HandText, Unreadable
from tombo.ledger.exchange.phh.hand import HandDraft, Importer
from tombo.ledger.exchange.phh.importer import ImportReport, Outcome, import_paths
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.parts import Here, Means, Processes

OF_CHANCE: Final = {"commitments", "names", "player", "salt"}
"""Fields in which something is drawn: salts, seals, pseudonyms."""


class KillsOnce:
    """Randomness at which one process of those beside this one is killed, at its twentieth call."""

    def __init__(self, mark: Path) -> None:
        self.own, self.mark, self.calls = os.getpid(), mark, 0

    def __call__(self, size: int) -> bytes:
        self.calls += 1
        if os.getpid() != self.own and self.calls == 20 and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return os.urandom(size)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files of every sort: hands, some twice, some that contradict one another, some that cannot be recorded, links that lead nowhere."""
    made = tmp_path / "hands"
    made.mkdir()
    placed = {"venue": "'A'", "table": "'T'"}
    hands = [phh({**placed, "hand": str(number)}) for number in range(150)]
    hands[20:20] = [hands[3], "variant = 'FB'\n", "no toml at all", phh({**placed, "hand": "5", "min_bet": "3"})]
    (made / "many.phhs").write_text("".join(f"[{number}]\n{hand}\n" for number, hand in enumerate(hands)))
    for number in (1, 2, 3):
        (made / f"one-{number}.phh").write_text(phh({"hand": str(number)}))
    (made / "z.phh").symlink_to(made / "nowhere")
    for fixture in sorted(FIXTURES.iterdir()):
        if fixture.suffix in {".phh", ".phhs"}:
            (made / fixture.name).write_bytes(fixture.read_bytes())
    return made


@pytest.fixture
def processes() -> Iterator[Means]:
    """Two processes beside this one."""
    crew = Processes(2)
    yield Means(crew)
    crew.close()


def imported(
    place: Path, paths: list[Path], means: Means, entropy: Any = os.urandom
) -> tuple[ImportReport, list[Outcome], list[Any]]:
    """What came of an import into a new ledger: the report, what became of each, and all that is recorded but for what is drawn."""
    place.mkdir()
    told = list[Outcome]()
    ledger = create_ledger(
        f"sqlite:///{place / 'ledger.db'}", Keyring(place / "keys"), origin=ORIGIN, clock=SteppingClock()
    )
    with ledger.store, persons_of(ledger.store, os.urandom) as persons:
        try:
            report = import_paths(
                paths, ledger, Importer(ORIGIN, persons, entropy), by=OFFICER, each=told.append, means=means
            )
        finally:
            entries = recorded(ledger)
    return report, told, entries


def recorded(ledger: Ledger) -> list[Any]:
    """Every entry, but for what is drawn."""
    rows = (ledger.entry_mapper.to_entry(row) for row in ledger.store.rows(0))
    return [
        (one.stream, one.version, one.by, one.occurred, without_chance(one.event.model_dump()))
        for one in rows
        if one.stream.partition(":")[0] in {"hand", "import"}
    ]


def without_chance(value: Any) -> Any:
    """``value`` without the fields in which something is drawn."""
    match value:
        case dict():
            return {name: without_chance(each) for name, each in value.items() if name not in OF_CHANCE}
        case list():
            return list(map(without_chance, value))
        case str():
            return re.sub(r"p-[0-9a-f]{16}", "somebody", value)
        case _:
            return value


def test_processes_record_what_one_does(folder: Path, tmp_path: Path, processes: Means) -> None:
    """Every entry in its place, every outcome in its order, with its reason."""
    here = imported(tmp_path / "here", [folder], Means(Here()))
    beside = imported(tmp_path / "beside", [folder], processes)
    for found, expected in zip(beside, here, strict=True):
        assert found == expected
    report, told, entries = here
    assert (report.recorded > 150, report.duplicates >= 1, report.refused >= 2, report.files_refused) == (
        True,
        True,
        True,
        1,
    )
    assert {one.outcome for one in told} == {"recorded", "flagged", "duplicate", "refused", "file_refused"}
    assert any(event.get("about") == "PHH hand" or "contradicts" in str(event) for *_, event in entries)


def test_a_process_that_is_killed_changes_nothing(folder: Path, tmp_path: Path, processes: Means) -> None:
    """Its part is made by another."""
    mark = tmp_path / "killed"
    here = imported(tmp_path / "here", [folder], Means(Here()))
    assert imported(tmp_path / "beside", [folder], processes, KillsOnce(mark)) == here
    assert mark.exists()


def test_what_came_before_a_path_that_is_not_there_is_recorded(tmp_path: Path, processes: Means) -> None:
    """Though the files are read ahead."""
    (tmp_path / "a.phh").write_text(phh())
    paths = [tmp_path / "a.phh", tmp_path / "nothing.phh"]
    for name, means in (("here", Means(Here())), ("beside", processes)):
        with pytest.raises(UnreadableError, match=r"nothing\.phh"):
            imported(tmp_path / name, paths, means)
        again = of_the_ledger_at(tmp_path / name)
        assert [entry[0].partition(":")[0] for entry in again][:1] == ["import"]
        assert sum(stream.startswith("hand:") for stream, *_ in again) > 5


def of_the_ledger_at(place: Path) -> list[Any]:
    """What the ledger at ``place`` holds."""
    ledger = open_ledger(f"sqlite:///{place / 'ledger.db'}", Keyring(place / "keys"), clock=SteppingClock())
    with ledger.store:
        return recorded(ledger)


def test_the_files_are_read_a_part_at_a_time(folder: Path) -> None:
    """However many hands a file has, and however many files there are: no part has more hands than ``PART``."""
    read = reading.FilesRead([folder])
    sizes = [sum(isinstance(step, reading.HandStep) for step in part) for part in read.parts()]
    assert max(sizes) == reading.PART
    assert sizes[:-1] == [reading.PART] * (len(sizes) - 1)
    assert read.stopped is None


def test_what_is_made_names_nobody() -> None:
    """A process beside the caller is told names, and gives back places: the pseudonyms are the caller's."""
    text = phh({"players": "['Ana', 'Rui', 'Ana']"})
    made = Conversion(os.urandom).open()([HandText(text.encode(), "a"), HandText(b"variant = 'FB'", "b")])
    assert isinstance(made[0], HandDraft) and isinstance(made[1], Unreadable)
    seats = [seat.player for seat in made[0].started.seats]
    assert seats[0] == seats[2] != seats[1]
    assert all(seat.startswith("anonymous-") for seat in seats)


@pytest.mark.parametrize(
    ("hands", "of", "parts"), [(130, 0, [64, 64, 2]), (5, 400_000, [3, 2]), (3, 1_000_000, [2, 1])]
)
def test_long_hands_are_made_a_few_together(tmp_path: Path, hands: int, of: int, parts: list[int]) -> None:
    """Several parts wait at a time: of 64 hands of a mebibyte each nothing would be left of a machine's memory."""
    long = "x" * of
    (tmp_path / "long.phhs").write_text("".join(f"[{number}]\n_x = '{long}'\n" for number in range(hands)))
    assert _sizes(reading.FilesRead([tmp_path])) == parts


def test_files_that_hold_no_hand_are_told_a_part_at_a_time(tmp_path: Path) -> None:
    """However many there are."""
    for number in range(1_500):
        (tmp_path / f"{number}.phh").symlink_to("nowhere")
    assert [len(part) for part in reading.FilesRead([tmp_path]).parts()] == [
        reading.STEPS_MAX,
        1_500 - reading.STEPS_MAX,
    ]


def _sizes(read: reading.FilesRead) -> list[int]:
    return [sum(isinstance(step, reading.HandStep) for step in part) for part in read.parts()]
