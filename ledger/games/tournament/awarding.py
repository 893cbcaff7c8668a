"""What an exit, the close of the sale and the end give out: prizes, tickets, bounties (R810 r.33, r.50-54)."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from tombo.ledger.core.command import Decision
from tombo.ledger.core.ids import is_local
from tombo.ledger.core.money import Money
from tombo.ledger.games.tournament.case import Movement, TournamentCase, next_state
from tombo.ledger.games.tournament.events import (
    BountyAwarded,
    OverlayAdded,
    PrizeAwarded,
    PrizesFixed,
    RegistrationClosed,
    TicketAwarded,
    TournamentEvent,
)
from tombo.ledger.games.tournament.prizes import Award, awards, bounty_shares, fixed_prizes, overlay, places, prize_part
from tombo.ledger.games.tournament.state import Tournament
from tombo.ledger.house.account.events import TicketGranted
from tombo.ledger.house.account.state import account_stream, credited


def ticket_name(tournament: str, entry: int) -> str:
    """The name of what an entry wins to another tournament: ``satelite/7``.

    A tournament announced before names were measured may have one that leaves no room: then its digest stands for it.
    """
    name = f"{tournament}/{entry}"
    return name if is_local(name) else f"{sha256(tournament.encode()).hexdigest()[:32]}/{entry}"


class Course:
    """A decision under way: the tournament after each event, and what other streams get in the same commit."""

    def __init__(self, case: TournamentCase) -> None:
        self.case = case
        self.state = case.state
        self.events: list[TournamentEvent] = []
        self.others: list[Movement] = []

    def add(self, event: TournamentEvent) -> int:
        """``event`` happens; the version it will have. See ``next_state``."""
        self.events.append(event)
        self.state = next_state(self.case, self.state, event)
        return self.case.version(len(self.events))

    def pay(self, entry: int, cents: int, version: int) -> None:
        """The event of ``version`` moves ``cents`` to the account of whoever has ``entry``."""
        player = self.state.entries[entry - 1].player
        self.others += credited(player, cents, cause=self.case.stream, cause_version=version)

    def decision(self) -> Decision:
        """What it has come to, as one commit."""
        placed = tuple((self.case.stream, event) for event in self.events)
        return Decision((*placed, *self.others), states={self.case.stream: self.state})


def close(course: Course) -> None:
    """Nothing more can be bought: the guarantee is made good, the prizes are fixed (r.7m, r.10)."""
    course.add(RegistrationClosed())
    lacking = overlay(course.state)
    if lacking:
        course.add(OverlayAdded(amount=Money(lacking)))
    state = course.state
    pool = prize_part(state) + state.overlay
    course.add(PrizesFixed(pool=pool, prizes=fixed_prizes(state.structure, len(state.counted), pool)))


def give_out(course: Course, *, at_end: bool = False, complete: bool = False) -> None:
    """The prizes and bounties that are determined by now and not awarded yet; all at the end, where the rules say so (r.54).

    ``complete``: no table has a hand in play, so that nobody more goes out in the synchronized hand before.
    """
    if not at_end and course.state.structure.credit == "at_end":
        return
    for entry, by in _bounties(course.state, at_end=at_end):
        for winner, cents in bounty_shares(course.state.structure, by):
            version = course.add(BountyAwarded(amount=Money(cents), eliminated=entry, entry=winner))
            course.pay(winner, cents, version)
    for award in _determined(course.state, complete=at_end or complete):
        _award(course, award)


def _bounties(state: Tournament, *, at_end: bool) -> list[tuple[int, tuple[int, ...]]]:
    """The bounties due: each with who gets it; of who was never eliminated, himself ([A])."""
    if state.structure.fee is None or not state.structure.fee.bounty:
        return []
    found: list[tuple[int, tuple[int, ...]]] = []
    for entry in state.counted:
        if entry.entry in state.bounties:
            continue
        if entry.status == "eliminated" and entry.exit is not None:
            found.append((entry.entry, entry.exit.by))
        elif at_end and state.phase == "finished":
            found.append((entry.entry, (entry.entry,)))
    return found


def _determined(state: Tournament, *, complete: bool) -> Iterable[Award]:
    """The prizes of places nobody can change any more: not those of a synchronized hand that goes on at other tables."""
    if state.prizes is None:
        return []
    open_order = None if complete or not _synchronized(state) else state.orders
    due = [award for award in awards(state.structure, state.prizes, places(state)) if award.entry not in state.awarded]
    return [award for award in due if open_order is None or _order(state, award.entry) != open_order]


def _synchronized(state: Tournament) -> bool:
    return bool(state.synchronized) and len(state.tables) > 1


def _order(state: Tournament, entry: int) -> int:
    left = state.entries[entry - 1].exit
    return 0 if left is None else left.order


def _award(course: Course, award: Award) -> None:
    structure = course.state.structure
    if not award.ticket:
        prize = PrizeAwarded(amount=Money(award.amount), entry=award.entry, place=award.first, place_last=award.last)
        course.pay(award.entry, award.amount, course.add(prize))
        return
    name = ticket_name(course.case.name, award.entry)
    version = course.add(TicketAwarded(entry=award.entry, place=award.first, ticket=name))
    granted = TicketGranted(
        amount=Money(award.amount),
        cause=course.case.stream,
        cause_version=version,
        freeroll=structure.fee is None,
        target=structure.tickets.target if structure.tickets else "",
        ticket=name,
    )
    course.others.append((account_stream(course.state.entries[award.entry - 1].player), granted))
