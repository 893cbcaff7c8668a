"""What may be asked of a person, judged."""

from __future__ import annotations

from typing import Any, Final

from ledger.core.command import Decide, Decision, Envelope, View
from ledger.core.findings import Refused
from ledger.house.account.state import Account, account_stream
from ledger.house.banked.state import held_in
from ledger.house.dispute.state import OVER, Dispute
from ledger.house.player.commands import ErasePerson
from ledger.house.player.events import PlayerErased
from ledger.house.player.state import player_stream
from ledger.house.rules import house
from ledger.house.staff.authority import may
from ledger.house.staff.state import MANAGER, OFFICER, Staff, staff_stream
from ledger.house.table.state import Table


def erase_person(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``erase_person``: by a manager and a second member of staff, once, of whom nothing is pending."""
    command: ErasePerson = envelope.command
    objection = may(view, envelope.by, roles=(MANAGER,)) or _second_refusal(envelope, view)
    if objection:
        return objection
    stream = player_stream(command.person)
    if view(stream) is not None:
        return house("erasure", f"{command.person} is erased already; 'tombo person show {command.person}' says when")
    account: Account | None = view(account_stream(command.person))
    if account is not None and account.balance:
        return house(
            "erasure", f"the account of {command.person} holds {account.balance} cents; expected it paid out before"
        )
    left = None if account is None else _in_play(view, command.person, account)
    if left is not None:
        return house("erasure", f"{command.person} has {left}; expected it over before")
    for name in view.streams("dispute"):
        dispute: Dispute | None = view(name)
        if dispute is not None and dispute.player == command.person and dispute.outcome is None:
            return house("erasure", f"{name} of {command.person} goes on; expected it resolved before")
    return Decision(((stream, PlayerErased(basis=command.basis, second=command.second)),))


def _in_play(view: View, person: str, account: Account) -> str | None:
    """What of the person's money is not on his account: before him at a table, in a round, in a tournament, a ticket for one."""
    for place in sorted(account.places):
        found: Any = view(place)
        if place.startswith("tournament:"):
            if found.phase not in OVER:
                return f"an entry to {place}"
        elif isinstance(found, Table):
            if any(taken.player == person for taken in found.seats):
                return f"a seat at {place}"
        elif held := held_in(view, found, person):
            return f"a bet in {held}"
    for ticket in account.tickets:
        target: Any = view(f"tournament:{ticket.target}")
        if ticket.status == "held" and target is not None and target.phase not in OVER:
            return f"a ticket for tournament:{ticket.target}"
    return None


def _second_refusal(envelope: Envelope, view: View) -> Refused | None:
    """The objection to the second member of staff being no other, having no role of his own, or not having signed."""
    first, second = envelope.by.id, envelope.command.second
    if second == first:
        return house("erasure", f"{first} asks twice; expected a second member of staff")
    staff: Staff | None = view(staff_stream(second))
    if staff is None or not staff.roles & {MANAGER, OFFICER}:
        return house("erasure", f"{second} has no role; expected a second manager or officer")
    if second not in {signature.staff for signature in envelope.signatures}:
        return house("second", f"{second} has not signed; a person is erased by two, each under his own signature")
    return None


DECIDERS: Final[dict[type, Decide]] = {ErasePerson: erase_person}
