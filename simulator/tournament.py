"""Tournaments of R810: a room that announces them, takes entries, and plays them out or cancels them, all its tables at once.

A room is one generator of asks, however many tables play in it. All tables deal a hand; then the platform does what is due: the
sale, the level, moves. What a room is at follows from the ledger, so that it goes on where that stands.
"""

from __future__ import annotations

from typing import Final, Literal

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.ids import local
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament.state import tournament_stream
from tombo.ledger.house.account.state import account_stream
from tombo.ledger.house.session.commands import EndSession
from tombo.ledger.house.session.state import Session, session_stream
from tombo.ledger.terms.tournament import Structure
from tombo.simulator import hostile_tournament
from tombo.simulator.ask import MANAGER, OFFICER, Ask, Play, Scene, View, player
from tombo.simulator.house import session_of, takes_money_home
from tombo.simulator.tournament_play import (
    Cup,
    buys,
    comes_and_goes,
    deals_out,
    enters,
    hands,
    is_over,
    keeps_time,
    people,
)
from tombo.simulator.tournaments import HOUR, REFERENCE, SERIES_LENGTH, programme
from tombo.simulator.trouble import left_open, outage

Stage = Literal["before", "playing", "money"]
FATES: Final[tuple[Stage | None, ...]] = (None, None, "before", None, None, None, "playing", "money", None)
"""Whether a tournament is cancelled, and when. Tournaments of a room, and rooms, go through them in turn; there are as many as have
no divisor in common with how many kinds and games there are, so that every kind meets with every fate."""
CAUSES: Final[tuple[Literal["technical", "force_majeure"], ...]] = ("technical", "force_majeure")
"""Of a cancellation with players enough."""


def _announced(view: View, room: str) -> list[str]:
    """The tournaments of a room, in order."""
    found: list[str] = []
    while view(tournament_stream(f"{room}.{len(found) + 1}")) is not None:
        found.append(f"{room}.{len(found) + 1}")
    return found


def _under_way(view: View, room: str) -> str | None:
    """The tournament a room is at: of those that are not over the last announced."""
    on = [name for name in _announced(view, room) if view(tournament_stream(name)).phase in {"announced", "playing"}]
    return on[-1] if on else None


def tables_of(view: View, room: str) -> list[str]:
    """The tables that are played at in a room."""
    name = _under_way(view, room)
    return [] if name is None else list(view(tournament_stream(name)).tables)


