"""R804, American roulette, and with it R807 where that says the same: one function a rule.

A rule cites the regulation of the spin's terms: from r.8 on R807 counts one more (``ledger/terms/roulette.py``).
"""

from __future__ import annotations

from collections.abc import Sequence

from ledger.core.clock import SECOND, display_duration
from ledger.core.findings import Finding
from ledger.core.money import display
from ledger.games.roulette.chances import Chance, Chip, combination, limits_name
from ledger.games.roulette.state import Spin, Stake
from ledger.terms.roulette import WHEELS, ChanceLimits, RouletteTerms, cited


def chance_limits(terms: RouletteTerms, chance: Chance) -> ChanceLimits | None:
    """The limits of ``chance``, or None where it is not offered."""
    found: ChanceLimits | None = getattr(terms.limits, limits_name(chance))
    return found


def spin_is_open(spin: Spin) -> Finding | None:
    """R804 r.3d: a spin goes from its bets to their payment; after that nothing is asked of it."""
    if spin.outcome == "open":
        return None
    return Finding(f"{spin.terms.regulation} r.3", f"the spin is {spin.outcome}; expected one under way")


def number_is_on_the_wheel(spin: Spin, number: str) -> Finding | None:
    """R804 r.6: the numbers of the wheel are 0 to 36, and 00 where it has 38."""
    if number in WHEELS[spin.terms.wheel]:
        return None
    return Finding(f"{spin.terms.regulation} r.6", f"{number} is not a number of the wheel {spin.terms.wheel}")


def combination_is_on_the_layout(terms: RouletteTerms, chip: Chip) -> Finding | None:
    """R804 r.9: within each chance every combination that is possible, and no other."""
    if combination(terms, chip.chance, chip.numbers) is not None:
        return None
    numbers = "-".join(chip.numbers) or "no numbers"
    return Finding(cited(terms, 9), f"{numbers}: no combination of the chance {chip.chance} on this layout")


def chance_is_offered(terms: RouletteTerms, chance: Chance) -> Finding | None:
    """R804 r.12: the bets on 24 numbers may be left out."""
    if chance_limits(terms, chance) is not None:
        return None
    return Finding(cited(terms, 12), f"the chance {chance} is not offered at this table")


def stake_reaches_minimum(terms: RouletteTerms, stake: Stake) -> Finding | None:
    """R804 r.10: what a player has on one combination is at least the minimum of its chance (also r.3c)."""
    limits = chance_limits(terms, stake.chance)
    if limits is None or stake.amount >= limits.least:
        return None
    return Finding(cited(terms, 10), f"{_said(terms, stake)}; expected at least {_written(terms, limits.least)}")


def stake_is_within_maximum(terms: RouletteTerms, stake: Stake) -> Finding | None:
    """R804 r.11: what a player has on one combination is at most the maximum of its chance (also r.3b)."""
    limits = chance_limits(terms, stake.chance)
    if limits is None or stake.amount <= limits.most:
        return None
    return Finding(cited(terms, 11), f"{_said(terms, stake)}; expected at most {_written(terms, limits.most)}")


def total_is_within_limit(terms: RouletteTerms, stakes: Sequence[Stake], player: str) -> Finding | None:
    """R804 r.12: the specific rules may limit what a player has on all chances together."""
    total = sum(stake.amount for stake in stakes if stake.player == player)
    if terms.total_max is None or total <= terms.total_max:
        return None
    return Finding(
        cited(terms, 12),
        f"{_written(terms, total)} on all chances together; expected at most {_written(terms, terms.total_max)}",
    )


def betting_time_is_granted(terms: RouletteTerms, deadline: int | None, occurred: int | None) -> Finding | None:
    """R804 r.14: where several play, the time for bets is the operator's, or more, the same for all, and its end announced."""
    if deadline is None:
        if terms.table_kind == "single":
            return None
        return Finding(
            cited(terms, 14), "no end of the betting is announced; expected 'deadline' at a table of several"
        )
    if occurred is None or deadline - occurred >= terms.betting_seconds * SECOND:
        return None
    given = display_duration(deadline - occurred)
    return Finding(cited(terms, 14), f"{given} to bet; these rules give {terms.betting_seconds} seconds")


def bets_are_open(spin: Spin) -> Finding | None:
    """R804 r.14: after *jogo feito, nada mais* no more bets are taken, and they are closed once."""
    if not spin.bets_closed:
        return None
    return Finding(cited(spin.terms, 14), "the bets are closed; expected the next spin")


def bet_is_in_time(spin: Spin, occurred: int | None) -> Finding | None:
    """R804 r.14: from the moment that is announced no more bets are taken."""
    if occurred is None or spin.deadline is None or occurred <= spin.deadline:
        return None
    late = display_duration(occurred - spin.deadline)
    return Finding(cited(spin.terms, 14), f"a bet {late} after the time for bets was up; expected the next spin")


def betting_time_is_over(spin: Spin, occurred: int | None) -> Finding | None:
    """R804 r.14: the platform keeps to the time it announced; a player alone may end it before (r.15)."""
    if occurred is None or spin.deadline is None or occurred >= spin.deadline:
        return None
    return Finding(cited(spin.terms, 14), f"{display_duration(spin.deadline - occurred)} are left to bet")


def ball_follows_the_bets(spin: Spin) -> Finding | None:
    """R804 r.14: the ball comes to rest after the last moment for bets, so that nobody bets on a number he knows."""
    if spin.bets_closed:
        return None
    return Finding(cited(spin.terms, 14), "bets are still taken; expected 'close_bets' before the number")


def launch_follows_a_bet(spin: Spin, player: str) -> Finding | None:
    """R804 r.15: alone at the wheel, the player himself launches the ball once he has bet."""
    if spin.staked(player):
        return None
    return Finding(cited(spin.terms, 15), f"{player} has not bet; expected a bet before he launches the ball")


def number_is_marked_once(spin: Spin) -> Finding | None:
    """R804 r.16: one number is drawn and marked."""
    if spin.ball is None:
        return None
    return Finding(cited(spin.terms, 16), f"the number is {spin.ball} already; expected one number a spin")


def payment_follows_the_number(spin: Spin) -> Finding | None:
    """R804 r.17: bets are collected and paid after the number is marked."""
    if spin.ball is not None:
        return None
    return Finding(cited(spin.terms, 17), "the ball has not landed; expected 'land_ball' before")


def no_number_was_determined(spin: Spin) -> Finding | None:
    """R804 r.20: a spin is void where no valid number is determined; with one on record it is settled by that."""
    if spin.ball is None:
        return None
    return Finding(cited(spin.terms, 20), f"the number is {spin.ball}; expected 'settle_spin', for the spin is valid")


def _written(terms: RouletteTerms, amount: int) -> str:
    return display(amount, terms.unit.currency, terms.unit.decimals)


def _said(terms: RouletteTerms, stake: Stake) -> str:
    return f"{_written(terms, stake.amount)} on {stake.chance} {'-'.join(stake.numbers)}"
