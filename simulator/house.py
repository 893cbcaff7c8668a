"""The house around the games: staff, rules, tables, and players who come, bring money, rest, top up, go and take it home.

Who plays at a table plays at no other, so that tables know nothing of one another.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker.commands import StartHand
from tombo.ledger.house.account.commands import Deposit, OpenAccount, Withdraw
from tombo.ledger.house.account.state import Account, account_stream
from tombo.ledger.house.banked.state import banked_stream
from tombo.ledger.house.session.commands import EndSession, StartSession
from tombo.ledger.house.session.state import Session, session_stream
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.table.commands import (
    CloseTable,
    DrawButton,
    EndRest,
    LeaveTable,
    OpenTable,
    RegisterPlayer,
    ReturnToSeat,
    SeatPlayer,
    SitOut,
    TopUp,
)
from tombo.ledger.house.table.state import SeatState, Table, eligible, table_stream
from tombo.ledger.terms.citation import rules_of
from tombo.ledger.terms.every import regulation_of
from tombo.ledger.terms.poker import REGULATIONS
from tombo.ledger.terms.tournament import Structure
from tombo.simulator import persons
from tombo.simulator.ask import MANAGER, OFFICER, PLATFORM, Ask, Play, Scene, Told, player
from tombo.simulator.crew import enrol
from tombo.simulator.rules import Ruleset

BUY_IN: Final = 50_00
TOP_UP_MAX: Final = 100_00
DEPOSIT: Final = 300_00
COMES, GOES, RESTS, RETURNS = 0.4, 0.03, 0.03, 0.5
"""How often, between two rounds, somebody does."""
SESSIONS: Final = "-three-2"
"""The rulesets whose tables are for an hour."""
BEFORE_THE_END: Final = 600 * SECOND
"""How long before the end of the hour nothing new is begun: a hand and what comes before it are no longer."""
SHORT: Final = 5
"""Minimum bets that the careful top up by; too few for many a straddle."""
LAZY: Final = 3
"""One in so many is lazy."""


def opens(rulesets: list[Ruleset], origin: str, *, first: bool = False) -> Iterator[Ask]:
    """The house of the ledger ``origin`` begins: an officer and the approved rules. ``first``: there is no manager yet."""
    if first:
        yield Ask(GrantRole(role="manager", staff=MANAGER.id), after=0)
        yield Ask(enrol(origin, MANAGER.id), after=0)
    yield Ask(GrantRole(role="officer", staff=OFFICER.id), MANAGER, after=0)
    yield Ask(enrol(origin, OFFICER.id), MANAGER, after=0)
    for ruleset in rulesets:
        if not isinstance(ruleset.approve, Structure):  # of a tournament, announced with each
            yield Ask(ruleset.approve, MANAGER, after=0)


def open_poker_table(scene: Scene) -> Play:
    """A table of poker, unless it is there."""
    if scene.view(table_stream(scene.table)) is None:
        asked = {"buy_in": BUY_IN, "ruleset": scene.ruleset, "table": scene.table, "top_up_max": TOP_UP_MAX}
        if scene.ruleset.endswith(SESSIONS):
            asked |= {"mode": "session", "starts": scene.now() + SECOND}
        yield Ask(OpenTable.model_validate({"mode": "continuous", **asked}))


def is_session(scene: Scene) -> bool:
    """Whether the table is one for an hour (R806 r.2m)."""
    table: Table | None = scene.view(table_stream(scene.table))
    return table is not None and table.hours is not None


def plays_on(scene: Scene) -> bool:
    """Whether another round of hands may begin: not of a session that is soon over."""
    table: Table | None = scene.view(table_stream(scene.table))
    return table is None or table.hours is None or scene.now() < table.hours.ends - BEFORE_THE_END


def completes(scene: Scene, hand: Callable[[Scene], Play]) -> Play:
    """The hour of a session passes, and the hands are played in which everybody completes the round; before, it is not closed."""
    table: Table = scene.view(table_stream(scene.table))
    if table.hours is None:
        return
    if scene.now() + 2 * SECOND < table.hours.ends:
        yield Ask(CloseTable(table=scene.table), expects=rules_of(table.terms.variant, "2s"))
    scene.rests(max(table.hours.ends - scene.now(), 0) + 20 * SECOND)
    while _in_course(table):
        if table.button is None:
            yield Ask(DrawButton(seat=scene.chance.choice(eligible(table)).seat, table=scene.table))
        yield from hand(scene)
        table = scene.view(table_stream(scene.table))
    if len(eligible(table)) > 1 and table.button is not None:
        yield Ask(StartHand(table=scene.table), expects=rules_of(table.terms.variant, "2s"))


def _in_course(table: Table) -> bool:
    """Whether of those who can play, two at least, somebody has not had the button in the round that was begun."""
    able = {taken.player for taken in eligible(table)}
    return table.hours is not None and len(able) > 1 and bool(table.hours.had) and not able <= table.hours.had


def with_money(scene: Scene, name: str, least: int) -> Play:
    """``name`` has an account with ``least`` cents on it: whoever has less pays in."""
    account: Account | None = scene.view(account_stream(name))
    if account is None:
        yield Ask(OpenAccount(player=name))
        yield from persons.registers(scene, name)
    if account is None or account.balance < least:
        yield Ask(Deposit(amount=Money(DEPOSIT), player=name, reference=_order(scene, name)))


def _order(scene: Scene, name: str) -> str:
    """What the platform calls the next payment of ``name`` from or to outside: each has a reference of its own."""
    return f"bank transfer {scene.version(account_stream(name))}"


def _sessions(scene: Scene, name: str) -> int:
    """How many sessions ``name`` has begun."""
    number = 0
    while scene.view(session_stream(f"{name}/{number + 1}")) is not None:
        number += 1
    return number


def in_session(scene: Scene, name: str, of: str) -> Play:
    """``name`` has a session under way, of a game of the regulation ``of``."""
    number = _sessions(scene, name)
    last: Session | None = scene.view(session_stream(f"{name}/{number}")) if number else None
    if last is None or last.ended:
        yield from persons.logs_on(scene, name)
        access = persons.logged_on(scene, name)
        started = StartSession(access=access, player=name, regulation=of, session=f"{name}/{number + 1}")
        yield Ask(started, player(name))


def regulation(scene: Scene) -> str:
    """The regulation of what is played at this table."""
    table: Table | None = scene.view(table_stream(scene.table))
    return (
        regulation_of(scene.view(banked_stream(scene.table)).terms)
        if table is None
        else REGULATIONS[table.terms.variant]
    )


def session_of(scene: Scene, name: str) -> str:
    """The session of ``name`` that began last."""
    return f"{name}/{_sessions(scene, name)}"


def goes_home(scene: Scene, name: str) -> Play:
    """Who has left the table ends his session, and takes his money with him."""
    yield Ask(EndSession(cause="player", session=session_of(scene, name)), player(name))
    yield from takes_money_home(scene, name)


def takes_money_home(scene: Scene, name: str) -> Play:
    """What is on the account of ``name`` is paid out, and he logs off."""
    account: Account = scene.view(account_stream(name))
    if account.balance:
        taken = Withdraw(amount=Money(account.balance), player=name, reference=_order(scene, name))
        yield Ask(taken, player(name))
    yield from persons.logs_off(scene, name)


def is_lazy(name: str) -> bool:
    """Whether this player mostly watches: some of the people of every table do."""
    return int(name.rpartition("-")[2]) % LAZY == LAZY - 1


def bets(scene: Scene, name: str) -> bool:
    """Whether ``name`` bets in this round against the house."""
    return scene.happens(0.08 if is_lazy(name) else 0.9)


def free_name(scene: Scene, seats: int, taken: set[str]) -> str:
    """Somebody of this table's people who is not there."""
    names = [f"p-{scene.table}-{number}" for number in range(1, seats + 3)]
    return scene.chance.choice([name for name in names if name not in taken])


