"""What can happen to rulesets."""

from typing import Annotated, Literal

from pydantic import Field

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import EventBase
from tombo.ledger.house.fields import Text
from tombo.ledger.terms.every import BankedRegulation, BankedTerms
from tombo.ledger.terms.poker import Regulation, Terms
from tombo.ledger.terms.unit import Notice

IdleHands = Annotated[int, Field(ge=1, le=6)]
"""Hands in a row without a bet that make a player idle: six, which is more than five, or fewer (R806 r.70b)."""


class RulesetApproved(EventBase):
    """The operator's specific rules (*regras específicas*) for a game, approved by the SRIJ (R806 preamble 2-3).

    ``idle_hands`` in a row without a bet are enough to warn a player (R806 r.70b); no hand depends on them.
    """

    idle_hands: IdleHands
    in_force_from: Instant
    kind: Literal["ruleset.approved.v1"] = "ruleset.approved.v1"
    notices: list[Notice]
    reference: Text
    regulation: Regulation
    terms: Terms


class RulesetWithdrawn(EventBase):
    """The rules are in force no longer; hands already started are played out under them."""

    kind: Literal["ruleset.withdrawn.v1"] = "ruleset.withdrawn.v1"
    reason: Text


class BankedRulesetApproved(EventBase):
    """The operator's specific rules for a banked game, approved by the SRIJ (R803, R804, R805, R807, preambles 2-3)."""

    in_force_from: Instant
    kind: Literal["ruleset.banked_approved.v1"] = "ruleset.banked_approved.v1"
    notices: list[Notice]
    reference: Text
    regulation: BankedRegulation
    terms: BankedTerms


RulesetEvent = RulesetApproved | RulesetWithdrawn | BankedRulesetApproved
