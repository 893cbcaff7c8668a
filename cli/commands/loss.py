"""``tombo loss declare``: what is missing, put on record."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from cli.invocation import invocation
from cli.signing import StaffName, staff_key
from cli.text import counted, entry_indices
from cli.verdicts import sound
from ledger.core.errors import UsageError
from ledger.operate.loss import declare
from ledger.seal.policy import load_policy
from ledger.store import open_evidence

app = typer.Typer(
    help="Entries that were signed or acknowledged and are gone: put on record by the root key and two people."
)


@app.command("declare")
def declare_loss(
    ctx: typer.Context,
    root: Annotated[Path, typer.Option(exists=True, dir_okay=False, metavar="FILE", help="The private root key.")],
    second: Annotated[str, typer.Option(metavar="STAFF", help="The second person, with a role of any kind.")],
    reason: Annotated[str, typer.Option(help="Why they are gone; goes on record.")],
    staff: StaffName = None,
) -> None:
    """Give up what was signed or acknowledged and is gone, for ever, and go on from what there is.

    Both people sign with their own keys; only where what is left is older than those, the root key answers for them alone.

    The only way on from an older copy. The checkpoint given up stays beside the signer's file; whoever brings it to 'tombo verify'
    is told what was lost, and who declared it.
    """
    call = invocation(ctx)
    if staff is None:
        raise UsageError("a loss is declared by a manager: name one with --staff")
    with call.keyring.missing_ledger():
        sound(partial(open_evidence, call.url), load_policy(call.keyring.policy), f"{call.url} cannot go on")
    key_of = partial(staff_key, call.keyring)
    with open_evidence(call.url) as store:
        lost, index = declare(store, call.url, call.keyring, root, staff, second, reason, key_of)
    document = {
        "first_lost": lost.first_lost,
        "last_lost": lost.last_lost,
        "abandoned": {"size": lost.abandoned_size, "root": lost.abandoned_root.hex()},
        "size": lost.size,
        "log_index": index,
    }
    text = (
        f"Declared lost by {staff} and {second}, at log index {index}: {entry_indices(lost.first_lost, lost.last_lost)}.\n"
        f"The ledger goes on from {counted(lost.size, 'entry')}. What was given up, of size {lost.abandoned_size}, stays in"
        f" {call.keyring.signer_state}.lost:\nkeep it, and give every auditor the new checkpoint ('tombo checkpoint')."
    )
    call.result(document, text)
