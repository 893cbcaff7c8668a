"""Who goes on from a notebook sees of what came since all that who reads everything sees, and says so of nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from tests.forgeries.acts import cut
from tests.forgeries.bared import open_bared
from tests.forgeries.maker import (
    ID,
    ORIGIN,
    STATE,
    STREAM,
    VERSION,
    Database,
    Made,
    Memory,
    Tables,
    append_one,
    retile,
    sealed_of,
)
from tests.forgeries.table import TABLE, Forgery
from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.parts import of_this_machine
from tombo.ledger.seal import canonical
from tombo.ledger.seal.checkpoint import Checkpoint
from tombo.ledger.seal.note import sign_note
from tombo.ledger.store.notebook import NotebookFile
from tombo.ledger.verify import Code, Notebooks, Report, verify
from tombo.ledger.verify.notebook import decode


@pytest.fixture(scope="module")
def kept(made: Made, tmp_path_factory: pytest.TempPathFactory, database: Database) -> Path:
    """A notebook of the ledger as it was between the two checkpoints: some of what it knows no checkpoint covers."""
    path = tmp_path_factory.mktemp("auditor") / "notebook"
    database.put(made.early)
    with NotebookFile.create(path) as notebook:
        report = verify(partial(open_bared, database.url), made.policy, notebooks=Notebooks(None, notebook))
    assert (report.verdict, report.entries) == (Code.UNWITNESSED, made.places["late"])
    return path


@pytest.fixture
def notebook(kept: Path) -> Iterator[NotebookFile]:
    """The same, to go on from."""
    with NotebookFile(kept) as found:
        yield found


def newer(tables: Tables, size: int) -> list[Any]:
    """What the tables hold of entries from ``size`` on, and of the tree beyond them; not what is of no place at all."""
    events = [row for row in tables.events if (row[ID] or 0) > size]
    dealt = {(row[STREAM], row[VERSION]) for row in events}
    tiles = [row[:2] for row in tables.tiles if None not in row[:2] and row[0] >= 0]
    found = [
        events,
        [row for row in tables.commands if (row[2] or 0) >= size],
        [row for row in tables.openings if (row[0], row[1]) in dealt],
        [[level, n] for level, n in tiles if n >= size >> 8 * (level + 1)],
        [row for row in tables.checkpoints if (row[0] or 0) > size],
    ]
    return [sorted(rows, key=repr) for rows in found]


@pytest.mark.parametrize("forgery", TABLE, ids=[forgery.name for forgery in TABLE])
def test_a_forgery_of_what_came_since_is_found(
    forgery: Forgery, made: Made, database: Database, notebook: NotebookFile
) -> None:
    """Where only what came before was changed, nothing was read of it; else the report is that of a verification of everything."""
    tables = made.tables.copy()
    forgery.change(made, tables)
    database.put(tables)
    factory, size = partial(open_bared, database.url), made.places["late"]
    for checkpoint in (None, made.signer, made.saved):
        whole = verify(factory, made.policy, checkpoint=checkpoint)
        report = verify(factory, made.policy, checkpoint=checkpoint, notebooks=Notebooks(notebook))
        if report.objects:
            assert report.known == 0
            assert {problem.code for problem in whole.problems if whole.objects} <= {p.code for p in report.problems}
        else:
            assert report.known == size
            assert report.verdict is Code.OK
            assert not whole.objects or newer(tables, size) == newer(made.tables, size)


def test_what_came_since_goes_on_from_the_notebook(made: Made, database: Database, tmp_path: Path) -> None:
    """A notebook brought forward, entry after entry, is that of a run that read everything at once."""
    database.put(made.tables)
    path = tmp_path / "notebook"
    ends = [made.places["batch"], made.places["saved"], made.places["signed"], len(made.tables.events)]
    with NotebookFile.create(path) as notebook:
        known = 0
        for end in ends:
            database.put(as_of(made.tables, end))
            report = verify(
                partial(open_bared, database.url),
                made.policy,
                notebooks=Notebooks(notebook if known else None, notebook),
            )
            assert (report.problems, report.entries, report.known) == ([], end, known)
            known = end
        step_by_step = contents(notebook)
    with NotebookFile.create(tmp_path / "at once") as notebook:
        verify(partial(open_bared, database.url), made.policy, notebooks=Notebooks(None, notebook))
        assert contents(notebook) == step_by_step


def as_of(tables: Tables, size: int) -> Tables:
    """The tables when there were ``size`` entries, all published."""
    found = tables.copy()
    found.events = found.events[:size]
    found.commands = [row for row in found.commands if row[2] < size]
    there = {(row[STREAM], row[VERSION]) for row in found.events}
    found.openings = [row for row in found.openings if (row[0], row[1]) in there]
    found.checkpoints = [row for row in found.checkpoints if row[0] <= size]
    found.tiles = [[0, n, bytes(32 * min(256, size - 256 * n))] for n in range(-(-size // 256))]
    retile(found)
    return found


def copied(kept: Path, path: Path) -> NotebookFile:
    """A copy of a notebook that nobody writes to."""
    return NotebookFile(Path(copyfile(kept, path)))


def contents(notebook: NotebookFile) -> list[Any]:
    """Everything that a notebook holds; the command ids of all their tables together, as they are looked for."""
    *tables, commands = (
        sorted(notebook._fetch(f"SELECT * FROM {table}")) for table in ("about", "facts", "streams", "commands")
    )
    runs = [notebook._fetch(f"SELECT * FROM {run}") for run in ("commands_0", "commands_1", "commands_2")]
    return [*tables, sorted(chain(commands, *runs))]


def repeated(made: Made, tables: Tables) -> None:
    """A command id of long ago, with another entry."""
    old = next(row for row in tables.events if canonical.decode(sealed_of(row).body)["command"])
    last = tables.events[-1]
    body = canonical.decode(sealed_of(last).body)
    body["command"] = canonical.decode(sealed_of(old).body)["command"]
    body["version"] += 1
    append_one(tables, [last[STREAM], last[VERSION] + 1, last[3], canonical.encode(body)], made.key)


def begun_again(made: Made, tables: Tables) -> None:
    """A stream of long ago, begun once more."""
    old = tables.events[made.places["batch"]]
    append_one(tables, [old[STREAM], 1, old[3], sealed_of(old).body], made.key)


def gone_back(made: Made, tables: Tables) -> None:
    """Recorded before what is known already."""
    last = tables.events[-1]
    body = canonical.decode(sealed_of(last).body)
    body["version"] += 1
    recorded = sealed_of(made.early.events[-1]).recorded - 1
    append_one(tables, [last[STREAM], last[VERSION] + 1, last[3], canonical.encode(body)], made.key, recorded)


def left_out(made: Made, tables: Tables) -> None:
    """An entry that came since, of a stream that began before, taken out of the chain."""
    del tables.events[made.places["late"] + 3]
    tables.events[made.places["late"] :] = [
        [at + 1, *row[1:]] for at, row in enumerate(tables.events) if at >= made.places["late"]
    ]


@pytest.mark.parametrize("change", [repeated, begun_again, gone_back, left_out, cut("saved")])
def test_what_older_entries_forbid_is_found_without_reading_them(
    change: Callable[[Made, Tables], None], made: Made, database: Database, notebook: NotebookFile
) -> None:
    """An id used before, a stream begun before, a clock set back, an end that is too early."""
    tables = made.tables.copy()
    change(made, tables)
    database.put(tables)
    factory = partial(open_bared, database.url)
    whole, report = (verify(factory, made.policy, notebooks=Notebooks(since)) for since in (None, notebook))
    assert report.objects
    assert report.known == 0
    assert {(p.code, p.first) for p in whole.problems if p.code is not Code.UNWITNESSED} <= {
        (p.code, p.first) for p in report.problems
    }


@pytest.mark.parametrize("tiles", ["there", "gone"])
def test_a_checkpoint_of_long_ago_is_compared_where_nothing_came_since(
    tiles: str, made: Made, database: Database, notebook: NotebookFile
) -> None:
    """One that names another tree is a second history; the tree of then is that of the tiles, proven, or everything is read."""
    tables, gone = made.early.copy(), tiles == "gone"
    if gone:
        tables.tiles = [row for row in tables.tiles if row[0] > 0]
    database.put(tables)
    factory, size = partial(open_bared, database.url), made.places["saved"]
    other = sign_note(Checkpoint(ORIGIN, size, bytes(32)).text, made.log)
    report = verify(factory, made.policy, checkpoint=other, notebooks=Notebooks(notebook))
    assert Code.FORKED in {problem.code for problem in report.problems}
    right = verify(factory, made.policy, checkpoint=made.saved, notebooks=Notebooks(notebook))
    assert right.objects is gone
    assert right.known == (0 if gone else made.places["late"])


def test_two_processes_keep_what_one_keeps(made: Made, database: Database, kept: Path, tmp_path: Path) -> None:
    """Report and notebook are the same to the letter."""
    database.put(made.tables)
    found: list[tuple[Report, list[Any]]] = []
    for jobs in (1, 2):
        with of_this_machine(jobs) as means, copied(kept, tmp_path / str(jobs)) as notebook:
            report = verify(
                partial(open_bared, database.url), made.policy, notebooks=Notebooks(notebook, notebook), means=means
            )
            found.append((report, contents(notebook)))
    assert found[0] == found[1]
    assert found[0][0].known == made.places["late"]


def test_nothing_is_kept_of_a_log_that_is_objected_to(
    made: Made, database: Database, kept: Path, tmp_path: Path
) -> None:
    """The notebook stays as it was."""
    tables = made.tables.copy()
    gone_back(made, tables)
    database.put(tables)
    with copied(kept, tmp_path / "notebook") as notebook:
        before = contents(notebook)
        assert verify(partial(open_bared, database.url), made.policy, notebooks=Notebooks(notebook, notebook)).objects
    with NotebookFile(tmp_path / "notebook") as notebook:
        assert contents(notebook) == before


def test_a_link_that_is_damaged_has_everything_read(made: Made, database: Database, kept: Path, tmp_path: Path) -> None:
    """A notebook that says what is not so accuses nobody: the log is read, and the notebook is made right."""
    database.put(made.tables)
    with copied(kept, tmp_path / "notebook") as notebook:
        notebook._write("UPDATE streams SET hash = zeroblob(32)")
        report = verify(partial(open_bared, database.url), made.policy, notebooks=Notebooks(notebook, notebook))
        assert (report.verdict, report.known, report.problems) == (Code.OK, 0, [])
        again = verify(partial(open_bared, database.url), made.policy, notebooks=Notebooks(notebook, notebook))
        assert (again.verdict, again.known) == (Code.OK, len(made.tables.events))


@pytest.mark.parametrize("table", ["about", "facts"])
def test_what_the_notebook_says_of_the_log_bears_a_digest(
    table: str, made: Made, database: Database, kept: Path, tmp_path: Path
) -> None:
    """Each byte of it, and of each fact."""
    database.put(made.tables)
    column = {"about": "document", "facts": "event"}[table]
    with copied(kept, tmp_path / "notebook") as notebook:
        found: bytes = notebook._fetch(f"SELECT {column} FROM {table}")[-1][0]
        for at in range(0, len(found), 7):
            spoiled = found[:at] + bytes([found[at] ^ 1]) + found[at + 1 :]
            notebook._write(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (spoiled, found))
            with pytest.raises(UnreadableError, match=r"damaged|format"):
                verify(partial(open_bared, database.url), made.policy, notebooks=Notebooks(notebook))
            notebook._write(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (found, spoiled))


def test_a_program_that_judges_more_kinds_reads_everything(
    made: Made, database: Database, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of those that it judges only now the notebook of the older one has nothing; what was written by then it goes on from."""
    database.put(made.tables)
    factory = partial(open_bared, database.url)
    with copied(kept, tmp_path / "notebook") as notebook:
        monkeypatch.setattr("tombo.ledger.verify.verifier.TOLD_NOW", "others")
        for known in (0, len(made.tables.events)):
            report = verify(factory, made.policy, notebooks=Notebooks(notebook, notebook))
            assert (report.verdict, report.known, report.problems) == (Code.OK, known, [])


