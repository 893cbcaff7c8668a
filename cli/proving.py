"""``tombo verify``, ``tombo checkpoint``, ``tombo proof``: what an outsider can hold the ledger to."""

from __future__ import annotations

import os
from base64 import b64encode
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from cli.hands import hand_name
from cli.invocation import Invocation, invocation
from cli.output import Bar, note
from cli.text import counted
from ledger.core.errors import KeyFileError, NotFoundError, UnreadableError
from ledger.exchange.bundle import Bundle
from ledger.publish import node_of, publish
from ledger.seal.checkpoint import parse_checkpoint
from ledger.seal.entry import leaf_data
from ledger.seal.merkle import inclusion_proof
from ledger.seal.note import parse_note
from ledger.seal.policy import Policy, parse_policy
from ledger.store import open_store
from ledger.verify import Code, Report, SourceFactory
from ledger.verify import verify as verify_log

PROOF: Final = "c2sp.org/tlog-proof@v1"
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
    call.result(report.to_json(), verdict(report))
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
    believed = policy_of(policy or call.keyring.policy)
    factory: SourceFactory = partial(open_store, call.url, read_only=True)
    if bundle is not None:
        factory = partial(Bundle, bundle)
    bar = Bar("entries")
    try:
        return verify_log(
            factory,
            believed,
            checkpoint=checkpoint.read_bytes() if checkpoint else None,
            since=since.read_bytes() if since else None,
            jobs=jobs,
            progress=bar,
        )
    finally:
        bar.clear()


def policy_of(path: Path) -> Policy:
    """What the verifier believes.

    Raises:
        KeyFileError: there is no such file.
        UnreadableError: it is no policy.
    """
    try:
        return parse_policy(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path} is no policy: {error}") from error
    except OSError as error:
        raise KeyFileError(
            f"the policy {path} cannot be read: {error.strerror}; name the one 'tombo init' wrote, and you were given, "
            "with --policy FILE"
        ) from error


def verdict(report: Report) -> str:
    """A report for people: the verdict first, then what it rests on, then every problem with its place."""
    outside = f"size {report.size:,}" if report.size else "none"
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
    out: Annotated[Path | None, typer.Option(dir_okay=False, metavar="FILE", help="Write the note here too.")] = None,
) -> None:
    """Sign the head of the tree as it is now: the thing to keep outside.

    Prints a C2SP checkpoint; whoever has one can tell whether the ledger still says what it said then.
    """
    call = invocation(ctx)
    with call.writing() as ledger:
        signed = publish(ledger.store, call.keyring.signer())
    if out is not None:
        out.write_text(signed, encoding="utf-8")
    found = parse_checkpoint(parse_note(signed.encode()).text)
    document = {"origin": found.origin, "size": found.size, "root": b64encode(found.root).decode(), "note": signed}
    call.result(document, signed.rstrip("\n"))


def proof(
    ctx: typer.Context,
    hand: Annotated[str, typer.Argument(metavar="HAND", help="The hand, for example mesa-1/42.")],
) -> None:
    """A C2SP tlog-proof that a hand is in the log.

    It proves the hand's newest entry, and through the chain of its stream every earlier one. With --json also the leaf it proves, in base64.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        index = reader.hand(hand_name(hand))[-1].index
        signed = reader.store.last_checkpoint()
        size = parse_checkpoint(parse_note(signed.encode()).text).size if signed else 0
        if signed is None or size <= index:
            raise NotFoundError(
                f"the hand {hand} ends at log index {index}; the last checkpoint covers {size} entries: run 'tombo checkpoint'"
            )
        path = inclusion_proof(index, size, node_of(reader.store))
        row = next(iter(reader.store.rows(index, index + 1)))
        leaf = leaf_data(row.stream, row.version, row.kind, row.state)
    hashes = [b64encode(one).decode() for one in path]
    text = "\n".join([PROOF, f"index {index}", *hashes, "", signed.rstrip("\n")])
    document: dict[str, Any] = {"index": index, "leaf": b64encode(leaf).decode(), "proof": text + "\n"}
    call.result(document, text)
