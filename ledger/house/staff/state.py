"""Staff and their roles. A staff act names who and in which role; it is refused when the role was not granted.

That who asks is who he says, the live door sees before anything is judged (``tombo.ledger.live.acts``): here he is believed. What needs two
people is judged here, by the names under the signatures.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, assert_never

from tombo.ledger.house.staff.events import (
    ActSigned,
    CardsRead,
    CardsReadV2,
    RoleGranted,
    RoleWithdrawn,
    StaffEvent,
    StaffKeyEnrolled,
    StaffKeyWithdrawn,
)

MANAGER: Final = "manager"
"""Approves rulesets and grants roles."""


OFFICER: Final = "officer"
"""Reads closed cards of finished hands, opens and closes incidents, voids hands."""


ROLES: Final = (MANAGER, OFFICER)
"""All there are. A role is what some act needs; one that nothing needs cannot be granted."""


BESIDE: Final[Mapping[str, frozenset[str]]] = dict.fromkeys(
    ("declare_loss", "detach_period", "erase_person"), frozenset(ROLES)
)
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
