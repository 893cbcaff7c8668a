"""The pages of a replay: a hand or round drawn step by step, and the same as a page to print and as a file.

Closed cards stand on none before a reading of them is on record.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from tombo.desk.asked import DeskAsked
from tombo.desk.cases.paths import offer
from tombo.desk.faults import DeskFaultError
from tombo.desk.frame import Paper, Sheet
from tombo.desk.links import DeskLink, entry_path, path_to, replay_path
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.ids import called, is_local, is_stream
from tombo.ledger.core.said import Told
from tombo.ledger.house.staff.state import OFFICER
from tombo.ledger.kinds import CLOSED_TYPES
from tombo.projections.follow import Viewer
from tombo.projections.round.hand import HandView
from tombo.projections.round.view import AnyView
from tombo.reports.pages.page import Issued, html
from tombo.reports.pages.replayer.page import StepLinks, heading, policy, replay_panels
from tombo.reports.said.commands import common
from tombo.reports.said.desk import frame
from tombo.reports.said.desk import replay as said
from tombo.reports.said.play.replayer import REPLAYER_TITLE
from tombo.reports.shown import rounds
from tombo.reports.shown.cards import READING_SECONDS, Seen, opened_to, sees_closed
from tombo.reports.shown.replays import Walked, drawn, level_of, walked
from tombo.serve.readers import OpenedLedger
from tombo.serve.who import HolderSort

STEP_DIGITS: Final = 6
"""Digits of a step's number that are read: no hand or round has more steps than such a number."""


class _Way(NamedTuple):
    """Where a replay is: its stream, and the reading by which its closed cards are shown, if by one."""

    stream: str
    reading: str | None

    def path(self, **more: str) -> str:
        """Its page, or what ``more`` asks of it, with the cards that are shown here."""
        return replay_path(self.stream, **more, **({} if self.reading is None else {"reading": self.reading}))


def hand(opened: OpenedLedger, asked: DeskAsked) -> Sheet | Paper:
    """The replay of a hand, named with its type or without."""
    stream = f"hand:{asked.path['hand'].removeprefix('hand:')}"
    if not is_stream(stream):
        raise UsageError(common.NO_HAND_NAME(typed=repr(asked.path["hand"])))
    return _replay(opened, asked, stream)


def round_(opened: OpenedLedger, asked: DeskAsked) -> Sheet | Paper:
    """The replay of a round, ``GAME:TABLE/42``, or ``TABLE/42`` where one game has it."""
    name = asked.path["name"]
    if not (is_stream(name) or is_local(name)):
        raise UsageError(common.NO_NAME(typed=repr(name)))
    return _replay(opened, asked, name)


def _replay(opened: OpenedLedger, asked: DeskAsked, name: str) -> Sheet | Paper:
    """The replay of ``name`` as who asks may see it: as ``as`` in the query says, a page of the desk, one to print, or a file."""
    stream = opened.reader.round(name)[0].stream
    way = _Way(stream, asked.query.get("reading"))
    view = rounds.look(opened.reader, stream, _seen(opened, asked, way))
    match asked.query.get("as"):
        case "page":
            return _printed(opened, view)
        case "file":
            return _file(opened, asked, walked(view, None))
        case None:
            return _sheet(opened, asked, way, walked(view, None))
        case _:
            raise DeskFaultError(404, frame.NO_PAGE())


def _seen(opened: OpenedLedger, asked: DeskAsked, way: _Way) -> Seen:
    """What who asks may see: what an auditor does, unless a reading of his opened more.

    Raises:
        DeskFaultError: 403, the reading opens nothing to him; one answer, whyever that is.
    """
    if way.reading is None:
        return Seen(Viewer("auditor"))
    staff = asked.who.id if asked.who.sort is HolderSort.STAFF else None
    seen = None if staff is None else opened_to(opened.reader, opened.clock, staff, way.stream, way.reading)
    if seen is None:
        raise DeskFaultError(403, said.READING_OPENS_NOTHING(played=called(way.stream)))
    return seen


