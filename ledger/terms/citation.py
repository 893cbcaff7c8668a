"""Which regulation a finding cites. Variants share their rules, and these name R806; here they come to cite their own.

R811 has the numbers of R806 ([A] but for r.59-65, which are seen: rules.md section 4). R809 has others (``R809_SPANS``).
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from tombo.ledger.core.command import CommandBase, View
from tombo.ledger.core.findings import Finding, Refused
from tombo.ledger.core.said import Fact
from tombo.ledger.terms.law import Law, Ruled, Shared
from tombo.ledger.terms.poker import REGULATIONS, Terms, Variant, terms_findings
from tombo.ledger.terms.said import poker as said

_SHARED: Final = f"{REGULATIONS['holdem']} "
_PLACES: Final = ("hand", "table", "ruleset")
"""Types of stream whose states have terms, each named by the command's field of the same name."""
_CITED: Final = re.compile(r"\br\.(\d+)([a-z]?)(?:-(\d+))?")


class Span(NamedTuple):
    """Rules of R806, ``first`` to ``last``, that R809 has too, ``shift`` further on. ``seen``: in the text we hold."""

    first: int
    last: int
    shift: int
    seen: bool
    source: str


R809_SPANS: Final = (
    Span(1, 17, 0, seen=False, source="[A] one template"),
    Span(19, 31, -1, seen=False, source="[A] one rule fewer before the ties, naturally the flop's (r.18)"),
    Span(32, 32, -1, seen=True, source="R809 r.63: ties by 'regra n.º 31'"),
    Span(33, 50, -1, seen=False, source="[A] on to the second closed card, r.49; the straddles are r.50-53"),
    Span(51, 51, 3, seen=True, source="R809 r.54: the first street"),
    Span(59, 75, 1, seen=True, source="R809 r.60-76, one for one"),
)
"""The numbers of R809 where a shared function cites R806. r.18 has no counterpart, and nothing of R809 cites one; the streets,
r.52-58, are played otherwise and cite R809 themselves."""
_R809: Final = {rule: rule + span.shift for span in R809_SPANS for rule in range(span.first, span.last + 1)}


def _renumbered(text: str, variant: Variant) -> str:
    """The rules of R806 in ``text``, ``r.43-45``, by their numbers in the regulation of ``variant``."""
    if variant != "sintetico":
        return text

    def there(found: re.Match[str]) -> str:
        first, letter, last = found.groups()
        to = f"-{_R809.get(int(last), int(last))}" if last else ""
        return f"r.{_R809.get(int(first), int(first))}{letter}{to}"

    return _CITED.sub(there, text)


def rules_of(variant: Variant, first: int | str, last: int | None = None) -> str:
    """R806's rule ``first``, or the rules up to ``last``, as the regulation of ``variant`` has them: ``R809 r.63-64``."""
    to = "" if last is None else f"-{last}"
    return f"{REGULATIONS[variant]} {_renumbered(f'r.{first}{to}', variant)}"


def cited(finding: Finding, variant: Variant) -> Finding:
    """``finding`` under the regulation of ``variant``; one of the house, or of that regulation, stays as it is."""
    if variant == "holdem" or not finding.rule.startswith(_SHARED):
        return finding
    facts = {name: _cited_fact(fact, variant) for name, fact in finding.told.facts.items()}
    return finding._replace(rule=_cited_text(finding.rule, variant), told=finding.told._replace(facts=facts))


def _cited_text(rule: str, variant: Variant) -> str:
    return f"{REGULATIONS[variant]} {_renumbered(rule.removeprefix(_SHARED), variant)}"


def _cited_fact(fact: Fact, variant: Variant) -> Fact:
    return _cited_text(fact, variant) if isinstance(fact, str) and fact.startswith(_SHARED) else fact


def refused_under(refused: Refused, command: CommandBase, view: View) -> Refused:
    """``refused`` under the regulation of the terms that ``command`` is about."""
    terms = _terms(command, view) if refused.finding.rule.startswith(_SHARED) else None
    return refused if terms is None else Refused(cited(refused.finding, terms.variant))


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


def _findings(terms: Terms) -> list[Finding]:
    """What the regulation of the variant objects to."""
    return [cited(finding, terms.variant) for finding in terms_findings(terms)]


def _law(variant: Variant) -> Law:
    """R806's rules as the regulation of ``variant`` has them."""
    name = REGULATIONS[variant]
    shared = Shared(*(rules_of(variant, number) for number in (69, 70, 71, 74, 75)))
    refunds, complaints, statement = (rules_of(variant, number) for number in (72, 66, 67))
    return Law(name, said.CALLED[name], said.IN_FULL[name], refunds, complaints, statement, shared)


RULED: Final = Ruled(
    laws=tuple(_law(variant) for variant in REGULATIONS),
    terms=Terms,
    regulation=lambda terms: REGULATIONS[terms.variant],
    findings=_findings,
)
"""Poker as the house asks for its terms."""
