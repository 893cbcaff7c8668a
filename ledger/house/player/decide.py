"""What may be asked of a person, judged."""

from __future__ import annotations

from typing import Any, Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.said import Told, euros
from tombo.ledger.house.account.state import Account, Ticket, account_stream
from tombo.ledger.house.banked.state import held_in
from tombo.ledger.house.dispute.state import OVER, Dispute
from tombo.ledger.house.player import said
from tombo.ledger.house.player.commands import ErasePerson
from tombo.ledger.house.player.events import PlayerErased
from tombo.ledger.house.player.state import player_stream
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.staff.state import MANAGER, OFFICER, Staff, staff_stream
from tombo.ledger.house.table.state import Table


def erase_person(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``erase_person``: by a manager and a second member of staff, once, of whom nothing is pending."""
    command: ErasePerson = envelope.command
    objection = may(view, envelope.by, roles=(MANAGER,)) or _second_refusal(envelope, view)
    if objection:
        return objection
    stream = player_stream(command.person)
    if view(stream) is not None:
        return house("erasure", said.PERSON_ERASED(person=command.person))
    account: Account | None = view(account_stream(command.person))
    if account is not None and account.balance:
        return house("erasure", said.ERASURE_WITH_BALANCE(person=command.person, balance=euros(account.balance)))
    left = None if account is None else _in_play(view, command.person, account)
    if left is not None:
        return house("erasure", said.ERASURE_IN_PLAY(person=command.person, left=left))
    for name in view.streams("dispute"):
        dispute: Dispute | None = view(name)
        if dispute is not None and dispute.player == command.person and dispute.outcome is None:
            return house("erasure", said.ERASURE_IN_DISPUTE(dispute=name, person=command.person))
    return Decision(((stream, PlayerErased(basis=command.basis, second=command.second)),))


def _in_play(view: View, person: str, account: Account) -> Told | None:
    """What of the person's money is not on his account: before him at a table, in a round, in a tournament, a ticket for one."""
    for place in sorted(account.places):
        found: Any = view(place)
        if place.startswith("tournament:"):
            if found.phase not in OVER:
                return said.ENTRY_LEFT(tournament=place)
        elif isinstance(found, Table):
            if any(taken.player == person for taken in found.seats):
                return said.SEAT_LEFT(table=place)
        elif held := held_in(view, found, person):
            return said.BET_LEFT(played=held)
    for ticket in account.tickets:
        target: Any = view(f"tournament:{ticket.target}")
        if ticket.status == "held" and target is not None and _is_worth_something(target, ticket):
            return said.TICKET_LEFT(tournament=f"tournament:{ticket.target}")
    return None


def _is_worth_something(target: Any, ticket: Ticket) -> bool:
    """Whether a ticket not used may still open its tournament, or is refunded since that was cancelled (R810 r.37)."""
    if target.phase == "cancelled":
        return bool(target.structure.readings.refunds_in_cash(freeroll=ticket.freeroll))
    return target.phase not in OVER


def _second_refusal(envelope: Envelope, view: View) -> Refused | None:
    """The objection to the second member of staff being no other, having no role of his own, or not having signed."""
    first, second = envelope.by.id, envelope.command.second
    if second == first:
        return house("erasure", said.ERASURE_BY_ONE(who=first))
    staff: Staff | None = view(staff_stream(second))
    if staff is None or not staff.roles & {MANAGER, OFFICER}:
        return house("erasure", said.ERASURE_BY_WHO_HOLDS_NO_ROLE(who=second))
    if second not in {signature.staff for signature in envelope.signatures}:
        return house("second", said.ERASURE_UNSIGNED_BY_SECOND(who=second))
    return None


DECIDERS: Final[dict[type, Decide]] = {ErasePerson: erase_person}
