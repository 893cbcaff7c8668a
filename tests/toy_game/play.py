"""A throw of the die as its events leave it, and the judge of what is asked of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, assert_never

from tests.toy_game import events as e
from tests.toy_game.commands import BetOnDie, DieCommand, OpenDie, SettleDie, ThrowDie, VoidDie
from tests.toy_game.terms import DieTerms
from tombo.ledger.core.command import Decision, Envelope, View
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.findings import Finding, Refused
from tombo.ledger.core.ids import table_of
from tombo.ledger.core.said import Said
from tombo.ledger.house.banked.rounds import new_round, paid, round_ended, staked
from tombo.ledger.house.banked.state import BankedTable, banked_stream
from tombo.ledger.house.incident.decide import void_objection
from tombo.ledger.house.rules import headless, house
from tombo.ledger.house.staff.authority import may

NO_THROW: Final = Said("no_throw", "there is no throw {round}", "não há nenhum lançamento {round}")
NOT_AROUND_THE_DIE: Final = Said(
    "not_around_the_die",
    "{player} is not at {table}; expected 'join_table' before",
    "{player} não está em {table}; esperava-se antes 'join_table'",
)
THROW_IS_OVER: Final = Said("throw_is_over", "the throw is over", "o lançamento terminou")
DIE_BET_TWICE: Final = Said(
    "die_bet_twice", "{player} has bet already; expected one bet a throw", "{player} já apostou; esperava-se uma aposta"
)
DIE_BET_OUT_OF_LIMITS: Final = Said(
    "die_bet_out_of_limits",
    "a bet of {amount}; expected {least} to {most}",
    "uma aposta de {amount}; esperava-se entre {least} e {most}",
)
DIE_LIES: Final = Said(
    "die_lies", "the die lies: {face}; expected this before the throw", "o dado mostra {face}; esperava-se isto antes"
)
DIE_NOT_THROWN: Final = Said(
    "die_not_thrown", "no die was thrown; expected 'throw_die' before", "nenhum dado lançado; esperava-se 'throw_die'"
)


class Bet(NamedTuple):
    """What a player has on a side."""

    player: str
    side: e.Side
    amount: int


class Throw(NamedTuple):
    """A throw of the die."""

    opened: e.RoundOpened
    bets: tuple[Bet, ...] = ()
    face: int | None = None
    outcome: Literal["open", "settled", "voided"] = "open"

    @property
    def terms(self) -> DieTerms:
        """What it is played under."""
        return self.opened.terms

    @property
    def bettors(self) -> tuple[str, ...]:
        """Who bet in it."""
        return tuple(bet.player for bet in self.bets)

    @property
    def holding(self) -> tuple[str, ...]:
        """Whose bets are not decided yet."""
        return self.bettors if self.outcome == "open" else ()


def evolve(state: Throw | None, event: e.DieEvent) -> Throw:
    """``state`` after ``event``."""
    if isinstance(event, e.RoundOpened):
        return Throw(event)
    if state is None:
        headless("die", event)
    match event:
        case e.BetPlaced():
            return state._replace(bets=(*state.bets, Bet(event.player, event.side, event.amount)))
        case e.DieThrown():
            return state._replace(face=event.face)
        case e.Paid() | e.Collected():
            return state
        case e.Settled():
            return state._replace(outcome="settled")
        case e.Voided():
            return state._replace(outcome="voided")
        case _:
            assert_never(event)


def settling(state: Throw) -> Iterator[e.Paid | e.Collected]:
    """What becomes of the bets, once the die lies."""
    side = "odd" if (state.face or 0) % 2 else "even"
    for bet in state.bets:
        if bet.side == side:
            yield e.Paid(player=bet.player, prize=bet.amount, returned=bet.amount)
        else:
            yield e.Collected(amount=bet.amount, player=bet.player)


def refunds(state: Throw) -> list[e.Refund]:
    """What a void throw gives back."""
    return [e.Refund(amount=bet.amount, player=bet.player) for bet in state.bets]


def decide(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``envelope``: R899, which this file is."""
    command: DieCommand = envelope.command
    if isinstance(command, OpenDie):
        return _open(envelope, view, command)
    stream = f"die:{command.round}"
    state: Throw | None = view(stream)
    if state is None:
        return house("table", NO_THROW(round=command.round))
    if state.outcome != "open":
        return Refused(Finding("R899 r.3", THROW_IS_OVER()))
    match command:
        case BetOnDie():
            return _bet(envelope, view, state, command)
        case ThrowDie():
            objection = may(view, envelope.by, platform=True) or _lies(state)
            return objection or Decision(((stream, e.DieThrown(face=command.face)),))
        case SettleDie():
            return may(view, envelope.by, platform=True) or _settle(view, stream, state)
        case VoidDie():
            objection = void_objection(
                view, envelope.by, stream, command.incident, operator="R899 r.6", player="R899 r.6"
            )
            return objection or _lies(state) or _void(view, stream, state, command.incident)
        case _:
            assert_never(command)


