"""The night job's report as text: does the day tie, what was counted, what was not found equal, and the day's money by game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from cli.text import GAMES, counted, dated
from ledger.core.lisbon import window
from ledger.core.money import display
from ledger.terms.unit import Unit
from projections.reconciliation.model import ABOUT, CHECKS, GameTotals, IncidentTold, Reconciliation, taxed
from projections.reconciliation.tax import rate
from projections.tie_out import TieOut

EURO: Final = Unit(currency="EUR", decimals=2)
COLUMNS: Final = ("staked", "paid", "refunded", "commission", "gross")
TOLD_MAX: Final = 50
"""Problems in the text; all of them are in --json and in the page."""


def euros(cents: int) -> str:
    """``1,234.56``, ``-0.05``."""
    whole = display(abs(cents), "EUR", 2).removesuffix(" EUR")
    units, _, rest = whole.partition(".")
    return f"{'-' if cents < 0 else ''}{int(units):,}.{rest}"


def report_lines(found: Reconciliation, wallet: TieOut | None) -> Iterator[str]:
    """The report, verdict first."""
    starts, ends = window(found.day)
    hours = (ends - starts) // 3_600_000_000
    ties = found.ties and (wallet is None or wallet.ties)
    good = "EVERYTHING TIES" if found.entries else "NOTHING TO TIE: no entry is of this day"
    yield f"{found.day}: {good if ties else 'IT DOES NOT TIE'}"
    through = (
        f"log indices {found.start:,} to {found.size - 1:,}" if found.start < found.size else "nothing recorded since"
    )
    yield f"A Lisbon day of {hours} hours, from {dated(starts)}; {through}"
    yield f"{counted(found.entries, 'entry')} and {counted(found.hands, 'hand')} and rounds of the day looked through"
    kept = ", ".join(f"{name} {upto:,}" for name, upto in found.compared.items())
    since = f"from log index {found.compared_from:,} " if found.compared_from else ""
    yield f"Rows that projections keep, compared {since}up to this many entries: {kept or 'nothing is kept'}"
    if found.closed is not None:
        yield f"Closed at log index {found.closed.log_index:,}, over the first {found.closed.size:,} entries"
    yield ""
    yield "Checks"
    for check in CHECKS:
        if check == "wallet":
            continue
        count = found.counts.get(check, 0)
        yield f"  {'ok' if not count else counted(count, 'problem'):<14} {check:<13} {ABOUT[check]}"
    yield from _wallet(wallet)
    yield from _problems(found)
    yield from _money(found)
    yield from _balances(found)
    yield from _incidents(found.incidents)
    if found.findings:
        yield ""
        yield "Findings on record, by rule and reading"
        yield f"  {', '.join(f'{rule} {count}' for rule, count in found.findings.items())}"


def _wallet(wallet: TieOut | None) -> Iterator[str]:
    if wallet is None:
        yield f"  {'not asked':<14} {'wallet':<13} no wallet statement was given (--wallet FILE)"
        return
    differing = sum(total.count for total in wallet.totals.values())
    said = "ok" if wallet.ties else counted(differing, "problem")
    yield f"  {said:<14} {'wallet':<13} {ABOUT['wallet']}: {wallet.matched.count:,} matched, {euros(wallet.matched.cents)} EUR"


def _problems(found: Reconciliation) -> Iterator[str]:
    if not found.problems:
        return
    yield ""
    yield "What does not tie"
    for problem in found.problems[:TOLD_MAX]:
        where = f" (log index {', '.join(f'{index}' for index in problem.entries)})" if problem.entries else ""
        by = f", by {euros(problem.cents)} EUR" if problem.cents else ""
        yield f"  {problem.check}: {problem.text}{by}{where}"
    more = sum(found.counts.values()) - min(len(found.problems), TOLD_MAX)
    if more:
        yield f"  and {more:,} more; --json and --html tell all"


def _money(found: Reconciliation) -> Iterator[str]:
    base, tax = taxed(found)
    yield ""
    yield "Money of the day by game, EUR"
    yield f"  {'':<24}{''.join(f'{name:>14}' for name in COLUMNS)}{'hands':>8}{'void':>6}"
    for one in found.totals:
        yield _row(f"{one.regulation} {GAMES.get(one.regulation, '')}", one)
    whole = _sum(found.totals)
    yield _row("in all", whole)
    others = found.hands - whole.settled - whole.voided
    if others:
        yield f"  And {counted(others, 'hand')} of tournaments, of imports or for chips, which move no money of their own"
    borne = sum(one.borne for one in found.totals)
    if borne:
        yield f"  Overlays and refunds the operator bore in tournaments: {euros(-borne)}, not taken off the base"
    said = "no single rate" if found.rate_bp is None else f"{found.rate_bp // 100} %, {euros(tax or 0)} EUR"
    yield f"  Base of the tax {euros(base)} EUR; {said} ({rate(found.day)[1]}); assessed by the month"


def _row(name: str, one: GameTotals) -> str:
    amounts = "".join(f"{euros(getattr(one, column)):>14}" for column in COLUMNS)
    return f"  {name:<24}{amounts}{one.settled:>8,}{one.voided:>6,}"


def _sum(totals: Iterable[GameTotals]) -> GameTotals:
    rows = [one[1:] for one in totals]
    return GameTotals("", *map(sum, zip(*rows, strict=True))) if rows else GameTotals("")


def _balances(found: Reconciliation) -> Iterator[str]:
    yield ""
    yield "Trial balance, EUR: at the beginning of the day, at the end of the log, and the change"
    for name in dict.fromkeys((*found.opening, *found.closing)):
        before, after = found.opening.get(name, 0), found.closing.get(name, 0)
        if before or after:
            yield f"  {name:<14}{euros(before):>16}{euros(after):>16}{euros(after - before):>16}"
    total = _total(found.opening), _total(found.closing)
    yield f"  {'in all':<14}{euros(total[0]):>16}{euros(total[1]):>16}{euros(total[1] - total[0]):>16}"


def _total(balances: Mapping[str, int]) -> int:
    return sum(balances.values())


def _incidents(incidents: Iterable[IncidentTold]) -> Iterator[str]:
    first = True
    for one in incidents:
        if first:
            yield ""
            yield "Incidents of the day, and what became of the hands they list"
            first = False
        became = ", ".join(f"{count} {outcome}" for outcome, count in sorted(one.outcomes.items())) or "none listed"
        state = "" if one.closed else "; still open"
        yield f"  {one.incident} ({one.origin.replace('_', ' ')}, log index {one.log_index:,}): {became}{state}"
