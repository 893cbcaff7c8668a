"""The structure of a tournament: everything its own rules say, each line with the rule of R810 behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tombo.ledger.core.findings import Reading
from tombo.ledger.core.said import Told, euros
from tombo.ledger.games.poker.variants import VARIANTS
from tombo.ledger.house.said import READINGS
from tombo.ledger.terms.tournament import (
    Addon,
    Fee,
    Level,
    Payout,
    Rebuy,
    Structure,
    TicketPrizes,
    TournamentReadings,
    chips,
)
from tombo.reports.said.common import POKER_LIMITS
from tombo.reports.said.tournament import structure as said
from tombo.reports.said.tournament.refunds import TICKET_READINGS

WHOLE: Final = 10_000
"""A hundred percent, in hundredths of one."""


def structure_told(structure: Structure) -> Iterator[Told]:
    """The structure, a line a rule or two."""
    yield _variant(structure)
    yield _beginning(structure)
    yield _players(structure)
    yield _fee(structure.fee)
    yield said.STARTING_STACK(chips=chips(structure.starting_stack))
    yield _levels(structure.levels)
    yield _taking_back(structure)
    yield from _on_sale(structure)
    yield from _prizes(structure)
    if structure.timed_seconds is not None:
        yield said.TIMED_FOR(lasting=lasting(structure.timed_seconds))
    if structure.hand_by_hand_at is not None:
        yield said.HAND_BY_HAND_FROM(players=structure.hand_by_hand_at)
    yield said.CREDITED[structure.credit]()
    yield from _replaced(structure)
    yield from _readings(structure.readings)


def _variant(structure: Structure) -> Told:
    terms = structure.terms
    name, limit = VARIANTS[terms.variant].name, POKER_LIMITS[terms.limit.kind]
    if structure.tables == "one":
        return said.STRUCTURE_OF_ONE_TABLE(variant=name, limit=limit, seats=terms.seats)
    return said.STRUCTURE_OF_SEVERAL_TABLES(variant=name, limit=limit, seats=terms.seats)


def _beginning(structure: Structure) -> Told:
    if structure.starts is None:
        return said.BEGINS_AS_FULL(players=structure.players_max or structure.players_min)
    return said.BEGINS_AT(starts=structure.starts)


def _players(structure: Structure) -> Told:
    if structure.players_max is None:
        return said.PLAYERS_FROM(least=structure.players_min)
    return said.PLAYERS_FROM_TO(least=structure.players_min, most=structure.players_max)


def _fee(fee: Fee | None) -> Told:
    """What an entry costs, in its parts."""
    if fee is None:
        return said.NO_FEE()
    total, prize, commission = euros(fee.total), euros(fee.prize), euros(fee.commission)
    rate = fee.commission * WHOLE // fee.total
    if not fee.bounty:
        return said.FEE(total=total, prize=prize, commission=commission, rate=rate)
    bounty = euros(fee.bounty)
    return said.FEE_WITH_BOUNTY(total=total, prize=prize, bounty=bounty, commission=commission, rate=rate)


def lasting(seconds: int) -> Told:
    """``10 minutes``, ``90 seconds``."""
    return said.SECONDS(seconds=seconds) if seconds % 60 else said.MINUTES(minutes=seconds // 60)


def _levels(levels: Sequence[Level]) -> Told:
    """Levels in order; how long they last, once where all last the same. The last has no end."""
    lengths = {level.seconds for level in levels[:-1]}
    if len(lengths) == 1:
        blinds = tuple(map(_blinds, levels))
        return said.LEVELS_EACH(levels=len(levels), each=lasting(lengths.pop()), blinds=blinds)
    timed = (
        said.LEVEL_BLINDS_FOR(small=level.small_blind, big=level.big_blind, lasting=lasting(level.seconds))
        for level in levels[:-1]
    )
    return said.LEVELS(levels=len(levels), blinds=(*timed, _blinds(levels[-1])))


def _blinds(level: Level) -> Told:
    return said.LEVEL_BLINDS(small=level.small_blind, big=level.big_blind)


def _taking_back(structure: Structure) -> Told:
    if structure.cancel_until is None:
        return said.TAKEN_BACK_UNTIL_START()
    return said.TAKEN_BACK_UNTIL(until=structure.cancel_until)


def _on_sale(structure: Structure) -> Iterator[Told]:
    """What may be bought, and until when."""
    if not structure.open_until:
        yield said.NOTHING_SOLD_LATE()
        return
    yield said.SOLD_UNTIL_LEVEL(level=structure.open_until)
    if structure.reentry is not None:
        yield said.REENTRY_OFFERED(times=_times(structure.reentry.most))
    if structure.rebuy is not None:
        yield _rebuy(structure.rebuy)
    if structure.addon is not None:
        yield _addon(structure.addon)


def _times(most: int | None) -> Told:
    return said.ANY_TIMES() if most is None else said.MOST_TIMES(times=most)


def _rebuy(rebuy: Rebuy) -> Told:
    having = said.WITH_FEWER_CHIPS(chips=chips(rebuy.stack_below)) if rebuy.stack_below > 1 else said.WITHOUT_CHIPS()
    price = _price(rebuy.prize, rebuy.commission)
    return said.REBUY_OFFERED(chips=chips(rebuy.chips), having=having, times=_times(rebuy.most), price=price)


def _addon(addon: Addon) -> Told:
    return said.ADD_ON_OFFERED(chips=chips(addon.chips), price=_price(addon.prize, addon.commission))


def _price(prize: int, commission: int) -> Told:
    total = euros(prize + commission)
    if commission:
        return said.PRICE(total=total, prize=euros(prize), commission=euros(commission))
    return said.PRICE_WITHOUT_COMMISSION(total=total, prize=euros(prize))


def _prizes(structure: Structure) -> Iterator[Told]:
    yield from map(_payout, structure.payouts)
    if structure.tickets is not None:
        yield _tickets(structure.tickets)
    if structure.guarantee is not None:
        yield said.GUARANTEED(guarantee=euros(structure.guarantee))


def _payout(payout: Payout) -> Told:
    """The shares of the places from a number of entries on."""
    shares = tuple(said.PAYOUT_SHARE(share=share) for share in payout.shares_bp)
    return said.PAYOUT(entries=payout.entries_from, places=len(shares), shares=shares)


def _tickets(tickets: TicketPrizes) -> Told:
    """The tickets that are the prizes."""
    value = euros(tickets.value)
    if tickets.count is None:
        return said.TICKETS_FOR_POOL(value=value, target=tickets.target)
    return said.TICKETS_COUNTED(value=value, target=tickets.target, count=tickets.count)


def _replaced(structure: Structure) -> Iterator[Told]:
    if structure.replaces is not None:
        yield said.TAKES_TICKETS_OF(target=structure.replaces)


def _readings(readings: TournamentReadings) -> Iterator[Told]:
    nine, ten = Reading(readings.paid_prizes), readings.ticket_refunds
    yield said.PAID_PRIZES[nine](reading=READINGS[nine])
    yield said.WON_REFUNDED[ten](reading=TICKET_READINGS[ten])
    if readings.left_over == "by_value":
        yield said.LEFT_OVER_BY_VALUE()
    if readings.tied_tickets == "divided":
        yield said.TIED_TICKETS_DIVIDED()
