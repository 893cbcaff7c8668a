"""A recovery after a standstill: the hands left open, and what became of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tombo.ledger.core.ids import called
from tombo.ledger.core.said import Told
from tombo.ledger.games.poker.said.words import OUTCOMES
from tombo.ledger.operate.left_open import LeftOpen
from tombo.ledger.operate.recover import Ended, Recovery
from tombo.reports.document import Alarm, Block, Document, Sentence
from tombo.reports.said import recovery as said


def left(found: Sequence[LeftOpen]) -> Document:
    """What was left open, and what is due of each; of one that cannot be computed, why."""
    first, *others = map(_left, found) if found else [said.NONE_LEFT_OPEN()]
    return Document(first, tuple(map(Sentence, others)))


def document(done: Recovery) -> Document:
    """What a recovery found and did."""
    if done.incident is None:
        return Document(said.NOTHING_TO_RECOVER(), (*(Alarm(_became(one), 1) for one in done.hands), *_unread(done)))
    title = said.RECOVERY(incident=done.incident, hands=len(done.hands) + done.before)
    return Document(title, (*_ended(done), *_unread(done)))


def _left(found: LeftOpen) -> Told:
    hand, version = called(found.hand), found.version
    if found.lost is not None:
        return said.LEFT_AS_LOST(hand=hand, version=version, lost=str(found.lost))
    due = said.LEFT_TO_SETTLE if found.due == "settle" else said.LEFT_TO_VOID
    return due(hand=hand, version=version)


def _ended(done: Recovery) -> Iterator[Block]:
    if done.before:
        yield Sentence(said.ENDED_BEFORE(hands=done.before), 1)
    for one in done.hands:
        block = Alarm if one.outcome == "open" else Sentence
        yield block(_became(one), 1)
    yield Sentence(said.RECOVERY_OVER() if done.closed else said.RECOVERY_NOT_OVER())


def _unread(done: Recovery) -> Iterator[Block]:
    """Incidents of other recoveries that could not be read."""
    return (Alarm(said.RECOVERY_UNREAD(why=str(error))) for error in done.unread)


def _became(one: Ended) -> Told:
    hand, outcome = called(one.hand), OUTCOMES[one.outcome]
    if one.lost is not None:
        return said.RECOVERY_LOST(hand=hand, outcome=outcome, lost=str(one.lost))
    if one.objection is not None:
        told = one.objection.told
        return said.NOT_RECOVERED(hand=hand, outcome=outcome, rule=one.objection.rule, why=told)
    return said.RECOVERED(hand=hand, outcome=outcome)
