"""The night job's report: does the day tie, what was counted, what was not found equal, and the day's money by game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from tombo.ledger.core.lisbon import HOUR, window
from tombo.ledger.core.said import Told, Word, euros
from tombo.ledger.house.day.tax import rate
from tombo.ledger.house.said import READINGS
from tombo.ledger.house.wallet import WalletDifference
from tombo.ledger.terms.every import LAWS
from tombo.projections.reconciliation.model import (
    CHECKS,
    Closed,
    GameTotals,
    IncidentTold,
    Problem,
    Reconciliation,
    taxed,
    verdict,
)
from tombo.projections.reconciliation.said.night import CHECK_NAMES, CLAIMS
from tombo.projections.tie_out import TieOut
from tombo.reports import wallet as wallet_report
from tombo.reports.document import Alarm, Block, Cell, Document, Grid, GridColumn, Heading, Sentence
from tombo.reports.said import common
from tombo.reports.said import reconciliation as said
from tombo.reports.said import reconciliation_page as page_said
from tombo.reports.said.book import HOLDERS
from tombo.reports.said.play.audit import IMPORTS_CONTRADICT

TOLD_MAX: Final = 50
"""Problems in the text; all of them are in --json and in the page."""
CHECKED: Final = (GridColumn(least=13), GridColumn(least=12), GridColumn())
MONEY: Final = (
    GridColumn(least=24),
    *(
        GridColumn(head(), amount=True, spec="grouped", least=12)
        for head in (said.DAY_STAKED, said.DAY_PAID, said.DAY_REFUNDED, said.DAY_COMMISSION, said.DAY_GROSS)
    ),
    GridColumn(said.DAY_HANDS(), amount=True, spec="grouped", least=6),
    GridColumn(said.DAY_VOID(), amount=True, spec="grouped", least=4),
)
AMOUNT: Final = GridColumn(amount=True, spec="grouped", least=14)
BALANCES: Final = (GridColumn(least=14), AMOUNT, AMOUNT, AMOUNT)
_READINGS: Final[Mapping[str, Word]] = {str(reading): word for reading, word in READINGS.items()}
"""What a reading is called, by the name under which findings have it."""


def document(
    found: Reconciliation, wallet: TieOut | None, differences: Sequence[WalletDifference], *, going: bool = False
) -> Document:
    """The report, verdict first; ``differences`` are those from the statement ``wallet``, as many as are told; ``going``: the day is not over."""
    title = said.RECONCILED(day=found.day, verdict=said.VERDICTS[verdict(found, wallet)]())
    return Document(title, tuple(_blocks(found, wallet, differences, going=going)))


def _blocks(
    found: Reconciliation, wallet: TieOut | None, differences: Sequence[WalletDifference], *, going: bool
) -> Iterator[Block]:
    if going:
        yield Sentence(common.DAY_GOES_ON(day=found.day))
    yield from _looked_through(found)
    yield Heading(said.DAY_CHECKS())
    yield Grid(CHECKED, tuple(_checked(found, wallet)))
    if wallet is not None:
        yield Sentence(page_said.WALLET_FILE(sha256=wallet.sha256, balances=wallet.balances), 1)
    yield from _problems(found)
    yield from _money(found)
    yield from _balances(found)
    if found.incidents:
        yield Heading(said.DAY_INCIDENTS())
        yield from (Sentence(_incident(one), 1) for one in found.incidents)
    if found.findings:
        yield Heading(said.DAY_FINDINGS())
        yield Sentence(said.DAY_FINDINGS_ALL(findings=tuple(_findings(found.findings))), 1)
    if differences:
        yield Heading(said.DAY_WALLET())
        yield from _differences(differences, wallet)


def _looked_through(found: Reconciliation) -> Iterator[Block]:
    """Which day, which entries, and how far what projections keep was compared."""
    starts, ends = window(found.day)
    through = said.NOTHING_SINCE()
    if found.start < found.size:
        through = said.DAY_INDICES(first=found.start, last=found.size - 1)
    yield Sentence(said.DAY_OF_HOURS(hours=(ends - starts) // HOUR, starts=starts, through=through))
    yield Sentence(said.LOOKED_THROUGH(entries=found.entries, hands=found.hands))
    if found.undecided:
        yield Sentence(said.DAY_UNDECIDED(hands=found.undecided))
    if found.contradicting:
        yield Sentence(IMPORTS_CONTRADICT(hands=found.contradicting))
    kept = tuple(said.ROWS_UP_TO(name=name, upto=upto) for name, upto in found.compared.items())
    kept = kept or (said.NOTHING_KEPT(),)
    if found.compared_from:
        yield Sentence(said.ROWS_COMPARED_FROM(index=found.compared_from, kept=kept))
    else:
        yield Sentence(said.ROWS_COMPARED(kept=kept))
    if found.closed is not None:
        yield Sentence(said.DAY_CLOSED_AT(index=found.closed.log_index, size=found.closed.size))
        if found.closed.says:
            yield Sentence(over_statement(found.closed))
    if found.left_open:
        yield Sentence(still_open(found))


def over_statement(closed: Closed) -> Told:
    """What was signed of the wallet statement when the day was closed."""
    return said.SIGNED_OVER(sha256=closed.statement) if closed.statement else said.SIGNED_OVER_NONE()


def still_open(found: Reconciliation) -> Told:
    """What is said of the earlier days that nobody closed."""
    days = found.left_open
    return said.DAYS_LEFT_OPEN(days=len(days), first=days[0], last=days[-1])


def _checked(found: Reconciliation, wallet: TieOut | None) -> Iterator[tuple[Cell, ...]]:
    """Each check: what came of it, its name, what it claims; the wallet last."""
    for check in CHECKS:
        if check != "wallet":
            yield _result(found.counts.get(check, 0)), CHECK_NAMES[check], CLAIMS[check]()
    name = CHECK_NAMES["wallet"]
    if wallet is None:
        yield said.CHECK_NOT_ASKED(), name, said.NO_WALLET_GIVEN()
        return
    claim = said.WALLET_MATCHED(claim=CLAIMS["wallet"](), count=wallet.matched.count, cents=euros(wallet.matched.cents))
    yield _result(_differing(wallet)), name, claim


def _result(count: int) -> Told:
    return said.CHECK_PROBLEMS(count=count) if count else said.CHECK_OK()


def _differing(wallet: TieOut) -> int:
    return sum(total.count for total in wallet.totals.values())


def _problems(found: Reconciliation) -> Iterator[Block]:
    if not found.problems:
        return
    yield Heading(said.DAY_PROBLEMS())
    yield from (Alarm(_problem(one), 1) for one in found.problems[:TOLD_MAX])
    yield from _more(sum(found.counts.values()) - min(len(found.problems), TOLD_MAX))


def _problem(one: Problem) -> Told:
    """What does not tie, by how much, and which entries say so."""
    problem = one.said
    if one.cents:
        problem = said.PROBLEM_BY(problem=problem, cents=euros(one.cents))
    if one.entries:
        problem = said.PROBLEM_AT(problem=problem, indices=one.entries)
    return said.DAY_PROBLEM(check=CHECK_NAMES[one.check], problem=problem)


def _more(more: int) -> Iterator[Block]:
    if more:
        yield Alarm(said.PROBLEMS_MORE(more=more), 1)


def _money(found: Reconciliation) -> Iterator[Block]:
    """The day's money by game, what played without any, and the base of the tax."""
    whole = _sum(found.totals)
    yield Heading(said.DAY_MONEY())
    yield Grid(
        MONEY,
        tuple((_game(one.regulation), *_figures(one)) for one in found.totals),
        (said.DAY_WHOLE(), *_figures(whole)),
    )
    others = found.hands - whole.settled - whole.voided
    if others:
        yield Sentence(said.HANDS_WITHOUT_MONEY(hands=others), 1)
    if whole.borne:
        yield Sentence(said.BORNE(cents=euros(-whole.borne)), 1)
    base, tax = taxed(found)
    law = rate(found.day)[1]
    if found.rate_bp is None or tax is None:
        yield Sentence(said.BASE_WITHOUT_RATE(base=euros(base), law=law), 1)
    else:
        yield Sentence(said.BASE_OF_TAX(base=euros(base), rate=found.rate_bp, tax=euros(tax), law=law), 1)


