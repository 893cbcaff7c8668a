"""What a spin would have paid under the other readings of its terms (rules.md section 11): zero, and half a cent.

A finding says both results where they differ, in what comes back to the player: stake and prize together. It moves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tombo.ledger.core import facts
from tombo.ledger.core.findings import Reading
from tombo.ledger.core.said import Told
from tombo.ledger.games.roulette import said
from tombo.ledger.games.roulette.chances import SIMPLE, ZEROS, limits_name
from tombo.ledger.games.roulette.events import FindingRecordedV2
from tombo.ledger.games.roulette.payout import HALF_PRIZES, Verdict, half_lost
from tombo.ledger.games.roulette.revisions import deciding
from tombo.ledger.games.roulette.state import Spin
from tombo.ledger.house.said import READINGS
from tombo.ledger.terms.roulette import RouletteTerms, cited
from tombo.ledger.terms.unit import Unit


def findings(spin: Spin, ball: str) -> list[FindingRecordedV2]:
    """Everything that another reading would pay otherwise where ``ball`` is the number, player by player."""
    found = deciding(spin.terms).verdicts(spin, ball)
    told: list[FindingRecordedV2] = []
    for player in dict.fromkeys(stake.player for stake in spin.stakes):
        own = [verdict for verdict in found if verdict.stake.player == player]
        told += of_half_prizes(spin.terms, player, own)
        if ball in ZEROS and spin.terms.regulation == "R807":
            simple = [verdict.stake.amount for verdict in own if verdict.stake.chance in SIMPLE]
            told += of_zero(spin.terms, player, simple)
            told += of_half_losses(spin.terms, player, simple) if spin.terms.zero == "partage" else ()
    return told


def of_zero(terms: RouletteTerms, player: str, simple: Sequence[int]) -> Iterator[FindingRecordedV2]:
    """R804 r.19: as R807 r.20 its words are unseen; half a loss is taken for the letter, prison for the other way (#14)."""
    half = sum(amount - half_lost(amount) for amount in simple)
    if not half:
        return
    if terms.zero == "partage":
        yield _recorded(terms, player, 19, said.ZERO_PRISON_INSTEAD(), (half, None))
    else:
        yield _recorded(terms, player, 19, said.ZERO_HALF_INSTEAD(), (0, half), Reading.LETTER)


def of_half_losses(terms: RouletteTerms, player: str, amounts: Sequence[int]) -> Iterator[FindingRecordedV2]:
    """R804 r.19: half of an odd amount is lost, and the odd cent is the player's; rounded up it would be lost (#16)."""
    odd = [amount for amount in amounts if amount % 2]
    if odd:
        back = sum(amount - half_lost(amount) for amount in odd)
        what = said.HALF_CENT_LOSSES_ROUNDED_UP(losses=len(odd))
        yield _recorded(terms, player, 19, what, (back, back - len(odd)))


def of_half_prizes(terms: RouletteTerms, player: str, own: Sequence[Verdict]) -> Iterator[FindingRecordedV2]:
    """R804 r.13: half of an odd stake is won, and the prize is rounded down; rounded up it would be a cent more (#16)."""
    odd = [won for won in own if won.prize and won.stake.amount * HALF_PRIZES[limits_name(won.stake.chance)] % 2]
    if odd:
        back = sum(won.prize + won.returned for won in odd)
        what = said.HALF_CENT_PRIZES_ROUNDED_UP(prizes=len(odd))
        yield _recorded(terms, player, 13, what, (back, back + len(odd)))


def _recorded(  # noqa: PLR0917  # what, of whom, by which rule and reading, and how much
    terms: RouletteTerms,
    player: str,
    number: int,
    what: Told,
    amounts: tuple[int, int | None],
    reading: Reading = Reading.PRACTICE,
) -> FindingRecordedV2:
    """``what`` another reading of R804's rule ``number`` has otherwise; ``amounts`` come back, and would."""
    paid, there = amounts
    return FindingRecordedV2(
        about=what.about,
        facts=facts.recorded(what),
        otherwise=there,
        paid=paid,
        player=player,
        reading=reading,
        rule=cited(terms, number),
    )


def told(unit: Unit, event: FindingRecordedV2, why: Told) -> Told:
    """What ``event`` says, ``why`` being what another reading has otherwise: both results, amounts in ``unit``."""
    paid, reading = unit.sum(event.paid), READINGS[event.reading]
    if event.otherwise is None:
        return said.NEXT_SPIN_PAYS_OTHERWISE(what=why, paid=paid, player=event.player, reading=reading)
    otherwise = unit.sum(event.otherwise)
    return said.SPIN_PAYS_OTHERWISE(what=why, otherwise=otherwise, paid=paid, player=event.player, reading=reading)
