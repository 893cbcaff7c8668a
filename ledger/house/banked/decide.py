"""What may be asked of a banked table: opening and closing, who plays there."""

from __future__ import annotations

from typing import Final, cast

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.banked import said
from tombo.ledger.house.banked.commands import CloseBankedTable, JoinTable, OpenBankedTable, PartTable
from tombo.ledger.house.banked.events import BankedTableClosed, BankedTableOpened, PlayerJoined, PlayerParted
from tombo.ledger.house.banked.state import BankedTable, Played, banked_stream, held_after, held_in, open_table
from tombo.ledger.house.log.decide import demo_refusal
from tombo.ledger.house.rules import first_breach, house
from tombo.ledger.house.ruleset.decide import opened_under
from tombo.ledger.house.session.decide import entered, session_refusal
from tombo.ledger.house.staff.authority import may
from tombo.ledger.terms.every import places_of, regulation_of
from tombo.ledger.terms.law import NoSeats
from tombo.ledger.terms.poker import Terms


def open_banked_table(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``open_banked_table``: by the platform, under approved rules of a banked game that are in force."""
    command: OpenBankedTable = envelope.command
    stream = banked_stream(command.table)
    under = opened_under(view, envelope, stream, command.ruleset)
    if isinstance(under, Refused):
        return under
    terms, reference = under
    if isinstance(terms, Terms):
        return house("ruleset", said.BANKED_RULESET_OF_POKER(ruleset=command.ruleset))
    objection = demo_refusal(view, terms.unit, regulation_of(terms))
    return objection or Decision(((stream, BankedTableOpened(ruleset=reference, terms=terms)),))


def join_table(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``join_table``: a free seat of the table, or a place at the wheel, within a session of the player's."""
    command: JoinTable = envelope.command
    table = open_table(view, command.table)
    if isinstance(table, Refused):
        return table
    objection = (
        may(view, envelope.by, player=command.player, platform=True)
        or session_refusal(view, command.session, command.player, regulation_of(table.terms))
        or _alone_refusal(view, table, command)
        or _place_refusal(table, command)
        or _one_session_refusal(view, table, command)
    )
    if objection:
        return objection
    joined = PlayerJoined(at=envelope.occurred, player=command.player, seat=command.seat, session=command.session)
    stream = banked_stream(command.table)
    return Decision(((stream, joined), *entered(view, command.session, stream)))


def _alone_refusal(view: View, table: BankedTable, command: JoinTable) -> Refused | None:
    """The objection to a second player at a table of one: somebody plays there, or left a bet in the round under way."""
    if table.terms.table_kind == "multi":
        return None
    round_: Played | None = None if table.round is None else view(table.round)
    there = [*(place.player for place in table.places), *(round_.bettors if round_ is not None else ())]
    other = next((name for name in there if name != command.player), None)
    if other is None:
        return None
    return house("seat", said.TABLE_OF_ONE_IS_TAKEN(player=other, table=command.table))


def _place_refusal(table: BankedTable, command: JoinTable) -> Refused | None:
    """The objection to a player at a place: no such place, one he has, or somebody there."""
    own = [place for place in table.places if place.player == command.player]
    places = places_of(table.terms)
    if isinstance(places.seats, NoSeats):
        if command.seat is not None:
            return house("seat", places.seats.no_seat)
        return house("seat", said.BANKED_PLAYER_IS_THERE(player=command.player)) if own else None
    seats = places.seats(table.terms)
    if command.seat is None:
        return house("seat", said.BANKED_SEAT_NOT_NAMED(seats=seats))
    if command.seat > seats:
        return house("seat", said.BANKED_SEAT_NOT_AT_TABLE(seat=command.seat, seats=seats))
    taken = next((place for place in table.places if place.seat == command.seat), None)
    if taken is not None:
        told = said.BANKED_SEAT_IS_TAKEN(player=taken.player, seat=command.seat, table=command.table)
        return house("seat", told)
    if own and places.another is not None:
        return first_breach(places.another(table.terms))
    if own:
        seat = cast(int, own[0].seat)  # there is one at a table of cards
        return house("seat", said.BANKED_PLAYER_HAS_A_SEAT(player=command.player, seat=seat))
    return None


def _one_session_refusal(view: View, table: BankedTable, command: JoinTable) -> Refused | None:
    """The objection to a player at one table within two sessions: whose movements his bets cause would not be told apart."""
    own = next((place for place in table.places if place.player == command.player), None)
    if own is not None and own.session != command.session:
        return house("session", said.BANKED_PLAYER_IN_OTHER_SESSION(player=command.player, session=own.session))
    held = held_in(view, table, command.player)
    if own is None and held is not None:
        return house("session", said.BANKED_BET_STANDS(player=command.player, round=held))
    return None


def part_table(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``part_table``: at any time; what is staked in a round under way is decided without him."""
    command: PartTable = envelope.command
    table = open_table(view, command.table)
    if isinstance(table, Refused):
        return table
    objection = may(view, envelope.by, player=command.player, platform=True)
    if objection:
        return objection
    if table.place_of(command.player, command.seat) is None:
        if command.seat is None:
            return house("seat", said.BANKED_PLAYER_NOT_THERE(player=command.player, table=command.table))
        told = said.BANKED_PLAYER_NOT_ON_SEAT(player=command.player, seat=command.seat, table=command.table)
        return house("seat", told)
    return Decision(((banked_stream(command.table), PlayerParted(player=command.player, seat=command.seat)),))


def close_banked_table(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``close_banked_table``: by the platform, once nobody plays there, no round is under way and no stake is undecided."""
    command: CloseBankedTable = envelope.command
    objection = may(view, envelope.by, platform=True)
    if objection:
        return objection
    table = open_table(view, command.table)
    if isinstance(table, Refused):
        return table
    if table.round is not None:
        return house("table", said.BANKED_TABLE_HAS_ROUND(round=table.round, table=command.table))
    if table.places:
        players = tuple(place.player for place in table.places)
        return house("table", said.BANKED_TABLE_HAS_PLAYERS(players=players, table=command.table))
    holding = held_after(view, table)
    if holding:
        return house("table", said.BANKED_TABLE_HOLDS_STAKES(players=holding, round=str(table.last)))
    return Decision(((banked_stream(command.table), BankedTableClosed()),))


DECIDERS: Final[dict[type, Decide]] = {
    CloseBankedTable: close_banked_table,
    JoinTable: join_table,
    OpenBankedTable: open_banked_table,
    PartTable: part_table,
}
"""Class of command to its decider."""
