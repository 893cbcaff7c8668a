"""Which regulation a finding cites. Variants share their rules, and these name R806; here they come to cite their own.

R811 has the numbers of R806 ([A] but for r.59-65, which are seen: rules.md section 4).
"""

from __future__ import annotations

from typing import Any, Final

from ledger.core.command import CommandBase, Decide, Decision, Envelope, View
from ledger.core.findings import Finding, Refused
from ledger.core.regulation import REGULATIONS, Terms, Variant

_SHARED: Final = f"{REGULATIONS['holdem']} "
_PLACES: Final = ("hand", "table", "ruleset")
"""Types of stream whose states have terms, each named by the command's field of the same name."""


def cited(finding: Finding, variant: Variant) -> Finding:
    """``finding`` under the regulation of ``variant``; one of the house stays as it is."""
    if variant == "holdem" or not finding.rule.startswith(_SHARED):
        return finding
    return finding._replace(rule=f"{REGULATIONS[variant]} {finding.rule.removeprefix(_SHARED)}")


def citing(decide: Decide) -> Decide:
    """``decide``, its refusals under the regulation of the terms that the command is about."""

    def judge(envelope: Envelope, view: View) -> Decision | Refused:
        outcome = decide(envelope, view)
        if not isinstance(outcome, Refused) or not outcome.finding.rule.startswith(_SHARED):
            return outcome
        terms = _terms(envelope.command, view)
        return outcome if terms is None else Refused(cited(outcome.finding, terms.variant))

    return judge


def _terms(command: CommandBase, view: View) -> Terms | None:
    """The terms that ``command`` brings, or those of the hand, the table or the ruleset it names."""
    brought: Terms | None = getattr(command, "terms", None)
    if brought is not None:
        return brought
    for place in _PLACES:
        name = getattr(command, place, None)
        state: Any = None if name is None else view(f"{place}:{name}")
        if state is not None:
            terms: Terms = state.terms
            return terms
    return None
