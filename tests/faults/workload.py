"""What one platform asks for: hands at a table of its own, money on wallets it shares with the others, and now and then the same again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from bench.play import hand
from tests.faults.acknowledged import Acknowledged
from tests.worlds.floor import PLATFORM
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, OpenAccount, Withdraw

SHARED: Final = 3
"""How many wallets all platforms share."""


def wallets() -> list[Envelope]:
    """The accounts that are shared, to be opened before."""
    return [
        Envelope(OpenAccount(player=_shared(number)), PLATFORM, f"shared/{number}", None) for number in range(SHARED)
    ]


def asks(lane: int, chance: Random, said: Acknowledged) -> Iterator[Envelope]:
    """Commands of the platform ``lane``, without end, in the order in which they are to be sent."""
    hands = twins = singles = 0
    while True:
        hands += 1
        yield from hand(lane, hands)
        for _ in range(chance.randint(1, 4)):
            singles += 1
            yield _money(f"money/{lane}/{singles}", Random(f"{lane}/{singles}"))
        if chance.random() < 0.7:  # the neighbour asks for the very same, perhaps at this moment
            twins += 1
            yield _money(f"twin/{lane // 2}/{twins}", Random(f"twin/{lane // 2}/{twins}"))
        if chance.random() < 0.3:
            yield from _again(lane, chance, said)


def _again(lane: int, chance: Random, said: Acknowledged) -> Iterator[Envelope]:
    """Something that was acknowledged: of this platform whatever it was, of another what does not rest on its order."""
    ours = (f"mesa-{lane}/", f"money/{lane}/")
    known = [name for name in said.command_ids() if name.startswith(("money/", "twin/", *ours))]
    if known:
        yield said.envelope(chance.choice(known))


def _money(name: str, chance: Random) -> Envelope:
    kind = Deposit if chance.random() < 0.6 else Withdraw
    player = _shared(chance.randrange(SHARED))
    return Envelope(kind(amount=Money(chance.randint(1, 500)), player=player, reference=name), PLATFORM, name, None)


def _shared(number: int) -> str:
    return f"shared-{number}"