def life(scene: Scene, template: Structure) -> Play:
    """The whole life of a room: one tournament after another until the day is over. Begun anew it goes on where the ledger stands."""
    wait = scene.chance.randrange(HOUR // 2)
    while True:
        name = _under_way(scene.view, scene.table)
        if name is None:
            if scene.now() + wait >= scene.until:
                break
            scene.rests(wait)
            wait = scene.chance.randint(HOUR, 6 * HOUR)
            yield from _announces(scene, template)
            continue
        cup = Cup(scene, name)
        yield from _before(cup)
        yield from _interrupted(cup)
        while cup.state.phase == "playing":
            yield from round_(cup)
        yield from hostile_tournament.after_the_end(scene, name)
    yield from _go_home(scene)


def _announces(scene: Scene, template: Structure) -> Play:
    """A tournament, or a series of them, each with all its rules; and before it one that the rules forbid."""
    begun = len(_announced(scene.view, scene.table))
    names = [f"{scene.table}.{begun + number}" for number in range(1, SERIES_LENGTH + 1)]
    yield from hostile_tournament.unlawful(scene, names[-1], template)
    for name, structure in programme(template, names, scene.chance, scene.now()):
        announced = c.AnnounceTournament(reference=REFERENCE, structure=structure, tournament=name)
        yield Ask(announced, MANAGER, after=scene.thinks())


def _go_home(scene: Scene) -> Play:
    for name in people(scene):
        if scene.view(account_stream(name)) is None:
            continue
        last: Session | None = scene.view(session_stream(session_of(scene, name)))
        if last is not None and not last.ended:
            yield Ask(EndSession(cause="player", session=session_of(scene, name)), player(name))
        yield from takes_money_home(scene, name)


def _before(cup: Cup) -> Play:
    """Entries, some of them taken back, until the start; or until it is cancelled, for whatever reason or for want of players."""
    scene, structure = cup.scene, cup.state.structure
    if cup.state.phase != "announced":
        return
    wanted = structure.players_max or scene.chance.randint(2, len(people(scene)))
    for name in _mixed(scene):
        if len(cup.state.active) >= wanted:
            break
        if cup.state.entry_of(name) is None:
            yield from enters(cup, name)
        yield from hostile_tournament.tries(scene, cup.name, cup.state)
        if scene.happens(0.05) and structure.starts and scene.now() + SECOND < structure.starts:
            yield Ask(c.CancelEntry(player=name, tournament=cup.name), player(name))
    if FATES[cup.number % len(FATES)] == "before":
        yield from _cancelled(cup, CAUSES[cup.number % len(CAUSES)])
        return
    yield from hostile_tournament.starts_wrongly(scene, cup.name, cup.state)
    entered = cup.state.active
    least = structure.players_max if structure.schedule == "sit_and_go" else structure.players_min
    if len(entered) < (least or 0):
        yield from _cancelled(cup, "too_few_players")
        return
    seats = structure.terms.seats
    count = -(-len(entered) // seats)
    if structure.tables == "several" and len(entered) >= 2 * (count + 1) and scene.happens(0.5):
        count += 1
    absent = [entry.entry for entry in entered if scene.happens(0.08)]
    begins = c.StartTournament(absent=absent, seed=cup.seed(), tables=cup.fresh(count), tournament=cup.name)
    yield Ask(begins, after=max((structure.starts or 0) - scene.now(), SECOND))


def _mixed(scene: Scene) -> list[str]:
    names = people(scene)
    return scene.chance.sample(names, len(names))


def _cancelled(cup: Cup, cause: Literal["too_few_players", "technical", "force_majeure"]) -> Play:
    """Cancelled by an officer, for good."""
    yield Ask(c.CancelTournament(cause=cause, note="in the simulation", tournament=cup.name), OFFICER)


def _interrupted(cup: Cup) -> Play:
    """Hands found in play as the room is begun anew are void, or settled where nothing but that is left."""
    yield from left_open(cup.scene.view, cup.state.tables)
    playing = [name for name in cup.state.tables if cup.table(name).hand is not None]
    if playing:
        first = local(cup.table(playing[0]).hand or "")
        yield from outage(cup.scene.view, f"{first}/taken-up", playing, cup.scene.now())


def round_(cup: Cup) -> Play:
    """What the platform does between two hands, and a hand at every table."""
    scene = cup.scene
    if _fate_has_come(cup):
        yield from _cancelled(cup, CAUSES[cup.number % len(CAUSES)])
        return
    yield from buys(cup)
    yield from keeps_time(cup)
    yield from comes_and_goes(cup)
    if scene.happens(10 * scene.malice):
        yield from hostile_tournament.tries(scene, cup.name, cup.state)
    dealt = yield from deals_out(cup)
    if dealt:
        yield from hands(cup, dealt)
        return
    if is_over(cup):
        yield Ask(c.FinishTournament(tournament=cup.name))
        return
    scene.rests(30 * SECOND)  # whoever is without chips makes up his mind, or the sale ends


def _fate_has_come(cup: Cup) -> bool:
    state, fate = cup.state, FATES[cup.number % len(FATES)]
    paid = state.prizes is not None and len(state.active) <= len(state.prizes)
    playing = fate == "playing" and not paid and sum(table.number for table in cup.tables) > 2 * len(state.tables)
    undecided = len(state.active) > 1 and state.time_called is None  # what has ended is not cancelled (r.52)
    return undecided and (playing or (fate == "money" and paid))
