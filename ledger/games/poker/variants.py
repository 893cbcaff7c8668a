"""The variants of non-banked poker as data: how many closed cards, and how a hand is built of them and the board.

Hold'em takes the best five of seven (R806 r.1, r.26). Omaha takes exactly two of four closed cards and exactly three of
the board ([A]: of R811 only r.59-65 are seen, and r.59 has four closed cards; rules.md section 4). Póquer sintético has a
deck and an order of its own (``stripped``), which its terms choose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from tombo.ledger.core.findings import Reading
from tombo.ledger.games.poker.strength import stripped
from tombo.ledger.games.poker.strength.ranking import COUNTS, of_one_suit, of_ranks, strength
from tombo.ledger.terms.poker import Sintetico, Variant

_HAND: Final = 5


class Rules(NamedTuple):
    """What a variant differs in."""

    name: str
    """As people write it."""
    hole_cards: int
    from_hole: int | None
    """How many closed cards make a hand, exactly; none where any number may. Of póquer sintético the terms say it."""
    deck: int = 52
    """How many cards there are."""


VARIANTS: Final[Mapping[Variant, Rules]] = {
    "holdem": Rules("hold'em", 2, None),
    "omaha": Rules("Omaha", 4, 2),
    "sintetico": Rules("póquer sintético", 2, None, len(stripped.DECK)),
}


def ranker(
    variant: Variant, board: Sequence[int], flush_tie: Reading, sintetico: Sintetico | None = None
) -> Callable[[Sequence[int]], int]:
    """From closed cards to the strength of the best hand they make with a whole ``board``.

    ``sintetico`` is that of the terms.
    """
    if sintetico is not None:
        return stripped.ranker(board, flush_tie, sintetico)
    exactly = VARIANTS[variant].from_hole
    if exactly is None:
        return lambda hole: strength([*board, *hole], flush_tie)
    suit = max(range(4), key=[card & 3 for card in board].count)  # no other can have three of five
    common, suited_common = (_counts(cards, _HAND - exactly) for cards in (board, _of_suit(board, suit)))

    def rank(hole: Sequence[int]) -> int:
        held = _counts(hole, exactly)
        found = list(map(of_ranks, [mine + theirs for mine in held for theirs in common]))
        if suited_common:
            suited = _counts(_of_suit(hole, suit), exactly)
            found += [of_one_suit(mine + theirs, flush_tie) for mine in suited for theirs in suited_common]
        return max(found, default=0)

    return rank


def _of_suit(cards: Sequence[int], suit: int) -> list[int]:
    return [card for card in cards if card & 3 == suit]


def _counts(cards: Sequence[int], size: int) -> list[int]:
    """The counts of every choice of ``size`` of ``cards``."""
    return [sum(chosen) for chosen in combinations([COUNTS[card] for card in cards], size)]


def best_five(
    variant: Variant, hole: Sequence[int], board: Sequence[int], sintetico: Sintetico | None = None
) -> tuple[int, ...] | None:
    """The five cards that form the winning combination (r.61), the highest first; None where there are no five yet.

    Chosen with all five cards compared, which is also a best choice where only the highest card of a flush counts.
    """
    if sintetico is not None:
        return stripped.best_five(hole, board, sintetico)
    return max(_fives(variant, hole, board), key=lambda five: strength(five, Reading.PRACTICE), default=None)


def _fives(variant: Variant, hole: Sequence[int], board: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The hands of five that the variant lets ``hole`` and ``board`` make."""
    exactly = VARIANTS[variant].from_hole
    if exactly is None:
        yield from combinations(sorted([*hole, *board], reverse=True), _HAND)
        return
    for held in combinations(hole, exactly):
        for common in combinations(board, _HAND - exactly):
            yield tuple(sorted(held + common, reverse=True))