def _sheet(opened: OpenedLedger, asked: DeskAsked, way: _Way, told: Walked) -> Sheet:
    view, (at, wrong) = told.view, _step(told, asked.query.get("step"))
    links = StepLinks(lambda step: _link(way, step), at, entry_path)
    panels = replay_panels(view, told.steps, told.found, language=asked.language, links=links)
    named = getattr(view.opened, "tournament", None)
    values: dict[str, Any] = {
        "heading": heading(view, level_of(opened.reader, view)),
        "wrong": wrong,
        "panels": panels.panels,
        "drawing": panels.drawing,
        "to_print": way.path(**{"as": "page"}),
        "to_save": way.path(**{"as": "file"}),
        "tournament": None if named is None else (named, path_to("tournaments", named)),
        "offers": _offers(asked, view),
        "shows_closed": sees_closed(view.viewer),
        "minutes": READING_SECONDS // 60,
        **_closed(opened, asked, view),
    }
    return Sheet(REPLAYER_TITLE(played=called(view.stream)), "replay.html", values, 200 if wrong is None else 404)


def _offers(asked: DeskAsked, view: AnyView) -> list[DeskLink]:
    """What whoever asks may ask for about it: to have it void while it is in play, and a complaint."""
    void = offer(asked, "void", round=view.stream) if view.state.outcome == "open" else []
    return [*void, *offer(asked, "open_dispute", about=view.stream)]


def _link(way: _Way, step: object) -> str:
    """A step of the same replay; the script of the page writes a number in the place of ``{step}``."""
    return f"?step={step}" + ("" if way.reading is None else f"&reading={quote(way.reading, safe='/')}")


def _step(told: Walked, typed: str | None) -> tuple[int, Told | None]:
    """Which step is drawn, counted from 0, and why it is not the one that is asked for."""
    if typed is None:
        return 0, None
    number = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) <= STEP_DIGITS else None
    at = next((place for place, one in enumerate(told.steps) if one.number == number), None)
    if at is not None:
        return at, None
    last = told.steps[-1].number
    return 0, common.NO_SUCH_STEP(played=called(told.view.stream), steps=last, asked=repr(typed))


def _closed(opened: OpenedLedger, asked: DeskAsked, view: AnyView) -> Mapping[str, Any]:
    """Whether who asks may have the closed cards opened, and of whom; and what stands in the way where that is not he."""
    none: dict[str, Any] = {"round": view.stream, "players": (), "may_read": False, "why_closed": None}
    if view.stream.partition(":")[0] not in CLOSED_TYPES or OFFICER not in asked.roles:
        return none
    if view.state.outcome == "open":
        return {**none, "why_closed": said.CLOSED_IN_PLAY()}
    if not opened.keyring.openings.exists():
        return {**none, "why_closed": said.CLOSED_NO_KEY()}
    return {**none, "players": _players(view), "may_read": True}


def _players(view: AnyView) -> tuple[str, ...]:
    """Who was in it, each once."""
    there = view.started.seats if isinstance(view, HandView) else view.results
    return tuple(dict.fromkeys(one.player for one in there))


def _printed(opened: OpenedLedger, view: AnyView) -> Paper:
    """The page to print, in both languages."""
    page = rounds.page_of(view, rounds.incident_of(opened.reader, view))
    text = html(page, issued=Issued(opened.reader.store.origin, opened.clock.now()))
    style = text.partition("<style>")[2].partition("</style>")[0]
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return Paper(text, policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'")


def _file(opened: OpenedLedger, asked: DeskAsked, told: Walked) -> Paper:
    """The replay as one file that needs nothing else."""
    issued = Issued(opened.reader.store.origin, opened.clock.now())
    text = drawn(opened.reader, told, issued=issued, language=asked.language)
    return Paper(text, f"{told.view.stream}.html", policy=policy())
