"""A hand or round step by step, and its payments computed again."""

from __future__ import annotations

from typing import Any, NamedTuple

from tombo.ledger.core.errors import NotFoundError
from tombo.ledger.core.ids import called
from tombo.ledger.games.game import Recomputed
from tombo.ledger.house.rules import together
from tombo.projections.round.replay import ReplayStep, again, steps, to_json, verdict_json
from tombo.projections.round.view import AnyView
from tombo.reports.document import Document
from tombo.reports.play import replay as replay_report
from tombo.reports.said.commands import common as said


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
        NotFoundError: it has no step ``only``.
        OutOfPlaceError: an entry that cannot follow the others.
    """
    taken, found = steps(view), again(view)
    last = taken[-1].number
    if only is not None and only > last:
        raise NotFoundError(said.NO_SUCH_STEP(played=called(view.stream), steps=last, asked=only))
    return Walked(view, taken, found, only)


def document(told: Walked) -> Document:
    """The steps asked for, for people."""
    return replay_report.document(told.view, told.steps, told.found, told.only)


def in_json(told: Walked) -> list[dict[str, Any]]:
    """The steps asked for; behind all of them what came of it."""
    found = [to_json(one) for one in told.steps if told.only in {None, one.number}]
    if told.only is None:
        with together(told.view.stream):
            found.append(verdict_json(told.view, told.steps, told.found))
    return found