def between_hands(scene: Scene) -> Play:
    """What happens at a poker table between two hands; afterwards one can be dealt, its button drawn."""
    table: Table = scene.view(table_stream(scene.table))
    for taken in table.seats:
        yield from _stays_or_goes(scene, table, taken)
    while True:
        table = scene.view(table_stream(scene.table))
        enough = len(eligible(table)) > 1
        if len(table.seats) == table.terms.seats or (enough and not scene.happens(COMES)):
            break
        yield from _comes(scene, table)
    if len(eligible(table)) < 2:  # all seats taken, and all but one of them rest, or are out of chips
        for taken in table.seats:
            if taken.stack < table.terms.min_bet:
                yield from _tops_up(scene, table, taken)
            if taken.sitting_out:
                yield Ask(ReturnToSeat(seat=taken.seat, table=scene.table), player(taken.player))
        table = scene.view(table_stream(scene.table))
    if table.button is None:
        drawn = scene.chance.choice(eligible(table)).seat
        yield Ask(DrawButton(seat=drawn, table=scene.table))


def _comes(scene: Scene, table: Table) -> Play:
    name = free_name(scene, table.terms.seats, {taken.player for taken in table.seats})
    free = [seat for seat in range(1, table.terms.seats + 1) if table.at(seat) is None]
    yield from with_money(scene, name, table.buy_in)
    yield from in_session(scene, name, regulation(scene))
    seat = SeatPlayer(player=name, seat=scene.chance.choice(free), session=session_of(scene, name), table=scene.table)
    if table.hours is not None and name not in table.hours.registered:
        if scene.happens(scene.malice):
            yield Ask(seat, player(name), expects=rules_of(table.terms.variant, "6b"))
        yield Ask(RegisterPlayer(player=name, table=scene.table), player(name))
    yield Ask(seat, player(name), after=scene.thinks())


