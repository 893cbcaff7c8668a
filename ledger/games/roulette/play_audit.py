"""Whose the bets of a spin on record are, and when they were placed and closed, and which were turned down, asked again (R804 r.9-14; R807 the same)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from typing import Any, Final

from tombo.ledger.core.findings import Finding
from tombo.ledger.games.early import by_round
from tombo.ledger.games.game import AskedBy
from tombo.ledger.games.roulette import said
from tombo.ledger.games.roulette.betting import bet_objection
from tombo.ledger.games.roulette.events import BetPlaced, BetsClosed, RoundOpened, SpinBetRefused
from tombo.ledger.games.roulette.r804 import bet_is_in_time, betting_time_is_granted, betting_time_is_over
from tombo.ledger.games.roulette.state import evolve
from tombo.ledger.house.banked.acts import closes_alone, is_his_own
from tombo.ledger.house.banked.refusals import turned_down_falsely
from tombo.ledger.terms.roulette import cited


def _opened(_: Sequence[Any], event: RoundOpened, asked: AskedBy) -> Finding | None:
    return betting_time_is_granted(event.terms, event.deadline, asked.occurred)


def _placed(before: Sequence[Any], event: BetPlaced, asked: AskedBy) -> Finding | None:
    deadline = before[0].deadline
    late = deadline is not None and asked.decided > deadline
    return is_his_own(asked.by, event.player) or (
        bet_is_in_time(evolve(None, before[0]), asked.decided) if late else None
    )


def _closed(before: Sequence[Any], _: BetsClosed, asked: AskedBy) -> Finding | None:
    opened = before[0]
    bettors = {one.player for one in before if isinstance(one, BetPlaced)}
    other = closes_alone(asked.by, opened.terms.table_kind, bettors)
    return other or (None if asked.by.actor == "player" else betting_time_is_over(evolve(None, opened), asked.passed))


def _turned_down(before: Sequence[Any], event: SpinBetRefused, asked: AskedBy) -> Finding | None:
    spin = reduce(evolve, before[1:], evolve(None, before[0]))
    due = partial(bet_objection, spin, event.player, event.chips, event.call)
    return turned_down_falsely(event, due, asked, cited(spin.terms, 9), OWN)


OWN: Final = frozenset(
    row.about
    for row in (said.SPIN_MIGHT_WIN_TOO_MUCH, said.SPIN_HAS_TOO_MANY_PLAYERS, said.SPIN_HAS_TOO_MANY_SIMPLE_STAKES)
)
"""What a spin itself objects to by rules of the house."""
OBJECTIONS, HEEDS = by_round(
    "roulette", {BetPlaced: _placed, BetsClosed: _closed, RoundOpened: _opened, SpinBetRefused: _turned_down}
)
"""How R804 r.9-15 are asked of the entries of a spin, and of which."""
