"""``tombo verify --notebook``: an auditor's day after day, and what he does wrong."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import run_past
from tests.tools.cli_run import PLATFORM, asked, tombo
from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.store import notebook as notebook_file
from tombo.ledger.store.notebook import NotebookFile

DEMO: Final = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
VERIFY: Final = (*DEMO, "--json", "verify", "--jobs", "1")
BOOK: Final = "auditor.notebook"


pytestmark = pytest.mark.usefixtures("folder")


def account(number: int) -> None:
    """Record one more entry."""
    said = asked(f"t/{number}", PLATFORM, kind="open_account", player=f"p-{number}")
    assert tombo(*DEMO, "record", stdin=said.encode()).status == 0


def test_day_after_day_only_what_came_since_is_read(folder: Path) -> None:
    """The first run reads everything; each one that follows says what it did not read, and rests on it."""
    first = tombo(*VERIFY, "--checkpoint", "demo/checkpoint", "--notebook", BOOK)
    assert (first.status, first.document["verdict"], "known" in first.document) == (0, "OK", False)
    assert stat.S_IMODE((folder / BOOK).stat().st_mode) == 0o600
    for day in (1, 2):
        account(100 + day)
        ran = tombo(*VERIFY, "--since", BOOK, "--notebook", BOOK)
        said = (ran.document["verdict"], ran.document["entries"], ran.document["known"], ran.document["unproven_tail"])
        assert (ran.status, said) == (0, ("OK", 279 + day, 278 + day, 1))
    nothing = tombo(*VERIFY, "--since", BOOK)
    assert (nothing.document["entries"], nothing.document["known"]) == (281, 281)
    whole = tombo(*VERIFY)
    assert nothing.document["root"] == whole.document["root"]


def test_a_person_reads_what_was_not_read() -> None:
    """The report says it in words, in both languages."""
    tombo(*VERIFY, "--notebook", BOOK)
    english, portuguese = (
        tombo(*DEMO, *lang, "verify", "--jobs", "1", "--since", BOOK) for lang in ((), ("--lang", "pt"))
    )
    assert "Not read again: 279 entries that the notebook knows" in english.out
    assert "279 entradas que o caderno conhece" in portuguese.out
    assert "none given, but the notebook's tree of size 279" in english.out, "else it would be one that nobody brought"
    assert "só a árvore do caderno, de tamanho 279" in portuguese.out
    brought = tombo(*DEMO, "verify", "--jobs", "1", "--since", BOOK, "--checkpoint", "demo/checkpoint")
    assert "Checkpoint from outside: size 279" in brought.out


def test_a_change_of_what_is_known_is_for_who_reads_everything(folder: Path) -> None:
    """It is not read: the next run from the notebook says so, and a whole one names it."""
    tombo(*VERIFY, "--notebook", BOOK)
    with closing(sqlite3.connect(folder / "demo/ledger.db")) as owner:
        triggers = [name for (name,) in owner.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")]
        kept = [sql for (sql,) in owner.execute("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")]
        owner.executescript("; ".join(f"DROP TRIGGER {name}" for name in triggers))
        owner.execute("UPDATE stored_events SET state = zeroblob(length(state)) WHERE notification_id = 101")
        owner.commit()
        owner.executescript("; ".join(kept))
    since, whole = tombo(*VERIFY, "--since", BOOK), tombo(*VERIFY)
    assert (since.document["verdict"], since.document["known"]) == ("OK", 279)
    assert (whole.document["verdict"], whole.document["problems"][0]["index"]) == ("MALFORMED", 100)


def test_another_notebook_goes_on_from_the_first(folder: Path) -> None:
    """The one that is named with --since stays as it was."""
    tombo(*VERIFY, "--notebook", BOOK)
    before = (folder / BOOK).read_bytes()
    account(1)
    assert tombo(*VERIFY, "--since", BOOK, "--notebook", "second").document["known"] == 279
    assert (folder / BOOK).read_bytes() == before
    assert tombo(*VERIFY, "--since", "second").document["known"] == 280


def test_no_other_file_is_written_over(folder: Path) -> None:
    """A ledger, a checkpoint, a folder, a text: what is no notebook is left alone, and said to be none."""
    (folder / "text").write_text("mine")
    for other in ("demo/ledger.db", "demo/checkpoint", "text"):
        before = (folder / other).read_bytes()
        ran = tombo(*VERIFY, "--notebook", other)
        assert (ran.status, "no notebook" in ran.err or "damaged" in ran.err) == (2, True), ran.err
        assert "Traceback" not in ran.err
        assert (folder / other).read_bytes() == before
    assert tombo(*VERIFY, "--since", "demo/ledger.db").status == 2
    assert tombo(*VERIFY, "--notebook", "demo").status == 2
    assert tombo(*VERIFY, "--notebook", "nowhere/notebook").status == 2


def test_a_notebook_does_not_go_on_from_a_checkpoint() -> None:
    """What came before it would not be in it."""
    ran = tombo(*VERIFY, "--since", "demo/checkpoint", "--notebook", BOOK)
    assert ran.status == 2
    assert "expected --since with a notebook, or --notebook alone" in ran.err


def test_a_notebook_of_another_log_is_refused() -> None:
    """It is named whose it is."""
    tombo(*VERIFY, "--notebook", BOOK)
    other = ("--ledger", "sqlite:///other.db", "--keys", "other")
    assert tombo(*other, "init", "--origin", "other.example/x", "--manager", "s-1").status == 0
    ran = tombo(*other, "--json", "verify", "--jobs", "1", "--since", BOOK)
    assert ran.status == 2
    assert "the policy pins other.example/x" in ran.err


def test_a_run_that_is_killed_leaves_the_notebook_as_it_was(folder: Path) -> None:
    """What it wrote is gone, and the next run goes on from the same place."""
    tombo(*VERIFY, "--notebook", BOOK)
    script = (
        "import os, sys; from pathlib import Path; from tombo.ledger.store.notebook import NotebookFile\n"
        f"book = NotebookFile(Path({BOOK!r})); book.begin(anew=True); book.keep_about(b'half'); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 9
    account(1)
    assert tombo(*VERIFY, "--since", BOOK).document["known"] == 279
    with NotebookFile(folder / BOOK) as book:
        assert book.about() != b"half"


def half_written(path: Path) -> None:
    """A run is killed when half of what it writes stands in the file, and what was there before beside it."""
    script = (
        "import os; from hashlib import sha256; from pathlib import Path; from tombo.ledger.store.notebook import NotebookFile\n"
        f"book = NotebookFile(Path({str(path)!r})); book._connection.execute('PRAGMA cache_size = 2'); book.begin(anew=True)\n"
        "book.keep_places((sha256(b'%d' % at).digest(), at) for at in range(20_000)); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 9
    assert path.with_name(f"{path.name}-journal").stat().st_size > 0


def test_what_goes_on_from_a_half_written_one_goes_on_from_what_was_there(folder: Path) -> None:
    """Not from the half: neither the same file, nor another that is begun from it, nor one that was half written itself."""
    tombo(*VERIFY, "--notebook", BOOK)
    tombo(*VERIFY, "--notebook", "second")
    half_written(folder / BOOK)
    half_written(folder / "second")
    account(1)
    assert tombo(*VERIFY, "--since", BOOK, "--notebook", "second").document["known"] == 279
    assert tombo(*VERIFY, "--since", BOOK).document["known"] == 279
    assert tombo(*VERIFY, "--since", "second").document["known"] == 280


def test_another_notebook_is_written_only_where_nothing_is_wrong(folder: Path) -> None:
    """What it held it holds until then."""
    tombo(*VERIFY, "--notebook", BOOK)
    account(1)
    tombo(*VERIFY, "--notebook", "second")
    assert tombo(*VERIFY, "old", "--since", BOOK, "--notebook", "second").status == 2
    tombo(*DEMO, "export", "bundle", "--out", "short")
    account(2)
    tombo(*VERIFY, "--notebook", "third")
    before = (folder / "second").read_bytes()
    assert tombo(*VERIFY, "short", "--since", "third", "--notebook", "second").document["verdict"] == "TRUNCATED"
    assert (folder / "second").read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE facts RENAME TO other; CREATE VIEW facts AS SELECT * FROM other",
        "CREATE TRIGGER forget AFTER INSERT ON commands BEGIN DELETE FROM commands; END",
        "DROP TABLE commands; CREATE TABLE commands (id, place)",
        "DROP TABLE streams",
        "DROP TABLE commands_1",
        "CREATE TRIGGER forget AFTER INSERT ON commands_2 BEGIN DELETE FROM commands_2; END",
    ],
)
def test_other_tables_than_a_notebook_has_are_not_read(change: str, folder: Path) -> None:
    """A view has no end, a trigger forgets, a table without types holds anything: it is refused, and left as it is."""
    tombo(*VERIFY, "--notebook", BOOK)
    with closing(sqlite3.connect(folder / BOOK)) as owner:
        owner.executescript(change)
    for option in ("--since", "--notebook"):
        ran = tombo(*VERIFY, option, BOOK)
        assert (ran.status, "has other tables than this program makes" in ran.err) == (2, True), ran.err


def test_a_file_whose_names_are_no_text_is_damaged(folder: Path) -> None:
    """SQLite itself then says what is no text."""
    tombo(*VERIFY, "--notebook", BOOK)
    whole = (folder / BOOK).read_bytes()
    for at in range(whole.index(b"CREATE TABLE about") - 12, whole.index(b"CREATE TABLE about") + 12):
        (folder / BOOK).write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        with pytest.raises(UnreadableError):
            NotebookFile(folder / BOOK)


def test_one_run_at_a_time_writes(folder: Path) -> None:
    """A second one is told so."""
    tombo(*VERIFY, "--notebook", BOOK)
    with NotebookFile(folder / BOOK) as book:
        book.begin(anew=False)
        book._connection.execute("PRAGMA busy_timeout = 0")
        other = NotebookFile(folder / BOOK)
        other._connection.execute("PRAGMA busy_timeout = 0")
        with other, pytest.raises(Exception, match="in use by another run"):
            other.begin(anew=False)


def test_a_bundle_is_followed_with_a_notebook() -> None:
    """Of a copy that grows, what came since; and a copy that ends earlier than what is known is cut off."""
    old = tombo(*DEMO, "--json", "export", "bundle", "--out", "old").document["entries"]
    account(1)
    new = tombo(*DEMO, "--json", "export", "bundle", "--out", "new").document["entries"]
    first = tombo(*VERIFY, "old", "--notebook", BOOK)
    since = tombo(*VERIFY, "new", "--since", BOOK, "--notebook", BOOK)
    back = tombo(*VERIFY, "old", "--since", BOOK)
    assert (first.status, since.status) == (0, 0)
    assert (since.document["known"], since.document["entries"]) == (old, new)
    assert (back.status, back.document["verdict"]) == (1, "TRUNCATED")


def altered(ledger: Path, index: int) -> None:
    """Have an entry be no entry, past the triggers."""
    run_past(
        f"sqlite:///{ledger}",
        f"UPDATE stored_events SET state = zeroblob(length(state)) WHERE notification_id = {index + 1}",
    )


def test_a_notebook_without_room_keeps_no_verdict_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: the run ended with 'the disk is full', and an entry that is none was told to nobody."""
    looking = NotebookFile._look

    def small(book: NotebookFile) -> None:
        looking(book)
        book._connection.execute("PRAGMA max_page_count = 8")

    tombo(*VERIFY, "--notebook", BOOK)
    before = (folder / BOOK).read_bytes()
    monkeypatch.setattr(NotebookFile, "_look", small)
    for since in ((), ("--since", BOOK)):
        honest = tombo(*VERIFY, *since, "--notebook", "second")
        assert (honest.status, honest.document["verdict"]) == (3, "OK" if since else "UNWITNESSED")
        assert "the disk is full: the notebook second was not written" in honest.err
    account(1)
    altered(folder / "demo/ledger.db", 279)
    for since in ((), ("--since", BOOK)):
        forged = tombo(*VERIFY, *since, "--notebook", "second")
        assert (forged.status, forged.document["verdict"], forged.err) == (1, "MALFORMED", "")
        assert forged.document["problems"][0]["index"] == 279
    assert (folder / BOOK).read_bytes() == before
    assert tombo(*VERIFY, "--since", "second").status == 2


