"""The operator's specific rules, as they were approved."""

from __future__ import annotations

from typing import Any

from tombo.ledger.core.errors import NotFoundError, OutOfPlaceError, UsageError
from tombo.ledger.core.ids import is_stream, local
from tombo.ledger.house.ruleset.events import BankedRulesetApproved, RulesetApproved, RulesetWithdrawn
from tombo.ledger.terms.every import BankedTerms, terms_findings
from tombo.ledger.terms.poker import Terms
from tombo.reports import ruleset as ruleset_report
from tombo.reports.said.commands import common as said
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.shown import Shown, as_document, lost_one


def names(reader: Reader) -> list[str]:
    """The streams of all rulesets ever approved, in order of name."""
    return reader.streams("ruleset")


def line(reader: Reader, stream: str) -> Shown:
    """One of the list, or that an entry of it cannot follow.

    Raises:
        NotFoundError: it was never approved.
    """
    try:
        row, _ = _ruleset(reader, stream)
    except OutOfPlaceError as error:
        return lost_one({"ruleset": local(stream)}, local(stream), error)
    return Shown(row, lambda _: (ruleset_report.listed(row),))


def ruleset(reader: Reader, name: str) -> Shown:
    """One: its approval, every term as every hand or round copies it, and what was told of it at approval.

    Raises:
        UsageError: no possible name.
        NotFoundError: there is none.
        OutOfPlaceError: an entry that cannot follow.
    """
    if not is_stream(f"ruleset:{name}"):
        raise UsageError(said.NO_NAME_OF(typed=repr(name), what=said.RULESET))
    row, terms = _ruleset(reader, f"ruleset:{name}")
    return Shown(row, as_document(lambda: ruleset_report.document(row, terms_findings(terms))))


def _ruleset(reader: Reader, stream: str) -> tuple[dict[str, Any], Terms | BankedTerms]:
    """A ruleset as its stream tells it, and its terms.

    Raises:
        NotFoundError: there is no such ruleset.
        OutOfPlaceError: an entry cannot follow those before it.
    """
    reader(stream)  # which says where one cannot
    row: dict[str, Any] = {}
    terms: Terms | BankedTerms | None = None
    for entry in reader.entries(stream):
        event = entry.event
        if isinstance(event, RulesetApproved | BankedRulesetApproved):
            terms = event.terms
            row = {
                "ruleset": local(stream),
                "regulation": event.regulation,
                "reference": event.reference,
                "approved": {"by": entry.by.id, "log_index": entry.index, "recorded": entry.recorded},
                "in_force_from": event.in_force_from,
                "withdrawn": None,
                "notices": [notice.model_dump(mode="json") for notice in event.notices],
                "terms": terms.model_dump(mode="json"),
            }
        elif isinstance(event, RulesetWithdrawn):
            row["withdrawn"] = {"log_index": entry.index, "recorded": entry.recorded, "reason": event.reason}
    if terms is None:
        raise NotFoundError(said.NO_SUCH(what=said.RULESET, name=local(stream), word="ruleset"))
    return row, terms
