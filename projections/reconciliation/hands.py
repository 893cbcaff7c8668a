"""What a table says of a hand, held against the hand itself: who plays it with how much, what becomes of every stack, whose the last chip is.

The door writes both in one commit, the second from the first. Stacks, places and bounties of a tournament rest on what its tables say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tombo.ledger.core.said import Told
from tombo.ledger.games.poker.case import taken_by
from tombo.ledger.games.poker.hand import Hand
from tombo.ledger.house.said import RULES_OF_ANOTHER
from tombo.ledger.house.table.events import (
    BlindsSet,
    TableEvent,
    TableHandEnded,
    TableHandStarted,
    TournamentTableOpened,
)
from tombo.ledger.house.table.state import table_stream
from tombo.ledger.terms.poker import Terms
from tombo.projections.line import Line
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import hands as hands_said
from tombo.projections.reconciliation.said import night as said
from tombo.projections.reconciliation.said.people import NOBODY

_NOBODY: Final[Mapping[int, str]] = {}


class HandsTold:
    """What tables say as their hands begin and end. ``last``: the hand that was over last at a table, by its local id, and its stream."""

    def __init__(self, last: Callable[[str], tuple[str, object] | None]) -> None:
        self._last = last
        self._began: dict[str, TableHandStarted] = {}
        """By stream of a table: how it says that the hand in play there began."""
        self._terms: dict[str, Terms] = {}
        """By stream of a tournament's table: what its next hand is played under."""
        self._under: dict[str, Terms] = {}
        """The same, of the hand in play there."""
        self._sits: dict[str, dict[int, str]] = {}
        """By stream of a tournament's table: who sits there, as far as it is known; of one in euro: who sat there as its hand began."""

    def told(self, line: Line[TableEvent]) -> None:
        """A table of a tournament is told under which terms its hands are played from now on (R810 r.45-46); of others nothing is kept."""
        match line.event:
            case TournamentTableOpened(terms=terms):
                self._terms[line.stream] = terms
            case BlindsSet(big_blind=big, small_blind=small) if line.stream in self._terms:
                blinds = {"big_blind": big, "min_bet": big, "small_blind": small}
                self._terms[line.stream] = self._terms[line.stream].model_copy(update=blinds)
            case _:
                pass

    def sits(self, table: str, seat: int, player: str | None) -> None:
        """A player sits down at a table of a tournament, by its stream; with None whoever sat there has left."""
        taken = self._sits.setdefault(table, {})
        if player is None:
            taken.pop(seat, None)
        else:
            taken[seat] = player

    def closed(self, table: str) -> None:
        """Nobody plays at ``table`` any more."""
        self._sits.pop(table, None)
        self._began.pop(table, None)
        self._terms.pop(table, None)
        self._under.pop(table, None)

    def began(self, table: str, event: TableHandStarted, sits: Mapping[int, str] | None) -> None:
        """A table, by its stream, says that a hand begins. ``sits``: who sits there, of one in euro."""
        self._began[table] = event
        if table in self._terms:
            self._under[table] = self._terms[table]
        if sits is not None:
            self._sits[table] = dict(sits)

    def over(self, table: str) -> None:
        """The hand in play at a table, by its stream, was over before anything is asked of it."""
        self._began.pop(table, None)

    def plays(self, table: str, seat: int) -> bool:
        """Whether a seat of a table, by its stream, is in the hand in play there."""
        began = self._began.get(table)
        return began is not None and seat in began.seats

    def ended(self, line: Line[TableHandEnded], *, chips: bool) -> Iterator[Problem]:
        """A table says that a hand is over. ``chips``: what lies there is no money, so that nothing else adds its stacks up."""
        event, began = line.event, self._began.pop(line.stream, None)
        found = self._last(line.stream.partition(":")[2])
        stream, hand = found or ("", None)
        if stream != event.hand or not isinstance(hand, Hand) or hand.outcome == "open":
            return  # that it is not over, or was not followed, is told with it
        for told in (
            *_beginning(event.hand, hand, began),
            *_terms(event.hand, hand, self._under.get(line.stream)),
            *_players(event.hand, hand, self._sits.get(line.stream, _NOBODY), all_known=not chips),
            *_stacks(event, hand, chips=chips),
            *_taken(event, hand),
        ):
            yield Problem("chain", told, (line.index,))


