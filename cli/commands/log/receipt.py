"""``tombo receipt``: what the sender of a command keeps, so that he can show later what was acknowledged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from tombo.cli import files
from tombo.cli.invocation import invocation
from tombo.cli.options import PolicyFile
from tombo.ledger.core.errors import MalformedError, UnreadableError
from tombo.ledger.core.said import Told, fact_of
from tombo.ledger.seal.policy import load_policy
from tombo.ledger.seal.receipt import (
    FORMAT,
    RECEIPT_MAX,
    Received,
    SignedReceipt,
    parse_receipt,
    verify_receipt,
    write_receipt,
)
from tombo.reports.evidence import entry_lines
from tombo.reports.said.commands import evidence as said
from tombo.reports.said.commands import files as names
from tombo.reports.shown.entries import entry_json
from tombo.reports.shown.receipts import receipt_of

app = typer.Typer(help="Signed receipts of commands: shown from the ledger, checked anywhere.")


def _is_receipt(head: bytes) -> bool:
    return head.startswith(b'{"anchor_root":') and f'"format":"{FORMAT}"'.encode() in head


RECEIPT: Final = files.Sort(names.A_RECEIPT(), _is_receipt)


@app.command()
def show(
    ctx: typer.Context,
    command_id: Annotated[str, typer.Argument(metavar="COMMAND_ID", help="The command, as its sender named it.")],
    policy: PolicyFile = None,
    out: Annotated[
        Path | None, files.out_option(RECEIPT, help="Write the receipt here, instead of printing it.")
    ] = None,
) -> None:
    """The signed receipt of a command that was recorded: its entries, and the signature over them.

    Checked before it leaves. 'tombo record --receipts' gives the same with every answer. For example: tombo receipt show
    demo/0023 --out receipt.json.
    """
    call = invocation(ctx)
    believed = load_policy(policy or call.keyring.policy)
    with call.reading() as reader:
        receipt = receipt_of(reader, believed, command_id)
    text = write_receipt(receipt)
    if out is None:
        call.result(receipt.model_dump(mode="json"), text.decode().rstrip("\n"))
    else:
        files.write(out, text, RECEIPT)
        call.result({"command": command_id, "out": str(out)}, said.WROTE_RECEIPT(file=str(out), command=command_id))


@app.command()
def check(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A receipt, as 'tombo receipt show' writes it.")],
    policy: PolicyFile = None,
) -> None:
    """Check a receipt, and say what was recorded. Without the ledger, its database or a network.

    The policy's root key vouches for the event key, which signed these entries at these places. Exit status 1 if not, 2 if the
    file is no receipt. It does not show that the log still has them, which a proof does, that the key was not revoked since, or that
    the command had no entry beside these. For example: tombo receipt check receipt.json --policy policy.
    """
    call = invocation(ctx)
    believed = load_policy(policy or call.keyring.policy)
    try:
        receipt = parse_receipt(files.read(file, RECEIPT_MAX))
    except MalformedError as error:
        raise UnreadableError(said.FILE_IS_UNREADABLE(file=str(file), why=fact_of(error))) from error
    found = verify_receipt(receipt, believed)
    call.result(_document(receipt, found), *_lines(receipt, found))


def _document(receipt: SignedReceipt, found: Received) -> dict[str, Any]:
    return {
        "verdict": "OK",
        "origin": receipt.origin,
        "command": receipt.command,
        "key": found.key.name,
        "whole_append": not receipt.path,
        "entries": [entry_json(entry, index) for index, entry in enumerate(found.entries, found.index)],
    }


def _lines(receipt: SignedReceipt, found: Received) -> Iterator[Told]:
    yield said.RECEIVED(
        command=receipt.command,
        origin=receipt.origin,
        at=found.entries[0].sealed.recorded,
        entries=len(found.entries),
    )
    yield said.VOUCHED_FOR(key=found.key.name)
    for index, entry in enumerate(found.entries, found.index):
        yield from entry_lines(entry, index)
    if receipt.path:  # else it has all of the append
        yield said.NOT_THE_WHOLE()
