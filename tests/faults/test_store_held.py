"""A3, G2, G3, G5, G10: what is acknowledged is there, in the file that is there; and a door that need not stop does not."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError

from tests.conftest import ORIGIN, run_raw
from tests.faults.plain import DEALT, LoosePostgres, PlainSealing, command, event, opening, run_of
from tests.faults.test_unavailable import held, writer_pid
from tombo.ledger.core.errors import StoreUnavailableError, TamperedError
from tombo.ledger.store import LedgerRecorder, Sealing, Store, Tile, create_store, open_evidence, open_store
from tombo.ledger.store.locks import _command
from tombo.ledger.store.postgres.connect import lock_key
from tombo.ledger.store.sqlite.loose import SQLiteLooseRecorder


def path_of(store: Store) -> str:
    return store.url.removeprefix("sqlite:///")


def counts(store: Store) -> list[int]:
    """How many rows the three tables of an append hold."""
    with open_evidence(store.url) as evidence:
        fetch = evidence.recorder.fetch
        return [fetch(f"SELECT count(*) FROM {table}")[0][0] for table in ("stored_events", "commands", "openings")]


BATCH = [event("hand:a/1", 1, kind=DEALT), event("hand:a/1", 2)]
COMMANDS = [command("one", 0, 1), command("two", 1, 1)]
OPENINGS = [opening("hand:a/1", 1), opening("hand:a/1", 1, 1)]


def append(recorder: LedgerRecorder, sealing: Sealing) -> None:
    """Two entries, with their commands and openings."""
    recorder.insert_events(BATCH, sealing=sealing, commands=COMMANDS, openings=OPENINGS)


IGNORING = "CREATE TRIGGER x BEFORE INSERT ON {0} BEGIN SELECT RAISE(IGNORE); END"
SQLITE_TRIGGERS = {
    "entries swallowed": IGNORING.format("stored_events"),
    "commands swallowed": IGNORING.format("commands"),
    "openings swallowed": IGNORING.format("openings"),
    "one opening swallowed": "CREATE TRIGGER x BEFORE INSERT ON openings WHEN NEW.slot = 1 BEGIN SELECT RAISE(IGNORE); END",
    "a command replanted": "CREATE TRIGGER x AFTER INSERT ON commands WHEN NEW.command_id = 'two' BEGIN INSERT INTO commands VALUES ('three', NEW.digest, 9, 1); END",
    "an entry beyond": "CREATE TRIGGER x AFTER INSERT ON stored_events WHEN NEW.notification_id = 1 BEGIN INSERT INTO stored_events VALUES (9, 'z', 1, 'k', x'00'); END",
    "an opening moved": "DROP TRIGGER openings_delete; CREATE TRIGGER x BEFORE INSERT ON openings WHEN NEW.slot = 1 BEGIN DELETE FROM openings; END",
}  # fmt: skip


@pytest.mark.parametrize("attack", SQLITE_TRIGGERS)
def test_a3_an_append_that_a_trigger_alters_is_not_acknowledged(sqlite_store: Store, attack: str) -> None:
    """Also where nobody has compared the schema: rows are counted and read again before the commit."""
    run_raw(sqlite_store.url, SQLITE_TRIGGERS[attack])
    loose = closing(SQLiteLooseRecorder(path_of(sqlite_store)))
    with loose as recorder, pytest.raises(TamperedError, match="does not keep what it is given"):
        append(recorder, PlainSealing())
    assert counts(sqlite_store) == [0, 0, 0]


FUNCTION = "CREATE FUNCTION x() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN {0} END$$; CREATE TRIGGER x {1} FOR EACH ROW EXECUTE FUNCTION x()"
POSTGRES_TRIGGERS = {
    "entries swallowed": FUNCTION.format("RETURN NULL;", "BEFORE INSERT ON stored_events"),
    "one entry swallowed": FUNCTION.format("IF NEW.originator_version = 1 THEN RETURN NULL; END IF; RETURN NEW;", "BEFORE INSERT ON stored_events"),
    "a number altered": FUNCTION.format("NEW.notification_id := NEW.notification_id + 5; RETURN NEW;", "BEFORE INSERT ON stored_events"),
    "a stream altered": FUNCTION.format("NEW.originator_id := upper(NEW.originator_id); RETURN NEW;", "BEFORE INSERT ON stored_events"),
    "a version altered": FUNCTION.format("NEW.originator_version := NEW.originator_version + 1; RETURN NEW;", "BEFORE INSERT ON stored_events"),
    "a kind altered": FUNCTION.format("NEW.topic := upper(NEW.topic); RETURN NEW;", "BEFORE INSERT ON stored_events"),
    "a command's id altered": FUNCTION.format("NEW.command_id := upper(NEW.command_id); RETURN NEW;", "BEFORE INSERT ON commands"),
    "a command's place altered": FUNCTION.format("NEW.first := NEW.first + 7; RETURN NEW;", "BEFORE INSERT ON commands"),
    "a command's size altered": FUNCTION.format("NEW.count := NEW.count + 1; RETURN NEW;", "BEFORE INSERT ON commands"),
    "a slot altered": FUNCTION.format("NEW.slot := NEW.slot + 2; RETURN NEW;", "BEFORE INSERT ON openings"),
    "an opening elsewhere": FUNCTION.format("NEW.stream := upper(NEW.stream); RETURN NEW;", "BEFORE INSERT ON openings"),
    "one byte of a header altered": FUNCTION.format("NEW.state := set_byte(NEW.state, 48, 1 - get_byte(NEW.state, 48)); RETURN NEW;", "BEFORE INSERT ON stored_events"),
    "the last entry altered": FUNCTION.format("NEW.state := NEW.state || '\\x00'::bytea; RETURN NEW;", "BEFORE INSERT ON stored_events"),
    "commands swallowed": FUNCTION.format("RETURN NULL;", "BEFORE INSERT ON commands"),
    "a digest altered": FUNCTION.format("NEW.digest := decode(repeat('00', 16), 'hex'); RETURN NEW;", "BEFORE INSERT ON commands"),
    "openings swallowed": FUNCTION.format("RETURN NULL;", "BEFORE INSERT ON openings"),
    "a card altered": FUNCTION.format("NEW.sealed := set_byte(NEW.sealed, 12, 255 - get_byte(NEW.sealed, 12)); RETURN NEW;", "BEFORE INSERT ON openings"),
    "a command replanted": FUNCTION.format("INSERT INTO commands VALUES ('three', NEW.digest, 9, 1) ON CONFLICT DO NOTHING; RETURN NEW;", "AFTER INSERT ON commands"),
}  # fmt: skip
ALIKE = """CREATE FUNCTION alike({0}[], {0}[]) RETURNS boolean LANGUAGE sql AS 'SELECT true';
CREATE OPERATOR = (LEFTARG = {0}[], RIGHTARG = {0}[], FUNCTION = alike);"""
"""An operator for just these arrays comes before the server's own, which is for arrays of any kind."""
SAME_ARRAYS = "".join(ALIKE.format(kind) for kind in ("text", "bytea", "bigint", "integer"))
POSTGRES_TRIGGERS |= {f"{attack}, and arrays that always seem the same": SAME_ARRAYS + POSTGRES_TRIGGERS[attack]
    for attack in ("commands swallowed", "a digest altered", "a card altered")}  # fmt: skip


