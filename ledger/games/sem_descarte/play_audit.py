"""Whose the bets of a round of póquer sem descarte on record are, when they were placed and closed, which antes were turned down, and when silence folded a seat, asked again (R803 r.14-16, r.31-32)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from tombo.ledger.core.findings import Finding, Refused
from tombo.ledger.games.early import by_round
from tombo.ledger.games.game import AskedBy
from tombo.ledger.games.sem_descarte.events import (
    AntePlaced,
    AnteRefused,
    BetsClosed,
    Continued,
    DecisionRequested,
    DecisionWarned,
    Folded,
    RoundOpened,
    SemDescarteEvent,
    TimeExtended,
)
from tombo.ledger.games.sem_descarte.r803 import (
    GIVES,
    ante_is_in_time,
    ante_is_within_limits,
    betting_time_is_granted,
    betting_time_is_over,
    decision_time_is_granted,
    extra_time_follows_warning,
    extra_time_is_over,
    one_ante_a_seat,
    warning_follows_time,
)
from tombo.ledger.games.sem_descarte.state import Box, SemDescarteRound, evolve
from tombo.ledger.house.banked.acts import closes_alone, is_his_own, is_the_platforms
from tombo.ledger.house.banked.refusals import turned_down_falsely
from tombo.ledger.house.rules import first_breach


def _opened(_: Sequence[Any], event: RoundOpened, asked: AskedBy) -> Finding | None:
    return betting_time_is_granted(SemDescarteRound(event), asked.occurred)


def _placed(before: Sequence[Any], event: AntePlaced, asked: AskedBy) -> Finding | None:
    deadline = before[0].deadline
    late = deadline is not None and asked.decided > deadline
    return is_his_own(asked.by, event.player) or (
        ante_is_in_time(evolve(None, before[0]), asked.decided) if late else None
    )


def _closed(before: Sequence[Any], _: BetsClosed, asked: AskedBy) -> Finding | None:
    opened = before[0]
    other = closes_alone(
        asked.by, opened.terms.table_kind, {one.player for one in before if isinstance(one, AntePlaced)}
    )
    return other or (None if asked.by.actor == "player" else betting_time_is_over(evolve(None, opened), asked.passed))


def _of_seat(before: Sequence[SemDescarteEvent], seat: int) -> str:
    """Whose ante lies on ``seat``; nobody's is told where the round is folded."""
    return next((one.player for one in before if isinstance(one, AntePlaced) and one.seat == seat), "")


def _continued(before: Sequence[Any], event: Continued, asked: AskedBy) -> Finding | None:
    return is_his_own(asked.by, _of_seat(before, event.seat))


def _box(before: Sequence[SemDescarteEvent], seat: int) -> Box:
    """What was put to ``seat``: until when it decides, and whether it was warned and had extra time."""
    box = Box(seat, "", 0)
    for event in before:
        match event:
            case DecisionRequested() if event.seat == seat:
                box = box._replace(deadline=event.deadline)
            case DecisionWarned() if event.seat == seat:
                box = box._replace(warned=True)
            case TimeExtended() if event.seat == seat:
                box = box._replace(deadline=event.deadline, extended=True)
            case _:
                pass
    return box


def _requested(before: Sequence[Any], event: DecisionRequested, asked: AskedBy) -> Finding | None:
    return decision_time_is_granted(evolve(None, before[0]), _box(before, event.seat), event.deadline, asked.occurred)


def _extended(before: Sequence[Any], event: TimeExtended, asked: AskedBy) -> Finding | None:
    return extra_time_follows_warning(evolve(None, before[0]), _box(before, event.seat), event.deadline, asked.occurred)


def _warned(before: Sequence[Any], event: DecisionWarned, asked: AskedBy) -> Finding | None:
    return warning_follows_time(_box(before, event.seat), asked.passed)


def _folded(before: Sequence[Any], event: Folded, asked: AskedBy) -> Finding | None:
    player = _of_seat(before, event.seat)
    if event.cause == "player":
        return is_his_own(asked.by, player)
    other = is_the_platforms(asked.by, player)
    return other or (extra_time_is_over(_box(before, event.seat), asked.passed) if event.cause == "time" else None)


def _turned_down(before: Sequence[Any], event: AnteRefused, asked: AskedBy) -> Finding | None:
    state = reduce(evolve, before[1:], evolve(None, before[0]))

    def due(at: int) -> Refused | None:  # in the order of the door
        return first_breach(
            ante_is_in_time(state, at), one_ante_a_seat(state, event.seat), ante_is_within_limits(state, event.amount)
        )

    return turned_down_falsely(event, due, asked, "R803 r.16")


OBJECTIONS, HEEDS = by_round(
    "sem_descarte",
    {
        AntePlaced: _placed,
        AnteRefused: _turned_down,
        BetsClosed: _closed,
        Continued: _continued,
        DecisionRequested: _requested,
        DecisionWarned: _warned,
        Folded: _folded,
        RoundOpened: _opened,
        TimeExtended: _extended,
    },
    GIVES,
)
"""How R803 r.14-16 and r.31-32 are asked of the entries of a round, and of which."""
