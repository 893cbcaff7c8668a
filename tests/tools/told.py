"""Reports as their lines, for tests that look for one of them."""

from __future__ import annotations

from collections.abc import Sequence

from tombo.ledger.core.language import Language
from tombo.projections.round.replay import ReplayStep, again
from tombo.projections.round.view import AnyView
from tombo.reports.play import replay
from tombo.reports.text import text_lines


def replay_lines(
    view: AnyView, taken: Sequence[ReplayStep], only: int | None = None, language: Language = Language.EN
) -> list[str]:
    """The replay of ``view``, or its step ``only``."""
    return [*text_lines(replay.document(view, taken, again(view), only), language)]