@pytest.mark.parametrize("attack", POSTGRES_TRIGGERS)
def test_a3_on_a_server_an_append_that_a_trigger_alters_is_not_acknowledged(postgres_store: Store, attack: str) -> None:
    """Also where nobody has compared the schema: what a trigger did is read before the commit."""
    run_raw(postgres_store.url, POSTGRES_TRIGGERS[attack])
    loose = closing(LoosePostgres(postgres_store))
    with loose as recorder, pytest.raises(TamperedError, match="does not keep what it is given"):
        append(recorder, PlainSealing())
    assert counts(postgres_store) == [0, 0, 0]


@pytest.mark.parametrize("table", ["stored_events", "commands", "openings"])
def test_a3_a_rule_that_does_nothing_instead_is_noticed(postgres_store: Store, table: str) -> None:
    """A rule rewrites the insert away, and the server says that all went well."""
    run_raw(postgres_store.url, f"CREATE RULE x AS ON INSERT TO {table} DO INSTEAD NOTHING")
    loose = closing(LoosePostgres(postgres_store))
    with loose as recorder, pytest.raises((TamperedError, StoreUnavailableError)) as raised:
        append(recorder, PlainSealing())
    assert re.search("does not keep|rules are not supported", str(raised.value))
    assert counts(postgres_store) == [0, 0, 0]


