"""``tombo restore``: a ledger's database made again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from tombo.cli.invocation import invocation
from tombo.cli.options import file_folder_or_objects
from tombo.cli.terminal.progress import Bar
from tombo.cli.terminal.text import entry_indices
from tombo.cli.verdicts import sound
from tombo.ledger.checked import last_begun, unfinished
from tombo.ledger.core.said import Told
from tombo.ledger.exchange.backup import open_copy
from tombo.ledger.operate.cold import cold_places, evidence_with_cold
from tombo.ledger.operate.loss import KeptFiles, StoreStanding, kept, standing
from tombo.ledger.operate.losses import first_lost
from tombo.ledger.operate.restore import Restored, Sealer
from tombo.ledger.operate.restore import restore as restore_from
from tombo.ledger.seal.policy import load_policy
from tombo.ledger.store import open_evidence
from tombo.ledger.verify import Code, SourceFactory
from tombo.ledger.verify.source import release
from tombo.reports.said.commands import common
from tombo.reports.said.commands import restore as said


def restore(
    ctx: typer.Context,
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="PATH",
            callback=file_folder_or_objects,
            help="A backup or a bundle, in a folder or in an object store (s3://bucket/place), or a copy of the SQLite file.",
        ),
    ],
    policy: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, metavar="FILE", help="Else the one among the keys.")
    ] = None,
) -> None:
    """Make the ledger's database again, at --ledger, where there is none.

    The source is verified first. Then it is told what is missing of what was signed, acknowledged and remembered, by those of the files
    beside the keys that are there: nothing, or from which entry to which. Exit status 1 where something is.
    """
    call = invocation(ctx)
    believed = load_policy(policy or call.keyring.policy)
    factory: SourceFactory = partial(evidence_with_cold, _url(source), cold_places(call.keyring))
    sealer = None
    if not Path(source).is_file():
        factory = partial(open_copy, source, call.keyring.opening_secret(believed.origin), believed.origin)
        sealer = Sealer(call.keyring.opening_key(believed.origin), os.urandom)
    report = sound(factory, believed, said.NOT_RESTORED(source=source))
    withheld = [one.first for one in report.problems if one.code is Code.WITHHELD and one.first is not None]
    known = kept(call.keyring, believed)
    note = None if known.note is None else known.note.decode()
    bar = Bar(common.ENTRIES)

    def after(made: str) -> None:
        """What was made is verified before it stands under its name."""
        bar.clear()
        sound(partial(open_evidence, made), believed, said.NOT_WHAT_IT_WAS(url=call.url))

    opened: Any = factory()
    try:
        done = restore_from(opened, call.url, believed.origin, note, sealer, bar, after)
    finally:
        bar.clear()
        release(opened)
    with open_evidence(call.url) as store:
        found = standing(store, known.signed, known.reached, known.remembered, known.before)
        if found.first_lost is not None:
            found = found._replace(first_lost=first_lost(store, found.first_lost, known.before, believed))
        begun = last_begun(store, call.keyring.trusted.lost)
    going = None if begun is None or not begun.is_open else unfinished(begun, call.keyring.trusted.lost)
    told = [*_told(done, found, known)]
    if withheld:
        told.append(said.CARDS_MISSING(entries=len(withheld), first=min(withheld)))
    if going is not None:
        told.append(said.RESTORE_BEGUN(what=going))
    call.result(_document(done, found, known) | {"withheld": len(withheld)}, *told)
    if found.first_lost is not None or going is not None:
        raise typer.Exit(1)


def _url(path: str) -> str:
    return f"sqlite:///{Path(path).resolve()}"


def _document(done: Restored, found: StoreStanding, known: KeptFiles) -> dict[str, Any]:
    missing = None if found.first_lost is None else [found.first_lost, found.last_lost]
    counts = {"openings": done.openings, "checkpoints": done.checkpoints}
    return {
        "entries": done.tree.size,
        "root": done.tree.root.hex(),
        **counts,
        "compared": known.note is not None or missing is not None,
        "missing": missing,
    }


def _told(done: Restored, found: StoreStanding, known: KeptFiles) -> Iterator[Told]:
    yield said.RESTORED(entries=done.tree.size, openings=done.openings, checkpoints=done.checkpoints)
    if found.first_lost is not None:
        yield from _missing(found, found.first_lost, known)
    elif known.note is not None:
        yield said.NOTHING_MISSING(signed=found.signed.size, acknowledged=found.acknowledged)
    else:
        yield said.NOT_COMPARED()
        if known.known:
            yield said.OTHERS_KNOW(entries=known.known)


def _missing(found: StoreStanding, first: int, known: KeptFiles) -> Iterator[Told]:
    """What is missing, who says so, and the ways on."""
    missing, signed = entry_indices(first, found.last_lost), found.signed.size
    if known.note is None:
        yield said.ROLLED_BACK(missing=missing, signed=signed, acknowledged=found.acknowledged)
        yield said.NOTHING_UNTIL_FOUND()
        yield said.BRING_SIGNERS_FILE()
        yield said.IN_ITS_PLACE()
    else:
        yield said.MISSING(missing=missing, signed=signed, acknowledged=found.acknowledged)
        yield said.UNTIL_FOUND_OR_GIVEN_UP()
        yield said.DECLARE_LOSS()
