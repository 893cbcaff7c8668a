"""The daily file RESF: what the day came to, game by game.

It is made only where two ways to the same sums meet: the operations of the day's hourly files, and the day as the night closed it.
"""

from __future__ import annotations

from collections.abc import Mapping

from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.house.day.events import DayEvent
from tombo.ledger.terms.every import LAWS
from tombo.reports.regulators.amounts import euros
from tombo.reports.regulators.layout import Layout, fields
from tombo.reports.regulators.portugal.settings import Settings
from tombo.reports.regulators.totals import Sums
from tombo.reports.said.regulators import common
from tombo.reports.said.regulators import portugal as said


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
