"""What a round of póquer sem descarte would have paid under the other readings of its terms (rules.md section 11).

A finding says both results where they differ. It moves nothing, and opens no card that stays closed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tombo.ledger.core import facts
from tombo.ledger.core.cards import Combination
from tombo.ledger.core.findings import EACH_SEAT, EachSeat, Reading, other
from tombo.ledger.core.said import Told
from tombo.ledger.games.sem_descarte import said
from tombo.ledger.games.sem_descarte.events import FindingRecordedV2
from tombo.ledger.games.sem_descarte.payout import comes_back
from tombo.ledger.games.sem_descarte.r803 import bets_are_made
from tombo.ledger.games.sem_descarte.ranking import combination, strength
from tombo.ledger.games.sem_descarte.revisions import deciding
from tombo.ledger.games.sem_descarte.state import Box, SemDescarteRound
from tombo.ledger.house.said import READINGS
from tombo.ledger.terms.sem_descarte import SemDescarteReadings, SemDescarteTerms
from tombo.ledger.terms.unit import Unit


def of_tie(
    box: Box, player: Collection[int], house: Collection[int], terms: SemDescarteTerms
) -> Iterator[FindingRecordedV2]:
    """R803 r.13d, r.13g: the tie of two flushes or two pairs is decided otherwise under the other reading (#1, #2)."""
    readings = terms.readings
    rule, name, in_force = "R803 r.13d", "flush_tie", readings.flush_tie
    if combination(strength(player, readings)) is Combination.PAIR:
        rule, name, in_force = "R803 r.13g", "pair_tie", readings.pair_tie
    swapped = readings.model_copy(update={name: other(in_force)})
    settled = deciding(terms).settled
    paid, otherwise = (comes_back(settled(box, player, house, each)) for each in (readings, swapped))
    if paid != otherwise:
        yield recorded(box, said.TIE_OF_SEAT(seat=box.seat), (rule, other(in_force)), (paid, otherwise))


def of_void(state: SemDescarteRound, back: Collection[Box]) -> Iterator[FindingRecordedV2]:
    """R803 r.33, r.36: what a void round gives ``back`` of bets that were decided, where another reading lets them stand.

    They stand after the last second bet by the letter of r.36 (#8), before it in practice (#19), and each second bet by
    r.36 of each seat (#8). What a seat that continued would have then its closed cards say, and those of the house; they
    stay closed, for a void round shows none of a bet that goes back.
    """
    made = bets_are_made(state)
    for box in back:
        if box.decision == "open":
            continue
        about, staked = said.VOID_ROUND_OF_SEAT(seat=box.seat), box.ante + box.bet2
        otherwise = 0 if box.decision == "folded" else None
        reading = ("R803 r.36", Reading.LETTER) if made else ("R803 r.33", Reading.PRACTICE)
        yield recorded(box, about, reading, (staked, otherwise))
        if box.decision == "continued" and not made:
            yield recorded(box, about, ("R803 r.36", EACH_SEAT), (staked, None))


def of_lost(box: Box, slots: tuple[int, ...]) -> FindingRecordedV2:
    """R803 r.33, r.36: a made bet that comes back because cards that decide it are lost; their openings are not kept."""
    about = said.CARDS_LOST_OF_SEAT(seat=box.seat, slots=slots)
    return recorded(box, about, ("R803 r.36", Reading.LETTER), (box.ante + box.bet2, None))


def of_decided(box: Box, paid: int, readings: SemDescarteReadings) -> Iterator[FindingRecordedV2]:
    """R803 r.33, r.36: a bet that stands though the round is void, where by the other reading it comes back.

    That is the letter of r.33 (#19); of a second bet that r.36 lets stand for itself, r.36 of all seats (#8). Where both
    readings let it stand, no single other one gives it back.
    """
    in_practice = readings.decided_bets is Reading.PRACTICE
    valid = box.decision == "continued" and readings.second_bets == EACH_SEAT
    if paid == box.ante + box.bet2 or (in_practice and valid):
        return
    rule = "R803 r.33" if in_practice else "R803 r.36"
    about, amounts = said.VOID_ROUND_OF_SEAT(seat=box.seat), (paid, box.ante + box.bet2)
    yield recorded(box, about, (rule, Reading.LETTER), amounts)


def recorded(
    box: Box, about: Told, reading: tuple[str, Reading | EachSeat], amounts: tuple[int, int | None]
) -> FindingRecordedV2:
    """The finding about ``box`` under a rule and a reading of it, with what comes back and what would."""
    rule, against = reading
    paid, otherwise = amounts
    return FindingRecordedV2(
        about=about.about,
        facts=facts.recorded(about),
        otherwise=otherwise,
        paid=paid,
        reading=against,
        rule=rule,
        seat=box.seat,
    )


def told(unit: Unit, event: FindingRecordedV2, why: Told) -> Told:
    """What ``event`` says, ``why`` being what it is about: both results, amounts in ``unit``."""
    paid, reading = unit.sum(event.paid), READINGS[event.reading]
    if event.otherwise is None:
        return said.SEM_DESCARTE_PAYS_AS_CLOSED_CARDS_SAY(why=why, paid=paid, reading=reading)
    otherwise = unit.sum(event.otherwise)
    return said.SEM_DESCARTE_PAYS_OTHERWISE(why=why, paid=paid, reading=reading, otherwise=otherwise)
