"""R810, as far as it concerns the structure of a tournament: one function a rule, over what is announced.

The seats of a table (r.6) stand in the type of the terms. Tournament chips have no value (r.4-5): the terms of the variant are
in chips, and no commission is taken from a pot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tombo.ledger.core.findings import Finding, Severity
from tombo.ledger.core.money import AMOUNT_MAX
from tombo.ledger.core.said import Word, euros
from tombo.ledger.terms.citation import cited
from tombo.ledger.terms.law import Law, Ruled
from tombo.ledger.terms.poker import RULES as OF_THE_VARIANT
from tombo.ledger.terms.poker import chips_are_euro, commission_is_charged
from tombo.ledger.terms.said import tournament as said
from tombo.ledger.terms.tournament import Structure, chips

COMMISSION_LEAST, COMMISSION_MOST = 2, 20
"""Percent of the fee (r.18)."""
PERCENT_BP: Final = 100
WHOLE_BP: Final = 10_000
PLAYERS_LEAST: Final = 2
FEE_MAX: Final = 10**10
CHIPS_MAX: Final = 10**9
"""With the most entries there can be, all chips and all fees still add up below 2**53."""


def _percent_of(part: int, whole: int) -> bool:
    return COMMISSION_LEAST * whole <= 100 * part <= COMMISSION_MOST * whole


def variant_is_lawful(structure: Structure) -> Finding | None:
    """R810 r.3: the rules of the variant hold, but for those on chips in euro and on commission from the pot."""
    terms = structure.terms
    for rule in OF_THE_VARIANT:
        if rule in {chips_are_euro, commission_is_charged}:
            continue
        finding = rule(terms)
        if finding is not None and finding.severity is Severity.BREACH:
            return cited(finding, terms.variant)
    return None


def chips_have_no_value(structure: Structure) -> Finding | None:
    """R810 r.5: tournament chips are points, not convertible into money; nothing is taken from a pot of them (r.17)."""
    unit, commission = structure.terms.unit, structure.terms.commission
    if unit.currency is not None:
        told = said.TOURNAMENT_CHIPS_IN_CURRENCY(currency=unit.currency, decimals=unit.decimals)
        return Finding("R810 r.5", told)
    if unit.decimals:
        return Finding("R810 r.5", said.TOURNAMENT_CHIPS_WITH_DECIMALS(decimals=unit.decimals))
    if commission.mode != "none":
        source = said.COMMISSION_SOURCES[commission.mode]
        return Finding("R810 r.17", said.TOURNAMENT_COMMISSION_OUTSIDE_FEE(source=source))
    return None


def amounts_can_be_added(structure: Structure) -> Finding | None:
    """R810 r.4: fees and prizes are euro; what a thousand times a thousand entries pay must still be written down exactly."""
    bought = [each for each in (structure.rebuy, structure.addon) if each is not None]
    chips_bought = (each.chips for each in bought)
    largest = max(structure.starting_stack, *chips_bought, *(level.big_blind for level in structure.levels))
    if structure.fee_total > FEE_MAX:
        told = said.TOURNAMENT_FEE_ABOVE_LARGEST(fee=euros(structure.fee_total), most=euros(FEE_MAX))
        return Finding("R810 r.4", told)
    for sold, price, most in _prices(structure):
        if price > most:
            told = said.TOURNAMENT_PRICE_ABOVE_LARGEST(most=euros(most), price=euros(price), sold=sold)
            return Finding("R810 r.4", told)
    if largest > CHIPS_MAX:
        return Finding("R810 r.5", said.TOURNAMENT_CHIPS_ABOVE_LARGEST(chips=chips(largest), most=chips(CHIPS_MAX)))
    return None


def _prices(structure: Structure) -> Iterator[tuple[Word, int, int]]:
    """What is bought or promised beside the entry, in cents, and how much each may be."""
    for name, bought in (("rebuy", structure.rebuy), ("addon", structure.addon)):
        if bought is not None:
            yield said.SOLD[name], bought.prize + bought.commission, FEE_MAX
    if structure.tickets is not None:
        yield said.TICKET, structure.tickets.value, FEE_MAX
    if structure.guarantee is not None:
        yield said.SOLD["guarantee"], structure.guarantee, AMOUNT_MAX // WHOLE_BP


def schedule_is_whole(structure: Structure) -> Finding | None:
    """R810 r.2t: a scheduled tournament begins at an hour fixed before; a sit & go once its seats are taken (r.2r)."""
    if (structure.schedule == "scheduled") == (structure.starts is not None):
        return None
    if structure.starts is None:
        return Finding("R810 r.2t", said.SCHEDULED_WITHOUT_HOUR())
    return Finding("R810 r.2r", said.SIT_AND_GO_WITH_HOUR())


def sit_and_go_sells_once(structure: Structure) -> Finding | None:
    """R810 r.2r: a sit & go has no reentries, rebuys or add-ons, and begins once a number of seats fixed before is taken."""
    if structure.schedule != "sit_and_go":
        return None
    for name in ("reentry", "rebuy", "addon"):
        if getattr(structure, name) is not None:
            return Finding("R810 r.2r", said.SIT_AND_GO_SELLS_MORE(sold=said.SOLD[name]))
    if structure.players_max is None:
        return Finding("R810 r.2r", said.SIT_AND_GO_WITHOUT_PLAYERS())
    return Finding("R810 r.2r", said.SIT_AND_GO_WITH_LATE_ENTRIES()) if structure.open_until else None


def numbers_of_players_agree(structure: Structure) -> Finding | None:
    """R810 r.7h-i: the least number of players is two, and not above the greatest."""
    least, most = structure.players_min, structure.players_max
    if least < PLAYERS_LEAST:
        return Finding("R810 r.7h", said.TOURNAMENT_PLAYERS_BELOW_TWO(least=least))
    if most is not None and most < least:
        return Finding("R810 r.7i", said.TOURNAMENT_PLAYERS_CROSSED(least=least, most=most))
    return None


def one_table_holds_all(structure: Structure) -> Finding | None:
    """R810 r.2p: a tournament of one table has as many players at most as the table has seats."""
    seats, most = structure.terms.seats, structure.players_max
    if structure.tables == "several" or (most is not None and most <= seats):
        return None
    told = said.ONE_TABLE_TOO_SMALL(players=most, seats=seats) if most else said.ONE_TABLE_WITHOUT_MOST(seats=seats)
    return Finding("R810 r.2p", told)


def freeroll_costs_nothing(structure: Structure) -> Finding | None:
    """R810 r.7o, r.15: free entry gives tickets alone, and sells nothing."""
    if structure.fee is not None:
        return None
    if structure.tickets is None or structure.tickets.count is None or structure.payouts:
        return Finding("R810 r.15", said.FREE_ENTRY_WITHOUT_TICKETS())
    sold = tuple(word for name, word in said.SOLD.items() if getattr(structure, name) is not None)
    return Finding("R810 r.7o", said.FREE_ENTRY_SELLS(sold=sold)) if sold else None


def commission_is_in_the_band(structure: Structure) -> Finding | None:
    """R810 r.18: 2 % to 20 % of the fee, reentries included; on rebuys and add-ons the same, or none ([A])."""
    fee, least, most = structure.fee, COMMISSION_LEAST * PERCENT_BP, COMMISSION_MOST * PERCENT_BP
    if fee is not None and not _percent_of(fee.commission, fee.total):
        told = said.FEE_COMMISSION_OUT_OF_BAND(
            commission=euros(fee.commission), fee=euros(fee.total), least=least, most=most
        )
        return Finding("R810 r.18", told)
    for name, bought in (("rebuy", structure.rebuy), ("addon", structure.addon)):
        if bought is not None and bought.commission:
            whole = bought.commission + bought.prize
            if not _percent_of(bought.commission, whole):
                told = said.REPURCHASE_COMMISSION_OUT_OF_BAND(
                    commission=euros(bought.commission),
                    least=least,
                    most=most,
                    price=euros(whole),
                    sold=said.SOLD[name],
                )
                return Finding("R810 r.18", told)
    return None


def fee_has_two_parcels(structure: Structure) -> Finding | None:
    """R810 r.20: one parcel of the fee is for prizes, the other the commission."""
    fee = structure.fee
    if fee is None or fee.prize:
        return None
    return Finding("R810 r.20", said.FEE_WITHOUT_PRIZE_PART(fee=euros(fee.total)))


def satellite_leads_higher(structure: Structure) -> Finding | None:
    """R810 r.7c: a satellite gives entries to a tournament that costs more than its own."""
    tickets = structure.tickets
    if tickets is None or tickets.value > structure.fee_total:
        return None
    told = said.SATELLITE_LEADS_NO_HIGHER(value=euros(tickets.value), fee=euros(structure.fee_total))
    return Finding("R810 r.7c", told)


def larger_prize_is_the_better_place(structure: Structure) -> Finding | None:
    """R810 r.50: the better place has the prize of greater value. A number of tickets fixed before may leave more than one of them.

    Of a freeroll's tickets nothing is left over: the operator adds what they cost, and no more (r.7o).
    """
    tickets = structure.tickets
    if tickets is None or tickets.count is None or structure.fee is None or structure.readings.left_over == "by_value":
        return None
    told = said.TICKETS_LEAVE_MORE_THAN_ONE(count=tickets.count, value=euros(tickets.value))
    return Finding("R810 r.50", told)


def payouts_are_whole(structure: Structure) -> Finding | None:
    """R810 r.34: the places paid and the share of each, which make up the pool; or tickets in their stead (r.32)."""
    if structure.tickets is not None:
        return Finding("R810 r.32", said.TICKETS_AND_PAYOUT()) if structure.payouts else None
    if not structure.payouts:
        return Finding("R810 r.34", said.PAYOUT_MISSING())
    froms = [payout.entries_from for payout in structure.payouts]
    if froms[0] > structure.players_min or froms != sorted(set(froms)):
        return Finding("R810 r.34", said.PAYOUTS_OUT_OF_ORDER(entries=tuple(froms)))
    return next((found for p in structure.payouts if (found := _payout(p.entries_from, p.shares_bp))), None)


def _payout(entries: int, shares_bp: Sequence[int]) -> Finding | None:
    """R810 r.34: the shares of one payout make up the whole, and do not rise with the place."""
    if sum(shares_bp) != WHOLE_BP:
        return Finding("R810 r.34", said.PAYOUT_NOT_WHOLE(entries=entries, whole=sum(shares_bp), due=WHOLE_BP))
    if list(shares_bp) != sorted(shares_bp, reverse=True):
        return Finding("R810 r.34", said.PAYOUT_RISES(entries=entries))
    return None


def sale_ends_with_a_level(structure: Structure) -> Finding | None:
    """R810 r.23: late entries, reentries, rebuys and add-ons are possible up to a level fixed before."""
    until, levels = structure.open_until, len(structure.levels)
    if until >= levels > 1 or (until and levels == 1):
        return Finding("R810 r.23", said.SALE_UNTIL_LAST_LEVEL(until=until, levels=levels))
    sold = tuple(said.SOLD[name] for name in ("reentry", "rebuy", "addon") if getattr(structure, name) is not None)
    if sold and not until:
        return Finding("R810 r.23", said.SALE_WITHOUT_LEVEL(sold=sold))
    return None


def entry_may_be_cancelled(structure: Structure) -> Finding | None:
    """R810 r.24: an entry may be taken back until the start, or until an earlier moment of the tournament's own rules."""
    until, starts = structure.cancel_until, structure.starts
    if until is None or (starts is not None and until <= starts):
        return None
    return Finding("R810 r.24", said.ENTRY_CANCELLED_AFTER_START())


