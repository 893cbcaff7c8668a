"""A hand or round, of whichever game, as somebody may see it: looked up, as a document, as a page, and in a few figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import NotFoundError
from tombo.ledger.games.poker.turns import pot_total
from tombo.ledger.house.rules import together
from tombo.projections.follow import Viewer
from tombo.projections.round.banked import BankedView
from tombo.projections.round.hand import HandView
from tombo.projections.round.view import AnyView, name_json, of, to_json
from tombo.reports.document import Document
from tombo.reports.pages.hands import hand_page
from tombo.reports.pages.page import Page
from tombo.reports.pages.rounds import round_page
from tombo.reports.play import hand as hand_report
from tombo.reports.play import round as round_report
from tombo.reports.said.commands import common as said
from tombo.reports.shown.cards import OUTSIDER, Seen
from tombo.reports.shown.reading import Reader


def look(reader: Reader, name: str, seen: Seen = OUTSIDER, at: int | None = None) -> AnyView:
    """The hand or round of this stream, or of this name, as it is ``seen``, as of version ``at`` if given.

    Raises:
        NotFoundError: there is none, or it has no such version.
        UsageError: several games have one of this name.
    """
    entries = reader.round(name, at)
    if at is not None and entries[-1].version < at:
        raise NotFoundError(said.NO_SUCH_VERSION(name=name, versions=entries[-1].version, asked=at))
    return of(entries, seen.cards(reader, entries[0].stream), seen.viewer)


def incident_of(reader: Reader, view: AnyView) -> list[Entry]:
    """The entries of the incident that made it void; none where it is not."""
    for act in view.acts:
        incident = getattr(act.entry.event, "incident", None)
        if incident is not None:
            return reader.entries(f"incident:{incident}")
    return []


def document(view: AnyView, incident: Sequence[Entry]) -> Document:
    """The whole of it.

    Raises:
        OutOfPlaceError: an entry that cannot follow the others.
    """
    with together(view.stream):
        match view:
            case HandView():
                return hand_report.document(view, incident)
            case BankedView():
                return round_report.document(view, incident)
            case _:
                assert_never(view)


def page_of(view: AnyView, incident: Sequence[Entry]) -> Page:
    """The whole of it as a page.

    Raises:
        OutOfPlaceError: an entry that cannot follow the others.
    """
    with together(view.stream):
        match view:
            case HandView():
                return hand_page(view, incident)
            case BankedView():
                return round_page(view, incident)
            case _:
                assert_never(view)


def in_json(view: AnyView, incident: Sequence[Entry]) -> dict[str, Any]:
    """The whole of it, for programs."""
    return {**to_json(view), "incident": [entry.event.model_dump(mode="json") for entry in incident]}


def summary(entries: Sequence[Entry]) -> dict[str, Any]:
    """A hand or round in a few figures.

    Raises:
        OutOfPlaceError: an entry that cannot follow those before it.
    """
    with together(entries[0].stream):
        return _figures(entries)


def _figures(entries: Sequence[Entry]) -> dict[str, Any]:
    view, first = of(entries, {}, Viewer()), entries[0]
    common = {"unit": view.unit.model_dump(), "outcome": view.state.outcome, "version": entries[-1].version}
    match view:
        case HandView():
            return {
                **name_json(view),
                "when": first.recorded if view.started.door == "live" else first.occurred,
                "door": view.started.door,
                "players": len(view.started.seats),
                "pot": pot_total(view.hand),
                "commission": sum(amount for _, _, amount in view.hand.fees),
                **common,
                "findings": sum(entry.kind.startswith("hand.finding_recorded.") for entry in entries),
            }
        case BankedView():
            found = view.results
            return {
                **name_json(view),
                "when": first.recorded,
                "players": len(found),
                "staked": sum(one.totals.get("staked", 0) for one in found),
                "prizes": sum(one.totals.get("prize", 0) for one in found),
                **common,
            }
        case _:
            assert_never(view)
