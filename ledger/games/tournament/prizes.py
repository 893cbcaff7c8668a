"""Who is placed where, and what a place wins: pure functions of a tournament's state (R810 r.9-10, r.33-34, r.50-51)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from tombo.ledger.games.tournament.events import Prize
from tombo.ledger.games.tournament.state import EntryState, Tournament
from tombo.ledger.terms.tournament import Structure, TicketPrizes

POOL_RULE: Final = "R810 r.10"
"""The pool, fixed once nothing can be bought any more."""
PLACES_RULE: Final = "R810 r.34"
"""What each place wins of it."""
CREDITED_RULE: Final = "R810 r.50"
"""Whoever is placed is credited what his place wins."""
BOUNTY_RULE: Final = "R810 r.7p"
"""What an elimination brings."""
OVERLAY_RULE: Final = "R810 r.7m"
"""What the house adds up to a guarantee."""
TICKET_RULE: Final = "R810 r.32"
"""A place that wins a ticket to another tournament."""
OUT_RULE: Final = "R810 r.31"
"""Whoever has no chips, and may buy none, is out."""
FUNDING_RULE: Final = "R810 r.16"
"""An entry is paid by its fee, or by an entry won; of a tournament without a fee by nothing."""
USE_RULE: Final = "R810 r.28"
"""For what an entry won may be used."""
MONEY_RULE: Final = "R810 r.29"
"""When an entry won is paid out."""
FREEROLL_RULE: Final = "R810 r.30"
"""One of a tournament without a fee is never money."""
DECIDED_BY: Final = (POOL_RULE, "R810 r.50-51", "R810 r.54")
"""The rules that decide who gets how much."""


class PlacedEntries(NamedTuple):
    """Entries that end in one place, or *ex aequo* in several: ``first`` to ``last`` (r.51)."""

    first: int
    last: int
    entries: tuple[int, ...]


class Award(NamedTuple):
    """What an entry wins for its place, in cents; ``ticket`` where that is an entry to another tournament."""

    entry: int
    first: int
    last: int
    amount: int
    ticket: bool


def prize_part(state: Tournament) -> int:
    """The parcel for the pool of everything bought, in cents: entries, those won included (r.16), rebuys and add-ons."""
    structure = state.structure
    each = structure.fee.prize if structure.fee else 0
    bought = 0
    for entry in state.counted:
        bought += each
        bought += entry.rebuys * structure.rebuy.prize if structure.rebuy else 0
        bought += structure.addon.prize if structure.addon and entry.added_on else 0
    return bought


def commission(state: Tournament) -> int:
    """The operator's commission of everything bought, in cents, entries won included (r.16-18)."""
    structure = state.structure
    each = structure.fee.commission if structure.fee else 0
    taken = 0
    for entry in state.counted:
        taken += each
        taken += entry.rebuys * structure.rebuy.commission if structure.rebuy else 0
        taken += structure.addon.commission if structure.addon and entry.added_on else 0
    return taken


def overlay(state: Tournament) -> int:
    """What the operator adds so that the prizes reach the guarantee (r.7m), or pay the tickets promised (r.7o)."""
    structure = state.structure
    tickets = structure.tickets
    promised = 0 if tickets is None else tickets.value * min(tickets.count or 0, len(state.counted))
    return max(0, promised - prize_part(state), (structure.guarantee or 0) - prize_part(state))


def fixed_prizes(structure: Structure, entries: int, pool: int) -> list[Prize]:
    """The prizes of a ``pool``, overlay included, with so many ``entries`` (r.9-10, r.34). Sum = pool; none before the first entry.

    Tickets come first, then what is left of the pool in cash to the next place, or where everybody has a ticket to the first.
    Where prizes stand by value and that cash is worth more than a ticket, it is the first place's (r.50, readings #20).
    """
    if not entries:
        return []
    if structure.tickets is not None:
        return _of_tickets(structure, structure.tickets, entries, pool)
    shares = shares_of(structure, entries)
    if not shares:
        return []  # announced without a payout, which no door does (r.34)
    return [Prize(amount=a, place=place, ticket=False) for place, a in enumerate(divided(pool, shares), start=1)]


