"""Whether silence took something from somebody before his time was over: asked of rounds on record (architecture, decision 24).

The door asks before it writes. Whoever seals past the door has nobody to ask, and older programs asked less: so audit, night and replay
ask again, by the earlier of the source's clock and the ledger's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.findings import Finding
from tombo.ledger.games.game import AskedBy, Objections, PlayedEntry
from tombo.ledger.house import said

Early = Callable[[Sequence[Any], Any, AskedBy], Finding | None]
"""By the events before an event, the event, and who asked for it and when: what the rules object to."""


def by_round(sort: str, early: Mapping[type, Early]) -> Callable[[Any], Objections]:
    """How the rules of a game are asked of the entries of a round that begins with an event: of those of the types of ``early``."""

    def of_round(opened: Any) -> Objections:
        stream = f"{sort}:{opened.table}/{opened.number}"

        def objections(kept: Sequence[Any] | None, act: PlayedEntry) -> Iterator[str]:
            asks = early.get(type(act.event))
            found = None if asks is None or not kept else asks(kept, act.event, act.asked())
            if found is not None:
                yield said.ENTRY_BROKE_RULE(round=stream, why=found.told, rule=found.rule, version=act.version).text()

        return objections

    return of_round


def nothing(_: Any) -> Objections:
    """How a game asks its rules whose rounds know no time."""
    return lambda *_: ()


def breaches(of_round: Callable[[Any], Objections], entries: Sequence[Entry]) -> tuple[str, ...]:
    """What the rules object to in the entries of a round, in their order."""
    found, events = list[str](), list[Any]()
    for entry in entries:
        act = PlayedEntry(entry.version, entry.event, events[-1] if events else None, partial(AskedBy.of, entry))
        found += of_round(entries[0].event)(events, act)
        events.append(entry.event)
    return tuple(found)
