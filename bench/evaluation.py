"""Evaluation: the strength of the best hand of a player at a showdown, hold'em and Omaha, beside PokerKit's, on one core.

Every hand has a board of its own. What hands of given ranks are worth is kept once worked out, so the figures are two: of a
process that has ranked nothing yet, and of one that has.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from pokerkit import Card, OmahaHoldemHand, StandardHighHand

from bench.common import Line, rate, report, scaled, together
from tombo.ledger.core.cards import card_text
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.poker.strength.ranking import of_one_suit, of_ranks
from tombo.ledger.games.poker.variants import VARIANTS, ranker
from tombo.ledger.terms.poker import Variant

HANDS: Final = scaled(100_000)
PEER_HANDS: Final = scaled(1_000)
TARGETS: Final[dict[Variant, int]] = {"holdem": 200_000, "omaha": 40_000}

Deal = tuple[list[int], list[int]]
"""Closed cards and a board."""


def deals(variant: Variant) -> list[Deal]:
    """Random deals of a whole board, the same every time."""
    random, hole_cards = Random(variant), VARIANTS[variant].hole_cards
    shuffled = (random.sample(range(52), hole_cards + 5) for _ in range(HANDS))
    return [(cards[:hole_cards], cards[hole_cards:]) for cards in shuffled]


def ours(variant: Variant, dealt: Sequence[Deal], reading: Reading) -> None:
    """The strengths of ``dealt``."""
    for hole, board in dealt:
        ranker(variant, board, reading)(hole)


def first_rate(variant: Variant, dealt: Sequence[Deal]) -> float:
    """How many of ``dealt`` a second, by a process that has ranked no hand before."""
    of_ranks.cache_clear()
    of_one_suit.cache_clear()
    return rate(len(dealt), lambda: ours(variant, dealt, Reading.PRACTICE))


def theirs(variant: Variant, dealt: Sequence[tuple[list[Card], list[Card]]]) -> None:
    """PokerKit's hands of ``dealt``, their cards made already."""
    game = OmahaHoldemHand if variant == "omaha" else StandardHighHand
    for hole, board in dealt:
        game.from_game(hole, board)


def as_theirs(cards: Sequence[int]) -> list[Card]:
    """The cards as PokerKit has them."""
    return list(Card.parse("".join(map(card_text, cards))))


def lines_of(variant: Variant) -> list[Line]:
    """Hands a second by PokerKit, and by us in either reading."""
    dealt = deals(variant)
    parsed = [(as_theirs(hole), as_theirs(board)) for hole, board in dealt[:PEER_HANDS]]
    peer, first, practice, letter = together(
        lambda: rate(len(parsed), lambda: theirs(variant, parsed)),
        lambda: first_rate(variant, dealt),
        lambda: rate(len(dealt), lambda: ours(variant, dealt, Reading.PRACTICE)),
        lambda: rate(len(dealt), lambda: ours(variant, dealt, Reading.LETTER)),
    )
    name, target = VARIANTS[variant].name, TARGETS[variant]
    return [
        Line(f"PokerKit, {name}", peer, "hands/s"),
        Line(f"tombo, {name}, in practice, nothing worked out yet", first, "hands/s", peer, target, "hands/s"),
        Line(f"tombo, {name}, in practice", practice, "hands/s", peer, target, "hands/s"),
        Line(f"tombo, {name}, by the letter", letter, "hands/s", peer, target, "hands/s"),
    ]


def main() -> None:
    """Measure and print."""
    report("Evaluation, one core", [line for variant in TARGETS for line in lines_of(variant)])


if __name__ == "__main__":
    main()
