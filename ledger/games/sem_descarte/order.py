"""When the bets of a round on record were paid and collected, asked again: after what decides them (R803 r.22, r.24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tombo.ledger.core.findings import Finding
from tombo.ledger.games.sem_descarte import said
from tombo.ledger.games.sem_descarte.events import Collected, Folded, HouseShown, Paid, SemDescarteEvent


def paid_too_soon(events: Iterable[SemDescarteEvent]) -> Iterator[Finding]:
    """Bets are paid or lost once the house has shown its cards, and the ante of a seat that folds once it has."""
    shown, folded = False, set[int]()
    for event in events:
        match event:
            case HouseShown():
                shown = True
            case Folded():
                folded.add(event.seat)
            case Collected(reason="folded"):
                if event.seat not in folded:
                    yield Finding("R803 r.22", said.ANTE_COLLECTED_BEFORE_FOLD(seat=event.seat))
            case Paid() | Collected():
                if not shown:
                    yield Finding("R803 r.24", said.DECIDED_BEFORE_HOUSE_SHOWN(seat=event.seat))
            case _:
                pass
