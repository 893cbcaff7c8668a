"""The page of all complaints: what waits longest first, by state and player."""

from __future__ import annotations

from typing import Final, NamedTuple

from tombo.desk.asked import DeskAsked
from tombo.desk.cases.paths import offer, played_link
from tombo.desk.frame import Sheet
from tombo.desk.links import DeskLink, case_path, path_with
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import OutOfPlaceError, UsageError
from tombo.ledger.core.ids import is_local, local
from tombo.ledger.core.said import Fact, Told
from tombo.projections.dispute.case import DisputeCase
from tombo.projections.search.fold import Search
from tombo.reports.dispute import lasted, spoken
from tombo.reports.said.desk import cases as said
from tombo.reports.shown.house import cases, disputes
from tombo.reports.shown.house.waiting import CasePlace, CasesAsked, CaseState, page
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.wrong import in_words
from tombo.serve.readers import OpenedLedger

PAGE: Final = 50
"""Complaints on a page."""


class CaseRow(NamedTuple):
    """A complaint in the list."""

    link: DeskLink
    state: Fact
    complained: Fact = ""
    lasted: Fact = ""
    player: Fact = ""
    about: DeskLink | None = None
    claim: Fact = ""


def draw(opened: OpenedLedger, asked: DeskAsked) -> Sheet:
    """The complaints of a state and a player, a page of them.

    Raises:
        UsageError: no state, the name of no player, or no place to go on behind.
    """
    reader, typed = opened.reader, asked.query
    state, player = typed.get("state", ""), typed.get("player", "").strip()
    if state and state not in set(CaseState):
        raise UsageError(said.CASES_NO_STATE(typed=state, states=tuple(said.CASE_STATES)))
    if player and not is_local(player):
        raise UsageError(said.CASES_NO_PLAYER(typed=player))
    after = CasePlace.of(typed.get("after", ""))
    if "after" in typed and after is None:
        raise UsageError(said.CASES_NO_PLACE(typed=typed["after"]))
    wanted = frozenset(CaseState) if not state else frozenset({CaseState(state)})
    now = opened.clock.now()
    with opened.kept(Search) as rows:
        shown = page(reader, rows, CasesAsked(wanted, player, after, PAGE))
    kept = {name: value for name, value in (("state", state), ("player", player)) if value}
    values = {
        "rows": [_row(reader, stream, now) for stream in shown.streams],
        "states": list(CaseState),
        "state": state,
        "player": player,
        "first": path_with("/desk/cases", kept) if "after" in typed else None,
        "next": path_with("/desk/cases", {**kept, "after": shown.last.text}) if shown.last is not None else None,
        "offers": offer(asked, "open_dispute"),
    }
    return Sheet(said.CASES(), "cases.html", values)


def _row(reader: Reader, stream: str, now: int) -> CaseRow:
    link = DeskLink(case_path(local(stream)), local(stream))
    try:
        case = disputes.case(reader, local(stream))
    except OutOfPlaceError as error:
        return CaseRow(link, said.CASE_NOT_READ(why=in_words(error)))
    opened = case.opened
    return CaseRow(
        link,
        said.CASE_STATES[cases.state_of(case)] if cases.stands_so(reader, case) else said.CASE_NOT_SIGNED(),
        said.CASE_COMPLAINED_AT(at=opened.complained),
        how_long(case, now),
        opened.player,
        played_link(opened.about),
        spoken(opened.claim),
    )


def how_long(case: DisputeCase, now: int) -> Told:
    """How long it took to resolve it, or it has waited at the instant ``now``."""
    if case.seconds is not None:
        return said.CASE_TOOK(lasted=lasted(case.seconds))
    return said.CASE_WAITS_FOR(lasted=lasted(max(now - case.opened.complained, 0) // SECOND))
