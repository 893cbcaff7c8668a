"""The page of the roles on PostgreSQL, from the table that grants them."""

from __future__ import annotations

from tombo.ledger.store.postgres.roles import RIGHTS, RoledLedger
from tombo.ledger.store.postgres.views import views_schema
from tombo.ledger.store.roles import ROLES, WORK, Role

EXAMPLE = RoledLedger("casino", "ledger")


def page() -> str:
    """``docs/postgres-roles.md``."""
    names = "\n".join(f"| {role} | `{EXAMPLE.role(role)}` | {work} |" for role, work in WORK.items())
    rows = "\n".join(f"| `{table}` | {' | '.join(_verbs(table, role) for role in ROLES)} |" for table in RIGHTS)
    views = views_schema(EXAMPLE.schema)
    return f"""# Roles on PostgreSQL

Generated from `ledger/store/postgres/roles.py`; `make docs` writes it again. The tests try every cell of the table, and everything else.

A database is not trusted ([threat model](threat-model.md)). But what a process cannot do, nobody does through it: so every kind
of process has a role of its own, which has the rights it needs and no other. `tombo init --roles` makes them with the ledger;
`tombo init --roles-sql` makes nothing and prints the same statements, for an administrator, or to give the rights again
after an upgrade: what a role has beyond the table is then taken away.

| role | its name, for the schema `{EXAMPLE.schema}` of the database `{EXAMPLE.database}` | for |
|---|---|---|
{names}

The roles cannot log in. Processes have users, and each user is a member of one role:

```sql
CREATE ROLE door_1 LOGIN PASSWORD '...' IN ROLE "{EXAMPLE.role("writer")}";
```

## What each may do

| table | {" | ".join(ROLES)} |
|---|{"---|" * len(ROLES)}
{rows}

Nobody but the owner deletes, truncates, locks out others for good, makes or changes tables, triggers, rules, indexes or functions, or makes temporary tables. The
schema of the projections, `{views}`, belongs to the views role: it makes and drops its tables there, and an auditor reads them.
Whoever is a member of that role, the owner too, works there *as* that role.

## The owner

The user who ran `tombo init` owns the schema. No process needs him afterwards but a restore and an upgrade. Keep his password where the
root key is. With `--roles` he needs `CREATEROLE`, and `CREATE` on the database; he needs not be a superuser.

## Maintenance

`VACUUM`, `ANALYZE`, `VACUUM FULL` and `REINDEX`, also `CONCURRENTLY`, may be done beside running doors: appends wait for `VACUUM FULL` and plain `REINDEX`, up to 30 seconds,
and go on. Where several doors are at work, one that reads under its lock and `VACUUM FULL` may wait for each other: the server ends that door's session after 10 seconds, and nothing
was recorded. An index not in force that `REINDEX CONCURRENTLY` left, because it was stopped, is dropped by hand; doors take no offence at it. Settings under
which an acknowledged entry can be lost (`fsync`, `full_page_writes`, `synchronous_commit`) are noticed by running doors within a second, which then record nothing. With a
synchronous standby, `pg_cancel_backend` on a commit that waits for it makes an entry that only this server has; the door is not told.

## What it costs, and what is left

- The database is the ledger's alone: `TEMPORARY` on it is taken from everybody (`PUBLIC`), and `CREATE` on the ledger's schema.
- An auditor reads no openings, so `tombo verify` says `WITHHELD` beside its verdict: the commitments of closed cards were not opened. A
  verification as writer, or from a bundle with openings, does it.
- Any user of the database can take the advisory lock that orders the appends, and so make doors wait; they give up after 30 seconds
  and say so. `REVOKE CONNECT ON DATABASE {EXAMPLE.database} FROM PUBLIC` keeps strangers out.
- Any user of a server can fill its disk: with large objects, which every user may make, and with what big sorts put aside. `temp_file_limit`, and
  `REVOKE EXECUTE ON FUNCTION lo_create(oid), lo_creat(int), lo_from_bytea(oid, bytea) FROM PUBLIC` by the superuser, bound that. On a full disk nothing is recorded, and nothing lost.
- A publisher may write false tiles, a views user false rows, a writer rows that nobody signed. The checks find them; no right can.
"""


def _verbs(table: str, role: Role) -> str:
    return ", ".join(RIGHTS[table].get(role, ())).lower() or "-"
