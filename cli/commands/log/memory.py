"""``tombo memory``: what is remembered of a ledger outside its database, made again from the whole log."""

from __future__ import annotations

import typer

from tombo.cli.invocation import invocation
from tombo.ledger.checked import rebuild as remember_anew
from tombo.ledger.operate.cold import cold_places, open_with_cold
from tombo.ledger.operate.publish import check_own
from tombo.ledger.seal.policy import load_policy
from tombo.reports.said.commands import restore as said

app = typer.Typer(help="What is remembered of the ledger outside its database, beside the keys.")


@app.callback()
def memory() -> None:
    """What is remembered of the ledger outside its database, beside the keys."""


@app.command()
def rebuild(ctx: typer.Context) -> None:
    """Make the memory again: every entry is checked against the signer's tree, and the newest of each stream written down.

    Needed where the file 'heads' or 'mark' beside the keys is lost, damaged or another ledger's, and in the folder of an auditor who has a policy and no
    memory yet. It asks the whole log once, and puts the old file aside only when that is done; nothing is made over a database that
    has less than is known here. What it cannot know is what the lost file knew of entries after the last checkpoint.

    End doors, publisher and followers first: where somebody has the files open for longer than ten seconds, it is said who, and nothing
    is made.
    """
    call = invocation(ctx)
    policy, trusted = load_policy(call.keyring.policy), call.keyring.trusted
    with call.keyring.missing_ledger():
        opened = open_with_cold(call.url, cold_places(call.keyring))
    with opened as store:
        check_own(store, policy.root, policy.log)
        made = remember_anew(store, policy, trusted)
    row = said.REMEMBERED if made.remembered == made.entries else said.REMEMBERED_SO_FAR
    told = row(remembered=made.remembered, entries=made.entries, file=str(trusted.memory))
    call.result(made._asdict(), told)
