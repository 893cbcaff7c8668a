"""What may be asked of the log, judged."""

from __future__ import annotations

from base64 import b64encode
from typing import Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.core.findings import Finding, Refused
from tombo.ledger.house import said as shared
from tombo.ledger.house.log import said
from tombo.ledger.house.log.commands import ConfirmClock, DeclareLoss, DetachPeriod
from tombo.ledger.house.log.events import ClockConfirmed, LossDeclaredV2, PeriodDetached
from tombo.ledger.house.log.state import LOG_STREAM, Log
from tombo.ledger.house.rules import first_breach, house
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.staff.state import MANAGER, OFFICER, Staff, staff_stream
from tombo.ledger.seal.act import holds
from tombo.ledger.seal.keys import PublicKey, strict_base64
from tombo.ledger.seal.loss import Loss, check_loss
from tombo.ledger.seal.registry import root_name
from tombo.ledger.terms.every import shared_of
from tombo.ledger.terms.unit import Unit


def chips_are_of_the_ledger(log: Log | None, unit: Unit, regulation: str) -> Finding | None:
    """R803 r.43-44, R804 r.30-31, R805 r.37-38, R806 r.74-75, R807 r.31-32: nothing in a demonstration is money, or becomes it.

    So it has a ledger and an origin of its own (architecture, decision 20): no euro there, no chips but euro elsewhere.
    """
    if log is None or log.demo == (unit.currency is None):
        return None
    if unit.currency is not None:
        return Finding(shared_of(regulation).worthless, said.MONEY_IN_DEMO(currency=unit.currency))
    return Finding(shared_of(regulation).demo, said.DEMO_AMONG_MONEY())


def demo_refusal(view: View, unit: Unit, regulation: str) -> Refused | None:
    """The objection to a table whose chips are not of this ledger. Every hand and round begins at a table."""
    return first_breach(chips_are_of_the_ledger(view(LOG_STREAM), unit, regulation))


def money_refusal(view: View) -> Refused | None:
    """The objection to euro on an account in a ledger of demo play (architecture, decision 20; R806 r.74-75)."""
    log: Log | None = view(LOG_STREAM)
    if log is not None and log.demo:
        return house("demo", said.EURO_IN_DEMO())
    return None


def confirm_clock(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``confirm_clock``: by a manager. Whether clock and floor are what they are is seen under the lock, as it is sealed."""
    command: ConfirmClock = envelope.command
    objection = may(view, envelope.by, roles=(MANAGER,))
    if objection:
        return objection
    confirmed = ClockConfirmed(clock=command.clock, floor=command.floor, reason=command.reason)
    return Decision(((LOG_STREAM, confirmed),))


def declare_loss(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``declare_loss``: by the manager it names, signed by the second person it names, under the root key's signature."""
    command: DeclareLoss = envelope.command
    objection = loss_refusal(command.staff, command.second, envelope, view)
    if objection:
        return objection
    for who in (command.staff, command.second):
        staff: Staff | None = view(staff_stream(who))
        if staff is None or not staff.roles:
            return house("staff", said.LOSS_BY_WHO_HOLDS_NO_ROLE(who=who))
    log: Log = view(LOG_STREAM)
    try:
        loss = Loss.of(command)
    except ValueError:
        return house("signature", said.LOSS_HASH_MALFORMED())
    root = PublicKey(root_name(log.origin), strict_base64(log.root))
    try:
        check_loss(log.origin, loss, command.root_signature, root)
    except TamperedError:
        if holds(root, command.root_signature, loss.text(log.origin)):
            return house("signature", said.LOSS_DECLARED_TWICE_BY_ONE(who=loss.staff))
        unsigned = said.LOSS_UNSIGNED_BY_ROOT(first=loss.first_lost, last=loss.last_lost, key=root.vkey)
        return house("signature", unsigned)
    return Decision(((LOG_STREAM, LossDeclaredV2(**command.model_dump(exclude={"kind"}))),))


def loss_refusal(staff: str, second: str, envelope: Envelope, view: View) -> Refused | None:
    """The objection to who declares a loss: ``staff``, a manager, signed by ``second`` too. For two of whom one has no key the platform does."""
    by = envelope.by
    keyless = [who for who in (staff, second) if (found := view(staff_stream(who))) is None or found.key is None]
    if by.actor != "staff":
        if keyless:
            return may(view, by, platform=True)  # older than their keys: the root key answers for them
        actor = shared.ACTORS[by.actor]
        others = said.LOSS_DECLARED_FOR_OTHERS(staff=staff, second=second, actor=actor, who=by.id)
        return house("signature", others)
    objection = may(view, by, roles=(MANAGER,))
    if objection:
        return objection
    if by.id != staff or second == staff or second not in {signature.staff for signature in envelope.signatures}:
        return house("second", said.LOSS_SIGNED_BY_OTHERS(staff=staff, second=second, who=by.id))
    return None


def detach_period(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``detach_period``: by a manager and a second member of staff, of entries as the log's key signed them.

    An entry that says otherwise would have the verifier object for ever. Whether a copy has these entries is seen before it is asked for.
    """
    command: DetachPeriod = envelope.command
    objection = detach_refusal(command.second, envelope, view)
    if objection:
        return objection
    root = view.signed_root(command.size)
    if root is None or b64encode(root).decode() != command.root:
        return house("period", said.DETACHES_ANOTHER_TREE(size=command.size, root=command.root))
    detached = PeriodDetached(reason=command.reason, root=command.root, second=command.second, size=command.size)
    return Decision(((LOG_STREAM, detached),))


def detach_refusal(second: str, envelope: Envelope, view: View) -> Refused | None:
    """The objection to who detaches a period: a manager, and ``second``, another manager or an officer, each under his own signature."""
    by = envelope.by
    objection = may(view, by, roles=(MANAGER,))
    if objection:
        return objection
    staff: Staff | None = view(staff_stream(second))
    signed = {signature.staff for signature in envelope.signatures}
    if second == by.id or second not in signed or staff is None or not staff.roles & {MANAGER, OFFICER}:
        return house("second", said.DETACHED_BY_ONE(who=by.id, second=second))
    return None


DECIDERS: Final[dict[type, Decide]] = {
    ConfirmClock: confirm_clock,
    DeclareLoss: declare_loss,
    DetachPeriod: detach_period,
}
