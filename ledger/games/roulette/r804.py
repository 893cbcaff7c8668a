"""R804, American roulette, and with it R807 where that says the same: one function a rule.

A rule cites the regulation of the spin's terms: from r.8 on R807 counts one more (``ledger/terms/roulette.py``).
"""

from __future__ import annotations

from collections.abc import Sequence

from tombo.ledger.core.clock import SECOND, of_length
from tombo.ledger.core.findings import Finding
from tombo.ledger.core.said import Fact
from tombo.ledger.games.roulette import said
from tombo.ledger.games.roulette.chances import Chance, Chip, combination, limits_name
from tombo.ledger.games.roulette.state import Spin, Stake
from tombo.ledger.terms.roulette import WHEELS, ChanceLimits, RouletteTerms, cited
from tombo.ledger.terms.said import roulette as terms_said


def chance_limits(terms: RouletteTerms, chance: Chance) -> ChanceLimits | None:
    """The limits of ``chance``, or None where it is not offered."""
    found: ChanceLimits | None = getattr(terms.limits, limits_name(chance))
    return found


def spin_is_open(spin: Spin) -> Finding | None:
    """R804 r.3d: a spin goes from its bets to their payment; after that nothing is asked of it."""
    if spin.outcome == "open":
        return None
    return Finding(f"{spin.terms.regulation} r.3", said.SPIN_IS_OVER(outcome=said.OUTCOMES[spin.outcome]))


def number_is_on_the_wheel(spin: Spin, number: str) -> Finding | None:
    """R804 r.6: the numbers of the wheel are 0 to 36, and 00 where it has 38."""
    if number in WHEELS[spin.terms.wheel]:
        return None
    told = said.NUMBER_NOT_ON_WHEEL(number=number, wheel=terms_said.WHEELS[spin.terms.wheel])
    return Finding(f"{spin.terms.regulation} r.6", told)


def combination_is_on_the_layout(terms: RouletteTerms, bet: Chip | Stake) -> Finding | None:
    """R804 r.9: within each chance every combination that is possible, and no other; a stake on record has its numbers in full."""
    meant = combination(terms, bet.chance, bet.numbers)
    if meant is not None and (isinstance(bet, Chip) or bet.numbers == meant):
        return None
    chance = terms_said.CHANCES[bet.chance]
    if not bet.numbers:
        return Finding(cited(terms, 9), said.COMBINATION_WITHOUT_NUMBERS(chance=chance))
    return Finding(cited(terms, 9), said.COMBINATION_NOT_ON_LAYOUT(chance=chance, numbers="-".join(bet.numbers)))


def chance_is_offered(terms: RouletteTerms, chance: Chance) -> Finding | None:
    """R804 r.12: the bets on 24 numbers may be left out."""
    if chance_limits(terms, chance) is not None:
        return None
    return Finding(cited(terms, 12), said.CHANCE_NOT_OFFERED(chance=terms_said.CHANCES[chance]))


def stake_reaches_minimum(terms: RouletteTerms, stake: Stake) -> Finding | None:
    """R804 r.10: what a player has on one combination is at least the minimum of its chance (also r.3c)."""
    limits = chance_limits(terms, stake.chance)
    if limits is None or stake.amount >= limits.least:
        return None
    told = said.CHANCE_STAKE_BELOW_MINIMUM(**_facts(terms, stake), least=terms.unit.sum(limits.least))
    return Finding(cited(terms, 10), told)


def stake_is_within_maximum(terms: RouletteTerms, stake: Stake) -> Finding | None:
    """R804 r.11: what a player has on one combination is at most the maximum of its chance (also r.3b)."""
    limits = chance_limits(terms, stake.chance)
    if limits is None or stake.amount <= limits.most:
        return None
    told = said.CHANCE_STAKE_ABOVE_MAXIMUM(**_facts(terms, stake), most=terms.unit.sum(limits.most))
    return Finding(cited(terms, 11), told)


def total_is_within_limit(terms: RouletteTerms, stakes: Sequence[Stake], player: str) -> Finding | None:
    """R804 r.12: the specific rules may limit what a player has on all chances together."""
    total = sum(stake.amount for stake in stakes if stake.player == player)
    if terms.total_max is None or total <= terms.total_max:
        return None
    told = said.TOTAL_STAKE_ABOVE_LIMIT(most=terms.unit.sum(terms.total_max), total=terms.unit.sum(total))
    return Finding(cited(terms, 12), told)


