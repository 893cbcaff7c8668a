"""What may be asked of a credential."""

from typing import Literal

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.house.credential.events import Holder, Proof
from tombo.ledger.house.fields import Why


class GrantCredential(CommandBase):
    """A manager grants ``holder`` a credential of a new name, for who shows ``proof``, up to the instant ``until`` if there is one."""

    credential: LocalId
    holder: Holder
    kind: Literal["grant_credential"] = "grant_credential"
    proof: Proof
    until: Instant | None = None


class RevokeCredential(CommandBase):
    """A manager revokes a credential, for ever, and says why."""

    credential: LocalId
    kind: Literal["revoke_credential"] = "revoke_credential"
    reason: Why
