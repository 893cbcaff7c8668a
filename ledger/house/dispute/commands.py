"""What may be asked of a dispute."""

from typing import Annotated, Literal

from pydantic import Field

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId, StreamId
from tombo.ledger.core.money import Money
from tombo.ledger.house.dispute.events import (
    AMOUNTS_MAX,
    DIFFERENCES_MAX,
    RULES_MAX,
    SAID_MAX,
    Cause,
    Citation,
    Outcome,
    PlayerAmounts,
    Said,
)
from tombo.ledger.house.fields import LINE_THAT_SAYS, Version

Line = Annotated[str, Field(max_length=SAID_MAX, pattern=LINE_THAT_SAYS)]


class OpenDispute(CommandBase):
    """A player complains, himself or through the platform or an officer, at ``complained``."""

    about: StreamId | None = None
    claim: Line
    complained: Instant
    dispute: LocalId
    kind: Literal["open_dispute"] = "open_dispute"
    player: LocalId


class ReadDisputedCards(CommandBase):
    """An officer asks to read closed cards of the hand or round a dispute is about, and says why."""

    dispute: LocalId
    kind: Literal["read_disputed_cards"] = "read_disputed_cards"
    reason: Line


class RecordReplay(CommandBase):
    """An officer computed what a dispute is about again, and puts on record what came of it."""

    amounts: Annotated[list[PlayerAmounts], Field(max_length=AMOUNTS_MAX)]
    differences: Annotated[list[Said], Field(max_length=DIFFERENCES_MAX)]
    dispute: LocalId
    kind: Literal["record_replay"] = "record_replay"
    revision: Annotated[int, Field(ge=1, le=2**53 - 1)] | None
    rules: Annotated[list[Citation], Field(max_length=RULES_MAX)]
    version: Version


class ResolveDispute(CommandBase):
    """An officer decides a dispute. ``compensation`` goes to the player's account in the same commit."""

    compensation: Money
    dispute: LocalId
    grounds: Line
    kind: Literal["resolve_dispute"] = "resolve_dispute"
    outcome: Outcome
    rule: Citation | None = None


class ReverseCompensation(CommandBase):
    """Two officers take a compensation back: the ``amount`` that was given, under the ``rule`` by which it was not due."""

    amount: Money
    cause: Cause
    dispute: LocalId
    kind: Literal["reverse_compensation"] = "reverse_compensation"
    rule: Citation
