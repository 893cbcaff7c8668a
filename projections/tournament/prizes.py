"""The prizes of a tournament with the arithmetic that led to them, computed again and held against the record (R810 r.9-10, r.50-54).

Before the prizes are fixed (r.10) the table is what they would be if nothing more were bought, and says so.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tombo.ledger.core.said import Told
from tombo.ledger.games.tournament.events import BountyAwarded, Prize, TicketAwarded
from tombo.ledger.games.tournament.prizes import (
    OVERLAY_RULE,
    PLACES_RULE,
    POOL_RULE,
    Award,
    PlacedEntries,
    awards,
    commission,
    divided,
    fixed_prizes,
    overlay,
    placed_prizes,
    places,
    prize_part,
    prizes_of,
    shares_of,
)
from tombo.ledger.games.tournament.state import Tournament
from tombo.projections.tournament import said
from tombo.projections.tournament.credits import chosen, credited, differences
from tombo.projections.tournament.view import Followed, Given


class Bought(NamedTuple):
    """What was bought of one sort: how often, and its parts, in cents each."""

    what: str
    times: int
    prize: int
    bounty: int
    commission: int

    @property
    def total(self) -> int:
        """What all of them cost."""
        return self.times * (self.prize + self.bounty + self.commission)


class PlacePrize(NamedTuple):
    """The prize of a place, in cents: ``floor`` of the pool's share, and ``odd`` cents of what was left over.

    ``share_bp`` of ``whole_bp`` is the share; None where the prize is a ticket, or what tickets left over.
    """

    place: int
    amount: int
    ticket: bool
    share_bp: int | None
    whole_bp: int | None
    floor: int
    odd: int


class Awarded(NamedTuple):
    """What an entry wins for its place, and the log index of its credit; None while that is to come."""

    award: Award
    player: str
    ticket: str | None
    log_index: int | None


class Won(NamedTuple):
    """A place that is decided, or several *ex aequo*: the prizes of those places, and who gets what of them."""

    placed: PlacedEntries
    prizes: tuple[int, ...]
    """The cash of each of the places, 0 where it is beyond those paid."""
    awarded: tuple[Awarded, ...]


class BountyWon(NamedTuple):
    """A bounty, or a share of one, on record."""

    eliminated: int
    entry: int
    amount: int
    winners: int
    log_index: int


class PrizeTable(NamedTuple):
    """The prizes of a tournament. ``log_index``: where they were fixed; None, they are not, and may still change (r.10)."""

    log_index: int | None
    entries: int
    from_purchases: int
    overlay: int
    pool: int
    places: tuple[PlacePrize, ...]
    won: tuple[Won, ...]
    bounties: tuple[BountyWon, ...]
    differences: tuple[Told, ...]
    """Where the record is not what the rules give; none where all of it is."""


def bought(state: Tournament) -> list[Bought]:
    """Everything bought, by sort; nothing that was taken back (r.14-16, r.2a, r.2j-k)."""
    structure, fee = state.structure, state.structure.fee
    parts = (fee.prize, fee.bounty, fee.commission) if fee else (0, 0, 0)
    counted = state.counted
    sorts = {
        "entry": sum(entry.funding == "cash" and not entry.again for entry in counted),
        "entry won": sum(entry.funding == "ticket" for entry in counted),
        "free entry": sum(entry.funding == "free" for entry in counted),
        "reentry": sum(entry.again for entry in counted),
    }
    found = [Bought(what, count, *parts) for what, count in sorts.items() if count]
    if structure.rebuy and (count := sum(entry.rebuys for entry in counted)):
        found.append(Bought("rebuy", count, structure.rebuy.prize, 0, structure.rebuy.commission))
    if structure.addon and (count := sum(entry.added_on for entry in counted)):
        found.append(Bought("add-on", count, structure.addon.prize, 0, structure.addon.commission))
    return found


def overlay_so_far(state: Tournament) -> int:
    """What the operator has added to the pool; before nothing more can be bought, what he would have to (r.7m)."""
    return state.overlay if state.closed else overlay(state)


def pool_so_far(state: Tournament) -> int:
    """The pool as it was fixed; before, what it would be if nothing more were bought (r.10)."""
    return prize_part(state) + overlay_so_far(state) if state.pool is None else state.pool


def prize_table(found: Followed) -> PrizeTable:
    """The prizes of a tournament as it was followed so far."""
    state = found.state
    purchases, added = prize_part(state), overlay_so_far(state)
    pool = pool_so_far(state)
    entries = len(state.counted)
    computed = fixed_prizes(state.structure, entries, pool)
    prizes = computed if state.prizes is None else list(state.prizes)
    won = () if state.prizes is None else tuple(_won(found, prizes))
    return PrizeTable(
        log_index=found.fixed,
        entries=entries,
        from_purchases=purchases,
        overlay=added,
        pool=pool,
        places=tuple(_place(state, entries, pool, prize) for prize in prizes),
        won=won,
        bounties=tuple(_bounties(found)),
        differences=(
            *_fixing(state, purchases + added, computed),
            *differences(found, [one.award for part in won for one in part.awarded]),
        ),
    )


def _place(state: Tournament, entries: int, pool: int, prize: Prize) -> PlacePrize:
    if state.structure.tickets is not None:
        return PlacePrize(prize.place, prize.amount, prize.ticket, None, None, prize.amount, 0)
    shares = shares_of(state.structure, entries)
    if prize.place > len(shares):  # fixed against the payout, and told among the differences
        return PlacePrize(prize.place, prize.amount, prize.ticket, None, None, prize.amount, 0)
    share, whole = shares[prize.place - 1], sum(shares)
    odd = divided(pool, shares)[prize.place - 1] - pool * share // whole
    return PlacePrize(prize.place, prize.amount, prize.ticket, share, whole, pool * share // whole, odd)


def _won(found: Followed, prizes: list[Prize]) -> list[Won]:
    """The paid places that are decided by now."""
    by_place, structure = placed_prizes(prizes), found.state.structure
    on_record = credited(found)
    last = max((prize.place for prize in prizes), default=0)
    return [
        Won(
            placed,
            _cash(placed, prizes_of(structure, by_place, placed)),
            tuple(
                _awarded(found.state, award, chosen(award, on_record)) for award in awards(structure, prizes, [placed])
            ),
        )
        for placed in places(found.state)
        if placed.first <= last
    ]


def _cash(placed: PlacedEntries, won: list[Prize]) -> tuple[int, ...]:
    """The cash of each of the places, tickets at their value where that is divided (r.51)."""
    cash = {prize.place: prize.amount for prize in won if not prize.ticket}
    return tuple(cash.get(place, 0) for place in range(placed.first, placed.last + 1))


def _awarded(state: Tournament, award: Award, given: Given | None) -> Awarded:
    ticket = given.event.ticket if given is not None and isinstance(given.event, TicketAwarded) else None
    player = state.entries[award.entry - 1].player
    return Awarded(award, player, ticket, None if given is None else given.index)


def _bounties(found: Followed) -> list[BountyWon]:
    """The bounties on record, each with how many share it."""
    events = [(given.index, given.event) for given in found.given if isinstance(given.event, BountyAwarded)]
    winners: dict[int, int] = {}
    for _, event in events:
        winners[event.eliminated] = winners.get(event.eliminated, 0) + 1
    return [
        BountyWon(event.eliminated, event.entry, event.amount.cents, winners[event.eliminated], index)
        for index, event in events
    ]


def _fixing(state: Tournament, pool: int, computed: list[Prize]) -> list[Told]:
    """Where the prizes that were fixed are not those of what was bought (r.10, r.34)."""
    if state.prizes is None:
        return []
    found = list[Told]()
    if state.pool is not None and state.pool != pool:
        found.append(said.POOL_FIXED_OTHERWISE(rule=POOL_RULE, fixed=state.pool, makes=pool))
    found += [
        said.PLACE_FIXED_OTHERWISE(rule=PLACES_RULE, place=fixed.place, fixed=fixed.amount, makes=due.amount)
        for fixed, due in zip(state.prizes, computed, strict=False)
        if fixed != due
    ]
    if state.closed and state.overlay != overlay(state):
        found.append(said.OVERLAY_OTHERWISE(rule=OVERLAY_RULE, added=state.overlay, makes=overlay(state)))
    if len(state.prizes) != len(computed):
        found.append(said.PLACES_FIXED_OTHERWISE(rule=PLACES_RULE, fixed=len(state.prizes), places=len(computed)))
    return found


def money_in(state: Tournament) -> int:
    """All that was paid in, entries won at their value (r.16), in cents."""
    return sum(line.total for line in bought(state))


def money_json(state: Tournament) -> dict[str, Any]:
    """What was bought, and what that makes, as JSON: cents."""
    fee = state.structure.fee
    return {
        "bought": [{**line._asdict(), "total": line.total} for line in bought(state)],
        "money_in": money_in(state),
        "prize_part": prize_part(state),
        "bounties": len(state.counted) * (fee.bounty if fee else 0),
        "commission": commission(state),
        "overlay": overlay_so_far(state),
        "sale_closed": state.closed,
    }


def to_json(found: Followed, table: PrizeTable) -> dict[str, Any]:
    """The prizes as JSON: amounts in cents."""
    return {
        "tournament": found.tournament,
        "log_index": found.log_index,
        "recorded": found.recorded,
        "phase": found.state.phase,
        "inside_a_commit": found.cut,
        "fixed": table.log_index,
        "money": money_json(found.state),
        "pool": table.pool,
        "places": [place._asdict() for place in table.places],
        "won": [
            {
                **won.placed._asdict(),
                "prizes": won.prizes,
                "awards": [
                    {**one.award._asdict(), "player": one.player, "ticket_id": one.ticket, "log_index": one.log_index}
                    for one in won.awarded
                ],
            }
            for won in table.won
        ],
        "bounties": [bounty._asdict() for bounty in table.bounties],
        "differences": [told.text() for told in table.differences],
    }
