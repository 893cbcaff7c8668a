"""What players did, as the file AJOG has it: each entry of play, and each movement of an account."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tombo.projections.line import AnyLine
from tombo.reports.regulators.amounts import euros
from tombo.reports.regulators.known import Known, MovedBalances, Place
from tombo.reports.regulators.plays import OUTSIDE, Acted, Plays, balanced, in_bonus
from tombo.reports.regulators.portugal import operations
from tombo.reports.regulators.portugal.operations import Event, Values
from tombo.reports.regulators.totals import Sums, summed


class Play(NamedTuple):
    """A record of AJOG: whose, his account, and each operation with the element it is."""

    player: str
    account: Values
    operations: tuple[Values, ...] = ()
    regulation: str = ""
    """Of the game that they are of; with no operation nothing."""
    sums: Sums = Sums()


class Activity:
    """The fold of play in the regulator's words: tell it every line of an account, and of hands, rounds and tournaments from their first."""

    def __init__(self, known: Known, origin_of: Callable[[AnyLine, Place | None, str], Values]) -> None:
        self.plays: Plays[Event] = Plays(known, lambda begun, slip: Event(begun, slip, known))
        self._origin_of = origin_of

    def played(self, line: AnyLine) -> Sequence[Play]:
        """The next line of play, and what is told of it at once.

        Raises:
            OutOfPlaceError: it cannot follow what is on record, or what was before it has no account.
        """
        return [self._told(acted) for acted in self.plays.played(line)]

    def moved(self, line: AnyLine, moved: MovedBalances) -> Sequence[Play]:
        """The next line of an account, and what is told with it; what comes in or goes out is told in TRAN, with balances of its own.

        Raises:
            OutOfPlaceError: it is one side of something that is not there, or what was before it has no account.
        """
        acted = self.plays.moved(line, moved)
        if acted is not None:
            return (self._told(acted),)
        return () if line.kind in OUTSIDE else (Play(moved.player, _account(moved)),)

    def _told(self, acted: Acted[Event]) -> Play:
        event, line, acts, place, number, _, moved = acted
        parts = balanced(acted)
        common = {**event.told(line, acts, place), **self._origin_of(line, place, acts.player)}
        entries = _entries(moved) if acts.through == "entry" else {}
        cash = moved.before.cash if in_bonus(moved) else None
        told, sums = list[Values](), Sums()
        for place_in_entry, (part, before, after) in enumerate(parts, number):
            own = operations.part(event, line, part, place_in_entry)
            told.append({**common, **own, **operations.amounts(part, before, after, cash), **entries})
            sums = sums.plus(summed(part))
        return Play(acts.player, _account(moved), tuple(told), event.slip.head.regulation, sums)


def _entries(moved: MovedBalances) -> Values:
    """The wallet of entries won, before, moved and after."""
    before, after = moved.before.entries, moved.after.entries
    return {"pinscr_ini": euros(before), "pinscr_mov": euros(after - before), "pinscr_fim": euros(after)}


def _account(moved: MovedBalances) -> Values:
    """The balances of an account: before, moved, after. A movement that leaves it is below 0."""
    before, after = moved.before, moved.after
    return {
        "saldo_ini": euros(before.cash),
        "saldo_mov": euros(after.cash - before.cash),
        "saldo_fim": euros(after.cash),
        "bonus_ini": euros(before.bonus),
        "bonus_mov": euros(after.bonus - before.bonus),
        "bonus_fim": euros(after.bonus),
        **_entries(moved),
    }
