"""``tombo keys``: which keys may seal what is recorded."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from tombo.cli.checkpoints import sign_at_the_end
from tombo.cli.invocation import invocation
from tombo.cli.options import on_record
from tombo.cli.passphrases import KEYS, ROOT, asking
from tombo.ledger.core.errors import UsageError
from tombo.ledger.operate.keyfolder import change_passphrase
from tombo.ledger.operate.keyring import revoke as revoke_key
from tombo.ledger.operate.keyring import rotate as rotate_key
from tombo.ledger.seal.entry import unpack
from tombo.reports.said.commands import keys as said
from tombo.reports.shown.house import staff

app = typer.Typer(help="Keys: which there are, a new one, and one that is not to be believed.")

RootKey = Annotated[
    Path | None,
    typer.Option("--root", metavar="FILE", help="The private root key, brought from where it is kept; else root.key."),
]


@app.command("list")
def list_keys(ctx: typer.Context) -> None:
    """Every key ever registered, and whether it is still to be believed.

    Exit status 1 where an entry of one cannot be read: it is told in its place.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        call.show_each(staff.key_line(reader, stream) for stream in staff.key_names(reader))


@app.command()
def rotate(ctx: typer.Context, root: RootKey = None) -> None:
    """Register a new event key and retire the one in use. Needs the root key."""
    call = invocation(ctx)
    with call.writing(to_rotate=True) as ledger:
        new, retired = rotate_key(ledger, call.keyring, root or call.keyring.root)
    sign_at_the_end(call)
    call.result(
        {"key": new.key_id.hex(), "name": new.name, "retired": [key.key for key in retired]},
        said.KEY_ROTATED(name=new.name, key=new.key_id.hex()),
        said.KEY_TAKEN_UP(),
        said.KEYS_RETIRED(keys=tuple(f"{key.name} ({key.key})" for key in retired))
        if retired
        else said.NO_KEY_RETIRED(),
    )


@app.command()
def passphrase(
    ctx: typer.Context,
    new_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Holds the new passphrase (0600, one line); else it is asked for."),
    ] = None,
    root: Annotated[
        Path | None, typer.Option("--root", metavar="FILE", help="Change that of this root key, and of nothing else.")
    ] = None,
) -> None:
    """Encrypt the keys under a new passphrase. A key file of before keys were encrypted is encrypted now.

    All of the folder but the root key, one after the other; cut off, run it again with the same new one.
    """
    call = invocation(ctx)
    keyring = call.keyring
    new = asking(new_file, ROOT if root else KEYS, new=True)()
    if root is not None:
        changed = [root] if change_passphrase(root, lambda: keyring.root_passphrase, new) else []
    else:
        files = keyring.encrypted_files()
        if not files:
            raise UsageError(said.NO_KEY_HERE(folder=str(keyring.directory)))
        changed = [path for path in files if change_passphrase(path, lambda: keyring.passphrase, new)]
        keyring.own_passphrase.unlink(missing_ok=True)  # the demonstration's, which opens nothing any more
    call.result({"changed": [str(path) for path in changed]}, said.PASSPHRASE_CHANGED(files=len(changed)))


@app.command()
def revoke(
    ctx: typer.Context,
    key: Annotated[str, typer.Argument(metavar="KEY", help="The key's id, 16 hexadecimal digits.")],
    last_good: Annotated[int, typer.Option(min=-1, help="The last log index at which the key is to be believed.")],
    reason: Annotated[str, typer.Option(help="Why; goes on record.", callback=on_record)],
    root: RootKey = None,
) -> None:
    """Put on record that nothing a key signed after an index is to be believed. Needs the root key.

    Is it the key in use, a new one takes its place.
    """
    call = invocation(ctx)
    if not re.fullmatch(r"[0-9a-f]{16}", key):
        raise UsageError(said.NO_KEY_ID(typed=repr(key)))
    with call.writing(to_rotate=True) as ledger:
        size = ledger.store.head().size
        if last_good >= size:
            raise UsageError(said.GOOD_BEYOND_THE_LOG(last_good=last_good, last=size - 1))
        beyond = sum(unpack(row.state).key_id.hex() == key for row in ledger.store.rows(last_good + 1, size))
        revoke_key(ledger, call.keyring, root or call.keyring.root, key, last_good, reason)
    sign_at_the_end(call)
    call.result(
        {"key": key, "last_good": last_good, "signed_beyond": beyond},
        said.KEY_NOT_BELIEVED(key=key, index=last_good),
        *([said.KEY_SIGNED_BEYOND(entries=beyond)] if beyond else []),
    )
