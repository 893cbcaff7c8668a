"""``tombo period``, from the command line: what it says, what it refuses, and that every word reads what left as before."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import run_past
from tests.tools import cli_run
from tests.tools.cli_run import Ran, tombo
from tests.worlds.backups import files_of
from tests.worlds.packed import raw_rows
from tombo.ledger.operate.cold import evidence_with_cold
from tombo.ledger.store import is_cut, open_store
from tombo.ledger.store.packed import is_packed

LEDGER: Final = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
DETACH: Final = (
    "period",
    "detach",
    "copy",
    "--before",
    "2027-01-01T00:00:00Z",
    "--reason",
    "two years are kept at hand",
)
BY: Final = ("--staff", "s-1", "--second", "s-2")
WORDS: Final = (
    ("hand", "show", "mesa-1/4"),
    ("hand", "list"),
    ("round", "show", "roleta-1/1"),
    ("audit",),
    ("account", "show", "p-sul"),
    ("player", "last-hand", "p-sul"),
    ("find", "--player", "p-leste"),
    ("refunds",),
    ("book", "show"),
)


def ran(*words: str) -> Ran:
    """``tombo`` on the demonstration's ledger."""
    return tombo(*LEDGER, *words)


def shown(*more: str) -> list[Ran]:
    """What all words say, but for how long the log is."""
    found = [ran(*words, *more) for words in WORDS]
    return [one._replace(out=re.sub(r"As of log index \d+", "", one.out)) for one in found]


def cut_rows() -> int:
    """How many rows are cut in the database."""
    with open_store("sqlite:///demo/ledger.db", read_only=True) as store:
        return sum(is_cut(row.state) for row in store.rows())


def test_it_says_what_it_did(folder: Path) -> None:
    """To people in two languages, and to programs."""
    assert ran("backup", "copy").status == 0
    assert ran("period", "list").out == "Nothing was detached.\n"
    done = ran(*DETACH, *BY)
    assert done.out.splitlines() == [
        f"The first 279 entries are in {folder}/copy, read back, under a root that the log's key signed; on record at log index 279, by s-1 and s-2.",
        "112 entries of hands and rounds have left the database now. Of play that goes on, is in dispute, or was the last at its table, there still: 64.",
        "Every command reads them there from now on (demo/keys/cold). Keep a second copy elsewhere: the database no longer is one.",
    ], done
    again = ran("--json", *DETACH, *BY).document
    assert (again["log_index"], again["cut"], again["kept"], again["size"]) == (None, 0, 64, 279)
    told = ran("--lang", "pt", "period", "list").out
    assert told.splitlines() == [
        f"entradas 0 a 278, sob a raiz {again['root']} das primeiras 279",
        f"Cópias: {folder}/copy",
    ]
    assert ran("--json", "period", "list").document == {
        "periods": [{"first": 0, "root": again["root"], "size": 279}],
        "copies": [f"{folder}/copy"],
    }


def test_every_word_reads_it_as_before(folder: Path) -> None:
    """With the copy that the keys name, or that is named with the call; and the whole verifies against a checkpoint from outside."""
    before = shown()
    assert ran("backup", "copy").status == ran(*DETACH, *BY).status == 0
    assert shown() == before
    assert ran("verify", "--jobs", "1", "--checkpoint", "demo/checkpoint").status == 0
    (folder / "demo/keys/cold").rename("cold")
    missing = ran("hand", "show", "mesa-1/2")
    assert (missing.status, missing.out) == (3, "")
    assert "entries 0 to 278 of operator.example/demo were detached" in missing.err
    assert "no copy was named. Name a backup or a bundle that has them, with --cold DIR" in missing.err
    assert shown("--cold", "copy") == before
    assert ran("status").status == 0
    unsaid = ran("verify", "--jobs", "1", "--checkpoint", "demo/checkpoint")
    assert (unsaid.status, unsaid.out) == (3, "")
    assert ran("verify", "--jobs", "1", "--checkpoint", "demo/checkpoint", "--cold", "copy").status == 0
    assert ran("period", "list").out.splitlines()[1].startswith("No copy is named")
    elsewhere = ran("verify", "--jobs", "1", "--cold", "nowhere")
    assert elsewhere.status == 3
    assert "nowhere is no folder" in elsewhere.err


