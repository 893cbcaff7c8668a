"""R810, as far as it concerns the structure of a tournament: one function a rule, over what is announced.

The seats of a table (r.6) stand in the type of the terms. Tournament chips have no value (r.4-5): the terms of the variant are
in chips, and no commission is taken from a pot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ledger.core.findings import Finding, Severity
from ledger.core.money import AMOUNT_MAX, Money
from ledger.terms.citation import cited
from ledger.terms.poker import RULES as OF_THE_VARIANT
from ledger.terms.poker import chips_are_euro, commission_is_charged
from ledger.terms.tournament import Structure

COMMISSION_LEAST, COMMISSION_MOST = 2, 20
"""Percent of the fee (r.18)."""
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
    if unit.currency is not None or unit.decimals:
        return Finding("R810 r.5", f"chips in {unit.currency} with {unit.decimals} decimals; expected none of either")
    if commission.mode != "none":
        return Finding("R810 r.17", f"a commission from the {commission.mode}; expected it in the fee alone")
    return None


def amounts_can_be_added(structure: Structure) -> Finding | None:
    """R810 r.4: fees and prizes are euro; what a thousand times a thousand entries pay must still be written down exactly."""
    chips = max(structure.starting_stack, *(level.big_blind for level in structure.levels))
    if structure.fee_total > FEE_MAX or (structure.guarantee or 0) > AMOUNT_MAX // WHOLE_BP:
        return Finding("R810 r.4", f"a fee of {Money(structure.fee_total)}; expected at most {Money(FEE_MAX)}")
    if chips > CHIPS_MAX:
        return Finding("R810 r.5", f"{chips} chips; expected at most {CHIPS_MAX}")
    return None


def schedule_is_whole(structure: Structure) -> Finding | None:
    """R810 r.2t: a scheduled tournament begins at an hour fixed before; a sit & go once its seats are taken (r.2r)."""
    if (structure.schedule == "scheduled") == (structure.starts is not None):
        return None
    if structure.starts is None:
        return Finding("R810 r.2t", "a scheduled tournament without its hour; expected 'starts'")
    return Finding("R810 r.2r", "a sit & go with an hour; expected it to begin as its seats are taken")


def sit_and_go_sells_once(structure: Structure) -> Finding | None:
    """R810 r.2r: a sit & go has no reentries, rebuys or add-ons, and begins once a number of seats fixed before is taken."""
    if structure.schedule != "sit_and_go":
        return None
    for name in ("reentry", "rebuy", "addon"):
        if getattr(structure, name) is not None:
            return Finding("R810 r.2r", f"a sit & go with {name}; expected none")
    if structure.players_max is None:
        return Finding("R810 r.2r", "a sit & go without its number of players; expected 'players_max'")
    return Finding("R810 r.2r", "a sit & go with late entries; expected none") if structure.open_until else None


def numbers_of_players_agree(structure: Structure) -> Finding | None:
    """R810 r.7h-i: the least number of players is two, and not above the greatest."""
    least, most = structure.players_min, structure.players_max
    if least < PLAYERS_LEAST:
        return Finding("R810 r.7h", f"at least {least} player; expected two at least")
    if most is not None and most < least:
        return Finding("R810 r.7i", f"at least {least} players and at most {most}")
    return None


def one_table_holds_all(structure: Structure) -> Finding | None:
    """R810 r.2p: a tournament of one table has as many players at most as the table has seats."""
    seats, most = structure.terms.seats, structure.players_max
    if structure.tables == "several" or (most is not None and most <= seats):
        return None
    return Finding("R810 r.2p", f"{most or 'any number of'} players at one table of {seats} seats")


def freeroll_costs_nothing(structure: Structure) -> Finding | None:
    """R810 r.7o, r.15: free entry gives tickets alone, and sells nothing."""
    if structure.fee is not None:
        return None
    if structure.tickets is None or structure.tickets.count is None or structure.payouts:
        return Finding("R810 r.15", "free entry; expected a number of tickets as its only prizes")
    sold = [name for name in ("reentry", "rebuy", "addon", "guarantee") if getattr(structure, name) is not None]
    return Finding("R810 r.7o", f"free entry with {', '.join(sold)}; expected none") if sold else None


def commission_is_in_the_band(structure: Structure) -> Finding | None:
    """R810 r.18: 2 % to 20 % of the fee, reentries included; on rebuys and add-ons the same, or none ([A])."""
    fee = structure.fee
    if fee is not None and not _percent_of(fee.commission, fee.total):
        said = f"a commission of {Money(fee.commission)} of {Money(fee.total)}"
        return Finding("R810 r.18", f"{said}; expected {COMMISSION_LEAST} % to {COMMISSION_MOST} %")
    for name, bought in (("rebuy", structure.rebuy), ("add-on", structure.addon)):
        if bought is not None and bought.commission:
            whole = bought.commission + bought.prize
            if not _percent_of(bought.commission, whole):
                said = f"a commission of {Money(bought.commission)} of a {name} of {Money(whole)}"
                return Finding("R810 r.18", f"{said}; expected none, or {COMMISSION_LEAST} % to {COMMISSION_MOST} %")
    return None


def fee_has_two_parcels(structure: Structure) -> Finding | None:
    """R810 r.20: one parcel of the fee is for prizes, the other the commission."""
    fee = structure.fee
    if fee is None or fee.prize:
        return None
    return Finding(
        "R810 r.20", f"nothing of a fee of {Money(fee.total)} goes into the pool; expected a part for prizes"
    )


def satellite_leads_higher(structure: Structure) -> Finding | None:
    """R810 r.7c: a satellite gives entries to a tournament that costs more than its own."""
    tickets = structure.tickets
    if tickets is None or tickets.value > structure.fee_total:
        return None
    return Finding(
        "R810 r.7c", f"tickets of {Money(tickets.value)} for a fee of {Money(structure.fee_total)}; expected more"
    )


def payouts_are_whole(structure: Structure) -> Finding | None:
    """R810 r.34: the places paid and the share of each, which make up the pool; or tickets in their stead (r.32)."""
    if structure.tickets is not None:
        return Finding("R810 r.32", "both tickets and a payout; expected one of them") if structure.payouts else None
    if not structure.payouts:
        return Finding("R810 r.34", "no payout; expected the places paid and the share of each")
    froms = [payout.entries_from for payout in structure.payouts]
    if froms[0] > structure.players_min or froms != sorted(set(froms)):
        return Finding("R810 r.34", f"payouts from {froms} entries; expected a rising list that begins with the least")
    return next((found for p in structure.payouts if (found := _payout(p.entries_from, p.shares_bp))), None)


def _payout(entries: int, shares_bp: Sequence[int]) -> Finding | None:
    """R810 r.34: the shares of one payout make up the whole, and do not rise with the place."""
    if sum(shares_bp) != WHOLE_BP:
        total = f"{sum(shares_bp) // 100}.{sum(shares_bp) % 100:02d} %"
        return Finding("R810 r.34", f"the shares from {entries} entries on make {total}; expected 100 %")
    if list(shares_bp) != sorted(shares_bp, reverse=True):
        return Finding("R810 r.34", f"the shares from {entries} entries on rise with the place; expected them to fall")
    return None


def sale_ends_with_a_level(structure: Structure) -> Finding | None:
    """R810 r.23: late entries, reentries, rebuys and add-ons are possible up to a level fixed before."""
    until, levels = structure.open_until, len(structure.levels)
    if until >= levels > 1 or (until and levels == 1):
        return Finding("R810 r.23", f"sale until level {until} of {levels}; expected it to end before the last")
    sold = [name for name in ("reentry", "rebuy", "addon") if getattr(structure, name) is not None]
    if sold and not until:
        return Finding("R810 r.23", f"{', '.join(sold)}, and no level until which; expected 'open_until'")
    return None


def entry_may_be_cancelled(structure: Structure) -> Finding | None:
    """R810 r.24: an entry may be taken back until the start, or until an earlier moment of the tournament's own rules."""
    until, starts = structure.cancel_until, structure.starts
    if until is None or (starts is not None and until <= starts):
        return None
    return Finding("R810 r.24", "a time to take entries back that ends after the start, or without one")


