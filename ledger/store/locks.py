"""Who holds the lock that appends wait for, as far as the machine or the server tells."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import psycopg

_WRITER_BYTE: Final = 120
"""Where SQLite locks the index of the write-ahead log for its one writer."""
_HALF: Final = 2**32 - 1
_SESSIONS: Final = """
SELECT DISTINCT l.pid, a.usename, a.application_name, host(a.client_addr), a.state,
    to_char(coalesce(a.xact_start, a.state_change) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC')
FROM pg_locks l JOIN pg_database d ON d.oid = l.database LEFT JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.granted AND d.datname = current_database() AND l.pid NOT IN (SELECT pid FROM pg_locks WHERE NOT granted AND pid IS NOT NULL)
    AND (l.locktype = 'advisory' AND l.classid::bigint = %s AND l.objid::bigint = %s AND l.objsubid = 1
        OR l.locktype = 'relation' AND l.mode <> 'AccessShareLock' AND l.relation IN
            (SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())))
ORDER BY l.pid
"""
"""Who has the lock of the appends, or wrote to a table of the ledger or locked one and has not ended; and waits for nobody."""
_PREPARED: Final = """
SELECT gid, owner, to_char(prepared AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC')
FROM pg_prepared_xacts WHERE database = current_database() ORDER BY prepared, gid LIMIT 5
"""
"""A transaction that was prepared has its locks until somebody ends it; it has no session."""
_LOCKS: Final = Path("/proc/locks")
_WORDS: Final = 8
"""How many words a line of that file has, where somebody holds the lock."""


def file_holders(path: str) -> str:
    """Who has the write lock of the SQLite file at ``path``, in words; else who has any lock of it.

    Linux lists the locks of all processes it lets us see; elsewhere, and from within a container, there may be none.
    """
    path = os.path.realpath(path)
    index = list(_locks(f"{path}-shm"))
    writers = sorted({pid for pid, mode, first, last in index if mode == "WRITE" and first <= _WRITER_BYTE <= last})
    if writers:
        return f"held by {_named(writers)}"
    others = sorted({pid for pid, *_ in (*index, *_locks(path))} - {os.getpid()})
    if others:
        return f"who holds it is not known; {_named(others)} has the file open"
    return "who holds it is not known: this machine lists no lock of the file"


def holders(path: str) -> str:
    """Who has a lock of the file or folder at ``path``, in words, as far as this machine tells."""
    found = sorted({pid for pid, *_ in _locks(path)})
    return f"held by {_named(found)}" if found else "who holds it is not known: this machine lists no lock of it"


def _named(pids: list[int]) -> str:
    return ", ".join(f"process {pid} ({_command(pid)})" for pid in pids)


def _command(pid: int) -> str:
    """What a process was asked for: the first words of its command line, none from the first option on.

    What stands behind options is for nobody's log: a claim, a reason, the password in a URL.
    """
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes()[:200].decode("utf-8", "replace").split("\0")
    except OSError:
        return "of another user, or gone"
    shown = takewhile(lambda word: not word.startswith("-") and "://" not in word, words)
    return _printable(" ".join(shown).strip()) or "without a name"


def _locks(path: str) -> Iterator[tuple[int, str, int, int]]:
    """The locks of a file: process, READ or WRITE, first byte and last. None of them where the system does not say."""
    try:
        inode = os.stat(path).st_ino  # noqa: PTH116 - with the line below, the one question
        lines = _LOCKS.read_text(encoding="ascii").splitlines()
    except OSError:
        return
    for line in lines:
        words = line.split()
        # 3: POSIX  ADVISORY  WRITE 4242 fe:01:131085 120 120; a lock that is waited for has "->" before its kind.
        if len(words) == _WORDS and words[5].rpartition(":")[2] == str(inode) and int(words[4]) > 0:
            yield int(words[4]), words[3], int(words[6]), 2**63 - 1 if words[7] == "EOF" else int(words[7])


def session_holders(connection: psycopg.Connection[Any], key: int) -> str:
    """Who holds up the others, in words, as far as this role may see it: by the advisory lock ``key`` or a lock of a table.

    The tables are those of the schema that ``connection`` sees. Transactions that were prepared and not ended are named, whatever they lock.

    Raises:
        psycopg.Error: the server cannot be asked.
    """
    found = connection.execute(_SESSIONS, (key >> 32 & _HALF, key & _HALF)).fetchall()
    holding = [
        f"session {pid} (user {_printable(user or 'unknown')}, {_printable(application or 'without a name')}, from"
        f" {client or 'this machine'}, {state or 'state unknown'}, since {since or 'an unknown time'})"
        for pid, user, application, client, state, since in found
        if pid is not None
    ]
    holding += [
        f"perhaps the prepared transaction {_printable(name)} ({_printable(owner)}, since {since}), which 'ROLLBACK PREPARED' ends"
        for name, owner, since in connection.execute(_PREPARED).fetchall()
    ]
    return f"held by {', '.join(holding)}" if holding else "nobody holds it any more"


def _printable(text: str) -> str:
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text)