def _stays_or_goes(scene: Scene, table: Table, taken: SeatState) -> Play:
    """One player between two hands: he leaves, rests, comes back, or tops up."""
    by, seat, name = player(taken.player), taken.seat, scene.table
    if taken.sitting_out:
        left = yield from _rests(scene, taken)
        if left:
            return
    if taken.sitting_out and scene.happens(RETURNS):
        yield from persons.comes_back(scene, taken.player, taken.session)
        yield Ask(ReturnToSeat(seat=seat, table=name), by)
    low = taken.stack < 4 * table.terms.min_bet
    if scene.happens(GOES) or (low and scene.happens(0.15 if is_lazy(taken.player) else 0.4)):
        yield Ask(LeaveTable(seat=seat, table=name), by)
        yield from goes_home(scene, taken.player)
    elif low and is_lazy(taken.player) and not scene.happens(RETURNS):
        return  # he stays as he is; below the minimum bet no hand is dealt to him
    elif low:
        yield from _tops_up(scene, table, taken)
    elif not taken.sitting_out and scene.happens(RESTS):
        yield Ask(SitOut(seat=seat, table=name), by)


def _rests(scene: Scene, taken: SeatState) -> Generator[Ask, Told, bool]:
    """The platform vacates the seat of who rests for too long, and would of who does not; whether he is gone."""
    after = scene.thinks()
    over = taken.rests_until is not None and scene.now() + after >= taken.rests_until
    if over or scene.happens(scene.malice):
        rule = None if over else rules_of(scene.view(table_stream(scene.table)).terms.variant, 68)
        yield Ask(EndRest(seat=taken.seat, table=scene.table), after=after, expects=rule)
    if over:
        yield from goes_home(scene, taken.player)
    return over


def _tops_up(scene: Scene, table: Table, taken: SeatState) -> Play:
    amount = scene.chance.choice((table.top_up_max - taken.stack, SHORT * table.terms.min_bet))
    yield from with_money(scene, taken.player, amount)
    yield Ask(TopUp(amount=amount, seat=taken.seat, table=scene.table), player(taken.player))


def close_poker_table(scene: Scene) -> Play:
    """The end of the day: everybody leaves with what he has, and the table closes."""
    table: Table = scene.view(table_stream(scene.table))
    for taken in table.seats if table.hours is None else ():
        yield Ask(LeaveTable(seat=taken.seat, table=scene.table), player(taken.player))
        yield from goes_home(scene, taken.player)
    yield Ask(CloseTable(table=scene.table), PLATFORM)
    for taken in table.seats if table.hours is not None else ():  # they left with its end
        yield from goes_home(scene, taken.player)
