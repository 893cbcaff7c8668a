"""What a spin would have paid under the other readings of its terms (rules.md section 11): zero, and half a cent.

A finding says both results where they differ, in what comes back to the player: stake and prize together. It moves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ledger.core.findings import Finding, Reading
from ledger.core.money import display
from ledger.games.roulette.chances import SIMPLE, ZEROS, limits_name
from ledger.games.roulette.events import FindingRecorded
from ledger.games.roulette.payout import HALF_PRIZES, Verdict, half_lost, verdicts
from ledger.games.roulette.state import Spin
from ledger.terms.roulette import RouletteTerms, cited

ZERO: Final = "what zero does to simple chances"


def findings(spin: Spin, ball: str) -> list[FindingRecorded]:
    """Everything that another reading would pay otherwise where ``ball`` is the number, player by player."""
    found = verdicts(spin, ball)
    told: list[FindingRecorded] = []
    for player in dict.fromkeys(stake.player for stake in spin.stakes):
        own = [verdict for verdict in found if verdict.stake.player == player]
        told += of_half_prizes(spin.terms, player, own)
        if ball in ZEROS and spin.terms.regulation == "R807":
            simple = [verdict.stake.amount for verdict in own if verdict.stake.chance in SIMPLE]
            told += of_zero(spin.terms, player, simple)
            told += of_half_losses(spin.terms, player, simple) if spin.terms.zero == "partage" else ()
    return told


def of_zero(terms: RouletteTerms, player: str, simple: Sequence[int]) -> Iterator[FindingRecorded]:
    """R804 r.19: as R807 r.20 its words are unseen; half a loss is taken for the letter, prison for the other way (#14)."""
    half = sum(amount - half_lost(amount) for amount in simple)
    if not half:
        return
    rule = cited(terms, 19)
    if terms.zero == "partage":
        yield _recorded(terms, player, Finding(rule, f"{ZERO}, in prison", Reading.PRACTICE), (half, None))
    else:
        yield _recorded(terms, player, Finding(rule, f"{ZERO}, of which half is lost"), (0, half))


def of_half_losses(terms: RouletteTerms, player: str, amounts: Sequence[int]) -> Iterator[FindingRecorded]:
    """R804 r.19: half of an odd amount is lost, and the odd cent is the player's; rounded up it would be lost (#16)."""
    odd = [amount for amount in amounts if amount % 2]
    if odd:
        back = sum(amount - half_lost(amount) for amount in odd)
        found = Finding(cited(terms, 19), f"{len(odd)} losses of half a cent, rounded up", Reading.PRACTICE)
        yield _recorded(terms, player, found, (back, back - len(odd)))


def of_half_prizes(terms: RouletteTerms, player: str, own: Sequence[Verdict]) -> Iterator[FindingRecorded]:
    """R804 r.13: half of an odd stake is won, and the prize is rounded down; rounded up it would be a cent more (#16)."""
    odd = [won for won in own if won.prize and won.stake.amount * HALF_PRIZES[limits_name(won.stake.chance)] % 2]
    if odd:
        back = sum(won.prize + won.returned for won in odd)
        found = Finding(cited(terms, 13), f"{len(odd)} prizes of half a cent, rounded up", Reading.PRACTICE)
        yield _recorded(terms, player, found, (back, back + len(odd)))


def _recorded(terms: RouletteTerms, player: str, found: Finding, amounts: tuple[int, int | None]) -> FindingRecorded:
    here, there = (
        "what the next spin says" if amount is None else display(amount, terms.unit.currency, terms.unit.decimals)
        for amount in amounts
    )
    return FindingRecorded(
        message=f"{found.message}, as {found.reading} has it: {there} for {player}; {here} come back",
        otherwise=amounts[1],
        paid=amounts[0],
        player=player,
        reading=found.reading,
        rule=found.rule,
    )
