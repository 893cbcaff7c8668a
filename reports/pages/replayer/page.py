"""A hand or round drawn step by step, as one file of HTML in one language that needs nothing else and lets nothing else in.

Every step stands on it as text; the script only shows the drawing that was computed here (``scene``). A policy in the page allows
this one script and this one style sheet, by their hashes, and nothing from anywhere.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, NamedTuple, assert_never

from markupsafe import Markup

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.ids import called
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Told, written
from tombo.ledger.games.game import Recomputed
from tombo.ledger.games.tournament.events import LevelStarted
from tombo.ledger.house.rules import together
from tombo.projections.round.banked import BankedView
from tombo.projections.round.hand import HandView
from tombo.projections.round.replay import ReplayStep
from tombo.projections.round.view import AnyView
from tombo.reports.document import Alarm, Cell, Sentence
from tombo.reports.pages import played as p
from tombo.reports.pages.page import Issued, issued_by, template
from tombo.reports.pages.replayer.boxes import scenes_of_round
from tombo.reports.pages.replayer.scene import Scene, drawing_json, parts
from tombo.reports.pages.replayer.seats import scenes_of_hand
from tombo.reports.pages.replayer.still import still
from tombo.reports.play import hand as hand_report
from tombo.reports.play import replay as report
from tombo.reports.play import round as round_report
from tombo.reports.said.play import replay as replay_said
from tombo.reports.said.play import replayer as said

BEGINNING: Final = "<!DOCTYPE html>\n<!-- tombo: a replay -->\n"
"""How every such page begins, in each language: so one that may be replaced is told from another's."""
STYLE: Final = "replayer.css"
SCRIPT: Final = "replayer.js"
_LANGUAGES: Final[Mapping[Language, str]] = {Language.EN: "en", Language.PT: "pt-PT"}
_ESCAPED: Final = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}
"""What could end or begin something in HTML, as JSON writes it."""


class _Fact(NamedTuple):
    """What is told of a step under one label."""

    label: Told
    told: tuple[Told, ...]
    path: str | None = None
    """The page that it leads to, if to one."""


class _Told(NamedTuple):
    """A step as its text stands on the page."""

    number: int
    clock: Told
    part: Cell
    happened: tuple[Told, ...]
    facts: tuple[_Fact, ...]
    alarms: tuple[Told, ...]


class StepLinks(NamedTuple):
    """How the steps of a replay are linked to; ``at``: which of them, counted from 0, is drawn without a script, None if none is."""

    link: Callable[[object], str]
    at: int | None = None
    entry: Callable[[int], str] | None = None
    """The page of the entry at a log index, None where no entry has a page."""


ALONE: Final = StepLinks(lambda step: f"#step-{step}")
"""In a file, where every step has its place."""


def replay_page(
    view: AnyView,
    taken: Sequence[ReplayStep],
    found: Recomputed,
    *,
    issued: Issued,
    language: Language,
    level: int | None = None,
) -> str:
    """The page of a hand or round: its steps ``taken``, and what was ``found`` as it was computed again.

    ``level``: of the tournament it is played in, where it is in one.

    Raises:
        OutOfPlaceError: an entry that cannot follow the others.
    """
    with together(view.stream):
        facts = {
            **_facts(view, taken, found, language, ALONE),
            "title": said.REPLAYER_TITLE(played=called(view.stream)),
            "heading": heading(view, level),
            "by": issued_by(issued),
            "style": Markup(_style()),  # noqa: S704  # ours
            "script": Markup(_asset(SCRIPT)),  # noqa: S704  # ours
            "policy": policy(),
        }
        page = template("tombo.reports.pages.replayer", "replayer.html")
        return f'{BEGINNING}<html lang="{_LANGUAGES[language]}">\n{page.render(**facts)}\n'


class ReplayPanels(NamedTuple):
    """What another page shows of a replay: its panels, and the data of its drawing, empty where none is drawn."""

    panels: Markup
    drawing: Markup


def replay_panels(
    view: AnyView, taken: Sequence[ReplayStep], found: Recomputed, *, language: Language, links: StepLinks
) -> ReplayPanels:
    """The panels of a hand or round, for a page that has ``SCRIPT`` and ``STYLE`` of its own.

    Raises:
        OutOfPlaceError: an entry that cannot follow the others.
    """
    with together(view.stream):
        facts = _facts(view, taken, found, language, links)
    panels = template("tombo.reports.pages.replayer", "panels.html").render(**facts)
    return ReplayPanels(Markup(panels), facts["drawing"])  # noqa: S704  # the template escaped it


def _facts(
    view: AnyView, taken: Sequence[ReplayStep], found: Recomputed, language: Language, links: StepLinks
) -> dict[str, Any]:
    """What the panels need."""
    scenes = scenes_of(view, taken)
    at = links.at if scenes else None
    return {
        "t": partial(written, language=language),
        "link": links.link,
        "at": at,
        "still": "" if at is None else still(scenes[at], language),
        "drawn": bool(scenes),
        "parts": parts(scenes),
        "steps": tuple(_steps(view, taken, scenes, links)),
        "verdict": tuple(_verdict(view, taken, found)),
        "labels": (p.PLAYER, said.REPLAYER_RECORDED(), said.REPLAYER_RECOMPUTED()),
        "received": tuple(_received(view, found)),
        "seen_by": p.seen_by(view.viewer),
        "words": _labels(len(taken)),
        "drawing": embedded(drawing_json(scenes, [step.number for step in taken], language)) if scenes else Markup(),
    }


def embedded(drawing: Mapping[str, Any]) -> Markup:
    """``drawing`` as JSON that may stand between the tags of a script: nothing in it begins or ends a tag."""
    text = json.dumps(drawing, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.translate(_ESCAPED))  # noqa: S704  # escaped