def blinds_do_not_fall(structure: Structure) -> Finding | None:
    """R810 r.46: blinds may rise with the levels; the first level's are those of the terms."""
    levels, terms = structure.levels, structure.terms
    blinds = [(level.small_blind, level.big_blind) for level in levels]
    if blinds[0] != (terms.small_blind, terms.big_blind):
        told = said.FIRST_LEVEL_NOT_OF_TERMS(
            big=chips(blinds[0][1]),
            small=chips(blinds[0][0]),
            terms_big=chips(terms.big_blind),
            terms_small=chips(terms.small_blind),
        )
        return Finding("R810 r.46", told)
    for number, (small, big) in enumerate(blinds, start=1):
        if small > big:
            told = said.LEVEL_BLINDS_SWAPPED(level=number, small=chips(small), big=chips(big))
            return Finding("R810 r.46", told)
        if number > 1 and (small < blinds[number - 2][0] or big < blinds[number - 2][1]):
            return Finding("R810 r.46", said.LEVEL_BLINDS_FALL(level=number))
    return None


def stack_allows_play(structure: Structure) -> Finding | None:
    """R810 r.41: all begin with the same stack, which holds the first big blind."""
    stack, big = structure.starting_stack, structure.levels[0].big_blind
    if stack >= big:
        return None
    return Finding("R810 r.41", said.STARTING_STACK_BELOW_BLIND(stack=chips(stack), big=chips(big)))


