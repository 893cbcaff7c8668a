"""A hand's play asked of the rules again, act by act: what the live door would have refused is on record all the same.

``audit`` computes again what was paid. Here it is what led there: whose turn it was, what a bet may be, which cards came when, and
that nobody's time was said to be up before it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.findings import Finding, Severity
from tombo.ledger.core.ids import hand_stream
from tombo.ledger.games.poker.events import BetPlaced, Checked, DecisionTimedOut, Folded, Settled, Voided
from tombo.ledger.games.poker.r806 import findings
from tombo.ledger.games.poker.r806_betting import time_is_up
from tombo.ledger.games.poker.said import audited as said
from tombo.ledger.games.poker.said.words import ACTORS, OUTCOMES
from tombo.ledger.games.poker.state import Hand, evolve
from tombo.ledger.games.poker.turns import live_count
from tombo.ledger.terms.citation import cited

_ACTS: Final = (BetPlaced, Checked, Folded)


def breaches(entries: Sequence[Entry]) -> tuple[str, ...]:
    """What the rules object to in the play of a live hand, in its order, each with its place; of an imported one nothing here.

    Raises:
        TamperedError: an entry cannot follow what is before it.
        ValueError: an act of a seat that is not in the hand.
    """
    opening = entries[0].event
    if opening.door != "live":
        return ()
    found = [(entries[0], one) for one in findings(None, opening)]
    hand = evolve(None, opening)
    for before, entry in pairwise(entries):
        found += [(entry, one) for one in (*findings(hand, entry.event), *_besides(hand, before, entry))]
        hand = evolve(hand, entry.event)
    name = hand_stream(opening.table, opening.number)
    broken = [(entry, cited(one, hand.terms.variant)) for entry, one in found if one.severity is Severity.BREACH]
    return tuple(
        said.HAND_BROKE_RULE(hand=name, why=one.told, rule=one.rule, version=entry.version).text()
        for entry, one in broken
    )


def _besides(hand: Hand, before: Entry, entry: Entry) -> Iterator[Finding]:
    """What is no rule of the event alone: who acted, when a time was up, and that a hand ends once."""
    event = entry.event
    if isinstance(event, DecisionTimedOut):
        early = time_is_up(hand, event.seat, entry.occurred)
        if early is not None:
            yield early
    if isinstance(event, Settled | Voided) and hand.outcome != "open":
        yield Finding("R806 r.2j", said.HAND_ENDED_AGAIN(outcome=OUTCOMES[hand.outcome]))
    if isinstance(event, Settled) and live_count(hand) > 1:
        closed = [
            seat for at, seat in enumerate(hand.seats) if hand.live[at] and not (hand.shown[at] or hand.mucked[at])
        ]
        if closed:
            yield Finding("R806 r.59", said.SETTLED_WITH_CLOSED_CARDS(seats=tuple(closed)))
    if isinstance(event, _ACTS):
        owner = hand.started.seats[hand.seats.index(event.seat)].player
        timed_out = isinstance(before.event, DecisionTimedOut) and before.event.seat == event.seat
        for_the_absent = hand.started.tournament is not None and not isinstance(event, BetPlaced)
        his = entry.by.actor == "player" and entry.by.id == owner
        if not his and not timed_out and not for_the_absent:
            actor, who = ACTORS[entry.by.actor], entry.by.id
            told = said.ACTED_FOR_ANOTHER(actor=actor, who=who, seat=event.seat, player=owner)
            yield Finding("R806 r.34", told)