def blinds_do_not_fall(structure: Structure) -> Finding | None:
    """R810 r.46: blinds may rise with the levels; the first level's are those of the terms."""
    levels, terms = structure.levels, structure.terms
    blinds = [(level.small_blind, level.big_blind) for level in levels]
    if blinds[0] != (terms.small_blind, terms.big_blind):
        expected = f"{terms.small_blind}/{terms.big_blind}"
        return Finding(
            "R810 r.46", f"a first level of {blinds[0][0]}/{blinds[0][1]}; expected {expected}, as in the terms"
        )
    for number, (small, big) in enumerate(blinds, start=1):
        if small > big:
            return Finding("R810 r.46", f"level {number} has blinds of {small}/{big}; expected the small one first")
        if number > 1 and (small < blinds[number - 2][0] or big < blinds[number - 2][1]):
            return Finding("R810 r.46", f"level {number} has lower blinds than the one before")
    return None


def stack_allows_play(structure: Structure) -> Finding | None:
    """R810 r.41: all begin with the same stack, which holds the first big blind."""
    stack, big = structure.starting_stack, structure.levels[0].big_blind
    if stack >= big:
        return None
    return Finding("R810 r.41", f"a starting stack of {stack} chips; expected a big blind of {big} at least")


def hand_by_hand_has_tables(structure: Structure) -> Finding | None:
    """R810 r.49: hand-by-hand is for tournaments of several tables."""
    if structure.hand_by_hand_at is None or structure.tables == "several":
        return None
    return Finding("R810 r.49", "hand-by-hand at one table; expected several")


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
