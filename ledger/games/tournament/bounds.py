"""How large a tournament may be: what starts, closes, ends and cancels it is one entry each, which holds so much and no more.

Seats drawn, prizes fixed, the stacks at the end or at a cancellation name everybody at once. So nobody is sold an entry that could
not be seated, paid or given back: a structure is refused as it is announced, an entry as it is bought. What was sold before anybody
counted goes on as far as its entries fit, and is refused by name where one would not.
"""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.command import Decision
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.tournament.events import (
    ENTRY_NUMBER_MAX,
    Announced,
    Cancelled,
    Finished,
    PrizesFixed,
    SeatsDrawn,
    SynchronizedHandStarted,
    TimeCalled,
)
from tombo.ledger.games.tournament.state import Tournament
from tombo.ledger.house.rules import house
from tombo.ledger.house.written import size_refusal
from tombo.ledger.terms.said import tournament as said
from tombo.ledger.terms.tournament import Structure

ENTRIES_MAX: Final = 1_000
"""Entries in play at once: the stacks of all fit the entry that ends or cancels the tournament, whatever they are.

So do their seats, at tables with names of up to 24 letters; longer ones are refused at the start, which may name others.
"""
PLACES_MAX: Final = 1_000
"""Places paid: all their prizes, and what is left of a pool, fit the entry that fixes them."""
LISTS: Final = (Announced, SeatsDrawn, PrizesFixed, SynchronizedHandStarted, TimeCalled, Finished, Cancelled)
"""The events that name as many as there are."""


def structure_refusal(structure: Structure) -> Refused | None:
    """The objection to a structure that sells, or pays, more than can be written down."""
    players = max(structure.players_min, structure.players_max or 0)
    if players > ENTRIES_MAX:
        return house("tournament", said.TOURNAMENT_ENTRIES_ABOVE_LARGEST(entries=players, most=ENTRIES_MAX))
    tickets = structure.tickets
    places = max((len(payout.shares_bp) for payout in structure.payouts), default=0)
    places = max(places, (tickets.count or 0) if tickets else 0)
    if places > PLACES_MAX:
        return house("tournament", said.TOURNAMENT_PLACES_ABOVE_LARGEST(most=PLACES_MAX, places=places))
    return None


def entry_refusal(state: Tournament) -> Refused | None:
    """The objection to one entry more than can be seated, given back, or paid where the pool says how many are."""
    tickets = state.structure.tickets
    counts = [(len(state.active), ENTRIES_MAX), (len(state.entries), ENTRY_NUMBER_MAX)]
    if tickets is not None and tickets.count is None:
        counts.append((len(state.counted), PLACES_MAX))
    for taken, most in counts:
        if taken >= most:
            return house("tournament", said.TOURNAMENT_ENTRIES_ABOVE_LARGEST(entries=taken + 1, most=most))
    return None


def record_refusal(decision: Decision) -> Refused | None:
    """The objection to a decision of which an event is larger than an entry can be."""
    found = (size_refusal("tournament", event) for _, event in decision.events if isinstance(event, LISTS))
    return next((objection for objection in found if objection), None)
