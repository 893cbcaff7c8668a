"""The table of entries, in each form, read by DuckDB and Polars and held against the ledger; the same bytes on a copy; days and their parts."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from bench.play import hand
from tests.tools.cli_run import Ran, tombo
from tests.worlds.operator import Operator
from tests.worlds.read_tables import Rows, by_duckdb, by_polars
from tombo.ledger.core.clock import happened
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.kinds import misplaced
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.seal.entry import BODY, leaf_data
from tombo.ledger.seal.merkle import leaf_hash
from tombo.reports.tables.arrow import arrow, schema_of
from tombo.reports.tables.entries import ENTRIES
from tombo.reports.tables.forms import Form
from tombo.reports.tables.registry import TABLES
from tombo.reports.tables.written import write_table

DEMO: Final = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
FORMS: Final[tuple[Form, ...]] = ("parquet", "csv", "jsonl")


def exported(*words: str) -> Ran:
    """``tombo export table entries`` of the demonstration."""
    return tombo(*DEMO, "--json", "export", "table", "entries", *words)


def due(url: str, keys: Path) -> Rows:
    """The rows of entries that the ledger gives, read entry by entry."""
    with open_checked(url, Keyring(keys), read_only=True) as store:
        return [
            (
                date.fromisoformat(day_of(happened(entry.occurred, entry.recorded, entry.stream))),
                *(row.index, row.stream, row.version, row.kind),
                happened(entry.occurred, entry.recorded, entry.stream),
                entry.occurred,
                entry.recorded,
                *(entry.by.actor, entry.by.id, entry.by.role),
                *((None, None) if entry.command is None else (entry.command.id, entry.command.digest)),
                misplaced(row.stream, row.version, row.kind, entry.event) is None,
                leaf_hash(leaf_data(*row[1:])).hex(),
                row.state[BODY].decode(),
            )
            for row in store.rows()
            for entry in [store.entry(row)]
        ]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("form", FORMS)
def test_what_others_read_is_what_the_ledger_says(form: Form) -> None:
    """Every column of every entry, typed, by two readers that know nothing of tombo."""
    assert exported("--format", form, "--out", "tables").status == 0
    rows = due("sqlite:///demo/ledger.db", Path("demo/keys"))
    assert len(rows) > 200
    assert {row[8] for row in rows} == {"player", "platform", "staff"}
    assert by_duckdb(Path("tables"), "entries", form) == rows
    assert by_polars(Path("tables"), "entries", form) == rows


@pytest.mark.usefixtures("folder")
def test_every_file_is_as_the_table_is_declared() -> None:
    """The schema of Parquet with what may be null, the heading of CSV, the keys of JSON; and no file says when it was made."""
    for form in FORMS:
        assert exported("--format", form, "--out", form).status == 0
    (parquet,) = Path("parquet").rglob("*.parquet")
    schema = arrow("parquet").read_schema(parquet)
    assert schema.equals(schema_of(ENTRIES), check_metadata=False)
    assert {field.name for field in schema if field.nullable} == {"occurred", "role", "command", "digest"}
    assert schema.metadata == {b"tombo.origin": b"operator.example/demo", b"tombo.table": b"entries.v1"}
    names = [column.name for column in ENTRIES.columns]
    (sheet,) = Path("csv").rglob("*.csv")
    assert sheet.read_bytes().startswith(",".join(names).encode() + b"\r\n")
    assert sheet.read_bytes().count(b"\r\n") == len(sheet.read_bytes().splitlines())
    (lines,) = Path("jsonl").rglob("*.jsonl")
    assert {tuple(json.loads(line)) for line in lines.read_bytes().splitlines()} == {tuple(sorted(names))}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("form", FORMS)
def test_the_same_stretch_is_the_same_bytes(form: Form) -> None:
    """Made twice, its files are the same, in name and in what they hold."""
    said = [exported("--format", form, "--since", "20", "--out", out).document for out in ("one", "two")]
    assert said[0] == {**said[1], "out": "one/entries"}
    assert files_of(Path("one")) == files_of(Path("two"))


@pytest.mark.parametrize("form", FORMS)
def test_a_restored_copy_is_the_same_bytes(operator: Operator, new_url: str, tmp_path: Path, form: Form) -> None:
    """On either store: a table is of the entries, and of nothing else in a database."""
    written = []
    for name in ("before", "after"):
        if name == "after":
            operator.restore(Bundle(operator.bundle("bundle")), new_url)
        with open_checked(operator.url, operator.keyring, read_only=True) as store:
            for told, table in TABLES.items():
                (tmp_path / name / told).mkdir(parents=True)
                of = (0, store.head().size)
                written.append(write_table(tmp_path / name / told, store, table, form, of=of, told=lambda _: None).rows)
    assert any(written)
    assert files_of(tmp_path / "before") == files_of(tmp_path / "after")


def test_leaves_are_those_of_the_tree_and_behind_it(operator: Operator, tmp_path: Path) -> None:
    """Of a log of which a checkpoint covers a part: the published ones come of the tree, the others are computed, and all are right."""
    operator.act(hand(0, 1))
    with open_checked(operator.url, operator.keyring, read_only=True) as store:
        published = store.head().size
    operator.act(hand(0, 2), publishing=False)
    with open_checked(operator.url, operator.keyring, read_only=True) as store:
        of = (published - 3, store.head().size)
        assert of[1] > published
        (tmp_path / "entries").mkdir()
        write_table(tmp_path / "entries", store, ENTRIES, "parquet", of=of, told=lambda _: None)
    rows = due(operator.url, operator.folder / "keys")[of[0] :]
    assert by_duckdb(tmp_path, "entries", "parquet") == rows


@pytest.mark.usefixtures("folder")
def test_a_file_says_no_more_than_a_bundle() -> None:
    """The signed bodies alone: no card that lay face down, no secret and no name is opened for it."""
    assert exported("--out", "tables").status == 0
    Path("demo/keys/openings.key").unlink()
    Path("demo/keys/persons.key").unlink()
    assert exported("--out", "without keys").status == 0
    assert files_of(Path("tables")) == files_of(Path("without keys"))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("form", FORMS)
def test_a_full_disk_leaves_nothing(monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """Exit status 3, as of any file that has no room; it names the folder."""
    real = Path.open

    def full(path: Path, mode: str = "r", **more: Any) -> Any:
        return (
            Path("/dev/full").open(mode.replace("x", "w"), **more)
            if path.name.startswith("part-")
            else real(path, mode, **more)
        )

    monkeypatch.setattr(Path, "open", full)
    ran = exported("--format", form, "--out", "tables")
    assert (ran.status, "tables/entries cannot be written: No space left on device" in ran.err) == (3, True), ran.err
    assert not Path("tables").exists()  # it was made for them


def files_of(folder: Path) -> dict[str, bytes]:
    """What is in ``folder``, by path."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