@cache
def _asset(name: str) -> str:
    """The style sheet or the script, as it stands between its tags."""
    return files("tombo.reports.pages.replayer").joinpath(name).read_text(encoding="utf-8")


def assets() -> dict[str, bytes]:
    """The style sheet and the script by which any page shows the panels, as files."""
    return {name: _asset(name).encode() for name in (STYLE, SCRIPT)}


def _style() -> str:
    """The style sheet of a page of its own."""
    return _asset("alone.css") + _asset(STYLE)


@cache
def policy() -> str:
    """What the page may load and run: its own style sheet and script, by their hashes, and nothing else."""
    style, script = (
        f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in (_style(), _asset(SCRIPT))
    )
    return f"default-src 'none'; style-src {style}; script-src {script}; base-uri 'none'; form-action 'none'"


def _labels(count: int) -> dict[str, Told]:
    """What stands on controls and over sections; the script writes the number of the step in place of ``{step}``."""
    return {
        "again": said.REPLAYER_AGAIN(),
        "back": said.REPLAYER_BACK(),
        "controls": said.REPLAYER_CONTROLS(),
        "first": said.REPLAYER_FIRST(),
        "hint": said.REPLAYER_KEYS(),
        "last": said.REPLAYER_LAST(),
        "now": said.REPLAYER_NOW(),
        "on": said.REPLAYER_ON(),
        "parts": said.REPLAYER_PARTS(),
        "pause": said.REPLAYER_PAUSE(),
        "play": said.REPLAYER_PLAY(),
        "speed": said.REPLAYER_SPEED(),
        "step": said.REPLAYER_STEP(),
        "steps": said.REPLAYER_STEPS(),
        "table": said.REPLAYER_TABLE(),
        "to_first": said.REPLAYER_TO_FIRST(),
        "to_back": said.REPLAYER_TO_BACK(),
        "to_on": said.REPLAYER_TO_ON(),
        "to_last": said.REPLAYER_TO_LAST(),
        "step_of": said.REPLAYER_STEP_OF(step="{step}", steps=count),
    }


def scenes_of(view: AnyView, taken: Sequence[ReplayStep]) -> tuple[Scene, ...]:
    """The drawing of each of the steps ``taken``; none where the game does not say how it lies on its table."""
    match view:
        case HandView():
            return scenes_of_hand(view, taken)
        case BankedView():
            return scenes_of_round(view, taken)
        case _:
            assert_never(view)


def level_at(entry: Entry, tournament: Sequence[Entry]) -> int | None:
    """The level of a tournament, by its entries, at which a hand that begins with ``entry`` is played; None before the first."""
    levels = (one.event.level for one in tournament if one.index < entry.index and isinstance(one.event, LevelStarted))
    return max(levels, default=None)


def heading(view: AnyView, level: int | None) -> tuple[Told, ...]:
    """What stands over a hand or round; ``level`` of its tournament, where it is in one and that had begun."""
    if isinstance(view, BankedView):
        return tuple(round_report.heading(view))
    found = tuple(hand_report.heading(view))
    if view.started.tournament is None or level is None:
        return found
    return (*found, said.REPLAYER_LEVEL(tournament=view.started.tournament, level=level))


def _steps(view: AnyView, taken: Sequence[ReplayStep], scenes: Sequence[Scene], links: StepLinks) -> Iterator[_Told]:
    drawn = scenes or (None,) * len(taken)
    for before, step, scene in zip((None, *taken), taken, drawn, strict=False):
        stands = [*report.stands(view, before, step, whole=True)]
        told = (
            (said.REPLAYER_DECIDED(), tuple(report.by_whom(step.decided))),
            (said.REPLAYER_RULES(), tuple(report.noted(step.notes, view.unit, view.game))),
            (said.REPLAYER_STANDS(), tuple(one.said for one in stands if isinstance(one, Sentence))),
            (said.REPLAYER_CLOCK(), tuple(_clock(step))),
        )
        path = None if links.entry is None else links.entry(step.entry.index)
        on_record = _Fact(said.REPLAYER_ON_RECORD(), (_place(step),), path)
        yield _Told(
            step.number,
            said.REPLAYER_TIME(at=step.entry.recorded),
            "" if scene is None else scene.part,
            tuple(report.happened(view, step)),
            (*(_Fact(label, lines) for label, lines in told if lines), on_record),
            tuple(one.said for one in stands if isinstance(one, Alarm)),
        )


def _clock(step: ReplayStep) -> Iterator[Told]:
    """When it was recorded; when it happened by the word of the source, where that was another second; until when one may decide."""
    yield said.REPLAYER_RECORDED_AT(at=step.entry.recorded)
    yield from report.occurred(step.entry)


def _place(step: ReplayStep) -> Told:
    return replay_said.STEP_PLACE(index=step.entry.index, version=step.entry.version)


def _verdict(view: AnyView, taken: Sequence[ReplayStep], found: Recomputed) -> Iterator[tuple[Told, bool]]:
    """Whether the money added up, and whether what was paid is what the rules give; each with whether it is an alarm."""
    yield report.money_told(view, taken), not all(step.conserved for step in taken)
    for block in report.audited(view, found):
        if isinstance(block, Sentence | Alarm):
            yield block.said, isinstance(block, Alarm)


def _received(view: AnyView, found: Recomputed) -> Iterator[tuple[str, Cell, Cell, bool]]:
    """By player, what came to him as recorded and as computed again, and whether they differ."""
    for one in found.received:
        recorded, recomputed = view.unit.sum(one.recorded), view.unit.sum(one.recomputed)
        yield one.player, recorded, recomputed, one.recorded != one.recomputed
