"""F1: a command that writes a file never destroys what it did not write, and never leaves half of one."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from tests.tools.cli_run import Ran, inside, tombo

ROOT: Final = Path(__file__).resolve().parents[2]
LEDGER: Final = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
DAY: Final = "2026-07-14"
PAGE: Final = ("hand", "show", "mesa-1/1", "--html")
SHEET: Final = ("player", "statement", "p-sul", "--csv")
STATEMENT: Final = ("player", "statement", "p-sul", "--html")
LAST: Final = ("player", "last-hand", "p-sul", "--last", "7", "--html")
NIGHT: Final = ("reconcile", "--day", DAY, "--html")
NOTE: Final = ("checkpoint", "--out")
WRITERS: Final = {
    "hand show --html": PAGE,
    "round show --html": ("round", "show", "roleta-1/1", "--html"),
    "last-hand --html": ("player", "last-hand", "p-sul", "--html"),
    "last-hand --csv": ("player", "last-hand", "p-sul", "--csv"),
    "statement --html": STATEMENT,
    "statement --csv": SHEET,
    "reconcile --html": NIGHT,
    "refunds --csv": ("refunds", "--csv"),
    "book show --csv": ("book", "show", "wallet:p-sul", "--csv"),
    "dispute list --csv": ("dispute", "list", "--csv"),
    "checkpoint --out": NOTE,
}
"""Every option that names a file to write; its value goes behind."""
PRECIOUS: Final = (
    "demo/ledger.db",
    "demo/keys/root.key",
    "demo/keys/event-1.key",
    "demo/keys/checkpoint.key",
    "demo/keys/persons.key",
    "demo/keys/policy",
    "demo/keys/signer",
    "demo/keys/signer.lock",
    "demo/keys/event-2.key",
    "demo/ledger.db-journal",
    "to-ledger",
    "to-keys/root.key",
    "to-keys/new.html",
    "to-nothing",
    "mine.txt",
    "mine.html",
    "mine.csv",
    "second-name.txt",
)
"""What no document may be written to."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demonstration's ledger."""
    folder = tmp_path_factory.mktemp("f1")
    with inside(folder):
        assert tombo("--json", "demo").status == 0
    return folder


