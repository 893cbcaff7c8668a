"""What no table is made of: a name there is none of, a stretch that is not there, a folder that is taken, entries that are not what was sealed."""

from __future__ import annotations

import importlib
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.floor import PLATFORM
from tests.worlds.spoil import spoil
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import CommandRef
from tombo.ledger.core.errors import MalformedError
from tombo.ledger.core.money import AMOUNT_MAX, Money
from tombo.ledger.house.account.events import Deposited
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_checked, open_ledger
from tombo.ledger.seal.entry import pack
from tombo.ledger.store import CommandRow
from tombo.ledger.store.mapper import Draft
from tombo.ledger.store.sealing import Batch
from tombo.reports.tables import arrow
from tombo.reports.tables.entries import entry_rows
from tombo.reports.tables.forms import Form
from tombo.reports.tables.registry import TABLES
from tombo.reports.tables.written import write_table

LEDGER: Final = "sqlite:///ledger.db"
TOMBO: Final = ("--ledger", LEDGER, "--keys", "keys")
THERE: Final = {"keys", "ledger.db"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    """A small ledger, and a deposit in a session that a stolen event key sealed."""
    with inside(tmp_path):
        create_ledger(LEDGER, Keyring(Path("keys")), origin="a.example/1", clock=SteppingClock()).store.close()
        stolen("session:p-1", 5)
        yield tmp_path


def stolen(stream: str, cents: int) -> None:
    """A deposit that a stolen event key seals at the beginning of a stream."""
    ledger = open_ledger(LEDGER, Keyring(Path("keys")), clock=SteppingClock())
    batch, ref = Batch(), CommandRef(digest="00" * 16, id=f"thief/{stream}")
    batch.drafts.append(Draft(stream, 1, Deposited(amount=Money(cents), reference="x"), PLATFORM, ref, None))
    batch.heads[stream] = bytes(32)
    batch.commands.append(CommandRow(ref.id, bytes(16), 0, 1))
    ledger.sealing.put(batch.drafts, batch=batch)
    ledger.store.close()


def exported(*words: str) -> Ran:
    """``tombo export table``."""
    return tombo(*TOMBO, "export", "table", *words)


def left() -> set[str]:
    """What is in the folder, but for the logs of SQLite."""
    return {path.name for path in Path().iterdir() if not path.name.endswith(("-shm", "-wal"))}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("entry",), "there is no table entry; expected one of entries, movements"),
        (("../entries",), "there is no table ../entries"),
        (("entries", "--format", "xlsx"), "'xlsx'"),
        (("entries", "--since", "-1"), "Invalid value for '--since'"),
        (("entries", "--since", "1000"), "the log has 4 entries, and not those from 1000 to before 4"),
        (("entries", "--since", "3", "--until", "2"), "and not those from 3 to before 2"),
        (("entries", "--until", "7"), "the log has 4 entries, and not those from 0 to before 7"),
        (("entries", "--out", "keys"), "holds keys"),
        (("entries", "--out", "ledger.db"), "ledger.db"),
        (("entries", "--out", "-"), "- is no name"),
        ((), "NAME"),
    ],
)
def test_what_cannot_be_asked_for_is_named_and_nothing_is_made(words: tuple[str, ...], says: str) -> None:
    """Exit status 2."""
    ran = exported(*words, *(() if "--out" in words else ("--out", "tables")))
    assert (ran.status, says in ran.err) == (2, True), ran.err
    assert left() <= THERE | {"tables"}
    assert not Path("tables/entries").exists()


def test_a_table_that_is_there_stays() -> None:
    """Nothing is added to it and nothing put in its place."""
    assert exported("entries", "--out", "tables").status == 0
    before = {path: path.read_bytes() for path in Path("tables").rglob("*.parquet")}
    ran = exported("entries", "--out", "tables", "--format", "csv")
    assert (ran.status, "tables/entries is not empty; name a new folder" in ran.err) == (2, True), ran.err
    assert {path: path.read_bytes() for path in Path("tables").rglob("*.*") if path.is_file()} == before


