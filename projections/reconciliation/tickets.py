"""Entries won, from who gave them to who used them or had them in money, held against the tournament that gave them (R810 r.16, r.28-32)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.findings import Finding
from tombo.ledger.core.ids import local
from tombo.ledger.core.said import Fact, Told
from tombo.ledger.games.tournament.awarding import ticket_name
from tombo.ledger.games.tournament.events import (
    Announced,
    Registered,
    TicketAwarded,
    TournamentEvent,
)
from tombo.ledger.games.tournament.prizes import (
    FREEROLL_RULE,
    FUNDING_RULE,
    MONEY_RULE,
    TICKET_RULE,
    USE_RULE,
)
from tombo.ledger.games.tournament.r810_tickets import replaces_a_cancelled_one, tickets_lead_somewhere
from tombo.ledger.games.tournament.state import Tournament, tournament_stream
from tombo.ledger.house.account.events import TicketConverted, TicketEvent, TicketGranted, TicketUsed
from tombo.ledger.house.account.state import account_stream
from tombo.ledger.store import Store
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.projections.line import Line
from tombo.projections.reconciliation.before import followed_before
from tombo.projections.strangers import at_home
from tombo.projections.tournament import said

Facts = dict[str, Fact]
ANNOUNCED: Final = "tournament.announced.v1"
CONVERTED: Final = "account.ticket_converted.v1"
GRANTED: Final = "account.ticket_granted.v1"
USED: Final = "account.ticket_used.v1"
RETURNED: Final = "account.ticket_returned.v1"
OF_TICKETS: Final = frozenset({CONVERTED, GRANTED, RETURNED, USED})
_SAYS: Final = frozenset(f"tournament.{word}.v1" for word in ("refunded", "registered", "ticket_awarded"))
"""What names the entry won that it moves."""


class Promised(NamedTuple):
    """What a tournament gives as a ticket: an entry to ``target``, worth ``value`` cents."""

    target: str
    value: int
    freeroll: bool


class Tickets:
    """What is asked of entries won; reads the tournament that gave one, by its first entry, and where that is not known the account."""

    def __init__(self, store: Store) -> None:
        self._store, self._mapper = store, CanonicalMapper(store.origin)

    def __call__(self, line: Line[TicketEvent], moved: int) -> Iterator[Told]:
        """What is wrong with a line of an account about an entry won, by which so many cents ``moved``."""
        event, player = line.event, local(line.stream)
        facts = {"kind": line.kind, "ticket": event.ticket, "stream": line.stream}
        if not moved:
            yield said.TICKET_NOT_HELD(player=player, **facts)
            return
        cause = event.cause if isinstance(event, TicketGranted) else self._giver(line.stream, event.ticket)
        promised = None if cause is None else self._promised(cause)
        if promised is None:
            yield said.TICKET_UNKNOWN(player=player, **facts)
            return
        sort = said.SORTS[promised.freeroll]
        otherwise: Facts = {"target": promised.target, "value": promised.value, "sort": sort, **facts}
        match event:
            case TicketGranted() if (event.target, event.amount.cents, event.freeroll) != promised:
                yield said.TICKET_OTHERWISE(rule=TICKET_RULE, **otherwise)
            case TicketUsed() if tournament_stream(promised.target) != event.cause:
                yield said.TICKET_OTHERWISE(rule=USE_RULE, **otherwise)
            case TicketConverted() if promised.freeroll:
                yield said.TICKET_OTHERWISE(rule=FREEROLL_RULE, **otherwise)
            case TicketConverted() if event.amount.cents != promised.value:
                yield said.TICKET_OTHERWISE(rule=MONEY_RULE, **otherwise)
            case TicketConverted() if not self._had_one(line.stream, event.ticket, promised.target):
                yield said.TICKET_NOT_WON_BEFORE(rule=MONEY_RULE, player=player, **facts)
            case _:
                yield from self._caused(line)

    def _caused(self, line: Line[TicketEvent]) -> Iterator[Told]:
        """What is wrong with a movement of another entry won than the tournament says that caused it."""
        event = line.event
        if isinstance(event, TicketConverted):
            return
        version = event.cause_version
        rows = self._store.stream_rows(event.cause, gt=version - 1, lte=version)
        cause = self._mapper.to_entry(rows[0]).event if rows and rows[0].kind in _SAYS else None
        ticket = cause.ticket.id if isinstance(cause, Registered) and cause.ticket else getattr(cause, "ticket", None)
        if cause is not None and ticket != event.ticket:
            facts = {"kind": line.kind, "ticket": event.ticket, "stream": line.stream}
            yield said.TICKET_OF_ANOTHER(cause=event.cause, version=version, **facts)

    def entered(self, state: Tournament, entry: Entry, name: str) -> Iterator[Told]:
        """What is wrong with how an entry is paid, or a ticket called, that follows ``state`` in the tournament ``name``."""
        event: TournamentEvent = entry.event
        if isinstance(event, TicketAwarded) and event.ticket != ticket_name(name, event.entry):
            expected = ticket_name(name, event.entry)
            facts: Facts = {"entry": event.entry, "ticket": event.ticket, "index": entry.index, "expected": expected}
            yield said.TICKET_NAMED_OTHERWISE(rule=TICKET_RULE, **facts)
        if not isinstance(event, Registered):
            return
        ticket, makes = event.ticket, "free" if state.structure.fee is None else "cash"
        makes = "ticket" if ticket is not None and makes == "cash" else makes
        if event.funding != makes or (ticket is not None and makes == "free"):
            funding = said.FUNDINGS[event.funding]
            yield said.ENTRY_PAID_OTHERWISE(kind=entry.kind, stream=entry.stream, rule=FUNDING_RULE, funding=funding)
        giver = None if ticket is None else self._giver(account_stream(event.player), ticket.id)
        promised = None if giver is None else self._promised(giver)
        if ticket is not None and promised is not None and promised.freeroll != ticket.freeroll:
            otherwise: Facts = {
                "target": promised.target,
                "value": promised.value,
                "sort": said.SORTS[promised.freeroll],
            }
            of = {"kind": entry.kind, "ticket": ticket.id, "stream": entry.stream}
            yield said.TICKET_OTHERWISE(rule=FREEROLL_RULE, **otherwise, **of)

    def announced(self, entry: Entry) -> Iterator[Finding]:
        """What the rules object to in a tournament announced with ``entry``: where its tickets lead, and what it replaces, as those were then (r.32)."""
        event: TournamentEvent = entry.event
        if not isinstance(event, Announced):
            return
        structure, found = event.structure, list[Finding | None]()
        if structure.tickets is not None:
            target = self._before(structure.tickets.target, entry.index)
            found.append(tickets_lead_somewhere(structure, target))
        if structure.replaces is not None:
            found.append(replaces_a_cancelled_one(structure, self._before(structure.replaces, entry.index)))
        yield from (one for one in found if one is not None)

    def _before(self, name: str, index: int) -> Tournament | None:
        """A tournament as it was before a log index; None where it was not announced."""
        found = followed_before(self._store, self._mapper, name, index)
        return None if found is None else found.state

    def _giver(self, account: str, ticket: str) -> str | None:
        """The stream of the tournament that gave ``ticket``: by its name, or by what the account says of it."""
        named = tournament_stream(ticket.rpartition("/")[0])
        if self._promised(named) is not None:
            return named
        rows = (row for row in at_home(self._store.stream_rows(account)) if row.kind == GRANTED)
        granted = (self._mapper.to_entry(row).event for row in rows)
        return next((one.cause for one in granted if one.ticket == ticket), None)

    def _promised(self, tournament: str) -> Promised | None:
        """What ``tournament``, a stream, gives; None where it is not known, or gives none."""
        rows = self._store.stream_rows(tournament, gt=0, lte=1)
        event = self._mapper.to_entry(rows[0]).event if rows and rows[0].kind == ANNOUNCED else None
        if not isinstance(event, Announced) or event.structure.tickets is None:
            return None
        tickets = event.structure.tickets
        return Promised(tickets.target, tickets.value, event.structure.fee is None)

    def _had_one(self, account: str, ticket: str, target: str) -> bool:
        """Whether an entry to ``target`` was given before ``ticket``."""
        for row in at_home(self._store.stream_rows(account)):
            if row.kind == GRANTED:
                granted = self._mapper.to_entry(row).event
                if granted.ticket == ticket:
                    return False
                if granted.target == target:
                    return True
        return False
