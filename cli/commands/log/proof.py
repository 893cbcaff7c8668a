"""``tombo proof``: one entry that a stranger can check, with the policy he pinned and nothing else of ours."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from tombo.cli import files
from tombo.cli.invocation import invocation
from tombo.cli.options import PolicyFile, hand_name
from tombo.cli.terminal.output import warn
from tombo.ledger.core.errors import MalformedError, NotFoundError, TamperedError, UnreadableError, UsageError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.core.said import Fact, Told, Word, fact_of
from tombo.ledger.seal.note import NOTE_MAX
from tombo.ledger.seal.policy import Policy, load_policy
from tombo.ledger.seal.proof import (
    HEADER,
    PROOF_MAX,
    Proof,
    Proven,
    parse_proof,
    same_checkpoint,
    verify_entry,
    write_proof,
)
from tombo.ledger.store import Row
from tombo.reports.evidence import entry_lines
from tombo.reports.said.commands import common
from tombo.reports.said.commands import evidence as said
from tombo.reports.said.commands import files as names
from tombo.reports.shown.entries import entry_json
from tombo.reports.shown.proofs import proof_of
from tombo.reports.shown.reading import Reader

app = typer.Typer(help="One entry that a stranger can check: made here, and checked anywhere.")


PROOF: Final = files.beginning(names.A_PROOF(), f"{HEADER}\n".encode())


LISTED: Final = (common.HAND, common.ROUND, common.TOURNAMENT)
"""The sorts of stream of which a command lists all."""


Name = Annotated[str, typer.Argument(metavar="NAME", help="As the other commands name it.")]


VersionOption = Annotated[
    int | None, typer.Option("--version", min=1, metavar="N", help="The N-th entry of its stream; else the newest.")
]


KeptFile = Annotated[
    Path | None, typer.Option("--checkpoint", metavar="FILE", help="A checkpoint kept outside: the proof is for it.")
]


OutFile = Annotated[Path | None, files.out_option(PROOF, help="Write the proof here, instead of printing it.")]


@app.command()
def hand(
    ctx: typer.Context,
    name: Name,
    version: VersionOption = None,
    checkpoint: KeptFile = None,
    policy: PolicyFile = None,
    out: OutFile = None,
) -> None:
    """That an entry of a hand is in the log, and through its stream's chain every earlier one of the hand.

    A C2SP tlog-proof with the entry in it, checked before it leaves. For example: tombo proof hand mesa-1/42 --out 42.tlog-proof.
    """
    _make(ctx, common.HAND, hand_name(name), version, checkpoint, policy, out)


@app.command("round")
def round_(
    ctx: typer.Context,
    name: Name,
    version: VersionOption = None,
    checkpoint: KeptFile = None,
    policy: PolicyFile = None,
    out: OutFile = None,
) -> None:
    """That an entry of a round against the house is in the log, and every earlier one of the round.

    For example: tombo proof round roulette:roleta-1/42.
    """
    _make(ctx, common.ROUND, name, version, checkpoint, policy, out)


@app.command()
def tournament(
    ctx: typer.Context,
    name: Name,
    version: VersionOption = None,
    checkpoint: KeptFile = None,
    policy: PolicyFile = None,
    out: OutFile = None,
) -> None:
    """That an entry of a tournament is in the log, and every earlier one of the tournament.

    For example: tombo proof tournament domingo-50.
    """
    _make(ctx, common.TOURNAMENT, name, version, checkpoint, policy, out)


@app.command()
def account(
    ctx: typer.Context,
    name: Name,
    version: VersionOption = None,
    checkpoint: KeptFile = None,
    policy: PolicyFile = None,
    out: OutFile = None,
) -> None:
    """That a movement on a player's account is in the log, and every earlier one of the account.

    For example: tombo proof account p-1 --version 7.
    """
    _make(ctx, common.ACCOUNT, name, version, checkpoint, policy, out)


@app.command()
def check(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A proof, as 'tombo proof' writes it.")],
    policy: PolicyFile = None,
    checkpoint: KeptFile = None,
) -> None:
    """Check a proof, and say what the entry in it is. Without the ledger, its database or a network.

    The policy's log signed the checkpoint, its tree has the entry at that index, and the entry reads as one. Exit status 1 if
    not, 2 if the file is no proof. For example: tombo proof check 42.tlog-proof --policy policy --checkpoint checkpoint.
    """
    call = invocation(ctx)
    believed = load_policy(policy or call.keyring.policy)
    try:
        proof = parse_proof(files.read(file, PROOF_MAX))
    except MalformedError as error:
        raise UnreadableError(said.FILE_IS_UNREADABLE(file=str(file), why=fact_of(error))) from error
    kept = None if checkpoint is None else files.read(checkpoint, NOTE_MAX)
    if kept is not None and not _is_for(proof, kept, believed, checkpoint):
        raise UsageError(said.PROOF_OF_ANOTHER(file=str(file), checkpoint=str(checkpoint)))
    found = verify_entry(proof, believed)
    call.result(_document(found), *_lines(found, outside=kept is not None))
    if kept is None:
        warn(said.CHECKPOINT_ITS_OWN())


def _is_for(proof: Proof, kept: bytes, policy: Policy, path: Path | None) -> bool:
    try:
        return same_checkpoint(proof, kept, policy)
    except MalformedError as error:
        raise UnreadableError(said.NO_CHECKPOINT_FILE(file=str(path), why=fact_of(error))) from error


def _make(  # the options of every command here
    ctx: typer.Context,
    sort: Word,
    name: str,
    version: int | None,
    checkpoint: Path | None,
    policy: Path | None,
    out: Path | None,
) -> None:
    """Make the proof, check it as a stranger would, and only then print or write it."""
    call = invocation(ctx)
    believed = load_policy(policy or call.keyring.policy)
    with call.reading() as reader:
        row = _row(reader, sort, name, version)
        proof = proof_of(reader, row, None if checkpoint is None else files.read(checkpoint, NOTE_MAX))
    try:
        found = verify_entry(proof, believed)
    except (MalformedError, TamperedError) as error:
        raise TamperedError(said.NO_PROOF_MADE(why=fact_of(error))) from error
    text = write_proof(proof)
    document = _document(found) | {"index": row.index, "leaf": b64encode(proof.extra or b"").decode()}
    if out is None:
        call.result(document | {"proof": text.decode()}, text.decode().rstrip("\n"))
    else:
        files.write(out, text, PROOF)
        told = said.WROTE_PROOF(file=str(out), stream=row.stream, version=row.version)
        call.result(document | {"out": str(out)}, told)


def _row(reader: Reader, sort: Word, name: str, version: int | None) -> Row:
    """The row of the entry that is asked for.

    Raises:
        NotFoundError: there is no such stream, or entry.
    """
    stream = reader.round(name)[-1].stream if sort is common.ROUND else f"{sort.en}:{name}"
    newest = reader.store.last_row(stream) if is_stream(stream) else None
    if newest is None:
        missing: dict[str, Fact] = {"what": sort, "name": name, "origin": reader.store.origin}
        if sort not in LISTED:
            raise NotFoundError(common.NO_SUCH_HERE(**missing))
        raise NotFoundError(common.NO_SUCH_HERE_LISTED(**missing, word=sort.en))
    found = [newest] if version is None else reader.store.stream_rows(stream, gt=version - 1, lte=version)
    if not found:
        raise NotFoundError(said.NO_SUCH_ENTRY(stream=stream, entries=newest.version, asked=str(version)))
    return found[0]


def _document(found: Proven) -> dict[str, Any]:
    return {
        "verdict": "OK",
        "origin": found.checkpoint.origin,
        "size": found.checkpoint.size,
        "root": b64encode(found.checkpoint.root).decode(),
        "witnesses": [good.key.name for good in found.witnesses],
        "entry": entry_json(found.entry, found.index),
    }


def _lines(found: Proven, *, outside: bool) -> Iterator[Told]:
    point = found.checkpoint
    yield said.PROVEN(origin=point.origin, entries=point.size, root=b64encode(point.root).decode())
    cosigned = tuple(good.key.name for good in found.witnesses) or said.BY_NOBODY()
    yield said.COSIGNED_AS_OUTSIDE(who=cosigned) if outside else said.COSIGNED(who=cosigned)
    yield from entry_lines(found.entry, found.index)
