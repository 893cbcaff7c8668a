"""Which session holds the lock that appends wait for, as far as the server tells."""

from __future__ import annotations

from typing import Any, Final

import psycopg

from tombo.ledger.store.locks import printable

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


def session_holders(connection: psycopg.Connection[Any], key: int) -> str:
    """Who holds up the others, in words, as far as this role may see it: by the advisory lock ``key`` or a lock of a table.

    The tables are those of the schema that ``connection`` sees. Transactions that were prepared and not ended are named, whatever they lock.

    Raises:
        psycopg.Error: the server cannot be asked.
    """
    found = connection.execute(_SESSIONS, (key >> 32 & _HALF, key & _HALF)).fetchall()
    holding = [
        f"session {pid} (user {printable(user or 'unknown')}, {printable(application or 'without a name')}, from"
        f" {client or 'this machine'}, {state or 'state unknown'}, since {since or 'an unknown time'})"
        for pid, user, application, client, state, since in found
        if pid is not None
    ]
    holding += [
        f"perhaps the prepared transaction {printable(name)} ({printable(owner)}, since {since}), which 'ROLLBACK PREPARED' ends"
        for name, owner, since in connection.execute(_PREPARED).fetchall()
    ]
    return f"held by {', '.join(holding)}" if holding else "nobody holds it any more"
