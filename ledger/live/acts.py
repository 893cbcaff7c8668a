"""Acts of staff at the live door: whoever says that he is a member of staff proves it, and the proof goes on record.

``judge`` stands between the door and every decider (``docs/decisions/0022``). A command of staff is judged only if everybody who
signed it holds the role in which it is asked for, and signed this very command with the key enrolled for him; each signature is
recorded in the signer's own stream, in the commit of what it led to. A player's or the platform's command bears none.
"""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from tombo.ledger.catalogue import decided, full_digest
from tombo.ledger.core.command import CommandBase, Decision, Envelope, Signature, View
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import MalformedError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import Base64, CommandId, Hex8, Hex16, Hex32, LocalId, StreamId
from tombo.ledger.core.money import Money
from tombo.ledger.house import said as shared
from tombo.ledger.house.dispute.events import Citation
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff import said as staff_said
from tombo.ledger.house.staff.authority import stands_beside
from tombo.ledger.house.staff.events import ActSigned
from tombo.ledger.house.staff.state import Staff, StaffKey, staff_stream
from tombo.ledger.live import said as live_said
from tombo.ledger.live.expected import elsewhere
from tombo.ledger.seal.act import Act, Request, holds, said, sign_act, staff_key
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.terms.every import OneOf

_NAMES: Final = (Base64, Citation, CommandId, Hex8, Hex16, Hex32, LocalId, StreamId)
"""The types of text that name something. Any other text is free, or a card, and is not for every reader of the log."""


def judge(envelope: Envelope, view: View, origin: str) -> Decision | Refused:
    """What becomes of ``envelope``: as its decider judges it, once whoever signed is who he says.

    The live door judges every command by this, and by nothing else.
    """
    if envelope.expected_version is not None and (objection := elsewhere(envelope, view, envelope.expected_version)):
        return objection
    if envelope.by.actor != "staff":
        if envelope.signatures:
            actor = shared.ACTORS[envelope.by.actor]
            return house("signature", live_said.SIGNED_WITHOUT_STAFF(actor=actor, who=envelope.by.id))
        return decided(envelope, view)
    objection = _unsigned(envelope, view, origin)
    if objection:
        return objection
    outcome = decided(envelope, view)
    if isinstance(outcome, Refused):
        return outcome
    signed: list[tuple[str, EventBase]] = [
        (staff_stream(signature.staff), _signed(envelope, signature)) for signature in envelope.signatures
    ]
    streams = {stream for stream, _ in signed}
    states = {stream: state for stream, state in outcome.states.items() if stream not in streams}
    return Decision((*outcome.events, *signed), outcome.openings, states)


def sign(envelope: Envelope, staff: str, key: PrivateKey, origin: str) -> Envelope:
    """``envelope`` with the signature of ``staff`` beside those it has; one that he gave before gives way."""
    signature = Signature(key=key.key_id.hex(), signature=sign_act(act_of(envelope, staff, origin), key), staff=staff)
    others = tuple(given for given in envelope.signatures if given.staff != staff)
    return envelope._replace(signatures=(*others, signature))


def is_true(envelope: Envelope, signature: Signature, key: StaffKey, origin: str) -> bool:
    """Whether ``signature`` is over this very command, by ``key``, the one that is enrolled for its signer.

    Raises:
        MalformedError: under that key a signature proves nothing.
    """
    name = signature.staff
    text = act_of(envelope, name, origin).text
    return signature.key == key.key and holds(staff_key(origin, name, key.public), signature.signature, text)


def act_of(envelope: Envelope, staff: str, origin: str) -> Act:
    """What ``staff`` signs of ``envelope``."""
    return Act(
        origin,
        envelope.command_id,
        full_digest(envelope),
        staff,
        envelope.by.role,
        request_of(envelope.command),
    )


def request_of(command: CommandBase) -> Request:
    """What ``command`` asks for, as far as it may stand in the open: kind, names, choices, numbers, amounts in cents.

    Of terms and structures their SHA-256. Free text is left out, and so are cards and lists: the digest covers them.
    """
    return {name: said(getattr(command, name)) for name in told_of(type(command))}


@cache
def told_of(command: type[CommandBase]) -> tuple[str, ...]:
    """The fields of a class of commands that its request tells, ``kind`` among them."""
    hints = get_type_hints(command, include_extras=True)
    return tuple(name for name in command.model_fields if _is_open(hints[name]))


def _is_open(hint: Any) -> bool:
    """Whether a field of this type may stand in a request."""
    if hint in _NAMES or hint in {int, bool, type(None), Money}:
        return True
    if isinstance(hint, type):
        return issubclass(hint, BaseModel)
    of, parts = get_origin(hint), get_args(hint)
    if of is Annotated:
        listed = [_is_open(part.closed) for part in parts if isinstance(part, OneOf)]
        return all(listed) if listed else parts[0] is not str and _is_open(parts[0])
    return of is Literal or (of in {Union, UnionType} and all(map(_is_open, parts)))


def _unsigned(envelope: Envelope, view: View, origin: str) -> Refused | None:
    """The objection to the signatures of an act of staff: his own first, each of another person, in the role, and true."""
    by, signatures = envelope.by, envelope.signatures
    if not signatures or signatures[0].staff != by.id:
        return house("signature", live_said.UNSIGNED(who=by.id, role=str(by.role)))
    if len({signature.staff for signature in signatures}) < len(signatures):
        return house("signature", live_said.SIGNED_TWICE_BY_ONE())
    for signature in signatures:
        objection = _untrue(envelope, signature, view, origin)
        if objection:
            return objection
    return None


def _untrue(envelope: Envelope, signature: Signature, view: View, origin: str) -> Refused | None:
    """The objection to one signature."""
    name, role = signature.staff, envelope.by.role
    staff: Staff | None = view(staff_stream(name))
    if staff is None or staff.key is None:
        return house("signature", live_said.SIGNER_WITHOUT_KEY(who=name))
    if staff.key.key != signature.key:
        other = live_said.SIGNED_WITH_OTHER_KEY(who=name, key=signature.key, expected=staff.key.key)
        return house("signature", other)
    try:
        true = is_true(envelope, signature, staff.key, origin)
    except MalformedError:
        return house("signature", staff_said.STAFF_KEY_UNUSABLE(staff=name))
    if not true:
        other = live_said.SIGNED_OVER_OTHER_COMMAND(who=name, command=envelope.command_id)
        return house("signature", other)
    if name != envelope.by.id and not stands_beside(staff, envelope.command.kind, role):
        without = live_said.SIGNER_WITHOUT_ROLE(who=name, asker=envelope.by.id, role=str(role))
        return house("authority", without)
    return None


def _signed(envelope: Envelope, signature: Signature) -> ActSigned:
    """What goes on record of a signature."""
    return ActSigned(
        digest=full_digest(envelope),
        key=signature.key,
        request=dict(request_of(envelope.command)),
        signature=signature.signature,
        signers=len(envelope.signatures),
    )
