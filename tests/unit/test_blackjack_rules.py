"""Every rule of blackjack objects where it should (R805 r.4-24), and lets pass what it should."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.core.clock import SECOND
from ledger.core.findings import Reading, Severity
from ledger.core.r805_terms import terms_findings
from ledger.games.blackjack import commands as bj
from ledger.house.banked_commands import ApproveBankedRuleset
from tests.blackjack_world import TABLE, Blackjack, blackjack_terms, readings
from tests.house_world import MANAGER, player
from tests.world import CHIPS


@pytest.mark.parametrize(
    ("changes", "rule", "severity"),
    [
        pytest.param({"bet_max": 10_001}, "R805 r.11", Severity.BREACH, id="above 100 minimums"),
        pytest.param({"bet_max": 99}, "R805 r.9", Severity.BREACH, id="limits in disorder"),
        pytest.param({"bet_min": 2**52, "bet_max": 2**52}, "R805 r.10", Severity.BREACH, id="beyond an entry"),
        pytest.param({"unit": {"currency": "USD", "decimals": 2}}, "R805 r.2a", Severity.BREACH, id="no euro"),
        pytest.param({"seats": 1}, "R805 r.5", Severity.BREACH, id="one seat for several"),
        pytest.param({"unit": CHIPS}, "R805 r.37", Severity.NOTICE, id="demo"),
        pytest.param({"double": "any"}, "R805 r.16a", Severity.NOTICE, id="double on any total"),
        pytest.param({"split": "pairs"}, "R805 r.16b", Severity.NOTICE, id="pairs only"),
        pytest.param({"splits_max": 0}, "R805 r.16c", Severity.NOTICE, id="no split"),
        pytest.param({"insurance": False}, "R805 r.16d", Severity.NOTICE, id="no insurance"),
        pytest.param({"special_prizes": False}, "R805 r.16e", Severity.NOTICE, id="no special prizes"),
        pytest.param({"readings": readings(ace_on_double=Reading.PRACTICE)}, "R805 r.8a", Severity.NOTICE, id="#11"),
        pytest.param(
            {"readings": readings(insured_blackjack=Reading.PRACTICE)}, "R805 r.15", Severity.NOTICE, id="#17"
        ),
        pytest.param({"readings": readings(decided_bets=Reading.LETTER)}, "R805 r.28", Severity.NOTICE, id="#19"),
    ],
)
def test_terms_are_judged(changes: dict[str, Any], rule: str, severity: Severity) -> None:
    """Unlawful terms are a breach, which is never approved; what r.16 allows and other readings are told."""
    terms = blackjack_terms(**changes)
    assert (rule, severity) in [(found.rule, found.severity) for found in terms_findings(terms)]
    approve = ApproveBankedRuleset(in_force_from=0, reference="x", regulation="R805", ruleset="new", terms=terms)
    outcome = Blackjack().ask(approve, MANAGER)
    assert (getattr(outcome, "finding", None) is not None) is (severity is Severity.BREACH)


def test_the_base_rules_are_lawful() -> None:
    """The lawful terms of these tests meet notices only: of the limit on splits, and of how void rounds are read."""
    assert [found.rule for found in terms_findings(blackjack_terms())] == ["R805 r.16c", "R805 r.27"]


def bet(world: Blackjack, amount: int, seat: int = 1) -> bj.PlaceBlackjackBet:
    """The request to bet."""
    return bj.PlaceBlackjackBet(amount=amount, round=world.local, seat=seat)


def test_bets_have_limits_a_time_and_a_seat() -> None:
    """A bet is within the limits, before the time is up and the bets are closed, one a seat, by whoever sits there."""
    world = Blackjack({1: "p-1", 2: "p-2"})
    short = bj.OpenBlackjackRound(deadline=20 * SECOND - 1, table=TABLE)
    assert world.refusal(short, occurred=0) == "R805 r.12"
    world.does(bj.OpenBlackjackRound(deadline=20 * SECOND, table=TABLE), occurred=0)
    own = player("p-1")
    assert [world.refusal(bet(world, amount), own) for amount in (99, 10_001)] == ["R805 r.9"] * 2
    assert world.refusal(bet(world, 100), own, occurred=20 * SECOND + 1) == "R805 r.12"
    assert world.refusal(bet(world, 100, 2), own) == "House: authority"
    assert world.refusal(bet(world, 100, 3), own) == "House: seat"
    world.does(bet(world, 100), own, occurred=20 * SECOND)
    assert world.refusal(bet(world, 100), own) == "House: seat"
    world.does(bj.CloseBlackjackBets(round=world.local))
    assert world.refusal(bet(world, 100, 2), player("p-2")) == "R805 r.12"
    assert world.refusal(bj.CloseBlackjackBets(round=world.local)) == "House: table"


def test_at_a_table_of_one_the_player_begins_and_closes() -> None:
    """He opens the round and starts the deal once he has bet (r.13); at a table of several the platform does."""
    alone, several = Blackjack(table_kind="single", seats=1), Blackjack()
    alone.does(bj.OpenBlackjackRound(table=TABLE), player("p-1"))
    alone.does(bet(alone, 100), player("p-1"))
    alone.does(bj.CloseBlackjackBets(round=alone.local), player("p-1"))
    several.open()
    assert several.refusal(bj.CloseBlackjackBets(round=several.local), player("p-1")) == "House: authority"


def test_a_round_without_bets_is_over_when_they_close() -> None:
    """Nobody bet, so nothing is dealt, and the next round may begin."""
    world = Blackjack()
    world.open()
    world.bets({})
    assert world.round.outcome == "settled"
    world.open()
    assert world.round.opened.number == 2


def test_first_cards_come_after_the_bets_and_are_enough() -> None:
    """Two to each seat and two to the house, once, of a shoe that was shuffled (r.14, r.4b)."""
    world = Blackjack()
    world.does(bj.OpenBlackjackRound(table=TABLE))
    deal = bj.DealBlackjackHands(cards=["2c", "3c", "4c"], hole_card="5c", round=world.local)
    assert world.refusal(deal) == "R805 r.14"
    world.bets({1: 100})
    assert world.refusal(deal) == "R805 r.4b"
    world.does(bj.ShuffleBlackjackShoe(round=world.local, shoe="a"))
    assert world.refusal(deal.model_copy(update={"cards": ["2c"] * 4})) == "R805 r.14"
    assert world.refusal(bj.DealBlackjackCard(card="2c", round=world.local)) == "R805 r.14"
    world.does(deal)
    assert world.refusal(deal) == "R805 r.14"


def test_a_shoe_goes_on_into_the_next_round_until_it_is_shuffled() -> None:
    """What was dealt of it is carried over; a shuffled one begins anew, under another name, and not in the middle."""
    world = Blackjack()
    world.begins(100, "As 9h Kd", "5c")
    world.does(bj.OpenBlackjackRound(table=TABLE))
    assert (world.round.shoe, world.round.shoe_dealt) == ("shoe-1", 4)
    assert world.refusal(bj.ShuffleBlackjackShoe(round=world.local, shoe="shoe-1")) == "House: cards"
    world.bets({1: 100})
    world.deals("Ts 6h 4d", "5c")
    assert world.round.shoe_dealt == 8
    assert world.refusal(bj.ShuffleBlackjackShoe(round=world.local, shoe="shoe-2")) == "R805 r.4b"


def test_no_card_is_dealt_more_often_than_there_are_decks() -> None:
    """Of four decks a fifth queen of hearts is refused, the one that lies face down counted."""
    world = Blackjack(decks=4, split="same_value", splits_max=10)
    world.begins(100, "Qh 6h Qh", "Qh")
    world.decides("split", cards="Qh")
    assert world.refusal(bj.DealBlackjackCard(card="Qh", round=world.local)) == "R805 r.4b"
    world.cards("3c")


def test_decisions_of_the_first_two_cards() -> None:
    """Below 12 one cannot stand (r.15c), and doubles on 9 to 11 only (r.15b); a card more, and neither surrender nor double."""
    world = Blackjack()
    world.begins(1000, "5s Th 3d", "9c")
    assert [world.objects("stand"), world.objects("double")] == ["R805 r.15c", "R805 r.15b"]
    assert [world.objects("split"), world.objects("even_money")] == ["R805 r.21", "R805 r.20b"]
    assert world.objects("insure", amount=500) == "R805 r.15f"
    assert world.objects("insure") == world.objects("hit", amount=5) == "House: movement"
    world.decides("hit")
    assert world.objects("hit") == "R805 r.15"
    world.cards("3c")
    assert [world.objects("double"), world.objects("surrender")] == ["R805 r.15b", "R805 r.15e"]
    assert world.objects("hit", 2) == "R805 r.15"
    world.decides("hit", cards="Kc")
    assert world.objects("hit") == "R805 r.15d"
    assert world.refusal(bj.DealBlackjackCard(card="2c", round=world.local)) == "R805 r.15"
    world.reveals()
    assert world.round.outcome == "settled"


def test_a_doubled_hand_gets_one_card() -> None:
    """After it the hand is done; on any total where the rules widen it (r.16a), and then an ace stays free."""
    world = Blackjack(double="any")
    world.begins(1000, "As Th 6d", "8c")
    world.decides("double", cards="2c")
    assert world.round.hands[0].total == 19
    assert world.objects("hit") == "R805 r.15"
    assert world.refusal(world.choice("hit")) == "House: authority"
    world.reveals()
    assert world.net() == 2000


def test_insurance_is_up_to_half_once_and_against_an_ace() -> None:
    """More than half, twice, without it in the rules, or with a blackjack: refused; a busted hand keeps it (r.20c)."""
    world = Blackjack()
    world.begins(1001, "Ts Ah 6d", "Kc")
    assert world.objects("insure", amount=501) == "R805 r.15f"
    world.decides("insure", amount=500)
    assert world.objects("insure", amount=1) == "R805 r.15f"
    world.decides("hit", cards="Td")
    assert world.round.outcome == "open"
    world.reveals()
    assert (world.net(), world.round.outcome) == (-1001 + 1000, "settled")
    world.begins(1000, "As Ah Td", "Kc")
    assert [world.objects("insure", amount=1), world.objects("hit")] == ["R805 r.15", "R805 r.15"]
    world.decides("stand")
    world.reveals()
    assert world.net() == -1
    without = Blackjack(insurance=False)
    without.begins(1000, "Ts Ah 6d", "Kc")
    assert without.objects("insure", amount=1) == "R805 r.16d"


def test_splits_are_of_one_value_and_limited() -> None:
    """Ten and knave split, again and again up to the limit (r.16c), but where only pairs do (r.16b)."""
    world = Blackjack(splits_max=2)
    world.begins(1000, "Ts 6h Jd", "Tc")
    world.decides("split", cards="Qc 5c")
    world.decides("split", cards="Kd 9d")
    assert [hand.number for hand in world.round.hands] == [1, 2, 3]
    assert world.objects("split") == "R805 r.16c"
    assert world.objects("surrender") == "R805 r.15e"
    assert world.objects("double", 2) == "R805 r.23"
    pairs = Blackjack(split="pairs")
    pairs.begins(1000, "Ts 6h Jd", "Tc")
    assert pairs.objects("split") == "R805 r.16b"


def test_split_aces_get_one_card_each() -> None:
    """No more cards and no second split; ace and ten make 21, paid one to one (r.19, r.21)."""
    world = Blackjack()
    world.begins(1000, "As 6h Ad", "Tc")
    world.decides("split", cards="Ac Kc")
    assert [world.objects("split"), world.objects("hit", 2)] == ["R805 r.21", "R805 r.21"]
    world.reveals("9c")
    assert world.net() == 2000


def test_the_house_plays_last_and_by_its_rule() -> None:
    """It shows its card once all players are done, draws up to 16, and not in the middle of a decision (r.17)."""
    world = Blackjack({1: "p-1", 4: "p-2"})
    world.open()
    reveal = bj.RevealBlackjackHouse(round=world.local)
    assert world.refusal(reveal) == "R805 r.17"
    world.bets({1: 1000, 4: 1000})
    world.deals("Ts As 6h 9d Kd", "Tc")
    world.decides("stand")
    assert world.net("p-2") == 1500
    world.reveals()
    assert world.refusal(reveal) == "R805 r.17"
    assert world.objects("hit") == "R805 r.15"
    world.cards("2c")
    assert (world.round.house_total, world.net()) == (18, 1000)
    assert world.refusal(bj.DealBlackjackCard(card="2c", round=world.local)) == "R805 r.2f"


def test_special_prizes_are_paid_on_what_was_doubled_and_not_where_left_out() -> None:
    """Three times the whole bet on the hand; nothing where the rules have none (r.16e)."""
    world = Blackjack(double="any")
    world.begins(1000, "6c Th 7c", "Tc")
    world.decides("double", cards="8c")
    world.reveals()
    assert world.net() == 6000 + 2000
    without = Blackjack(special_prizes=False)
    without.begins(1000, "6c Th 7c", "Tc")
    without.decides("hit", cards="8c")
    without.reveals()
    assert without.net() == 1000
