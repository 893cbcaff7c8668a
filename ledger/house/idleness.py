"""Where a session is played, and what the rules of that table say of a player who does not bet."""

from __future__ import annotations

from typing import NamedTuple

from ledger.core.command import View
from ledger.core.findings import Finding, Refused
from ledger.house.banked import BankedTable, Place, held_in, regulation_of
from ledger.house.inactivity import (
    idle_for_five_rounds,
    idle_for_three_minutes,
    no_bet_in_the_minute_after,
    no_bet_in_the_round_after,
)
from ledger.house.r806 import (
    IDLE_HANDS,
    hands_pass_without_a_bet,
    no_bet_after_the_warning,
    no_top_up_after_the_warning,
    stack_stays_short,
)
from ledger.house.r810 import absent_stays_in_play
from ledger.house.rules import first_breach, house
from ledger.house.ruleset import Ruleset, ruleset_stream
from ledger.house.session_events import InactivityWarned
from ledger.house.shared_rules import SHARED
from ledger.house.table import SeatState, Table
from ledger.terms.citation import cited
from ledger.terms.regulation import REGULATIONS


class Seated(NamedTuple):
    """A session is played on a seat of a table of poker."""

    table: Table
    seat: SeatState


class Placed(NamedTuple):
    """A session is played at a banked table. Of several seats of a player (R805 r.7) the one he has had longest."""

    table: BankedTable
    place: Place


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
    shared = SHARED[REGULATIONS[table.terms.variant]]
    if short is None:
        return f"{shared.idle}a"
    return _refused(table, unbet) or f"{shared.idle}b"


def _idle_there(view: View, found: Placed, at: int | None) -> str | Refused:
    table, place = found
    regulation = regulation_of(table.terms)
    held = held_in(view, table, place.player)
    if held is not None:
        return house("session", f"a bet of {place.player} stands in {held}; expected its end before a warning")
    if table.terms.table_kind == "single":
        return first_breach(idle_for_three_minutes(regulation, place, at)) or f"{SHARED[regulation].idle}a"
    return first_breach(idle_for_five_rounds(regulation, place)) or f"{SHARED[regulation].idle}b"


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
        no_bet_after_the_warning(taken, warning.number),
        hands_pass_without_a_bet(poker, taken, _enough(view, poker)),
    )


def _enough(view: View, table: Table) -> int:
    ruleset: Ruleset | None = None if table.ruleset is None else view(ruleset_stream(table.ruleset.id))
    return IDLE_HANDS if ruleset is None else ruleset.idle_hands


def _refused(table: Table, *found: Finding | None) -> Refused | None:
    """The first breach, under the regulation of the table's variant."""
    return first_breach(*(None if one is None else cited(one, table.terms.variant) for one in found))
