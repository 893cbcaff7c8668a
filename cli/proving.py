"""``tombo verify``, ``tombo checkpoint``: what an outsider can hold the ledger to."""

from __future__ import annotations

import os
from base64 import b64encode
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from cli import files
from cli.invocation import Invocation, invocation
from cli.output import Bar, note
from cli.publish import signed
from cli.text import counted
from ledger.core.errors import KeyFileError, MalformedError
from ledger.exchange.bundle import Bundle
from ledger.openings import open_opened
from ledger.seal.checkpoint import parse_checkpoint
from ledger.seal.note import NOTE_MAX, parse_note
from ledger.seal.policy import load_policy
from ledger.verify import Code, Report, SourceFactory
from ledger.verify import verify as verify_log

NEXT: Final = {
    Code.OK: "Keep the checkpoint file where the operator cannot reach it; the next verification starts from it.",
    Code.UNWITNESSED: "Nothing from outside confirms this: save 'tombo checkpoint' elsewhere, then use --checkpoint FILE.",
}


def verify(
    ctx: typer.Context,
    bundle: Annotated[
        Path | None, typer.Argument(metavar="DIR", exists=True, file_okay=False, help="A bundle; else the ledger.")
    ] = None,
    policy: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, metavar="FILE", help="What you believe: 'tombo init' wrote it."),
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, metavar="FILE", help="A checkpoint kept outside.")
    ] = None,
    since: Annotated[
        Path | None,
        typer.Option(
            exists=True, dir_okay=False, metavar="FILE", help="Checked before up to this one: look at what came since."
        ),
    ] = None,
    jobs: Annotated[int | None, typer.Option(min=1, max=64, help="Processes; else one a core.")] = None,
) -> None:
    """Check every signature, chain, commitment, time, role and the tree.

    From the stored bytes alone. Verdict and place of every problem. Exit status 0 OK, or UNWITNESSED with a warning; 1 anything else.
    """
    call = invocation(ctx)
    report = report_of(
        call, bundle=bundle, policy=policy, checkpoint=checkpoint, since=since, jobs=jobs or os.cpu_count() or 1
    )
    call.result(report.to_json(), verdict(report, given=checkpoint is not None))
    if report.verdict is Code.UNWITNESSED:
        note("tombo: UNWITNESSED: no checkpoint from outside was given, so a whole other history cannot be excluded")
    if report.exit_status:
        raise typer.Exit(report.exit_status)


def report_of(
    call: Invocation,
    *,
    bundle: Path | None = None,
    policy: Path | None = None,
    checkpoint: Path | None = None,
    since: Path | None = None,
    jobs: int = 1,
) -> Report:
    """Verify a ledger, or a bundle.

    Raises:
        LedgerError: the policy or a checkpoint cannot be read, or the ledger cannot be reached.
    """
    believed = load_policy(policy or call.keyring.policy)
    factory: SourceFactory = (
        partial(Bundle, bundle)
        if bundle is not None
        else partial(open_opened, call.url, _opening_secret(call, believed.origin), believed.origin)
    )
    bar = Bar("entries")
    try:
        with call.keyring.missing_ledger():
            return verify_log(
                factory,
                believed,
                checkpoint=files.read(checkpoint, NOTE_MAX) if checkpoint else None,
                since=files.read(since, NOTE_MAX) if since else None,
                jobs=jobs,
                progress=bar,
            )
    finally:
        bar.clear()


def _opening_secret(call: Invocation, origin: str) -> bytes | None:
    """The key of the closed cards of ``origin``, where it can be had without asking anybody: the auditor has none, and needs none."""
    keyring = call.keyring
    if not keyring.openings.exists() or not (call.passphrase_file or keyring.own_passphrase.exists()):
        return None
    try:
        return keyring.opening_secret(origin)
    except KeyFileError as error:
        note(f"tombo: closed cards are not opened: {error}")
        return None


def verdict(report: Report, *, given: bool = False) -> str:
    """A report for people: the verdict first, then what it rests on, then every problem with its place. ``given``: a checkpoint was."""
    outside = f"size {report.size:,}" if report.size else "none that holds" if given else "none given"
    lines = [
        f"{report.verdict}: {counted(report.entries, 'entry')}, root {b64encode(report.root).decode()}",
        f"Checkpoint from outside: {outside}; unproven tail: {counted(report.unproven_tail, 'entry')}",
    ]
    lines += [f"  {problem}" for problem in report.problems]
    lines.append(
        NEXT.get(report.verdict, "Keep a copy of everything as it is; docs/verdicts.md says what each verdict means.")
    )
    return "\n".join(lines)


def checkpoint(
    ctx: typer.Context,
    out: Annotated[
        Path | None, files.out_option("Write the note here too; an older one of this ledger is replaced.")
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


def note_sort(origin: str, size: int) -> files.Sort:
    """Checkpoints of the log ``origin`` of at most ``size`` entries: a larger one is evidence, and is not replaced."""

    def ours(head: bytes) -> bool:
        try:
            found = parse_checkpoint(parse_note(head).text)
        except MalformedError:
            return False
        return found.origin == origin and found.size <= size

    return files.Sort(f"a checkpoint of {origin} of at most {size} entries", ours)
