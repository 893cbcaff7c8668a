"""A hand or round step by step, and its payments computed again."""

from __future__ import annotations

from typing import Any, NamedTuple

from tombo.ledger.core.errors import NotFoundError
from tombo.ledger.core.ids import called
from tombo.ledger.core.language import Language
from tombo.ledger.games.game import Recomputed
from tombo.ledger.games.tournament.state import tournament_stream
from tombo.ledger.house.rules import together
from tombo.projections.round.replay import ReplayStep, again, steps, to_json, verdict_json
from tombo.projections.round.view import AnyView
from tombo.reports.document import Document
from tombo.reports.pages.page import Issued
from tombo.reports.pages.replayer.page import level_at, replay_page
from tombo.reports.play import replay as replay_report
from tombo.reports.said.commands import common as said
from tombo.reports.shown.reading import Reader


class Walked(NamedTuple):
    """A hand or round as it was walked through; ``only``: the one step that is asked for, None for all and the verdict."""

    view: AnyView
    steps: list[ReplayStep]
    found: Recomputed
    only: int | None

    @property
    def sound(self) -> bool:
        """Whether its money adds up, and is what the rules give."""
        return not self.found.told and all(one.conserved for one in self.steps)


def walked(view: AnyView, only: int | None) -> Walked:
    """``view`` step by step.

    Raises:
        NotFoundError: it has no step ``only``, or none that its viewer may read.
        OutOfPlaceError: an entry that cannot follow the others.
    """
    taken, found = steps(view), again(view)
    if only is not None and all(one.number != only for one in taken):
        raise NotFoundError(said.NO_SUCH_STEP(played=called(view.stream), steps=taken[-1].number, asked=only))
    return Walked(view, taken, found, only)


def document(told: Walked) -> Document:
    """The steps asked for, for people."""
    return replay_report.document(told.view, told.steps, told.found, told.only)


def drawn(reader: Reader, told: Walked, *, issued: Issued, language: Language) -> str:
    """The page on which it is drawn step by step (``reports.pages.replayer``), as HTML.

    Raises:
        OutOfPlaceError: an entry that cannot follow the others.
    """
    level = level_of(reader, told.view)
    return replay_page(told.view, told.steps, told.found, issued=issued, language=language, level=level)


def level_of(reader: Reader, view: AnyView) -> int | None:
    """The level at which it was played, where it is of a tournament that had begun one."""
    named = getattr(view.opened, "tournament", None)
    tournament = [] if named is None else reader.entries(tournament_stream(named))
    return level_at(view.acts[0].entry, tournament)


def in_json(told: Walked) -> list[dict[str, Any]]:
    """The steps asked for; behind all of them what came of it."""
    found = [to_json(one) for one in told.steps if told.only in {None, one.number}]
    if told.only is None:
        with together(told.view.stream):
            found.append(verdict_json(told.view, told.steps, told.found))
    return found
