"""The structure of a tournament in words: everything its own rules say, each line with the rule of R810 behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cli.hand_words import LIMITS
from cli.text import counted, dated, figure, listed, priced
from ledger.core.clock import SECOND
from ledger.core.findings import Reading
from ledger.games.poker.variants import VARIANTS
from ledger.terms.tournament import Addon, Fee, Level, Payout, Rebuy, Structure, TicketPrizes, TournamentReadings
from ledger.terms.unit import Unit

EUR: Final = Unit(currency="EUR", decimals=2)
HUNDRED: Final = 100
TICKETS: Final = {
    "cash": "at its value in cash, however it was won (r.37)",
    "cash_unless_freeroll": "at its value in cash (r.37), one from a freeroll as the ticket (r.30)",
    "ticket": "as the ticket (r.28)",
}
"""What a cancellation gives for an entry that was won, by the reading of #10."""


def euro(cents: int) -> str:
    """Cents in euro, without the currency: ``12.50``."""
    return figure(cents, EUR)


def share_of(basis_points: int) -> str:
    """Hundredths of a percent as people say them: ``50 %``, ``33.33 %``."""
    whole, rest = divmod(basis_points, HUNDRED)
    return f"{whole}.{rest:02d}".rstrip("0") + " %" if rest else f"{whole} %"


def structure_lines(structure: Structure) -> Iterator[str]:
    """The structure, a line a rule or two."""
    terms, tables = structure.terms, "one table" if structure.tables == "one" else "several tables"
    yield f"{VARIANTS[terms.variant].name} {LIMITS[terms.limit.kind]}, {tables} of {terms.seats} seats (R810 r.3, r.6-7)"
    yield _beginning(structure)
    most = "any number" if structure.players_max is None else str(structure.players_max)
    yield f"Players: from {structure.players_min} to {most} (R810 r.7h-i)"
    yield fee_words(structure.fee)
    yield f"Starting stack: {structure.starting_stack} chips for everybody (R810 r.41)"
    yield f"Levels: {_levels(structure.levels)} (R810 r.45-46)"
    yield _taking_back(structure)
    yield from _on_sale(structure)
    yield from _prizes(structure)
    if structure.timed_seconds is not None:
        yield f"Timed: it lasts {duration(structure.timed_seconds)}, and until everybody has had the button again (R810 r.2o, r.52)"
    if structure.hand_by_hand_at is not None:
        yield f"Hand by hand once {structure.hand_by_hand_at} players are left (R810 r.49)"
    when = "as soon as they are determined" if structure.credit == "when_determined" else "together at the end"
    yield f"Prizes are credited {when} (R810 r.54)"
    yield from _readings(structure.readings)


def _beginning(structure: Structure) -> str:
    if structure.starts is None:
        return f"Sit & go: begins once {structure.players_max} have entered (R810 r.2r)"
    return f"Scheduled: begins {dated(structure.starts)} (R810 r.2t)"


