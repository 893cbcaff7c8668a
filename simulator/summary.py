"""What a simulated day comes to, in lines for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tombo.simulator.day import Plan
from tombo.simulator.run import HOUR, Result
from tombo.simulator.tournament_books import TournamentBooks

SHOWN: Final = 20


def told(plan: Plan, result: Result) -> Iterator[str]:
    """The summary, line by line."""
    played, books, report = result.played, result.books, result.report
    day, hours = played.day, (plan.ends - plan.begins) // HOUR
    yield f"Seed {plan.seed}: {plan.tables} tables, {hours} hours"
    rounds = sum(books.rounds.values())
    yield f"Rounds     {rounds:,}: " + ", ".join(f"{name} {count:,}" for name, count in sorted(books.rounds.items()))
    yield f"Commands   {day.commands:,}, {sum(day.accepted.values()):,} accepted, {day.repeated} sent twice"
    refusals = ", ".join(f"{rule} {count}" for rule, count in sorted(day.refusals.items()))
    yield f"Refusals   {sum(day.refusals.values()):,} provoked, by {len(day.refusals)} rules: {refusals}"
    notices = ", ".join(f"{rule} {count}" for rule, count in sorted(books.findings.items()))
    yield f"Findings   {sum(books.findings.values()):,} provoked, by letter and practice: {notices or 'none'}"
    recovered = ", ".join(f"{count} {how}" for how, count in sorted(played.recovered.items()))
    yield f"Incidents  {books.kinds['incident.opened.v1']}; killed {played.kills} times, recovered: {recovered or 'nothing was open'}"
    cents = [books.brought, sum(books.accounts.values()), books.won, books.missing]
    came, held, won, missing = map(_euro, cents)
    yield f"Money      {came} paid in and not taken out, {held} on accounts, {won} won by it, {missing} nowhere"
    given, left = books.promoted, sum(books.bonuses.values())
    yield f"Bonuses    {_euro(given)} granted and not expired, of which with what they won {_euro(left)} are neither lost nor converted"
    if books.tournaments.over:
        yield from _tournaments(books.tournaments)
    opened, resolved = books.kinds["dispute.opened.v2"], books.kinds["dispute.resolved.v2"]
    yield f"Disputes   {opened} opened, {resolved} resolved, {_euro(books.compensated)} given for them"
    warned, ended = books.kinds["session.inactivity_warned.v1"], books.idle
    yield f"Sessions   {books.kinds['session.started.v1']:,} begun, {warned} warnings of inactivity, {ended} ended for it"
    yield f"Audited    {result.audited:,} hands and rounds, all there are: every payout computed again"
    yield f"Entries    {report.entries:,}"
    yield f"Verified   {report.verdict.value}, {report.unproven_tail} entries that no checkpoint covers"
    if not result.failures:
        yield "Unprovoked nothing"
    for failure in result.failures[:SHOWN]:
        yield f"UNPROVOKED {failure.place}: {failure.what}"
    if len(result.failures) > SHOWN:
        yield f"UNPROVOKED and {len(result.failures) - SHOWN} more"


def _euro(cents: int) -> str:
    return f"{cents // 100:,}.{cents % 100:02} EUR"


def _tournaments(books: TournamentBooks) -> Iterator[str]:
    over = ", ".join(f"{count} {how}" for how, count in sorted(books.over.items()))
    moved = ", ".join(f"{name} {cents // 100:,}.{cents % 100:02}" for name, cents in sorted(books.money.items()))
    yield f"Tournaments {books.over.total()}: {over}; in EUR: {moved}; tickets not used {books.tickets // 100:,}.{books.tickets % 100:02}"
