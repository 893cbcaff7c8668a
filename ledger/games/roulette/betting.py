"""What a spin itself objects to in a bet, asked at the door and of a bet that was turned down; and what it takes now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import AMOUNT_MAX
from tombo.ledger.games.roulette import r804, r807, said
from tombo.ledger.games.roulette.chances import SIMPLE, Chance, Chip, Numbers, combination, layout
from tombo.ledger.games.roulette.commands import CloseBets, PlaceChips
from tombo.ledger.games.roulette.state import Spin, Stake, with_chips
from tombo.ledger.games.roulette.wheel import CallBet, chips_of
from tombo.ledger.house.banked.state import BankedTable, alone_at
from tombo.ledger.house.offers import Awaited, Offer
from tombo.ledger.house.rules import first_breach, house
from tombo.ledger.terms.roulette import RouletteTerms

PRIZE_MAX: Final = 36
"""No stake brings back more than 36 times itself, so that no payment is beyond what a ledger can write."""
BETTORS_MAX: Final = 400
"""Players in one spin: with names of the greatest length an entry with a refund for each still fits its 65,535 bytes."""
PRISONERS_MAX: Final = 350
"""Stakes in one spin that zero may imprison: the next one's opening has to hold them all."""


def bet_objection(spin: Spin, player: str, chips: Sequence[Chip], call: CallBet | None, at: int) -> Refused | None:
    """The objection to a bet of ``player`` ``at`` an instant, by ``chips`` on the layout or by a ``call``."""
    objection = None if call is None else call_objection(spin.terms, call)
    objection = objection or time_objection(spin, at)
    if objection:
        return objection
    return chips_objection(spin, player, chips if call is None else chips_of(call, spin.terms.wheel))


def call_objection(terms: RouletteTerms, call: CallBet) -> Refused | None:
    """The objection to a call bet that these rules have not, or not so (R807 r.8)."""
    return first_breach(
        r807.call_bets_are_offered(terms), r807.neighbours_are_on_the_wheel(terms, call)
    ) or _prize_objection(terms, call.chip)


def time_objection(spin: Spin, at: int) -> Refused | None:
    """The objection to a bet that comes too late (R804 r.14)."""
    return first_breach(r804.bets_are_open(spin), r804.bet_is_in_time(spin, at))


def chips_objection(spin: Spin, player: str, chips: Sequence[Chip]) -> Refused | None:
    """The objection to ``chips`` that the layout has not, or that, with what ``player`` has there, keep no limit (R804 r.9-12)."""
    terms = spin.terms
    objection = first_breach(
        *(r804.chance_is_offered(terms, chip.chance) for chip in chips),
        *(r804.combination_is_on_the_layout(terms, chip) for chip in chips),
    )
    if objection:
        return objection
    stakes = with_chips(spin.stakes, player, [in_full(terms, chip) for chip in chips])
    return _limits_objection(terms, stakes, player) or _crowd_objection(terms, stakes)


def in_full(terms: RouletteTerms, chip: Chip) -> Chip:
    """A chip with the numbers it lies on, all of them and in order."""
    return chip.model_copy(update={"numbers": list(combination(terms, chip.chance, chip.numbers) or ())})


def _limits_objection(terms: RouletteTerms, stakes: tuple[Stake, ...], player: str) -> Refused | None:
    own = [stake for stake in stakes if stake.player == player]
    return first_breach(
        *(r804.stake_reaches_minimum(terms, stake) for stake in own),
        *(r804.stake_is_within_maximum(terms, stake) for stake in own),
        r804.total_is_within_limit(terms, own, player),
    ) or _prize_objection(terms, sum(stake.amount for stake in own))


def _prize_objection(terms: RouletteTerms, staked_: int) -> Refused | None:
    """The objection to a stake that might win more than an entry can say."""
    if staked_ * PRIZE_MAX <= AMOUNT_MAX:
        return None
    unit = terms.unit
    return house("movement", said.SPIN_MIGHT_WIN_TOO_MUCH(most=unit.sum(AMOUNT_MAX), staked=unit.sum(staked_)))


def _crowd_objection(terms: RouletteTerms, stakes: tuple[Stake, ...]) -> Refused | None:
    """The objection to more players, or stakes for prison, than one entry can hold: such a spin could not be void or end."""
    bettors = len({stake.player for stake in stakes})
    if bettors > BETTORS_MAX:
        return house("table", said.SPIN_HAS_TOO_MANY_PLAYERS(most=BETTORS_MAX, players=bettors))
    simple = sum(stake.chance in SIMPLE for stake in stakes) if terms.zero == "prison" else 0
    if simple > PRISONERS_MAX:
        return house("table", said.SPIN_HAS_TOO_MANY_SIMPLE_STAKES(most=PRISONERS_MAX, stakes=simple))
    return None


def awaited(name: str, spin: Spin, table: BankedTable) -> Awaited:
    """What the spin ``name`` waits for; while bets are taken, a bet on each chance by whoever stands at the wheel (r.9-12).

    Of a chance with several combinations the first is named on which he has nothing yet: each has the same limits.
    """
    if spin.bets_closed or spin.outcome != "open":
        return Awaited("result")
    alone = (Offer(player, lambda _: CloseBets(round=name)) for player in (alone_at(table),) if player is not None)
    bets = (offer for place in table.places for offer in _bets(name, spin, place.player))
    return Awaited("bets", (*bets, *alone))


def _bets(name: str, spin: Spin, player: str) -> Iterator[Offer]:
    terms, total = spin.terms, spin.staked(player)
    held = {(stake.chance, stake.numbers): stake.amount for stake in spin.stakes if stake.player == player}
    for chance, combinations in layout(terms).items():
        limits = r804.chance_limits(terms, chance)
        if limits is None:
            continue
        numbers = next((one for one in combinations if (chance, one) not in held), combinations[0])
        has = held.get((chance, numbers), 0)
        left = limits.most - has
        most = left if terms.total_max is None else min(left, terms.total_max - total)
        asks = partial(_chips, name, player, chance, numbers)
        yield Offer(player, asks, None, "chips.0.amount", max(limits.least - has, 1), most, until=spin.deadline)


def _chips(name: str, player: str, chance: Chance, numbers: Numbers, amount: int) -> PlaceChips:
    return PlaceChips(chips=[Chip(amount=amount, chance=chance, numbers=[*numbers])], player=player, round=name)
