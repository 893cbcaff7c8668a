"""``tombo checkpoint``: the head of the tree, signed, to keep outside."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Annotated

import typer

from tombo.cli import files
from tombo.cli.checkpoints import note_sort, signed
from tombo.cli.invocation import invocation
from tombo.ledger.seal.checkpoint import parse_checkpoint
from tombo.ledger.seal.note import parse_note


def checkpoint(
    ctx: typer.Context,
    out: Annotated[
        Path | None, files.out_option(help="Write the note here too; an older one of this ledger is replaced.")
    ] = None,
) -> None:
    """Sign the head of the tree as it is now: the thing to keep outside.

    Prints a C2SP checkpoint; whoever has one can tell whether the ledger still says what it said then.
    """
    call = invocation(ctx)
    if out is not None:
        with call.reading() as reader:
            files.check(out, note_sort(reader.store.origin, reader.store.head().size))
    said = signed(call)
    found = parse_checkpoint(parse_note(said.encode()).text)
    if out is not None:
        files.write(out, said.encode(), note_sort(found.origin, found.size))
    document = {"origin": found.origin, "size": found.size, "root": b64encode(found.root).decode(), "note": said}
    call.result(document, said.rstrip("\n"))
