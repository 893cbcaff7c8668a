"""R806, as far as it concerns an operator's specific rules: one function a rule, over the terms alone.

The house asks before it records an approval. A ``NOTICE`` is lawful and worth knowing: a reading that departs from
the letter, or terms under which the regulation contradicts itself (rules.md section 11).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ledger.core.findings import Finding, Reading, Severity
from ledger.terms.regulation import Terms

POT_RATE_BP: Final = range(100, 501)
"""Commission mode (a), in hundredths of a percent (r.17a)."""
STACK_RATE_BP: Final = range(500, 2001)
"""Commission mode (b) (r.17b)."""


def _notice(rule: str, message: str, reading: Reading = Reading.LETTER) -> Finding:
    return Finding(rule, message, reading, Severity.NOTICE)


def chips_are_euro(terms: Terms) -> Finding | None:
    """R806 r.13: stack, top-ups and bets are chips with face values in euro. Chips without currency are demo play (r.74)."""
    unit = terms.unit
    if unit.currency is None:
        return _notice("R806 r.74", "chips have no currency: demo play only")
    if (unit.currency, unit.decimals) != ("EUR", 2):
        return Finding("R806 r.13", f"chips in {unit.currency} with {unit.decimals} decimals; expected EUR with 2")
    return None


def commission_is_charged(terms: Terms) -> Finding | None:
    """R806 r.16: taking part is subject to a commission."""
    if terms.commission.mode == "none":
        return Finding("R806 r.16", "no commission; expected one of the pot or one of the stack (r.17)")
    return None


def commission_rate_in_band(terms: Terms) -> Finding | None:
    """R806 r.17: 1 % to 5 % of the pot, or 5 % to 20 % of the initial stack and of each top-up."""
    mode, rate = terms.commission.mode, terms.commission.rate_bp
    if mode == "pot" and rate not in POT_RATE_BP:
        return Finding("R806 r.17a", f"{rate / 100:g} % of the pot; expected 1 % to 5 %")
    if mode == "stack" and rate not in STACK_RATE_BP:
        return Finding("R806 r.17b", f"{rate / 100:g} % of the stack; expected 5 % to 20 %")
    return None


def commission_cap_keeps_the_floor(terms: Terms) -> Finding | None:
    """R806 r.17: a cap in money brings the commission of a large amount below the least percentage."""
    commission = terms.commission
    if commission.cap is None or commission.mode == "none":
        return None
    rule, floor_percent = ("R806 r.17a", 1) if commission.mode == "pot" else ("R806 r.17b", 5)
    above = commission.cap * 100 // floor_percent
    cap = terms.written(commission.cap)
    return _notice(rule, f"the cap of {cap} is less than {floor_percent} % of anything above {terms.written(above)}")


def no_ante(terms: Terms) -> Finding | None:
    """R806 r.20, r.21: the small and the big blind are the only obligatory bets."""
    if terms.ante:
        return Finding("R806 r.21", f"an ante of {terms.written(terms.ante)}; expected none")
    return None


def big_blind_is_minimum_bet(terms: Terms) -> Finding | None:
    """R806 r.22: the big blind is the minimum bet."""
    if terms.big_blind != terms.min_bet:
        big, least = terms.written(terms.big_blind), terms.written(terms.min_bet)
        return Finding("R806 r.22", f"a big blind of {big}; expected the minimum bet, {least}")
    return None


def small_blind_is_not_above_big(terms: Terms) -> Finding | None:
    """R806 r.22: the operator fixes the small blind; that it is the small one (r.2i, r.2n) and is completed (r.52) bounds it."""
    if terms.small_blind > terms.big_blind:
        small, big = terms.written(terms.small_blind), terms.written(terms.big_blind)
        return Finding("R806 r.22", f"a small blind of {small}; expected at most {big}")
    return None


def limit_is_of_the_regulation(terms: Terms) -> Finding | None:
    """R806 r.24: the maximum bet is half the pot, a number of raises, the pot or the stack; it knows no fixed bets."""
    if terms.limit.kind != "fixed_bets":
        return None
    sizes = f"{terms.written(terms.min_bet)} and {terms.written(terms.limit.big_bet or 0)}"
    return Finding(
        "R806 r.24", f"fixed bets of {sizes}; expected half the pot, a number of raises, the pot, or no limit"
    )


def half_pot_allows_minimum(terms: Terms) -> Finding | None:
    """R806 r.24a: half of the pot of the blinds can be less than the least bet (r.23); a maximum never is."""
    half = (terms.small_blind + terms.big_blind) // 2
    if terms.limit.kind == "half_pot" and half < terms.min_bet:
        said, least = terms.written(half), terms.written(terms.min_bet)
        return _notice("R806 r.24a", f"half the blinds is {said}, the least bet {least}: the least bet stands")
    return None


def heads_up_blinds_follow_letter(terms: Terms) -> Finding | None:
    """R806 r.48: of two players, the one left of the button posts the small blind; card rooms have the button post it."""
    if terms.readings.heads_up_blinds is Reading.PRACTICE:
        return _notice("R806 r.48", "of two players the button posts the small blind; the letter: the big blind")
    return None


def flush_ties_follow_letter(terms: Terms) -> Finding | None:
    """R806 r.32d: of two flushes the one with the highest card wins; card rooms go on to the fifth card."""
    if terms.readings.flush_tie is Reading.PRACTICE:
        return _notice("R806 r.32d", "flushes are compared to the fifth card; the letter: the highest card only")
    return None


def exemption_follows_letter(terms: Terms) -> Finding | None:
    """R806 r.18: no commission on what ends unbet on the flop street; card rooms add what ends on the blinds alone.

    Of R809, which has no flop, no such rule is assumed.
    """
    if terms.sintetico is None and terms.readings.flop_exemption is Reading.PRACTICE:
        return _notice("R806 r.18", "hands that end on the blinds alone pay no commission; the letter exempts the flop")
    return None


def minimum_raise_follows_letter(terms: Terms) -> Finding | None:
    """R806 r.23: a raise is at least the minimum bet more; card rooms ask for at least the last raise."""
    if terms.readings.minimum_raise is Reading.PRACTICE:
        return _notice("R806 r.23", "a raise is at least the last one; the letter: at least the minimum bet more")
    return None


def maximum_follows_letter(terms: Terms) -> Finding | None:
    """R806 r.24: the maximum is the pot, or half of it; card rooms count the caller's own call into it."""
    if terms.limit.kind in {"pot_limit", "half_pot"} and terms.readings.maximum_bet is Reading.PRACTICE:
        return _notice("R806 r.24", "the maximum bet counts the call into the pot; the letter: the pot as it lies")
    return None


RULES: Final[tuple[Callable[[Terms], Finding | None], ...]] = (
    chips_are_euro,
    commission_is_charged,
    commission_rate_in_band,
    commission_cap_keeps_the_floor,
    no_ante,
    big_blind_is_minimum_bet,
    small_blind_is_not_above_big,
    limit_is_of_the_regulation,
    half_pot_allows_minimum,
    heads_up_blinds_follow_letter,
    flush_ties_follow_letter,
    exemption_follows_letter,
    minimum_raise_follows_letter,
    maximum_follows_letter,
)
"""In order of reporting."""


def terms_findings(terms: Terms) -> list[Finding]:
    """Everything R806 objects to in ``terms``: breaches must be refused, notices told."""
    return [finding for rule in RULES if (finding := rule(terms)) is not None]