def test_without_pyarrow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is read or made."""
    real = importlib.import_module

    def without(name: str, *words: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *words)

    monkeypatch.setattr(arrow, "import_module", without)
    ran = exported("entries", "--out", "tables")
    assert (ran.status, "pip install 'tombo[tables]'" in ran.err) == (2, True), ran.err
    assert left() == THERE


@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
def test_what_was_altered_leaves_nothing(form: str) -> None:
    """Exit status 1 and the place, whatever the form."""
    spoil(
        "sqlite:///ledger.db", "UPDATE stored_events SET state = CAST(state || x'20' AS BLOB) WHERE notification_id = 2"
    )
    ran = exported("entries", "--format", form, "--out", "tables")
    assert (ran.status, "TAMPERED" in ran.err) == (1, True), ran.err
    assert not Path("tables/entries").exists()
    assert [path.name for path in Path("tables").iterdir()] == [] if Path("tables").exists() else True


@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
@pytest.mark.parametrize("lacking", [1, 100, 1_000])
def test_a_file_without_room_says_so_and_nothing_else(form: Form, lacking: int) -> None:
    """However much of it has room, all but its last byte too: what the system says of the disk, and no fault of what ends the file."""

    def written(out: str) -> None:
        Path(out).mkdir()
        write_table(Path(out), store, TABLES["entries"], form, of=(0, 4), told=lambda _: None)

    with open_checked(LEDGER, Keyring(Path("keys")), read_only=True) as store:
        written("whole")
        (whole,) = Path("whole").rglob("*.*")
        old = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (whole.stat().st_size - lacking, old[1]))
        try:
            with pytest.raises(OSError, match="File too large"):
                written("less")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, old)


def test_an_entry_that_no_door_wrote_there_is_told_as_such() -> None:
    """It is on record, so it is in the table, and says of itself that nothing is computed from it."""
    assert exported("entries", "--format", "csv", "--out", "tables").status == 0
    (sheet,) = Path("tables").rglob("*.csv")
    lines = sheet.read_text(encoding="utf-8").splitlines()
    assert [",false," in line for line in lines[1:]] == [False] * 3 + [True]
    assert "session:p-1,1,account.deposited.v1," in lines[-1]


def test_nothing_is_computed_of_it() -> None:
    """A stolen event key seals a deposit in a session: it is no movement of anybody's money, and whoever exports is told."""
    said = tombo(*TOMBO, "--json", "export", "table", "movements", "--out", "tables")
    assert (said.status, said.document["rows"], said.document["passed"]) == (0, 0, 1), said.err
    assert "1 entry was passed over" in said.err
    since = tombo(*TOMBO, "--json", "export", "table", "movements", "--since", "4", "--out", "later")
    assert (since.document["passed"], since.err) == (0, "")
    assert list(Path("tables/movements").iterdir()) == []


def test_what_no_table_holds_stops_it() -> None:
    """Money that no door lets anybody have: exit status 1 and between which entries, in every form, and nothing is left."""
    stolen("account:p-1", AMOUNT_MAX)
    stolen("account:p-2", AMOUNT_MAX)  # outside has given twice as much
    ran = exported("movements", "--out", "tables")
    assert (ran.status, "movements" in ran.err or "accounts" in ran.err, "OverflowError" in ran.err) == (1, True, True)
    assert not Path("tables").exists()  # it was made for them


WELL: Final = b'{"by":{"actor":"platform","id":"x","role":null},"command":null,"event":{},"occurred":7,"stream":"a:b","version":1}'


class Stored:
    """A store with one row, which it believes."""

    def __init__(self, body: bytes, recorded: int = 9) -> None:
        self._row = (0, "a:b", 1, "a.c.v1", pack(bytes(8), bytes(32), 0, 1, recorded, 0, bytes(64), body))

    def rows_of(self, *_: Any) -> list[Any]:
        """The row."""
        return [self._row]

    def leaves(self, rows: list[Any]) -> bytes:
        """Theirs."""
        return bytes(32 * len(rows))

    def entry(self, row: Any) -> None:
        """It decodes whatever it is given: what is said of a row is the table's own."""


def test_a_body_as_tombo_writes_it_is_taken_apart() -> None:
    """The one that those below are spoiled copies of."""
    (rows,) = entry_rows(Stored(WELL), 0, 1)  # type: ignore[arg-type]  # what is asked of a store
    assert rows.columns().to_pylist()[0]["actor_id"] == "x"
    assert rows.columns().column("occurred").cast("int64").to_pylist() == [7]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        WELL.replace(b'"platform"', b'"house"'),
        WELL.replace(b'"id":"x"', b'"id":"x y"'),
        WELL.replace(b'"id":"x"', b'"id":"=x"'),
        WELL.replace(b'"by":', b'"by": '),
        WELL.replace(b'"command":null', b'"command":{"id":"c"}'),
        WELL.replace(b'"event":{}', b'"event":null'),
        WELL.replace(b'"event":{}', b'"event":{"a":"\xff"}'),
        WELL.replace(b":7,", b":-7,"),
        WELL.replace(b":7,", b":7.5,"),
        WELL.replace(b":7,", b":99999999999999999999,"),
        WELL.replace(b":7,", b":,"),
        WELL.replace(b',"occurred":7', b""),
        WELL.replace(b"a:b", b"a:c"),
        WELL.replace(b'"version":1', b'"version":2'),
        WELL + b" ",
        WELL[:-1] + b',"version":1}',
    ],
)
def test_a_body_that_tombo_would_not_write_stops_the_table(body: bytes) -> None:
    """Only a stolen event key can have signed it; its place is named, and no column guessed."""
    with pytest.raises(MalformedError, match="log index 0: what was signed there is not as tombo writes an entry"):
        [rows.columns() for rows in entry_rows(Stored(body), 0, 1)]  # type: ignore[arg-type]  # what is asked of a store


def test_a_time_that_none_can_be_stops_the_table() -> None:
    """What the canonical encoding has no room for is the time of no entry."""
    with pytest.raises(MalformedError, match="log index 0"):
        list(entry_rows(Stored(WELL, recorded=2**60), 0, 1))  # type: ignore[arg-type]  # what is asked of a store
