"""Where one goes from an act that was refused: to what has to be done before it, and back to what it was about."""

from __future__ import annotations

from collections.abc import Iterator

from tombo.desk.cases.paths import computed_path
from tombo.desk.links import DeskLink, case_path, path_with, replayed
from tombo.desk.offers import OFFER
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import called, is_local, is_stream
from tombo.ledger.house.dispute.said import (
    DISPUTE_NOT_REPLAYED,
    NO_DISPUTE,
    REPLAY_OF_OTHER_VERSION,
)
from tombo.ledger.house.incident.said import NO_INCIDENT
from tombo.reports.said.desk import acts as said
from tombo.reports.said.desk import cases, entries

COMPUTED_FIRST = frozenset({DISPUTE_NOT_REPLAYED.about, REPLAY_OF_OTHER_VERSION.about})
"""Why an act is refused that asks for what is computed again first, or anew."""
BEGUN_FIRST = {NO_DISPUTE.about: ("open_dispute", "dispute"), NO_INCIDENT.about: ("open_incident", "incident")}
"""Why one is refused that is about what was never opened: the act that opens it, and in which field its name stands."""


def ways_on(command: CommandBase, about: str) -> list[DeskLink]:
    """Where the page leads on which ``command`` is refused for the reason ``about``."""
    told = command.model_dump(mode="json")
    return [*_before(told, about), *_back(told, about)]


def _before(told: dict[str, object], about: str) -> Iterator[DeskLink]:
    dispute = told.get("dispute")
    if about in COMPUTED_FIRST and isinstance(dispute, str):
        yield DeskLink(computed_path(dispute), cases.CASE_RECOMPUTE())
    if about in BEGUN_FIRST:
        kind, field = BEGUN_FIRST[about]
        yield DeskLink(path_with(OFFER[kind].path, {field: str(told.get(field, ""))}), OFFER[kind].label())


def _back(told: dict[str, object], about: str) -> Iterator[DeskLink]:
    dispute = told.get("dispute")
    if isinstance(dispute, str) and about != NO_DISPUTE.about:
        yield DeskLink(case_path(dispute), cases.CASE_TO_IT())
    for name in ("hand", "round", "about"):
        stream = told.get(name)
        if not isinstance(stream, str):
            continue
        stream = stream if is_stream(stream) else f"hand:{stream}"
        path = replayed(stream) if is_local(stream.partition(":")[2]) else None
        if path is not None:
            yield DeskLink(path, entries.ENTRY_REPLAY(called=called(stream)))
    yield DeskLink("/desk/acts", said.ACTS())