def betting_time_is_granted(terms: RouletteTerms, deadline: int | None, occurred: int | None) -> Finding | None:
    """R804 r.14: where several play, the time for bets is the operator's, the same for all, and its end announced."""
    if deadline is None:
        if terms.table_kind == "single":
            return None
        return Finding(cited(terms, 14), said.SPIN_DEADLINE_NOT_ANNOUNCED())
    granted = terms.betting_seconds * SECOND
    if occurred is None or of_length(deadline - occurred, granted):
        return None
    return Finding(cited(terms, 14), said.SPIN_BETTING_TIME_OTHERWISE(given=deadline - occurred, granted=granted))


def bets_are_open(spin: Spin) -> Finding | None:
    """R804 r.14: after *jogo feito, nada mais* no more bets are taken, and they are closed once."""
    if not spin.bets_closed:
        return None
    return Finding(cited(spin.terms, 14), said.SPIN_BETS_ARE_CLOSED())


def bet_is_in_time(spin: Spin, at: int) -> Finding | None:
    """R804 r.14: from the moment that is announced no more bets are taken."""
    if spin.deadline is None or at <= spin.deadline:
        return None
    return Finding(cited(spin.terms, 14), said.SPIN_BET_TOO_LATE(late=at - spin.deadline))


def betting_time_is_over(spin: Spin, at: int) -> Finding | None:
    """R804 r.14: the platform keeps to the time it announced; a player alone may end it before (r.15)."""
    if spin.deadline is None or at >= spin.deadline:
        return None
    return Finding(cited(spin.terms, 14), said.SPIN_BETTING_TIME_IS_LEFT(left=spin.deadline - at))


def ball_follows_the_bets(spin: Spin) -> Finding | None:
    """R804 r.14: the ball comes to rest after the last moment for bets, so that nobody bets on a number he knows."""
    if spin.bets_closed:
        return None
    return Finding(cited(spin.terms, 14), said.BALL_BEFORE_BETS_CLOSED())


def launch_follows_a_bet(spin: Spin, player: str) -> Finding | None:
    """R804 r.15: alone at the wheel, the player himself launches the ball once he has bet."""
    if spin.staked(player):
        return None
    return Finding(cited(spin.terms, 15), said.LAUNCH_WITHOUT_BET(player=player))


def number_is_marked_once(spin: Spin) -> Finding | None:
    """R804 r.16: one number is drawn and marked."""
    if spin.ball is None:
        return None
    return Finding(cited(spin.terms, 16), said.NUMBER_ALREADY_MARKED(number=spin.ball))


def payment_follows_the_number(spin: Spin) -> Finding | None:
    """R804 r.17: bets are collected and paid after the number is marked."""
    if spin.ball is not None:
        return None
    return Finding(cited(spin.terms, 17), said.BALL_NOT_LANDED())


def connection_fails_after_the_bet(spin: Spin, player: str) -> Finding | None:
    """R804 r.22: a failure on the player's side is one that comes after his bet; it is reported once, until he is back."""
    if player not in spin.holding:
        return Finding(cited(spin.terms, 22), said.SPIN_CONNECTION_WITHOUT_BET(player=player))
    if player in spin.cut_off:
        return Finding(cited(spin.terms, 22), said.SPIN_CONNECTION_TWICE(player=player))
    return None


def connection_was_lost(spin: Spin, player: str) -> Finding | None:
    """R804 r.22: who is back was cut off before, and that is on record."""
    if player in spin.cut_off:
        return None
    return Finding(cited(spin.terms, 22), said.SPIN_CONNECTION_NOT_LOST(player=player))


def no_number_was_determined(spin: Spin) -> Finding | None:
    """R804 r.20: a spin is void where no valid number is determined; with one on record it is settled by that."""
    if spin.ball is None:
        return None
    return Finding(cited(spin.terms, 20), said.VOID_WITH_NUMBER(number=spin.ball))


def _facts(terms: RouletteTerms, stake: Stake) -> dict[str, Fact]:
    """What is said of a stake: how much, and on which combination."""
    return {
        "amount": terms.unit.sum(stake.amount),
        "chance": terms_said.CHANCES[stake.chance],
        "numbers": "-".join(stake.numbers),
    }