@pytest.mark.parametrize("checkpoint", ["saved", "signer"])
def test_an_older_checkpoint_does_not_take_the_place_of_the_newest_that_agreed(
    checkpoint: str, made: Made, database: Database, tmp_path: Path
) -> None:
    """The newest one is what convinces a third person of a fork: it is kept, whichever the auditor brings."""
    database.put(made.tables)
    factory = partial(open_bared, database.url)
    with NotebookFile.create(tmp_path / "notebook") as notebook:
        verify(factory, made.policy, notebooks=Notebooks(None, notebook))
        report = verify(
            factory, made.policy, checkpoint=getattr(made, checkpoint), notebooks=Notebooks(notebook, notebook)
        )
        about = notebook.about()
    assert (report.verdict, report.known) == (Code.OK, len(made.tables.events))
    assert about is not None
    agreed = decode(about).agreed
    assert agreed is not None
    assert agreed.note.encode() == made.signer


class Filled(Memory):
    """The publisher fills a tile between the first look and the second."""

    looks = 0

    def tiles(self, size: int = 0) -> Iterator[tuple[Any, ...]]:
        self.looks += 1
        for level, n, hashes in super().tiles(size):
            yield level, n, hashes[: 32 * 113] if self.looks == 1 else hashes


def test_a_tile_that_was_filled_meanwhile_is_not_missing(made: Made, tmp_path: Path) -> None:
    """Also where its gap begins within the block that the notebook ends in."""
    with NotebookFile.create(tmp_path / "notebook") as notebook:
        verify(partial(Memory, made.early), made.policy, notebooks=Notebooks(None, notebook))
        report = verify(partial(Filled, made.tables), made.policy, notebooks=Notebooks(notebook))
    assert (made.places["saved"], made.places["late"]) == (113, 139)
    assert (report.verdict, report.known, report.problems) == (Code.OK, 139, [])


def test_a_notebook_knows_what_the_format_says(made: Made, kept: Path) -> None:
    """``docs/notebook.md``, field by field."""
    with NotebookFile(kept) as notebook:
        about = notebook.about()
        assert about is not None
        known = decode(about)
        (streams,), (commands,), (facts,) = (
            notebook._fetch(f"SELECT count(*) FROM {name}")[0] for name in ("streams", "commands", "facts")
        )
    early = made.early
    assert (known.size, known.published) == (len(early.events), made.places["saved"])
    assert known.agreed is not None
    assert (known.agreed.size, known.agreed.note.encode()) == (made.places["saved"], made.saved)
    assert streams == len({row[STREAM] for row in early.events})
    assert commands == len(early.commands)
    assert facts > 3
    assert known.floor == sealed_of(early.events[-1]).recorded
    assert known.keys == ((made.key.key_id.hex(), len(early.events) - 1),)
    assert len(early.events[-1][STATE]) > 0
