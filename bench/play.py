"""Hands for the workloads to play: lawful, four-handed, the same bytes every time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from ledger.app import Ledger, Receipt
from ledger.core.cards import CARD_TEXTS
from ledger.core.command import CommandBase, Envelope
from ledger.core.entry import By
from ledger.core.findings import Reading
from ledger.core.money import Money
from ledger.core.regulation import Commission, Limit, Readings, Terms, Unit
from ledger.games.poker.commands import (
    Call,
    Check,
    DealBoard,
    DealHoleCards,
    Fold,
    PlaceBet,
    SettleHand,
    StartHand,
)
from ledger.house.commands import (
    ApproveRuleset,
    Deposit,
    DrawButton,
    OpenAccount,
    OpenTable,
    SeatPlayer,
    StartSession,
)

PLATFORM: Final = By(actor="platform", id="bench")
MANAGER: Final = By(actor="staff", id="manager", role="manager")
SEATS: Final = 4
BUY_IN: Final = 1_000_000
BIG_BLIND: Final = 100

TERMS: Final = Terms(
    ante=0,
    big_blind=BIG_BLIND,
    commission=Commission(attribution="payment_when_all_in", cap=None, mode="pot", rate_bp=500),
    decision_seconds=20,
    limit=Limit(kind="no_limit"),
    min_bet=BIG_BLIND,
    odd_unit="clockwise_from_button",
    readings=Readings(
        flop_exemption=Reading.PRACTICE,
        flush_tie=Reading.LETTER,
        heads_up_blinds=Reading.PRACTICE,
        maximum_bet=Reading.PRACTICE,
        minimum_raise=Reading.LETTER,
    ),
    revision=1,
    rounding="floor",
    seats=SEATS,
    showdown="all",
    small_blind=BIG_BLIND // 2,
    unit=Unit(currency="EUR", decimals=2),
    variant="holdem",
)


def table_name(number: int) -> str:
    """The name of a table of the benchmark."""
    return f"mesa-{number}"


def _player(table: str, seat: int) -> By:
    return By(actor="player", id=f"{table}-p{seat}")


def house(tables: int) -> Iterator[Envelope]:
    """Everything before the first hand: a ruleset, and ``tables`` tables with four funded players each."""
    yield Envelope(
        ApproveRuleset(in_force_from=0, reference="bench", ruleset="bench", terms=TERMS), MANAGER, "ruleset", None
    )
    for number in range(tables):
        table = table_name(number)
        opened = OpenTable(buy_in=BUY_IN, mode="continuous", ruleset="bench", table=table, top_up_max=BUY_IN)
        yield Envelope(opened, PLATFORM, f"{table}/open", None)
        for seat in range(1, SEATS + 1):
            yield from _sit_down(table, seat)
        yield Envelope(DrawButton(seat=SEATS, table=table), PLATFORM, f"{table}/button", None)


def _sit_down(table: str, seat: int) -> Iterator[Envelope]:
    by = _player(table, seat)
    commands: tuple[tuple[By, CommandBase], ...] = (
        (PLATFORM, OpenAccount(player=by.id)),
        (PLATFORM, Deposit(amount=Money(BUY_IN), player=by.id, reference="bench")),
        (PLATFORM, StartSession(player=by.id, session=f"s-{by.id}")),
        (by, SeatPlayer(player=by.id, seat=seat, session=f"s-{by.id}", table=table)),
    )
    for number, (who, command) in enumerate(commands):
        yield Envelope(command, who, f"{by.id}/{number}", None)


def hand(table: str, number: int) -> list[Envelope]:
    """Hand ``number`` (from 1) of ``table``: 18 commands, a raise, a caller, bets to the river, a showdown."""
    deck = list(CARD_TEXTS)
    Random(f"{table}/{number}").shuffle(deck)
    button = (SEATS + number - 2) % SEATS + 1
    small, big, first, last = ((button + step - 1) % SEATS + 1 for step in range(1, SEATS + 1))
    name = f"{table}/{number}"
    dealt, board = deck[: 2 * SEATS], deck[2 * SEATS : 2 * SEATS + 5]
    said: list[tuple[int, CommandBase]] = [
        (0, StartHand(table=table)),
        (0, DealHoleCards(cards=dealt, hand=name)),
        (first, Call(hand=name, seat=first)),
        (last, PlaceBet(hand=name, seat=last, total=3 * BIG_BLIND)),
        (small, Fold(hand=name, seat=small)),
        (big, Call(hand=name, seat=big)),
        (first, Fold(hand=name, seat=first)),
        (0, DealBoard(cards=board[:3], hand=name)),
        (big, Check(hand=name, seat=big)),
        (last, PlaceBet(hand=name, seat=last, total=4 * BIG_BLIND)),
        (big, Call(hand=name, seat=big)),
        (0, DealBoard(cards=board[3:4], hand=name)),
        (big, Check(hand=name, seat=big)),
        (last, Check(hand=name, seat=last)),
        (0, DealBoard(cards=board[4:], hand=name)),
        (big, PlaceBet(hand=name, seat=big, total=5 * BIG_BLIND)),
        (last, Call(hand=name, seat=last)),
        (0, SettleHand(hand=name)),
    ]
    return [
        Envelope(command, _player(table, seat) if seat else PLATFORM, f"{name}/{place}", None)
        for place, (seat, command) in enumerate(said)
    ]


def play(ledger: Ledger, envelopes: list[Envelope]) -> int:
    """Record ``envelopes`` in as few commits as the ledger makes of them; how many entries that were.

    Raises:
        RuntimeError: the ledger refused one: the workload is wrong, and its figures would be too.
    """
    entries = 0
    for outcome in ledger.handle_many(envelopes):
        if not isinstance(outcome, Receipt):
            raise RuntimeError(f"a command of the benchmark was not recorded: {outcome}")
        entries += len(outcome.entries)
    return entries
