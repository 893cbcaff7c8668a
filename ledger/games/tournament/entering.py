"""Money in: announcing, entries and what they may become, rebuys, add-ons, tickets (R810 r.7-30)."""

from __future__ import annotations

from tombo.ledger.core.command import Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import TOURNAMENT_NAME_MAX, LocalId
from tombo.ledger.core.money import Money
from tombo.ledger.games.tournament.bounds import entry_refusal, structure_refusal
from tombo.ledger.games.tournament.case import Movement, TournamentCase, account_of, by_player, decided, given, paid_for
from tombo.ledger.games.tournament.commands import (
    AddOn,
    AnnounceTournament,
    CancelEntry,
    ConvertTicket,
    Reenter,
    RegisterEntry,
    TakeRebuy,
)
from tombo.ledger.games.tournament.events import (
    AddedOn,
    Announced,
    Rebought,
    Reentered,
    Registered,
    RegistrationCancelled,
    UsedTicket,
)
from tombo.ledger.games.tournament.lying import seat_of
from tombo.ledger.games.tournament.r810 import (
    a_place_is_left,
    addon_is_offered,
    entries_are_taken,
    entry_may_be_taken_back,
    one_entry_a_player,
    rebuy_is_offered,
    reentry_is_offered,
    sale_is_in_time,
    sale_is_open,
    takes_part,
    tournament_goes_on,
)
from tombo.ledger.games.tournament.r810_tickets import (
    is_refunded_in_cash,
    replaced_by,
    replaces_a_cancelled_one,
    ticket_becomes_money,
    ticket_has_its_value,
    ticket_opens_it,
    tickets_lead_somewhere,
)
from tombo.ledger.games.tournament.said import course as said
from tombo.ledger.games.tournament.said import tickets as tickets_said
from tombo.ledger.games.tournament.state import EntryState, Tournament, tournament_stream
from tombo.ledger.house.account.events import TicketConverted, TicketReturned, TicketUsed
from tombo.ledger.house.account.state import account_stream
from tombo.ledger.house.log.decide import money_refusal
from tombo.ledger.house.names import name_refusal
from tombo.ledger.house.rules import first_breach, house
from tombo.ledger.house.ruleset.decide import revision_refusal
from tombo.ledger.house.session.decide import entered, session_refusal
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.staff.state import MANAGER
from tombo.ledger.house.table.events import ChipsAdded
from tombo.ledger.house.table.r806 import top_up_is_between_hands
from tombo.ledger.house.table.state import Table, table_stream
from tombo.ledger.house.times import heard
from tombo.ledger.terms.citation import cited
from tombo.ledger.terms.poker import REGULATIONS
from tombo.ledger.terms.r810 import structure_findings


def announce(envelope: Envelope, view: View) -> Decision | Refused:
    """A tournament with all its rules (r.7-9): by a manager, under a new name, and lawful."""
    command: AnnounceTournament = envelope.command
    objection = may(view, envelope.by, roles=(MANAGER,)) or money_refusal(view)
    if objection:
        return objection
    stream = tournament_stream(command.tournament)
    if view(stream) is not None:
        return house("tournament", said.TOURNAMENT_NAME_TAKEN(tournament=command.tournament))
    objection = name_refusal("tournament", command.tournament, TOURNAMENT_NAME_MAX)
    if objection:
        return objection
    tickets = command.structure.tickets
    target = None if tickets is None else view(tournament_stream(tickets.target))
    replaces = command.structure.replaces
    replaced = None if replaces is None else view(tournament_stream(replaces))
    objection = (
        revision_refusal("tournament", command.structure.terms)
        or structure_refusal(command.structure)
        or first_breach(
            *structure_findings(command.structure),
            tickets_lead_somewhere(command.structure, target),
            replaces_a_cancelled_one(command.structure, replaced),
        )
    )
    if objection:
        return objection
    return Decision(((stream, Announced(reference=command.reference, structure=command.structure)),))


