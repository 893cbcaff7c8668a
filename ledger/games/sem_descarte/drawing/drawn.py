"""A round of póquer sem descarte as it lies on its table: the house's five cards, the discard, and two boxes for each seat."""

from __future__ import annotations

from collections.abc import Iterator

from tombo.ledger.core.cards import Combination, card_text
from tombo.ledger.core.said import Fact
from tombo.ledger.games.sem_descarte import words as history_words
from tombo.ledger.games.sem_descarte.drawing import words
from tombo.ledger.games.sem_descarte.ranking import combination, strength
from tombo.ledger.games.sem_descarte.state import WHOLE, Box, SemDescarteRound
from tombo.ledger.house.drawn import DrawnBox, DrawnRound, DrawnStake, Stage


def drawn(round_: SemDescarteRound) -> DrawnRound:
    """``round_`` as it lies on its table."""
    apart = () if round_.discard is None else ((words.BOX_DISCARD(), (card_text(round_.discard),)),)
    return DrawnRound(_stage(round_), (_house(round_), *(_box(round_, box) for box in round_.boxes)), apart)


def _stage(round_: SemDescarteRound) -> Stage:
    if round_.outcome != "open":
        return "over"
    if len(round_.house) == WHOLE:
        return "result"
    if round_.dealt:
        return "decisions"
    return "closed" if round_.closed else "bets"


def _slots(round_: SemDescarteRound, seat: int | None) -> tuple[int, ...]:
    """The slots of the closed cards of ``seat``, or of the house."""
    return tuple(slot for slot, owner in enumerate(round_.dealt) if owner == seat)


def _house(round_: SemDescarteRound) -> DrawnBox:
    closed = () if len(round_.house) == WHOLE else _slots(round_, None)
    cards: tuple[str | int, ...] = (*closed, *map(card_text, round_.house))
    return DrawnBox(None, words.BOX_OF_THE_HOUSE(), cards, told=tuple(_made(round_, round_.house)))


def _box(round_: SemDescarteRound, box: Box) -> DrawnBox:
    folded = box.decision == "folded"
    return DrawnBox(
        box.player,
        words.BOX_OF_SEAT(seat=box.seat),
        tuple(map(card_text, box.cards)) or _slots(round_, box.seat),
        tuple(_stakes(round_, box)),
        (words.BOX_HAS_FOLDED(),) if folded else tuple(_made(round_, box.cards)),
        out=folded,
        asked=box.deadline is not None and box.decision == "open" and round_.outcome == "open",
    )


def _stakes(round_: SemDescarteRound, box: Box) -> Iterator[DrawnStake]:
    """The ante and the second bet, as long as they are not decided."""
    if box.given or box.taken or round_.outcome == "voided":
        return
    yield DrawnStake(words.BOX_ANTE(), box.ante)
    if box.bet2:
        yield DrawnStake(words.BOX_SECOND_BET(), box.bet2)


def _made(round_: SemDescarteRound, cards: tuple[int, ...]) -> Iterator[Fact]:
    """What five open cards are called."""
    if len(cards) != WHOLE:
        return
    found = combination(strength(cards, round_.terms.readings))
    with_ace_and_king = cards == round_.house and round_.qualifies and found is Combination.HIGH_CARD
    yield history_words.ACE_AND_KING if with_ace_and_king else history_words.COMBINATIONS[found]
