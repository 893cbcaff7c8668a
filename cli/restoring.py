"""``tombo restore`` and ``tombo loss declare``: a ledger's database made again, and what is missing put on record."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from cli.invocation import invocation
from cli.output import Bar
from cli.proving import verdict
from cli.signing import StaffName, staff_key
from cli.text import counted
from ledger.checked import last_begun, unfinished
from ledger.core.errors import LedgerError, UsageError
from ledger.exchange.bundle import Bundle
from ledger.loss import Kept, Standing, declare, kept, standing
from ledger.restore import Restored, Sealer
from ledger.restore import restore as restore_from
from ledger.seal.policy import Policy, load_policy
from ledger.store import open_evidence
from ledger.verify import Code, Report, SourceFactory
from ledger.verify import verify as verify_log
from ledger.verify.source import release

loss = typer.Typer(
    help="Entries that were signed or acknowledged and are gone: put on record by the root key and two people."
)

_CHANGED: Final = frozenset({Code.MALFORMED, Code.TRUNCATED, Code.REORDERED, Code.MISSING, Code.TAMPERED, Code.FORKED})
_FOREIGN: Final = frozenset({"origin", "root", "key"})
"""The fields of a failure of policy under which it is somebody else's ledger."""


class UnsoundError(LedgerError):
    """What was to be restored, or to go on, is not what was sealed, or another ledger."""

    exit_status = 1


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
    _sound(factory, believed, f"{source} is not restored")
    sealer = Sealer(call.keyring.opening_key(believed.origin), os.urandom) if from_bundle else None
    known = kept(call.keyring, believed)
    note = None if known.note is None else known.note.decode()
    bar = Bar("entries")

    def after(made: str) -> None:
        """What was made is verified before it stands under its name."""
        bar.clear()
        _sound(partial(open_evidence, made), believed, f"{call.url} is not what it was restored from, and was not made")

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


def _sound(factory: SourceFactory, policy: Policy, outcome: str) -> Report:
    """The report on what ``factory`` opens. What is authentic may go on, whatever else is to be said of it.

    Raises:
        UnsoundError: it is not what was sealed, or another ledger than the one that the policy pins.
    """
    bar = Bar("entries verified")
    try:
        report = verify_log(factory, policy, jobs=os.cpu_count() or 1, progress=bar)
    finally:
        bar.clear()
    if any(
        found.code in _CHANGED or (found.code is Code.POLICY_FAIL and found.field in _FOREIGN)
        for found in report.problems
    ):
        raise UnsoundError(f"{outcome}: it does not verify; take another copy\n{verdict(report)}")
    return report


def _document(done: Restored, found: Standing, known: Kept) -> dict[str, Any]:
    missing = None if found.first_lost is None else [found.first_lost, found.last_lost]
    counts = {"openings": done.openings, "checkpoints": done.checkpoints}
    return {
        "entries": done.tree.size,
        "root": done.tree.root.hex(),
        **counts,
        "compared": known.note is not None or missing is not None,
        "missing": missing,
    }


def _told(done: Restored, found: Standing, known: Kept) -> str:
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


def _missing(found: Standing, first: int, known: Kept) -> str:
    """What is missing, who says so, and the ways on."""
    missing = _indices(first, found.last_lost)
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


def _indices(first: int, last: int) -> str:
    return f"the entry {first}" if first == last else f"the entries {first} to {last}"


@loss.command("declare")
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
        _sound(partial(open_evidence, call.url), load_policy(call.keyring.policy), f"{call.url} cannot go on")
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
        f"Declared lost by {staff} and {second}, at log index {index}: {_indices(lost.first_lost, lost.last_lost)}.\n"
        f"The ledger goes on from {counted(lost.size, 'entry')}. What was given up, of size {lost.abandoned_size}, stays in"
        f" {call.keyring.signer_state}.lost:\nkeep it, and give every auditor the new checkpoint ('tombo checkpoint')."
    )
    call.result(document, text)
