"""Staff and their roles. A staff act names who and in which role; it is refused when the role was not granted."""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from ledger.core.command import Decide, Decision, Envelope, View
from ledger.core.entry import By
from ledger.core.findings import Refused
from ledger.core.ids import table_of_hand
from ledger.house.commands import GrantRole, ReadCards, WithdrawRole
from ledger.house.events import CardsRead, RoleGranted, RoleWithdrawn, StaffEvent
from ledger.house.rules import house

MANAGER: Final = "manager"
"""Approves rulesets and grants roles."""
OFFICER: Final = "officer"
"""Reads closed cards of finished hands, opens and closes incidents, voids hands."""


class Staff(NamedTuple):
    """A member of staff, by the roles held now."""

    roles: frozenset[str] = frozenset()


def evolve(staff: Staff | None, event: StaffEvent) -> Staff:
    """``staff`` after ``event``. A stream of staff has no opening: whoever was granted nothing holds no role."""
    staff = staff or Staff()
    match event:
        case RoleGranted():
            return staff._replace(roles=staff.roles | {event.role})
        case RoleWithdrawn():
            return staff._replace(roles=staff.roles - {event.role})
        case CardsRead():
            return staff
        case _:
            assert_never(event)


def staff_stream(staff: str) -> str:
    """The stream of a member of staff: ``staff:s-12``."""
    return f"staff:{staff}"


def has_role(view: View, by: By, role: str) -> bool:
    """Whether ``by`` is staff acting in ``role``, and the role was granted and not withdrawn."""
    if by.actor != "staff" or by.role != role:
        return False
    staff: Staff | None = view(staff_stream(by.id))
    return staff is not None and role in staff.roles


def may(
    view: View, by: By, *, player: str | None = None, platform: bool = False, roles: tuple[str, ...] = ()
) -> Refused | None:
    """The objection to ``by`` asking for what belongs to ``player``, the platform, or staff in one of ``roles``."""
    if by.actor == "player" and player is not None and by.id == player:
        return None
    if by.actor == "platform" and platform:
        return None
    if any(has_role(view, by, role) for role in roles):
        return None
    wanted = [
        *([f"the player {player}"] if player is not None else []),
        *(["the platform"] if platform else []),
        *(f"staff in the granted role {role!r}" for role in roles),
    ]
    asked = f"{by.actor} {by.id}" + (f" as {by.role}" if by.role else "")
    return house("authority", f"{asked} may not ask for this; expected {' or '.join(wanted)}")


def grant_role(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``grant_role``. The first grant of a ledger is the platform's, of a manager; later ones a manager's."""
    command: GrantRole = envelope.command
    first = not view.streams("staff")
    objection = may(view, envelope.by, platform=first, roles=() if first else (MANAGER,))
    if objection:
        return objection
    if first and command.role != MANAGER:
        return house(
            "staff", f"the first grant of a ledger is of {MANAGER!r}, who grants the rest; not {command.role!r}"
        )
    stream = staff_stream(command.staff)
    staff: Staff | None = view(stream)
    if staff is not None and command.role in staff.roles:
        return house("staff", f"{command.staff} has the role {command.role!r} already")
    return Decision(((stream, RoleGranted(role=command.role)),))


def withdraw_role(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``withdraw_role``: by a manager, and one manager always remains."""
    command: WithdrawRole = envelope.command
    objection = may(view, envelope.by, roles=(MANAGER,))
    if objection:
        return objection
    stream = staff_stream(command.staff)
    staff: Staff | None = view(stream)
    if staff is None or command.role not in staff.roles:
        return house("staff", f"{command.staff} does not have the role {command.role!r}")
    if command.role == MANAGER:
        others = (view(other) for other in view.streams("staff") if other != stream)
        if not any(MANAGER in other.roles for other in others):
            return house("staff", f"{command.staff} is the last manager; grant the role to somebody else before")
    return Decision(((stream, RoleWithdrawn(role=command.role)),))


def read_cards(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``read_cards``: by an officer, of a hand or round that is over. The cards are given out only after the record."""
    command: ReadCards = envelope.command
    objection = may(view, envelope.by, roles=(OFFICER,))
    if objection:
        return objection
    found = _hand_read(view, command.hand) if ":" not in command.hand else _round_read(view, command.hand)
    if isinstance(found, Refused):
        return found
    return Decision(((staff_stream(envelope.by.id), CardsRead(hand=found, reason=command.reason)),))


def _hand_read(view: View, name: str) -> str | Refused:
    """The stream of the hand ``name``, which is over."""
    hand = f"hand:{name}"
    if not view.version(hand):
        return house("cards", f"there is no hand {name}; expected one that was played")
    table = view(f"table:{table_of_hand(hand)}")  # an imported hand has no table of ours, and is over
    if table is not None and table.hand == hand:
        return house("cards", f"the hand {name} is in play; its closed cards can be read once it is over")
    return hand


def _round_read(view: View, stream: str) -> str | Refused:
    """``stream``, where it is a round of a banked table that is over."""
    game, _, name = stream.partition(":")
    table = view(f"banked:{name.rpartition('/')[0]}") if "/" in name else None
    if table is None or table.terms.game != game or not view.version(stream):
        return house("cards", f"there is no round {stream}; expected one that was played")
    if table.round == stream:
        return house("cards", f"the round {stream} is in play; its closed cards can be read once it is over")
    return stream


DECIDERS: Final[dict[type, Decide]] = {GrantRole: grant_role, WithdrawRole: withdraw_role, ReadCards: read_cards}