@pytest.fixture
def here(evening: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy of it to work in, with one of everything that must not be written over."""
    copy = Path(shutil.copytree(evening, tmp_path / "here"))
    with inside(copy):
        Path("mine.txt").write_text("a letter of somebody's", encoding="utf-8")
        Path("mine.html").write_text("<!DOCTYPE html>\n<html><body>another page</body></html>", encoding="utf-8")
        Path("mine.csv").write_text("a,b\r\n1,2\r\n", encoding="utf-8")
        os.link("mine.txt", "second-name.txt")
        Path("to-ledger").symlink_to("demo/ledger.db")
        Path("to-keys").symlink_to("demo/keys")
        Path("to-nothing").symlink_to("nowhere")
        yield copy


def ran(*words: str) -> Ran:
    """``tombo`` on the copy."""
    return tombo(*LEDGER, *words)


def kept(folder: Path) -> dict[str, str]:
    """The digest of every file that no command here may change."""
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(("ledger-views.db", "ledger.db-"))
    }


@pytest.mark.parametrize("words", WRITERS.values(), ids=WRITERS.keys())
def test_f1_a_command_that_writes_a_file_destroys_nothing(here: Path, words: tuple[str, ...]) -> None:
    """F1: whatever option names a ledger, a key, a signer's file, a link or a stranger's file: status 2, and all is as it was."""
    before = kept(here)
    for target in PRECIOUS:
        done = ran(*words, target)
        assert (done.status, done.out) == (2, ""), done
        assert done.err.startswith(f"tombo: {target} ") and done.err.count("\n") == 1
        assert kept(here) == before


@pytest.mark.parametrize("words", WRITERS.values(), ids=WRITERS.keys())
def test_f1_f7_a_folder_that_is_not_there_is_one_error(here: Path, words: tuple[str, ...]) -> None:
    """F7: every option says the same of a folder that is not there, with status 2, and makes none."""
    done = ran(*words, "nowhere/x")
    assert (done.status, done.out) == (2, "")
    assert done.err == "tombo: nowhere/x cannot be written: there is no folder nowhere; make it, or name another\n"
    assert not (here / "nowhere").exists()


@pytest.mark.parametrize("words", WRITERS.values(), ids=WRITERS.keys())
def test_f1_what_is_no_file_is_not_written_to(here: Path, words: tuple[str, ...]) -> None:
    """A pipe that nobody reads, a device and a folder are refused at once, by every option."""
    os.mkfifo(here / "pipe")
    (here / "folder").mkdir()
    for target in ("pipe", "folder", "/dev/full", "/dev/stdout"):
        assert ran(*words, target).status == 2, target
    assert stat.S_ISFIFO((here / "pipe").lstat().st_mode)


@pytest.mark.parametrize("words", WRITERS.values(), ids=WRITERS.keys())
def test_f1_an_older_document_of_the_same_sort_is_replaced(here: Path, words: tuple[str, ...]) -> None:
    """What tombo wrote itself it replaces, whole; no draft of it stays behind."""
    first = ran(*words, "document")
    again = ran(*words, "document")
    assert (first.status, again.status) == (0, 0), (first, again)
    assert (here / "document").stat().st_nlink == 1
    assert sorted(path.name for path in here.iterdir() if path.name.startswith(".")) == []


def test_f1_a_document_of_another_sort_is_not_replaced(here: Path) -> None:
    """A page does not take the place of a checkpoint that is kept, nor a sheet that of a page, nor another sheet that of a sheet."""
    assert ran(*PAGE, "page").status == 0
    assert ran(*SHEET, "sheet").status == 0
    for words, target in ((PAGE, "demo/checkpoint"), (SHEET, "page"), (("refunds", "--csv"), "sheet"), (NOTE, "page")):
        before = Path(target).read_bytes()
        done = ran(*words, target)
        assert done.status == 2
        assert "tombo replaces only what it wrote" in done.err
        assert Path(target).read_bytes() == before
    assert ran(*NOTE, "demo/checkpoint").status == 0


def test_f1_a_kept_checkpoint_is_not_replaced_by_a_smaller_one(here: Path) -> None:
    """A checkpoint of more entries than the ledger has, or of another ledger, is evidence: it stays."""
    assert tombo("--json", "demo", "--seed", "2", "--out", "other").status == 0
    for name, text in (
        ("larger", re.sub(r"\n\d+\n", "\n9999\n", Path("demo/checkpoint").read_text(encoding="utf-8"))),
        (
            "stranger",
            Path("demo/checkpoint").read_text(encoding="utf-8").replace("operator.example", "another.example"),
        ),
    ):
        Path(name).write_text(text, encoding="utf-8")
        assert ran(*NOTE, name).status == 2
        assert Path(name).read_text(encoding="utf-8") == text


def test_f1_what_is_refused_has_no_effect_before(here: Path) -> None:
    """A page that cannot be written is refused before an officer's reading goes on record, and before a note is signed."""
    size = ran("--json", "status").document["entries"]
    signed = (here / "demo/keys/signer").read_bytes()
    officer = ("--viewer", "officer", "--staff", "s-2", "--reason", "complaint 17")
    assert ran(*PAGE, "demo/ledger.db", *officer).status == 2
    assert ran(*PAGE, "nowhere/x.html", *officer).status == 2
    assert ran(*NOTE, "demo/keys/root.key").status == 2
    assert ran("--json", "status").document["entries"] == size
    assert (here / "demo/keys/signer").read_bytes() == signed


def mode(path: str) -> int:
    """The permissions of a file."""
    return stat.S_IMODE(Path(path).stat().st_mode)


@pytest.fixture
def generous() -> Iterator[None]:
    """A umask that takes nothing away."""
    before = os.umask(0o000)
    yield
    os.umask(before)


@pytest.mark.usefixtures("here", "generous")
def test_b2_closed_cards_and_names_are_for_their_owner_alone() -> None:
    """B2: pages and PHH files for an officer or a player, bundles with openings and complaints are 0600; other documents are 0644."""
    officer = ("--viewer", "officer", "--staff", "s-2", "--reason", "complaint 17")
    reads = ("--staff", "s-2", "--reason", "audit")
    for words in (
        (*PAGE, "outsider.html"),
        (*PAGE, "auditor.html", "--viewer", "auditor"),
        (*PAGE, "officer.html", *officer),
        (*PAGE, "player.html", "--viewer", "player:p-sul", *reads),
        ("round", "show", "bj-1/1", "--html", "round.html", *officer),
        ("player", "last-hand", "p-sul", "--html", "last.html"),
        (*SHEET, "statement.csv"),
        ("dispute", "list", "--csv", "complaints.csv"),
        (*NOTE, "note"),
        ("export", "phh", "--out", "open", "mesa-1/1"),
        ("export", "phh", "--out", "closed", "mesa-1/1", *officer),
        ("export", "bundle", "--out", "bundle"),
        ("export", "bundle", "--out", "opened", "--openings", *reads),
    ):
        assert ran(*words).status == 0, words
    closed = ("officer.html", "player.html", "round.html", "last.html", "complaints.csv", "closed/mesa-1-1.phh")
    assert {name: oct(mode(name)) for name in closed} == dict.fromkeys(closed, "0o600")
    public = ("outsider.html", "auditor.html", "statement.csv", "note", "open/mesa-1-1.phh", "bundle/checkpoint")
    assert {name: oct(mode(name)) for name in public} == dict.fromkeys(public, "0o644")
    files = [path.as_posix() for path in Path("opened").rglob("*") if path.is_file()]
    assert "opened/openings.jsonl" in files
    assert {mode(name) for name in files} == {0o600}
    assert (mode("opened"), mode("bundle")) == (0o700, 0o755)


@pytest.mark.usefixtures("here", "generous")
def test_b2_a_page_that_was_closed_stays_closed() -> None:
    """A file that its owner kept to himself is not opened to others by writing it again; one for an officer closes it."""
    officer = ("--viewer", "officer", "--staff", "s-2", "--reason", "complaint 17")
    assert ran(*PAGE, "page.html").status == 0
    assert mode("page.html") == 0o644
    assert ran(*PAGE, "page.html", *officer).status == 0
    assert mode("page.html") == 0o600
    assert ran(*PAGE, "page.html").status == 0
    assert mode("page.html") == 0o600


NO_ROOM: Final = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
from tombo.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
"""A process that may write 40,000 bytes to a file: less than a page of seven hands has, and more than SQLite needs."""


def python(code: str, *words: str) -> subprocess.CompletedProcess[str]:
    """``code`` in a process of its own, in the folder the test works in."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


@pytest.mark.parametrize("before", ["page", None])
def test_f1_a_disk_without_room_leaves_what_was_there(here: Path, before: str | None) -> None:
    """A page that does not fit leaves the old page, or none, and no draft: status 2, one line."""
    old = None
    if before is not None:
        assert ran(*LAST, "document").status == 0
        old = (here / "document").read_bytes()
    done = python(NO_ROOM, *LEDGER, *LAST, "document")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "tombo: document cannot be written: File too large\n"
    assert ((here / "document").read_bytes() if (here / "document").exists() else None) == old
    assert [path.name for path in here.iterdir() if path.name.startswith(".")] == []


@pytest.mark.usefixtures("here")
def test_f1_an_exported_hand_is_not_written_over_another() -> None:
    """A PHH file that is there stays, with all its lines: the file somebody played from may lie in the same folder."""
    assert ran("export", "phh", "--out", "hands", "mesa-1/1").status == 0
    assert ran("export", "phh", "--out", "hands", "mesa-1/1").status == 0
    ours = Path("hands/mesa-1-1.phh")
    original = ours.read_text(encoding="utf-8").replace("_tombo_", "_venue_")
    ours.write_text(original, encoding="utf-8")
    refused = ran("export", "phh", "--out", "hands", "mesa-1/1")
    assert (refused.status, ours.read_text(encoding="utf-8")) == (2, original)
    for out in ("to-keys", "demo/keys", "demo/keys/hands", "to-nothing"):
        assert ran("export", "phh", "--out", out, "mesa-1/1").status == 2, out
    assert not Path("demo/keys/hands").exists()


@pytest.mark.usefixtures("here")
def test_f1_a_bundle_appears_whole_or_not_at_all() -> None:
    """A bundle goes to a new or empty folder, not through a link nor among keys; one that fails leaves nothing."""
    Path("empty").mkdir()
    assert ran("export", "bundle", "--out", "empty").status == 0
    assert ran("export", "bundle", "--out", "new/bundle").status == 0
    for out in ("demo", "to-keys", "demo/keys/bundle", "to-nothing", "mine.txt", "empty"):
        assert ran("export", "bundle", "--out", out).status == 2, out
    assert not Path("demo/keys/bundle").exists()
    data = Path("demo/ledger.db").read_bytes()
    Path("demo/ledger.db").write_bytes(data.replace(b'"paid":3000', b'"paid":2000'))
    failed = ran("export", "bundle", "--out", "forged")
    assert failed.status == 1
    assert not Path("forged").exists()
    assert [path.name for path in Path().iterdir() if path.name.startswith(".")] == []
