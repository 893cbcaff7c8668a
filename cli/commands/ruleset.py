"""``tombo ruleset``: the operator's specific rules, as they were approved."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tombo.cli.invocation import invocation
from tombo.cli.listing import tell_lost
from tombo.cli.terminal.output import say, say_json
from tombo.ledger.core.errors import NotFoundError, OutOfPlaceError, UsageError
from tombo.ledger.core.ids import is_stream, local
from tombo.ledger.house.ruleset.events import BankedRulesetApproved, RulesetApproved, RulesetWithdrawn
from tombo.ledger.terms.every import BankedTerms, terms_findings
from tombo.ledger.terms.poker import Terms
from tombo.reports import ruleset as ruleset_report
from tombo.reports.said.commands import common as said
from tombo.reports.shown.reading import Reader

app = typer.Typer(help="Specific rules (regras específicas): which were approved, and what one says.")

Name = Annotated[str, typer.Argument(metavar="RULESET", help="The ruleset, for example holdem-1-2.")]


@app.command("list")
def list_rulesets(ctx: typer.Context) -> None:
    """Every ruleset ever approved, one a line: regulation, from when, by which reference, whether withdrawn.

    Exit status 1 where an entry of one cannot follow: it is told in its place.
    """
    call, lost = invocation(ctx), False
    with call.reading() as reader:
        for stream in reader.streams("ruleset"):
            try:
                row, _ = _ruleset(reader, stream)
            except OutOfPlaceError as error:
                lost = True
                tell_lost(call, {"ruleset": local(stream)}, local(stream), error)
                continue
            if call.json:
                say_json(row)
            else:
                say(ruleset_report.listed(row))
    if lost:
        raise typer.Exit(1)


@app.command()
def show(ctx: typer.Context, ruleset: Name) -> None:
    """One ruleset: its approval, every term as every hand or round copies it, and what was told of it at approval."""
    call = invocation(ctx)
    if not is_stream(f"ruleset:{ruleset}"):
        raise UsageError(said.NO_NAME_OF(typed=repr(ruleset), what=said.RULESET))
    with call.reading() as reader:
        row, terms = _ruleset(reader, f"ruleset:{ruleset}")
    call.report(row, ruleset_report.document(row, terms_findings(terms)))


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