def _game(regulation: str) -> Told:
    return said.DAY_GAME(regulation=regulation, game=LAWS[regulation].called)


def _figures(one: GameTotals) -> tuple[Cell, ...]:
    amounts = (one.staked, one.paid, one.refunded, one.commission, one.gross)
    return (*map(euros, amounts), one.settled, one.voided)


def _sum(totals: Iterable[GameTotals]) -> GameTotals:
    rows = [one[1:] for one in totals]
    return GameTotals("", *map(sum, zip(*rows, strict=True))) if rows else GameTotals("")


def _balances(found: Reconciliation) -> Iterator[Block]:
    """Each class of holder before and after."""
    rows: list[tuple[Cell, ...]] = []
    for name in dict.fromkeys((*found.opening, *found.closing)):
        before, after = found.opening.get(name, 0), found.closing.get(name, 0)
        if before or after:
            rows.append((HOLDERS.get(name, name), *_change(before, after)))
    yield Heading(said.DAY_BALANCE())
    whole = sum(found.opening.values()), sum(found.closing.values())
    yield Grid(BALANCES, tuple(rows), (said.DAY_WHOLE(), *_change(*whole)))


def _change(before: int, after: int) -> tuple[Cell, ...]:
    return euros(before), euros(after), euros(after - before)


def _incident(one: IncidentTold) -> Told:
    told = said.DAY_INCIDENT if one.closed else said.DAY_INCIDENT_OPEN
    return told(
        incident=one.incident,
        origin=said.DAY_ORIGINS[one.origin],
        index=one.log_index,
        became=became(one),
    )


def became(one: IncidentTold) -> Cell:
    """What became of the hands that an incident lists."""
    told = tuple(said.BECAME[outcome](count=count) for outcome, count in sorted(one.outcomes.items()))
    return told or said.NONE_LISTED()


def _findings(found: Mapping[str, int]) -> Iterator[Told]:
    for name, count in found.items():
        rule, _, reading = name.rpartition(" ")
        yield said.DAY_FINDING(rule=rule, reading=_READINGS[reading], count=count)


def _differences(differences: Sequence[WalletDifference], wallet: TieOut | None) -> Iterator[Block]:
    told = differences[:TOLD_MAX]
    yield from (Alarm(wallet_report.difference(one), 1) for one in told)
    yield from _more((0 if wallet is None else _differing(wallet)) - len(told))