def register(case: TournamentCase, command: RegisterEntry) -> Decision | Refused:
    """A player, who has an account, enters: the fee leaves it at once (r.22), or the entry he won is used (r.16)."""
    state, player = case.state, command.player
    objection = (
        by_player(case, player)
        or session_refusal(case.view, command.session, player, REGULATIONS[state.structure.terms.variant])
        or first_breach(
            tournament_goes_on(state),
            one_entry_a_player(state, player),
            entries_are_taken(state),
            sale_is_in_time(state, heard(case.occurred, case.view)),
            a_place_is_left(state),
        )
        or entry_refusal(state)
    )
    if objection:
        return objection
    used = _ticket(case, player, command.ticket) if command.ticket is not None else None
    if isinstance(used, Refused):
        return used
    fee = state.structure.fee_total
    event = Registered(
        entry=len(state.entries) + 1,
        funding="ticket" if used else "cash" if fee else "free",
        player=player,
        session=command.session,
        ticket=used,
    )
    here = entered(case.view, command.session, case.stream)
    if used:
        spent = TicketUsed(cause=case.stream, cause_version=case.version(1), ticket=used.id)
        return decided(case, [event], [(account_stream(player), spent), *here])
    if not fee and account_of(case.view, player) is None:  # what he may win needs one
        return house("account", said.TOURNAMENT_ACCOUNT_MISSING(player=player))
    moved = paid_for(case, player, fee, event=1)
    return moved if isinstance(moved, Refused) else decided(case, [event], [*moved, *here])


def _ticket(case: TournamentCase, player: str, name: LocalId) -> UsedTicket | Refused:
    """The ticket ``name`` of ``player``, if it is an entry to this tournament."""
    account = account_of(case.view, player)
    found = account.ticket(name) if account else None
    objection = first_breach(ticket_opens_it(found, case.name, replaced_by(case.state.structure, case.view)))
    if objection or found is None:
        return objection or house("account", said.TOURNAMENT_ACCOUNT_MISSING(player=player))
    objection = first_breach(ticket_has_its_value(case.state, found))
    return objection or UsedTicket(freeroll=found.freeroll, id=found.ticket)


def cancel_entry(case: TournamentCase, command: CancelEntry) -> Decision | Refused:
    """A player takes his entry back: the full fee, commission included (r.25), or his ticket (r.28, [A])."""
    objection = by_player(case, command.player) or first_breach(
        tournament_goes_on(case.state),
        takes_part(case.state, command.player),
        entry_may_be_taken_back(case.state, heard(case.occurred, case.view)),
    )
    entry = case.state.entry_of(command.player)
    if objection or entry is None:
        return objection or house("tournament", said.ENTRY_MISSING(player=command.player))
    cancelled = RegistrationCancelled(entry=entry.entry)
    if entry.ticket is not None:
        back = TicketReturned(cause=case.stream, cause_version=case.version(1), ticket=entry.ticket.id)
        return decided(case, [cancelled], [(account_stream(entry.player), back)])
    return decided(case, [cancelled], given(case, entry.player, case.state.structure.fee_total, event=1))


def convert_ticket(envelope: Envelope, view: View) -> Decision | Refused:
    """An entry won is paid out: to whoever had won one to the same tournament before (r.29), or as that was cancelled (r.37)."""
    command: ConvertTicket = envelope.command
    account = account_of(view, command.player)
    objection = may(view, envelope.by, player=command.player, platform=True)
    if objection or account is None:
        return objection or house("account", said.TOURNAMENT_ACCOUNT_MISSING(player=command.player))
    ticket = account.ticket(command.ticket)
    objection = first_breach(ticket_opens_it(ticket, ticket.target if ticket else ""))
    if objection or ticket is None:
        return objection or house("account", tickets_said.TICKET_NOT_WON())
    target: Tournament | None = view(tournament_stream(ticket.target))
    objection = None if is_refunded_in_cash(target, ticket) else first_breach(ticket_becomes_money(account, ticket))
    if objection:
        return objection
    paid = TicketConverted(amount=Money(ticket.value), ticket=ticket.ticket)
    return Decision(((account_stream(command.player), paid),))