def fee_words(fee: Fee | None) -> str:
    """What an entry costs, in its parts."""
    if fee is None:
        return "Fee: none, a freeroll (R810 r.2s, r.15)"
    bounty = f" + {euro(fee.bounty)} bounty" if fee.bounty else ""
    rate = share_of(fee.commission * HUNDRED * HUNDRED // fee.total)
    rules = "r.7p, r.17-18, r.20" if fee.bounty else "r.17-18, r.20"
    parts = f"{euro(fee.prize)} for prizes{bounty} + {euro(fee.commission)} commission, {rate}"
    return f"Fee: {priced(fee.total, EUR)} = {parts} (R810 {rules})"


def duration(seconds: int) -> str:
    """``10 minutes``, ``90 seconds``."""
    return counted(seconds, "second") if seconds % 60 else counted(seconds // 60, "minute")


def blinds(level: Level) -> str:
    """``50/100``."""
    return f"{level.small_blind}/{level.big_blind}"


def _levels(levels: list[Level]) -> str:
    """Levels in order; how long they last, once where all last the same. The last has no end."""
    timed = levels[:-1]
    lasting = {level.seconds for level in timed}
    if len(lasting) > 1:
        said = [*(f"{blinds(level)} for {duration(level.seconds)}" for level in timed), blinds(levels[-1])]
    else:
        said = [blinds(level) for level in levels]
    each = f" of {duration(lasting.pop())} each" if len(lasting) == 1 else ""
    return f"{len(levels)}{each}: {', '.join(said)}; the last until the end"


def _taking_back(structure: Structure) -> str:
    until = "the start" if structure.cancel_until is None else dated(structure.cancel_until)
    return f"An entry may be taken back until {until}, for the whole fee or the ticket (R810 r.24-25)"


def _on_sale(structure: Structure) -> Iterator[str]:
    """What may be bought, and until when."""
    if not structure.open_until:
        yield "Entries until the start; nothing can be bought after it (R810 r.10)"
        return
    yield f"Entries until the end of level {structure.open_until}, and all that is bought (R810 r.7n, r.23)"
    if structure.reentry is not None:
        yield f"Reentry after elimination, {_times(structure.reentry.most)}, for the fee (R810 r.2k)"
    if structure.rebuy is not None:
        yield rebuy_words(structure.rebuy)
    if structure.addon is not None:
        yield addon_words(structure.addon)


def _times(most: int | None) -> str:
    return "as often as he likes" if most is None else f"at most {counted(most, 'time')}"


def rebuy_words(rebuy: Rebuy) -> str:
    """What a rebuy gives for what."""
    below = f"with fewer than {rebuy.stack_below} chips" if rebuy.stack_below > 1 else "without chips"
    return f"Rebuy of {rebuy.chips} chips {below}, {_times(rebuy.most)}: {_price(rebuy.prize, rebuy.commission)} (R810 r.2j)"


def addon_words(addon: Addon) -> str:
    """What an add-on gives for what."""
    return f"Add-on of {addon.chips} chips, once: {_price(addon.prize, addon.commission)} (R810 r.2a)"


def _price(prize: int, commission: int) -> str:
    taken = f" + {euro(commission)} commission" if commission else ", without commission"
    return f"{priced(prize + commission, EUR)} = {euro(prize)} for prizes{taken}"


def _prizes(structure: Structure) -> Iterator[str]:
    for payout in structure.payouts:
        yield payout_words(payout)
    if structure.tickets is not None:
        yield ticket_words(structure.tickets)
    if structure.guarantee is not None:
        yield f"Guaranteed prizes: {priced(structure.guarantee, EUR)}; the operator adds what lacks (R810 r.7m)"


def payout_words(payout: Payout) -> str:
    """The shares of the places from a number of entries on."""
    shares = listed(share_of(share) for share in payout.shares_bp)
    places = counted(len(payout.shares_bp), "place")
    return f"Payout from {counted(payout.entries_from, 'entry')} on: {places}, {shares} of the pool (R810 r.9, r.34)"


def ticket_words(tickets: TicketPrizes) -> str:
    """The tickets that are the prizes."""
    count = "as many as the pool pays" if tickets.count is None else str(tickets.count)
    rules = "r.7c, r.32"
    return f"Prizes: tickets of {priced(tickets.value, EUR)} for {tickets.target}, {count} (R810 {rules})"


def _readings(readings: TournamentReadings) -> Iterator[str]:
    paid = (
        "the whole pool again (r.36c), prizes already credited or not"
        if readings.paid_prizes is Reading.LETTER
        else "the pool net of prizes already credited (r.54)"
    )
    yield f"If cancelled in the prizes, {paid}: #9, {readings.paid_prizes}"
    yield f"If cancelled, an entry won is refunded {TICKETS[readings.ticket_refunds]}: #10, {readings.ticket_refunds}"


def until(instant: int | None) -> str:
    """The end of a level, where it has one."""
    return "" if instant is None else f" until {dated(instant)}"


def minutes_left(microseconds: int) -> str:
    """What is left of a level that was paused."""
    return duration(microseconds // SECOND)