def test_two_runs_may_make_the_same_notebook(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: the one that came second said that the new notebook was damaged."""
    making = notebook_file._make

    def beaten(path: Path) -> None:
        making(path)
        making(path)

    monkeypatch.setattr(notebook_file, "_make", beaten)
    assert tombo(*VERIFY, "--notebook", BOOK).status == 0
    assert tombo(*VERIFY, "--since", BOOK).document["known"] == 279
    assert (folder / BOOK).exists()


def test_what_is_found_is_said_where_the_rest_cannot_be_read(folder: Path) -> None:
    """Red before: of a run that found something, while the copy of a detached period was away, only the copy was spoken of, with status 3."""
    detach = ("period", "detach", "copy", "--before", "2027-01-01T00:00:00Z", "--reason", "two years are kept")
    assert tombo(*DEMO, "backup", "copy").status == 0
    assert tombo(*DEMO, *detach, "--staff", "s-1", "--second", "s-2").status == 0
    new = tombo(*VERIFY, "--notebook", BOOK).document["entries"]
    account(1)
    (folder / "copy").rename(folder / "away")
    assert tombo(*VERIFY, "--since", BOOK).document["known"] == new
    altered(folder / "demo/ledger.db", new)
    found = tombo(*VERIFY, "--since", BOOK)
    assert (found.status, found.out) == (1, "")
    for said in (f"does not go on from the notebook: MALFORMED at {new}", "log index", "--cold DIR"):
        assert said in found.err
    told = tombo(*DEMO, "--lang", "pt", "verify", "--since", BOOK).err
    assert f"não continua o caderno: MALFORMED at {new}" in told
    assert "Indicar um backup" in told
    whole = tombo(*VERIFY)
    assert (whole.status, "does not go on" in whole.err) == (3, False)
    (folder / "away").rename(folder / "copy")
    assert tombo(*VERIFY, "--since", BOOK).document["problems"][0]["index"] == new
