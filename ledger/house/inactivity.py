"""When a player of a banked game is idle, and when his session ends for it: one function a rule, for every regulation.

Alone at a table it is time that counts, among several it is rounds. A decider has no clock: instants are those of the commands,
``occurred``, and where one is missing nothing can be said against the player. Poker has rules of its own (``r806``).
"""

from __future__ import annotations

from typing import Final

from ledger.core.clock import SECOND
from ledger.core.findings import Finding
from ledger.house.banked import Place
from ledger.house.session_events import GameRegulation, InactivityWarned
from ledger.house.shared_rules import SHARED

IDLE_SECONDS: Final = 180
IDLE_ROUNDS: Final = 5
GRACE_SECONDS: Final = 60


def idle_for_three_minutes(regulation: GameRegulation, place: Place, at: int | None) -> Finding | None:
    """R803 r.41a, R804 r.28a, R805 r.35a, R807 r.29a: alone at a table, idle is who has not bet for more than three minutes."""
    rule = f"{SHARED[regulation].idle}a"
    if at is None or place.since is None:
        return Finding(
            rule, f"how long {place.player} has not bet is not on record; expected 'occurred' with each command"
        )
    if at - place.since > IDLE_SECONDS * SECOND:
        return None
    seconds = max(at - place.since, 0) // SECOND
    return Finding(rule, f"{place.player} came or bet {seconds} seconds before; expected more than {IDLE_SECONDS}")


def idle_for_five_rounds(regulation: GameRegulation, place: Place) -> Finding | None:
    """R803 r.41b, R804 r.28b, R805 r.35b, R807 r.29b: among several, idle is who let more than five rounds in a row pass."""
    if place.idle.passed > IDLE_ROUNDS:
        return None
    found = f"{place.player} let {place.idle.passed} rounds in a row pass without a bet"
    return Finding(f"{SHARED[regulation].idle}b", f"{found}; expected more than {IDLE_ROUNDS}")


def warned_before(regulation: GameRegulation, warning: InactivityWarned | None) -> Finding | None:
    """R803 r.42, R804 r.29, R805 r.36, R806 r.71, R807 r.30: a session ends for inactivity only once that was warned of."""
    if warning is not None:
        return None
    said = "the session would end for inactivity unwarned; expected 'warn_inactivity' before"
    return Finding(SHARED[regulation].warned, said)


def no_bet_in_the_minute_after(
    regulation: GameRegulation, warning: InactivityWarned, place: Place, at: int | None
) -> Finding | None:
    """R803 r.42, R804 r.29, R805 r.36, R807 r.30: alone at a table, the player has the minute after the warning to bet."""
    rule = SHARED[regulation].warned
    if at is None or warning.at is None or place.since is None:
        return Finding(rule, "whether the minute is over is not on record; expected 'occurred' with each command")
    if place.since >= warning.at:
        return Finding(
            rule, f"{place.player} came or bet after the warning; expected another 'warn_inactivity' once idle"
        )
    if at - warning.at > GRACE_SECONDS * SECOND:
        return None
    seconds = max(at - warning.at, 0) // SECOND
    return Finding(rule, f"{seconds} seconds after the warning; expected more than {GRACE_SECONDS}")


def no_bet_in_the_round_after(regulation: GameRegulation, warning: InactivityWarned, place: Place) -> Finding | None:
    """R803 r.42, R804 r.29, R805 r.36, R807 r.30: among several, the player has the round after the warning to bet."""
    rule = SHARED[regulation].warned
    if place.idle.bet >= warning.number:
        return Finding(rule, f"{place.player} bet after the warning; expected another 'warn_inactivity' once idle")
    if place.idle.seen > warning.number:
        return None
    return Finding(rule, f"no round after {warning.number} is settled; expected the end of the next one before")
