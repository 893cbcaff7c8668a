"""Hands for the workloads to play: lawful, four-handed, the same bytes every time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from tests.worlds.floor import PLATFORM, TERMS, Floor, player
from tests.worlds.staff import signed
from tombo.ledger.core.cards import CARD_TEXTS
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.poker.commands import (
    Call,
    Check,
    DealBoard,
    DealHoleCards,
    Fold,
    PlaceBet,
    SettleHand,
    StartHand,
)
from tombo.ledger.live.ledger import Acknowledgement, Ledger

SEATS: Final = 4
BUY_IN: Final = 1_000_000
BET: Final = TERMS.big_blind


def table_name(number: int) -> str:
    """The name of a table of the benchmark, numbered from 0."""
    return f"mesa-{number}"


def house(tables: int) -> list[Envelope]:
    """Everything before the first hand: ``tables`` tables with four funded players each, the button drawn."""
    envelopes: list[Envelope] = []
    floor = Floor(envelopes.append, "house")
    for number in range(tables):
        floor.open_table(table_name(number), players=SEATS, buy_in=BUY_IN, first=1 + SEATS * number)
    return envelopes


def hand(table: int, number: int) -> list[Envelope]:
    """Hand ``number`` (from 1) of a table: 18 commands; a raise, two callers, bets to the river, a showdown."""
    name = f"{table_name(table)}/{number}"
    deck = list(CARD_TEXTS)
    Random(name).shuffle(deck)
    dealt, board = deck[: 2 * SEATS], deck[2 * SEATS : 2 * SEATS + 5]
    button = (number - 1) % SEATS + 1
    small, big, first, last = ((button + step - 1) % SEATS + 1 for step in range(1, SEATS + 1))
    said: list[tuple[int, CommandBase]] = [
        (0, StartHand(table=table_name(table))),
        (0, DealHoleCards(cards=dealt, hand=name)),
        (first, Call(hand=name, seat=first)),
        (last, PlaceBet(hand=name, seat=last, total=3 * BET)),
        (small, Fold(hand=name, seat=small)),
        (big, Call(hand=name, seat=big)),
        (first, Fold(hand=name, seat=first)),
        (0, DealBoard(cards=board[:3], hand=name)),
        (big, Check(hand=name, seat=big)),
        (last, PlaceBet(hand=name, seat=last, total=4 * BET)),
        (big, Call(hand=name, seat=big)),
        (0, DealBoard(cards=board[3:4], hand=name)),
        (big, Check(hand=name, seat=big)),
        (last, Check(hand=name, seat=last)),
        (0, DealBoard(cards=board[4:], hand=name)),
        (big, PlaceBet(hand=name, seat=big, total=5 * BET)),
        (last, Call(hand=name, seat=last)),
        (0, SettleHand(hand=name)),
    ]
    return [
        Envelope(command, player(SEATS * table + seat) if seat else PLATFORM, f"{name}/{place}", None)
        for place, (seat, command) in enumerate(said)
    ]


def play(ledger: Ledger, envelopes: Sequence[Envelope]) -> None:
    """Record ``envelopes`` in as few commits as the ledger makes of them."""
    for outcome in ledger.handle_many([signed(envelope, ledger.store.origin) for envelope in envelopes]):
        recorded(outcome)


def recorded(outcome: object) -> Acknowledgement:
    """The receipt of a command.

    Raises:
        RuntimeError: it was refused: the workload is wrong, and its figures would be too.
    """
    if not isinstance(outcome, Acknowledgement):
        said = outcome.finding if isinstance(outcome, Refused) else outcome
        raise RuntimeError(f"a command of the benchmark was not recorded: {said}")
    return outcome
