"""Where a session is played, and what the rules of that table say of a player who does not bet."""

from __future__ import annotations

from typing import Final, NamedTuple

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import View
from tombo.ledger.core.findings import Finding, Refused
from tombo.ledger.house.banked.state import BankedTable, PlayerPlace, held_in
from tombo.ledger.house.rules import first_breach, house
from tombo.ledger.house.ruleset.state import Ruleset, ruleset_stream
from tombo.ledger.house.session import said
from tombo.ledger.house.session.events import InactivityWarned
from tombo.ledger.house.table.r806 import (
    IDLE_HANDS,
    hands_pass_without_a_bet,
    no_bet_after_the_warning,
    no_top_up_after_the_warning,
    stack_stays_short,
)
from tombo.ledger.house.table.r810 import absent_stays_in_play
from tombo.ledger.house.table.state import SeatState, Table
from tombo.ledger.terms.citation import cited
from tombo.ledger.terms.every import regulation_of, shared_of

IDLE_SECONDS: Final = 180


IDLE_ROUNDS: Final = 5


GRACE_SECONDS: Final = 60


def idle_for_three_minutes(regulation: str, place: PlayerPlace, at: int | None) -> Finding | None:
    """R803 r.41a, R804 r.28a, R805 r.35a, R807 r.29a: alone at a table, idle is who has not bet for more than three minutes."""
    rule = f"{shared_of(regulation).idle}a"
    if at is None or place.since is None:
        return Finding(rule, said.SESSION_IDLE_TIME_UNKNOWN(player=place.player))
    if at - place.since > IDLE_SECONDS * SECOND:
        return None
    told = said.SESSION_IDLE_TIME_TOO_SHORT(
        least=IDLE_SECONDS * SECOND, passed=_whole_seconds(at - place.since), player=place.player
    )
    return Finding(rule, told)


def idle_for_five_rounds(regulation: str, place: PlayerPlace) -> Finding | None:
    """R803 r.41b, R804 r.28b, R805 r.35b, R807 r.29b: among several, idle is who let more than five rounds in a row pass."""
    if place.idle.passed > IDLE_ROUNDS:
        return None
    told = said.SESSION_IDLE_ROUNDS_TOO_FEW(least=IDLE_ROUNDS, player=place.player, rounds=place.idle.passed)
    return Finding(f"{shared_of(regulation).idle}b", told)


def warned_before(regulation: str, warning: InactivityWarned | None) -> Finding | None:
    """R803 r.42, R804 r.29, R805 r.36, R806 r.71, R807 r.30: a session ends for inactivity only once that was warned of."""
    if warning is not None:
        return None
    return Finding(shared_of(regulation).warned, said.SESSION_NOT_WARNED())


def no_bet_in_the_minute_after(
    regulation: str, warning: InactivityWarned, place: PlayerPlace, at: int | None
) -> Finding | None:
    """R803 r.42, R804 r.29, R805 r.36, R807 r.30: alone at a table, the player has the minute after the warning to bet."""
    rule = shared_of(regulation).warned
    if at is None or warning.at is None or place.since is None:
        return Finding(rule, said.SESSION_MINUTE_UNKNOWN())
    if place.since >= warning.at:
        return Finding(rule, said.SESSION_RESUMED_AFTER_WARNING(player=place.player))
    if at - warning.at > GRACE_SECONDS * SECOND:
        return None
    passed = _whole_seconds(at - warning.at)
    return Finding(rule, said.SESSION_MINUTE_NOT_OVER(least=GRACE_SECONDS * SECOND, passed=passed))


def no_bet_in_the_round_after(regulation: str, warning: InactivityWarned, place: PlayerPlace) -> Finding | None:
    """R803 r.42, R804 r.29, R805 r.36, R807 r.30: among several, the player has the round after the warning to bet."""
    rule = shared_of(regulation).warned
    if place.idle.bet >= warning.number:
        return Finding(rule, said.SESSION_BET_AFTER_WARNING(player=place.player))
    if place.idle.seen > warning.number:
        return None
    return Finding(rule, said.SESSION_ROUND_NOT_OVER(number=warning.number))


def _whole_seconds(passed: int) -> int:
    """``passed`` without what is less than a second; a clock that was set back has passed nothing."""
    return max(passed, 0) // SECOND * SECOND


class Seated(NamedTuple):
    """A session is played on a seat of a table of poker."""

    table: Table
    seat: SeatState


class Placed(NamedTuple):
    """A session is played at a banked table. Of several seats of a player (R805 r.7) the one he has had longest."""

    table: BankedTable
    place: PlayerPlace


def idle_by(view: View, found: Seated | Placed, at: int | None) -> str | Refused:
    """The rule by which the player is idle at ``at``, as it is cited; or the rule by which he is not."""
    if isinstance(found, Placed):
        return _idle_there(view, found, at)
    table, taken = found
    objection = first_breach(absent_stays_in_play(table))
    if objection:
        return objection
    short = stack_stays_short(table, taken)
    unbet = hands_pass_without_a_bet(table, taken, _enough(view, table))
    shared = shared_of(regulation_of(table.terms))
    if short is None:
        return f"{shared.idle}a"
    return _refused(table, unbet) or f"{shared.idle}b"


def _idle_there(view: View, found: Placed, at: int | None) -> str | Refused:
    table, place = found
    regulation = regulation_of(table.terms)
    held = held_in(view, table, place.player)
    if held is not None:
        return house("session", said.SESSION_BET_BEFORE_WARNING(player=place.player, round=held))
    if table.terms.table_kind == "single":
        return first_breach(idle_for_three_minutes(regulation, place, at)) or f"{shared_of(regulation).idle}a"
    return first_breach(idle_for_five_rounds(regulation, place)) or f"{shared_of(regulation).idle}b"


def idle_since(view: View, found: Seated | Placed, warning: InactivityWarned, at: int | None) -> Refused | None:
    """The objection to ending a session: the player is idle no longer, or the time the warning gave him is not over."""
    if isinstance(found, Placed):
        table, place = found
        regulation = regulation_of(table.terms)
        if table.terms.table_kind == "single":
            return first_breach(
                no_bet_in_the_minute_after(regulation, warning, place, at),
                idle_for_three_minutes(regulation, place, at),
            )
        return first_breach(
            no_bet_in_the_round_after(regulation, warning, place), idle_for_five_rounds(regulation, place)
        )
    poker, taken = found
    if warning.rule.endswith("a"):
        return _refused(
            poker, stack_stays_short(poker, taken), no_top_up_after_the_warning(poker, taken, warning.number)
        )
    return _refused(
        poker,
        no_bet_after_the_warning(poker, taken, warning.number),
        hands_pass_without_a_bet(poker, taken, _enough(view, poker)),
    )


def _enough(view: View, table: Table) -> int:
    ruleset: Ruleset | None = None if table.ruleset is None else view(ruleset_stream(table.ruleset.id))
    return IDLE_HANDS if ruleset is None else ruleset.idle_hands


def _refused(table: Table, *found: Finding | None) -> Refused | None:
    """The first breach, under the regulation of the table's variant."""
    return first_breach(*(None if one is None else cited(one, table.terms.variant) for one in found))
