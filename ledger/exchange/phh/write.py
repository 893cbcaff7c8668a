"""A recorded hand as the text of a ``.phh`` file.

An imported hand comes back as its file stated it, but for users' fields: ours begin with ``_tombo_``. PHH cannot say
rake, uncalled bets, a void hand, or anything about time and connections; the export says in ``_tombo_`` fields what it
can of those, and names the kinds of entry it leaves out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import UsageError
from tombo.ledger.exchange.phh.fields import HandFields
from tombo.ledger.exchange.phh.source import FIELD_ORDER, OURS, derived_fields, unmasked
from tombo.ledger.exchange.phh.toml import fields_of, toml_document
from tombo.ledger.games.poker.events import (
    ActionRefused,
    ActionRefusedV2,
    ConnectionLost,
    ConnectionRestored,
    DecisionRequested,
    DecisionTimedOut,
    FindingRecorded,
    FindingRecordedV2,
    HandStarted,
    Source,
    TimeExtended,
)
from tombo.ledger.games.poker.variants import VARIANTS
from tombo.ledger.seal.canonical import decode

_LOST: Final = (
    ActionRefused,
    ActionRefusedV2,
    ConnectionLost,
    ConnectionRestored,
    DecisionRequested,
    DecisionTimedOut,
    TimeExtended,
)
"""What PHH has no action for."""


def hand_text(
    entries: Sequence[Entry], *, hole_cards: Mapping[int, int] | None = None, names: Sequence[str | None] | None = None
) -> str:
    """The hand stream ``entries``, from its first, as a PHH file.

    ``hole_cards`` maps slots to the closed cards that the reader may see; shown cards need no leave. ``names`` are the
    opened texts of ``source.names`` in their order, for a reader who may see them. Without, or where one is none because
    the person was erased, a player stands under his pseudonym, and free text is left out.

    Raises:
        UsageError: ``entries`` do not begin with a hand's first or are of póquer sintético, which PHH does not know, or ``names`` are of another hand.
    """
    fields = hand_fields(entries, hole_cards or {}, names)
    ordered = {name: fields[name] for name in FIELD_ORDER if fields.get(name) is not None}
    ordered.update((name, value) for name, value in fields.items() if name not in ordered and value is not None)
    return toml_document(ordered)


def knows(started: HandStarted) -> bool:
    """Whether PHH has the variant of a hand: póquer sintético it has not."""
    return started.terms.variant != "sintetico"


def hand_fields(
    entries: Sequence[Entry], hole_cards: Mapping[int, int], names: Sequence[str | None] | None
) -> dict[str, Any]:
    """The fields of :func:`hand_text`; none for a field that is left out."""
    first = entries[0] if entries else None
    if first is None or not isinstance(first.event, HandStarted):
        raise UsageError("found no hand.started entry; expected all entries of one hand, from version 1")
    started = first.event
    if not knows(started):
        raise UsageError(f"{first.stream} is {VARIANTS['sintetico'].name}; PHH has no such variant")
    hand = HandFields(started, hole_cards)
    for entry in entries[1:]:
        hand.add(entry.event)
    fields = _imported(hand, started.source, names) if started.source is not None else _live(hand, first)
    return fields | _notes(hand, entries)


def _imported(hand: HandFields, source: Source, names: Sequence[str | None] | None) -> dict[str, Any]:
    """What the events imply, overridden by what the file said otherwise."""
    fields = derived_fields(hand, source.stated)
    if names is not None and len(names) != len(source.names):
        raise UsageError(
            f"found {len(names)} names; expected {len(source.names)}, those of source.names in their order"
        )
    seated = len(hand.started.seats)
    opened = names if names is not None else [None] * len(source.names)
    if any(source.names[:seated]):
        rows = zip(hand.started.seats, source.names, opened, strict=False)
        fields["players"] = [(name or player.player) if sealed else "" for player, sealed, name in rows]
    fields |= fields_of(decode(source.document.encode())["fields"])
    for free_text in opened[seated:]:
        fields |= fields_of(decode(free_text.encode())) if free_text is not None else {}
    fields["actions"] = unmasked(fields["actions"], hand.hole_cards())
    return fields


def _live(hand: HandFields, first: Entry) -> dict[str, Any]:
    """A hand of our own: when, where, who by pseudonym, and how it ended."""
    instant = first.recorded if first.occurred is None else first.occurred
    moment = datetime.fromtimestamp(instant // SECOND, tz=UTC)
    started = hand.started
    fields = hand.required() | hand.seating()
    return fields | {
        "day": moment.day,
        "finishing_stacks": hand.finishing_stacks(),
        "month": moment.month,
        "players": [player.player for player in started.seats],
        "seat_count": started.terms.seats,
        "seats": [player.seat for player in started.seats],
        "table": started.table,
        "time": moment.time(),
        "time_zone": "UTC",
        "winnings": hand.winnings(),
        "year": moment.year,
    }


def _notes(hand: HandFields, entries: Sequence[Entry]) -> dict[str, Any]:
    """What PHH has no field for, in ours."""
    found = [entry.event for entry in entries if isinstance(entry.event, FindingRecorded | FindingRecordedV2)]
    lost = sorted({entry.kind for entry in entries if isinstance(entry.event, _LOST)})
    notes: dict[str, Any] = {"stream": entries[0].stream}
    if found:
        notes["findings"] = [
            f"{one.rule}: {one.about if isinstance(one, FindingRecordedV2) else one.message}" for one in found
        ]
    if hand.started.terms.variant == "omaha" and hand.started.terms.limit.kind != "pot_limit":
        notes["limit"] = hand.started.terms.limit.kind
    if hand.rake:
        notes["rake"] = hand.amount(hand.rake)
    if any(hand.returned):
        name = "uncalled" if hand.incident is None else "refunds"
        notes[name] = [hand.amount(units) for units in hand.returned]
    if hand.incident is not None:
        notes["void"] = hand.incident
    if lost:
        notes["left_out"] = lost
    return {OURS + name: value for name, value in notes.items()}
