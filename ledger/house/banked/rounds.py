"""What every game against the house asks of its table: a new round, its end, and what bets and prizes move beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from tombo.ledger.core.command import View
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import table_of
from tombo.ledger.house.account.decide import debited
from tombo.ledger.house.account.state import credited
from tombo.ledger.house.banked import said
from tombo.ledger.house.banked.events import (
    BetTimed,
    RoundEnded,
    RoundStarted,
)
from tombo.ledger.house.banked.state import BankedTable, alone_at, banked_stream, held_after, open_table
from tombo.ledger.house.names import number_refusal
from tombo.ledger.house.rules import house
from tombo.ledger.house.ruleset.decide import withdrawn_refusal
from tombo.ledger.house.staff.authority import may
from tombo.ledger.terms.unit import Unit


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
    view: View, unit: Unit, player: str, amount: int, *, stream: str, version: int, occurred: int | None
) -> list[tuple[str, EventBase]] | Refused:
    """What a bet at ``version`` of the round moves beside it, for its commit.

    The stake leaves the player's account; at a table of one player the instant is kept.
    """
    movement = charged(view, unit, player, amount, stream=stream, version=version)
    table: BankedTable = view(banked_stream(table_of(stream)))
    if isinstance(movement, Refused) or table.terms.table_kind == "multi":
        return movement
    return [*movement, (banked_stream(table_of(stream)), BetTimed(at=occurred, player=player))]


def charged(
    view: View, unit: Unit, player: str, amount: int, *, stream: str, version: int
) -> list[tuple[str, EventBase]] | Refused:
    """``amount`` leaves the player's account for what ``version`` of the round says; demo chips have no account."""
    if unit.currency is None:
        return []
    movement = debited(view, player, amount, cause=stream, cause_version=version)
    return movement if isinstance(movement, Refused) else [movement]


def paid(unit: Unit, player: str, amount: int, *, stream: str, version: int) -> list[tuple[str, EventBase]]:
    """What the round pays comes back to the player's account: prize and stake returned, or a refund."""
    return [] if unit.currency is None else credited(player, amount, cause=stream, cause_version=version)
