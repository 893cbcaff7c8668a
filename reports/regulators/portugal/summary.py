"""The daily file RESF: what the day came to, game by game.

It is made only where two ways to the same sums meet: the operations of the day's hourly files, and the day as the night closed it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.core.said import Sum
from tombo.ledger.house.day.events import DayEvent
from tombo.ledger.terms.every import LAWS
from tombo.projections.reconciliation.closing import closing_of
from tombo.reports.regulators.layout import Layout, fields
from tombo.reports.regulators.portugal.activity import Sums
from tombo.reports.regulators.portugal.amounts import euros
from tombo.reports.regulators.portugal.settings import Settings
from tombo.reports.said.regulators import common
from tombo.reports.said.regulators import portugal as said

TOTALS: Final = ("staked", "paid", "refunded", "commission")
"""Of a day in a game, as it was closed: what RESF holds against the files."""


def closed(store: CheckedStore, day: str) -> DayEvent:
    """The day as it was closed.

    Raises:
        NotReportableError: it was not.
        OutOfPlaceError: no door closed it so.
    """
    event = closing_of(store, day)
    if event is None:
        raise NotReportableError(said.DAY_NOT_CLOSED(day=day))
    return event


def meets(event: DayEvent, sums: Mapping[str, Sums]) -> None:
    """That the operations told come to what the day was closed with, in every game and to the cent.

    Raises:
        NotReportableError: they do not; the game is told, and both amounts.
    """
    for regulation in sorted({total.regulation for total in event.totals} | sums.keys()):
        told, totals = sums.get(regulation, Sums()), [total for total in event.totals if total.regulation == regulation]
        due = [sum(getattr(total, name) for total in totals) for name in TOTALS]
        found = (told.bets - told.uncalled, told.won, told.back - told.uncalled, told.fees)
        for name, here, there in zip(TOTALS, found, due, strict=True):
            if here != there:
                facts = {"files": Sum(here, "EUR", 2), "closed": Sum(there, "EUR", 2)}
                told_so = said.DAY_COMES_OTHERWISE(day=event.date, game=regulation, what=said.TOTALS[name], **facts)
                raise NotReportableError(told_so)


def body(event: DayEvent, sums: Mapping[str, Sums], settings: Settings, of: Layout) -> str:
    """What stands in RESF behind its head.

    Raises:
        NotReportableError: no licence is set for a game that was played.
    """
    at = common.FILE_HEADER()
    day = fields(of.records["RESF"], {"data_fin": event.date.replace("-", "")}, at)
    return day + "".join(_game(regulation, sums[regulation], settings, of) for regulation in sorted(sums))


def _game(regulation: str, sums: Sums, settings: Settings, of: Layout) -> str:
    licence = settings.licences.get(regulation)
    if licence is None:
        raise NotReportableError(said.LICENCE_UNKNOWN(game=regulation))
    at = said.SUMMARY_OF(game=regulation)
    game = {"descricao": settings.games.get(regulation, LAWS[regulation].in_full.pt), "licenca_exp": licence}
    totals = {
        "tipo_liq": str(settings.liquidity),
        "total_comissoes": euros(sums.fees),
        "total_ganhos": euros(sums.won),
        "total_apostas": euros(sums.bets),
        "total_reembolsos": euros(sums.back),
    }
    inner = f"<liq_int>{fields(of.records['liq_int'], totals, at)}</liq_int>"
    return f"<tipo_jogo>{fields(of.records['tipo_jogo'], game, at)}{inner}</tipo_jogo>\n"
