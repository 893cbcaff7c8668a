"""Files of hands: the shared corpus where it is there, else hands made here, in the same format and of the same length."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from tombo.ledger.core.cards import CARD_TEXTS

CORPUS: Final = Path(os.environ.get("TOMBO_SHARED", "../shared")) / "corpus" / "phh" / "pluribus"
PLAYERS: Final = 6


def hand_text(number: int) -> str:
    """One six-handed hand in PHH: a raise, two callers, bets on every street, a showdown; 29 actions."""
    random = Random(number)
    deck = list(CARD_TEXTS)
    random.shuffle(deck)
    holes = ["".join(deck[2 * seat : 2 * seat + 2]) for seat in range(PLAYERS)]
    board = deck[2 * PLAYERS : 2 * PLAYERS + 5]
    bet = random.randrange(2, 9) * 50
    actions = [
        *(f"d dh p{seat} {cards}" for seat, cards in enumerate(holes, 1)),
        *("p3 f", "p4 cbr 250", "p5 f", "p6 cc", "p1 f", "p2 cc"),
        *(f"d db {''.join(board[:3])}", "p2 cc", f"p4 cbr {bet}", "p6 cc", "p2 cc"),
        *(f"d db {board[3]}", "p2 cc", f"p4 cbr {bet}", "p6 f", "p2 cc"),
        *(f"d db {board[4]}", "p2 cc", f"p4 cbr {2 * bet}", "p2 cc"),
        *(f"p4 sm {holes[3]}", f"p2 sm {holes[1]}"),
    ]
    return (
        "variant = 'NT'\nante_trimming_status = true\n"
        f"antes = {[0] * PLAYERS}\nblinds_or_straddles = {[50, 100] + [0] * (PLAYERS - 2)}\nmin_bet = 100\n"
        f"starting_stacks = {[10_000] * PLAYERS}\nactions = {actions}\n"
        f"table = 'bench'\nhand = {number}\nplayers = {[f'p-{(number + seat) % 997}' for seat in range(PLAYERS)]}\n"
    )


def write_hands(path: Path, count: int) -> Path:
    """A file of ``count`` hands, no two alike."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(1, count + 1):
            file.write(f"[{number}]\n{hand_text(number)}\n")
    return path


def hand_files(folder: Path, count: int) -> list[Path]:
    """The hands of the corpus, or ``count`` files of one hand each, in ``folder``."""
    if CORPUS.is_dir():
        return sorted(CORPUS.rglob("*.phh"))
    return list(_made(folder, count))


def _made(folder: Path, count: int) -> Iterator[Path]:
    for number in range(1, count + 1):
        path = folder / f"{number}.phh"
        path.write_text(hand_text(number), encoding="utf-8")
        yield path