def _open(envelope: Envelope, view: View, command: OpenDie) -> Decision | Refused:
    fresh = new_round(view, envelope.by, command.table, "die")
    if isinstance(fresh, Refused):
        return fresh
    terms = fresh.table.terms
    if not isinstance(terms, DieTerms):
        raise TypeError(f"{command.table} plays {terms.game}")  # new_round has seen that it plays the die
    opened = e.RoundOpened(number=fresh.number, ruleset=fresh.table.ruleset, table=command.table, terms=terms)
    return Decision(((fresh.stream, opened), fresh.started))


def _lies(state: Throw) -> Refused | None:
    """R899 r.5: once the die lies, nobody bets, throws again or calls it void."""
    return None if state.face is None else Refused(Finding("R899 r.5", DIE_LIES(face=state.face)))


def _bet(envelope: Envelope, view: View, state: Throw, command: BetOnDie) -> Decision | Refused:
    terms, stream, player = state.terms, f"die:{command.round}", command.player
    table: BankedTable = view(banked_stream(table_of(stream)))
    objection = may(view, envelope.by, player=player) or _lies(state)
    if objection:
        return objection
    if table.place_of(player, None) is None:
        return house("seat", NOT_AROUND_THE_DIE(player=player, table=table_of(stream)))
    if player in state.bettors:
        return Refused(Finding("R899 r.4", DIE_BET_TWICE(player=player)))
    if not terms.bet_min <= command.amount <= terms.bet_max:
        least, most, amount = (terms.unit.sum(sum_) for sum_ in (terms.bet_min, terms.bet_max, command.amount))
        return Refused(Finding("R899 r.2", DIE_BET_OUT_OF_LIMITS(amount=amount, least=least, most=most)))
    version = view.version(stream) + 1
    moved = staked(view, terms, player, command.amount, stream=stream, version=version, occurred=envelope.occurred)
    if isinstance(moved, Refused):
        return moved
    return Decision(((stream, e.BetPlaced(amount=command.amount, player=player, side=command.side)), *moved))


def _settle(view: View, stream: str, state: Throw) -> Decision | Refused:
    """R899 r.7: winners get as much again, and their stakes; the others' stakes are the house's."""
    if state.face is None:
        return Refused(Finding("R899 r.5", DIE_NOT_THROWN()))
    placed: list[tuple[str, EventBase]] = []
    for version, event in enumerate(settling(state), view.version(stream) + 1):
        placed.append((stream, event))
        if isinstance(event, e.Paid):
            back = event.prize + event.returned
            placed += paid(view, state.terms, event.player, back, stream=stream, version=version)
    return Decision((*placed, (stream, e.Settled()), round_ended(stream, state.bettors, "settled")))


def _void(view: View, stream: str, state: Throw, incident: str) -> Decision:
    """R899 r.6: every bet goes back."""
    version, back = view.version(stream) + 1, refunds(state)
    credits_ = [
        movement
        for refund in back
        for movement in paid(view, state.terms, refund.player, refund.amount, stream=stream, version=version)
    ]
    voided = e.Voided(incident=incident, refunds=back)
    return Decision(((stream, voided), *credits_, round_ended(stream, state.bettors, "voided")))
