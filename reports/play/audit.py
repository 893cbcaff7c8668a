"""An audit: how many hands and rounds were replayed and how they ended, each that differs, and each compensation that is tied to nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tombo.ledger.core.ids import called, local
from tombo.ledger.core.said import Told
from tombo.ledger.games.every import BANKED_GAMES
from tombo.projections.compensations.judged import Untied
from tombo.projections.round.audit import Audited
from tombo.reports.document import Alarm, Block, Document, Sentence
from tombo.reports.said.play import audit as said

Outcomes = Mapping[str, Counter[str]]
"""By type of stream: how many ended how."""


def document(outcomes: Outcomes, wrong: Sequence[Audited]) -> Document:
    """Of hands and rounds alone."""
    return Document(_title(outcomes), tuple(_played(outcomes, wrong)))


def with_compensations(
    outcomes: Outcomes, wrong: Sequence[Audited], compensations: int, untied: Sequence[Untied], contradicting: int = 0
) -> Document:
    """Of what was paid for disputes too, and of imports that contradict one another; then what an audit does not ask."""
    paid = _compensations(compensations, untied)
    against = (Sentence(said.IMPORTS_CONTRADICT(hands=contradicting)),) if contradicting else ()
    return Document(_title(outcomes), (*_played(outcomes, wrong), *against, *paid, Sentence(said.AUDIT_ASKED())))


def _title(outcomes: Outcomes) -> Told:
    """How many of each game."""
    told = [_counted(name, found) for name, found in outcomes.items() if found or name == "hand"]
    return said.REPLAYED_AGAIN(replayed=tuple(told))


def _counted(name: str, found: Counter[str]) -> Told:
    if not found:
        return said.NO_HANDS_REPLAYED(count=0)
    ended = tuple(said.REPLAYED_ENDS[outcome](count=count) for outcome, count in sorted(found.items()))
    row = BANKED_GAMES[name].history.replayed if name in BANKED_GAMES else said.HANDS_REPLAYED
    return row(count=found.total(), ended=ended)


def _played(outcomes: Outcomes, wrong: Sequence[Audited]) -> Iterator[Block]:
    """A line for each that differs, and whether any does."""
    total = sum(found.total() for found in outcomes.values())
    yield from (Alarm(_differing(one)) for one in wrong)
    if wrong:
        yield Sentence(said.SOME_NOT_AS_RULED(differing=len({one.stream for one in wrong}), total=total))
    elif total:
        undecided = sum(found["not_decidable"] for found in outcomes.values())
        yield Sentence(said.ALL_AS_RULED_THAT_CAN() if undecided else said.ALL_AS_RULED())


def _differing(one: Audited) -> Told:
    found, index, differences = said.AUDIT_FINDS[one.what], one.at, one.told
    if one.what == "lost":
        return said.CANNOT_FOLLOW(found=found, index=index, differences=differences)
    if one.stream.startswith("hand:"):
        return said.HAND_NOT_AS_RULED(found=found, index=index, differences=differences, hand=called(one.stream))
    return said.ROUND_NOT_AS_RULED(found=found, index=index, differences=differences, round=one.stream)


def _compensations(count: int, untied: Sequence[Untied]) -> Iterator[Block]:
    """What was found of the compensations; nothing where none was given."""
    yield from (Alarm(_untied(one)) for one in untied)
    if count and not untied:
        yield Sentence(said.COMPENSATIONS_TIED(count=count))


def _untied(one: Untied) -> Told:
    if not one.dispute.startswith("dispute:"):
        return said.COMPENSATION_NOT_TIED(index=one.log_index, why=one.told)
    return said.COMPENSATION_NOT_TIED_SEE(index=one.log_index, why=one.told, dispute=local(one.dispute))
