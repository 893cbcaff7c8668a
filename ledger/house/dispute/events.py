"""What can happen to a dispute: a player's complaint, what was looked at because of it, and how it was resolved."""

from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import EventBase, Record
from tombo.ledger.core.ids import LocalId, StreamId
from tombo.ledger.core.money import Amount, Money
from tombo.ledger.core.words import Words
from tombo.ledger.house.fields import ONE_LINE, Version

SAID_MAX: Final = 500


RULES_MAX: Final = 20


DIFFERENCES_MAX: Final = 10


AMOUNTS_MAX: Final = 200
"""Players whose amounts one ``dispute.replayed`` tells: with names of the greatest length an entry still fits its 65,535 bytes."""


Said = Annotated[str, Field(max_length=SAID_MAX, pattern=ONE_LINE)]
"""What somebody claims, or gives as his reason; never nothing. A claim comes from outside and is printed: no control
characters, line breaks or changes of direction, with which it could write lines of its own into a report."""


Citation = Annotated[str, Field(pattern=r"^(R8\d\d r\.\d[ -~]{0,30}|House: [a-z]{1,20})$")]
"""A rule as findings cite it: ``R806 r.62-63``, ``R803 r.12, r.28a``, ``House: account``."""
CITED: Final = ("R806 r.45", "R803 r.12, r.28a")
"""Two such, to show how it is written."""


Outcome = Literal["accepted", "partly", "rejected"]


class DisputeOpened(EventBase):
    """A player complains: he claims something, of the hand, round or tournament ``about`` where it is of one.

    ``complained`` is when he did, by the word of whoever opens the dispute for him.
    """

    about: StreamId | None
    claim: Said
    complained: Instant
    kind: Literal["dispute.opened.v1"] = "dispute.opened.v1"
    player: LocalId


class DisputeOpenedV2(EventBase):
    """As ``dispute.opened.v1``, the claim sealed under the claimant's secret."""

    about: StreamId | None
    claim: Words
    complained: Instant
    kind: Literal["dispute.opened.v2"] = "dispute.opened.v2"
    player: LocalId


class DisputeCardsRead(EventBase):
    """An officer, who is in ``by``, read closed cards of ``hand``, a hand or round, for this dispute, and why."""

    hand: StreamId
    kind: Literal["dispute.cards_read.v1"] = "dispute.cards_read.v1"
    reason: Said


class DisputeCardsReadV2(EventBase):
    """As ``dispute.cards_read.v1``, the reason sealed under the claimant's secret."""

    hand: StreamId
    kind: Literal["dispute.cards_read.v2"] = "dispute.cards_read.v2"
    reason: Words


class PlayerAmounts(Record):
    """What came back to a player, on record and computed again: won, returned and refunded, less what was taken back.

    In minor units of the hand, round or tournament: cents at a table in euro.
    """

    player: LocalId
    recomputed: Amount
    recorded: Amount


class DisputeReplayed(EventBase):
    """What the dispute is about was computed again, up to its ``version``, under the rules revision it was played under.

    ``same``: the record is what its rules give, which stands exactly where there is no difference. ``rules`` are those that
    decided what is on record. A tournament has no revision, and tells no amounts. Where there is no room for all, the claimant
    comes first, then whoever is due another amount, and the last difference says how many more there are.
    """

    amounts: Annotated[list[PlayerAmounts], Field(max_length=AMOUNTS_MAX)]
    differences: Annotated[list[Said], Field(max_length=DIFFERENCES_MAX)]
    kind: Literal["dispute.replayed.v1"] = "dispute.replayed.v1"
    replayed: StreamId
    revision: Annotated[int, Field(ge=1, le=2**53 - 1)] | None
    rules: Annotated[list[Citation], Field(max_length=RULES_MAX)]
    same: bool
    version: Version

    @model_validator(mode="after")
    def _same_is_without_difference(self) -> Self:
        if self.same == bool(self.differences):
            raise ValueError("'same' stands exactly where there is no difference")
        return self


class DisputeResolved(EventBase):
    """The operator decided (R810 r.55): on which grounds, by which rule, and what he pays, which may be nothing."""

    compensation: Money
    grounds: Said
    kind: Literal["dispute.resolved.v1"] = "dispute.resolved.v1"
    outcome: Outcome
    rule: Citation | None


class DisputeResolvedV2(EventBase):
    """As ``dispute.resolved.v1``, the grounds sealed under the claimant's secret."""

    compensation: Money
    grounds: Words
    kind: Literal["dispute.resolved.v2"] = "dispute.resolved.v2"
    outcome: Outcome
    rule: Citation | None


Cause = Literal["mistaken", "obtained_by_deceit", "paid_elsewhere"]
"""Why a compensation is taken back. A closed list: what else there is to say stays in the operator's files."""


class ResolutionReversed(EventBase):
    """Two officers took the compensation of this dispute back; its resolution stands otherwise."""

    cause: Cause
    compensation: Money
    kind: Literal["dispute.compensation_reversed.v1"] = "dispute.compensation_reversed.v1"
    rule: Citation


AnyOpened = DisputeOpened | DisputeOpenedV2


AnyCardsRead = DisputeCardsRead | DisputeCardsReadV2


AnyResolved = DisputeResolved | DisputeResolvedV2


DisputeEvent = AnyOpened | AnyCardsRead | DisputeReplayed | AnyResolved | ResolutionReversed
