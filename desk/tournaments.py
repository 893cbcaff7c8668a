"""The page of a tournament: what it is and what was bought, who stands where, and the way to the hand in which somebody went out."""

from __future__ import annotations

from tombo.desk.asked import DeskAsked
from tombo.desk.cases.drawn import drawn
from tombo.desk.frame import Sheet
from tombo.desk.links import DeskLink, replay_path
from tombo.ledger.core.said import Fact
from tombo.projections.follow import AsOf
from tombo.projections.tournament.prizes import prize_table
from tombo.projections.tournament.view import Standing, TournamentView
from tombo.reports.said.desk import tournaments as said
from tombo.reports.shown.tournaments import view_of
from tombo.reports.tournament import standing as report
from tombo.serve.readers import OpenedLedger


def draw(opened: OpenedLedger, asked: DeskAsked) -> Sheet:
    """How a tournament stands: what ``tombo tournament show`` says."""
    named = asked.path["tournament"]
    view = view_of(opened.reader, named, AsOf())
    values = {
        "first": report.title(view),
        "wrong": drawn(report.differing(prize_table(view.followed).differences)),
        "described": drawn(report.described(view)),
        "columns": (said.CUP_PLACE(), said.CUP_PLAYER(), said.CUP_ENTRY(), said.CUP_STANDS()),
        "standings": [_row(standing, view) for standing in report.placings(view)],
    }
    return Sheet(said.TOURNAMENT_TITLE(tournament=named), "tournament.html", values)


def _row(standing: Standing, view: TournamentView) -> tuple[Fact | DeskLink, ...]:
    """A line of the standings; of who is out it leads to the hand."""
    entry, how = standing.entry, said.CUP_HOW(how=report.how_it_stands(standing, view.state))
    stands = how if entry.exit is None else DeskLink(replay_path(entry.exit.hand), how)
    paid = said.CUP_PAID(entry=entry.entry, how=report.paid_with(entry))
    return report.placed(standing.first, standing.last), entry.player, paid, stands
