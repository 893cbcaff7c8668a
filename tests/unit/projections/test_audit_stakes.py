"""What was staked, where it is not what the rules ask for: the audits name it, though every payment follows from it."""

from __future__ import annotations

from typing import Any

from tests.tools.english import english
from tests.worlds.blackjack import Blackjack
from tests.worlds.house import player
from tests.worlds.roulette import Roulette, chip, wheel
from tests.worlds.sem_descarte import Casino, sd_readings
from tombo.ledger.core.findings import Reading
from tombo.ledger.core.language import Language
from tombo.ledger.games.blackjack import audit as blackjack
from tombo.ledger.games.blackjack.events import BetPlaced as BlackjackBet
from tombo.ledger.games.blackjack.events import CardDealt, DecisionMade
from tombo.ledger.games.roulette import audit as roulette
from tombo.ledger.games.roulette.commands import PlaceCallBet
from tombo.ledger.games.roulette.events import BetPlaced, Paid
from tombo.ledger.games.roulette.wheel import SeriesBet
from tombo.ledger.games.sem_descarte import audit as sem_descarte
from tombo.ledger.games.sem_descarte.commands import VoidRound
from tombo.ledger.games.sem_descarte.events import AntePlaced
from tombo.projections.reconciliation.said.night import AS_FOUND

PAIR = "2h 2d 7c 8s Jd"
HOUSE = "Ac Kd 9h 6s 3c"


def of(world: Any, stream: str) -> list[Any]:
    """The events of a stream."""
    return [event for name, event in world.events if name == stream]


def altered(events: list[Any], kind: type, **changes: Any) -> list[Any]:
    """``events`` with the last one of ``kind`` changed."""
    place = max(at for at, event in enumerate(events) if isinstance(event, kind))
    return [*events[:place], events[place].model_copy(update=changes), *events[place + 1 :]]


def blackjack_round(bet: int, cards: str, hole: str, decision: Any, amount: int | None = None) -> list[Any]:
    """A round of one player who decides once, and stands if he has to."""
    world = Blackjack()
    world.begins(bet, cards, hole)
    world.decides(decision, amount=amount, cards="Tc" if decision == "double" else "")
    if decision == "insure":
        world.decides("stand")
    world.reveals()
    return of(world, f"blackjack:{world.local}")


def test_a_bet_of_blackjack_outside_the_limits_is_named() -> None:
    """A bet above the maximum is told with the limits (R805 r.9)."""
    wrong = altered(blackjack_round(1_000, "Ts Th 9d", "7c", "stand"), BlackjackBet, amount=20_000)

    said = "blackjack:bj-1/1: p-1, a bet of 200.00 EUR; expected 1.00 EUR to 100.00 EUR (R805 r.9)"
    assert said in english(blackjack.differences(wrong))


def test_a_double_of_another_amount_is_named() -> None:
    """A double that is not the bet again is told with both amounts (R805 r.15b)."""
    wrong = altered(blackjack_round(1_000, "6s Th 5d", "7c", "double"), DecisionMade, paid=999)

    said = "blackjack:bj-1/1: p-1, staked on seat 1 (double): recorded 9.99 EUR, recomputed 10.00 EUR (R805 r.15b)"
    assert said in english(blackjack.differences(wrong))


def test_insurance_above_half_the_bet_is_named() -> None:
    """Insurance of more than half of the bet is told (R805 r.15f)."""
    honest = blackjack_round(1_000, "Ts Ah 9d", "7c", "insure", amount=500)
    place = next(at for at, event in enumerate(honest) if isinstance(event, DecisionMade))
    wrong = [*honest[:place], honest[place].model_copy(update={"paid": 501}), *honest[place + 1 :]]

    assert any("expected half of it at most (R805 r.15f)" in said for said in english(blackjack.differences(wrong)))


def test_a_card_the_house_takes_on_seventeen_is_named() -> None:
    """A card the house takes on 17 is told, whatever it makes of the result (R805 r.17a)."""
    honest = blackjack_round(1_000, "Ts Th 9d", "7c", "stand")
    wrong = [*honest[:-2], CardDealt(card="9c", hand=None, seat=None), *honest[-2:]]

    assert "blackjack:bj-1/1: the house has 17 and takes 9c (R805 r.17a)" in english(blackjack.differences(wrong))


def spun(world: Roulette) -> list[Any]:
    """The events of a spin settled on 17."""
    world.lands("17")
    return list(world.spun())


def test_chips_outside_the_limits_are_named() -> None:
    """What is on one combination below its minimum or above its maximum is told (R804 r.10-11), and a total above (r.12)."""
    world = wheel("R804", total_max=5_000)
    world.bets("p-1", chip(100, "straight_up", "17"))
    honest = spun(world)

    low = altered(honest, BetPlaced, chips=[chip(49, "straight_up", "17")])
    high = altered(honest, BetPlaced, chips=[chip(6_000, "straight_up", "17")])
    assert any(said.endswith("expected at least 0.50 EUR (R804 r.10)") for said in english(roulette.differences(low)))
    assert any(said.endswith("expected at most 15.00 EUR (R804 r.11)") for said in english(roulette.differences(high)))
    assert any(said.endswith("expected at most 50.00 EUR (R804 r.12)") for said in english(roulette.differences(high)))


