"""What players, staff and a confused platform try with a tournament, each with the rule of R810 that has to refuse it.

Asked between the hands of its tables, with nothing in between: what is refused follows from the tournament as it is then.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.games.poker.commands import StartHand
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament.r810 import sale_ends_itself
from tombo.ledger.games.tournament.r810_tickets import is_refunded_in_cash
from tombo.ledger.games.tournament.state import EntryState, Tournament, tournament_stream
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.house.account.state import Account, account_stream
from tombo.ledger.house.table.commands import CloseTable, LeaveTable, SeatPlayer, TopUp
from tombo.ledger.house.table.state import eligible, table_stream
from tombo.ledger.terms.poker import REGULATIONS
from tombo.ledger.terms.tournament import Fee, Structure
from tombo.simulator.ask import MANAGER, OFFICER, PLATFORM, Ask, Play, Scene, player
from tombo.simulator.house import in_session, session_of
from tombo.simulator.tournaments import REFERENCE

SEED: Final = "00" * 32
HOUR: Final = 3_600 * SECOND


def unlawful(scene: Scene, name: str, template: Structure) -> Play:
    """Now and then a structure that R810 forbids is announced; and one by somebody who may not."""
    if not scene.happens(10 * scene.malice):
        return
    lawful = template.model_copy(update={"starts": scene.now() + HOUR if template.schedule == "scheduled" else None})
    changes: dict[str, dict[str, Any]] = {
        "R810 r.18": {"fee": Fee(bounty=0, commission=3_00, prize=7_00)},
        "R810 r.20": {"fee": Fee(bounty=9_00, commission=1_00, prize=0)},
        "R810 r.7h": {"players_min": 1},
        "R810 r.41": {"starting_stack": lawful.levels[0].big_blind - 1},
        "R810 r.46": {"levels": lawful.levels[1:]},
    }
    rule = scene.chance.choice(sorted(changes))
    wrong = lawful.model_copy(update=changes[rule])
    yield Ask(c.AnnounceTournament(reference=REFERENCE, structure=wrong, tournament=name), MANAGER, expects=rule)
    said = c.AnnounceTournament(reference=REFERENCE, structure=lawful, tournament=name)
    yield Ask(said, OFFICER, expects="House: authority")


def tries(scene: Scene, name: str, state: Tournament) -> Play:
    """One thing that the rules forbid at this point of the tournament."""
    if not scene.happens(10 * scene.malice) or not state.active:
        return
    yield from _poor(scene, state)
    asks = [
        *_anytime(scene, name, state),
        *(_early(name, state) if state.phase == "announced" else _late(scene, name, state)),
    ]
    yield scene.chance.choice(asks)._replace(after=1)


def _poor(scene: Scene, state: Tournament) -> Play:
    """Somebody of this room who has no money, and a session."""
    name = _broke(scene)
    if scene.view(account_stream(name)) is None:
        yield Ask(OpenAccount(player=name))
    yield from in_session(scene, name, REGULATIONS[state.structure.terms.variant])


def _broke(scene: Scene) -> str:
    return f"p-{scene.table}-0"


def _on_sale(state: Tournament) -> bool:
    return state.phase == "announced" or (not state.closed and state.level <= state.structure.open_until)


def _anytime(scene: Scene, name: str, state: Tournament) -> Iterator[Ask]:
    """Of players and tickets, before the start and after it."""
    who = scene.chance.choice(state.active)
    by = player(who.player)
    again = c.RegisterEntry(player=who.player, session=session_of(scene, who.player), tournament=name)
    if _has_session(scene, who.player):
        yield Ask(again, by, expects="R810 r.19")
    yield Ask(c.AgreeOnPrizes(player=who.player, tournament=name), by, expects="R810 r.53")
    yield Ask(c.CancelTournament(cause="technical", note="why not", tournament=name), by, expects="House: authority")
    yield Ask(c.CancelEntry(player=_broke(scene), tournament=name), player(_broke(scene)), expects="R810 r.19")
    yield from _enters_for_nothing(scene, name, state)
    yield from _sells(scene)


def _enters_for_nothing(scene: Scene, name: str, state: Tournament) -> Iterator[Ask]:
    broke, most = _broke(scene), state.structure.players_max
    entry = c.RegisterEntry(player=broke, session=session_of(scene, broke), tournament=name)
    if not _on_sale(state):
        yield Ask(entry, player(broke), expects="R810 r.23")
    elif most is not None and len(state.active) >= most:
        yield Ask(entry, player(broke), expects="R810 r.7i")
    else:
        if state.structure.fee is not None:
            yield Ask(entry, player(broke), expects="R810 r.21")
        taken = entry.model_copy(update={"ticket": _somebodys_ticket(scene) or f"{name}-none"})
        yield Ask(taken, player(broke), expects="R810 r.28")


def _somebodys_ticket(scene: Scene) -> str | None:
    return next((ticket for _, ticket in _tickets(scene)), None)


def _tickets(scene: Scene) -> Iterator[tuple[str, str]]:
    """The tickets that people of this room hold: whose, and which."""
    number = 1
    while (account := scene.view(account_stream(f"p-{scene.table}-{number}"))) is not None:
        yield from ((account.player, ticket.ticket) for ticket in account.tickets if ticket.status == "held")
        number += 1


def _sells(scene: Scene) -> Iterator[Ask]:
    """A ticket is to become money, or somebody else's."""
    for owner, held in _tickets(scene):
        account: Account = scene.view(account_stream(owner))
        ticket = account.ticket(held)
        if ticket is None:
            continue
        broke = _broke(scene)
        yield Ask(c.ConvertTicket(player=broke, ticket=held), player(broke), expects="R810 r.28")
        yield Ask(c.ConvertTicket(player=owner, ticket=held), player(broke), expects="House: authority")
        target: Tournament = scene.view(tournament_stream(ticket.target))
        if is_refunded_in_cash(target, ticket):
            return
        if ticket.freeroll:
            yield Ask(c.ConvertTicket(player=owner, ticket=held), player(owner), expects="R810 r.30")
        elif sum(other.target == ticket.target for other in account.tickets) == 1:
            yield Ask(c.ConvertTicket(player=owner, ticket=held), player(owner), expects="R810 r.29")
        return