def _of_tickets(structure: Structure, tickets: TicketPrizes, entries: int, pool: int) -> list[Prize]:
    value = tickets.value
    given = min(pool // value if tickets.count is None else tickets.count, entries)
    rest = max(0, pool - value * given)  # a pool that was fixed too small is said to be so
    first = 1
    cash = [Prize(amount=rest, place=given + 1 if given < entries else 1, ticket=False)] if rest else []
    if structure.readings.left_over == "by_value" and rest > value and given < entries:
        first, cash = 2, [Prize(amount=rest, place=1, ticket=False)]
    won = [Prize(amount=value, place=place, ticket=True) for place in range(first, first + given)]
    return [*cash, *won] if first > 1 else [*won, *cash]


def shares_of(structure: Structure, entries: int) -> Sequence[int]:
    """The shares of the payout for so many entries; never more places than entries."""
    fitting = [payout for payout in structure.payouts if payout.entries_from <= entries]
    payouts = fitting[-1:] or structure.payouts[:1]
    return payouts[0].shares_bp[:entries] if payouts else ()


def divided(pool: int, shares_bp: Sequence[int]) -> list[int]:
    """``pool`` in shares of hundredths of a percent, to the cent: rounded down, then one cent each from the first on.

    Where the shares do not make up the whole, since fewer entered than are paid, they are taken in proportion.
    """
    whole = sum(shares_bp)
    amounts = [pool * share // whole for share in shares_bp]
    for place in range(pool - sum(amounts)):
        amounts[place] += 1
    return amounts


def places(state: Tournament) -> list[PlacedEntries]:
    """The places of all entries that are decided, the best first: who is still in play has none yet.

    By order of exit; within one order by the stack at the start of the hand, equal stacks *ex aequo* (r.50-51). In a timed
    tournament that has ended, whoever still had chips stands before them, by chips (r.33).
    """
    total = len(state.counted)
    held = {stack.entry: stack.stack for stack in state.stacks} if state.phase == "finished" else {}
    remaining = [entry for entry in state.active if entry.entry not in held]
    ranked = sorted((-stack, entry) for entry, stack in held.items())
    found = _in_places(((stack, entry) for stack, entry in ranked), len(remaining))
    out = sorted((_key(entry), entry.entry) for entry in state.counted if entry.status == "eliminated")
    found += _in_places(out, total - len(out))
    return found


def _key(entry: EntryState) -> tuple[int, int]:
    """What orders exits, the best first: the latest, then the largest stack."""
    if entry.exit is None:
        raise ValueError(f"entry {entry.entry} is eliminated and has no exit")
    return -entry.exit.order, -entry.exit.stack


def _in_places(ranked: Iterable[tuple[object, int]], before: int) -> list[PlacedEntries]:
    """Consecutive places after ``before`` others for entries in order, those of one key together."""
    found: list[PlacedEntries] = []
    for _, group in groupby(ranked, key=lambda pair: pair[0]):
        entries = tuple(sorted(entry for _, entry in group))
        found.append(PlacedEntries(before + 1, before + len(entries), entries))
        before += len(entries)
    return found


def prizes_of(structure: Structure, by_place: Mapping[int, Sequence[Prize]], placed: PlacedEntries) -> list[Prize]:
    """The prizes of the places of ``placed``, with tickets that are too few for those *ex aequo* as cash, where so announced.

    r.51 divides the value of the prizes (readings #21). A freeroll's tickets are never money (r.30).
    """
    won = [prize for place in range(placed.first, placed.last + 1) for prize in by_place.get(place, ())]
    divided_value = structure.readings.tied_tickets == "divided" and structure.fee is not None
    if not divided_value or sum(prize.ticket for prize in won) >= len(placed.entries):
        return won
    return [prize.model_copy(update={"ticket": False}) for prize in won]


def placed_prizes(prizes: Iterable[Prize]) -> dict[int, list[Prize]]:
    """The prizes by place; one place may have several."""
    found: dict[int, list[Prize]] = {}
    for prize in prizes:
        found.setdefault(prize.place, []).append(prize)
    return found


def awards(structure: Structure, prizes: Iterable[Prize], placed: Iterable[PlacedEntries]) -> list[Award]:
    """What each of the ``placed`` wins. Those *ex aequo* divide the prizes of their places, odd cents to the lower entry.

    A ticket cannot be divided: among equals the tickets of their places go out by entry number, and the cash is divided; or
    tickets that are too few for them are divided at their value (``prizes_of``).
    """
    by_place = placed_prizes(prizes)
    found: list[Award] = []
    for equals in placed:
        first, last, entries = equals
        won = prizes_of(structure, by_place, equals)
        tickets = [prize for prize in won if prize.ticket]
        for entry, prize in zip(entries, tickets, strict=False):
            found.append(Award(entry, first, last, prize.amount, ticket=True))
        cash = sum(prize.amount for prize in won if not prize.ticket)
        without = entries[len(tickets) :] or entries
        for position, entry in enumerate(without):
            amount = cash // len(without) + (position < cash % len(without))
            if amount:
                found.append(Award(entry, first, last, amount, ticket=False))
    return found


def bounty_shares(structure: Structure, by: Sequence[int]) -> list[tuple[int, int]]:
    """What each of those who eliminated a player gets for it, in cents (r.7p); odd cents to the lower entry ([A])."""
    bounty = structure.fee.bounty if structure.fee else 0
    winners = sorted(by)
    shares = [bounty // len(winners) + (position < bounty % len(winners)) for position in range(len(winners))]
    return [(entry, share) for entry, share in zip(winners, shares, strict=True) if share]
