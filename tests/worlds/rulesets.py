"""What the door says to a ruleset of any game: the rule that refuses it, or nothing."""

from __future__ import annotations

from typing import Final

from tests.worlds.house import MANAGER, House
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.ruleset.commands import ApproveBankedRuleset, ApproveRuleset
from tombo.ledger.house.ruleset.events import BankedRulesetApproved, RulesetApproved
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.terms.blackjack import BlackjackTerms
from tombo.ledger.terms.poker import REGULATIONS, Terms
from tombo.ledger.terms.roulette import RouletteTerms
from tombo.ledger.terms.sem_descarte import SemDescarteTerms

AnyTerms = Terms | SemDescarteTerms | BlackjackTerms | RouletteTerms
REFERENCE: Final = "SRIJ/2026/9"


def approval(terms: AnyTerms, name: str = "new", *, in_force_from: int = 0) -> CommandBase:
    """The request to approve ``terms`` under the regulation of their game."""
    if isinstance(terms, Terms):
        return ApproveRuleset(
            in_force_from=in_force_from,
            reference=REFERENCE,
            regulation=REGULATIONS[terms.variant],
            ruleset=name,
            terms=terms,
        )
    regulation = {"sem_descarte": "R803", "blackjack": "R805"}.get(terms.game) or getattr(terms, "regulation", "")
    return ApproveBankedRuleset.model_validate(
        {
            "in_force_from": in_force_from,
            "reference": REFERENCE,
            "regulation": regulation,
            "ruleset": name,
            "terms": terms,
        }
    )


def house_with_manager() -> House:
    """A house with nothing but a manager."""
    world = House()
    world.does(GrantRole(role="manager", staff="ana"))
    return world


def approved(terms: AnyTerms) -> RulesetApproved | BankedRulesetApproved | None:
    """The approval the door would record, or None where it refuses."""
    outcome = house_with_manager().ask(approval(terms), MANAGER)
    if isinstance(outcome, Refused):
        return None
    (_, event), *_ = outcome.events
    assert isinstance(event, RulesetApproved | BankedRulesetApproved)
    return event


def verdict(terms: AnyTerms) -> str | None:
    """The rule under which ``terms`` are refused, None where they are approved."""
    outcome = house_with_manager().ask(approval(terms), MANAGER)
    return outcome.finding.rule if isinstance(outcome, Refused) else None
