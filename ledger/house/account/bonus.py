"""The bonus wallet: money of the operator's that a player stakes against the house, and that becomes his own by conversion alone.

One sum and one date for each account. It is never withdrawn, never adjusted, and never at a table or in a tournament, where other
players would win it. Which stakes it pays for the terms of a table say; on what conditions it is converted is the operator's, and no
rule of this ledger.
"""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import AMOUNT_MAX, Money
from tombo.ledger.core.said import euros
from tombo.ledger.house import said as shared
from tombo.ledger.house.account import said
from tombo.ledger.house.account.commands import ConvertBonus, ExpireBonus, GrantBonus
from tombo.ledger.house.account.decide import movement_refusal
from tombo.ledger.house.account.events import BonusConverted, BonusExpired, BonusGranted, Wallet
from tombo.ledger.house.account.state import Account, account_stream
from tombo.ledger.house.banked.state import held_in
from tombo.ledger.house.log.decide import money_refusal
from tombo.ledger.house.player.refusals import erased_refusal
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.times import heard, passed
from tombo.ledger.terms.unit import BonusUse


def chosen(use: BonusUse, account: Account, cents: int, at: int) -> Wallet:
    """The wallet that a player's first stake of a round, made at ``at``, leaves, and that the whole round moves then.

    One that covers the stake whole: of the two the one that the terms use first. ``cash`` where neither does.
    """
    if account.bonus < cents or at >= account.until:
        return "cash"
    return "bonus" if use == "first" or account.balance < cents else "cash"


def over(player: str, account: Account, at: int) -> Refused | None:
    """The objection to bonus being used at ``at``: its date has passed."""
    if at < account.until:
        return None
    return house("bonus", said.BONUS_OVER(player=player, until=account.until, at=at))


def grant_bonus(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``grant_bonus``: by the platform, until an instant ahead that takes nothing from the bonus there is, and revives none that is over."""
    command: GrantBonus = envelope.command
    player, until = command.player, command.until
    objection = (
        may(view, envelope.by, platform=True)
        or movement_refusal(view, player, command.amount)
        or erased_refusal(view, player)
    )
    if objection:
        return objection
    account, now = _account(view, player), view.now()
    if until <= now:
        return house("bonus", said.BONUS_WITHOUT_TIME(player=player, until=until, now=now))
    objection = _revived(view, account, passed(envelope.occurred, view))
    if objection:
        return objection
    if account.bonus and until < account.until:
        return house("bonus", said.BONUS_SHORTENED(player=player, holds=account.until, until=until))
    if account.bonus + command.amount.cents > AMOUNT_MAX:
        return _too_large(player, command.amount)
    granted = BonusGranted(amount=command.amount, reference=command.reference, until=until)
    return Decision(((account_stream(player), granted),))


def _revived(view: View, account: Account, at: int) -> Refused | None:
    """The objection to a new date at ``at`` where the old one has passed: what is left, or in play and comes back, would be usable again."""
    player, until = account.player, account.until
    if at < until:
        return None
    if account.bonus:
        return house("bonus", said.BONUS_LAPSED(player=player, until=until))
    for table in sorted(account.on_bonus):
        round_ = held_in(view, view(table), player)
        if round_ is not None:
            return house("bonus", said.BONUS_IN_PLAY(player=player, until=until, round=round_))
    return None


def convert_bonus(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``convert_bonus``: by the platform, of bonus that is there and whose date has not passed; of nobody who was erased, whose bonus expires."""
    command: ConvertBonus = envelope.command
    player, amount = command.player, command.amount
    objection = (
        may(view, envelope.by, platform=True) or movement_refusal(view, player, amount) or erased_refusal(view, player)
    )
    if objection:
        return objection
    account = _account(view, player)
    if account.bonus < amount.cents:
        above = said.CONVERSION_ABOVE_BONUS(player=player, bonus=euros(account.bonus), amount=euros(amount.cents))
        return house("overdraft", above)
    objection = over(player, account, heard(envelope.occurred, view))
    if objection:
        return objection
    if account.balance + amount.cents > AMOUNT_MAX:
        return _too_large(player, amount)
    return Decision(((account_stream(player), BonusConverted(amount=amount, reference=command.reference)),))


def expire_bonus(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``expire_bonus``: by the platform, of all that is left, once both clocks have passed its date."""
    command: ExpireBonus = envelope.command
    player = command.player
    objection = may(view, envelope.by, platform=True) or money_refusal(view)
    if objection:
        return objection
    if view(account_stream(player)) is None:
        return house("account", shared.NO_ACCOUNT(player=player))
    account, at = _account(view, player), passed(envelope.occurred, view)
    if not account.bonus:
        return house("bonus", said.NO_BONUS(player=player))
    if at < account.until:
        return house("bonus", said.BONUS_HOLDS(player=player, until=account.until, at=at))
    return Decision(((account_stream(player), BonusExpired(amount=Money(account.bonus))),))


def _account(view: View, player: str) -> Account:
    """The account of ``player``, which there is."""
    account: Account = view(account_stream(player))
    return account


def _too_large(player: str, amount: Money) -> Refused:
    return house("movement", shared.BALANCE_TOO_LARGE(amount=euros(amount.cents), player=player, most=AMOUNT_MAX))


DECIDERS: Final[dict[type, Decide]] = {
    ConvertBonus: convert_bonus,
    ExpireBonus: expire_bonus,
    GrantBonus: grant_bonus,
}
