"""Setting an account right: an act of two managers, with a reason, where an error moved money and nothing else puts it back.

It is no way around the limits for complaints: no adjustment is larger than what the house gives at most. What a player was promised or won
is paid by what it rests on, a hand, a round, a tournament or a dispute.
"""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import AMOUNT_MAX
from tombo.ledger.core.said import euros
from tombo.ledger.house import said as shared
from tombo.ledger.house.account import said
from tombo.ledger.house.account.commands import AdjustDown, AdjustUp
from tombo.ledger.house.account.events import AdjustedDown, AdjustedUp
from tombo.ledger.house.account.state import Account, account_stream
from tombo.ledger.house.limits.decide import adjustment_refusal
from tombo.ledger.house.log.decide import money_refusal
from tombo.ledger.house.player.state import player_stream
from tombo.ledger.house.rules import house


def adjust(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``adjust_up`` and ``adjust_down``: by two managers, within the limits of the house, of nobody who was erased."""
    command: AdjustUp | AdjustDown = envelope.command
    player, cents = command.player, command.adjustment.cents
    objection = money_refusal(view) or adjustment_refusal(envelope, view, command.adjustment)
    if objection:
        return objection
    stream = account_stream(player)
    account: Account | None = view(stream)
    if account is None:
        return house("account", shared.NO_ACCOUNT(player=player))
    if view(player_stream(player)) is not None:
        return house("erasure", said.ADJUSTMENT_OF_ERASED(player=player))
    up = isinstance(command, AdjustUp)
    if up and account.balance + cents > AMOUNT_MAX:
        return house("movement", shared.BALANCE_TOO_LARGE(amount=euros(cents), player=player, most=AMOUNT_MAX))
    if not up and account.balance < cents:
        held = euros(account.balance)
        return house("overdraft", said.ADJUSTMENT_ABOVE_BALANCE(player=player, balance=held, amount=euros(cents)))
    reason = view.words(command.reason, player, (stream, view.version(stream) + 1, "reason"))
    event = (AdjustedUp if up else AdjustedDown)(amount=command.adjustment, reason=reason)
    return Decision(((stream, event),))


DECIDERS: Final[dict[type, Decide]] = {AdjustUp: adjust, AdjustDown: adjust}
