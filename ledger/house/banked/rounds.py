"""What every game against the house asks of its table: a new round, its end, and what bets and prizes move beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from tombo.ledger.core.command import View
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import table_of
from tombo.ledger.house.account.bonus import chosen, over
from tombo.ledger.house.account.decide import debited
from tombo.ledger.house.account.events import Wallet
from tombo.ledger.house.account.state import Account, account_stream, credited
from tombo.ledger.house.banked import said
from tombo.ledger.house.banked.events import (
    BetTimed,
    RoundEnded,
    RoundStarted,
)
from tombo.ledger.house.banked.state import BankedTable, alone_at, banked_stream, held_after, open_table
from tombo.ledger.house.names import number_refusal
from tombo.ledger.house.player.refusals import erased_refusal
from tombo.ledger.house.rules import house
from tombo.ledger.house.ruleset.decide import withdrawn_refusal
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.times import heard
from tombo.ledger.terms.law import BankedTermsBase


class NewRound(NamedTuple):
    """A round about to begin: its stream, and the event of its table that goes into the same commit."""

    stream: str
    number: int
    table: BankedTable
    started: tuple[str, EventBase]


def new_round(view: View, by: By, table: str, game: str) -> NewRound | Refused:
    """The next round of ``table``, which must play ``game`` and have none under way.

    By the platform, or by a player who is alone there (R803 r.15, R804 r.15, R805 r.13).
    """
    found = open_table(view, table)
    if isinstance(found, Refused):
        return found
    objection = may(view, by, player=alone_at(found), platform=True) or _begins_no_more(view, found)
    if objection:
        return objection
    if found.terms.game != game:
        return house("table", said.BANKED_TABLE_OF_ANOTHER_GAME(game=game, plays=found.terms.game, table=table))
    if found.round is not None:
        return house("table", said.BANKED_ROUND_UNDER_WAY(round=found.round))
    number = found.number + 1
    objection = number_refusal(table, number)
    if objection:
        return objection
    stream = f"{game}:{table}/{number}"
    return NewRound(stream, number, found, (banked_stream(table), RoundStarted(number=number, round=stream)))


def _begins_no_more(view: View, table: BankedTable) -> Refused | None:
    """The objection to another round under withdrawn rules, unless it decides what the last one left in prison."""
    if table.round is None and held_after(view, table):
        return None
    return withdrawn_refusal(view, table.ruleset.id)


def takes_no_bet(view: View, table: BankedTable, imprisoned: Sequence[object]) -> Refused | None:
    """The objection to a bet under withdrawn rules in a round that decides the stakes ``imprisoned`` before it."""
    return withdrawn_refusal(view, table.ruleset.id) if imprisoned else None


def round_ended(stream: str, bettors: Iterable[str], outcome: Literal["settled", "voided"]) -> tuple[str, EventBase]:
    """What the end of the round ``stream`` does to its table, for the commit that settles or voids it."""
    ended = RoundEnded(bets=sorted(set(bettors)), outcome=outcome, round=stream)
    return banked_stream(table_of(stream)), ended


def staked(
    view: View,
    terms: BankedTermsBase,
    player: str,
    amount: int,
    *,
    stream: str,
    version: int,
    occurred: int | None,
    plays_on: bool = False,
) -> list[tuple[str, EventBase]] | Refused:
    """What a bet at ``version`` of the round moves beside it, for its commit.

    The stake leaves the wallet of the player's that the round moves; at a table of one player the instant is kept.
    ``plays_on``: it goes on with a hand that an earlier bet began: bet 2, a double, a split, insurance.
    """
    wallet = (
        wallet_of_round(view, terms, player, stream)
        if plays_on
        else _wallet_of_stake(view, terms, player, amount, stream=stream, occurred=occurred)
    )
    if isinstance(wallet, Refused):
        return wallet
    movement = _charged(view, terms, player, amount, stream=stream, version=version, wallet=wallet)
    table: BankedTable = view(banked_stream(table_of(stream)))
    if isinstance(movement, Refused) or table.terms.table_kind == "multi":
        return movement
    return [*movement, (banked_stream(table_of(stream)), BetTimed(at=occurred, player=player))]


def taken_back(
    view: View, terms: BankedTermsBase, player: str, amount: int, *, stream: str, version: int
) -> list[tuple[str, EventBase]] | Refused:
    """``amount`` of what the round paid a player leaves the same wallet again, for what ``version`` of the round says."""
    wallet = wallet_of_round(view, terms, player, stream)
    return _charged(view, terms, player, amount, stream=stream, version=version, wallet=wallet)


def _charged(
    view: View, terms: BankedTermsBase, player: str, amount: int, *, stream: str, version: int, wallet: Wallet
) -> list[tuple[str, EventBase]] | Refused:
    """``amount`` leaves a wallet of the player's; demo chips have no account."""
    if terms.unit.currency is None:
        return []
    movement = debited(view, player, amount, cause=stream, cause_version=version, wallet=wallet)
    return movement if isinstance(movement, Refused) else [movement]


def paid(
    view: View, terms: BankedTermsBase, player: str, amount: int, *, stream: str, version: int
) -> list[tuple[str, EventBase]]:
    """What the round pays comes back to the wallet that the player staked of: prize and stake returned, or a refund."""
    if terms.unit.currency is None:
        return []
    wallet = wallet_of_round(view, terms, player, stream)
    return credited(player, amount, cause=stream, cause_version=version, wallet=wallet)


def held_for(view: View, terms: BankedTermsBase, player: str, stream: str) -> int | None:
    """The cents in the wallet of the player's that the round moves; None of demo chips, of which there is no account."""
    if terms.unit.currency is None:
        return None
    account: Account | None = view(account_stream(player))
    return 0 if account is None else account.held(wallet_of_round(view, terms, player, stream))


# One wallet for each player and round, whatever becomes of his bets in it. His first stake chooses it, by the terms of the table; every
# other debit and credit is of the same: what is short there is refused though the other has enough, and what a bonus wins is bonus until
# it is converted. While something of his is in prison at a table, the rounds after it go on with that wallet (decision 0035, 15).


def wallet_of_round(view: View, terms: BankedTermsBase, player: str, stream: str) -> Wallet:
    """The wallet of the player's that the round moves, in which he has a stake or left one before it."""
    account: Account | None = None if terms.bonus is None else view(account_stream(player))
    return "cash" if account is None else account.wallet_at(banked_stream(table_of(stream)))


def _wallet_of_stake(
    view: View, terms: BankedTermsBase, player: str, amount: int, *, stream: str, occurred: int | None
) -> Wallet | Refused:
    """The wallet that a stake in the round leaves, of which it begins something.

    Nothing is staked of a bonus whose date has passed, and nothing by who was erased: of his there is a bonus at most.
    """
    account: Account | None = None if terms.bonus is None else view(account_stream(player))
    if account is None or terms.bonus is None:
        return "cash"
    objection = erased_refusal(view, player)
    if objection:
        return objection
    at, round_ = heard(occurred, view), view(stream)
    if player not in {*round_.bettors, *round_.holding}:
        return chosen(terms.bonus, account, amount, at)
    wallet = wallet_of_round(view, terms, player, stream)
    objection = over(player, account, at) if wallet == "bonus" else None
    return objection or wallet
