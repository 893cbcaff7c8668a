"""One round looked up as somebody may see it, and told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cli.card_readings import OUTSIDER, Seen
from cli.invocation import Invocation
from cli.output import say, say_json
from cli.reading import Reader
from cli.round_text import lines
from cli.text import counted
from ledger.core.entry import Entry
from ledger.core.errors import NotFoundError
from projections.round_view import RoundView, of, to_json


def look(reader: Reader, name: str, seen: Seen = OUTSIDER, at: int | None = None) -> RoundView:
    """The round as it is ``seen``, as of version ``at`` if given.

    Raises:
        NotFoundError: no such round, or it has no such version.
    """
    entries = reader.round(name, at)
    if at is not None and entries[-1].version < at:
        versions = counted(entries[-1].version, "version")
        raise NotFoundError(f"the round {name} has {versions}; expected at most that, not {at}")
    return of(entries, seen.cards(reader, entries[0].stream), seen.viewer)


def incident_of(reader: Reader, view: RoundView) -> list[Entry]:
    """The entries of the incident that made the round void; none where it is not."""
    for act in view.acts:
        incident = getattr(act.entry.event, "incident", None)
        if incident is not None:
            return reader.entries(f"incident:{incident}")
    return []


def tell(call: Invocation, view: RoundView, incident: list[Entry], more: Mapping[str, Any] | None = None) -> None:
    """Print a round, for a program or for a person; ``more`` goes into the document."""
    if call.json:
        document = to_json(view)
        document["incident"] = [entry.event.model_dump(mode="json") for entry in incident]
        say_json({**document, **(more or {})})
    else:
        for line in lines(view, incident):
            say(line)
