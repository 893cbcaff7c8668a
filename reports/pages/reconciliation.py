"""The night job's report as a page to print: the verdict, what does not tie, the day's money by game with its charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tombo.ledger.core.language import Language
from tombo.ledger.core.lisbon import HOUR, window
from tombo.ledger.core.said import euros, written
from tombo.ledger.house.day.tax import rate
from tombo.ledger.house.wallet import WalletDifference
from tombo.ledger.terms.every import LAWS
from tombo.projections.reconciliation.model import CHECKS, GameTotals, Reconciliation, taxed, verdict
from tombo.projections.reconciliation.said.night import CLAIMS
from tombo.projections.tie_out import TieOut
from tombo.reports.document import Cell
from tombo.reports.pages import charts
from tombo.reports.pages.page import Column, Fact, Page, PageTable
from tombo.reports.pages.report import DayPage, ProblemText, Section, report_page
from tombo.reports.reconciliation import became, over_statement, still_open
from tombo.reports.said import common
from tombo.reports.said import page as words
from tombo.reports.said import reconciliation as text_said
from tombo.reports.said import reconciliation_page as said
from tombo.reports.said.book import HOLDERS
from tombo.reports.wallet import difference

MONEY: Final = (
    Column(words.PAGE_GAME()),
    *(
        Column(head(), amount=True, spec="figure")
        for head in (words.PAGE_STAKED, said.PAGE_PAID, words.PAGE_REFUNDED, words.PAGE_COMMISSION, said.PAGE_GROSS)
    ),
    Column(said.PAGE_HANDS(), amount=True),
    Column(said.PAGE_VOID(), amount=True),
)
BALANCES: Final = (
    Column(said.PAGE_HOLDER()),
    Column(said.PAGE_AT_BEGINNING(), amount=True, spec="figure"),
    Column(said.PAGE_AT_END(), amount=True, spec="figure"),
)
INCIDENTS: Final = (Column(said.PAGE_INCIDENT()), Column(said.PAGE_ORIGIN()), Column(said.PAGE_HANDS()))


def reconciliation_page(
    found: Reconciliation, tied: TieOut | None, differences: Sequence[WalletDifference], *, going: bool = False
) -> Page:
    """The report of a day; ``differences`` are those from the wallet statement ``tied``, as many as are told; ``going``: the day is not over."""
    sections = (*_checks(found), *_wallet(tied, differences), _money(found))
    title = said.DAY_TITLE(day=found.day)
    return report_page(
        DayPage(
            title, said.DAY_BASIS(), found.day, verdict(found, tied), sections, tuple(_facts(found, tied, going=going))
        )
    )


def _facts(found: Reconciliation, tied: TieOut | None, *, going: bool) -> Iterator[Fact]:
    base, tax = taxed(found)
    starts, ends = window(found.day)
    law = rate(found.day)[1]
    yield Fact(said.PAGE_DAY(), said.PAGE_DAY_HOURS(day=found.day, hours=(ends - starts) // HOUR))
    if going:
        yield Fact(words.PAGE_GOES_ON(), common.DAY_GOES_ON(day=found.day))
    yield Fact(said.PAGE_DAY_STARTS(), words.PAGE_DATED(at=starts))
    yield Fact(words.PAGE_ENTRIES(), said.PAGE_INDICES(first=found.start, last=found.size - 1))
    yield Fact(said.PAGE_BASE(), euros(base))
    owed = said.NO_TAX_BY_LAW(law=law) if tax is None else said.TAX_BY_LAW(tax=euros(tax), law=law)
    yield Fact(said.PAGE_TAX(), owed)
    if tied is not None:
        yield Fact(said.PAGE_WALLET(), said.WALLET_FILE(sha256=tied.sha256, balances=tied.balances))
    if found.left_open:
        yield Fact(said.PAGE_LEFT_OPEN(), still_open(found))
    if found.closed is not None:
        yield Fact(said.PAGE_CLOSED(), said.CLOSED_OVER(index=found.closed.log_index, size=found.closed.size))
        if found.closed.says:
            yield Fact(said.PAGE_SIGNED(), over_statement(found.closed))


def _checks(found: Reconciliation) -> Iterator[Section]:
    for check in CHECKS:
        if check == "wallet":
            continue
        mine = [one for one in found.problems if one.check == check]
        told_here = tuple(ProblemText(one.said, one.entries, euros(one.cents) if one.cents else None) for one in mine)
        untold = found.counts.get(check, 0) - len(mine)
        yield Section(CLAIMS[check](), found.looked.get(check), told_here, untold=untold)


def _wallet(tied: TieOut | None, differences: Sequence[WalletDifference]) -> Iterator[Section]:
    if tied is None:
        yield Section(said.WALLET_NOT_ASKED(claim=CLAIMS["wallet"](), why=text_said.NO_WALLET_GIVEN()))
        return
    total = sum(one.count for one in tied.totals.values())
    problems = tuple(
        ProblemText(difference(one), tuple(moved.log_index for moved in one.movements), euros(abs(one.cents)))
        for one in differences
    )
    yield Section(CLAIMS["wallet"](), tied.matched.count, problems, untold=total - len(problems))


def _money(found: Reconciliation) -> Section:
    rows = tuple(map(_totals, found.totals))
    gross = [charts.Value(_short(one.regulation), one.gross, _figure(one.gross)) for one in found.totals]
    played = [charts.Value(label, count, str(count)) for label, count in found.hours]
    holders = tuple(dict.fromkeys((*found.opening, *found.closing)))
    balances = tuple(
        (HOLDERS.get(name, name), euros(found.opening.get(name, 0)), euros(found.closing.get(name, 0)))
        for name in holders
    )
    drawn = []
    if gross:
        drawn.append(charts.bars(said.GROSS_BY_GAME(), gross))
    if any(value.amount for value in played):
        drawn.append(charts.columns(said.ENDED_BY_HOUR(), played))
    tables = [
        PageTable(said.PAGE_DAY_MONEY(), MONEY, rows),
        PageTable(said.PAGE_BALANCE(), BALANCES, balances),
    ]
    if found.incidents:
        incidents = tuple((one.incident, text_said.DAY_ORIGINS[one.origin], became(one)) for one in found.incidents)
        tables.append(PageTable(said.PAGE_INCIDENTS(), INCIDENTS, incidents))
    return Section(said.DAY_IN_FIGURES(), found.hands, tables=tuple(tables), charts=tuple(drawn))


def _totals(one: GameTotals) -> tuple[Cell, ...]:
    game = words.REGULATION_OF_GAME(regulation=one.regulation, game=LAWS[one.regulation].in_full)
    amounts = (one.staked, one.paid, one.refunded, one.commission, one.gross)
    return game, *map(euros, amounts), one.settled, one.voided


def _figure(cents: int) -> str:
    return written(euros(cents), Language.PT, "figure")


def _short(regulation: str) -> Cell:
    """A game beside its bar: ``R806 hold'em``, ``R810 torneios``."""
    return words.REGULATION_OF_GAME(regulation=regulation, game=LAWS[regulation].called)
