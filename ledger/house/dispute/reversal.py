"""The reversal of a compensation: its own act, by two officers, under a rule. It takes nothing out of the record and adds what undoes it."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.said import euros
from tombo.ledger.house.account.events import CompensationReversed
from tombo.ledger.house.account.state import Account, account_stream
from tombo.ledger.house.dispute import said
from tombo.ledger.house.dispute.commands import ReverseCompensation
from tombo.ledger.house.dispute.events import ResolutionReversed
from tombo.ledger.house.dispute.state import Dispute, dispute_stream
from tombo.ledger.house.log.decide import money_refusal
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff.authority import may, second_refusal
from tombo.ledger.house.staff.state import OFFICER


def reverse_compensation(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``reverse_compensation``: by two officers, once, all of what was given, while the player still has it."""
    command: ReverseCompensation = envelope.command
    objection = (
        may(view, envelope.by, roles=(OFFICER,))
        or money_refusal(view)
        or second_refusal(envelope, said.REVERSAL_BY_TWO())
    )
    if objection:
        return objection
    stream = dispute_stream(command.dispute)
    dispute: Dispute | None = view(stream)
    given = 0 if dispute is None else dispute.compensation
    if dispute is None or not given:
        return house("dispute", said.DISPUTE_GAVE_NOTHING(dispute=command.dispute))
    if dispute.reversed:
        return house("dispute", said.COMPENSATION_TAKEN_BACK(dispute=command.dispute))
    if command.amount.cents != given:
        amount = euros(command.amount.cents)
        return house(
            "dispute", said.REVERSAL_OF_OTHER_AMOUNT(amount=amount, dispute=command.dispute, given=euros(given))
        )
    account: Account = view(account_stream(dispute.player))
    if account.balance < given:
        balance = euros(account.balance)
        return house(
            "overdraft", said.REVERSAL_ABOVE_BALANCE(player=dispute.player, balance=balance, amount=euros(given))
        )
    version = view.version(stream) + 1
    resolution = ResolutionReversed(cause=command.cause, compensation=command.amount, rule=command.rule)
    taken = CompensationReversed(amount=command.amount, dispute=stream, dispute_version=version)
    return Decision(((stream, resolution), (account_stream(dispute.player), taken)))


DECIDERS: Final[dict[type, Decide]] = {ReverseCompensation: reverse_compensation}