def test_a3_what_was_sent_and_kept_is_acknowledged(store: Store) -> None:
    """Commands and openings of several streams, in any order, and none at all: each is read again as it was sent."""
    events = [event("hand:b/1", 1, kind=DEALT), event("hand:a/1", 1, kind=DEALT), event("hand:b/1", 2, kind=DEALT)]
    openings = [opening("hand:b/1", 2, 3), opening("hand:a/1", 1), opening("hand:b/1", 1, 2), opening("hand:b/1", 1, 1)]
    commands = [command("zeta é", 2, 1), command("alpha", 0, 2)]
    store.recorder.insert_events(events, sealing=PlainSealing(), commands=commands, openings=openings)
    store.recorder.insert_events(run_of("hand:c/1", 3), sealing=PlainSealing())
    assert counts(store) == [6, 2, 4]


def test_a3_what_fills_no_buffer_at_once_is_kept_too(store: Store) -> None:
    """An append of some megabytes is sent piece by piece, and answered."""
    count = 1_500
    events = [event("hand:a/1", version, bytes(4_000)) for version in range(1, count + 1)]
    commands = [command(f"{number}/{'x' * 60}", number) for number in range(count)]
    openings = [opening("hand:a/1", version, slot) for version in range(1, count + 1) for slot in range(3)]
    ids = store.recorder.insert_events(events, sealing=PlainSealing(), commands=commands, openings=openings)
    assert list(ids) == list(range(1, count + 1))
    assert counts(store) == [count, count, 3 * count]


def test_g2_a_rollback_does_not_stop_a_door(postgres_store: Store) -> None:
    """A publisher that comes second rolls back; psycopg then forgot every statement, those of the append too."""
    for size in range(1, 9):
        postgres_store.recorder.insert_events(run_of("hand:a/1", 1, size), sealing=PlainSealing())
        postgres_store.put_published([Tile(0, 0, bytes(32 * size))], f"size {size}", size)
    with pytest.raises(IntegrityError):
        postgres_store.put_published([], None, 1)
    assert list(postgres_store.recorder.insert_events(run_of("hand:a/1", 1, 9), sealing=PlainSealing())) == [9]


def test_g2_a_session_that_lost_its_statements_is_made_again(postgres_store: Store) -> None:
    """A pooler or an administrator may discard what was prepared: the next append begins on a new connection."""
    postgres_store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
    before = writer_pid(postgres_store)
    postgres_store.recorder._open_writer().pgconn.exec_(b"DEALLOCATE ALL")  # type: ignore[attr-defined]
    assert list(postgres_store.recorder.insert_events(run_of("hand:a/1", 1, 2), sealing=PlainSealing())) == [2]
    assert writer_pid(postgres_store) != before


def replaced(path: str) -> None:
    """An older copy takes the file's place."""
    shutil.copy(path, f"{path}.old")
    Path(f"{path}.old").replace(path)


