"""People who sit there and do not bet: the platform warns them, and takes them from the table; in time, and too early.

Who is idle is counted here on its own, from what the table keeps of him (R803 r.41-42 and its siblings, R806 r.70-71).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tombo.ledger.core.clock import SECOND
from tombo.ledger.house.banked.state import BankedTable, PlayerPlace, banked_stream
from tombo.ledger.house.ruleset.state import Ruleset, ruleset_stream
from tombo.ledger.house.session.commands import EndSession, WarnInactivity
from tombo.ledger.house.session.events import InactivityWarned
from tombo.ledger.house.session.state import Session, session_stream
from tombo.ledger.house.table.state import SeatState, Table, table_stream
from tombo.ledger.terms.every import shared_of
from tombo.simulator.ask import Ask, Play, Scene
from tombo.simulator.banked import in_prison
from tombo.simulator.house import is_lazy, regulation, takes_money_home

WARNS, ENDS, TOO_EARLY = 0.8, 0.5, 0.1
"""How often the platform warns who is idle, ends his session where it may, and where it may not."""
MINUTES: Final = 180 * SECOND
GRACE: Final = 60 * SECOND
ROUNDS: Final = 5


class Watched(NamedTuple):
    """A player between two rounds, and the table at which his session is played."""

    table: Table | BankedTable
    taken: SeatState | PlayerPlace
    where: str
    warning: InactivityWarned | None


def attends(scene: Scene) -> Play:
    """Between two rounds the platform looks after those who do not bet."""
    poker: Table | None = scene.view(table_stream(scene.table))
    banked: BankedTable | None = scene.view(banked_stream(scene.table))
    found = poker or banked
    if found is None:
        return
    where = banked_stream(scene.table) if poker is None else table_stream(scene.table)
    seats: tuple[SeatState | PlayerPlace, ...] = found.places if isinstance(found, BankedTable) else found.seats
    first: dict[str, SeatState | PlayerPlace] = {}
    for taken in seats:  # of several seats of a player the one he has had longest
        first.setdefault(taken.session, taken)
    for session, taken in first.items():
        state: Session = scene.view(session_stream(session))
        yield from _attended(scene, session, Watched(found, taken, where, state.warning))


def _attended(scene: Scene, session: str, watched: Watched) -> Play:
    """One player is warned, or goes home warned."""
    after = _waits(scene, watched)
    at = scene.now() + after
    rule = ending_breaks(scene, watched, at)
    end = Ask(EndSession(cause="inactivity", session=session), after=after, expects=rule)
    if rule is None and scene.happens(ENDS):
        yield end
        yield from takes_money_home(scene, watched.taken.player)
        return
    if rule is not None and scene.happens(TOO_EARLY if watched.warning else scene.malice):
        yield end
        return
    rule = warning_breaks(scene, watched, at)
    warn = Ask(WarnInactivity(session=session, where=watched.where), after=after, expects=rule)
    if scene.happens(WARNS if rule is None and not _stands(watched) else scene.malice):
        yield warn


def _waits(scene: Scene, watched: Watched) -> int:
    """How long until the platform acts. Alone at a table it is often the last instant of a time, or the first one after it."""
    after = scene.thinks()
    taken, warning = watched.taken, watched.warning
    if isinstance(taken, SeatState) or not _alone(watched) or not (is_lazy(taken.player) or scene.happens(TOO_EARLY)):
        return after
    since = taken.since or 0
    over = since + MINUTES if warning is None or since >= (warning.at or 0) else (warning.at or 0) + GRACE
    return max(over - scene.now(), 0) + scene.chance.choice((0, 1, after))


def _alone(watched: Watched) -> bool:
    table = watched.table
    return isinstance(table, BankedTable) and table.terms.table_kind == "single"


def _stands(watched: Watched) -> bool:
    """Whether he was warned, and has done nothing since that takes it back."""
    taken, warning = watched.taken, watched.warning
    if warning is None:
        return False
    if isinstance(taken, PlayerPlace) and _alone(watched):
        return (taken.since or 0) < (warning.at or 0)
    short = isinstance(taken, SeatState) and warning.rule.endswith("a")
    return taken.idle.seen <= warning.number if short else taken.idle.bet < warning.number


def warning_breaks(scene: Scene, watched: Watched, at: int) -> str | None:
    """The rule by which he may not be warned at ``at``, None where he may."""
    rule = shared_of(regulation(scene)).idle
    table, taken, _, _ = watched
    if isinstance(table, Table) and isinstance(taken, SeatState):
        return None if taken.stack < table.terms.min_bet or _unbet(scene, watched) else f"{rule}b"
    if in_prison(scene, taken.player):
        return "House: session"
    return None if _idle(watched, at) else f"{rule}{'a' if _alone(watched) else 'b'}"


def ending_breaks(scene: Scene, watched: Watched, at: int) -> str | None:
    """The rule by which his session may not be ended for inactivity at ``at``, None where it may."""
    shared = shared_of(regulation(scene))
    table, taken, _, warning = watched
    if warning is None:
        return shared.warned
    if isinstance(table, Table) and isinstance(taken, SeatState):
        if warning.rule.endswith("a"):
            if taken.stack >= table.terms.min_bet:
                return f"{shared.idle}a"
            return None if taken.idle.seen <= warning.number < table.number else shared.warned
        rested = (
            warning.number < taken.missed and taken.idle.bet < warning.number
        )  # between hands, all that began are over
        if not (_let_pass(taken, warning) or rested):
            return shared.warned
        return None if _unbet(scene, watched) else f"{shared.idle}b"
    if isinstance(taken, PlayerPlace) and _alone(watched):
        begun, warned = taken.since or 0, warning.at or 0
        passed = begun < warned and at - warned > GRACE
    else:
        passed = _let_pass(taken, warning)
    if not passed:
        return shared.warned
    if not _idle(watched, at):
        return f"{shared.idle}{'a' if _alone(watched) else 'b'}"
    return "House: session" if in_prison(scene, taken.player) else None


def _let_pass(taken: SeatState | PlayerPlace, warning: InactivityWarned) -> bool:
    """A hand or round dealt to him after the warning is over, and he has not bet since."""
    return taken.idle.bet < warning.number < taken.idle.seen


def _idle(watched: Watched, at: int) -> bool:
    """Whether who plays at a banked table is idle."""
    taken = watched.taken
    if isinstance(taken, PlayerPlace) and _alone(watched):
        return at - (taken.since or 0) > MINUTES
    return taken.idle.passed > ROUNDS


def _unbet(scene: Scene, watched: Watched) -> bool:
    ruleset: Ruleset = scene.view(ruleset_stream(scene.ruleset))
    return watched.taken.idle.passed >= ruleset.idle_hands