def test_a_copy_grows_and_is_exported_on(folder: Path) -> None:
    """A backup in a new folder, a bundle, a follower, a memory made again and the night read what left from the copy."""
    assert ran("backup", "copy").status == ran(*DETACH, *BY).status == 0
    assert ran("staff", "grant", "s-9", "officer", "--staff", "s-1").status == 0
    for words in (
        ("backup", "copy"),
        ("backup", "second"),
        ("export", "bundle", "--out", "bundle"),
        ("views", "follow"),
        ("memory", "rebuild"),
        ("reconcile", "--day", "2026-07-14"),
    ):
        assert ran(*words).status == 0, words
    assert ran("verify", "--jobs", "1", "second", "--checkpoint", "demo/checkpoint").status == 0
    (folder / "copy").rename("gone")
    assert ran("hand", "show", "mesa-1/2", "--cold", "bundle").status == 0


def test_the_door_knows_a_retry_of_old(folder: Path) -> None:
    """It gets its first receipt again from the copy. Without one it is told so, as what can be sent again; and the next command is recorded."""
    by = {"actor": "player", "id": "p-sul"}
    bet = {"kind": "place_bet", "hand": "mesa-1/1", "seat": 3, "total": 600}
    opened = {"kind": "open_account", "player": "p-new"}
    sent = [
        {"by": by, "command": bet, "command_id": "demo/0026", "occurred": 1_784_055_646_000_000},
        {"by": {"actor": "platform", "id": "p"}, "command": opened, "command_id": "new/1", "occurred": None},
    ]
    lines = "".join(f"{json.dumps(one)}\n" for one in sent).encode()
    assert ran("backup", "copy").status == ran(*DETACH, *BY).status == 0
    (folder / "demo/keys/cold").rename("cold")
    missing = tombo(*LEDGER, "record", stdin=lines)
    known = tombo(*LEDGER, "--cold", "copy", "record", stdin=lines)
    first, second = map(json.loads, missing.out.splitlines())
    assert (first["status"], first["exit_status"], second["status"]) == ("error", 3, "recorded")
    assert "--cold DIR" in first["message"]
    again = [json.loads(line) for line in known.out.splitlines()]
    assert [(one["status"], one["repeated"]) for one in again] == [("recorded", True), ("recorded", True)]
    assert again[0]["log_index"] == [47]


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ((*DETACH, "--second", "s-2"), 2, "expected --staff and --second"),
        ((*DETACH, "--staff", "s-2", "--second", "s-1"), 1, "s-2"),
        ((*DETACH, "--staff", "s-1", "--second", "s-1"), 1, "expected a second manager or officer"),
        ((*DETACH[:3], "--before", "2020-01-01T00:00:00Z", *DETACH[5:], *BY), 2, "no checkpoint was signed"),
        (("period", "detach", "nowhere", *DETACH[3:], *BY), 2, "nowhere"),
        (("period", "detach", "demo", *DETACH[3:], *BY), 2, "has 0 entries"),
    ],
)
def test_it_is_refused_with_nothing_done(folder: Path, words: tuple[str, ...], status: int, said: str) -> None:
    """And why is said."""
    assert ran("backup", "copy").status == 0
    refused = ran(*words)
    assert (refused.status, refused.out) == (status, ""), refused
    assert said in refused.err
    assert cut_rows() == 0
    assert not (folder / "demo/keys/cold").exists()


