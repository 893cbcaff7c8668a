"""A dispute as its entries tell it, and a line of the register of complaints: grounds, player, times, outcome.

The technical regulation asks every operator for that register (section 5.1.4 of its requirements).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.words import ErasedWords, OpenedWords, Words
from tombo.ledger.house.dispute.events import AnyCardsRead, AnyOpened, AnyResolved, DisputeReplayed, ResolutionReversed
from tombo.projections.follow import entry_json


class DisputeCase(NamedTuple):
    """A dispute; ``resolved`` is the entry of its resolution, None before."""

    dispute: str
    opening: Entry
    readings: tuple[Entry, ...]
    replays: tuple[Entry, ...]
    resolved: Entry | None
    taken_back: Entry | None = None
    """The entry by which the compensation was taken back."""

    @property
    def opened(self) -> AnyOpened:
        """The claim."""
        event: AnyOpened = self.opening.event
        return event

    @property
    def resolution(self) -> AnyResolved | None:
        """What was decided."""
        return None if self.resolved is None else self.resolved.event

    @property
    def seconds(self) -> int | None:
        """Whole seconds from the complaint to the record of its resolution; None before."""
        if self.resolved is None:
            return None
        return max(self.resolved.recorded - self.opened.complained, 0) // SECOND


def case_of(entries: Sequence[Entry]) -> DisputeCase:
    """The dispute in ``entries``, oldest first and at least one."""
    return DisputeCase(
        entries[0].stream.partition(":")[2],
        entries[0],
        tuple(entry for entry in entries if isinstance(entry.event, AnyCardsRead)),
        tuple(entry for entry in entries if isinstance(entry.event, DisputeReplayed)),
        next((entry for entry in entries if isinstance(entry.event, AnyResolved)), None),
        next((entry for entry in entries if isinstance(entry.event, ResolutionReversed)), None),
    )


SEALED: Final = "[sealed]"
"""What somebody said, to whom has no key for it."""
ERASED: Final = "[erased]"
"""What somebody said who was erased."""


def said(words: str | Words) -> str:
    """Words as programs get them: of a kind that kept them open, opened by who has the key, erased, or sealed."""
    match words:
        case str():
            return words
        case OpenedWords():
            return words.text
        case ErasedWords():
            return ERASED
        case Words():
            return SEALED


class Complaint(NamedTuple):
    """A line of the register: instants in microseconds, the compensation in cents; None where it is not resolved."""

    dispute: str
    player: str
    about: str | None
    claim: str
    complained: int
    recorded: int
    outcome: str | None
    grounds: str | None
    rule: str | None
    compensation: int | None
    resolved: int | None
    seconds: int | None
    """From the complaint to the record of its resolution."""
    taken_back: int | None
    """When the compensation was taken back, if it was."""


def complaint(case: DisputeCase) -> Complaint:
    """The line of ``case`` in the register."""
    opened, resolution = case.opened, case.resolution
    return Complaint(
        dispute=case.dispute,
        player=opened.player,
        about=opened.about,
        claim=said(opened.claim),
        complained=opened.complained,
        recorded=case.opening.recorded,
        outcome=None if resolution is None else resolution.outcome,
        grounds=None if resolution is None else said(resolution.grounds),
        rule=None if resolution is None else resolution.rule,
        compensation=None if resolution is None else resolution.compensation.cents,
        resolved=None if case.resolved is None else case.resolved.recorded,
        seconds=case.seconds,
        taken_back=None if case.taken_back is None else case.taken_back.recorded,
    )


def to_json(case: DisputeCase) -> dict[str, Any]:
    """The whole dispute: its line of the register, and every entry of it in order."""
    ends = [act for act in (case.resolved, case.taken_back) if act is not None]
    acts = [case.opening, *case.readings, *case.replays, *ends]
    return {
        **complaint(case)._asdict(),
        "events": [_act_json(act) for act in sorted(acts, key=lambda act: act.version)],
    }


def _act_json(act: Entry) -> dict[str, Any]:
    """An entry, as it is on record; words that were opened, or erased, with their ``text``."""
    document = entry_json(act)
    for name, words in act.event:
        if isinstance(words, ErasedWords | OpenedWords):
            document["event"][name]["text"] = said(words)
    return document
