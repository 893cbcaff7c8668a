"""Credentials as a test asks for them, and as whoever has an event key seals them: with true signatures, and judged by no door."""

from __future__ import annotations

from typing import Final

from tests.conftest import ORIGIN
from tests.worlds.forged_ledger import Act
from tests.worlds.staff import signed
from tests.worlds.world import words
from tombo.ledger.catalogue import command_digest, full_digest
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.entry import By, CommandRef, EventBase
from tombo.ledger.house.credential.commands import GrantCredential, RevokeCredential
from tombo.ledger.house.credential.events import (
    CredentialGranted,
    CredentialRevoked,
    Holder,
    PlatformHolder,
    Proof,
    TokenProof,
)
from tombo.ledger.house.staff.events import ActSigned
from tombo.ledger.live.acts import request_of

GAMES: Final[Holder] = PlatformHolder(id="games")
TOKEN: Final[Proof] = TokenProof(sha256="aa" * 32)
STOLEN: Final[Proof] = TokenProof(sha256="bb" * 32)
WORDS: Final = words("lost", None)


def grant(name: str, holder: Holder = GAMES, proof: Proof = TOKEN) -> GrantCredential:
    """A credential without an end."""
    return GrantCredential(credential=name, holder=holder, proof=proof)


def event_of(command: CommandBase) -> tuple[str, EventBase]:
    """What a command leads to, and where."""
    if isinstance(command, GrantCredential):
        said = CredentialGranted(holder=command.holder, proof=command.proof, until=command.until)
        return f"credential:{command.credential}", said
    assert isinstance(command, RevokeCredential)
    return f"credential:{command.credential}", CredentialRevoked(reason=WORDS)


def asked(command: CommandBase, by: By, command_id: str, *beside: str) -> list[Act]:
    """What a command leads to, with true signatures of who asks and of those beside him, that no door judged."""
    envelope = signed(Envelope(command, by, command_id, None), ORIGIN, *beside)
    ref, digest = CommandRef(digest=command_digest(envelope), id=command_id), full_digest(envelope)
    request, several = dict(request_of(command)), len(envelope.signatures)
    signatures = [
        (
            f"staff:{one.staff}",
            ActSigned(digest=digest, key=one.key, request=request, signature=one.signature, signers=several),
        )
        for one in envelope.signatures
    ]
    return [Act(stream, event, by=by, command=ref) for stream, event in (event_of(command), *signatures)]
