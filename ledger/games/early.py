"""Whether silence took something from somebody before his time was over: asked of rounds on record (architecture, decision 24).

The door asks before it writes. Whoever seals past the door has nobody to ask, and older programs asked less: so audit, night and replay
ask again, by the earlier of the source's clock and the ledger's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from tombo.ledger.core.clock import stands_at
from tombo.ledger.core.entry import Entry, EventBase
from tombo.ledger.core.findings import Finding
from tombo.ledger.core.said import Told
from tombo.ledger.games.game import AskedBy, Objections, PlayedEntry
from tombo.ledger.house import said
from tombo.ledger.house.questions import Gives, TimeGiven, granted

_NEVER: Final[Gives] = MappingProxyType({})
Early = Callable[[Sequence[Any], Any, AskedBy], Finding | None]
"""By the events before an event, the event, and who asked for it and when: what the rules object to."""
OfRound = Callable[[Any], Objections]
"""By the event with which a round begins: how the rules are asked of its entries."""


class Questions:
    """What the seats of one hand or round on record were given, followed entry by entry."""

    def __init__(self, gives: Gives) -> None:
        self._gives = gives
        self._given: dict[int, TimeGiven] = {}

    def heard(self, act: PlayedEntry) -> PlayedEntry:
        """``act``, which says how late the ledger heard that its seat was asked."""
        adds = self._gives.get(type(act.event))
        if adds is not None:
            by, seat = act.asked(), act.event.seat
            before = self._given.get(seat) if adds else None
            self._given[seat] = granted(before, act.event, stands_at(by.occurred, by.recorded), by.recorded)
            return act
        given = self._given.get(vars(act.event).get("seat", 0)) if self._given else None
        if given is None or not given.late:
            return act
        return act._replace(asked=lambda: act.asked()._replace(late=given.late))


def by_round(
    sort: str, early: Mapping[type[EventBase], Early], gives: Gives = _NEVER
) -> tuple[OfRound, frozenset[type[EventBase]]]:
    """How the rules of a game are asked of the entries of a round: of those of the types of ``early``; and which it has to be told of.

    ``gives``: the events of the game that give a seat time to decide.
    """

    def of_round(opened: Any) -> Objections:
        stream = f"{sort}:{opened.table}/{opened.number}"
        questions = Questions(gives)

        def objections(kept: Sequence[Any] | None, act: PlayedEntry) -> Sequence[Told]:
            heard, asks = questions.heard(act), early.get(type(act.event))
            there = bool(kept) or type(act.event) is type(opened)
            found = asks(kept or (), act.event, heard.asked()) if asks is not None and there else None
            if found is None:
                return ()
            return (said.ENTRY_BROKE_RULE(round=stream, why=found.told, rule=found.rule, version=act.version),)

        return objections

    return of_round, frozenset({*early, *gives})


def nothing(_: Any) -> Objections:
    """How a game asks its rules whose rounds know no time."""
    return lambda *_: ()


def breaches(of_round: OfRound, entries: Sequence[Entry]) -> tuple[Told, ...]:
    """What the rules object to in the entries of a round, in their order."""
    found, events, asks = list[Told](), list[Any](), of_round(entries[0].event)
    for entry in entries:
        act = PlayedEntry(entry.version, entry.event, events[-1] if events else None, partial(AskedBy.of, entry))
        found += asks(events, act)
        events.append(entry.event)
    return tuple(found)
