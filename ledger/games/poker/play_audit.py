"""A hand's play asked of the rules again, act by act: what the live door would have refused is on record all the same.

``audit`` computes again what was paid. Here it is what led there: whose turn it was, what a bet may be, which cards came when, and
that nobody's time was said to be up before it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.findings import Finding, Severity
from tombo.ledger.core.ids import hand_stream
from tombo.ledger.core.said import Told
from tombo.ledger.games.early import Questions
from tombo.ledger.games.game import AskedBy, Objections, PlayedEntry
from tombo.ledger.games.poker.events import (
    BetPlaced,
    Checked,
    DecisionRequested,
    DecisionTimedOut,
    Folded,
    HandStarted,
    Settled,
    TimeExtended,
    Voided,
    gives_up,
)
from tombo.ledger.games.poker.order import begun
from tombo.ledger.games.poker.rules.r806 import RULES, SINTETICO, findings
from tombo.ledger.games.poker.rules.r806_betting import GIVES, decision_time_is_granted, time_is_extended, time_is_up
from tombo.ledger.games.poker.said import audited as said
from tombo.ledger.games.poker.said.words import ACTORS, OUTCOMES
from tombo.ledger.games.poker.state import Hand, evolve
from tombo.ledger.games.poker.turns import live_count
from tombo.ledger.house.said import ENTRY_BROKE_RULE
from tombo.ledger.terms.citation import cited, rules_of


def breaches(entries: Sequence[Entry]) -> tuple[Told, ...]:
    """What the rules object to in the play of a live hand, in its order, each with its place; of an imported one nothing here.

    Raises:
        TamperedError: an entry cannot follow what is before it.
        ValueError: an act of a seat that is not in the hand.
    """
    found, hand, before, asks = list[Told](), None, None, asking()
    for entry in entries:
        found += asks(hand, PlayedEntry(entry.version, entry.event, before, partial(AskedBy.of, entry)))
        hand, before = evolve(hand, entry.event), entry.event
    return tuple(found)


def asking() -> Objections:
    """How the rules are asked of the entries of one live hand, in their order."""
    questions = Questions(GIVES)
    return lambda hand, act: objections(hand, questions.heard(act))


def objections(hand: Hand | None, act: PlayedEntry) -> Sequence[Told]:
    """What the rules object to in one entry of a live hand, which it finds as ``hand``."""
    event = act.event
    opening = event if hand is None else hand.started
    if opening.door != "live":
        return ()
    found = findings(hand, event)
    besides = _BESIDES.get(type(event))
    if hand is not None and besides is not None:
        found = (*found, *besides(hand, act))
    return [_said(opening, act.version, one) for one in found if one.severity is Severity.BREACH] if found else ()


def _said(opening: HandStarted, version: int, found: Finding) -> Told:
    broken, name = cited(found, opening.terms.variant), hand_stream(opening.table, opening.number)
    return ENTRY_BROKE_RULE(round=name, why=broken.told, rule=broken.rule, version=version)


def rests(hand: Hand) -> Iterator[Told]:
    """What is said of a hand in play that nothing follows: no door leaves its end half recorded."""
    if begun(hand):
        started = hand.started
        rule = rules_of(hand.terms.variant, 59, 63)
        yield said.HAND_END_BEGUN(hand=hand_stream(started.table, started.number), rule=rule)


def _requested(hand: Hand, act: PlayedEntry) -> Sequence[Finding]:
    """Who is asked has the time of the rules, no less and no more."""
    other = decision_time_is_granted(hand, act.event.deadline, act.asked().occurred)
    return () if other is None else (other,)


def _extended(hand: Hand, act: PlayedEntry) -> Sequence[Finding]:
    """Extra time is for who was asked, and no longer than that."""
    other = time_is_extended(hand, act.event.seat, act.event.deadline, act.asked().occurred)
    return () if other is None else (other,)


def _timed_out(hand: Hand, act: PlayedEntry) -> Sequence[Finding]:
    """Nobody's time is up before it is, by the source's clock and by the ledger's."""
    early = time_is_up(hand, act.event.seat, act.asked().passed)
    return () if early is None else (early,)


def _settled(hand: Hand, act: PlayedEntry) -> Sequence[Finding]:
    """A hand ends once, and not while the cards of who stayed in it are closed."""
    closed = (
        [seat for at, seat in enumerate(hand.seats) if hand.live[at] and not (_is_turned(hand, at) or hand.mucked[at])]
        if live_count(hand) > 1
        else ()
    )
    hidden = (Finding("R806 r.59", said.SETTLED_WITH_CLOSED_CARDS(seats=tuple(closed))),) if closed else ()
    return (*_voided(hand, act), *hidden)


def _is_turned(hand: Hand, position: int) -> bool:
    """Whether all the cards that were dealt there are turned; of a file that is imported, some (R806 r.59)."""
    shown = len(hand.shown[position])
    return bool(shown) and (hand.started.door == "import" or shown >= hand.dealt.count(position))


def _voided(hand: Hand, _act: PlayedEntry) -> Sequence[Finding]:
    """A hand ends once."""
    if hand.outcome == "open":
        return ()
    return (Finding("R806 r.2j", said.HAND_ENDED_AGAIN(outcome=OUTCOMES[hand.outcome])),)


def _acted(hand: Hand, act: PlayedEntry) -> Sequence[Finding]:
    """Who holds a seat acts there; the platform only when his time is up, he is absent from a tournament, or, to fold, he leaves.

    The hand says that he leaves, just before (R806 r.10); whether he asked for it, his table says, and the night asks that.
    """
    by, seat = act.asked().by, act.event.seat
    owner = hand.started.seats[hand.seats.index(seat)].player
    if by.actor == "player" and by.id == owner:
        return ()
    timed_out = isinstance(act.before, DecisionTimedOut) and act.before.seat == seat
    absent = hand.started.tournament is not None and isinstance(act.event, Checked | Folded)
    leaves = isinstance(act.event, Folded) and gives_up(act.before, seat)
    if timed_out or (by.actor == "platform" and (absent or leaves)):
        return ()
    told = said.ACTED_FOR_ANOTHER(actor=ACTORS[by.actor], who=by.id, seat=seat, player=owner)
    return (Finding("R806 r.34", told),)


_BESIDES: Final[Mapping[type, Callable[[Hand, PlayedEntry], Sequence[Finding]]]] = {
    BetPlaced: _acted,
    Checked: _acted,
    DecisionRequested: _requested,
    Folded: _acted,
    TimeExtended: _extended,
    DecisionTimedOut: _timed_out,
    Settled: _settled,
    Voided: _voided,
}
"""What is no rule of the event alone: who acted, when a time was up, and that a hand ends once."""
HEEDS: Final = frozenset({HandStarted, *RULES, *SINTETICO, *_BESIDES, *GIVES})
"""The events of a hand that some rule is about, or that give a seat time."""
