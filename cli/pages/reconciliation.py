"""The night job's report as a page to print: the verdict, what does not tie, the day's money by game with its charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cli import text
from cli.pages import charts
from cli.pages.page import Column, Fact, Page, PageTable
from cli.pages.phrase import NOTHING, Phrase, Text, both, dated, figure, priced
from cli.pages.report import DayPage, ProblemText, Section, report_page
from cli.pages.statement import GAMES
from ledger.core.lisbon import window
from ledger.house.wallet import WalletDifference
from ledger.terms.unit import EURO
from projections.reconciliation.model import CHECKS, Reconciliation, taxed, verdict
from projections.reconciliation.said import CLAIMS
from projections.reconciliation.tax import rate
from projections.tie_out import TieOut
from reports.wallet import difference

MONEY: Final = (
    Column(Phrase("Jogo", "Game")),
    Column(Phrase("Apostado", "Staked"), amount=True),
    Column(Phrase("Pago", "Paid"), amount=True),
    Column(Phrase("Reembolsado", "Refunded"), amount=True),
    Column(Phrase("Comissão", "Commission"), amount=True),
    Column(Phrase("Receita bruta", "Gross revenue"), amount=True),
    Column(Phrase("Jogadas", "Hands"), amount=True),
    Column(Phrase("Nulas", "Void"), amount=True),
)
BALANCES: Final = (
    Column(Phrase("Detentor", "Holder")),
    Column(Phrase("No início", "At the beginning"), amount=True),
    Column(Phrase("No fim do registo", "At the end of the log"), amount=True),
)
INCIDENTS: Final = (
    Column(Phrase("Incidente", "Incident")),
    Column(Phrase("Origem", "Origin")),
    Column(Phrase("Jogadas", "Hands")),
)


def reconciliation_page(found: Reconciliation, tied: TieOut | None, differences: Sequence[WalletDifference]) -> Page:
    """The report of a day; ``differences`` are those from the wallet statement ``tied``, as many as are told."""
    sections = (*_checks(found), *_wallet(tied, differences), *_money(found))
    base, tax = taxed(found)
    starts, ends = window(found.day)
    hours = (ends - starts) // 3_600_000_000
    law, owed = both(rate(found.day)[1]), NOTHING if tax is None else priced(tax, EURO)
    facts = (
        Fact(
            Phrase("Dia", "Day"),
            Phrase(f"{found.day}, {hours} horas em Lisboa", f"{found.day}, {hours} hours in Lisbon"),
        ),
        Fact(Phrase("Início", "From"), dated(starts)),
        Fact(Phrase("Entradas do registo", "Log entries"), f"{found.start} – {found.size - 1}"),  # noqa: RUF001
        Fact(Phrase("Base do imposto", "Base of the tax"), priced(base, EURO)),
        Fact(
            Phrase("Imposto (apurado ao mês)", "Tax (assessed by the month)"),
            Phrase(f"{owed} ({law.pt})", f"{owed} ({law.en})"),
        ),
        *_closing(found),
    )
    title = Phrase(f"Reconciliação de {found.day}", f"Reconciliation of {found.day}")
    basis = Phrase("Regulamento n.º 903-B/2015, 5.5.1", "Regulation 903-B/2015, 5.5.1")
    return report_page(DayPage(title, basis, found.day, verdict(found, tied), sections, facts))


def _closing(found: Reconciliation) -> Iterator[Fact]:
    if found.closed is not None:
        index, size = found.closed.log_index, found.closed.size
        said = Phrase(f"entrada {index}, sobre as primeiras {size}", f"entry {index}, over the first {size}")
        yield Fact(Phrase("Fechado", "Closed"), said)


def _checks(found: Reconciliation) -> Iterator[Section]:
    for check in CHECKS:
        if check == "wallet":
            continue
        mine = [one for one in found.problems if one.check == check]
        told_here = tuple(
            ProblemText(both(one.said), one.entries, (priced(one.cents, EURO),) if one.cents else ()) for one in mine
        )
        untold = found.counts.get(check, 0) - len(mine)
        yield Section(both(CLAIMS[check]()), problems=told_here, untold=untold)


def _wallet(tied: TieOut | None, differences: Sequence[WalletDifference]) -> Iterator[Section]:
    if tied is None:
        return
    total = sum(one.count for one in tied.totals.values())
    problems = tuple(
        ProblemText(
            both(difference(one)), tuple(moved.log_index for moved in one.movements), (priced(abs(one.cents), EURO),)
        )
        for one in differences
    )
    name = both(CLAIMS["wallet"]())
    yield Section(name, tied.matched.count, problems, untold=total - len(problems))


def _money(found: Reconciliation) -> Iterator[Section]:
    rows: list[tuple[Text, ...]] = []
    for one in found.totals:
        amounts = (one.staked, one.paid, one.refunded, one.commission, one.gross)
        figures = tuple(figure(amount, EURO) for amount in amounts)
        rows.append((_game(one.regulation), *figures, str(one.settled), str(one.voided)))
    gross = [charts.Value(_short(one.regulation), one.gross, figure(one.gross, EURO)) for one in found.totals]
    played = [charts.Value(label, count, str(count)) for label, count in found.hours]
    holders = tuple(dict.fromkeys((*found.opening, *found.closing)))
    balances = tuple(
        (name, figure(found.opening.get(name, 0), EURO), figure(found.closing.get(name, 0), EURO)) for name in holders
    )
    drawn = []
    if gross:
        drawn.append(charts.bars(Phrase("Receita bruta por jogo, EUR", "Gross revenue by game, EUR"), gross))
    if any(value.amount for value in played):
        heading = Phrase("Jogadas terminadas por hora de Lisboa", "Hands and rounds ended, by hour of Lisbon")
        drawn.append(charts.columns(heading, played))
    tables = [
        PageTable(Phrase("Dinheiro do dia por jogo, EUR", "Money of the day by game, EUR"), MONEY, tuple(rows)),
        PageTable(Phrase("Balancete, EUR", "Trial balance, EUR"), BALANCES, balances),
    ]
    if found.incidents:
        tables.append(PageTable(Phrase("Incidentes", "Incidents"), INCIDENTS, tuple(_incidents(found))))
    name = Phrase("O dia em números", "The day in figures")
    yield Section(name, found.hands, tables=tuple(tables), charts=tuple(drawn))


def _game(regulation: str) -> Phrase:
    pt, en = GAMES[regulation]
    return Phrase(f"{regulation} {pt}", f"{regulation} {en}")


def _short(regulation: str) -> str:
    """A game beside its bar: ``R806 hold'em``, ``R810 Torneios``."""
    return f"{regulation} {GAMES[regulation].pt.rpartition(', ')[2].partition(' de ')[0]}"


def _incidents(found: Reconciliation) -> Iterator[tuple[Text, ...]]:
    for one in found.incidents:
        became = (
            text.listed(f"{count} {outcome}" for outcome, count in sorted(one.outcomes.items()))
            if one.outcomes
            else "0"
        )
        yield one.incident, one.origin.replace("_", " "), became
