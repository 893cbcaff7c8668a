"""What may be asked of rulesets."""

from typing import Literal

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.house.fields import Why
from tombo.ledger.house.ruleset.events import IdleHands
from tombo.ledger.terms.every import BankedRegulation, BankedTerms
from tombo.ledger.terms.poker import Regulation, Terms


class ApproveRuleset(CommandBase):
    """Staff records specific rules the SRIJ approved. Unlawful ones are refused with the rule.

    ``idle_hands``: six unless the specific rules expressly have fewer (R806 r.70b).
    """

    idle_hands: IdleHands = 6
    in_force_from: Instant
    kind: Literal["approve_ruleset"] = "approve_ruleset"
    reference: Why
    regulation: Regulation = "R806"
    ruleset: LocalId
    terms: Terms


class WithdrawRuleset(CommandBase):
    """Staff takes rules out of force."""

    kind: Literal["withdraw_ruleset"] = "withdraw_ruleset"
    reason: Why
    ruleset: LocalId


class ApproveBankedRuleset(CommandBase):
    """Staff records specific rules of a banked game that the SRIJ approved. Unlawful ones are refused with the rule."""

    in_force_from: Instant
    kind: Literal["approve_banked_ruleset"] = "approve_banked_ruleset"
    reference: Why
    regulation: BankedRegulation
    ruleset: LocalId
    terms: BankedTerms
