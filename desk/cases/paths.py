"""Where the pages of complaints lead: to one another, to what was played, and to the forms of acts."""

from __future__ import annotations

from tombo.desk.asked import DeskAsked
from tombo.desk.links import DeskLink, path_to, path_with, replay_path
from tombo.desk.offers import OFFER
from tombo.ledger.core.ids import called, local
from tombo.ledger.house.dispute.state import TOURNAMENT


def computed_path(dispute: str) -> str:
    """The page on which what it is about is computed again."""
    return path_to("computed", dispute)


def played_link(about: str | None) -> DeskLink | None:
    """Where a hand, round or tournament is shown, by the name that its command takes; None of nothing."""
    if about is None:
        return None
    if about.startswith(TOURNAMENT):
        return DeskLink(path_to("tournaments", local(about)), about)
    return DeskLink(replay_path(about), called(about))


def may(asked: DeskAsked, kind: str) -> bool:
    """Whether who asks holds the role in which this act is asked for."""
    return OFFER[kind].role in asked.roles


def offer(asked: DeskAsked, kind: str, **known: str) -> list[DeskLink]:
    """The form of an act, filled in with what is known; none where who asks may not send it."""
    link = DeskLink(path_with(f"/desk/acts/new/{kind}", known), OFFER[kind].label())
    return [link] if may(asked, kind) else []
