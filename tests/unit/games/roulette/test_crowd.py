"""How many may bet in one spin: as many as its refunds, and its stakes in prison, can be written down for."""

from __future__ import annotations

import pytest

from tests.worlds.house import player
from tests.worlds.roulette import Roulette, chip, wheel, wheel_terms
from tombo.ledger.core.money import AMOUNT_MAX
from tombo.ledger.games.roulette import betting
from tombo.ledger.games.roulette.commands import PlaceChips
from tombo.ledger.games.roulette.events import Prisoner, Refund, RoundOpened, Voided
from tombo.ledger.seal.entry import LEAF_MAX
from tombo.ledger.terms.unit import RulesetRef

LONGEST = "p" * 100
SPARE = 1_000
"""What an entry holds beside its event, and more."""


def objection(world: Roulette, name: str, chance: str) -> str:
    """The rule under which a bet of ``name`` is refused."""
    return world.refuses(PlaceChips(chips=[chip(100, chance)], player=name, round=world.round), player(name))


def test_the_refunds_and_prisoners_of_a_full_spin_fit_their_entries() -> None:
    """With the longest names and the largest amounts a void spin and the next opening stay within an entry."""
    refund = Refund(amount=AMOUNT_MAX, player=LONGEST)
    voided = Voided(incident=LONGEST, refunds=[refund] * betting.BETTORS_MAX)
    prisoner = Prisoner(amount=AMOUNT_MAX, chance="black", player=LONGEST)
    opened = RoundOpened(
        deadline=AMOUNT_MAX,
        imprisoned=[prisoner] * betting.PRISONERS_MAX,
        number=1,
        ruleset=RulesetRef(hash="00" * 32, id=LONGEST, index=AMOUNT_MAX),
        table=LONGEST,
        terms=wheel_terms("R807", zero="prison"),
    )
    assert max(len(event.model_dump_json()) for event in (voided, opened)) + SPARE < LEAF_MAX


def test_one_player_too_many_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who would be one more than a spin can be void for is refused; who has bet in it may go on."""
    monkeypatch.setattr(betting, "BETTORS_MAX", 2)
    world = wheel("R804")
    world.bets("p-1", chip(100, "red"))
    world.bets("p-2", chip(100, "red"))
    assert objection(world, "p-3", "red") == "House: table"
    world.bets("p-2", chip(100, "black"))


@pytest.mark.parametrize(("zero", "refused"), [("prison", True), ("partage", False)])
def test_one_stake_too_many_for_prison_is_refused(
    monkeypatch: pytest.MonkeyPatch,
    zero: str,
    refused: bool,  # noqa: FBT001  # a parameter
) -> None:
    """Where zero imprisons, stakes on simple chances are as many as the next spin can open with; other bets go on."""
    monkeypatch.setattr(betting, "PRISONERS_MAX", 1)
    world = wheel("R807", zero=zero)
    world.bets("p-1", chip(100, "red"))
    if refused:
        assert objection(world, "p-2", "red") == "House: table"
    else:
        world.bets("p-2", chip(100, "red"))
    world.bets("p-2", chip(100, "straight_up", "17"))
