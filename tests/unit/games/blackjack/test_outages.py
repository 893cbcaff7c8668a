"""A round that an outage ends (R805 r.27-28): what its audit says, and what cannot follow the card turned up for it (D2)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools.english import english
from tests.worlds.blackjack import Blackjack
from tests.worlds.world import OFFICER
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.blackjack.audit import differences, rests
from tombo.ledger.games.blackjack.events import CardDealt, DecisionMade, HouseRevealed, Paid, Refund, Voided
from tombo.ledger.games.blackjack.state import evolve
from tombo.ledger.house.incident.commands import OpenIncident


def voided() -> list[Any]:
    """The events of a void round: a blackjack against king and six, and a hand that had a decision to take."""
    world = Blackjack({1: "p-1", 2: "p-2"})
    world.open()
    world.bets({1: 1000, 2: 2000})
    world.deals("As Ts Kh Kd 5s", "6c")
    world.does(OpenIncident(first_instant=0, incident="power", origin="operator_system", reported_by="ops"))
    world.does(bj.VoidBlackjackRound(incident="power", round=world.local), OFFICER)
    assert (world.net("p-1"), world.net("p-2")) == (1500, 0)
    return [event for stream, event in world.events if stream == f"blackjack:{world.local}"]


def test_what_a_void_round_pays_is_computed_again() -> None:
    """The prize of the blackjack by its cards; another amount, or one that no open card says, is told."""
    events = voided()
    assert differences(events) == ()
    dear = [event.model_copy(update={"prize": 1600}) if isinstance(event, Paid) else event for event in events]
    assert differences(dear)
    assert differences([event for event in events if not isinstance(event, HouseRevealed)])


def test_a_round_that_was_void_with_a_blackjack_is_as_true_as_before() -> None:
    """Before this was asked at the door every open bet came back: such a record is read and audited as it was."""
    kept = [event for event in voided() if not isinstance(event, HouseRevealed | Paid | Voided)]
    refunds = [
        Refund(player="p-1", refunded=1000, taken_back=0, waived=0),
        Refund(player="p-2", refunded=2000, taken_back=0, waived=0),
    ]
    assert differences([*kept, Voided(incident="power", refunds=refunds)]) == ()


@pytest.mark.parametrize("kind", [CardDealt, DecisionMade])
def test_a_hole_card_turned_before_all_have_decided_is_followed_by_the_void(kind: type) -> None:
    """Nobody decides, and no card is dealt, once it lies open: no door writes that."""
    state: Any = None
    for event in voided():
        state = evolve(state, event)
        if isinstance(event, HouseRevealed):
            break
    fields = {"card": "2c", "hand": 2, "seat": 2}
    if kind is DecisionMade:
        decided = {"ace_as_one": False, "cause": "player", "decision": "hit", "hand": 1, "paid": 0, "player": "p-2"}
        fields = {**decided, "seat": 2}
    with pytest.raises(ValueError, match="turned its card"):
        evolve(state, kind(**fields))


def test_a_hole_card_turned_early_and_left_at_that_is_told() -> None:
    """The audit of a round in play names it, and of an honest one nothing (R805 r.17)."""
    events = voided()
    turned = next(at for at, event in enumerate(events) if isinstance(event, HouseRevealed))
    assert "turned its card before all had decided" in "".join(english(rests(events[: turned + 1])))
    assert not [*rests(events[:turned])]
    assert not [*rests(events)]
