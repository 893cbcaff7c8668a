"""The hole cards of an imported hand: committed where the file knows them, open questions where it does not."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from tombo.ledger.core.cards import CARD_IDS, CARD_TEXTS
from tombo.ledger.core.command import Opening
from tombo.ledger.core.findings import Finding, Reading
from tombo.ledger.exchange.phh import said
from tombo.ledger.games.poker.events import CardsShown, HandStarted, HoleCardsDealt, ShownCard
from tombo.ledger.games.poker.variants import VARIANTS
from tombo.ledger.seal.commitment import SALT_SIZE, card_commitment
from tombo.ledger.terms.poker import REGULATIONS

_CARDS: Final = re.compile(r"(?:[2-9TJQKA?][cdhs?])+")


class CardsError(ValueError):
    """Cards that the variant cannot have, or that are none."""


def split_cards(text: str) -> list[str]:
    """The cards written in ``text``, two letters each; ``?`` stands for an unknown rank or suit.

    Raises:
        CardsError: something else.
    """
    if _CARDS.fullmatch(text) is None:
        raise CardsError("expected cards such as AsTd, or ???? where unknown")
    return [text[at : at + 2] for at in range(0, len(text), 2)]


class ClosedCards:
    """The closed cards of each position, as many as the variant has. A card is its number, or none where the file leaves it open.

    A slot is a place in the order of dealing: one card each from the small blind clockwise, then a second, and so on (r.49-50).
    """

    def __init__(self, started: HandStarted, stream: str, entropy: Callable[[int], bytes]) -> None:
        self._seats = [player.seat for player in started.seats]
        self._stream = stream
        self._entropy = entropy
        self._stated: list[list[str]] = [[] for _ in self._seats]
        self._slots: list[list[int]] = []
        variant = started.terms.variant
        self._each = VARIANTS[variant].hole_cards
        self._expected = f"expected {self._each} ({REGULATIONS[variant]} r.49-50)"
        self._cards: list[int | None] = [None] * (self._each * len(self._seats))
        self.openings: dict[int, Opening] = {}
        """By slot: what opens the commitments."""

    def add(self, position: int, cards: str) -> None:
        """The file deals ``cards`` to ``position``.

        Raises:
            CardsError: no cards, or more in all than the variant has.
        """
        stated = self._stated[position]
        stated += split_cards(cards)
        if len(stated) > self._each:
            raise CardsError(f"p{position + 1} has {len(stated)} hole cards, {self._expected}")

    def deal(self, order: Sequence[int]) -> HoleCardsDealt:
        """The deal in ``order`` of positions: a salted commitment for every card the file knows, none for the others.

        Raises:
            CardsError: fewer hole cards than the variant has.
        """
        self._slots = [[] for _ in self._seats]
        for slot, position in enumerate(order):
            self._slots[position].append(slot)
        for position, stated in enumerate(self._stated):
            if stated and len(stated) != self._each:
                raise CardsError(
                    f"p{position + 1} has {len(stated)} hole card{'s' * (len(stated) > 1)}, {self._expected}"
                )
            for slot, text in zip(self._slots[position], stated, strict=False):
                self._cards[slot] = CARD_IDS.get(text)
        known = [(slot, card) for slot, card in enumerate(self._cards) if card is not None]
        salts = self._entropy(SALT_SIZE * len(known))
        commitments: list[str | None] = [None] * len(self._cards)
        for nth, (slot, card) in enumerate(known):
            opening = Opening(slot, card, salts[SALT_SIZE * nth : SALT_SIZE * (nth + 1)])
            self.openings[slot] = opening
            commitments[slot] = card_commitment(self._stream, *opening).hex()
        return HoleCardsDealt(commitments=commitments, seats=[self._seats[position] for position in order])

    def show(self, position: int, text: str) -> tuple[CardsShown, Finding | None]:
        """``position`` turns the cards ``text`` (``-``: those it was dealt), and the objection to what it was dealt.

        Raises:
            CardsError: no cards, or more than the variant has.
        """
        slots = list(self._slots[position])
        if text == "-":
            stated = [None if card is None else CARD_TEXTS[card] for card in (self._cards[slot] for slot in slots)]
        else:
            stated = [card if card in CARD_IDS else None for card in split_cards(text)]
        if len(stated) > self._each:
            raise CardsError(f"p{position + 1} shows {len(stated)} cards, {self._expected}")
        shown: list[ShownCard] = []
        finding = None
        for card in stated:
            slot = self._slot_of(card, slots)
            if slot is None:
                told = said.SHOWN_BUT_NOT_DEALT(player=position + 1, card=str(card))
                finding = Finding("R806 r.59", told, Reading.PRACTICE)
                shown.append(ShownCard(card=card, salt=None, slot=None))
                continue
            slots.remove(slot)
            opening = self.openings.get(slot) if card is not None else None
            if card is not None:
                self._cards[slot] = CARD_IDS[card]
            shown.append(ShownCard(card=card, salt=None if opening is None else opening.salt.hex(), slot=slot))
        return CardsShown(cards=shown, seat=self._seats[position]), finding

    def _slot_of(self, card: str | None, slots: list[int]) -> int | None:
        """The slot among ``slots`` that ``card`` lies in: the one dealt so, else the first whose card is unknown."""
        if card is None:
            return slots[0]
        number = CARD_IDS[card]
        for slot in slots:
            if self._cards[slot] == number:
                return slot
        return next((slot for slot in slots if self._cards[slot] is None), None)

    def known(self) -> list[int]:
        """The cards that the file gives, in the order of dealing."""
        return [card for card in self._cards if card is not None]

    def holes(self) -> dict[int, tuple[int, ...]]:
        """By position: the closed cards, where all are known."""
        holes: dict[int, tuple[int, ...]] = {}
        for position, slots in enumerate(self._slots):
            cards = tuple(card for slot in slots if (card := self._cards[slot]) is not None)
            if len(cards) == self._each:
                holes[position] = cards
        return holes
