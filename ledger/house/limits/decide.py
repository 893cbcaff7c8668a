"""What may be asked of the house's limits, judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ledger.core.command import Decide, Decision, Envelope, View
from ledger.core.findings import Refused
from ledger.core.money import Money
from ledger.house.limits.commands import SetLimits
from ledger.house.limits.events import LimitsSet
from ledger.house.limits.state import LIMITS_STREAM, limits
from ledger.house.log.decide import money_refusal
from ledger.house.rules import house
from ledger.house.staff.authority import may, second_refusal
from ledger.house.staff.state import MANAGER, Staff, staff_stream

CEILING: Final = Money(1_000_000_00)
"""No limit is set beyond it: a mistyped number must not be one without a limit."""


def set_limits(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``set_limits``: by two managers, in order, and below the ceiling."""
    command: SetLimits = envelope.command
    objection = (
        may(view, envelope.by, roles=(MANAGER,))
        or money_refusal(view)
        or second_refusal(envelope, "limits are set by two managers")
    )
    if objection:
        return objection
    alone, alone_sum, most = command.compensation_alone, command.compensation_alone_sum, command.compensation_most
    if not alone <= alone_sum <= most <= CEILING:
        return house(
            "limit",
            f"{alone} alone, {alone_sum} alone in all, {most} at most; expected each at most the next, {CEILING} the last",
        )
    event = LimitsSet(compensation_alone=alone, compensation_alone_sum=alone_sum, compensation_most=most)
    return Decision(((LIMITS_STREAM, event),))


def compensation_refusal(envelope: Envelope, view: View, dispute: str, paid: Money) -> Refused | None:
    """The objection to ``paid`` for the claim ``dispute``: too much at all, or too much for those who signed."""
    found = limits(view)
    if paid.cents > found.most:
        return house(
            "limit", f"{paid} for one claim; expected {Money(found.most)} at most, as 'tombo staff limits' shows"
        )
    staff: Staff | None = view(staff_stream(envelope.by.id))
    given = 0 if staff is None else staff.alone
    if paid.cents > found.alone:
        return second_refusal(envelope, f"{paid} is beyond {Money(found.alone)}, which one person may give alone")
    if given + paid.cents > found.alone_sum:
        said = f"{envelope.by.id} has given {Money(given)} alone; with {paid} that is beyond {Money(found.alone_sum)}"
        return second_refusal(envelope, said)
    if staff is not None and dispute in staff.opened:
        return second_refusal(
            envelope, f"{envelope.by.id} opened the dispute {dispute} himself, and gives money for it"
        )
    return None


def repeated_refusal(envelope: Envelope, view: Callable[[str], Any], before: Money, paid: Money) -> Refused | None:
    """The objection to ``paid`` beside what was given ``before`` for the same thing, by another dispute: it is one claim."""
    found, total = limits(view), before + paid
    said = f"{paid} beside {before}, given before for the same,"
    if total.cents > found.most:
        return house("limit", f"{said} is beyond {Money(found.most)}, the most for one claim")
    if total.cents > found.alone:
        return second_refusal(envelope, f"{said} is beyond {Money(found.alone)}, which one person may give alone")
    return None


DECIDERS: Final[dict[type, Decide]] = {SetLimits: set_limits}
