"""Enrolment: whose key is whose. A key is asked for by whom the ledger trusts already, and proves that somebody holds it."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.errors import MalformedError
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.log.state import LOG_STREAM, Log
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff import said
from tombo.ledger.house.staff.authority import alone_refusal, has_role, may, second_refusal, told_of
from tombo.ledger.house.staff.commands import EnrolKey, WithdrawKey
from tombo.ledger.house.staff.events import StaffKeyEnrolled, StaffKeyWithdrawn
from tombo.ledger.house.staff.state import MANAGER, Staff, staff_stream
from tombo.ledger.seal.act import enrolled_text, holds, staff_key
from tombo.ledger.seal.keys import PublicKey, strict_base64
from tombo.ledger.seal.registry import root_name


def enrol_key(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``enrol_key``: by whom it is asked for, for whom, and whether he holds the key."""
    command: EnrolKey = envelope.command
    stream = staff_stream(command.staff)
    staff: Staff | None = view(stream)
    if staff is None or not staff.roles:
        return house("staff", said.KEY_WITHOUT_ROLE(staff=command.staff))
    objection = _authority_refusal(envelope, view, staff) or _key_refusal(view, command)
    if objection:
        return objection
    if command.key in staff.keys:
        return house("staff", said.KEY_ENROLLED_BEFORE(staff=command.staff, key=command.key))
    enrolled = StaffKeyEnrolled(
        key=command.key,
        possession=command.possession,
        public=command.public,
        root_signature=command.root_signature,
    )
    return Decision(((stream, enrolled),))


def _authority_refusal(envelope: Envelope, view: View, staff: Staff) -> Refused | None:
    """The objection to who asks: the platform for the first key, the root key for a manager's, else managers, for somebody else.

    Who enrols a key for somebody can be him. So where there are several managers one alone does not, nor for who was one of them.
    """
    command: EnrolKey = envelope.command
    if command.root_signature is not None:
        if MANAGER not in staff.roles:
            return house("staff", said.ROOT_KEY_FOR_OTHER(staff=command.staff))
        log: Log = view(LOG_STREAM)
        text = enrolled_text(log.origin, command.staff, command.public)
        if not holds(PublicKey(root_name(log.origin), strict_base64(log.root)), command.root_signature, text):
            return house("signature", said.NOT_OF_ROOT_KEY(staff=command.staff))
        return may(view, envelope.by, platform=True)
    if not any((told_of(view, other) or Staff()).keys for other in view.streams("staff")):
        if MANAGER not in staff.roles:
            return house("staff", said.FIRST_KEY_OF_OTHER(staff=command.staff))
        return may(view, envelope.by, platform=True)
    if envelope.by.id == command.staff and has_role(view, envelope.by, MANAGER):
        return house("staff", said.OWN_KEY(staff=command.staff))
    objection = may(view, envelope.by, roles=(MANAGER,))
    if objection is None and staff.managed and staff.keys:
        return second_refusal(envelope, said.KEY_OF_FORMER_MANAGER(staff=command.staff))
    return objection or alone_refusal(envelope, view, "key")


def _key_refusal(view: View, command: EnrolKey) -> Refused | None:
    """The objection to the key itself: none, under another id, or nobody holds it."""
    origin = view(LOG_STREAM).origin
    try:
        key = staff_key(origin, command.staff, command.public)
    except MalformedError:
        return house("signature", said.STAFF_KEY_UNUSABLE(staff=command.staff))
    if key.key_id.hex() != command.key:
        other = said.KEY_OF_OTHER_ID(staff=command.staff, found=key.key_id.hex(), key=command.key)
        return house("signature", other)
    if not holds(key, command.possession, enrolled_text(origin, command.staff, command.public)):
        return house("signature", said.KEY_HELD_BY_NOBODY(key=command.key, staff=command.staff))
    return None


def withdraw_key(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``withdraw_key``: by a manager, or by him whose key it is."""
    command: WithdrawKey = envelope.command
    own = envelope.by.actor == "staff" and envelope.by.id == command.staff
    staff: Staff | None = view(staff_stream(command.staff))
    objection = may(view, envelope.by, roles=tuple(sorted(staff.roles)) if own and staff else (MANAGER,))
    if objection:
        return objection
    if staff is None or staff.key is None or staff.key.key != command.key:
        return house("staff", said.KEY_NOT_IN_USE(staff=command.staff, key=command.key))
    return Decision(((staff_stream(command.staff), StaffKeyWithdrawn(key=command.key)),))


DECIDERS: Final[dict[type, Decide]] = {EnrolKey: enrol_key, WithdrawKey: withdraw_key}
