"""Reports as their lines, for tests that look for one of them."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.core.language import Language
from projections.round.replay import ReplayStep, again
from projections.round.view import AnyView
from reports.play import replay
from reports.text import text_lines


def replay_lines(
    view: AnyView, taken: Sequence[ReplayStep], only: int | None = None, language: Language = Language.EN
) -> list[str]:
    """The replay of ``view``, or its step ``only``."""
    return [*text_lines(replay.document(view, taken, again(view), only), language)]
