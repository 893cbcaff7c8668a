"""``tombo init``: a ledger's beginning."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from typing import Annotated

import typer

from tombo.cli.invocation import invocation
from tombo.cli.signing import asked_key, key_path
from tombo.cli.terminal.output import note, say
from tombo.ledger.core.errors import LedgerError, UsageError
from tombo.ledger.core.said import Told
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.beginning import begun, check_new
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.claim import FolderClaim
from tombo.ledger.seal.keyfile import check_passphrase
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.store import Role, check_may_grant, grant_roles
from tombo.ledger.store import roles_sql as sql_of_roles
from tombo.reports.said.commands import init as said


def init(
    ctx: typer.Context,
    origin: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The ledger's name for ever, for example operator.example/ledger/1."),
    ] = None,
    manager: Annotated[
        str | None, typer.Option(metavar="STAFF", help="Who gets the role of manager, to grant the others.")
    ] = None,
    play: Annotated[
        bool, typer.Option("--play-money", help="A ledger of demo play: it refuses euro for ever.")
    ] = False,
    roles: Annotated[
        bool, typer.Option("--roles", help="On PostgreSQL: make the roles of writer, publisher, views and auditor.")
    ] = False,
    roles_sql: Annotated[
        bool, typer.Option("--roles-sql", help="Make nothing; print the SQL of --roles, for an administrator.")
    ] = False,
) -> None:
    """Create the ledger and its keys, and print what a verifier pins. An existing ledger is refused."""
    call = invocation(ctx)
    if roles_sql:
        say(sql_of_roles(call.url).rstrip("\n"))
        return
    if origin is None:
        raise UsageError(said.ORIGIN_NEEDED())
    if roles:
        check_may_grant(call.url)
    keyring = call.keys_with(new=True)
    check_new(keyring, origin, manager)
    ledger = _made(call.url, keyring, origin, manager, demo=play)
    try:
        publish(ledger.store, keyring.signer())
    except (LedgerError, OSError):
        note(said.LEFT_UNSIGNED(origin=origin))
        raise
    finally:
        ledger.store.close()
    granted: Mapping[Role, str] = grant_roles(call.url) if roles else {}
    document = {
        "origin": origin,
        "root_key": keyring.public(keyring.root).vkey,
        "checkpoint_key": keyring.public(keyring.checkpoint).vkey,
        "root_key_file": str(keyring.root),
        "policy": str(keyring.policy),
        **({"roles": granted} if roles else {}),
    }
    call.result(document, *_told(origin, keyring, manager), *_roles(granted))


def _told(origin: str, keyring: Keyring, manager: str | None) -> Iterator[Told | str]:
    """What a verifier pins, what becomes of the keys, and what to do next."""
    yield said.LEDGER_READY(origin=origin)
    yield ""
    yield said.READY_ROOT_KEY(key=keyring.public(keyring.root).vkey)
    yield said.READY_CHECKPOINT_KEY(key=keyring.public(keyring.checkpoint).vkey)
    yield ""
    yield said.GIVE_POLICY(file=str(keyring.policy))
    yield said.MOVE_ROOT_KEY(file=str(keyring.root))
    yield said.KEYS_UNDER_PASSPHRASE()
    yield said.NEXT_GRANT_MANAGER() if manager is None else said.NEXT_GRANT_OFFICER(manager=manager)


def _made(url: str, keyring: Keyring, origin: str, manager: str | None, *, demo: bool) -> Ledger:
    """The new ledger. Everything is asked for before anything is made: who is waited for holds up nobody."""
    for typed in (keyring.passphrase, keyring.root_passphrase):
        check_passphrase(typed)
    key_of = None if manager is None else asked_key(keyring, origin, manager)
    with begun(keyring) as claim:
        key = None if key_of is None else _kept_key(key_of, keyring, manager or "", claim)
        return create_ledger(url, keyring, origin=origin, manager=manager, manager_key=key, demo=demo, claim=claim)


def _kept_key(key_of: Callable[[], PrivateKey], keyring: Keyring, manager: str, claim: FolderClaim) -> PrivateKey:
    """The key of the manager, which goes again with the others if it was made among them."""
    path = key_path(keyring, manager)
    had = path.exists() or not path.is_relative_to(keyring.directory)
    with nullcontext() if had else claim.making(path.parent):
        key = key_of()
    if not had:
        claim.made(path)
    return key


def _roles(granted: Mapping[Role, str]) -> Iterator[Told]:
    """The roles of PostgreSQL, and how a process gets one."""
    if not granted:
        return
    yield said.POSTGRES_ROLES()
    for role, name in granted.items():
        yield said.POSTGRES_ROLE(name=name, use=said.ROLE_USES[role])
    yield said.POSTGRES_USERS(writer=granted["writer"])