def _early(name: str, state: Tournament) -> Iterator[Ask]:
    """Before the start."""
    who = state.active[0].player
    by = player(who)
    yield Ask(c.TakeRebuy(player=who, tournament=name), by, expects="R810 r.23")
    yield Ask(c.AddOn(player=who, tournament=name), by, expects="R810 r.23")
    yield Ask(c.StartLevel(tournament=name), expects="R810 r.45")
    yield Ask(c.PauseLevel(tournament=name), expects="R810 r.2g")
    yield Ask(c.CloseRegistration(tournament=name), expects="R810 r.10")
    yield Ask(c.FinishTournament(tournament=name), expects="R810 r.10")
    yield Ask(c.StartSynchronizedHand(tournament=name), expects="R810 r.49")


def starts_wrongly(scene: Scene, name: str, state: Tournament) -> Play:
    """Now and then it is to start before its hour, or with too few players."""
    structure = state.structure
    if not scene.happens(10 * scene.malice):
        return
    start = c.StartTournament(absent=[], seed=SEED, tables=[f"{name}.wrong"], tournament=name)
    entered, due = len(state.active), structure.players_max
    hour = max((structure.starts or 0) - scene.now(), SECOND)
    if hour > SECOND and scene.happens(0.5):
        yield Ask(start, expects="R810 r.2t")
    elif structure.schedule == "sit_and_go" and entered != due:
        yield Ask(start, expects="R810 r.2r")
    elif structure.schedule == "scheduled" and entered < structure.players_min:
        yield Ask(start, after=hour, expects="R810 r.7h")
    elif entered > structure.terms.seats:
        yield Ask(start, after=hour, expects="R810 r.6")
    yield Ask(start, OFFICER, expects="House: authority")


