"""What may be asked of staff: roles, and the closed cards of what was played."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff import said
from tombo.ledger.house.staff.authority import alone_refusal, cards_refusal, may
from tombo.ledger.house.staff.commands import GrantRole, ReadCards, WithdrawRole
from tombo.ledger.house.staff.events import (
    CardsReadV2,
    RoleGranted,
    RoleWithdrawn,
)
from tombo.ledger.house.staff.state import MANAGER, OFFICER, ROLES, Staff, staff_stream


def grant_role(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``grant_role``. The first grant of a ledger is the platform's, of a manager; later ones a manager's.

    Nobody is given a role by himself, and where there are other managers, by one alone.
    """
    command: GrantRole = envelope.command
    first = not view.streams("staff")
    objection = may(view, envelope.by, platform=first, roles=() if first else (MANAGER,))
    if objection:
        return objection
    if command.role not in ROLES:
        return house("staff", said.NO_ROLE(role=command.role, roles=ROLES))
    if first and command.role != MANAGER:
        return house("staff", said.FIRST_GRANT_OF_OTHER_ROLE(expected=MANAGER, role=command.role))
    if command.staff in {envelope.by.id, *(signature.staff for signature in envelope.signatures)} and not first:
        return house("staff", said.OWN_ROLE(staff=command.staff))
    stream = staff_stream(command.staff)
    staff: Staff | None = view(stream)
    if staff is not None and command.role in staff.roles:
        return house("staff", said.ROLE_HELD(staff=command.staff, role=command.role))
    objection = alone_refusal(envelope, view, "role", command.staff)
    return objection or Decision(((stream, RoleGranted(role=command.role)),))


def withdraw_role(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``withdraw_role``: by a manager, and one manager always remains."""
    command: WithdrawRole = envelope.command
    objection = may(view, envelope.by, roles=(MANAGER,))
    if objection:
        return objection
    stream = staff_stream(command.staff)
    staff: Staff | None = view(stream)
    if staff is None or command.role not in staff.roles:
        return house("staff", said.ROLE_NOT_HELD(staff=command.staff, role=command.role))
    if command.role == MANAGER:
        others = (other for other in view.streams("staff") if other != stream)
        if not any(_is_manager(view, other) for other in others):
            return house("staff", said.LAST_MANAGER(staff=command.staff))
    return Decision(((stream, RoleWithdrawn(role=command.role)),))


def _is_manager(view: View, stream: str) -> bool:
    """Whether somebody is a manager who can act: nobody can in whose stream an event key sealed what no door records there."""
    try:
        return MANAGER in view(stream).roles
    except OutOfPlaceError:
        return False


def read_cards(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``read_cards``: by an officer, of a hand or round that is over. The cards are given out only after the record."""
    command: ReadCards = envelope.command
    objection = may(view, envelope.by, roles=(OFFICER,))
    if objection:
        return objection
    stream = command.hand if ":" in command.hand else f"hand:{command.hand}"
    objection = cards_refusal(view, stream)
    if objection:
        return objection
    reader = staff_stream(envelope.by.id)
    reason = view.words(command.reason, None, (reader, view.version(reader) + 1, "reason"))
    return Decision(((reader, CardsReadV2(hand=stream, reason=reason)),))


DECIDERS: Final[dict[type, Decide]] = {GrantRole: grant_role, WithdrawRole: withdraw_role, ReadCards: read_cards}
