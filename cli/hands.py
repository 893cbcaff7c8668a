"""One hand looked up as somebody may see it, and told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cli.card_readings import OUTSIDER, Seen
from cli.hand_text import lines
from cli.invocation import Invocation
from cli.output import say, say_json
from cli.reading import Reader
from cli.text import counted
from ledger.core.entry import Entry
from ledger.core.errors import NotFoundError, UsageError
from ledger.core.ids import is_stream
from ledger.games.poker.events import Voided
from projections.hand_view import HandView, of, to_json


def hand_name(text: str) -> str:
    """The local id of a hand, written with or without its type.

    Raises:
        UsageError: not the name of a hand.
    """
    name = text.removeprefix("hand:")
    if not is_stream(f"hand:{name}"):
        raise UsageError(f"{text!r} names no hand; expected for example mesa-1/42")
    return name


def look(reader: Reader, hand: str, seen: Seen = OUTSIDER, at: int | None = None) -> HandView:
    """The hand as it is ``seen``, as of version ``at`` if given.

    Raises:
        NotFoundError: no such hand, or it has no such version.
    """
    entries = reader.hand(hand_name(hand), at)
    if at is not None and entries[-1].version < at:
        raise NotFoundError(
            f"the hand {hand} has {counted(entries[-1].version, 'version')}; expected at most that, not {at}"
        )
    return of(entries, seen.cards(reader, entries[0].stream), seen.viewer)


def incident_of(reader: Reader, view: HandView) -> list[Entry]:
    """The entries of the incident that made the hand void; none where it is not."""
    last = view.acts[-1].entry.event
    return reader.entries(f"incident:{last.incident}") if isinstance(last, Voided) else []


def tell(call: Invocation, view: HandView, incident: list[Entry], more: Mapping[str, Any] | None = None) -> None:
    """Print a hand, for a program or for a person; ``more`` goes into the document."""
    if call.json:
        document = to_json(view)
        document["incident"] = [entry.event.model_dump(mode="json") for entry in incident]
        say_json({**document, **(more or {})})
    else:
        for line in lines(view, incident):
            say(line)
