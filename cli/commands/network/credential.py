"""``tombo credential``: who may ask through the network, by which proof, granted and revoked by managers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from pydantic import TypeAdapter, ValidationError

from tombo.cli.files import read
from tombo.cli.invocation import invocation, send
from tombo.cli.listing import tell_lost
from tombo.cli.options import instant_of, on_record
from tombo.cli.signing import SecondName, StaffName, acting
from tombo.cli.terminal.output import say, say_json
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.core.errors import MalformedError, OutOfPlaceError, UsageError
from tombo.ledger.core.ids import command_id, is_stream, local
from tombo.ledger.core.said import Told
from tombo.ledger.core.words import OpenedWords
from tombo.ledger.house.credential.commands import GrantCredential, RevokeCredential
from tombo.ledger.house.credential.events import (
    CertificateProof,
    CredentialGranted,
    CredentialRevoked,
    Holder,
    OpenIdProof,
    Proof,
    SignerProof,
    TokenProof,
)
from tombo.ledger.house.credential.said import HOLDERS, PROOFS
from tombo.ledger.house.credential.state import credential_stream
from tombo.ledger.house.staff.state import MANAGER
from tombo.ledger.seal.bearer import certificate_digest, new_token, pem_certificate, pem_signer, token_digest
from tombo.projections.credentials import by_a_manager
from tombo.reports.said.commands import credential as said
from tombo.reports.said.dispute import WORDS_SEALED
from tombo.reports.shown.reading import Reader

app = typer.Typer(help="Credentials: who may ask through the network, by which proof, granted and revoked by managers.")
grant_app = typer.Typer(help="Grant a credential; by what its bearer shows.")
app.add_typer(grant_app, name="grant")

PEM_MAX: Final = 1 << 16
"""Bytes of a file with a certificate or a public key."""
_HOLDER: Final = TypeAdapter[Holder](Holder)

CredentialName = Annotated[
    str, typer.Argument(metavar="NAME", help="Its name, never used before and never again; no person's.")
]
HolderName = Annotated[
    str,
    typer.Option(
        "--holder", metavar="WHO", help="Whom its bearer acts as: platform:ID, staff:ID, auditor:ID, players."
    ),
]
Until = Annotated[
    str | None,
    typer.Option(metavar="INSTANT", help="When it ends by itself, as 2027-01-31T00:00:00Z; else once it is revoked."),
]


@grant_app.command()
def token(
    ctx: typer.Context,
    name: CredentialName,
    holder: HolderName,
    until: Until = None,
    staff: StaffName = None,
    second: SecondName = None,
) -> None:
    """Grant a credential for a new random token, which is told once and kept nowhere: for a platform or an auditor.

    For example: tombo credential grant token platform-1 --holder platform:games --staff s-1.
    """
    made = new_token(os.urandom)
    document, granted = _grant(ctx, name, holder, TokenProof(sha256=token_digest(made)), until, staff, second)
    invocation(ctx).result({**document, "token": made}, granted, said.CREDENTIAL_TOKEN(), made)


@grant_app.command()
def certificate(
    ctx: typer.Context,
    name: CredentialName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The certificate, in PEM; its private key is not read.")],
    holder: HolderName,
    until: Until = None,
    staff: StaffName = None,
    second: SecondName = None,
) -> None:
    """Grant a credential for a client certificate, by its public key: one renewed for the same key is the same.

    For example: tombo credential grant certificate platform-2 games.pem --holder platform:games --staff s-1.
    """
    proof = CertificateProof(sha256=_of_file(file, lambda pem: certificate_digest(pem_certificate(pem))))
    document, granted = _grant(ctx, name, holder, proof, until, staff, second)
    invocation(ctx).result(document, granted)


@grant_app.command()
def openid(
    ctx: typer.Context,
    name: CredentialName,
    issuer: Annotated[str, typer.Option(metavar="URL", help="Who signs him in, as its ID tokens say (iss).")],
    subject: Annotated[str, typer.Option(metavar="TEXT", help="Who he is there (sub): no name and no address.")],
    holder: HolderName,
    until: Until = None,
    staff: StaffName = None,
    second: SecondName = None,
) -> None:
    """Grant a member of staff a credential for who he is at an OpenID provider. What he asks for he signs with his key all the same.

    For example: tombo credential grant openid rui-1 --issuer https://id.operator.example --subject 7f3a --holder staff:s-2 --staff s-1.
    """
    try:
        proof = OpenIdProof(issuer=issuer, subject=subject)
    except ValidationError as error:
        raise UsageError(said.NO_OPENID(issuer=repr(issuer), subject=repr(subject))) from error
    document, granted = _grant(ctx, name, holder, proof, until, staff, second)
    invocation(ctx).result(document, granted)


@grant_app.command()
def signer(
    ctx: typer.Context,
    name: CredentialName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The public key, Ed25519 in PEM.")],
    holder: HolderName,
    until: Until = None,
    staff: StaffName = None,
    second: SecondName = None,
) -> None:
    """Grant a credential for the key by which the operator's own server signs tokens for players.

    For example: tombo credential grant signer site-1 site.pem --holder players --staff s-1.
    """
    proof = SignerProof(public=_of_file(file, pem_signer))
    document, granted = _grant(ctx, name, holder, proof, until, staff, second)
    invocation(ctx).result(document, granted)


def _grant(
    ctx: typer.Context, name: str, holder: str, proof: Proof, until: str | None, staff: str | None, second: str | None
) -> tuple[dict[str, Any], Told]:
    """What a grant that was recorded says, for programs and for people."""
    call, who = invocation(ctx), _holder(holder)
    ends = None if until is None else instant_of(until)
    stream = _stream(name)
    asks = acting(call.keyring, staff, MANAGER, second)
    command = GrantCredential(credential=name, holder=who, proof=proof, until=ends)
    with call.writing() as ledger:
        version = ledger.view().version(stream)
        receipt = send(ledger, command, asks, command_id("grant-credential", name, version))
    index = receipt.entries[0].index
    document = {"credential": name, **_granted(command), "log_index": index}
    told = said.CREDENTIAL_IS_GRANTED(credential=name, holder=_whose(who), proof=PROOFS[proof.by], index=index)
    return document, told


@app.command()
def revoke(
    ctx: typer.Context,
    name: CredentialName,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; kept sealed.", callback=on_record)],
    staff: StaffName = None,
) -> None:
    """Revoke a credential, for ever. One manager is enough.

    For example: tombo credential revoke platform-1 --reason 'it was in a mail' --staff s-1.
    """
    call, stream = invocation(ctx), _stream(name)
    asks = acting(call.keyring, staff, MANAGER)
    with call.writing() as ledger:
        version = ledger.view().version(stream)
        command = RevokeCredential(credential=name, reason=reason)
        receipt = send(ledger, command, asks, command_id("revoke-credential", name, version))
    index = receipt.entries[0].index
    told = said.CREDENTIAL_ENDS(credential=name, index=index)
    call.result({"credential": name, "log_index": index}, told)


@app.command("list")
def list_credentials(ctx: typer.Context) -> None:
    """Every credential ever granted: whose, by which proof, and whether it holds now.

    Exit status 1 where an entry of one cannot follow: it is told in its place.
    """
    call, now, lost = invocation(ctx), SystemClock().now(), False
    with call.reading() as reader:
        for stream in reader.streams("credential"):
            try:
                row = _row(reader, stream, now)
            except OutOfPlaceError as error:
                lost = True
                tell_lost(call, {"credential": local(stream)}, local(stream), error)
                continue
            if call.json:
                say_json(row)
            else:
                say(_told(row))
    if lost:
        raise typer.Exit(1)


def _row(reader: Reader, stream: str, now: int) -> dict[str, Any]:
    """A credential, as its stream tells it, at the instant ``now``.

    Raises:
        OutOfPlaceError: an entry cannot follow those before it.
    """
    reader(stream)  # which says where one cannot
    entries = reader.told(stream)
    first, last = entries[0], entries[-1]
    granted: CredentialGranted = first.event
    row = {
        "credential": local(first.stream),
        **_granted(granted),
        "log_index": first.index,
        "by": first.by.id,
        "stands": "live",
        "revoked": None,
    }
    found = reader.store.row(first.index)
    if isinstance(last.event, CredentialRevoked):
        reason = last.event.reason
        text = reason.text if isinstance(reason, OpenedWords) else None
        row |= {"stands": "revoked", "revoked": {"log_index": last.index, "by": last.by.id, "reason": text}}
    elif found is None or not by_a_manager(reader.store, found):
        row["stands"] = "unsigned"
    elif granted.until is not None and granted.until <= now:
        row["stands"] = "over"
    return row


def _granted(said_so: GrantCredential | CredentialGranted) -> dict[str, Any]:
    """The fields of a grant, as JSON has them."""
    return said_so.model_dump(mode="json", include={"holder", "proof", "until"})


def _told(row: dict[str, Any]) -> Told:
    """A row in a sentence."""
    holder, proof = _whose(_HOLDER.validate_python(row["holder"])), PROOFS[row["proof"]["by"]]
    facts = {"credential": row["credential"], "holder": holder, "proof": proof}
    return said.LISTED_CREDENTIAL(stands=_stands(row), **facts)


def _stands(row: dict[str, Any]) -> Told:
    """How a credential stands."""
    match row["stands"]:
        case "revoked":
            revoked = row["revoked"]
            reason = revoked["reason"] or WORDS_SEALED()
            return said.CREDENTIAL_IS_REVOKED(index=revoked["log_index"], by=revoked["by"], reason=reason)
        case "unsigned":
            return said.CREDENTIAL_IS_UNSIGNED(index=row["log_index"])
        case "over":
            return said.CREDENTIAL_IS_OVER(until=row["until"])
        case _:
            since = said.CREDENTIAL_LIVE(index=row["log_index"], by=row["by"])
            return since if row["until"] is None else said.CREDENTIAL_UNTIL(since=since, until=row["until"])


def _whose(holder: Holder) -> Told:
    """Whom a bearer acts as: ``platform games``."""
    if holder.actor == "players":
        return said.CREDENTIAL_OF_PLAYERS()
    return said.CREDENTIAL_HOLDER(actor=HOLDERS[holder.actor], who=holder.id)


def _holder(typed: str) -> Holder:
    """Whom a bearer acts as, as it is typed: ``platform:games``, ``players``.

    Raises:
        UsageError: nobody.
    """
    actor, colon, name = typed.partition(":")
    try:
        return _HOLDER.validate_python({"actor": actor, "id": name} if colon else {"actor": actor})
    except ValidationError as error:
        raise UsageError(said.NO_HOLDER(typed=repr(typed))) from error


def _stream(name: str) -> str:
    stream = credential_stream(name)
    if not is_stream(stream):
        raise UsageError(said.NO_CREDENTIAL_NAME(typed=repr(name)))
    return stream


def _of_file(path: Path, proof: Any) -> str:
    """What ``proof`` makes of a file in PEM.

    Raises:
        UsageError: it is none.
    """
    try:
        return str(proof(read(path, PEM_MAX)))
    except MalformedError as error:
        raise UsageError(said.NO_PEM(file=str(path), why=str(error))) from error
