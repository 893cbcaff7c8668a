"""What an outsider can hold the ledger to: verification, bundles; and who may sign and act."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.tools.cli_run import PLATFORM, asked, inside, tombo
from tombo.cli.card_readings import seen_by
from tombo.cli.commands import export
from tombo.reports.shown.cards import Seen

DEMO = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
NEW = ("--ledger", "sqlite:///new.db")


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Path]:
    """A folder with a new ledger, whose manager is s-1."""
    with inside(tmp_path):
        assert tombo(*NEW, "init", "--origin", "operator.example/test", "--manager", "s-1").status == 0
        yield tmp_path


def document(*words: str) -> Any:
    """The document a command prints with --json, done or found wanting."""
    return tombo(*DEMO, "--json", *words).document


@pytest.mark.usefixtures("folder")
def test_verify_believes_the_checkpoint_kept_outside() -> None:
    """With the saved checkpoint the verdict is OK, without one UNWITNESSED with a warning, both with status 0."""
    ran = tombo(*DEMO, "--json", "verify", "--jobs", "1", "--checkpoint", "demo/checkpoint")
    bare = tombo(*DEMO, "--json", "verify", "--jobs", "1")

    assert (ran.status, ran.document["verdict"], ran.document["unproven_tail"], ran.err) == (0, "OK", 0, "")
    assert (bare.status, bare.document["verdict"], bare.document["size"]) == (0, "UNWITNESSED", 0)
    assert "UNWITNESSED" in bare.err


@pytest.mark.usefixtures("folder")
def test_verify_looks_at_what_came_since() -> None:
    """With --since the entries after a checkpoint are checked, and the verdict rests on it."""
    tombo(*DEMO, "record", stdin=asked("t/1", PLATFORM, kind="open_account", player="p-9").encode())
    report = document("verify", "--jobs", "1", "--since", "demo/checkpoint")

    assert (report["verdict"], report["unproven_tail"]) == ("OK", 1)


def test_a_bundle_is_verified_without_the_ledger(folder: Path) -> None:
    """An exported bundle, the policy and a checkpoint are all that verification needs; a changed byte is found."""
    exported = document("export", "bundle", "--out", "bundle")
    elsewhere = ("--ledger", "sqlite:///nowhere.db", "--keys", "nowhere", "--json", "verify", "bundle", "--jobs", "1")
    trusted = ("--policy", "demo/keys/policy", "--checkpoint", "demo/checkpoint")
    whole = tombo(*elsewhere, *trusted)
    entries = next((folder / "bundle/tile/entries").rglob("000"))
    entries.write_bytes(entries.read_bytes().replace(b'"seat":3', b'"seat":4', 1))
    broken = tombo(*elsewhere, *trusted)

    assert exported["entries"] == 279
    assert (whole.status, whole.document["verdict"]) == (0, "OK")
    assert (broken.status, broken.document["verdict"]) == (1, "TAMPERED")


def test_a_bundle_with_closed_cards_is_an_officers_act(folder: Path) -> None:
    """Openings leave the ledger only for a named officer with a reason; every hand's and round's reading is on record."""
    before = document("status")["entries"]
    refused = tombo(*DEMO, "export", "bundle", "--out", "bundle", "--openings")
    done = tombo(*DEMO, "export", "bundle", "--out", "bundle", "--openings", "--staff", "s-2", "--reason", "audit")

    assert (refused.status, done.status) == (2, 0)
    assert document("status")["entries"] == before + 16
    assert (folder / "bundle/openings.jsonl").exists()


DEALT = "\n".join(
    (
        asked("t/1", PLATFORM, kind="start_hand", table="mesa-1"),
        asked("t/2", PLATFORM, kind="deal_hole_cards", hand="mesa-1/8", cards=["As", "Kd", "Ah", "Kc"]),
    )
).encode()


@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_b2_a_bundle_shows_no_card_of_a_hand_in_play(folder: Path, when: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """B2: dealt before the officer asked, or while his readings went on record: of what he did not read there is no opening."""

    def dealt(*asks: Any) -> Seen:
        seen = seen_by(*asks)
        assert tombo(*DEMO, "record", stdin=DEALT).status == 0
        return seen

    if when == "before":
        assert tombo(*DEMO, "record", stdin=DEALT).status == 0
    else:
        monkeypatch.setattr(export, "seen_by", dealt)
    done = tombo(*DEMO, "export", "bundle", "--out", "bundle", "--openings", "--staff", "s-2", "--reason", "audit")
    assert done.status == 0, done.err
    kept = (folder / "bundle/openings.jsonl").read_text(encoding="utf-8")
    assert "hand:mesa-1/7" in kept
    assert "hand:mesa-1/8" not in kept
    if when == "before":
        whole = (
            "export",
            "phh",
            "--all",
            "--out",
            "hands",
            "--viewer",
            "officer",
            "--staff",
            "s-2",
            "--reason",
            "audit",
        )
        assert tombo(*DEMO, *whole).status == 0
        assert "????" in (folder / "hands/mesa-1-8.phh").read_text(encoding="utf-8")


@pytest.mark.usefixtures("empty")
def test_keys_are_listed_rotated_and_revoked() -> None:
    """A rotation retires the key in use and the new one signs; a revocation is on record; the ledger stays whole."""
    old = next(row for row in tombo(*NEW, "--json", "keys", "list").lines if row["purpose"] == "event")
    new = tombo(*NEW, "--json", "keys", "rotate").document
    assert new["retired"] == [old["key"]]
    again = tombo(*NEW, "keys", "rotate").out
    assert f"Retired: {new['name']} ({new['key']}).\n" in again
    tombo(*NEW, "record", stdin=asked("a/1", PLATFORM, kind="open_account", player="p-1").encode())
    revoked = tombo(*NEW, "keys", "revoke", old["key"], "--last-good", "5", "--reason", "lost laptop")
    rows = {row["key"]: row for row in tombo(*NEW, "--json", "keys", "list").lines}

    assert new["name"] == "operator.example/test/event/2"
    assert revoked.status == 0
    assert (rows[old["key"]]["retired"] is not None, rows[old["key"]]["revoked_after"]) == (True, 5)
    assert "not to be believed after 5" in tombo(*NEW, "keys", "list").out
    assert tombo(*NEW, "--json", "verify", "--jobs", "1").document["verdict"] in {"UNWITNESSED", "KEY_REVOKED"}


@pytest.mark.usefixtures("empty")
def test_a_revocation_says_how_much_the_key_signed_beyond() -> None:
    """Who revokes a key hears of what stays on record under it, and of who names that. Red before: nothing was said, and the night ties."""
    key = next(row["key"] for row in tombo(*NEW, "--json", "keys", "list").lines if row["purpose"] == "event")
    revoke = ("keys", "revoke", key, "--reason", "lost laptop", "--last-good")
    size = tombo(*NEW, "--json", "status").document["entries"]
    assert f"Signed by it behind that: {size - 4} entries." in tombo(*NEW, *revoke, "3").out
    assert tombo(*NEW, "--json", "verify", "--jobs", "1").document["verdict"] == "KEY_REVOKED"


@pytest.mark.usefixtures("empty")
def test_of_a_key_that_signed_nothing_beyond_nothing_is_said() -> None:
    """Where the last good entry is the last it signed."""
    key = next(row["key"] for row in tombo(*NEW, "--json", "keys", "list").lines if row["purpose"] == "event")
    last = tombo(*NEW, "--json", "status").document["entries"] - 1
    ran = tombo(*NEW, "keys", "revoke", key, "--reason", "lost laptop", "--last-good", str(last))
    assert ran.out == f"{key} is not to be believed after log index {last}.\n"


@pytest.mark.usefixtures("empty")
def test_roles_are_given_and_taken_again() -> None:
    """A manager makes an officer and takes the role away; taking it twice is refused."""
    grant = tombo(*NEW, "staff", "grant", "s-2", "officer", "--staff", "s-1")
    words = ("staff", "withdraw", "s-2", "officer", "--staff", "s-1")

    assert grant.out == "s-2 is officer from log index 6 on.\n"
    assert [tombo(*NEW, *words).status for _ in range(2)] == [0, 1]
    assert tombo(*NEW, "staff", "grant", "s-2", "officer", "--staff", "s-1").status == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bundle_without_a_checkpoint_is_one_line_however_many_look(folder: Path, jobs: str) -> None:
    """Worker processes that cannot open the source say nothing of their own."""
    assert tombo(*DEMO, "export", "bundle", "--out", "bundle").status == 0
    (folder / "bundle/checkpoint").unlink()
    code = "import sys; from tombo.cli.main import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "verify", "bundle", "--policy", "demo/keys/policy", "--jobs", jobs]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("tombo: ") and ran.stderr.count("\n") == 1, ran.stderr


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("option", ["--checkpoint", "--since"])
def test_f8_a_checkpoint_without_end_is_read_within_bounds(folder: Path, option: str) -> None:
    """A note of gigabytes is no checkpoint; no more of it is read than a note may have."""
    with (folder / "huge").open("wb") as file:
        file.truncate(1 << 40)
    ran = tombo(*DEMO, "verify", "--jobs", "1", option, "huge")
    (folder / "huge").unlink()
    assert ran.status in {1, 2}
    assert "a note of 1000001 bytes" in ran.out + ran.err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("spoilt", ["", "DELETE FROM openings WHERE stream = 'hand:mesa-1/5'"])
def test_a5_a_database_under_another_name_is_told_and_hides_no_card(spoilt: str) -> None:
    """The name in the database says neither which log it is nor under which key its closed cards are: the policy does."""
    before = document("verify", "--jobs", "1", "--checkpoint", "demo/checkpoint")
    with closing(sqlite3.connect("demo/ledger.db")) as owner:
        triggers = [name for (name,) in owner.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")]
        owner.executescript("; ".join(f"DROP TRIGGER {name}" for name in triggers))
        owner.executescript(f"{spoilt}; UPDATE meta SET value = 'other.example/x' WHERE name = 'origin'")
    ran = tombo(*DEMO, "--json", "verify", "--jobs", "1", "--checkpoint", "demo/checkpoint")
    fields = {problem.get("field") for problem in ran.document["problems"]}
    assert (before["verdict"], ran.status, ran.document["verdict"]) == ("OK", 1, "TAMPERED")
    assert fields >= ({"meta", "openings"} if spoilt else {"meta"})
    assert "not opened" not in ran.err


@pytest.mark.usefixtures("folder")
def test_f8_whoever_signed_is_not_accused_of_a_hole() -> None:
    """The last entry of an act is the signature under it: where that is gone, entries are missing, and nobody acted unsigned."""
    with closing(sqlite3.connect("demo/ledger.db")) as owner:
        owner.executescript("DROP TRIGGER stored_events_delete")
        ((last,),) = owner.execute("SELECT max(notification_id) FROM stored_events WHERE topic = 'staff.act_signed.v1'")
        owner.execute("DELETE FROM stored_events WHERE notification_id >= ?", (last,))
        owner.commit()
    problems = document("verify", "--jobs", "1")["problems"]
    assert {problem["code"] for problem in problems} <= {"MISSING", "TRUNCATED", "TAMPERED"}
    assert "MISSING" in {problem["code"] for problem in problems}
