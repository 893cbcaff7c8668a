"""Random hands over the ledger's own deciders: lawful acts drawn one by one from what the state allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, Literal, NamedTuple

from tests.worlds.world import PLATFORM, TABLE, World, poker_terms, seat_player
from tombo.ledger.core.cards import CARD_IDS, CARD_TEXTS
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase, Decision
from tombo.ledger.core.findings import Reading, Refused
from tombo.ledger.games.poker.commands import (
    Call,
    Check,
    DealBoard,
    DealHoleCards,
    Fold,
    PlaceBet,
    PostStraddle,
    RequestDecision,
    SettleHand,
    StartHand,
    TimeOut,
)
from tombo.ledger.games.poker.state import NOBODY, Hand
from tombo.ledger.games.poker.strength.stripped import DECK
from tombo.ledger.games.poker.turns import phase, reach, to_call, turn
from tombo.ledger.games.poker.variants import VARIANTS
from tombo.ledger.terms.poker import Limit, Terms

NAME: Final = f"{TABLE}/1"
KIND_ODDS: Final = (("fold", 2), ("passive", 9), ("raise", 5), ("all_in", 3))


class Played(NamedTuple):
    """A hand played to its end, and the cards that were dealt: closed by position, then open."""

    world: World
    hand: Hand
    holes: Mapping[int, tuple[str, ...]]


class Table:
    """One hand at one table, driven act by act.

    ``orderly``: nobody who has acted raises again once somebody is all-in on the street. Rule books agree on such
    hands; on what several short all-ins reopen they do not.
    """

    def __init__(
        self, random: Random, stacks: Mapping[int, int], terms: Terms, deck: Sequence[str], *, orderly: bool = False
    ) -> None:
        self.random = random
        self.deck = [card for card in deck if terms.sintetico is None or CARD_IDS[card] in DECK]
        self.orderly = orderly
        self.world = World()
        self.world.table(stacks, random.choice(sorted(stacks)), terms)
        self.holes: dict[int, tuple[str, ...]] = {}

    @property
    def hand(self) -> Hand:
        """The hand as it stands."""
        return self.world.hand()

    def ask(self, command: CommandBase, by: Any = PLATFORM) -> Decision | Refused:
        """One request."""
        return self.world.ask(command, by)

    def play(self, odds: Sequence[tuple[str, int]] = KIND_ODDS, steps: int = 10_000) -> Played:
        """The hand from its start to its settlement, or only its first ``steps`` steps."""
        self.world.does(StartHand(table=TABLE))
        while steps and phase(self.hand) != "over":
            self.step(odds)
            steps -= 1
        return Played(self.world, self.hand, self.holes)

    def step(self, odds: Sequence[tuple[str, int]] = KIND_ODDS) -> None:
        """Whatever the hand waits for."""
        match phase(self.hand):
            case "blinds":
                self.deal()
            case "betting":
                self.act(odds)
            case "board":
                self.turn_cards()
            case "showdown":
                self.world.does(SettleHand(hand=NAME))
            case "over":
                pass

    def fresh(self) -> str:
        """The next card of the deck that is not on the table yet."""
        dealt = {opening.card for opening in self.world.openings(f"hand:{NAME}").values()}.union(self.hand.board)
        while CARD_IDS[card := self.deck.pop()] in dealt:
            pass
        return card

    def turn_cards(self) -> None:
        """The next open cards; those of póquer sintético come one by one, the first perhaps after a straddle."""
        sintetico = self.hand.terms.sintetico is not None
        if sintetico and not self.hand.street and self.straddle("straddle", 3):
            return
        turned = [self.fresh() for _ in range(1 if self.hand.board or sintetico else 3)]
        self.world.does(DealBoard(cards=turned, hand=NAME))

    def straddle(self, post: Literal["straddle", "restraddle"], odds: int) -> bool:
        """Once in ``odds`` times somebody tries to post a straddle; whether one was accepted."""
        if self.random.randrange(odds):
            return False
        seats = self.random.sample(self.hand.seats, len(self.hand.seats))
        posts = (self.ask(PostStraddle(hand=NAME, post=post, seat=seat), seat_player(seat)) for seat in seats)
        return any(isinstance(outcome, Decision) for outcome in posts)

    def deal(self) -> None:
        """The closed cards."""
        cards = [self.fresh() for _ in range(VARIANTS[self.hand.terms.variant].hole_cards * len(self.hand.seats))]
        self.world.does(DealHoleCards(cards=cards, hand=NAME))
        for slot, position in enumerate(self.hand.dealt):
            self.holes[position] = (*self.holes.get(position, ()), cards[slot])

    def act(self, odds: Sequence[tuple[str, int]]) -> None:
        """One lawful act of whoever is to act."""
        hand = self.hand
        position = turn(hand)
        assert position is not None
        seat = hand.seats[position]
        if hand.terms.sintetico is not None and not hand.street and self.straddle("restraddle", 4):
            return
        kinds, weights = zip(*odds, strict=True)
        kind = self.random.choices(kinds, weights)[0]
        by = seat_player(seat)
        others = (p for p in range(len(hand.seats)) if p != position and hand.live[p])
        answered = any((reach(hand, p) or 0) > hand.highest for p in others)
        disputed = self.orderly and hand.acted_at[position] != NOBODY and any(hand.all_in)
        if kind in {"raise", "all_in"} and answered and not disputed:  # a raise nobody can follow is pointless
            most = reach(hand, position)
            assert most is not None
            total = most if kind == "all_in" else self.random.randint(hand.highest, max(hand.highest, most))
            placed = total > hand.highest and self.ask(PlaceBet(hand=NAME, seat=seat, total=total), by)
            if isinstance(placed, Decision):
                return
        if kind == "fold" and to_call(hand, position):
            self.world.does(Fold(hand=NAME, seat=seat), by)
        elif kind == "timeout":
            due = hand.terms.decision_seconds * SECOND
            pending = max(hand.deadline, due) if hand.pending == position else due  # no asking takes time back (r.43)
            self.world.does(RequestDecision(deadline=pending, hand=NAME, seat=seat))
            self.world.does(TimeOut(hand=NAME, seat=seat))
        elif to_call(hand, position):
            self.world.does(Call(hand=NAME, seat=seat), by)
        else:
            self.world.does(Check(hand=NAME, seat=seat), by)


def biased_deck(random: Random, ranks: str) -> list[str]:
    """A shuffled deck whose board, drawn after the closed cards, tends to come from ``ranks``; the top is the end."""
    deck = list(CARD_TEXTS)
    random.shuffle(deck)
    deck.sort(key=lambda card: card[0] in ranks and random.random() < 0.8)
    return deck


def random_terms(random: Random, **changes: Any) -> Terms:
    """Lawful terms of any limit, each reading drawn."""
    limit = random.choice(
        [Limit(kind="no_limit"), Limit(kind="pot_limit"), Limit(kind="half_pot"), Limit(kind="fixed_raises", raises=3)]
    )
    small = random.choice([1, 30, 50, 100])
    terms = poker_terms(limit=limit, small_blind=small, **changes)
    if terms.sintetico is not None:
        choices = {name: random.random() < 0.5 for name in ("ace_low", "both_cards", "flush_over_full_house")}
        chosen = terms.sintetico.model_copy(update={**choices, "straddle": random.randint(2, 4)})
        terms = terms.model_copy(update={"sintetico": chosen})
    readings = {name: random.choice(list(Reading)) for name in type(terms.readings).model_fields}
    return terms.model_copy(update={"readings": terms.readings.model_copy(update=readings)})
