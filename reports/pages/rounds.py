"""A round of a banked game as a page: what R803 r.37, R804 r.24 and R805 r.31 owe the player of his last one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tombo.ledger.core.entry import Entry
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.house.moves import Result, What
from tombo.ledger.terms.every import regulation_of
from tombo.projections.round.banked import BankedView
from tombo.reports.document import Cell
from tombo.reports.pages import played as p
from tombo.reports.pages.complaint import how_to_complain
from tombo.reports.pages.page import NOTHING, Block, Column, Fact, Notes, Page, PageTable, Step, Steps
from tombo.reports.pages.void import reasons
from tombo.reports.play import round as report
from tombo.reports.said.play import round as said


def round_page(view: BankedView, incident: Sequence[Entry] = ()) -> Page:
    """The round for its viewer. ``incident`` are the entries of the outage that made it void."""
    basis = said.ROUND_ESSENTIAL(rule=TABLE_GAMES[view.game].owed_by(view.opened.terms))
    return Page(said.ROUND_PAGE(round=view.stream), basis, tuple(_facts(view)), tuple(_blocks(view, incident)))


def _blocks(view: BankedView, incident: Sequence[Entry]) -> Iterator[Block]:
    last, history = view.acts[-1].entry, report.history(view)
    if report.ending_of(last.event) == "voided":
        yield reasons(incident, last, history.void_rule(view))
    yield _results(view)
    cards = (*history.result(view), *report.hidden(view))
    if cards:
        yield Notes(said.ROUND_CARDS(), cards)
    yield Steps(p.HAPPENED, tuple(_steps(view)))
    if p.is_for_players(view.viewer):
        yield how_to_complain({regulation_of(view.opened.terms)})


def _facts(view: BankedView) -> Iterator[Fact]:
    opened, first = view.opened, view.acts[0].entry
    yield Fact(p.GAME, report.history(view).title(view))
    yield Fact(p.TABLE, opened.table)
    yield Fact(p.NUMBER, opened.number)
    yield Fact(p.WHEN, said.ROUND_STARTED(at=first.recorded))
    yield Fact(p.RULES, report.ruleset(view))
    yield Fact(p.OUTCOME, p.OUTCOMES[view.state.outcome])
    yield p.seen_by(view.viewer)
    yield p.entries_of(first, view.acts[-1].entry)


def _results(view: BankedView) -> PageTable:
    """What became of each player's money; only the columns in which something stands."""
    found, totals = view.results, said.ROUND_PAGE_TOTALS
    used = [what for what in totals if what == "staked" or any(one.totals.get(what) for one in found)]
    amounts = (Column(totals[what], amount=True, spec="figure") for what in used)
    columns = (Column(p.PLAYER), *amounts, Column(p.RESULT, amount=True, spec="signed"))
    currency = view.unit.currency
    heading = said.ROUND_RESULT(currency=currency) if currency else said.ROUND_RESULT_IN_CHIPS()
    return PageTable(heading, columns, tuple(_row(view, one, used) for one in found))


def _row(view: BankedView, one: Result, used: Sequence[What]) -> tuple[Cell, ...]:
    net: Cell = NOTHING if view.state.outcome == "open" else view.unit.sum(one.net)
    return (one.player, *(view.unit.sum(one.totals.get(what, 0)) for what in used), net)


def _steps(view: BankedView) -> Iterator[Step]:
    for act in view.acts:
        if not report.is_told(view, act):
            continue
        event, told = act.entry.event, [*report.happened(view, act)]
        if report.ending_of(event) == "voided":
            rule = report.history(view).void_rule(view)
            told.insert(0, said.ROUND_IS_VOID(rule=rule, incident=event.incident))
        if told:
            yield p.step(view.viewer, act.entry, act.entry.recorded, told)
