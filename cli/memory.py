"""``tombo memory``: what is remembered of a ledger outside its database, made again from the whole log."""

from __future__ import annotations

import typer

from cli.invocation import invocation
from cli.text import counted
from ledger.checked import Memory
from ledger.keyring import open_checked
from ledger.seal.policy import load_policy

app = typer.Typer(help="What is remembered of the ledger outside its database, beside the keys.")


@app.callback()
def memory() -> None:
    """What is remembered of the ledger outside its database, beside the keys."""


@app.command()
def rebuild(ctx: typer.Context) -> None:
    """Make the memory again: every entry is checked against the signer's tree, and the newest of each stream written down.

    Needed where the file 'heads' beside the keys is lost or damaged, and in the folder of an auditor who has a policy and no
    memory yet. It asks the whole log once. What it cannot know is what the lost file knew of entries after the last checkpoint.
    """
    call = invocation(ctx)
    policy, trusted = load_policy(call.keyring.policy), call.keyring.trusted
    with Memory.renewed(trusted.memory, policy.origin):
        trusted.seen.unlink(missing_ok=True)
    with open_checked(call.url, call.keyring, read_only=True) as store:
        store.remember()
        size, remembered = store.size, store.trust.memory.size()
    call.result(
        {"entries": size, "remembered": remembered},
        f"{counted(remembered, 'entry')} of {size:,} remembered in {trusted.memory}; the rest is under no checkpoint yet.",
    )
