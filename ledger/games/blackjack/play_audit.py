"""Whose the bets of a round of blackjack on record are, when they were placed, closed or turned down, and when silence decided for a hand, asked again (R805 r.9, r.12-13, r.24)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from typing import Any

from tombo.ledger.core.findings import Finding
from tombo.ledger.games.blackjack.betting import bet_objection
from tombo.ledger.games.blackjack.events import (
    BetPlaced,
    BetsClosed,
    BlackjackBetRefused,
    DecisionMade,
    DecisionRequested,
    RoundOpened,
)
from tombo.ledger.games.blackjack.hands import Asked
from tombo.ledger.games.blackjack.r805 import (
    GIVES,
    bets_are_open,
    betting_time_is_granted,
    betting_time_is_over,
    decision_time_is_granted,
    time_is_up,
)
from tombo.ledger.games.blackjack.said import door as said
from tombo.ledger.games.blackjack.state import evolve
from tombo.ledger.games.early import by_round
from tombo.ledger.games.game import AskedBy
from tombo.ledger.house.banked.acts import closes_alone, is_his_own, is_the_platforms
from tombo.ledger.house.banked.refusals import turned_down_falsely


def _opened(_: Sequence[Any], event: RoundOpened, asked: AskedBy) -> Finding | None:
    return betting_time_is_granted(event.terms, event.deadline, asked.occurred)


def _requested(before: Sequence[Any], event: DecisionRequested, asked: AskedBy) -> Finding | None:
    return decision_time_is_granted(evolve(None, before[0]), event.deadline, asked.occurred)


def _placed(before: Sequence[Any], event: BetPlaced, asked: AskedBy) -> Finding | None:
    deadline = before[0].deadline
    late = deadline is not None and asked.decided > deadline
    return is_his_own(asked.by, event.player) or (
        bets_are_open(evolve(None, before[0]), asked.decided) if late else None
    )


def _closed(before: Sequence[Any], _: BetsClosed, asked: AskedBy) -> Finding | None:
    opened = before[0]
    other = closes_alone(
        asked.by, opened.terms.table_kind, {one.player for one in before if isinstance(one, BetPlaced)}
    )
    return other or (None if asked.by.actor == "player" else betting_time_is_over(evolve(None, opened), asked.passed))


def _decided(before: Sequence[Any], event: DecisionMade, asked: AskedBy) -> Finding | None:
    if event.cause != "time_out":
        return is_his_own(asked.by, event.player)
    if (other := is_the_platforms(asked.by, event.player)) is not None:
        return other
    last = next((one for one in reversed(before) if isinstance(one, DecisionRequested)), None)
    put = None if last is None else Asked(last.seat, last.hand, last.deadline)
    return time_is_up(evolve(None, before[0])._replace(asked=put), event.seat, event.hand, asked.passed)


def _turned_down(before: Sequence[Any], event: BlackjackBetRefused, asked: AskedBy) -> Finding | None:
    round_ = reduce(evolve, before[1:], evolve(None, before[0]))
    due = partial(bet_objection, round_, event.seat, event.amount)
    return turned_down_falsely(event, due, asked, "R805 r.9", (said.BLACKJACK_BET_TWICE.about,))


OBJECTIONS, HEEDS = by_round(
    "blackjack",
    {
        BetPlaced: _placed,
        BetsClosed: _closed,
        BlackjackBetRefused: _turned_down,
        DecisionMade: _decided,
        DecisionRequested: _requested,
        RoundOpened: _opened,
    },
    GIVES,
)
"""How R805 r.9, r.12-13 and r.24 are asked of the entries of a round, and of which."""
