"""``tombo keys`` and ``tombo staff``: who may sign, and who may act in which role."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.invocation import StaffName, acting, invocation, send
from cli.output import say, say_json
from cli.reading import Reader
from ledger.core.errors import UsageError
from ledger.core.ids import is_stream
from ledger.house.commands import GrantRole, WithdrawRole
from ledger.house.events import KeyRegistered, KeyRetired, KeyRevoked
from ledger.house.staff import MANAGER
from ledger.keyring import revoke as revoke_key
from ledger.keyring import rotate as rotate_key
from ledger.publish import publish

app = typer.Typer(help="Keys: which there are, a new one, and one that is not to be believed.")
staff = typer.Typer(help="Staff and their roles: managers approve rules, officers void hands.")

RootKey = Annotated[
    Path | None,
    typer.Option("--root", metavar="FILE", help="The private root key, brought from where it is kept; else root.key."),
]
Who = Annotated[str, typer.Argument(metavar="STAFF", help="A member of staff, for example s-12.")]
Role = Annotated[str, typer.Argument(metavar="ROLE", help="manager or officer.")]


@app.command("list")
def list_keys(ctx: typer.Context) -> None:
    """Every key ever registered, and whether it is still to be believed."""
    call = invocation(ctx)
    with call.reading() as reader:
        for stream in reader.store.streams("key"):
            row = _key(reader, stream)
            if call.json:
                say_json(row)
            else:
                say(f"{row['key']}  {row['name']}, {row['purpose']}s, {_validity(row)}")


def _key(reader: Reader, stream: str) -> dict[str, Any]:
    row: dict[str, Any] = {"retired": None, "revoked_after": None}
    for entry in reader.entries(stream):
        event = entry.event
        if isinstance(event, KeyRegistered):
            row |= {"key": event.key, "name": event.name, "purpose": event.purpose, "registered": entry.index}
        elif isinstance(event, KeyRetired):
            row["retired"] = entry.index
        elif isinstance(event, KeyRevoked):
            known = row["revoked_after"]
            row["revoked_after"] = event.last_good if known is None else min(known, event.last_good)
    return row


def _validity(row: dict[str, Any]) -> str:
    text = f"registered at log index {row['registered']}"
    if row["retired"] is not None:
        text += f", retired at {row['retired']}"
    if row["revoked_after"] is not None:
        text += f", not to be believed after {row['revoked_after']}"
    return text


@app.command()
def rotate(ctx: typer.Context, root: RootKey = None) -> None:
    """Register a new event key and retire the one in use. Needs the root key."""
    call = invocation(ctx)
    with call.writing(to_rotate=True) as ledger:
        new = rotate_key(ledger, call.keyring, root or call.keyring.root)
        publish(ledger.store, call.keyring.signer())
    call.result(
        {"key": new.key_id.hex(), "name": new.name},
        f"{new.name} ({new.key_id.hex()}) signs from now on; the one before it is retired.\n"
        "Processes that record now take it up by themselves.",
    )


@app.command()
def revoke(
    ctx: typer.Context,
    key: Annotated[str, typer.Argument(metavar="KEY", help="The key's id, 16 hexadecimal digits.")],
    last_good: Annotated[int, typer.Option(min=-1, help="The last log index at which the key is to be believed.")],
    reason: Annotated[str, typer.Option(help="Why; goes on record.")],
    root: RootKey = None,
) -> None:
    """Put on record that nothing a key signed after an index is to be believed. Needs the root key.

    Is it the key in use, a new one takes its place.
    """
    call = invocation(ctx)
    if not re.fullmatch(r"[0-9a-f]{16}", key):
        raise UsageError(f"{key!r} is no key id; expected 16 hexadecimal digits, as 'tombo keys list' prints them")
    with call.writing(to_rotate=True) as ledger:
        revoke_key(ledger, call.keyring, root or call.keyring.root, key, last_good, reason)
        publish(ledger.store, call.keyring.signer())
    call.result({"key": key, "last_good": last_good}, f"{key} is not to be believed after log index {last_good}.")


@staff.command()
def grant(ctx: typer.Context, who: Who, role: Role, by: StaffName = None) -> None:
    """Give a role. The first grant of a ledger makes its manager; later ones are a manager's (--staff)."""
    call = invocation(ctx)
    _check(who, role)
    with call.writing() as ledger:
        version = ledger.view().version(f"staff:{who}")
        receipt = send(ledger, GrantRole(role=role, staff=who), acting(by, MANAGER), f"grant/{who}/{role}/{version}")
    index = receipt.entries[0].index
    call.result({"staff": who, "role": role, "log_index": index}, f"{who} is {role} from log index {index} on.")


@staff.command()
def withdraw(ctx: typer.Context, who: Who, role: Role, by: StaffName = None) -> None:
    """Take a role away. One manager always remains."""
    call = invocation(ctx)
    _check(who, role)
    with call.writing() as ledger:
        version = ledger.view().version(f"staff:{who}")
        command = WithdrawRole(role=role, staff=who)
        receipt = send(ledger, command, acting(by, MANAGER), f"withdraw/{who}/{role}/{version}")
    index = receipt.entries[0].index
    call.result({"staff": who, "role": role, "log_index": index}, f"{who} is not {role} from log index {index} on.")


def _check(who: str, role: str) -> None:
    if not is_stream(f"staff:{who}") or not is_stream(f"staff:{role}"):
        raise UsageError(f"{who!r} as {role!r}: expected letters, digits and ._/-, at most 100 of them")
