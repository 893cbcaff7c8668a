"""R805 r.14, r.17a: a card of the house is of no seat and of no hand; one that names half a hand is named, and counts as the house's all the same."""

from __future__ import annotations

import pytest

from tests.forgeries.stolen import Scenes


@pytest.mark.parametrize("says", [{"seat": 1}, {"hand": 1}])
def test_a_card_of_the_house_that_names_half_a_hand_is_named(scenes: Scenes, says: dict[str, int]) -> None:
    """Red before: it was the house's, and whoever reads the round saw it at a seat; from 17 on nobody asked of it."""
    thief = scenes("banked")
    card = next(
        act for act in thief.all("card_dealt") if act.stream.startswith("blackjack:") and act.event.seat is None
    )
    card.says(**says)
    said = f"the card {card.event.card} names a seat without a hand, or a hand without a seat"
    assert any(said in told for told in scenes.night("banked", thief))
