"""The operator's specific rules (*regras específicas*), approved by the SRIJ (R806 preamble 2-4)."""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from ledger.core.clock import display_instant
from ledger.core.command import Decide, Decision, Envelope, View
from ledger.core.findings import Refused
from ledger.house.banked_events import BankedRulesetApproved
from ledger.house.commands import ApproveRuleset, WithdrawRuleset
from ledger.house.events import RulesetApproved, RulesetEvent, RulesetWithdrawn
from ledger.house.rules import first_breach, headless, house, notices
from ledger.house.staff import MANAGER, may
from ledger.terms.banked import BankedTerms
from ledger.terms.citation import cited
from ledger.terms.r806 import terms_findings
from ledger.terms.regulation import REGULATIONS, Terms


class Ruleset(NamedTuple):
    """Approved rules of any game, and whether they are still in force."""

    terms: Terms | BankedTerms
    in_force_from: int
    reference: str
    idle_hands: int = 6
    """Hands in a row without a bet that make a player idle at a table of poker (R806 r.70b)."""
    withdrawn: bool = False


def evolve(ruleset: Ruleset | None, event: RulesetEvent | BankedRulesetApproved) -> Ruleset:
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


def withdrawn_refusal(view: View, ruleset: str) -> Refused | None:
    """The objection to another hand under rules that were withdrawn; hands already begun are played out."""
    found: Ruleset | None = view(ruleset_stream(ruleset))
    if found is not None and found.withdrawn:
        return house("ruleset", f"the ruleset {ruleset} was withdrawn; expected a table under one in force")
    return None


def _approved(view: View, ruleset: str) -> Refused | None:
    """The objection to rules that were never approved, or were withdrawn."""
    if view(ruleset_stream(ruleset)) is None:
        return house("ruleset", f"there is no ruleset {ruleset}; expected 'approve_ruleset' before")
    return withdrawn_refusal(view, ruleset)


def in_force(view: View, ruleset: str, at: int | None) -> Refused | None:
    """The objection to opening a table under ``ruleset`` at the instant ``at``, the command's ``occurred``.

    A decider has no clock: rules in force from a later day than 1970 need a command that says when it happens.
    """
    objection = _approved(view, ruleset)
    if objection:
        return objection
    found: Ruleset = view(ruleset_stream(ruleset))
    if found.in_force_from <= (at or 0):
        return None
    begin = display_instant(found.in_force_from)
    if at is None:
        return house(
            "ruleset", f"the ruleset {ruleset} is in force from {begin}; expected 'occurred', which says when this is"
        )
    return house("ruleset", f"the ruleset {ruleset} is in force from {begin}, not yet at {display_instant(at)}")


def approve_ruleset(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``approve_ruleset``: by a manager, under a new name, and lawful: unlawful rules are refused with the rule."""
    command: ApproveRuleset = envelope.command
    objection = may(view, envelope.by, roles=(MANAGER,))
    if objection:
        return objection
    stream = ruleset_stream(command.ruleset)
    if view(stream) is not None:
        return house("ruleset", f"there is a ruleset {command.ruleset} already; changed rules need a name of their own")
    due = REGULATIONS[command.terms.variant]
    if command.regulation != due:
        variant = command.terms.variant
        return house("ruleset", f"rules of {variant} under {command.regulation}; expected the regulation {due}")
    found = terms_findings(command.terms)
    objection = first_breach(*found)
    if objection:
        return objection
    event = RulesetApproved(
        idle_hands=command.idle_hands,
        in_force_from=command.in_force_from,
        notices=notices(cited(finding, command.terms.variant) for finding in found),
        reference=command.reference,
        regulation=command.regulation,
        terms=command.terms,
    )
    return Decision(((stream, event),))


def withdraw_ruleset(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``withdraw_ruleset``: by a manager, once. Hands already started are played out under the rules."""
    command: WithdrawRuleset = envelope.command
    objection = may(view, envelope.by, roles=(MANAGER,)) or _approved(view, command.ruleset)
    if objection:
        return objection
    return Decision(((ruleset_stream(command.ruleset), RulesetWithdrawn(reason=command.reason)),))


DECIDERS: Final[dict[type, Decide]] = {ApproveRuleset: approve_ruleset, WithdrawRuleset: withdraw_ruleset}
