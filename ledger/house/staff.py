"""Staff and their roles. A staff act names who and in which role; it is refused when the role was not granted.

That who asks is who he says, the live door sees before anything is judged (``ledger.live.acts``): here he is believed. What needs two
people is judged here, by the names under the signatures.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, assert_never

from ledger.core.command import Decide, Decision, Envelope, View
from ledger.core.entry import By
from ledger.core.findings import Refused
from ledger.core.ids import local, table_of_hand
from ledger.house.commands import GrantRole, ReadCards, WithdrawRole
from ledger.house.events import CardsRead, CardsReadV2, RoleGranted, RoleWithdrawn
from ledger.house.rules import HouseRule, house
from ledger.house.staff_events import ActSigned, StaffEvent, StaffKeyEnrolled, StaffKeyWithdrawn

MANAGER: Final = "manager"
"""Approves rulesets and grants roles."""
OFFICER: Final = "officer"
"""Reads closed cards of finished hands, opens and closes incidents, voids hands."""


ROLES: Final = (MANAGER, OFFICER)
"""All there are. A role is what some act needs; one that nothing needs cannot be granted."""


BESIDE: Final[Mapping[str, frozenset[str]]] = dict.fromkeys(("declare_loss", "erase_person"), frozenset(ROLES))
"""By kind of command: the roles of which who signs beside another holds one, where it need not be the same."""


class StaffKey(NamedTuple):
    """A key that a member of staff signs with: its id in hexadecimal, and the public key in base64."""

    key: str
    public: str


class Staff(NamedTuple):
    """A member of staff as his stream tells of him."""

    roles: frozenset[str] = frozenset()
    """Those held now."""
    key: StaffKey | None = None
    """The one he signs with now."""
    keys: frozenset[str] = frozenset()
    """The ids of all keys that he ever had; none of them comes back."""
    opened: frozenset[str] = frozenset()
    """The disputes that he opened for a player, and that nobody has resolved with him."""
    alone: int = 0
    """Cents of compensation that he gave since a resolution that somebody signed with him."""
    managed: bool = False
    """Whether he ever was a manager."""
    took: frozenset[str] = frozenset()
    """Those from whom he alone took a role or a key, since the root key last vouched for one of his own."""


def evolve(staff: Staff | None, event: StaffEvent) -> Staff:
    """``staff`` after ``event``. A stream of staff has no opening: whoever was granted nothing holds no role."""
    staff = staff or Staff()
    match event:
        case RoleGranted():
            return staff._replace(roles=staff.roles | {event.role}, managed=staff.managed or event.role == MANAGER)
        case RoleWithdrawn():
            return staff._replace(roles=staff.roles - {event.role})
        case StaffKeyEnrolled():
            took = staff.took if event.root_signature is None else frozenset[str]()
            return staff._replace(key=StaffKey(event.key, event.public), keys=staff.keys | {event.key}, took=took)
        case StaffKeyWithdrawn():
            return staff._replace(key=None)
        case ActSigned():
            return _after_act(staff, event)
        case CardsRead() | CardsReadV2():
            return staff
        case _:
            assert_never(event)


def _after_act(staff: Staff, event: ActSigned) -> Staff:
    """``staff`` after he signed something: what later acts of his are judged by."""
    request = event.request
    opened, took = staff.opened, staff.took
    dispute = str(request.get("dispute"))
    alone = staff.alone
    match request.get("kind"):
        case "open_dispute":
            opened |= {dispute}
        case "resolve_dispute":
            opened -= {dispute}
            alone = alone + _cents(request.get("compensation")) if event.signers == 1 else 0
        case "withdraw_role" | "withdraw_key" if event.signers == 1:
            took |= {str(request.get("staff"))}
    return staff._replace(opened=opened, alone=alone, took=took)


def _cents(asked: object) -> int:
    """What a request asks for, in cents. What is no number, or less than nothing, no door let anybody sign, and it counts for nothing."""
    return asked if isinstance(asked, int) and not isinstance(asked, bool) and asked >= 0 else 0


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


def stands_beside(staff: Staff, kind: str, role: str | None) -> bool:
    """Whether ``staff`` may sign a command of this kind beside who asks for it in ``role``: in the same, but for :data:`BESIDE`."""
    return bool(staff.roles & BESIDE.get(kind, {role}))


def second_refusal(envelope: Envelope, why: str) -> Refused | None:
    """The objection to nobody having signed beside the member of staff who asks; ``why`` somebody must."""
    if any(signature.staff != envelope.by.id for signature in envelope.signatures):
        return None
    return house(
        "second",
        f"{why}; expected the signature of a second member of staff beside that of {envelope.by.id} ('--second', or 'tombo staff sign')",
    )


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
        return house("staff", f"there is no role {command.role!r}; expected one of {', '.join(ROLES)}")
    if first and command.role != MANAGER:
        return house(
            "staff", f"the first grant of a ledger is of {MANAGER!r}, who grants the rest; not {command.role!r}"
        )
    if command.staff in {envelope.by.id, *(signature.staff for signature in envelope.signatures)} and not first:
        return house("staff", f"{command.staff} asks for a role of his own; expected another manager")
    stream = staff_stream(command.staff)
    staff: Staff | None = view(stream)
    if staff is not None and command.role in staff.roles:
        return house("staff", f"{command.staff} has the role {command.role!r} already")
    objection = alone_refusal(envelope, view, "gives no role", command.staff)
    return objection or Decision(((stream, RoleGranted(role=command.role)),))


def alone_refusal(envelope: Envelope, view: View, what: str, but: str | None = None) -> Refused | None:
    """The objection to one manager alone giving what makes another person, where there are others; ``but``: whoever does not count.

    There are others also where he alone took the role or key of theirs away, until the root key vouches for him: to take is quick,
    and nobody makes himself the only manager by it.
    """
    first: Staff | None = view(staff_stream(envelope.by.id))
    took = first.took if first is not None else frozenset[str]()
    for stream in view.streams("staff"):
        name, other = local(stream), view(stream)
        if name in {envelope.by.id, but}:
            continue
        if MANAGER in other.roles and other.key is not None:
            return second_refusal(envelope, f"where there are several managers, one alone {what}")
    for name in sorted(took - {envelope.by.id, but}):
        taken: Staff | None = view(staff_stream(name))
        if taken is not None and taken.managed:
            why = (
                f"{envelope.by.id} alone took the role or key of the manager {name}, and {what} alone until the root key vouches "
                f"for a new key of his ('tombo staff enrol {envelope.by.id} --root FILE')"
            )
            return second_refusal(envelope, why)
    return None


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
    reader = staff_stream(envelope.by.id)
    reason = view.words(command.reason, None, (reader, view.version(reader) + 1, "reason"))
    return Decision(((reader, CardsReadV2(hand=stream, reason=reason)),))


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
