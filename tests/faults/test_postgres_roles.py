"""The four roles of PostgreSQL: what each is for works with the real commands, and the server refuses everything else."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import psycopg
import pytest

from bench.play import hand, house, play
from tests.tools import cli_run
from tests.tools.cli_run import PLATFORM, asked, keep_key, tombo
from tests.worlds.roles import (
    ANYWHERE,
    ORIGIN,
    PASSWORD,
    TRIED,
    Made,
    as_user,
    first_column,
    forget,
    numbers,
    refused,
    rights,
    with_schema,
    without_schema,
)
from tombo.cli.invocation import Invocation
from tombo.ledger.core.errors import StoreUnavailableError, UsageError
from tombo.ledger.store import open_store, open_views
from tombo.ledger.store.postgres.roles import RIGHTS, RoledLedger, Verb
from tombo.ledger.store.postgres.views import views_schema
from tombo.ledger.store.roles import ROLES, Role
from tombo.ledger.store.types import TABLES


@pytest.fixture(scope="module")
def made(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    """A ledger with roles, in which a hand was played, all of it by members of the roles."""
    schema = f"tombo_roles_{os.getpid()}_{next(numbers)}"
    url, keys = with_schema(postgres_url, schema), tmp_path_factory.mktemp("roles") / "keys"
    done = tombo("--ledger", url, "--keys", str(keys), "--json", "init", "--origin", ORIGIN, "--roles")
    assert done.status == 0, done.err
    names: dict[Role, str] = done.document["roles"]
    with psycopg.connect(postgres_url, autocommit=True) as server:
        ((database, owner),) = server.execute("SELECT current_database(), current_user")
        users: dict[Role, str] = {}
        for role, name in names.items():
            users[role] = f"{schema}_{role}_user"
            server.execute(f"CREATE ROLE {users[role]} LOGIN PASSWORD '{PASSWORD}' IN ROLE \"{name}\"")
    found = Made(url, keys, RoledLedger(database, schema), users, owner)
    passphrase = Path(cli_run.PASSPHRASE_FILE)
    with Invocation(found.as_("writer"), keys, passphrase_file=passphrase).writing() as ledger:
        play(ledger, house(1))
        play(ledger, hand(0, 1))
    keep_key(keys, ORIGIN, "manager-1")
    yield found
    forget(postgres_url, schema, [*users.values(), *names.values()])


def test_every_table_has_its_rights() -> None:
    """A table that is added to the ledger is added to the rights, or its roles could not work."""
    assert set(RIGHTS) == set(TABLES)
    assert all(
        set(rights) <= set(ROLES) and set(verbs) <= set(get_args(Verb))
        for rights in RIGHTS.values()
        for verbs in rights.values()
    )


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("table", TABLES)
def test_a_role_has_the_rights_of_the_table_and_no_other(made: Made, role: Role, table: str) -> None:
    """Table by table and verb by verb: what the server says of a role's rights, and what it does when they are used."""
    wanted = set(RIGHTS[table].get(role, ()))
    with made.connected(role) as connection:
        schema = made.place.schema
        name = f"{schema}.{table}"
        assert rights(connection, name) == wanted
        column = first_column(connection, name)
        tried = {
            what: refused(connection, sql.format(table=name, column=column, schema=schema))
            for what, sql in TRIED.items()
        }
        allowed = wanted | ({"lock"} if "UPDATE" in wanted else set())  # who may update a row may lock the table
        assert {what for what, no in tried.items() if not no} == allowed


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("what", sorted(ANYWHERE))
def test_no_role_makes_anything_or_becomes_anybody(made: Made, role: Role, what: str) -> None:
    """No role makes objects beside the ledger's, changes the server's course, reads its files or becomes the owner."""
    with made.connected(role) as connection:
        assert refused(connection, ANYWHERE[what].format(schema=made.place.schema, owner=made.owner))


@pytest.mark.parametrize("role", ROLES)
def test_only_the_views_role_works_in_the_schema_of_projections(made: Made, role: Role) -> None:
    """The projections' schema is the views role's; an auditor reads there, a writer and a publisher see nothing of it."""
    assert made.run("views", "views", "follow").status == 0
    schema = views_schema(made.place.schema)
    reads = {"views", "auditor"}
    with made.connected(role) as connection:
        assert refused(connection, f"SELECT FROM {schema}.builds") is (role not in reads)
        for sql in (
            "CREATE TABLE {}.mine (a int)",
            "UPDATE {}.builds SET live = 0",
            "DROP TABLE {}.builds",
            "DELETE FROM {}.about",
        ):
            assert refused(connection, sql.format(schema)) is (role != "views")


