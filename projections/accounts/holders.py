"""Who holds money, by name, and what moves it between them.

A holder's class stands before its colon:

``outside`` · ``wallet:p-1`` · ``bonus:p-1`` (the operator's money that he may stake) · ``tickets:p-1`` (entries won, at their value) · ``stack:mesa-1/3`` (table and seat) ·
``pot:mesa-1/42`` (hand) · ``stake:roulette:roleta-1/42`` (round) · ``prison:roleta-1`` · ``pool:T`` and ``bounty:T``
(tournament) · ``commission:R806`` and ``house:R804`` (the operator's, by regulation; a house may be below zero) ·
``compensation`` (what the operator gave for complaints) · ``adjustment`` (by what he set accounts right; below zero, what he gave) ·
``promotion`` (where bonuses come from and expire to; below zero, what he gave and did not get back).

Between an account's own entry and the entry that caused it a movement is in *transit*: ``transit:CAUSE|VERSION|PLAYER``, parted by what stands in no name.
At the end of every commit nothing is in transit, or the two do not say the same (guarantee 3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from typing_extensions import TypedDict

from tombo.ledger.house.account.events import Wallet
from tombo.projections.line import Line

OUTSIDE: Final = "outside"
ADJUSTMENT: Final = "adjustment"
COMPENSATION: Final = "compensation"
PROMOTION: Final = "promotion"
TRANSIT: Final = "transit:"
CLASSES: Final = (
    "adjustment",
    "bonus",
    "bounty",
    "commission",
    "compensation",
    "house",
    "outside",
    "pool",
    "pot",
    "prison",
    "promotion",
    "stack",
    "stake",
    "tickets",
    "wallet",
)
"""The classes of holders, in order of name."""

What = Literal[
    "add-on",
    "adjustment",
    "bet",
    "blind",
    "bonus",
    "bonus converted",
    "bonus expired",
    "bounty",
    "buy-in",
    "cancelled entry",
    "commission",
    "compensation",
    "conversion",
    "deposit",
    "entry",
    "imprisoned",
    "left the table",
    "lost",
    "overlay",
    "payment",
    "pot",
    "prize",
    "rebuy",
    "refund",
    "reversal",
    "stake",
    "stake returned",
    "taken back",
    "ticket",
    "top-up",
    "uncalled bet",
    "withdrawal",
]


Transfer = tuple[str, str, int, What]
"""Source and target, the cents that move from one to the other, and what for."""
Transfers = Sequence[Transfer]
NONE: Final[Transfers] = ()


class Caused(TypedDict):
    """Of an entry of an account: the stream and version of what it is one side of."""

    cause: str
    cause_version: int


def class_of(holder: str) -> str:
    """``wallet`` of ``wallet:p-1``."""
    return holder.partition(":")[0]


def wallet(player: str) -> str:
    """The cash of a player's account."""
    return f"wallet:{player}"


def bonus(player: str) -> str:
    """What a player has of the operator's money, to stake against the house."""
    return f"bonus:{player}"


def purse(player: str, of: Wallet) -> str:
    """The holder of a wallet of the player's account."""
    return f"wallet:{player}" if of == "cash" else f"bonus:{player}"


def tickets(player: str) -> str:
    """The entries a player won and has not used, at their value."""
    return f"tickets:{player}"


def stack(table: str, seat: object) -> str:
    """What lies before a seat of a cash table."""
    return f"stack:{table}/{seat}"


def pot(hand: str) -> str:
    """What is in the middle of a hand, by its stream."""
    return f"pot:{hand[5:]}"


def stake(round_: str) -> str:
    """What is at stake in a banked round, by its stream."""
    return f"stake:{round_}"


def prison(round_: str) -> str:
    """What zero holds at the table of a spin, by the spin's stream."""
    return f"prison:{round_.partition(':')[2].rpartition('/')[0]}"


def transit(cause: str, version: int, player: str) -> str:
    """A movement between an account and the entry that caused it."""
    return f"{TRANSIT}{cause}|{version}|{player}"


def caused(line: Line[Caused]) -> str:
    """The movement in transit that an entry of an account is one side of."""
    event = line.event
    return f"{TRANSIT}{event['cause']}|{event['cause_version']}|{line.stream.partition(':')[2]}"


def commission(regulation: str) -> str:
    """What the operator took of the players of a game."""
    return f"commission:{regulation}"


def house(regulation: str) -> str:
    """What the operator won of the players of a game, or lost to them; of tournaments its overlays and refunds."""
    return f"house:{regulation}"


def cause_of(holder: str) -> tuple[str, str, str]:
    """Stream, version and player of a movement in transit."""
    stream, version, player = holder.removeprefix(TRANSIT).split("|")
    return stream, version, player
