"""Staff and their roles. A staff act names who and in which role; it is refused when the role was not granted."""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from ledger.core.command import Decide, Decision, Envelope, View
from ledger.core.entry import By
from ledger.core.findings import Refused
from ledger.core.ids import local, table_of_hand
from ledger.house.commands import GrantRole, ReadCards, WithdrawRole
from ledger.house.events import CardsRead, RoleGranted, RoleWithdrawn, StaffEvent
from ledger.house.rules import HouseRule, house

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
    stream = command.hand if ":" in command.hand else f"hand:{command.hand}"
    objection = cards_refusal(view, stream)
    if objection:
        return objection
    return Decision(((staff_stream(envelope.by.id), CardsRead(hand=stream, reason=command.reason)),))


def cards_refusal(view: View, stream: str) -> Refused | None:
    """The objection to an officer reading the closed cards of ``stream``: no hand or round that was played, or not over."""
    objection = unplayed(view, stream, "cards")
    if objection is None and in_play(view, stream):
        return house("cards", f"{_named(stream)} is in play; its closed cards can be read once it is over")
    return objection


def unplayed(view: View, stream: str, rule: HouseRule) -> Refused | None:
    """The objection, under ``rule``, to ``stream`` being no hand and no round that was played."""
    game, _, name = stream.partition(":")
    played = view.version(stream) > 0
    if played and game != "hand":
        table = view(f"banked:{name.rpartition('/')[0]}") if "/" in name else None
        played = table is not None and table.terms.game == game
    return None if played else house(rule, f"there is no {_named(stream)[4:]}; expected one that was played")


def in_play(view: View, stream: str) -> bool:
    """Whether the hand or round ``stream`` goes on at its table. An imported hand has no table of ours, and is over."""
    if stream.startswith("hand:"):
        table = view(f"table:{table_of_hand(stream)}")
        return table is not None and table.hand == stream
    table = view(f"banked:{local(stream).rpartition('/')[0]}")
    return table is not None and table.round == stream


def _named(stream: str) -> str:
    """A hand or round in words: ``the hand mesa-1/42``, ``the round roulette:roleta-1/42``."""
    return f"the hand {local(stream)}" if stream.startswith("hand:") else f"the round {stream}"


DECIDERS: Final[dict[type, Decide]] = {GrantRole: grant_role, WithdrawRole: withdraw_role, ReadCards: read_cards}
