"""``tombo backup``: a copy of the ledger that grows with it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tombo.cli import files
from tombo.cli.invocation import invocation
from tombo.cli.terminal.progress import Bar
from tombo.ledger.operate.backup import back_up
from tombo.ledger.seal.policy import load_policy
from tombo.reports.said.commands import common
from tombo.reports.said.commands import restore as said


def backup(
    ctx: typer.Context,
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", file_okay=False, help="Where the backup is; made the first time.")
    ],
) -> None:
    """Bring a backup up to the end of the log: what came since the last run, checked as it is written.

    A bundle that grows, which 'tombo verify DIR' checks and 'tombo restore --from DIR' restores. Closed cards are in it sealed, keys and
    names are not: back up the folder of keys apart. The ledger runs on meanwhile.
    """
    call = invocation(ctx)
    policy = load_policy(call.keyring.policy)
    bar = Bar(common.ENTRIES)
    with call.reading() as reader, files.naming(files.made_folder(folder)):
        try:
            done = back_up(reader.store, folder, policy, call.clock, bar)
        finally:
            bar.clear()
    beyond = done.entries - done.signed
    told = [
        said.BACKED_UP(
            folder=str(folder), entries=done.entries, before=done.before, openings=done.openings, written=done.written
        )
    ]
    if beyond:
        told.append(said.BACKED_UP_BEYOND(signed=done.signed, beyond=beyond))
    call.result({"folder": str(folder), **done._asdict(), "beyond": beyond}, *told)
