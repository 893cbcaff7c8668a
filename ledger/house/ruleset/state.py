"""The operator's specific rules (*regras específicas*), approved by the SRIJ (R806 preamble 2-4)."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from tombo.ledger.house.rules import headless
from tombo.ledger.house.ruleset.events import BankedRulesetApproved, RulesetApproved, RulesetEvent, RulesetWithdrawn
from tombo.ledger.terms.every import BankedTerms
from tombo.ledger.terms.poker import Terms


class Ruleset(NamedTuple):
    """Approved rules of any game, and whether they are still in force."""

    terms: Terms | BankedTerms
    in_force_from: int
    reference: str
    idle_hands: int = 6
    """Hands in a row without a bet that make a player idle at a table of poker (R806 r.70b)."""
    withdrawn: bool = False


def evolve(ruleset: Ruleset | None, event: RulesetEvent) -> Ruleset:
    """``ruleset`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with an approval.
    """
    if isinstance(event, RulesetApproved):
        return Ruleset(event.terms, event.in_force_from, event.reference, event.idle_hands)
    if isinstance(event, BankedRulesetApproved):
        return Ruleset(event.terms, event.in_force_from, event.reference)
    if ruleset is None:
        headless("ruleset", event)
    match event:
        case RulesetWithdrawn():
            return ruleset._replace(withdrawn=True)
        case _:
            assert_never(event)


def ruleset_stream(ruleset: str) -> str:
    """The stream of a ruleset: ``ruleset:nl-5-10``."""
    return f"ruleset:{ruleset}"
