"""``tombo credential``: who may ask through the network, by which proof, granted and revoked by managers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from pydantic import TypeAdapter, ValidationError

from tombo.cli.files import read
from tombo.cli.invocation import invocation, send
from tombo.cli.options import on_record
from tombo.cli.signing import SecondName, StaffName, acting
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.core.errors import MalformedError, UsageError
from tombo.ledger.core.ids import command_id, is_stream
from tombo.ledger.core.said import Told
from tombo.ledger.house.credential.commands import GrantCredential, RevokeCredential
from tombo.ledger.house.credential.events import (
    CertificateProof,
    Holder,
    OpenIdProof,
    Proof,
    SignerProof,
    TokenProof,
)
from tombo.ledger.house.credential.said import PROOFS
from tombo.ledger.house.credential.state import credential_stream
from tombo.ledger.house.staff.state import MANAGER
from tombo.ledger.seal.bearer import certificate_digest, new_token, pem_certificate, pem_signer, token_digest
from tombo.reports.said.commands import credential as said
from tombo.reports.shown.days import instant_of
from tombo.reports.shown.house import credentials

app = typer.Typer(help="Credentials: who may ask through the network, by which proof, granted and revoked by managers.")
grant_app = typer.Typer(help="Grant a credential; by what its bearer shows.")
app.add_typer(grant_app, name="grant")

PEM_MAX: Final = 1 << 16
"""Bytes of a file with a certificate or a public key."""
_HOLDER: Final = TypeAdapter[Holder](Holder)

CredentialName = Annotated[
    str, typer.Argument(metavar="NAME", help="Its name, never used before and never again; no person's.")
]
GrantedName = Annotated[
    str, typer.Argument(metavar="NAME", help="The credential, as 'tombo credential list' names it.")
]
PlatformOrAuditor = Annotated[
    str, typer.Option("--holder", metavar="WHO", help="Whom its bearer acts as: platform:ID or auditor:ID.")
]
StaffHolderName = Annotated[str, typer.Option("--holder", metavar="WHO", help="Who of the staff it is: staff:ID.")]
PlayersHolderName = Annotated[
    str, typer.Option("--holder", metavar="WHO", help="Whom it vouches for: players, the only word there is here.")
]
Until = Annotated[
    str | None,
    typer.Option(metavar="INSTANT", help="When it ends by itself, as 2027-01-31T00:00:00Z; else once it is revoked."),
]


@grant_app.command()
def token(
    ctx: typer.Context,
    name: CredentialName,
    holder: PlatformOrAuditor,
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
    holder: PlatformOrAuditor,
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
    holder: StaffHolderName,
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
    holder: PlayersHolderName,
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
    document = {"credential": name, **credentials.granted(command), "log_index": index}
    told = said.CREDENTIAL_IS_GRANTED(
        credential=name, holder=credentials.whose(who), proof=PROOFS[proof.by], index=index
    )
    return document, told


@app.command()
def revoke(
    ctx: typer.Context,
    name: GrantedName,
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
    call = invocation(ctx)
    with call.reading() as reader:
        now = SystemClock().now()
        call.show_each(credentials.line(reader, stream, now) for stream in credentials.names(reader))


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
