"""R810 on entries won in other tournaments (r.16, r.28-32): one function a rule."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from tombo.ledger.core.findings import Finding
from tombo.ledger.core.said import euros
from tombo.ledger.games.tournament.said import tickets as said
from tombo.ledger.games.tournament.state import Tournament, tournament_stream
from tombo.ledger.house.account.state import Account, Ticket
from tombo.ledger.terms.tournament import Structure


def ticket_opens_it(ticket: Ticket | None, tournament: str, replaced: Collection[str] = ()) -> Finding | None:
    """R810 r.28: an entry won is used by whoever won it, once, for the tournament it is an entry to.

    Or for one that it has ``replaced`` since that was cancelled: passed on to nobody, and to a tournament determined before (r.32).
    """
    if ticket is None:
        return Finding("R810 r.28", said.TICKET_NOT_WON())
    if ticket.target not in {tournament, *replaced}:
        told = said.TICKET_TO_ANOTHER_TOURNAMENT(ticket=ticket.ticket, target=ticket.target, tournament=tournament)
        return Finding("R810 r.28", told)
    if ticket.status != "held":
        status = said.TICKET_STATES[ticket.status]
        return Finding("R810 r.28", said.TICKET_SPENT(ticket=ticket.ticket, status=status))
    return None


def replaced_by(structure: Structure, view: Callable[[str], Any]) -> list[str]:
    """The cancelled tournaments whose tickets a tournament takes: the one it replaces, what that replaced, and so on."""
    found: list[str] = []
    name = structure.replaces
    while name is not None and name not in found:
        found.append(name)
        state: Tournament | None = view(tournament_stream(name))
        name = None if state is None else state.structure.replaces
    return found


def ticket_has_its_value(state: Tournament, ticket: Ticket) -> Finding | None:
    """R810 r.16: an entry won counts in the tournament as its fee; it was given for that fee."""
    fee = state.structure.fee_total
    if ticket.value == fee:
        return None
    return Finding("R810 r.16", said.TICKET_NOT_WORTH_FEE(value=euros(ticket.value), fee=euros(fee)))


def is_refunded_in_cash(target: Tournament | None, ticket: Ticket) -> bool:
    """Whether an entry won and not used is refunded at the value of the fee (R810 r.37).

    The text says who *has won* the entry, so nobody need have used it; where the rules of the tournament, which was cancelled,
    give the ticket instead (rules.md #10), it is kept.
    """
    if target is None or target.phase != "cancelled":
        return False
    return target.structure.readings.refunds_in_cash(freeroll=ticket.freeroll)


def ticket_becomes_money(account: Account, ticket: Ticket) -> Finding | None:
    """R810 r.29: an entry won is paid out only to who had won one to the same tournament before; never of a freeroll (r.30)."""
    if ticket.freeroll:
        return Finding("R810 r.30", said.TICKET_OF_A_FREEROLL(ticket=ticket.ticket))
    earlier = account.tickets[: account.tickets.index(ticket)]
    if any(other.target == ticket.target for other in earlier):
        return None
    told = said.TICKET_IS_THE_FIRST(player=account.player, target=ticket.target, ticket=ticket.ticket)
    return Finding("R810 r.29", told)


def replaces_a_cancelled_one(structure: Structure, replaced: Tournament | None) -> Finding | None:
    """R810 r.32: a tournament takes the tickets of one that was cancelled, and had the same fee (r.16)."""
    if structure.replaces is None:
        return None
    if replaced is None or replaced.phase != "cancelled":
        return Finding("R810 r.32", said.REPLACES_NO_CANCELLED_ONE(target=structure.replaces))
    fee, due = structure.fee_total, replaced.structure.fee_total
    if fee == due:
        return None
    told = said.REPLACES_AT_ANOTHER_FEE(fee=euros(fee), target=structure.replaces, due=euros(due))
    return Finding("R810 r.32", told)


def tickets_lead_somewhere(structure: Structure, target: Tournament | None) -> Finding | None:
    """R810 r.32: tickets are entries to a future tournament determined before, and worth its fee (r.16)."""
    tickets = structure.tickets
    if tickets is None:
        return None
    if target is None or target.phase != "announced":
        return Finding("R810 r.32", said.TICKETS_LEAD_NOWHERE(target=tickets.target))
    fee = target.structure.fee_total
    if fee == tickets.value:
        return None
    told = said.TICKETS_NOT_WORTH_FEE(value=euros(tickets.value), target=tickets.target, fee=euros(fee))
    return Finding("R810 r.32", told)