def test_the_writer_records(made: Made, tmp_path: Path) -> None:
    """The doors open, record and answer as a member of the writer's role, without the checkpoint key; cards are dealt, staff is granted roles."""
    door = made._replace(keys=Path(shutil.copytree(made.keys, tmp_path / "door")))
    (door.keys / "checkpoint.key").unlink()
    line = asked("roles/1", PLATFORM, kind="open_account", player="p-roles").encode()
    recorded = door.run("writer", "record", stdin=line + b"\n")
    assert (recorded.status, [one["status"] for one in recorded.lines]) == (0, ["recorded"]), recorded.err
    granted = door.run("writer", "staff", "grant", "rui", "officer", "--staff", "manager-1")
    assert granted.status == 0, granted.err
    with open_store(made.as_("writer"), read_only=True) as store:
        assert store.openings("hand:mesa-0/1")


def test_the_publisher_publishes_and_records_nothing(made: Made) -> None:
    """Checkpoints are signed as a member of the publisher's role; through the door of the same user nothing is recorded."""
    for words in (("publish", "--once"), ("checkpoint",)):
        signed = made.run("publisher", *words)
        assert signed.status == 0, signed.err
    with open_store(made.url, read_only=True) as store:
        size = store.head().size
        assert store.published() == size
    tried = made.run("publisher", "staff", "grant", "eva", "officer", "--staff", "manager-1")
    assert (tried.status, "permission denied for table" in tried.err) == (StoreUnavailableError.exit_status, True)
    with open_store(made.url, read_only=True) as store:
        assert store.head().size == size


def test_a_key_is_rotated_by_who_may_record_and_not_publish(made: Made) -> None:
    """What was recorded is not said to be not recorded because the checkpoint at the end was not his to make."""
    rotated = made.run("writer", "keys", "rotate")
    assert (rotated.status, "signs from now on" in rotated.out) == (0, True), rotated
    assert rotated.err.startswith("tombo: what was recorded stands, and no checkpoint covers it yet: ")
    assert made.run("publisher", "publish", "--once").status == 0


def test_the_views_role_follows_and_drops(made: Made) -> None:
    """Projections are followed, listed, rebuilt and dropped as a member of the views role, and the tables are the role's."""
    for words in (("views", "follow"), ("views", "list"), ("views", "rebuild", "accounts"), ("refunds",)):
        ran = made.run("views", *words)
        assert ran.status == 0, (words, ran.err)
    with psycopg.connect(without_schema(made.url)) as server:
        owners = server.execute(
            "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = %s", (views_schema(made.place.schema),)
        ).fetchall()
    assert owners == [(made.place.role("views"),)]
    assert (
        made.run(None, "views", "follow").status == 0
    )  # the owner works there as the role, and leaves nothing of his own
    assert made.run("views", "views", "drop").status == 0


def test_the_auditor_verifies_without_the_cards(made: Made, tmp_path: Path) -> None:
    """Verification, audit, status and export work as a member of the auditor's role; no card is opened, and that is said."""
    assert made.run("publisher", "checkpoint", "--out", str(tmp_path / "kept")).status == 0
    verified = made.run("auditor", "--json", "verify", "--checkpoint", str(tmp_path / "kept"))
    assert (verified.status, verified.document["verdict"]) == (0, "OK"), verified
    assert [problem["code"] for problem in verified.document["problems"]] == ["WITHHELD"]
    for words in (("audit",), ("status",), ("hand", "list"), ("hand", "show", "mesa-0/1"), ("refunds",)):
        ran = made.run("auditor", *words)
        assert ran.status == 0, (words, ran.err)
    assert made.run("auditor", "export", "bundle", "--out", str(tmp_path / "bundle")).status == 0
    assert not (tmp_path / "bundle" / "openings").exists()
    as_writer = made.run("writer", "--json", "verify", "--checkpoint", str(tmp_path / "kept"))
    assert (as_writer.document["verdict"], as_writer.document["problems"]) == ("OK", [])


def test_a_writer_is_told_that_projections_are_not_his(made: Made) -> None:
    """Who may not read the projections hears just that, and never the advice to remove them."""
    assert made.run("views", "views", "follow").status == 0
    for role in ("writer", "publisher"):
        told = made.run(role, "views", "list")
        assert told.status == StoreUnavailableError.exit_status
        assert "may not read what projections keep" in told.err
        assert "remove" not in told.err
    with pytest.raises(StoreUnavailableError, match="may not read what projections keep"):
        open_views(made.as_("writer"))


def test_the_roles_are_given_again(made: Made) -> None:
    """What a role has got beyond the table is taken away when the SQL that init prints is run, and nothing else changes."""
    role = made.place.role("auditor")
    with psycopg.connect(without_schema(made.url), autocommit=True) as server:
        server.execute(f'GRANT SELECT, DELETE ON {made.place.schema}.openings TO "{role}"')
        server.execute(f'GRANT CREATE ON SCHEMA {made.place.schema} TO "{role}"')
        printed = made.run(None, "init", "--roles-sql")
        assert printed.status == 0, printed.err
        server.execute(printed.out)
    with made.connected("auditor") as connection:
        assert refused(connection, f"SELECT FROM {made.place.schema}.openings")
        assert refused(connection, f"CREATE TABLE {made.place.schema}.mine (a int)")
        assert not refused(connection, f"SELECT FROM {made.place.schema}.stored_events")


