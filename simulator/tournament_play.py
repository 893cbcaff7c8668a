"""A tournament in play: what is bought, what the clock brings, players who come and go, moves, and hands at all its tables at once.

Every function plays a part of what happens between two hands of all tables, and goes on where the ledger stands.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Final, NamedTuple

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.ids import local
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament.state import EntryState, Tournament, tournament_stream
from tombo.ledger.games.tournament.timed import plays_on
from tombo.ledger.house.account.state import Account, account_stream
from tombo.ledger.house.session.commands import EndSession
from tombo.ledger.house.session.state import Session, session_stream
from tombo.ledger.house.table.commands import DrawButton, ReturnToSeat
from tombo.ledger.house.table.state import Table, eligible, table_stream
from tombo.ledger.terms.poker import REGULATIONS
from tombo.simulator import hostile_tournament, poker
from tombo.simulator.ask import Ask, Play, Scene, Told, player
from tombo.simulator.house import in_session, session_of, with_money
from tombo.simulator.plays import first_of, rest_of, together
from tombo.simulator.trouble import outage, players_side

PEOPLE: Final = 14
"""Of a room."""
ODDS: Final[poker.Odds] = (("fold", 4), ("passive", 5), ("raise", 4), ("all_in", 3), ("late", 1))
STEPS: Final = 60
"""A failure comes at the latest after so many requests of the hands under way."""
PAUSE: Final = 60 * SECOND


class Cup(NamedTuple):
    """A tournament of a room."""

    scene: Scene
    name: str

    @property
    def state(self) -> Tournament:
        """As it stands."""
        found: Tournament = self.scene.view(tournament_stream(self.name))
        return found

    def table(self, name: str) -> Table:
        """One of its tables."""
        found: Table = self.scene.view(table_stream(name))
        return found

    @property
    def tables(self) -> list[Table]:
        """Its tables with players."""
        return [self.table(name) for name in self.state.tables]

    @property
    def number(self) -> int:
        """A number that differs from room to room, and from one tournament of a room to the next."""
        room, _, own = self.name.rpartition("-")[2].partition(".")
        return int(room) + int(own)

    def seed(self) -> str:
        """32 bytes of a draw."""
        return self.scene.chance.randbytes(32).hex()

    def fresh(self, count: int) -> list[str]:
        """Names for so many new tables."""
        opened = 0
        while self.scene.view(table_stream(f"{self.name}.{opened + 1}")) is not None:
            opened += 1
        return [f"{self.name}.{opened + number}" for number in range(1, count + 1)]


def people(scene: Scene) -> list[str]:
    """Everybody who may enter the tournaments of a room."""
    return [f"p-{scene.table}-{number}" for number in range(1, PEOPLE + 1)]


def _ready(cup: Cup, name: str, least: int) -> Play:
    """``name`` has a session, and money to enter or buy with."""
    structure = cup.state.structure
    yield from with_money(cup.scene, name, least)
    yield from in_session(cup.scene, name, REGULATIONS[structure.terms.variant])


def enters(cup: Cup, name: str) -> Play:
    """For the fee, or with the ticket he won."""
    yield from _ready(cup, name, cup.state.structure.fee_total)
    account: Account = cup.scene.view(account_stream(name))
    held = [ticket.ticket for ticket in account.tickets if ticket.target == cup.name and ticket.status == "held"]
    session = session_of(cup.scene, name)
    entry = c.RegisterEntry(player=name, session=session, ticket=held[0] if held else None, tournament=cup.name)
    yield Ask(entry, player(name), after=cup.scene.thinks())


def buys(cup: Cup) -> Play:
    """While the sale is open: late entries and their seats, reentries, rebuys, add-ons, and players who decline."""
    scene, state = cup.scene, cup.state
    if state.closed or state.level > state.structure.open_until:
        return
    entered = {entry.player for entry in state.entries}
    for name in people(scene):
        if (
            state.level_until is not None
            and state.level == state.structure.open_until
            and _near(scene, state.level_until)
        ):
            break
        if name not in entered and scene.happens(0.04) and _room(cup):
            yield from enters(cup, name)
        elif (entry := cup.state.entry_of(name)) is not None:
            yield from _buys_chips(cup, entry)
    waiting = [entry for entry in cup.state.active if entry.status == "registered"]
    if waiting:
        seats = state.structure.terms.seats
        there = sum(len(table.seats) for table in cup.tables)
        players = there + len(waiting)
        tables = -(-players // seats)
        new = max(tables - len(cup.state.tables), 0)
        if state.structure.tables == "several" and players >= 2 * (len(cup.state.tables) + new):
            yield Ask(c.SeatLateEntries(seed=cup.seed(), tables=cup.fresh(new), tournament=cup.name))


def _near(scene: Scene, until: int) -> bool:
    """Whether the sale may be over before somebody who makes up his mind now has asked (r.23)."""
    return scene.now() + 60 * SECOND >= until


def _room(cup: Cup) -> bool:
    most = cup.state.structure.players_max
    return most is None or len(cup.state.active) < most


def _buys_chips(cup: Cup, entry: EntryState) -> Play:
    """What a player buys who has few chips or none; what is lawful is counted here once more from r.2a, r.2j and r.2k."""
    scene, state, name = cup.scene, cup.state, entry.player
    offered, addon, again = state.structure.rebuy, state.structure.addon, state.structure.reentry
    if entry.status == "eliminated":
        taken = sum(other.again for other in state.counted if other.player == name)
        if again is not None and taken < (again.most or taken + 1) and _room(cup) and scene.happens(0.3):
            yield from _ready(cup, name, state.structure.fee_total)
            yield Ask(c.Reenter(player=name, session=session_of(scene, name), tournament=cup.name), player(name))
        return
    if entry.table is None or entry.seat is None:
        return
    seated = cup.table(entry.table).at(entry.seat)
    stack = seated.stack if seated else 0
    may = offered is not None and entry.rebuys < (offered.most or entry.rebuys + 1)
    if offered is not None and may and (not stack or stack < offered.stack_below) and scene.happens(0.5):
        yield from with_money(scene, name, offered.prize + offered.commission)
        yield Ask(c.TakeRebuy(player=name, tournament=cup.name), player(name))
    elif addon is not None and not entry.added_on and state.level == state.structure.open_until and scene.happens(0.3):
        yield from with_money(scene, name, addon.prize + addon.commission)
        yield Ask(c.AddOn(player=name, tournament=cup.name), player(name))
    elif entry.status == "without_chips" and scene.happens(0.3):
        yield Ask(c.DeclineRebuy(player=name, tournament=cup.name), player(name))


def keeps_time(cup: Cup) -> Play:
    """What the clock brings: the end of the sale, the next level, a pause now and then, the end of a timed tournament."""
    scene, state = cup.scene, cup.state
    if state.paused:
        yield Ask(c.ResumeLevel(tournament=cup.name))
    elif scene.happens(2 * scene.trouble):
        yield Ask(c.PauseLevel(tournament=cup.name))
        yield from hostile_tournament.deals_in_a_pause(scene, cup.name, cup.state)
        yield Ask(c.ResumeLevel(tournament=cup.name), after=PAUSE)
    state = cup.state
    until, last = state.structure.open_until, len(state.structure.levels)
    waiting = any(entry.status == "registered" for entry in state.active)
    over = state.level_until is None or scene.now() + SECOND >= state.level_until
    if not state.closed and not waiting and state.level >= until and (state.level > until or over):
        yield Ask(c.CloseRegistration(tournament=cup.name))
    over = state.level_until is not None and scene.now() + SECOND >= state.level_until
    if cup.state.phase == "playing" and over and state.level < last and (state.level < until or cup.state.closed):
        yield Ask(c.StartLevel(tournament=cup.name))
    if state.ends is not None and state.time_called is None and cup.state.closed and scene.now() + SECOND >= state.ends:
        yield Ask(c.CallTime(tournament=cup.name))


def comes_and_goes(cup: Cup) -> Play:
    """Now and then somebody ends his session, and sits out; somebody who sat out is back."""
    scene = cup.scene
    for name in cup.state.tables:
        for taken in cup.table(name).seats:
            by = player(taken.player)
            session: Session = scene.view(session_stream(taken.session))
            if taken.sitting_out and scene.happens(0.15):
                yield from in_session(scene, taken.player, REGULATIONS[cup.state.structure.terms.variant])
                yield Ask(ReturnToSeat(seat=taken.seat, table=name), by)
            elif not session.ended and scene.happens(0.01):
                yield Ask(EndSession(cause="player", session=taken.session), by)


def _unfinished(cup: Cup) -> list[str]:
    """Hand by hand: the tables whose hand of the synchronized one has not begun, counted here from r.49."""
    due = {may.table: may.number for may in cup.state.may_deal}
    able = eligible_tables(cup)
    return [name for name in able if cup.table(name).number < due.get(name, 0)]


def eligible_tables(cup: Cup) -> list[str]:
    """The tables with two players who have chips."""
    return [name for name in cup.state.tables if len(eligible(cup.table(name))) > 1]


def deals_out(cup: Cup) -> Generator[Ask, Told, list[str]]:
    """Tables dissolved and evened, hand by hand all set going at once; the tables where a hand can begin."""
    if cup.state.time_called is not None:
        yield from evens(cup)
        able = [name for name in cup.state.tables if plays_on(cup.state, cup.table(name), cup.scene.view)]
        yield from _buttons(cup, able)
        return able
    together = cup.state.hand_by_hand and len(cup.state.tables) > 1
    if together and (left := _unfinished(cup)):
        yield from _buttons(cup, left)
        return left
    yield from evens(cup)
    able = eligible_tables(cup)
    yield from _buttons(cup, able)
    if cup.state.hand_by_hand and len(cup.state.tables) > 1 and able:
        yield Ask(c.StartSynchronizedHand(tournament=cup.name))
    return able


def evens(cup: Cup) -> Play:
    """A table is dissolved where the others hold its players, the others are evened out (r.47)."""
    while len(tables := cup.state.tables) > 1:
        sizes = {name: len(cup.table(name).seats) for name in tables}
        smallest = min(sizes, key=lambda name: (sizes[name], name))
        if sum(sizes.values()) > cup.state.structure.terms.seats * (len(tables) - 1):
            break
        yield Ask(c.MovePlayers(broken=smallest, seed=cup.seed(), tournament=cup.name))
    counted = [len(table.seats) for table in cup.tables]
    if counted and max(counted) - min(counted) > 1:
        yield Ask(c.MovePlayers(seed=cup.seed(), tournament=cup.name))


def _buttons(cup: Cup, tables: Sequence[str]) -> Play:
    for name in tables:
        if cup.table(name).button is None:
            drawn = cup.scene.chance.choice(eligible(cup.table(name))).seat
            yield Ask(DrawButton(seat=drawn, table=name))


def is_over(cup: Cup) -> bool:
    """Whether one player has all chips and nobody may buy any, or the hands after the time are played."""
    return cup.state.closed and (len(cup.state.active) == 1 or cup.state.time_called is not None)


def hands(cup: Cup, tables: Sequence[str]) -> Play:
    """A hand at each of these tables, all at once; now and then the operator's system fails in the middle of them."""
    scene = cup.scene
    fails = scene.happens(scene.trouble)
    yield from together(scene, tables, _hand, scene.chance.randrange(1, STEPS) if fails else None)
    hit = [name for name in tables if cup.table(name).hand is not None]
    if hit:
        yield from outage(scene.view, f"{local(cup.table(hit[0]).hand or '')}/outage", hit, scene.now())


def _hand(scene: Scene) -> Play:
    """A hand; now and then it is a player whose equipment fails, and nothing is void."""
    play = poker.hand(scene, ODDS)
    if not scene.happens(scene.trouble):
        yield from play
        return
    stopped = yield from first_of(play, scene.chance.randrange(1, STEPS // 3))
    table: Table = scene.view(table_stream(scene.table))
    if stopped is not None:
        if table.hand is not None:
            yield from players_side(scene, table.hand)
        yield from rest_of(play, stopped)
