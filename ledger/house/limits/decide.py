"""What may be asked of the house's limits, judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.core.said import euros
from tombo.ledger.house.account import said as account_said
from tombo.ledger.house.limits import said
from tombo.ledger.house.limits.commands import SetLimits
from tombo.ledger.house.limits.events import LimitsSet
from tombo.ledger.house.limits.state import LIMITS_STREAM, limits
from tombo.ledger.house.log.decide import money_refusal
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff.authority import may, second_refusal
from tombo.ledger.house.staff.state import MANAGER, Staff, staff_stream

CEILING: Final = Money(1_000_000_00)
"""No limit is set beyond it: a mistyped number must not be one without a limit."""


def set_limits(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``set_limits``: by two managers, in order, and below the ceiling."""
    command: SetLimits = envelope.command
    objection = (
        may(view, envelope.by, roles=(MANAGER,))
        or money_refusal(view)
        or second_refusal(envelope, said.LIMITS_BY_TWO())
    )
    if objection:
        return objection
    alone, alone_sum, most = command.compensation_alone, command.compensation_alone_sum, command.compensation_most
    if not alone <= alone_sum <= most <= CEILING:
        unordered = said.LIMITS_OUT_OF_ORDER(
            alone=euros(alone.cents),
            alone_sum=euros(alone_sum.cents),
            most=euros(most.cents),
            ceiling=euros(CEILING.cents),
        )
        return house("limit", unordered)
    event = LimitsSet(compensation_alone=alone, compensation_alone_sum=alone_sum, compensation_most=most)
    return Decision(((LIMITS_STREAM, event),))


def compensation_refusal(envelope: Envelope, view: View, dispute: str, paid: Money) -> Refused | None:
    """The objection to ``paid`` for the claim ``dispute``: too much at all, or too much for those who signed."""
    found, amount = limits(view), euros(paid.cents)
    if paid.cents > found.most:
        return house("limit", said.COMPENSATION_ABOVE_LIMIT(amount=amount, most=euros(found.most)))
    staff: Staff | None = view(staff_stream(envelope.by.id))
    given = 0 if staff is None else staff.alone
    if paid.cents > found.alone:
        return second_refusal(envelope, said.COMPENSATION_BEYOND_ALONE(amount=amount, most=euros(found.alone)))
    if given + paid.cents > found.alone_sum:
        beyond = said.COMPENSATIONS_BEYOND_ALONE(
            who=envelope.by.id, given=euros(given), amount=amount, most=euros(found.alone_sum)
        )
        return second_refusal(envelope, beyond)
    if staff is not None and dispute in staff.opened:
        return second_refusal(envelope, said.COMPENSATION_BY_OPENER(who=envelope.by.id, dispute=dispute))
    return None


def adjustment_refusal(envelope: Envelope, view: View, amount: Money) -> Refused | None:
    """The objection to an account being adjusted by ``amount``: not by two managers, by nothing, or by more than the house gives for a complaint."""
    objection = may(view, envelope.by, roles=(MANAGER,)) or second_refusal(envelope, said.ADJUSTMENT_BY_TWO())
    if objection:
        return objection
    if not amount.cents:
        return house("movement", account_said.MOVEMENT_OF_NOTHING(amount=euros(0)))
    most = limits(view).most
    if amount.cents > most:
        return house("limit", said.ADJUSTMENT_ABOVE_LIMIT(amount=euros(amount.cents), most=euros(most)))
    return None


def repeated_refusal(envelope: Envelope, view: Callable[[str], Any], before: Money, paid: Money) -> Refused | None:
    """The objection to ``paid`` beside what was given ``before`` for the same thing, by another dispute: it is one claim."""
    found, total = limits(view), before + paid
    amount, given = euros(paid.cents), euros(before.cents)
    if total.cents > found.most:
        return house("limit", said.CLAIM_ABOVE_LIMIT(amount=amount, before=given, most=euros(found.most)))
    if total.cents > found.alone:
        beyond = said.CLAIM_BEYOND_ALONE(amount=amount, before=given, most=euros(found.alone))
        return second_refusal(envelope, beyond)
    return None


DECIDERS: Final[dict[type, Decide]] = {SetLimits: set_limits}
