"""The reversal of a compensation: its own act, by two officers, under a rule. It takes nothing out of the record and adds what undoes it."""

from __future__ import annotations

from typing import Final

from ledger.core.command import Decide, Decision, Envelope, View
from ledger.core.findings import Refused
from ledger.core.money import Money
from ledger.house.account.events import CompensationReversed
from ledger.house.account.state import Account, account_stream
from ledger.house.dispute.commands import ReverseCompensation
from ledger.house.dispute.events import ResolutionReversed
from ledger.house.dispute.state import Dispute, dispute_stream
from ledger.house.log.decide import money_refusal
from ledger.house.rules import house
from ledger.house.staff.authority import may, second_refusal
from ledger.house.staff.state import OFFICER


def reverse_compensation(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``reverse_compensation``: by two officers, once, all of what was given, while the player still has it."""
    command: ReverseCompensation = envelope.command
    objection = (
        may(view, envelope.by, roles=(OFFICER,))
        or money_refusal(view)
        or second_refusal(envelope, "a compensation is taken back by two officers")
    )
    if objection:
        return objection
    stream = dispute_stream(command.dispute)
    dispute: Dispute | None = view(stream)
    given = 0 if dispute is None else dispute.compensation
    if dispute is None or not given:
        return house(
            "dispute", f"the dispute {command.dispute} gave nothing; expected one that was resolved with a compensation"
        )
    if dispute.reversed:
        return house("dispute", f"the compensation of {command.dispute} is taken back already")
    if command.amount.cents != given:
        return house("dispute", f"{command.amount} of {command.dispute}; expected {Money(given)}, which was given")
    account: Account = view(account_stream(dispute.player))
    if account.balance < given:
        return house(
            "overdraft",
            f"{dispute.player} has {Money(account.balance)} on account; {command.amount} are to be taken back",
        )
    version = view.version(stream) + 1
    said = ResolutionReversed(cause=command.cause, compensation=command.amount, rule=command.rule)
    taken = CompensationReversed(amount=command.amount, dispute=stream, dispute_version=version)
    return Decision(((stream, said), (account_stream(dispute.player), taken)))


DECIDERS: Final[dict[type, Decide]] = {ReverseCompensation: reverse_compensation}
