"""A dispute: who complains of what, what was read and replayed because of it, how it was resolved; and its line in the register."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.ids import called
from tombo.ledger.core.said import Fact, Told, euros
from tombo.ledger.core.words import ErasedWords, OpenedWords, Words
from tombo.ledger.house.dispute.events import AnyCardsRead, DisputeReplayed
from tombo.ledger.house.dispute.said import OUTCOMES
from tombo.projections.dispute.case import DisputeCase
from tombo.reports.document import Alarm, Block, Document, Sentence
from tombo.reports.entries import recorded_by
from tombo.reports.said import dispute as said

NO_COMPLAINT: Final = said.NO_COMPLAINT()
UNITS: Final = (
    (86_400, said.DAYS_LONG),
    (3_600, said.HOURS_LONG),
    (60, said.MINUTES_LONG),
    (1, said.SECONDS_LONG),
)
"""Of a length of time, in seconds."""


def document(case: DisputeCase, wrong: Sequence[int]) -> Document:
    """The whole case, from the claim to its resolution; ``wrong``: the log indices of what is no act of the staff that it names."""
    told = (*case.readings, *case.replays)
    acts = [block for act in told for block in act_blocks(case, act)]
    alarms = [Alarm(not_signed(index)) for index in wrong]
    return _of(case, (*alarms, *_heading(case), *acts, *_resolution(case)))


def not_signed(index: int) -> Told:
    """That the entry at a log index is no act of the staff that it names."""
    return said.ACT_NOT_SIGNED(index=index)


def act_blocks(case: DisputeCase, act: Entry) -> Iterator[Block]:
    """What is told of one entry of the case: the claim, a reading of cards, a replay, the resolution, or that it was taken back."""
    if act == case.opening:
        yield from _heading(case)
    elif isinstance(act.event, AnyCardsRead):
        yield from _read(act)
    elif isinstance(act.event, DisputeReplayed):
        yield from _replayed(act)
    elif act == case.resolved:
        yield from _decided(case)
    elif act == case.taken_back:
        yield from _reversed(act)


def heading(case: DisputeCase) -> Document:
    """Who complains, of what, when, and in which words."""
    return _of(case, tuple(_heading(case)))


def resolved(case: DisputeCase) -> Document:
    """Who complains of what, and what was decided."""
    return _of(case, (*_heading(case), *_resolution(case)))


def register_line(case: DisputeCase) -> Told:
    """A line of the register: grounds, player, date and time, time to resolve, outcome."""
    opened, resolution = case.opened, case.resolution
    who: Fact = opened.player
    if opened.about is not None:
        who = said.COMPLAINANT_ABOUT(player=opened.player, about=called(opened.about))
    ended: list[Fact] = []
    if resolution is None or case.seconds is None:
        ended.append(said.COMPLAINT_OPEN())
    else:
        ended.append(said.COMPLAINT_ENDED(outcome=OUTCOMES[resolution.outcome], after=lasted(case.seconds)))
        if resolution.compensation.cents:
            ended.append(euros(resolution.compensation.cents))
        if case.taken_back is not None:
            ended.append(said.COMPLAINT_TAKEN_BACK())
    return said.COMPLAINT_LINE(
        dispute=case.dispute, complained=opened.complained, who=who, ended=tuple(ended), claim=spoken(opened.claim)
    )


def lasted(seconds: int) -> tuple[Told, ...]:
    """A length of time in its two largest units: ``3 days 4 hours``, ``2 minutes 5 seconds``."""
    told: list[Told] = []
    for size, unit in UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            told.append(unit(count=count))
    return tuple(told[:2]) or (said.NO_SECOND_LONG(),)


def _of(case: DisputeCase, blocks: tuple[Block, ...]) -> Document:
    opened = case.opened
    if opened.about is None:
        return Document(said.DISPUTE_OF(dispute=case.dispute, player=opened.player), blocks)
    about = called(opened.about)
    return Document(said.DISPUTE_ABOUT(dispute=case.dispute, player=opened.player, about=about), blocks)


def _heading(case: DisputeCase) -> Iterator[Block]:
    opened, entry = case.opened, case.opening
    yield Sentence(
        said.DISPUTE_COMPLAINED(complained=opened.complained, recorded=entry.recorded, by=recorded_by(entry))
    )
    yield Sentence(said.DISPUTE_CLAIM(claim=spoken(opened.claim)))


def _read(reading: Entry) -> Iterator[Block]:
    """Whose cards were read because of it, and why."""
    played, reason = called(reading.event.hand), spoken(reading.event.reason)
    yield Sentence(said.DISPUTE_CARDS_READ(played=played, at=reading.recorded, by=recorded_by(reading), reason=reason))


def _replayed(replay: Entry) -> Iterator[Block]:
    """What came of computing it again."""
    event = replay.event
    block = Sentence if event.same else Alarm
    found = said.REPLAYED_THE_SAME() if event.same else said.REPLAYED_OTHERWISE()
    played = called(event.replayed)
    yield block(said.DISPUTE_REPLAYED(played=played, version=event.version, found=found, by=recorded_by(replay)))
    yield from (Alarm(said.REPLAY_DIFFERENCE(difference=difference), 1) for difference in event.differences)
    if event.rules:
        yield Sentence(said.REPLAY_RULES(rules=tuple(event.rules)), 1)


def _resolution(case: DisputeCase) -> Iterator[Block]:
    """What was decided, on which grounds, what it pays, and whether that was taken back."""
    if case.resolved is None:
        yield Sentence(said.DISPUTE_NOT_RESOLVED())
        return
    yield from _decided(case)
    if case.taken_back is not None:
        yield from _reversed(case.taken_back)


def _decided(case: DisputeCase) -> Iterator[Block]:
    resolution = case.resolution
    if resolution is None or case.resolved is None or case.seconds is None:
        return
    outcome, by = OUTCOMES[resolution.outcome], recorded_by(case.resolved)
    yield Sentence(said.RESOLVED_AFTER(after=lasted(case.seconds), outcome=outcome, by=by))
    grounds = spoken(resolution.grounds)
    if resolution.rule:
        yield Sentence(said.DISPUTE_GROUNDS_BY_RULE(grounds=grounds, rule=resolution.rule))
    else:
        yield Sentence(said.DISPUTE_GROUNDS(grounds=grounds))
    cents = resolution.compensation.cents
    if cents:
        yield Sentence(said.COMPENSATION_PAID(amount=euros(cents), player=case.opened.player))
    else:
        yield Sentence(said.COMPENSATION_NONE())


def _reversed(back: Entry) -> Iterator[Block]:
    why = back.event
    cause = said.REVERSAL_CAUSES[why.cause]
    yield Sentence(said.COMPENSATION_REVERSED(at=back.recorded, by=recorded_by(back), cause=cause, rule=why.rule))


def spoken(words: str | Words) -> Fact:
    """What somebody said, as who looks at it may know it: in his own words, in no language of ours."""
    match words:
        case str():
            return words
        case OpenedWords():
            return words.text
        case ErasedWords():
            return said.WORDS_ERASED()
        case Words():
            return said.WORDS_SEALED()