def test_a_call_bet_of_other_chips_is_named() -> None:
    """A series whose chips are not those it is made of is told (R807 r.8)."""
    world = wheel("R807")
    orphans = SeriesBet(call="orphans", chip=100)
    world.does(PlaceCallBet(bet=orphans, player="p-1", round=world.round), player("p-1"))
    wrong = altered(spun(world), BetPlaced, call=orphans.model_copy(update={"chip": 200}))

    assert english(roulette.differences(wrong)) == (
        "roulette:roleta-1/1: p-1, the chips of orphans are not those it is made of (R807 r.8)",
    )


def test_a_payment_of_another_stake_is_named() -> None:
    """A payment that says it is of another stake is told, though prize and stake returned are right (R804 r.13)."""
    world = wheel("R804")
    world.bets("p-1", chip(100, "straight_up", "17"))
    honest = spun(world)
    (payment,) = next(event for event in honest if isinstance(event, Paid)).payments
    other = payment.model_copy(update={"chip": chip(200, "straight_up", "17")})

    assert english(roulette.differences(altered(honest, Paid, payments=[other]))) == (
        "roulette:roleta-1/1: p-1, stake on straight up 17: recorded 2.00 EUR, recomputed 1.00 EUR (R804 r.13)",
    )


def test_half_a_cent_won_is_no_loss_to_zero() -> None:
    """A cent on two dozens wins half a cent, which is none; its return is still that of a winning bet (R804 r.13)."""
    lawful = wheel("R804").spin.terms.limits
    least = lawful.model_copy(update={"double_dozen": lawful.dozen.model_copy(update={"least": 1, "most": 720})})
    world = wheel("R804", limits=least)
    world.bets("p-1", chip(1, "double_dozen", " ".join(map(str, range(1, 25)))))
    honest = spun(world)
    paid = next(event for event in honest if isinstance(event, Paid))

    assert [(move.what, move.rule) for move in roulette.moves(world.spin, paid)] == [("returned", "R804 r.13")]
    assert english(roulette.differences(honest)) == ()


def test_an_ante_outside_the_limits_is_named() -> None:
    """An ante above the maximum is told with the limits (R803 r.16)."""
    world = Casino()
    world.dealt({1: 500}, {1: PAIR}, HOUSE)
    world.goes_on(1)
    world.settles()
    wrong = altered(of(world, f"sem_descarte:{world.local}"), AntePlaced, amount=10**9)

    assert any(said.endswith("(R803 r.16)") for said in english(sem_descarte.differences(wrong)))


def test_a_round_void_after_the_last_decision_is_named() -> None:
    """By the letter of R803 r.36 a round whose second bets are made is no void one, whatever its refunds."""
    world = Casino(readings=sd_readings(second_bets=Reading.PRACTICE))
    world.dealt({1: 500}, {1: PAIR}, HOUSE)
    world.goes_on(1)
    world.does(VoidRound(incident=world.outage(), round=world.local))
    lawful = of(world, f"sem_descarte:{world.local}")
    terms = lawful[0].terms.model_copy(update={"readings": sd_readings(second_bets=Reading.LETTER)})

    assert english(sem_descarte.differences(lawful)) == ()
    (said,) = english(sem_descarte.differences([lawful[0].model_copy(update={"terms": terms}), *lawful[1:]]))
    assert said.startswith("sem_descarte:sd-1/1: void, and every decision is taken")
    assert said.endswith("(R803 r.36)")


def test_f6_what_differs_is_told_in_portuguese_too() -> None:
    """As the night's page has it: the move, both amounts, and what a rule objects to. Red before: it was English in the Portuguese text."""
    double = altered(blackjack_round(1_000, "6s Th 5d", "7c", "double"), DecisionMade, paid=999)
    limits = altered(blackjack_round(1_000, "Ts Th 9d", "7c", "stand"), BlackjackBet, amount=20_000)
    found = [*blackjack.differences(double), *blackjack.differences(limits)]
    told = [AS_FOUND(found=one).text(Language.PT).replace("\N{NO-BREAK SPACE}", " ") for one in found]

    assert (
        "blackjack:bj-1/1: p-1, prémio no lugar 1 (ganha à banca): registado 20,00 EUR, recalculado 19,99 EUR (R805 r.25c)"
        in told
    )
    assert "blackjack:bj-1/1: p-1, uma aposta de 200,00 EUR; esperava-se entre 1,00 EUR e 100,00 EUR (R805 r.9)" in told