def hand_by_hand_has_tables(structure: Structure) -> Finding | None:
    """R810 r.49: hand-by-hand is for tournaments of several tables."""
    if structure.hand_by_hand_at is None or structure.tables == "several":
        return None
    return Finding("R810 r.49", said.HAND_BY_HAND_AT_ONE_TABLE())


RULES: Final[tuple[Callable[[Structure], Finding | None], ...]] = (
    chips_have_no_value,
    amounts_can_be_added,
    variant_is_lawful,
    schedule_is_whole,
    sit_and_go_sells_once,
    numbers_of_players_agree,
    one_table_holds_all,
    freeroll_costs_nothing,
    commission_is_in_the_band,
    fee_has_two_parcels,
    satellite_leads_higher,
    payouts_are_whole,
    larger_prize_is_the_better_place,
    sale_ends_with_a_level,
    entry_may_be_cancelled,
    blinds_do_not_fall,
    stack_allows_play,
    hand_by_hand_has_tables,
)
"""In order of reporting."""


def structure_findings(structure: Structure) -> list[Finding]:
    """Everything R810 objects to in ``structure``."""
    return [finding for rule in RULES if (finding := rule(structure)) is not None]


RULED: Final = Ruled(laws=(Law("R810", said.CALLED, said.IN_FULL, refunds="R810 r.36", complaints="R810 r.55"),))
"""Tournaments: what is announced is no ruleset, and they are played in sessions of their game."""
