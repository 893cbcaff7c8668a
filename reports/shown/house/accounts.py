"""A player's account: what it holds, its bonus, and each time it was set right."""

from __future__ import annotations

from typing import Any

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import NotFoundError, UsageError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.core.said import Told
from tombo.ledger.core.said import euros as sum_of
from tombo.ledger.core.words import OpenedWords
from tombo.ledger.house.account.events import AdjustedDown, AdjustedUp
from tombo.ledger.house.account.state import Account, account_stream, evolve
from tombo.ledger.house.rules import following
from tombo.reports.dispute import spoken
from tombo.reports.said.commands import account as said
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.shown import Shown, as_lines


def account(reader: Reader, player: str) -> Shown:
    """The account of ``player``; why it was set right for who has the key.

    Raises:
        UsageError: no player can be called that.
        NotFoundError: he has none.
        OutOfPlaceError: an entry that cannot follow.
    """
    state: Account | None = None
    found = list[Entry]()
    for entry in reader.follow(stream_of(player)):
        with following(entry):
            state = evolve(state, entry.event)
        if isinstance(entry.event, AdjustedUp | AdjustedDown):
            found.append(entry)
    found = reader.opened(found)
    if state is None:
        raise NotFoundError(said.NO_SUCH_ACCOUNT(player=player))
    document = {
        "player": player,
        "balance": state.balance,
        "bonus": state.bonus,
        "bonus_until": state.until if state.bonus else None,
        "adjustments": [_adjustment(entry) for entry in found],
    }
    held = said.ACCOUNT_HOLDS(player=player, balance=sum_of(state.balance))
    bonus = [said.BONUS_HELD(bonus=sum_of(state.bonus), until=state.until)] if state.bonus else []
    return Shown(document, as_lines(held, *bonus, *map(_told, found)))


def stream_of(player: str) -> str:
    """The stream of a player's account.

    Raises:
        UsageError: no player can be called that.
    """
    stream = account_stream(player)
    if not is_stream(stream):
        raise UsageError(said.NO_PLAYER_NAME(typed=repr(player)))
    return stream


def _adjustment(entry: Entry) -> dict[str, Any]:
    event = entry.event
    return {
        "log_index": entry.index,
        "recorded": entry.recorded,
        "amount": event.amount.cents,
        "up": isinstance(event, AdjustedUp),
        "by": entry.by.id,
        "reason": event.reason.text if isinstance(event.reason, OpenedWords) else None,
    }


def _told(entry: Entry) -> Told:
    row = said.WAS_ADJUSTED_UP if isinstance(entry.event, AdjustedUp) else said.WAS_ADJUSTED_DOWN
    amount, reason = sum_of(entry.event.amount.cents), spoken(entry.event.reason)
    return row(amount=amount, at=entry.recorded, index=entry.index, who=entry.by.id, reason=reason)
