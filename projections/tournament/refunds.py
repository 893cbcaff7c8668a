"""What a cancelled tournament gives back, or one would that were cancelled now (R810 r.35-38), with each reading beside the others.

Where letter and practice differ (rules.md section 11, #9 and #10) the structure says which is meant; the others are computed
from the same state and the same stacks, so that whoever doubts the choice sees what it is worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from tombo.ledger.core.findings import Reading
from tombo.ledger.core.money import Money
from tombo.ledger.core.said import Told
from tombo.ledger.games.tournament.events import BountyAwarded, PrizeAwarded, Refunded, TicketAwarded
from tombo.ledger.games.tournament.evolving import evolve
from tombo.ledger.games.tournament.prizes import awards, bounty_shares, places
from tombo.ledger.games.tournament.r810 import is_not_decided
from tombo.ledger.games.tournament.refunds import ENDED_RULE, REFUNDS_RULE, CancellationRefunds, refunds
from tombo.ledger.games.tournament.state import Tournament
from tombo.ledger.terms.tournament import TournamentReadings
from tombo.projections.tournament import said
from tombo.projections.tournament.prizes import money_in, money_json
from tombo.projections.tournament.view import Cancellation, Given, TournamentView

Tickets = Literal["cash", "cash_unless_freeroll", "ticket"]
POLICIES: Final[tuple[Tickets, ...]] = ("cash", "cash_unless_freeroll", "ticket")


class Allocation(NamedTuple):
    """All that a cancellation gives under one pair of readings, in cents; ``state`` as it was then, with what was credited."""

    paid_prizes: Reading
    ticket_refunds: Tickets
    state: Tournament
    given: CancellationRefunds
    cash: int
    """Refunded in money."""
    tickets: int
    """The value of the tickets given back instead."""
    prizes: int
    """Prizes and bounties credited, tickets won at their value."""
    money_in: int

    @property
    def result(self) -> int:
        """What the operator keeps; below 0, what he loses."""
        return self.money_in - self.cash - self.tickets - self.prizes


class RefundTable(NamedTuple):
    """The refunds of a tournament. ``cancellation`` is None where it goes on: then all of this is hypothetical."""

    cancellation: Cancellation | None
    stacks: Mapping[int, int]
    allocation: Allocation
    """Under the readings its structure announced."""
    others: tuple[Allocation, ...]
    """Under other readings, where those give something else."""
    credited: Mapping[int, int]
    """Entry to the log index of its refund."""
    differences: tuple[Told, ...]
    """Where the record is not what the rules give."""


def refund_table(view: TournamentView) -> RefundTable | None:
    """The refunds of a cancelled tournament, or *if cancelled now* of one that goes on; None where it has ended (r.52).

    It has ended, and the door cancels it no more, also where one holds all the chips and nobody has recorded the end yet.
    """
    cancellation = view.followed.cancellation
    if view.state.phase == "finished" or (cancellation is None and is_decided(view)):
        return None
    before = view.state if cancellation is None else cancellation.before
    meant = before.structure.readings
    allocation = allocated(before, view.stacks, meant)
    other: dict[object, Allocation] = {}
    for readings in _alternatives(meant):
        found = allocated(before, view.stacks, readings)
        if _outcome(found) != _outcome(allocation):
            other.setdefault(_outcome(found), found)
    return RefundTable(
        cancellation,
        view.stacks,
        allocation,
        tuple(other.values()),
        {entry: given[0].index for entry, given in _recorded(view, cancellation).items()},
        _without_cancellation(view)
        if cancellation is None
        else ()
        if view.cut
        else tuple(_differences(view, cancellation, allocation)),
    )


def is_decided(view: TournamentView) -> bool:
    """Whether one player holds all the chips, the sale over (r.52). Who still has the button to come after the time was called is not asked."""
    somewhere = ("a table",)
    return is_not_decided(view.state, view.stacks, somewhere) is not None


def refund_differences(view: TournamentView, table: RefundTable | None) -> tuple[Told, ...]:
    """Where the record is not what the rules give; also of a tournament that was played to its end, which has no ``table``."""
    return _without_cancellation(view) if table is None else table.differences


def _recorded(view: TournamentView, cancellation: Cancellation | None) -> dict[int, list[Given]]:
    """By entry its refunds on record: that of the cancellation first, then those before and behind; none without it."""
    found: dict[int, list[Given]] = {}
    if cancellation is None:
        return found
    given = [one for one in view.followed.given if isinstance(one.event, Refunded)]
    for one in sorted(given, key=lambda one: (one.index < cancellation.log_index, one.index)):
        found.setdefault(one.event.entry, []).append(one)
    return found


def _without_cancellation(view: TournamentView) -> tuple[Told, ...]:
    """What was refunded though nothing was cancelled, and ends of what was over."""
    given = (one for one in view.followed.given if isinstance(one.event, Refunded))
    return (
        *(
            said.REFUNDED_WITHOUT_CANCELLATION(
                rule=REFUNDS_RULE, entry=one.event.entry, refunded=_spoken(_back(one)), index=one.index
            )
            for one in given
        ),
        *_late(view),
    )


def _late(view: TournamentView) -> list[Told]:
    return [said.TOURNAMENT_ENDED_AGAIN(rule=ENDED_RULE, index=index) for index in view.followed.late]


def _outcome(found: Allocation) -> object:
    return found.given.shares, found.prizes


def _alternatives(meant: TournamentReadings) -> list[TournamentReadings]:
    """The other reading of #9, then the others of #10."""
    nine = Reading.PRACTICE if meant.paid_prizes is Reading.LETTER else Reading.LETTER
    found = [meant.model_copy(update={"paid_prizes": nine})]
    return found + [
        meant.model_copy(update={"ticket_refunds": policy}) for policy in POLICIES if policy != meant.ticket_refunds
    ]