def _beginning(stream: str, hand: Hand, began: TableHandStarted | None) -> Iterator[Told]:
    """Number, table, button and seats are those that its table says."""
    started = hand.started
    if f"{started.table}/{started.number}" != stream.partition(":")[2]:
        yield hands_said.HAND_NAMED_OTHERWISE(hand=stream, number=started.number, table=started.table)
    if began is not None and began.hand == stream:
        if began.button != started.button:
            yield hands_said.BUTTON_OTHERWISE(hand=stream, button=started.button, told=began.button)
        if sorted(began.seats) != sorted(hand.seats):
            yield hands_said.SEATS_OTHERWISE(hand=stream, seats=hand.seats, told=tuple(began.seats))


def _terms(stream: str, hand: Hand, under: Terms | None) -> Iterator[Told]:
    """It is played under the terms of its table: the blinds of the level in which it began. ``under``: None where they are not known here."""
    if under is not None and hand.started.terms != under:
        yield RULES_OF_ANOTHER(played=stream, other=table_stream(hand.started.table))


def _players(stream: str, hand: Hand, sits: Mapping[int, str], *, all_known: bool) -> Iterator[Told]:
    """Who sits on a seat plays it. ``all_known``: nobody else sits at the table."""
    for taken in hand.started.seats:
        holder = sits.get(taken.seat, NOBODY if all_known else taken.player)
        if holder != taken.player:
            yield hands_said.PLAYED_BY_ANOTHER(hand=stream, seat=taken.seat, player=taken.player, holder=holder)


def _stacks(event: TableHandEnded, hand: Hand, *, chips: bool) -> Iterator[Told]:
    """Every seat that was dealt in began and ends with what the hand gives it."""
    begun = {taken.seat: taken.stack or 0 for taken in hand.started.seats}
    ends = dict(zip(hand.seats, hand.stacks, strict=True))
    nets = {net.seat: net for net in event.stacks}
    if sorted(net.seat for net in event.stacks) != sorted(hand.seats):
        yield hands_said.NETS_OTHERWISE(hand=event.hand, seats=hand.seats, told=tuple(net.seat for net in event.stacks))
    for seat in begun.keys() & nets.keys():
        net, left = nets[seat], ends[seat] or 0
        if net.before != begun[seat]:
            yield hands_said.PLAYS_WITH(hand=event.hand, seat=seat, stack=begun[seat], before=net.before)
        if chips and net.after != left:
            yield said.ENDS_WITH(hand=event.hand, seat=seat, after=net.after, lies=left)


def _taken(event: TableHandEnded, hand: Hand) -> Iterator[Told]:
    """Who won the last chip of whoever has none (R810 r.7p), and who bet, for whom silence counts (R806 r.71)."""
    if event.outcome != hand.outcome:
        yield hands_said.OUTCOME_OTHERWISE(hand=event.hand)
        return
    due = taken_by(hand)
    for net in event.stacks:
        makes = tuple(sorted(due.get(net.seat, ())))
        if tuple(net.taken_by) != makes:
            told = tuple(net.taken_by)
            yield hands_said.LAST_CHIP_TAKEN_OTHERWISE(hand=event.hand, seat=net.seat, told=told, makes=makes)
    bet = tuple(sorted(seat for seat, staked in zip(hand.seats, hand.staked, strict=True) if staked))
    if tuple(event.bets) != bet:
        yield hands_said.BET_OTHERWISE(hand=event.hand, told=tuple(event.bets), makes=bet)