def reenter(case: TournamentCase, command: Reenter) -> Decision | Refused:
    """A player who was eliminated enters again, for the fee (r.2k, r.18)."""
    state, player = case.state, command.player
    objection = (
        by_player(case, player)
        or session_refusal(case.view, command.session, player, REGULATIONS[state.structure.terms.variant])
        or first_breach(
            tournament_goes_on(state),
            reentry_is_offered(state, player),
            sale_is_open(state),
            sale_is_in_time(state, heard(case.occurred, case.view)),
            a_place_is_left(state),
        )
        or entry_refusal(state)
    )
    if objection:
        return objection
    moved = paid_for(case, player, state.structure.fee_total, event=1)
    if isinstance(moved, Refused):
        return moved
    reentered = Reentered(entry=len(state.entries) + 1, player=player, session=command.session)
    return decided(case, [reentered], [*moved, *entered(case.view, command.session, case.stream)])


def _at_table(case: TournamentCase, player: str) -> tuple[EntryState, Table, int] | Refused:
    """The entry of ``player``, his table and seat, between hands of his (R806 r.11b, through r.3)."""
    entry = case.state.entry_of(player)
    if entry is None or entry.table is None or entry.seat is None:
        return house("tournament", said.TOURNAMENT_SEAT_NOT_DRAWN(player=player))
    table = seat_of(case, entry, entry.table, entry.seat)
    busy = top_up_is_between_hands(table, entry.seat)
    objection = first_breach(None if busy is None else cited(busy, table.terms.variant))
    return objection or (entry, table, entry.seat)


def rebuy(case: TournamentCase, command: TakeRebuy) -> Decision | Refused:
    """A player buys chips again (r.2j), which lie before him at once."""
    state, player = case.state, command.player
    objection = by_player(case, player) or first_breach(
        tournament_goes_on(state),
        takes_part(state, player),
        sale_is_open(state),
        sale_is_in_time(state, heard(case.occurred, case.view)),
    )
    found = objection or _at_table(case, player)
    if isinstance(found, Refused):
        return found
    entry, table, seat = found
    taken = table.at(seat)
    objection = first_breach(rebuy_is_offered(state, entry, taken.stack if taken else 0))
    offered = state.structure.rebuy
    if objection or offered is None:
        return objection or house("tournament", said.REBUYS_NOT_OFFERED())
    moved = paid_for(case, player, offered.prize + offered.commission, event=1)
    if isinstance(moved, Refused):
        return moved
    return decided(case, [Rebought(entry=entry.entry)], [*moved, _chips(entry, seat, offered.chips)])


def add_on(case: TournamentCase, command: AddOn) -> Decision | Refused:
    """A player takes his add-on (r.2a), whatever he has."""
    state, player = case.state, command.player
    objection = by_player(case, player) or first_breach(
        tournament_goes_on(state),
        takes_part(state, player),
        sale_is_open(state),
        sale_is_in_time(state, heard(case.occurred, case.view)),
    )
    found = objection or _at_table(case, player)
    if isinstance(found, Refused):
        return found
    entry, _, seat = found
    objection = first_breach(addon_is_offered(state, entry))
    offered = state.structure.addon
    if objection or offered is None:
        return objection or house("tournament", said.ADD_ONS_NOT_OFFERED())
    moved = paid_for(case, player, offered.prize + offered.commission, event=1)
    if isinstance(moved, Refused):
        return moved
    return decided(case, [AddedOn(entry=entry.entry)], [*moved, _chips(entry, seat, offered.chips)])


def _chips(entry: EntryState, seat: int, chips: int) -> Movement:
    return table_stream(str(entry.table)), ChipsAdded(chips=chips, seat=seat)
