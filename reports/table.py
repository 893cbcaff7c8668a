"""A table as a person reads it: of poker, and against the house. The title says it all in short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from tombo.ledger.core.ids import local
from tombo.ledger.core.said import Fact, Told
from tombo.ledger.games.poker.said.words import STREETS
from tombo.ledger.terms.citation import rules_of
from tombo.ledger.terms.every import places_of
from tombo.ledger.terms.law import NoSeats
from tombo.projections.table import BankedState, PlaceLine, SeatLine, TableState
from tombo.reports.document import Alarm, Block, Document, Sentence
from tombo.reports.said import table as said


def document(stream: str, state: TableState | BankedState) -> Document:
    """The table, who plays there, and what of the hand or round in play cannot be followed."""
    return Document(in_a_line(state), tuple(_blocks(stream, state)))


def in_a_line(state: TableState | BankedState) -> Told:
    """The table in one line: stakes, players, what is in play."""
    match state:
        case TableState():
            return _poker(state)
        case BankedState():
            return _banked(state)
        case _:
            assert_never(state)


def lost(stream: str, why: str) -> Told:
    """In the place of a line: which entry cannot be followed."""
    return said.TABLE_LOST(stream=stream, lost=why)


def _blocks(stream: str, state: TableState | BankedState) -> Iterator[Block]:
    yield Sentence(_as_of(state))
    match state:
        case TableState():
            if state.hours is not None:
                starts, ends, registered, _ = state.hours
                yield Sentence(said.TABLE_SESSION(starts=starts, ends=ends, players=len(registered)))
            yield from (Sentence(_seat(line, state)) for line in state.seats)
            if state.button is None:
                yield Sentence(said.TABLE_BUTTON_TO_DRAW(rule=rules_of(state.terms.variant, 46)))
        case BankedState():
            yield from (Sentence(_place(line, state)) for line in state.places)
        case _:
            assert_never(state)
    if state.lost is not None:
        yield Alarm(lost(stream, state.lost))


def _as_of(state: TableState | BankedState) -> Told:
    index, recorded = state.log_index, state.recorded
    if state.ruleset is not None:
        return said.TABLE_AS_OF(index=index, recorded=recorded, ruleset=state.ruleset)
    return said.TABLE_AS_OF_TOURNAMENT(index=index, recorded=recorded, tournament=str(state.tournament))


def _poker(state: TableState) -> Told:
    terms, play = state.terms, said.TABLE_BETWEEN_HANDS()
    if state.closed:
        play = said.TABLE_NOW_CLOSED()
    elif state.hand and state.street:
        pot = terms.unit.sum(state.pot)
        play = said.TABLE_HAND(hand=local(state.hand), street=STREETS[state.street], pot=pot)
    return said.TABLE_OF_POKER(
        table=state.table,
        small=terms.unit.sum(terms.small_blind),
        big=terms.unit.sum(terms.big_blind),
        players=len(state.seats),
        seats=terms.seats,
        hands=state.hands,
        play=play,
    )


def _seat(line: SeatLine, state: TableState) -> Told:
    unit = state.terms.unit
    stands: list[Fact] = [said.IN_THE_POT(bet=unit.sum(line.bet))] if line.bet else []
    rests = said.RESTING_UNTIL(until=line.until) if line.until and line.status == "resting" else None
    stands.append(rests or said.SEAT_STATUSES[line.status])
    if line.seat == state.button:
        stands.append(said.TABLE_BUTTON())
    return said.TABLE_SEAT(seat=line.seat, player=line.player, stack=unit.sum(line.stack), stands=tuple(stands))


def _banked(state: BankedState) -> Told:
    play = said.TABLE_BETWEEN_ROUNDS()
    if state.closed:
        play = said.TABLE_NOW_CLOSED()
    elif state.round:
        play = said.TABLE_ROUND(round=state.round, staked=state.terms.unit.sum(state.staked))
    players = len({place.player for place in state.places})
    return said.TABLE_OF_THE_HOUSE(
        table=state.table, stakes=state.terms.stakes, players=players, rounds=state.rounds, play=play
    )


def _place(line: PlaceLine, state: BankedState) -> Told:
    seats = places_of(state.terms).seats
    if line.seat is not None:
        where = said.PLACE_ON_SEAT(seat=line.seat)
    else:
        where = seats.where if isinstance(seats, NoSeats) else said.PLACE_ON_NO_SEAT()
    stands: list[Fact] = [line.player]
    if line.staked:
        stands.append(said.STAKED_IN_ROUND(staked=state.terms.unit.sum(line.staked)))
    return said.TABLE_PLACE(where=where, stands=tuple(stands))
