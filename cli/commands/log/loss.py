"""``tombo loss declare``: what is missing, put on record."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from tombo.cli.invocation import invocation
from tombo.cli.options import on_record
from tombo.cli.signing import StaffName, staff_key
from tombo.cli.terminal.text import entry_indices
from tombo.cli.verdicts import sound
from tombo.ledger.core.errors import UsageError
from tombo.ledger.operate.cold import cold_places, evidence_with_cold
from tombo.ledger.operate.loss import declare
from tombo.ledger.seal.policy import load_policy
from tombo.reports.said.commands import restore as said

app = typer.Typer(
    help="Entries that were signed or acknowledged and are gone: put on record by the root key and two people."
)


@app.command("declare")
def declare_loss(
    ctx: typer.Context,
    root: Annotated[Path, typer.Option(exists=True, dir_okay=False, metavar="FILE", help="The private root key.")],
    second: Annotated[str, typer.Option(metavar="STAFF", help="The second person, with a role of any kind.")],
    reason: Annotated[str, typer.Option(help="Why they are gone; goes on record.", callback=on_record)],
    staff: StaffName = None,
) -> None:
    """Give up what was signed or acknowledged and is gone, for ever, and go on from what there is.

    Both people sign with their own keys; only where what is left is older than those, the root key answers for them alone.

    The only way on from an older copy. The checkpoint given up stays beside the signer's file; whoever brings it to 'tombo verify'
    is told what was lost, and who declared it.
    """
    call = invocation(ctx)
    if staff is None:
        raise UsageError(said.LOSS_BY_MANAGER())
    cold = cold_places(call.keyring)
    with call.keyring.missing_ledger():
        sound(
            partial(evidence_with_cold, call.url, cold),
            load_policy(call.keyring.policy),
            said.CANNOT_GO_ON(url=call.url),
        )
    key_of = partial(staff_key, call.keyring)
    with evidence_with_cold(call.url, cold) as store:
        lost, index = declare(store, call.url, call.keyring, root, staff, second, reason, key_of)
    document = {
        "first_lost": lost.first_lost,
        "last_lost": lost.last_lost,
        "abandoned": {"size": lost.abandoned_size, "root": lost.abandoned_root.hex()},
        "size": lost.size,
        "log_index": index,
    }
    missing, kept = entry_indices(lost.first_lost, lost.last_lost), str(call.keyring.signer_state)
    call.result(
        document,
        said.DECLARED_LOST(staff=staff, second=second, index=index, missing=missing),
        said.GOES_ON_FROM(entries=lost.size, abandoned=lost.abandoned_size, file=kept),
        said.KEEP_GIVEN_UP(),
    )