REPLACEMENTS: dict[str, Callable[[str], None]] = {
    "another file": replaced,
    "no file": lambda path: Path(path).unlink(),
    "another log": lambda path: replaced(f"{path}-wal"),
    "no log": lambda path: Path(f"{path}-wal").unlink(),
    "no index of the log": lambda path: Path(f"{path}-shm").unlink(),
}


@pytest.mark.parametrize("how", REPLACEMENTS)
def test_g3_a_file_replaced_under_a_running_door_stops_it(sqlite_store: Store, how: str) -> None:
    """What would be written goes to no path any more: nothing is signed, and nothing acknowledged."""
    sqlite_store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
    REPLACEMENTS[how](path_of(sqlite_store))
    sealing = PlainSealing()
    for act in (
        lambda: sqlite_store.recorder.insert_events(run_of("hand:a/1", 1, 2), sealing=sealing),
        lambda: sqlite_store.put_checkpoint(1, "note"),
    ):
        with pytest.raises(TamperedError, match="was replaced or removed while it was open"):
            act()
    assert sealing.heads == []


def test_g3_a_link_that_leads_elsewhere_stops_a_door(tmp_path: Path) -> None:
    """The path is a link that somebody turned to another ledger: the one that is open is not at the path."""
    for name in ("one", "two"):
        create_store(f"sqlite:///{tmp_path / name}.db", ORIGIN).close()
    link = tmp_path / "ledger.db"
    link.symlink_to(tmp_path / "one.db")
    with open_store(f"sqlite:///{link}") as store:
        store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
        link.unlink()
        link.symlink_to(tmp_path / "two.db")
        with pytest.raises(TamperedError, match="was replaced"):
            store.recorder.insert_events(run_of("hand:a/1", 1, 2), sealing=PlainSealing())


def test_g3_a_log_removed_behind_a_link_stops_a_door(tmp_path: Path) -> None:
    """The log lies beside the file that the link leads to, and not beside the link: what is written there is at no path either."""
    (tmp_path / "disk").mkdir()
    create_store(f"sqlite:///{tmp_path / 'disk' / 'one.db'}", ORIGIN).close()
    link = tmp_path / "ledger.db"
    link.symlink_to(tmp_path / "disk" / "one.db")
    with open_store(f"sqlite:///{link}") as store:
        store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
        (tmp_path / "disk" / "one.db-wal").unlink()
        with pytest.raises(TamperedError, match="the log beside it, was replaced or removed"):
            store.recorder.insert_events(run_of("hand:a/1", 1, 2), sealing=PlainSealing())


SETTINGS = ("bytea_output = 'escape'", "quote_all_identifiers = on", "standard_conforming_strings = off")


@pytest.mark.parametrize("setting", SETTINGS)
def test_g2_what_an_administrator_sets_for_a_role_is_no_alarm(postgres_store: Store, setting: str) -> None:
    """How a server writes bytes and names is a matter of taste: a door works on, and accuses nobody."""
    postgres_store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
    run_raw(postgres_store.url, f"ALTER ROLE CURRENT_USER SET {setting}")
    try:
        with open_store(postgres_store.url) as running:
            running.recorder.insert_events(run_of("hand:a/1", 1, 2), sealing=PlainSealing())
            assert running.head().size == 2
    finally:
        run_raw(postgres_store.url, f"ALTER ROLE CURRENT_USER RESET {setting.partition(' ')[0]}")