def test_an_owner_who_is_no_superuser_makes_the_roles(postgres_url: str, tmp_path: Path) -> None:
    """CREATEROLE and the right to make schemas suffice for init; without CREATEROLE it makes nothing and says what to do."""
    schema = f"tombo_roles_{os.getpid()}_{next(numbers)}"
    owner, url = f"{schema}_owner", with_schema(postgres_url, schema)
    keys = str(tmp_path / "keys")
    with psycopg.connect(postgres_url, autocommit=True) as server:
        ((database,),) = server.execute("SELECT current_database()")
        server.execute(f"CREATE ROLE {owner} LOGIN PASSWORD '{PASSWORD}'")
        server.execute(f'GRANT CREATE, TEMPORARY ON DATABASE "{database}" TO {owner}')
    init = ("--ledger", as_user(url, owner), "--keys", keys, "--json", "init", "--origin", ORIGIN, "--roles")
    try:
        poor = tombo(*init)
        assert poor.status == UsageError.exit_status
        assert "may not make roles (it lacks CREATEROLE); nothing was made" in poor.err
        assert not (tmp_path / "keys").exists()
        with psycopg.connect(postgres_url, autocommit=True) as server:
            assert not server.execute("SELECT FROM pg_namespace WHERE nspname = %s", (schema,)).fetchall()
            server.execute(f"ALTER ROLE {owner} CREATEROLE")
        done = tombo(*init)
        assert done.status == 0, done.err
        assert set(done.document["roles"]) == set(ROLES)
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as server:
            roles = [name for role in ROLES if (name := RoledLedger(database, schema).role(role))]
            there = server.execute(
                "SELECT rolname FROM pg_roles WHERE rolname = ANY(%s)", ([*roles, owner],)
            ).fetchall()
        forget(postgres_url, schema, [name for (name,) in sorted(there, key=lambda row: row[0] == owner)])


def test_a_role_of_something_else_is_never_taken(postgres_url: str, tmp_path: Path) -> None:
    """A role that has the name by accident, and may have members, gets no right on a ledger."""
    schema = f"tombo_roles_{os.getpid()}_{next(numbers)}"
    with psycopg.connect(postgres_url, autocommit=True) as server:
        ((database,),) = server.execute("SELECT current_database()")
        name = RoledLedger(database, schema).role("writer")
        server.execute(f'CREATE ROLE "{name}"')
    try:
        url = with_schema(postgres_url, schema)
        ran = tombo("--ledger", url, "--keys", str(tmp_path / "keys"), "init", "--origin", ORIGIN, "--roles")
        assert ran.status == UsageError.exit_status
        assert f"the role {name} is there already and is not of this ledger" in ran.err
        with psycopg.connect(postgres_url, autocommit=True) as server:
            assert not server.execute(
                "SELECT FROM pg_roles WHERE rolname = %s", (RoledLedger(database, schema).role("views"),)
            ).fetchall()
    finally:
        forget(postgres_url, schema, [name])


def test_a_ledger_in_a_file_has_no_roles(sqlite_url: str, tmp_path: Path) -> None:
    """On SQLite there are none to make: it is said before anything is made."""
    for words in (("--origin", ORIGIN, "--roles"), ("--roles-sql",)):
        ran = tombo("--ledger", sqlite_url, "--keys", str(tmp_path / "keys"), "init", *words)
        assert (ran.status, "roles are of PostgreSQL" in ran.err) == (UsageError.exit_status, True)
    assert not (tmp_path / "keys").exists()
    unnamed = tombo("--ledger", sqlite_url, "init")
    assert (unnamed.status, "--origin" in unnamed.err) == (UsageError.exit_status, True)


@pytest.mark.parametrize("role", ROLES)
def test_only_the_owner_detaches(made: Made, role: Role, tmp_path: Path) -> None:
    """No process cuts an entry, whoever signs it: who may not is told before anything is put on record."""
    copy = str(tmp_path / "copy")
    assert made.run(None, "checkpoint").status == 0
    assert made.run(None, "backup", copy).status == 0
    asked = ("--before", "2100-01-01T00:00:00Z", "--staff", "manager-1", "--second", "manager-1", "--reason", "old")
    refused_to = made.run(role, "period", "detach", copy, *asked)
    assert (refused_to.status, refused_to.out) == (3, ""), refused_to
    assert "docs/postgres-roles.md says which has" in refused_to.err
    assert made.run(None, "period", "detach", copy, *asked).status == 1, "the owner may, and one person may not"


@pytest.mark.parametrize("role", ROLES)
def test_only_the_owner_packs(made: Made, role: Role) -> None:
    """No process changes what a row keeps: who may not is told before anything is looked at."""
    words = ("period", "pack", "--before", "2100-01-01T00:00:00Z")
    refused_to = made.run(role, *words)
    assert (refused_to.status, refused_to.out) == (3, ""), refused_to
    assert "docs/postgres-roles.md says which has" in refused_to.err
    assert made.run(None, "checkpoint").status == made.run(None, *words).status == 0
