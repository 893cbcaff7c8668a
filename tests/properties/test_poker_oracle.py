"""PokerKit as an oracle: on random hands of ours it finds the same winners and the same pots.

Practice readings, no commission. ``TOMBO_ORACLE_HANDS`` sets how many hands (a full run has 20,000); they are split into
shards, each a test of its own, so that processes can share them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from pokerkit import Automation, Mode, NoLimitTexasHoldem, OmahaHoldemHand, PotLimitOmahaHoldem, StandardHighHand
from pokerkit.utilities import Card

from tests.properties.poker_play import KIND_ODDS, Played, Table, biased_deck
from tests.worlds.world import poker_terms
from tombo.ledger.core.cards import card_text
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.poker.audit import recomputed
from tombo.ledger.games.poker.events import BetPlaced, BoardDealt, Checked, Folded
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.turns import live_count
from tombo.ledger.games.poker.variants import ranker
from tombo.ledger.terms.poker import Commission, Limit, Terms

HANDS: Final = int(os.environ.get("TOMBO_ORACLE_HANDS", "600"))
SHARDS: Final = 8
OMAHA_HANDS_MAX: Final = 2_000
"""PokerKit takes many times longer over a hand of Omaha."""
SIDE_POT_SHARE: Final = 0.25
"""Of 20,000 hands at least 5,000 have two or more side pots,"""
TIE_SHARE: Final = 0.10
"""and at least 2,000 a pot that several win."""
MANUAL: Final = {
    Automation.BOARD_DEALING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HOLE_DEALING,
}
FREE: Final = Commission(attribution="payment_when_all_in", cap=None, mode="none", rate_bp=0)
TERMS: Final = poker_terms(Reading.PRACTICE, commission=FREE)
OMAHA: Final = poker_terms(Reading.PRACTICE, commission=FREE, limit=Limit(kind="pot_limit"), variant="omaha")
BOARDS: Final = ("AKQJT", "AKQ", "98765", "23456789TJQKA")
AGGRESSIVE: Final = (("fold", 1), ("passive", 8), ("raise", 3), ("all_in", 6))


@pytest.fixture(autouse=True)
def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """PokerKit is asked for the best five of the same cards some ten times a hand: it finds them once, and gives them again."""
    for kind in (StandardHighHand, OmahaHoldemHand):
        monkeypatch.setattr(kind, "from_game", staticmethod(_remembered(kind.from_game)))


def _remembered(best: Callable[..., Any]) -> Callable[..., Any]:
    known = lru_cache(maxsize=1_000)(best)
    return lambda hole, board=(): known(tuple(Card.clean(hole)), tuple(Card.clean(board)))


class Result(NamedTuple):
    """A settled hand: its pots before the showdown, amount and contenders, and the stack of each position after it."""

    pots: list[tuple[int, frozenset[int]]]
    stacks: list[int]


def ours(hand: Hand) -> Result:
    """What our settlement says."""
    settlement = recomputed(hand)
    return Result(
        [(pot.amount, frozenset(pot.contenders)) for pot in settlement.pots], [stack or 0 for stack in hand.stacks]
    )


def theirs(played: Played) -> Result:
    """What PokerKit says, the same acts made to it one by one.

    PokerKit numbers players from the small blind, we from the left of the button; heads-up its arrays are the other way round.
    """
    hand = played.hand
    count = len(hand.seats)
    order = [(hand.small_blind + step) % count for step in range(count)]
    if count == 2:
        order.reverse()
    terms = hand.terms
    game = PotLimitOmahaHoldem if terms.variant == "omaha" else NoLimitTexasHoldem
    state = game.create_state(
        tuple(step for step in Automation if step not in MANUAL),
        True,  # noqa: FBT003  # antes are trimmed; there are none
        0,
        (terms.small_blind, terms.big_blind),
        terms.min_bet,
        [hand.started.seats[position].stack or 0 for position in order],
        count,
        mode=Mode.CASH_GAME,
    )
    for position in order:
        state.deal_hole("".join(played.holes[position]))
    pots = list(state.pots)
    for event in played.world.hand_events():
        if isinstance(event, Folded | Checked | BetPlaced | BoardDealt):
            _replay(state, event)
            if not isinstance(event, BoardDealt):
                pots = list(state.pots)  # as the betting left them: PokerKit drops beaten hands later
    _show(state)
    assert state.status is False
    stacks = [0] * count
    for player, stack in enumerate(state.stacks):
        stacks[order[player]] = stack
    return Result([(pot.amount, frozenset(order[p] for p in pot.player_indices)) for pot in pots], stacks)


def _replay(state: Any, event: Folded | Checked | BetPlaced | BoardDealt) -> None:
    match event:
        case Folded():
            state.fold()
        case Checked() | BetPlaced(action="call"):
            state.check_or_call()
        case BetPlaced():
            state.complete_bet_or_raise_to(state.bets[state.actor_index] + event.paid)
        case BoardDealt():
            _show(state)  # where all are all-in, PokerKit turns the closed cards before the open ones
            state.burn_card("??")
            state.deal_board("".join(event.cards))


def _show(state: Any) -> None:
    """Everybody still in play shows (r.59)."""
    while state.showdown_index is not None:
        state.show_or_muck_hole_cards(True)  # noqa: FBT003


def random_hand(random: Random, terms: Terms = TERMS) -> Played:
    """A hand of two to ten seats, stacks short and uneven, boards that often tie."""
    count = random.choice((2, 3, 4, 5, 6, 6, 7, 8, 9, 10))
    seats = sorted(random.sample(range(1, 11), count))
    stacks = {seat: random.randint(1, 12) * 100 + random.randint(0, 99) for seat in seats}
    deck = biased_deck(random, random.choice(BOARDS))
    return Table(random, stacks, terms, deck, orderly=True).play(random.choice((KIND_ODDS, AGGRESSIVE)))


def paid(hand: Hand, result: Result) -> set[int]:
    """The winners: the positions that have more than what their bets left them."""
    left = [(seated.stack or 0) - staked for seated, staked in zip(hand.started.seats, hand.staked, strict=True)]
    return {position for position, stack in enumerate(result.stacks) if stack > left[position]}


def agreed(played: Played, name: str) -> tuple[Result, Counter[int]]:
    """Our result, which PokerKit shares, and how many win each pot."""
    mine, other = ours(played.hand), theirs(played)
    where = f"{name}, board {' '.join(map(card_text, played.hand.board))}"
    if live_count(played.hand) > 1:
        assert mine.pots == other.pots, where
    winners = Counter(pot for pot, _, _ in played.hand.awards)
    odd = sum(mine.pots[pot][0] % count for pot, count in winners.items())
    assert paid(played.hand, mine) == paid(played.hand, other), where
    assert sum(mine.stacks) == sum(other.stacks), where
    assert all(abs(a - b) <= odd for a, b in zip(mine.stacks, other.stacks, strict=True)), where
    return mine, winners


@pytest.mark.parametrize("shard", range(SHARDS))
def test_pokerkit_agrees(shard: int) -> None:
    """PokerKit pays the same winners of the same pots: exactly where a pot divides, else within a unit a winner."""
    random = Random(f"oracle {shard}")
    hands = HANDS // SHARDS
    side_pots = ties = 0
    for number in range(hands):
        played = random_hand(random)
        mine, winners = agreed(played, f"shard {shard}, hand {number}")
        side_pots += len(mine.pots) > 2  # the main pot and two more
        ties += any(count > 1 for count in winners.values())
    assert side_pots >= hands * SIDE_POT_SHARE
    assert ties >= hands * TIE_SHARE


@pytest.mark.parametrize("shard", range(SHARDS))
def test_pokerkit_agrees_on_omaha(shard: int) -> None:
    """PokerKit pays the same winners of the same pots at pot-limit Omaha."""
    random = Random(f"omaha {shard}")
    hands = min(HANDS, OMAHA_HANDS_MAX) // SHARDS
    side_pots = showdowns = 0
    for number in range(hands):
        played = random_hand(random, OMAHA)
        mine, _ = agreed(played, f"Omaha, shard {shard}, hand {number}")
        side_pots += len(mine.pots) > 1
        showdowns += live_count(played.hand) > 1
    assert side_pots >= hands // 4
    assert showdowns >= hands // 2


def test_omaha_hands_rank_as_pokerkit_ranks_them() -> None:
    """Of thousands of random pairs of hands on one board PokerKit finds the same one better, or the same tie."""
    random = Random("omaha ranks")
    ties = 0
    for _ in range(3_000):
        cards = random.sample(range(52), 13) if random.random() < 0.5 else random.sample(range(24, 52), 13)
        board, holes = cards[:5], (cards[5:9], cards[9:])
        rank = ranker("omaha", board, Reading.PRACTICE)
        common = "".join(map(card_text, board))
        one, other = (OmahaHoldemHand.from_game("".join(map(card_text, hole)), common) for hole in holes)
        mine, their = rank(holes[0]), rank(holes[1])
        assert (mine > their, mine == their) == (one > other, one == other), (common, holes)
        ties += mine == their
    assert ties
