"""A hand's play asked of the rules again, act by act: what the live door would have refused is on record all the same.

``audit`` computes again what was paid. Here it is what led there: whose turn it was, what a bet may be, which cards came when, and
that nobody's time was said to be up before it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from tombo.ledger.core.entry import By, Entry
from tombo.ledger.core.findings import Finding, Severity
from tombo.ledger.core.ids import hand_stream
from tombo.ledger.games.game import PlayedEntry
from tombo.ledger.games.poker.events import BetPlaced, Checked, DecisionTimedOut, Folded, Settled, Voided
from tombo.ledger.games.poker.order import begun
from tombo.ledger.games.poker.rules.r806 import findings
from tombo.ledger.games.poker.rules.r806_betting import time_is_up
from tombo.ledger.games.poker.said import audited as said
from tombo.ledger.games.poker.said.words import ACTORS, OUTCOMES
from tombo.ledger.games.poker.state import Hand, evolve
from tombo.ledger.games.poker.turns import live_count
from tombo.ledger.terms.citation import cited, rules_of

_ACTS: Final = (BetPlaced, Checked, Folded)
_BESIDES: Final = (*_ACTS, DecisionTimedOut, Settled, Voided)


def breaches(entries: Sequence[Entry]) -> tuple[str, ...]:
    """What the rules object to in the play of a live hand, in its order, each with its place; of an imported one nothing here.

    Raises:
        TamperedError: an entry cannot follow what is before it.
        ValueError: an act of a seat that is not in the hand.
    """
    found, hand, before = list[str](), None, None
    for entry in entries:
        found += objections(hand, PlayedEntry(entry.version, entry.event, before, partial(_asked, entry)))
        hand, before = evolve(hand, entry.event), entry.event
    return tuple(found)


def _asked(entry: Entry) -> tuple[By, int | None]:
    return entry.by, entry.occurred


def objections(hand: Hand | None, act: PlayedEntry) -> Iterator[str]:
    """What the rules object to in one entry of a live hand, which it finds as ``hand``."""
    event = act.event
    opening = event if hand is None else hand.started
    if opening.door != "live":
        return
    found: Iterable[Finding] = findings(hand, event)
    if hand is not None and isinstance(event, _BESIDES):
        found = (*found, *_besides(hand, act))
    for one in found:
        if one.severity is Severity.BREACH:
            broken, name = cited(one, opening.terms.variant), hand_stream(opening.table, opening.number)
            yield said.HAND_BROKE_RULE(hand=name, why=broken.told, rule=broken.rule, version=act.version).text()


def rests(hand: Hand) -> Iterator[str]:
    """What is said of a hand in play that nothing follows: no door leaves its end half recorded."""
    if begun(hand):
        started = hand.started
        rule = rules_of(hand.terms.variant, 59, 63)
        yield said.HAND_END_BEGUN(hand=hand_stream(started.table, started.number), rule=rule).text()


def _besides(hand: Hand, act: PlayedEntry) -> Iterator[Finding]:
    """What is no rule of the event alone: who acted, when a time was up, and that a hand ends once."""
    event = act.event
    if isinstance(event, DecisionTimedOut):
        early = time_is_up(hand, event.seat, act.asked()[1])
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
        by, _ = act.asked()
        owner = hand.started.seats[hand.seats.index(event.seat)].player
        timed_out = isinstance(act.before, DecisionTimedOut) and act.before.seat == event.seat
        for_the_absent = hand.started.tournament is not None and not isinstance(event, BetPlaced)
        his = by.actor == "player" and by.id == owner
        if not his and not timed_out and not for_the_absent:
            actor, who = ACTORS[by.actor], by.id
            told = said.ACTED_FOR_ANOTHER(actor=actor, who=who, seat=event.seat, player=owner)
            yield Finding("R806 r.34", told)