def test_g5_a_locked_file_says_who_holds_it(sqlite_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process and its command line, as the machine lists them."""
    monkeypatch.setattr("tombo.ledger.store.sqlite.recorder.BUSY_SECONDS", 0.1)
    with held(sqlite_store), pytest.raises(StoreUnavailableError) as raised:
        sqlite_store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
    found = subprocess.run(["grep", "-c", "POSIX", "/proc/locks"], capture_output=True, check=False)
    expected = "held by process" if found.returncode == 0 else "this machine lists no lock"
    assert expected in str(raised.value)


def test_b3_who_holds_a_lock_is_named_without_what_he_typed() -> None:
    """B3: the command line of another process may hold a claim, or the password in a URL: what stands behind an option is not told."""
    words = ["--claim", "I am Rui Costa", "postgresql://u:secret@h/db"]
    runs = [sys.executable, "-c", "print(flush=True); input()", *words]
    with subprocess.Popen(runs, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdout.readline()  # it runs; while it is only being started, the system shows no words
        said = _command(child.pid)
        child.stdin.write(b"\n")
    assert Path(sys.executable).name in said
    assert not any(word in said for word in ("Rui", "secret", "claim"))


def test_g5_a_locked_server_says_who_holds_it(postgres_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The session's process, its program, where it comes from and since when."""
    monkeypatch.setattr("tombo.ledger.store.postgres.connect.LOCK_SECONDS", 1)
    plain, _, schema = postgres_store.url.rpartition("schema=")
    with (
        open_store(postgres_store.url) as waiting,
        psycopg.connect(plain.rstrip("?&"), autocommit=True, application_name="night-\x07job") as other,
    ):
        other.execute("SELECT pg_advisory_lock(%s::bigint)", (lock_key(schema),))
        said = rf"held by session {other.info.backend_pid} \(user \S+, night-.*job, from this machine, idle, since 20.* UTC\)"
        with pytest.raises(StoreUnavailableError, match=said) as raised:
            waiting.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
        assert str(raised.value).isprintable()


HOLDING = {
    "a row half inserted": "INSERT INTO stored_events VALUES (1, 'x', 1, 'k', '\\x00')",
    "a table locked": "LOCK TABLE stored_events IN ACCESS EXCLUSIVE MODE",
    "a table kept from writers": "LOCK TABLE stored_events IN SHARE MODE",
}


@pytest.mark.parametrize("how", HOLDING)
def test_g5_a_server_whose_table_is_locked_says_who_holds_it(
    postgres_store: Store, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Not the lock of the appends, but a transaction of somebody's that was left open: it is that one that is named, also to who reads."""
    monkeypatch.setattr("tombo.ledger.store.postgres.connect.LOCK_SECONDS", 1)
    plain, _, schema = postgres_store.url.rpartition("schema=")
    with psycopg.connect(plain.rstrip("?&"), application_name="careless") as other:
        other.execute(f"SET search_path TO {schema}")
        with open_store(postgres_store.url) as waiting:
            other.execute(HOLDING[how])
            said = rf"held by session {other.info.backend_pid} \(user \S+, careless, from this machine, idle in transaction, since 20"
            with pytest.raises(StoreUnavailableError, match=said):
                waiting.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
            if how == "a table locked":
                with pytest.raises(StoreUnavailableError, match=said):
                    waiting.recorder.fetch("SELECT topic FROM stored_events")
        other.rollback()


def test_g10_a_path_that_cannot_be_looked_at_is_a_named_error() -> None:
    """What the system says of a path is told in our words, for opening as for making."""
    url = f"sqlite:////tmp/{'x' * 5000}"
    for act in (open_store, lambda given: create_store(given, ORIGIN)):
        with pytest.raises(StoreUnavailableError, match="too long"):
            act(url)


def test_g10_a_folder_that_cannot_be_written_is_a_named_error() -> None:
    """Init in a folder of somebody else says so, and is no fault of the program."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        Path(name).chmod(0o555)
        try:
            if os.getuid() == 0:
                os.seteuid(pwd.getpwnam("nobody").pw_uid)
            with pytest.raises(StoreUnavailableError, match="ermission denied"):
                create_store(f"sqlite:///{name}/ledger.db", ORIGIN)
        finally:
            os.seteuid(os.getuid())


def test_g10_the_published_size_needs_no_pool(store: Store) -> None:
    """It is read as everything else is: a pool of the library's that times out is no fault of the program."""
    store.put_published([], None, 7)
    store.recorder.datastore.close()  # type: ignore[attr-defined]
    assert store.published() == 7