def allocated(before: Tournament, stacks: Mapping[int, int], readings: TournamentReadings) -> Allocation:
    """The refunds of ``before``, cancelled with these stacks, under ``readings``."""
    state = before._replace(structure=before.structure.model_copy(update={"readings": readings}))
    if readings.paid_prizes is Reading.PRACTICE and state.phase == "playing":
        state = with_earned(state)
    given = refunds(state, stacks)
    fee = state.structure.fee_total
    return Allocation(
        readings.paid_prizes,
        readings.ticket_refunds,
        state,
        given,
        cash=sum(share.fee + share.share for share in given.shares),
        tickets=sum(fee for share in given.shares if share.ticket is not None),
        prizes=sum(entry.won for entry in state.entries),
        money_in=money_in(state),
    )


def with_earned(state: Tournament) -> Tournament:
    """``state`` with the prizes and bounties credited that are earned by now, as a cancellation net of them begins (#9, PRACTICE)."""
    for entry in state.counted:
        if entry.status == "eliminated" and entry.exit and entry.exit.by and entry.entry not in state.bounties:
            for winner, cents in bounty_shares(state.structure, entry.exit.by):
                state = evolve(state, BountyAwarded(amount=Money(cents), eliminated=entry.entry, entry=winner))
    credited = state.awarded
    for award in awards(state.structure, state.prizes or (), places(state)):
        if award.entry in credited:
            continue
        if award.ticket:
            state = evolve(state, TicketAwarded(entry=award.entry, place=award.first, ticket=f"entry-{award.entry}"))
        else:
            amount = Money(award.amount)
            state = evolve(
                state, PrizeAwarded(amount=amount, entry=award.entry, place=award.first, place_last=award.last)
            )
    return state


def _differences(view: TournamentView, cancellation: Cancellation, allocation: Allocation) -> list[Told]:
    """Where the refunds on record are not those of r.36-38."""
    found, given = list[Told](), allocation.given
    if cancellation.event.case != given.case:
        found.append(said.CANCELLED_AS_OTHER_CASE(rule=REFUNDS_RULE, recorded=cancellation.event.case, case=given.case))
    recorded = _recorded(view, cancellation)
    due = {share.entry: share for share in given.shares}
    for entry in sorted(recorded.keys() | due.keys()):
        given_back = recorded.get(entry, [])
        share, back = due.get(entry), _back(given_back[0]) if given_back else None
        makes = (share.fee, share.share, share.ticket) if share else None
        if back != makes:
            found.append(
                said.REFUNDED_OTHERWISE(rule=REFUNDS_RULE, entry=entry, refunded=_spoken(back), makes=_spoken(makes))
            )
        found += [
            said.REFUNDED_AGAIN(rule=REFUNDS_RULE, entry=entry, refunded=_spoken(_back(one)), index=one.index)
            for one in given_back[1:]
        ]
    return found + _late(view)


def _back(given: Given) -> tuple[int, int, str | None] | None:
    event = given.event
    return (event.fee, event.share, event.ticket) if isinstance(event, Refunded) else None


def _spoken(refund: tuple[int, int, str | None] | None) -> Told:
    if refund is None:
        return said.REFUND_OF_NOTHING()
    fee, share, ticket = refund
    if ticket:
        return said.REFUND_WITH_TICKET(fee=fee, share=share, ticket=ticket)
    return said.REFUND_OF_CENTS(fee=fee, share=share)


def to_json(view: TournamentView, table: RefundTable | None) -> dict[str, Any]:
    """The refunds as JSON: amounts in cents; ``hypothetical`` where the tournament goes on."""
    document: dict[str, Any] = {
        "tournament": view.followed.tournament,
        "log_index": view.log_index,
        "recorded": view.recorded,
        "phase": view.state.phase,
        "inside_a_commit": view.cut,
    }
    if table is None:
        return {
            **document,
            "hypothetical": False,
            "refunds": None,
            "differences": _texts(refund_differences(view, None)),
        }
    cancelled = table.cancellation
    return {
        **document,
        "hypothetical": cancelled is None,
        "cancelled": None
        if cancelled is None
        else {
            "log_index": cancelled.log_index,
            "recorded": cancelled.recorded,
            "by": cancelled.by.model_dump(),
            "cause": cancelled.event.cause,
            "note": cancelled.event.note,
        },
        "stacks": [{"entry": entry, "stack": stack} for entry, stack in table.stacks.items()],
        "money": money_json(table.allocation.state),
        "refunds": _allocation_json(table.allocation, table.credited),
        "other_readings": [_allocation_json(other, {}) for other in table.others],
        "differences": _texts(table.differences),
    }


def _texts(differences: Sequence[Told]) -> list[str]:
    return [told.text() for told in differences]


def _allocation_json(found: Allocation, credited: Mapping[int, int]) -> dict[str, Any]:
    given = found.given
    return {
        "readings": {"paid_prizes": found.paid_prizes, "ticket_refunds": found.ticket_refunds},
        "case": given.case,
        "from_entries": given.from_entries,
        "from_repurchases": given.from_repurchases,
        "netted": given.netted,
        "common": given.common,
        "shares": [
            {
                **share._asdict(),
                "player": found.state.entries[share.entry - 1].player,
                "log_index": credited.get(share.entry),
            }
            for share in given.shares
        ],
        "cash": found.cash,
        "tickets": found.tickets,
        "prizes": found.prizes,
        "money_in": found.money_in,
        "result": found.result,
    }
