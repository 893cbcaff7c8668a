"""``tombo ruleset``: the operator's specific rules, as they were approved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from cli.invocation import invocation
from cli.output import say, say_json
from cli.reading import Reader
from cli.text import counted, dated
from ledger.core.errors import NotFoundError, UsageError
from ledger.core.ids import is_stream, local
from ledger.house.ruleset.events import BankedRulesetApproved, RulesetApproved, RulesetWithdrawn

app = typer.Typer(help="Specific rules (regras específicas): which were approved, and what one says.")

Name = Annotated[str, typer.Argument(metavar="RULESET", help="The ruleset, for example holdem-1-2.")]


@app.command("list")
def list_rulesets(ctx: typer.Context) -> None:
    """Every ruleset ever approved, one a line: regulation, from when, by which reference, whether withdrawn."""
    call = invocation(ctx)
    with call.reading() as reader:
        for stream in reader.store.streams("ruleset"):
            row = _ruleset(reader, stream)
            if call.json:
                say_json(row)
            else:
                say(f"{_one_line(row)}, {counted(len(row['notices']), 'notice')}")


@app.command()
def show(ctx: typer.Context, ruleset: Name) -> None:
    """One ruleset: its approval, every term as every hand or round copies it, and what was told of it at approval."""
    call = invocation(ctx)
    if not is_stream(f"ruleset:{ruleset}"):
        raise UsageError(f"{ruleset!r} names no ruleset; expected letters, digits and ._/-, at most 100")
    with call.reading() as reader:
        row = _ruleset(reader, f"ruleset:{ruleset}")
    call.result(row, "\n".join(_lines(row)))


def _ruleset(reader: Reader, stream: str) -> dict[str, Any]:
    """A ruleset as its stream tells it.

    Raises:
        NotFoundError: there is no such ruleset.
    """
    row: dict[str, Any] = {}
    for entry in reader.entries(stream):
        event = entry.event
        if isinstance(event, RulesetApproved | BankedRulesetApproved):
            row = {
                "ruleset": local(stream),
                "regulation": event.regulation,
                "reference": event.reference,
                "approved": {"by": entry.by.id, "log_index": entry.index, "recorded": entry.recorded},
                "in_force_from": event.in_force_from,
                "withdrawn": None,
                "notices": [notice.model_dump(mode="json") for notice in event.notices],
                "terms": event.terms.model_dump(mode="json"),
            }
        elif isinstance(event, RulesetWithdrawn):
            row["withdrawn"] = {"log_index": entry.index, "recorded": entry.recorded, "reason": event.reason}
    if not row:
        raise NotFoundError(f"there is no ruleset {local(stream)}; 'tombo ruleset list' shows those there are")
    return row


def _one_line(row: dict[str, Any]) -> str:
    gone = row["withdrawn"]
    state = f"withdrawn {dated(gone['recorded'])}" if gone else f"in force from {dated(row['in_force_from'])}"
    return f"{row['ruleset']}  {row['regulation']}, {state}, reference {row['reference']}"


def _lines(row: dict[str, Any]) -> Iterator[str]:
    approved, gone = row["approved"], row["withdrawn"]
    yield f"Ruleset {row['ruleset']} of {row['regulation']}, reference {row['reference']}"
    where = f"log index {approved['log_index']}"
    yield f"Approved by {approved['by']}, recorded {dated(approved['recorded'])}, {where}"
    yield f"In force from {dated(row['in_force_from'])}: no table opens under it before"
    if gone:
        since = f"{dated(gone['recorded'])}, log index {gone['log_index']}"
        yield f"Withdrawn {since}: {gone['reason']}. No hand or round begins under it since"
    yield "Terms, amounts in the minor unit:"
    yield from (f"  {name} = {value}" for name, value in _flat(row["terms"]))
    yield f"Told at approval, {counted(len(row['notices']), 'notice')}:"
    yield from (f"  {notice['rule']} {notice['reading']}: {notice['message']}" for notice in row["notices"])


def _flat(terms: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Every term with its full name: ``commission.rate_bp``."""
    for name, value in terms.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        elif isinstance(value, list):
            yield before + name, " ".join(map(str, value))
        else:
            said = "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
            yield before + name, said