def _late(scene: Scene, name: str, state: Tournament) -> Iterator[Ask]:
    """After the start."""
    structure, now = state.structure, scene.now() + 1
    yield Ask(c.StartTournament(absent=[], seed=SEED, tables=[f"{name}.wrong"], tournament=name), expects="R810 r.39")
    yield Ask(
        c.CancelEntry(player=state.active[0].player, tournament=name),
        player(state.active[0].player),
        expects="R810 r.24",
    )
    if state.level < len(structure.levels) and state.level_until is not None and now < state.level_until:
        yield Ask(c.StartLevel(tournament=name), expects="R810 r.45")
    if len(state.active) > 1 and state.time_called is None:
        yield Ask(
            c.FinishTournament(tournament=name),
            expects="R810 r.52" if state.closed or sale_ends_itself(state, now) else "R810 r.10",
        )
    if state.closed:
        yield Ask(c.CloseRegistration(tournament=name), expects="R810 r.10")
    elif state.level < structure.open_until:
        yield Ask(c.CloseRegistration(tournament=name), expects="R810 r.23")
    if structure.timed_seconds is None:
        yield Ask(c.CallTime(tournament=name), expects="R810 r.2o")
    elif state.time_called is not None or now < (state.ends or 0):
        yield Ask(c.CallTime(tournament=name), expects="R810 r.52")
    if not state.hand_by_hand:
        yield Ask(c.StartSynchronizedHand(tournament=name), expects="R810 r.49")
    yield from _alone_hand_by_hand(scene, state)
    seated = [entry for entry in state.active if entry.table is not None and entry.status == "playing"]
    if seated:
        yield from _seated(scene, name, state, scene.chance.choice(seated))


def _alone_hand_by_hand(scene: Scene, state: Tournament) -> Iterator[Ask]:
    """Hand by hand a table deals without waiting for the others."""
    due = {may.table: may.number for may in state.may_deal}
    for table in state.tables if state.hand_by_hand and len(state.tables) > 1 else ():
        if scene.view(table_stream(table)).number + 1 != due.get(table):
            yield Ask(StartHand(table=table), expects="R810 r.49")


def _seated(scene: Scene, name: str, state: Tournament, entry: EntryState) -> Iterator[Ask]:
    """Who is in play wants chips, or money for those he has."""
    by, seat, table = player(entry.player), entry.seat or 1, str(entry.table)
    taken = scene.view(table_stream(table)).at(seat)
    yield Ask(LeaveTable(seat=seat, table=table), by, expects="R810 r.27")
    yield Ask(TopUp(amount=100, seat=seat, table=table), by, expects="R810 r.5")
    broke = _broke(scene)
    sits = SeatPlayer(player=broke, seat=seat, session=session_of(scene, broke), table=table)
    yield Ask(sits, player(broke), expects="R810 r.39")
    yield Ask(CloseTable(table=table), expects="House: table")
    structure = state.structure
    rebuy, addon = c.TakeRebuy(player=entry.player, tournament=name), c.AddOn(player=entry.player, tournament=name)
    if not _on_sale(state):
        yield Ask(rebuy, by, expects="R810 r.23")
        yield Ask(addon, by, expects="R810 r.23")
        return
    if structure.rebuy is None:
        yield Ask(rebuy, by, expects="R810 r.7k")
    elif taken.stack >= structure.rebuy.stack_below:
        yield Ask(rebuy, by, expects="R810 r.2j")
    if structure.addon is None:
        yield Ask(addon, by, expects="R810 r.7l")
    elif entry.added_on or state.level < structure.open_until:
        yield Ask(addon, by, expects="R810 r.2a")
    if _has_session(scene, entry.player):
        again = c.Reenter(player=entry.player, session=session_of(scene, entry.player), tournament=name)
        yield Ask(again, by, expects="R810 r.7j" if structure.reentry is None else "R810 r.2k")


def deals_in_a_pause(scene: Scene, name: str, state: Tournament) -> Play:
    """The clock stands still, and a hand is to begin, or the clock to be stopped once more."""
    able = [table for table in state.tables if len(eligible(scene.view(table_stream(table)))) > 1]
    yield Ask(c.PauseLevel(tournament=name), expects="R810 r.2g")
    if able:
        yield Ask(StartHand(table=able[0]), expects="R810 r.2g")


def after_the_end(scene: Scene, name: str) -> Play:
    """Nothing more happens in a tournament that is over, and nothing in one that was cancelled."""
    state: Tournament = scene.view(tournament_stream(name))
    rule = "R810 r.52" if state.phase == "finished" else "R810 r.35"
    if not scene.happens(10 * scene.malice) or not state.entries:
        return
    who = state.entries[0].player
    yield Ask(c.CancelTournament(cause="technical", note="too late", tournament=name), OFFICER, expects=rule)
    yield Ask(c.TakeRebuy(player=who, tournament=name), player(who), expects=rule)
    yield Ask(c.CancelEntry(player=who, tournament=name), player(who), expects=rule)
    yield Ask(c.CloseRegistration(tournament=name), PLATFORM, expects="R810 r.10")


def _has_session(scene: Scene, name: str) -> bool:
    session = scene.view(f"session:{session_of(scene, name)}")
    return session is not None and not session.ended
