"""``tombo restore``: a ledger's database made again."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.invocation import invocation
from cli.output import Bar
from cli.text import counted, entry_indices
from cli.verdicts import sound
from ledger.checked import last_begun, unfinished
from ledger.exchange.bundle import Bundle
from ledger.operate.loss import KeptFiles, StoreStanding, kept, standing
from ledger.operate.restore import Restored, Sealer
from ledger.operate.restore import restore as restore_from
from ledger.seal.policy import load_policy
from ledger.store import open_evidence
from ledger.verify import SourceFactory
from ledger.verify.source import release


def restore(
    ctx: typer.Context,
    source: Annotated[
        Path, typer.Option("--from", exists=True, metavar="PATH", help="A bundle, or a copy of the SQLite file.")
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
    from_bundle = source.is_dir()
    factory: SourceFactory = partial(Bundle, source) if from_bundle else partial(open_evidence, _url(source))
    sound(factory, believed, f"{source} is not restored")
    sealer = Sealer(call.keyring.opening_key(believed.origin), os.urandom) if from_bundle else None
    known = kept(call.keyring, believed)
    note = None if known.note is None else known.note.decode()
    bar = Bar("entries")

    def after(made: str) -> None:
        """What was made is verified before it stands under its name."""
        bar.clear()
        sound(partial(open_evidence, made), believed, f"{call.url} is not what it was restored from, and was not made")

    opened: Any = factory()
    try:
        done = restore_from(opened, call.url, believed.origin, note, sealer, bar, after)
    finally:
        bar.clear()
        release(opened)
    with open_evidence(call.url) as store:
        found = standing(store, known.signed, known.reached, known.remembered)
        begun = last_begun(store, call.keyring.trusted.lost)
    going = None if begun is None or not begun.is_open else unfinished(begun, call.keyring.trusted.lost)
    told = _told(done, found, known)
    call.result(_document(done, found, known), told if going is None else f"{told}\nBegun: {going}")
    if found.first_lost is not None or going is not None:
        raise typer.Exit(1)


def _url(path: Path) -> str:
    return f"sqlite:///{path.resolve()}"


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


def _told(done: Restored, found: StoreStanding, known: KeptFiles) -> str:
    openings = f"{counted(done.openings, 'opening')} of closed cards, {counted(done.checkpoints, 'checkpoint')}"
    said = f"Restored: {counted(done.tree.size, 'entry')}, {openings}; verified before and after.\n"
    if found.first_lost is not None:
        return said + _missing(found, found.first_lost, known)
    if known.note is not None:
        return (
            f"{said}Nothing is missing: the signer's last checkpoint is of size {found.signed.size}, {found.acknowledged} entries"
            " were acknowledged."
        )
    said += "Not compared: there is no signer's file among the keys. Name the folder it lies in with --keys."
    others = f"\nThe other files there know of {counted(known.known, 'entry')}, and none of them is missing."
    return said + (others if known.known else "")


def _missing(found: StoreStanding, first: int, known: KeptFiles) -> str:
    """What is missing, who says so, and the ways on."""
    missing = entry_indices(first, found.last_lost)
    if known.note is None:
        return (
            f"ROLLED BACK. Missing: {missing}. {found.signed.size} were signed by 'seen' among the keys, {found.acknowledged} were"
            " acknowledged or remembered by 'mark' and 'heads'.\nNothing is recorded here until they are found, in a newer copy or bundle."
            "\nThere is no signer's file among the keys. Bring it back, or write the newest checkpoint that anybody kept ('seen', an"
            " auditor's)\nin its place: without it no loss can be declared."
        )
    return (
        f"Missing: {missing}. The signer signed {found.signed.size}, {found.acknowledged} were acknowledged.\nNothing is"
        " recorded here until they are found, in a newer copy or bundle, or given up:\n'tombo loss declare --root FILE --staff MANAGER"
        " --second STAFF --reason TEXT'"
    )