def test_killed_at_any_moment_nothing_is_lost(folder: Path) -> None:
    """``kill -9`` of the process itself, later and later: all of it verifies, with the copy; and at last it is through."""
    assert ran("backup", "copy").status == 0
    with evidence_with_cold("sqlite:///demo/ledger.db") as store:
        before = list(store.rows())
    program = [sys.executable, "-m", "tombo", *LEDGER, *DETACH, *BY]
    environment = os.environ | {
        "TOMBO_PASSPHRASE_FILE": cli_run.PASSPHRASE_FILE,
        "TOMBO_STAFF_PASSPHRASE_FILE": "demo/keys/staff/passphrase",
    }
    ended = -signal.SIGKILL
    for tenths in range(6, 40, 2):
        assert ended == -signal.SIGKILL
        process = subprocess.Popen(program, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(tenths / 10)
        process.send_signal(signal.SIGKILL)
        ended = process.wait()
        with evidence_with_cold("sqlite:///demo/ledger.db", ["copy"]) as store:
            assert list(store.rows(0, len(before))) == before
            assert store.differences() == []
        if ended == 0:
            break
    assert ran(*DETACH, *BY).status == 0
    assert cut_rows() == 112
    assert ran("verify", "--jobs", "1", "--checkpoint", "demo/checkpoint").status == 0


# Packed


PACK: Final = ("period", "pack", *DETACH[3:5])


def packed_rows() -> int:
    """How many rows are packed in the database."""
    return sum(is_packed(row.state) for row in raw_rows("sqlite:///demo/ledger.db"))


def test_it_says_what_it_packed(folder: Path) -> None:
    """To people in two languages, and to programs; it asks for no passphrase, and says how the room comes back."""
    before = sum(len(row.state) for row in raw_rows("sqlite:///demo/ledger.db"))
    first = tombo(*LEDGER, "--passphrase-file", "/nowhere", *PACK)
    after = sum(len(row.state) for row in raw_rows("sqlite:///demo/ledger.db"))
    told = re.fullmatch(
        r"176 entries of hands and rounds are packed now, of the first 279 in the log: ([\d,]+) bytes became ([\d,]+)\. Of that play, whole still: 0\.\n"
        r"The file keeps its size: VACUUM gives the room back \(docs/operations\.md, 'Old periods'\)\.\n",
        first.out,
    )
    assert told, first
    sizes = [int(size.replace(",", "")) for size in told.groups()]
    assert sizes[0] - sizes[1] == before - after > sizes[0] * 0.4
    assert packed_rows() == 176
    again = ran("--lang", "pt", *PACK).out
    assert again.startswith("0 entradas de mãos e jogadas ficaram compactadas agora, das primeiras 279 do registo")
    assert ran("--json", *PACK).document == {"size": 279, "packed": 0, "kept": 0, "before": 0, "after": 0}
    for words in ((), ("--before", "2020-01-01T00:00:00Z")):  # the evening was 18 days ago
        early = ran("period", "pack", *words)
        assert (early.status, early.out.startswith("No checkpoint was signed")) == (0, True)


def test_packed_every_word_reads_it_as_before(folder: Path) -> None:
    """Shown, listed, audited, reconciled, exported, copied, remembered anew and verified against a checkpoint from outside."""
    before, night = shown(), ran("--json", "reconcile", "--day", "2026-07-14")
    assert ran("export", "bundle", "--out", "whole").status == 0
    assert ran(*PACK).status == 0
    assert packed_rows() == 176
    assert shown() == before
    assert ran("--json", "reconcile", "--day", "2026-07-14").out == night.out
    assert ran("verify", "--jobs", "2", "--checkpoint", "demo/checkpoint").status == 0
    assert ran("memory", "rebuild").status == ran("backup", "copy").status == 0
    assert ran("export", "bundle", "--out", "packed").status == 0
    assert files_of(folder / "packed") == files_of(folder / "whole")
    assert ran("period", "detach", "copy", *DETACH[3:], *BY).status == 0
    assert shown() == before
    assert cut_rows() == 112


def test_the_night_names_a_packed_row_that_was_altered(folder: Path) -> None:
    """With status 1 and its log index, as every other word does that reads it."""
    assert ran(*PACK).status == 0
    row = next(row for row in raw_rows("sqlite:///demo/ledger.db") if is_packed(row.state))
    run_past(
        "sqlite:///demo/ledger.db",
        f"UPDATE stored_events SET state = X'{row.state[:-2].hex()}' WHERE notification_id = {row.index + 1}",
    )
    for words in (("reconcile", "--day", "2026-07-14"), ("hand", "show", row.stream.removeprefix("hand:")), ("audit",)):
        named = ran(*words)
        assert named.status == 1
        assert re.search(rf"(TAMPERED at|log index) {row.index} ", named.out + named.err), named
