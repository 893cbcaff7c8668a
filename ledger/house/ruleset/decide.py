"""What may be asked of rulesets, judged."""

from __future__ import annotations

from typing import Final, Literal

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import local
from tombo.ledger.house import said as shared
from tombo.ledger.house.names import table_name_refusal
from tombo.ledger.house.rules import first_breach, house, notices
from tombo.ledger.house.ruleset import said
from tombo.ledger.house.ruleset.commands import ApproveBankedRuleset, ApproveRuleset, WithdrawRuleset
from tombo.ledger.house.ruleset.events import BankedRulesetApproved, RulesetApproved, RulesetWithdrawn
from tombo.ledger.house.ruleset.state import Ruleset, ruleset_stream
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.staff.state import MANAGER
from tombo.ledger.house.times import passed
from tombo.ledger.terms.every import BankedTerms, regulation_of, terms_findings
from tombo.ledger.terms.poker import Terms
from tombo.ledger.terms.unit import NEWEST_REVISION, Notice, RulesetRef


def withdrawn_refusal(view: View, ruleset: str) -> Refused | None:
    """The objection to another hand under rules that were withdrawn, or that a later program plays by; hands begun are played out."""
    found: Ruleset | None = view(ruleset_stream(ruleset))
    return None if found is None else _approved(view, ruleset) or revision_refusal("ruleset", found.terms)


def revision_refusal(what: Literal["ruleset", "tournament"], terms: Terms | BankedTerms) -> Refused | None:
    """The objection to terms of a rules revision that this program does not know: it would decide by another one."""
    if terms.revision <= NEWEST_REVISION:
        return None
    return house(what, shared.REVISION_UNKNOWN(newest=NEWEST_REVISION, revision=terms.revision))


def _approved(view: View, ruleset: str) -> Refused | None:
    """The objection to rules that were never approved, or were withdrawn."""
    found: Ruleset | None = view(ruleset_stream(ruleset))
    if found is None:
        return house("ruleset", said.NO_RULESET(ruleset=ruleset))
    return house("ruleset", said.RULESET_WITHDRAWN(ruleset=ruleset)) if found.withdrawn else None


def in_force(view: View, ruleset: str, occurred: int | None) -> Refused | None:
    """The objection to opening a table under ``ruleset`` at the earlier of ``occurred`` and the ledger's time."""
    objection = _approved(view, ruleset) or withdrawn_refusal(view, ruleset)
    if objection:
        return objection
    found: Ruleset = view(ruleset_stream(ruleset))
    begin = found.in_force_from
    if begin == 0:
        return None
    at = passed(occurred, view)
    return None if begin <= at else house("ruleset", said.RULESET_NOT_YET_IN_FORCE(ruleset=ruleset, begin=begin, at=at))


def opened_under(
    view: View, envelope: Envelope, stream: str, ruleset: str
) -> tuple[Terms | BankedTerms, RulesetRef] | Refused:
    """The terms under which the table ``stream`` opens, and where they are approved; or the objection.

    By the platform, under a name not used before and approved rules that are in force.
    """
    objection = may(view, envelope.by, platform=True)
    if objection:
        return objection
    if view(stream) is not None:
        sort, _, name = stream.partition(":")
        taken = said.BANKED_TABLE_NAME_TAKEN if sort == "banked" else said.TABLE_NAME_TAKEN
        return house("table", taken(table=name))
    objection = table_name_refusal(local(stream)) or in_force(view, ruleset, envelope.occurred)
    if objection:
        return objection
    found: Ruleset = view(ruleset_stream(ruleset))
    place = view.place(ruleset_stream(ruleset), 1)
    return found.terms, RulesetRef(hash=place.hash.hex(), id=ruleset, index=place.index)


def approve_ruleset(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge an approval: by a manager, under a new name, and lawful: unlawful rules are refused with the rule."""
    command: ApproveRuleset | ApproveBankedRuleset = envelope.command
    objection = may(view, envelope.by, roles=(MANAGER,))
    if objection:
        return objection
    stream = ruleset_stream(command.ruleset)
    if view(stream) is not None:
        return house("ruleset", said.RULESET_NAME_TAKEN(ruleset=command.ruleset))
    due, found = regulation_of(command.terms), terms_findings(command.terms)
    if command.regulation != due:
        return house("ruleset", said.RULESET_OF_OTHER_REGULATION(due=due, regulation=command.regulation))
    return (
        revision_refusal("ruleset", command.terms)
        or first_breach(*found)
        or Decision(((stream, _approval(command, notices(found))),))
    )


def _approval(command: ApproveRuleset | ApproveBankedRuleset, told: list[Notice]) -> EventBase:
    if isinstance(command, ApproveBankedRuleset):
        return BankedRulesetApproved(
            in_force_from=command.in_force_from,
            notices=told,
            reference=command.reference,
            regulation=command.regulation,
            terms=command.terms,
        )
    return RulesetApproved(
        idle_hands=command.idle_hands,
        in_force_from=command.in_force_from,
        notices=told,
        reference=command.reference,
        regulation=command.regulation,
        terms=command.terms,
    )


def withdraw_ruleset(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``withdraw_ruleset``: by a manager, once. Hands already started are played out under the rules."""
    command: WithdrawRuleset = envelope.command
    objection = may(view, envelope.by, roles=(MANAGER,)) or _approved(view, command.ruleset)
    if objection:
        return objection
    return Decision(((ruleset_stream(command.ruleset), RulesetWithdrawn(reason=command.reason)),))


DECIDERS: Final[dict[type, Decide]] = {
    ApproveBankedRuleset: approve_ruleset,
    ApproveRuleset: approve_ruleset,
    WithdrawRuleset: withdraw_ruleset,
}
