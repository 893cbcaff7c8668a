"""Which cases are tried: for everything that can be done to a table, so many actions and moments, chosen the same way every time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from random import Random
from typing import Final, NamedTuple

from tests.forgeries.redteam.actions import DOOR, VIEWS
from tests.forgeries.redteam.hands import Forgery

READS_MAX: Final = 8
"""Under a command, one of so many reads of the table finds the forgery."""
CASES: Final = 30
"""Of every deed."""
NEAR: Final = 4
"""Of five cases so many forge what the action reads; the fifth anything."""
RESTS: Final = {
    "commands": (
        "retry signed",
        "retry tail",
        "receipt signed",
        "receipt tail",
        "receipt show signed",
        "receipt show tail",
    ),
    "openings": (
        "deal a card in hand",
        "deal the flop",
        "settle hand",
        "void hand",
        "stand",
        "recover",
        "export bundle --out OUT",
    ),
}
"""What reads a table that most actions never look at: half of its cases."""
NAMED: Final = ("signed", "tail", "case", "hand:mesa-1/2", "hand:mesa-2/1", "blackjack:")
"""What those are about."""


class Case(NamedTuple):
    """One forgery, one action."""

    forgery: Forgery
    action: str
    """A name of ``DOOR`` or a call of ``VIEWS``."""
    when: str
    """``before`` the ledger is opened, ``between`` two commands, or ``under`` the n-th read."""

    def __str__(self) -> str:
        return f"{self.forgery.table}: {self.forgery.what} ({self.forgery.place}), {self.when}: {self.action}"


def cases(
    deed: tuple[str, str], known: Sequence[Forgery], near: Callable[[str], set[int]], count: int
) -> Iterator[Case]:
    """``count`` cases of ``deed``, whose forgeries are ``known``; ``near`` gives the log indices that an action reads."""
    chance = Random(" ".join(deed))
    actions = [*DOOR, *VIEWS]
    chance.shuffle(actions)
    resting = RESTS.get(deed[0])
    if resting:
        actions = [each for pair in zip(actions, cycle(resting), strict=False) for each in pair]
    for number, action in zip(range(count), cycle(actions), strict=False):
        if resting and action in resting:
            close = [each for each in known if each.place.startswith(tuple(f"{deed[0]} {name}" for name in NAMED))]
        else:
            close = [each for each in known if each.index is None or each.index in near(action)]
        chosen = chance.choice((number % (NEAR + 1) < NEAR and close) or known)
        moments = ("before", "between", f"under {chance.randint(1, READS_MAX)}") if action in DOOR else ("before",)
        yield Case(chosen, action, chance.choice(moments))
