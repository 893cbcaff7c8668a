"""What a table waits for now, and what each player may ask there: offered by the rules of its game, and then judged as the door would."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from tombo.ledger.catalogue import decided
from tombo.ledger.core.command import CommandBase, Decision, Envelope, View
from tombo.ledger.core.entry import By
from tombo.ledger.core.ids import local
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.house.offers import Offer
from tombo.ledger.kinds import PLAYED
from tombo.ledger.terms.unit import Unit

Awaiting = Literal["bets", "cards", "decision", "result", "begin"]


class LawfulAct(NamedTuple):
    """What a player may ask now: he is not refused."""

    player: str
    seat: int | None
    command: CommandBase
    """As he would ask it, with the least amount where it takes one."""
    field: str
    """Where the amount stands in it, as ``total`` or ``chips.0.amount``; empty where it takes none."""
    least: int | None
    most: int | None
    """The most he may stake in it, or bet or raise to, in the unit of the table; he may not have that much left of another."""
    costs: int
    """What it stakes, where it takes no amount and stakes something; else 0."""
    until: int | None
    """Until when, where he was asked or it was announced: microseconds since 1970."""

    def to_json(self) -> dict[str, object]:
        """Amounts in minor units of the table's unit."""
        asks = self.command.model_dump(mode="json")
        return {
            "player": self.player,
            "seat": self.seat,
            "act": asks["kind"],
            "least": self.least,
            "most": self.most,
            "costs": self.costs,
            "field": self.field or None,
            "until": self.until,
            "command": asks,
        }


class TableTurn(NamedTuple):
    """What a table waits for. Between hands and rounds nothing is awaited of players, and ``acts`` is empty."""

    stream: str
    played: str | None
    """The stream of the hand or round in play."""
    waits_for: Awaiting
    """``begin``: the next hand or round."""
    acts: tuple[LawfulAct, ...]
    unit: Unit
    """Of the amounts in ``acts``."""

    def to_json(self) -> dict[str, object]:
        """For programs."""
        return {
            "table": local(self.stream),
            "played": self.played,
            "waits_for": self.waits_for,
            "unit": self.unit.model_dump(),
            "acts": [act.to_json() for act in self.acts],
        }


def table_turn(view: View, stream: str, occurred: int | None = None) -> TableTurn:
    """What the table ``stream``, which there is, waits for as ``view`` has it, for who asks at the instant ``occurred``; None for now, as its ledger knows it.

    Raises:
        OutOfPlaceError: an entry that a door would ask for cannot follow.
    """
    table = view(stream)
    played: str | None = getattr(table, PLAYED[stream.partition(":")[0]])
    if played is None:
        return TableTurn(stream, None, "begin", (), table.terms.unit)
    awaited = TABLE_GAMES[played.partition(":")[0]].awaited(local(played), view(played), table)
    acts = (act for offer in awaited.offers for act in _lawful(offer, view, occurred))
    return TableTurn(stream, played, awaited.what, tuple(acts), table.terms.unit)


def _lawful(offer: Offer, view: View, occurred: int | None) -> Iterator[LawfulAct]:
    """``offer`` as far as the door takes it: for less than its most, where the player has not so much."""
    least, most = offer.least, offer.most
    if least is None or most is None:
        if _accepted(offer, 0, view, occurred):
            yield LawfulAct(offer.player, offer.seat, offer.asks(0), "", None, None, offer.costs, offer.until)
    elif least <= most and _accepted(offer, least, view, occurred):
        most = _highest(offer, least, most, view, occurred)
        yield LawfulAct(offer.player, offer.seat, offer.asks(least), offer.field, least, most, 0, offer.until)


def _highest(offer: Offer, least: int, most: int, view: View, occurred: int | None) -> int:
    """The highest amount up to ``most`` that is accepted; ``least`` is, and what is beyond one that is refused is refused too."""
    if _accepted(offer, most, view, occurred):
        return most
    while most - least > 1:
        middle = (least + most) // 2
        if _accepted(offer, middle, view, occurred):
            least = middle
        else:
            most = middle
    return least


def _accepted(offer: Offer, amount: int, view: View, occurred: int | None) -> bool:
    envelope = Envelope(offer.asks(amount), By(actor="player", id=offer.player), "turn", occurred)
    return isinstance(decided(envelope, view), Decision)
