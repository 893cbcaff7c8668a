"""``tombo init``: a ledger's beginning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Annotated

import typer

from cli.invocation import invocation
from cli.output import note, say
from cli.signing import asked_key, key_path
from ledger.core.errors import LedgerError, UsageError
from ledger.live.ledger import Ledger
from ledger.operate.beginning import begun, check_new, unsigned
from ledger.operate.keyring import Keyring, create_ledger
from ledger.operate.publish import publish
from ledger.seal.claim import FolderClaim
from ledger.seal.keyfile import check_passphrase
from ledger.seal.keys import PrivateKey
from ledger.store import ROLES, Role, check_may_grant, grant_roles
from ledger.store import roles_sql as sql_of_roles


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
        raise UsageError("init needs the ledger's name for ever: --origin operator.example/ledger/1")
    if roles:
        check_may_grant(call.url)
    keyring = call.keys_with(new=True)
    check_new(keyring, origin, manager)
    ledger = _made(call.url, keyring, origin, manager, demo=play)
    try:
        publish(ledger.store, keyring.signer())
    except (LedgerError, OSError):
        note(unsigned(origin))
        raise
    finally:
        ledger.store.close()
    granted: Mapping[Role, str] = grant_roles(call.url) if roles else {}
    root, log = keyring.public(keyring.root).vkey, keyring.public(keyring.checkpoint).vkey
    document = {
        "origin": origin,
        "root_key": root,
        "checkpoint_key": log,
        "root_key_file": str(keyring.root),
        "policy": str(keyring.policy),
        **({"roles": granted} if roles else {}),
    }
    text = f"""The ledger {origin} is ready.

  root key         {root}
  checkpoint key   {log}

Give auditors the policy file, {keyring.policy}: it has both keys, and is all that verification has to believe.
The private root key is in {keyring.root}. Move it offline now: only 'tombo keys rotate' and 'revoke' need it.
Every key is encrypted under its passphrase: without them nothing can be recorded, and no closed card opened, ever again.
{_next(manager)}"""
    call.result(document, text + _roles(granted))


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


def _roles(granted: Mapping[Role, str]) -> str:
    """The roles of PostgreSQL, and how a process gets one."""
    if not granted:
        return ""
    lines = [f"  {name}  {ROLES[role]}" for role, name in granted.items()]
    example = f"""CREATE ROLE door LOGIN PASSWORD '...' IN ROLE "{granted["writer"]}";"""
    return "\n".join(
        ["\nRoles of PostgreSQL, each for the users of one kind of process:", *lines, f"Make users: {example}"]
    )


def _next(manager: str | None) -> str:
    if manager is None:
        return (
            "Next: 'tombo staff grant STAFF manager' names who may approve rules, then 'tombo record' takes commands."
        )
    return f"Next: 'tombo staff grant STAFF officer --staff {manager}', then 'tombo record' takes commands."
