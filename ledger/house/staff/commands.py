"""What may be asked of the keys of staff."""

from typing import Literal

from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import Base64, Hex8, LocalId, StreamId
from tombo.ledger.house.fields import Why


class GrantRole(CommandBase):
    """A member of staff gets a role. The first grant of a ledger is the platform's; later ones are a manager's."""

    kind: Literal["grant_role"] = "grant_role"
    role: LocalId
    staff: LocalId


class WithdrawRole(CommandBase):
    """A role is taken away."""

    kind: Literal["withdraw_role"] = "withdraw_role"
    role: LocalId
    staff: LocalId


class ReadCards(CommandBase):
    """Staff asks to read the closed cards of a finished hand, by its local id, or round, by its stream, and says why."""

    hand: LocalId | StreamId
    kind: Literal["read_cards"] = "read_cards"
    reason: Why


class EnrolKey(CommandBase):
    """A member of staff gets a key, whose ``possession`` he proves.

    The platform asks for the first of a ledger, of a manager. Later a manager asks; or anybody who brings the signature of the root
    key, for a manager: where the last manager lost his key, nobody else can.
    """

    key: Hex8
    kind: Literal["enrol_key"] = "enrol_key"
    possession: Base64
    public: Base64
    root_signature: Base64 | None = None
    staff: LocalId


class WithdrawKey(CommandBase):
    """A key signs no more: a manager asks, or the member of staff himself."""

    key: Hex8
    kind: Literal["withdraw_key"] = "withdraw_key"
    staff: LocalId
