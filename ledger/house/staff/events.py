"""What can happen to a member of staff beside his roles: a key of his own, and every act that he signed with it."""

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field

from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.ids import Base64, Hex8, Hex32, LocalId, StreamId
from tombo.ledger.core.words import Words
from tombo.ledger.house.fields import Text


class RoleGranted(EventBase):
    """A member of staff may act in a role."""

    kind: Literal["staff.granted.v1"] = "staff.granted.v1"
    role: LocalId


class RoleWithdrawn(EventBase):
    """A role was taken away again."""

    kind: Literal["staff.withdrawn.v1"] = "staff.withdrawn.v1"
    role: LocalId


class CardsRead(EventBase):
    """Somebody read closed cards through the ledger: who is in ``by``, why is here (decision 16)."""

    hand: StreamId
    kind: Literal["staff.cards_read.v1"] = "staff.cards_read.v1"
    reason: Text


class CardsReadV2(EventBase):
    """As ``staff.cards_read.v1``, the reason sealed under the house's secret: it may name whoever complained."""

    hand: StreamId
    kind: Literal["staff.cards_read.v2"] = "staff.cards_read.v2"
    reason: Words


REQUEST_MAX: Final = 30
"""The most fields one request tells."""


def _in_order(request: dict[str, Any]) -> dict[str, Any]:
    return dict(sorted(request.items()))


RequestKey = Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]


RequestText = Annotated[str, Field(max_length=200)]


RequestNumber = Annotated[int, Field(ge=-(2**53 - 1), le=2**53 - 1)]


Request = Annotated[
    dict[RequestKey, RequestText | RequestNumber | None], Field(max_length=REQUEST_MAX), AfterValidator(_in_order)
]
"""What was asked for, as far as it may stand in the open (``tombo.ledger.live.acts.request_of``), its keys in order."""


class StaffKeyEnrolled(EventBase):
    """A member of staff signs with this key from here on; an earlier one of his signs no more.

    ``possession`` is his signature with it. The first of a ledger is the platform's word, at its beginning; any later one was asked
    for by a manager, who signed, or bears the signature of the root key.
    """

    key: Hex8
    kind: Literal["staff.key_enrolled.v1"] = "staff.key_enrolled.v1"
    possession: Base64
    public: Base64
    root_signature: Base64 | None


class StaffKeyWithdrawn(EventBase):
    """A member of staff signs with this key no more: lost, told to somebody, or he has left."""

    key: Hex8
    kind: Literal["staff.key_withdrawn.v1"] = "staff.key_withdrawn.v1"


class ActSigned(EventBase):
    """A member of staff, whose stream this is, signed the command that this entry came from (``docs/format.md``, 'Acts of staff').

    ``digest`` is that of the command, whole: its first half stands in ``command`` of the entry. ``signers``: how many signed it, each
    on record in his own stream in the same commit.
    """

    digest: Hex32
    key: Hex8
    kind: Literal["staff.act_signed.v1"] = "staff.act_signed.v1"
    request: Request
    signature: Base64
    signers: Annotated[int, Field(ge=1, le=9)]


StaffEvent = RoleGranted | RoleWithdrawn | CardsRead | CardsReadV2 | StaffKeyEnrolled | StaffKeyWithdrawn | ActSigned
