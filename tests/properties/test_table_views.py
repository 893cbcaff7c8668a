"""Tables at random positions of a simulated day, beside a naive account of who sits where with how much."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any, Final

from tests.worlds.simulated_log import day
from tombo.ledger.core.entry import Entry
from tombo.ledger.games.blackjack import events as blackjack
from tombo.ledger.games.poker import events as poker
from tombo.ledger.games.roulette import events as roulette
from tombo.ledger.games.sem_descarte import events as sem_descarte
from tombo.ledger.house.banked import events as banked
from tombo.ledger.house.table import events as house
from tombo.ledger.house.table import events as tournament
from tombo.projections.follow import AsOf
from tombo.projections.table import banked_state, table_state
from tombo.simulator.chance import chance

LOOKS: Final = int(os.environ.get("TOMBO_TABLE_LOOKS", "120"))


class Naive:
    """Tables kept from events one by one: every chip that moves is moved here too, and nothing is asked of any fold."""

    def __init__(self) -> None:
        self.seats: dict[str, dict[int, str]] = {}
        self.stacks: dict[str, Counter[int]] = {}
        self.pots: Counter[str] = Counter()
        self.hand: dict[str, str | None] = {}
        self.hands: Counter[str] = Counter()
        self.places: dict[str, list[tuple[str, int | None]]] = {}
        self.round: dict[str, str | None] = {}
        self.staked: Counter[str] = Counter()

    def add(self, entry: Entry) -> None:
        """The next entry."""
        sort, _, name = entry.stream.partition(":")
        if sort == "table":
            self._table(name, entry.event)
        elif sort == "hand":
            self._hand(entry.stream, name.rpartition("/")[0], entry.event)
        elif sort == "banked":
            self._banked(name, entry.event)
        elif sort in {"roulette", "blackjack", "sem_descarte"}:
            self._round(entry.stream, entry.event)

    def _table(self, name: str, event: Any) -> None:
        match event:
            case house.TableOpened() | tournament.TournamentTableOpened():
                self.seats[name], self.stacks[name] = {}, Counter()
            case house.PlayerSeated():
                self.seats[name][event.seat] = event.player
                self.stacks[name][event.seat] = event.buy_in - event.commission
            case tournament.PlayerPlaced():
                self.seats[name][event.seat] = event.player
                self.stacks[name][event.seat] = event.stack
            case house.StackToppedUp():
                self.stacks[name][event.seat] += event.amount - event.commission
            case tournament.ChipsAdded():
                self.stacks[name][event.seat] += event.chips
            case house.PlayerLeft():
                del self.seats[name][event.seat], self.stacks[name][event.seat]
            case house.TableHandStarted():
                self.hand[name] = event.hand
                self.hands[name] += 1
            case house.TableHandEnded():
                self.hand[name] = None

    def _hand(self, stream: str, table: str, event: Any) -> None:
        stacks = self.stacks[table]
        match event:
            case poker.BlindPosted() | poker.BetPlaced():
                stacks[event.seat] -= event.paid
                self.pots[stream] += event.paid
            case poker.UncalledBetReturned():
                stacks[event.seat] += event.amount
                self.pots[stream] -= event.amount
            case poker.PotAwarded():
                stacks[event.seat] += event.amount
            case poker.Voided():
                for refund in event.refunds:
                    stacks[refund.seat] += refund.amount

    def _banked(self, name: str, event: Any) -> None:
        match event:
            case banked.BankedTableOpened():
                self.places[name] = []
            case banked.PlayerJoined():
                self.places[name].append((event.player, event.seat))
            case banked.PlayerParted():
                self.places[name].remove((event.player, event.seat))
            case banked.RoundStarted():
                self.round[name] = event.round
            case banked.RoundEnded():
                self.round[name] = None

    def _round(self, stream: str, event: Any) -> None:
        match event:
            case roulette.BetPlaced():
                self.staked[stream] += sum(chip.amount for chip in event.chips)
            case blackjack.BetPlaced() | sem_descarte.AntePlaced():
                self.staked[stream] += event.amount
            case blackjack.DecisionMade():
                self.staked[stream] += event.paid
            case sem_descarte.Continued():
                self.staked[stream] += event.bet2


def test_tables_at_random_positions_are_those_of_a_naive_account() -> None:
    """Who sits where, with how much, what lies in the middle and which hand is in play: at any index the same, kept chip by chip."""
    _, log, _ = day()
    dice = chance(5, "looks")
    looks = sorted(dice.randrange(len(log)) for _ in range(LOOKS))
    streams: dict[str, list[Entry]] = {}
    for entry in log:
        streams.setdefault(entry.stream, []).append(entry)
    naive, looked, in_play = Naive(), 0, 0
    for index, entry in enumerate(log):
        naive.add(entry)
        while looks and looks[0] == index:
            looks.pop(0)
            as_of = AsOf(log_index=index)
            for name in naive.seats:
                state = table_state(name, lambda stream: streams.get(stream, []), as_of)
                assert {line.seat: (line.player, line.stack) for line in state.seats} == {
                    seat: (player, naive.stacks[name][seat]) for seat, player in naive.seats[name].items()
                }
                assert (state.hand, state.hands) == (naive.hand.get(name), naive.hands[name])
                assert state.pot == (naive.pots[state.hand] if state.hand else 0)
                in_play += state.hand is not None
            for name, places in naive.places.items():
                there = banked_state(name, lambda stream: streams.get(stream, []), as_of)
                assert [(place.player, place.seat) for place in there.places] == places
                assert there.round == naive.round.get(name)
                assert there.round is None or there.staked == naive.staked[there.round]
            looked += 1
    assert looked == LOOKS
    assert in_play > LOOKS
