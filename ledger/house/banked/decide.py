"""What may be asked of a banked table: opening and closing, who plays there."""

from __future__ import annotations

from typing import Final

from ledger.core.command import Decide, Decision, Envelope, View
from ledger.core.findings import Refused
from ledger.house.banked.commands import CloseBankedTable, JoinTable, OpenBankedTable, PartTable
from ledger.house.banked.events import BankedTableClosed, BankedTableOpened, PlayerJoined, PlayerParted
from ledger.house.banked.state import BankedTable, Played, banked_stream, held_in, open_table
from ledger.house.log.decide import demo_refusal
from ledger.house.rules import first_breach, house
from ledger.house.ruleset.decide import opened_under
from ledger.house.session.decide import entered, session_refusal
from ledger.house.staff.authority import may
from ledger.terms import blackjack as r805_terms
from ledger.terms.blackjack import BlackjackTerms
from ledger.terms.every import regulation_of
from ledger.terms.poker import Terms
from ledger.terms.roulette import RouletteTerms


def open_banked_table(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``open_banked_table``: by the platform, under approved rules of a banked game that are in force."""
    command: OpenBankedTable = envelope.command
    stream = banked_stream(command.table)
    under = opened_under(view, envelope, stream, command.ruleset)
    if isinstance(under, Refused):
        return under
    terms, reference = under
    if isinstance(terms, Terms):
        return house("ruleset", f"the ruleset {command.ruleset} is one of poker; expected one of a banked game")
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
    return house("seat", f"{command.table} is a table of one player, and {other} plays there or has a bet in its round")


def _place_refusal(table: BankedTable, command: JoinTable) -> Refused | None:
    """The objection to a player at a place: no such place, one he has, or somebody there."""
    own = [place for place in table.places if place.player == command.player]
    if isinstance(table.terms, RouletteTerms):
        if command.seat is not None:
            return house("seat", "a wheel has no seats; expected 'seat' null")
        return house("seat", f"{command.player} plays there already") if own else None
    if command.seat is None or command.seat > table.terms.seats:
        return house("seat", f"seat {command.seat} at a table of {table.terms.seats} seats")
    taken = next((place for place in table.places if place.seat == command.seat), None)
    if taken is not None:
        return house("seat", f"seat {command.seat} of {command.table} is taken by {taken.player}")
    if own and isinstance(table.terms, BlackjackTerms):
        return first_breach(r805_terms.several_seats_are_allowed(table.terms))
    if own:
        return house("seat", f"{command.player} sits on seat {own[0].seat} already; expected one seat a player")
    return None


def _one_session_refusal(view: View, table: BankedTable, command: JoinTable) -> Refused | None:
    """The objection to a player at one table within two sessions: whose movements his bets cause would not be told apart."""
    own = next((place for place in table.places if place.player == command.player), None)
    if own is not None and own.session != command.session:
        return house("session", f"{command.player} plays there within {own.session}; expected the same session")
    held = held_in(view, table, command.player)
    if own is None and held is not None:
        return house("session", f"a bet of {command.player} stands in {held}; expected its end before he comes back")
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
        where = "there" if command.seat is None else f"on seat {command.seat}"
        return house("seat", f"{command.player} does not play {where} at {command.table}")
    return Decision(((banked_stream(command.table), PlayerParted(player=command.player, seat=command.seat)),))


def close_banked_table(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``close_banked_table``: by the platform, once nobody plays there and no round is under way."""
    command: CloseBankedTable = envelope.command
    objection = may(view, envelope.by, platform=True)
    if objection:
        return objection
    table = open_table(view, command.table)
    if isinstance(table, Refused):
        return table
    if table.round is not None or table.places:
        still = table.round or ", ".join(place.player for place in table.places)
        return house(
            "table", f"{still} is still at {command.table}; expected the end of the round and 'part_table' before"
        )
    return Decision(((banked_stream(command.table), BankedTableClosed()),))


DECIDERS: Final[dict[type, Decide]] = {
    CloseBankedTable: close_banked_table,
    JoinTable: join_table,
    OpenBankedTable: open_banked_table,
    PartTable: part_table,
}
"""Class of command to its decider."""
