"""What a hand or round moves between its players and the house, and where a record of that is not what its rules give.

Every game tells its events as moves (``audit.py`` in its folder). A view adds them up; an audit compares those on record
with those computed again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.findings import Finding
from tombo.ledger.core.said import Fact, Told, Word
from tombo.ledger.house import said
from tombo.ledger.terms.unit import Unit

What = Literal[
    "staked",
    "prize",
    "returned",
    "lost",
    "imprisoned",
    "refunded",
    "taken_back",
    "waived",
    "posted",
    "uncalled",
    "commission",
]
"""The last three in hands of poker only: an obligatory bet, what of a bet nobody matched, what the operator takes of a pot."""

SIGNS: Final[dict[What, int]] = {
    "staked": -1,
    "prize": 1,
    "returned": 1,
    "refunded": 1,
    "taken_back": -1,
    "posted": -1,
    "uncalled": 1,
}
"""What a move does to the player's account; those left out move none."""


Flow = tuple[str | int, What, int, bool]
"""One amount, and what becomes of it: a :class:`Move` without its words. A plain tuple, for there are as many as entries.

Whose it is: the player, or the seat where the entry names no more. What becomes of it. How much, in the unit of the round's
terms; 0 where there is nothing of it. Whether it is of a stake that an earlier round left.
"""
Flows = Sequence[Flow]


class Moved(NamedTuple):
    """What a kind moves: told once, over an event that is decoded whole or as far as ``fields``."""

    fields: tuple[str, ...]
    """What is needed of an event, as ``tombo.projections.line`` names it."""
    whats: frozenset[What]
    """What can become of an amount in it."""
    flows: Callable[[Any], Flows]
    held: bool = False
    """Whether it is of what an earlier round left."""
    undoes: bool = False
    """Whether it undoes what was decided before: the house gives back what it had collected."""
    plays_on: bool = False
    """Whether what it stakes goes on with a hand that an earlier bet began (``house.banked.rounds.staked``)."""


class Move(NamedTuple):
    """One amount, of one player: what became of it, on which bet, and the rule that says so.

    ``staked`` leaves the account. ``prize``, ``returned`` and ``refunded`` come to it; ``taken_back`` leaves it again, and
    ``waived`` would have, had there been enough. ``lost`` stays with the house, ``imprisoned`` waits for the next round.
    """

    player: str
    what: What
    amount: int
    """In the unit of the round's terms."""
    on: Told
    """The bet: as English says it behind "on", and Portuguese with its preposition. One bet is one object (``differing``)."""
    why: str
    """The reason on record, where the event gives one."""
    rule: str

    def to_json(self) -> dict[str, Any]:
        """The move as programs get it: its bet in English."""
        return {**self._asdict(), "on": self.on.text()}


class FlowText(NamedTuple):
    """What is said of a flow: whose it is, on which bet, why, and the rule. As in :class:`Move`."""

    player: str
    on: Told
    why: str
    rule: str


_AS_MOVE: Final[Callable[[Any], Move]] = partial(tuple.__new__, Move)
"""``Move._make`` at a third of its cost: an audit makes one for each amount on record, and one for each that is due."""


def told(money: Mapping[str, Moved], event: EventBase, words: Iterator[FlowText]) -> list[Move]:
    """The moves of ``event``: each of its flows with its words, where it is of anything."""
    moved = money.get(event.kind)  # type: ignore[attr-defined]  # every event class of the catalogue has its kind
    if moved is None:
        return []
    return [
        _AS_MOVE((player, what, amount, on, why, rule))
        for (_, what, amount, _), (player, on, why, rule) in zip(moved.flows(event), words, strict=True)
        if amount
    ]


def as_due(money: Mapping[str, Moved], recorded: Iterable[EventBase], due: Iterable[EventBase]) -> bool:
    """Whether what is on record moves, event by event, what is ``due``: then no move differs, and none need be told to see it."""
    here, there = ([vars(event) for event in events if vars(event)["kind"] in money] for events in (recorded, due))
    return here == there


class Result(NamedTuple):
    """The moves of one player added up: what each sort came to, and what the round brought him on his account."""

    player: str
    totals: dict[What, int]
    net: int


def results(moves: Iterable[Move]) -> list[Result]:
    """What a round brought each player, in the order in which they first moved something."""
    totals: dict[str, dict[What, int]] = {}
    for move in moves:
        own = totals.setdefault(move.player, {})
        own[move.what] = own.get(move.what, 0) + move.amount
    return [
        Result(player, own, sum(SIGNS.get(what, 0) * amount for what, amount in own.items()))
        for player, own in totals.items()
    ]


Named = Callable[[Told], str | int]
"""What tells one bet from another."""
Bet = tuple[str, What, str | int, str]


def _summed(moves: Iterable[Move], named: Named) -> dict[Bet, tuple[int, Move]]:
    """By player, what became of it, bet and reason: the amount, and the last of the moves."""
    found: dict[Bet, tuple[int, Move]] = {}
    for move in moves:
        key = (move.player, move.what, named(move.on), move.why)
        before = found.get(key)
        found[key] = move.amount if before is None else before[0] + move.amount, move
    return {key: (amount, move) for key, (amount, move) in found.items() if amount}


_NO_REASONS: Final[Mapping[str, Word]] = {}


def differing(
    name: str, unit: Unit, recorded: Sequence[Move], due: Sequence[Move], reasons: Mapping[str, Word] = _NO_REASONS
) -> list[Told]:
    """Where the moves on record of the round ``name`` are not those that are due: both amounts, and the rule.

    The same objects are the same bets, and that is seen at once; two may still be one bet, so what differs is told by their words.
    ``reasons``: what people are told a reason on record is; one that is not there is told as it is.
    """
    here, there = _summed(recorded, id), _summed(due, id)
    if here.keys() == there.keys() and all(amount == there[key][0] for key, (amount, _) in here.items()):
        return []
    here, there = _summed(recorded, Told.text), _summed(due, Told.text)
    found: list[Told] = []
    for key in dict.fromkeys((*there, *here)):
        (amount, move), (other, _) = here.get(key, (0, None)), there.get(key, (0, None))
        move = there[key][1] if key in there else move
        if amount != other and move is not None:
            facts: dict[str, Fact] = {
                "round": name,
                "player": move.player,
                "what": said.MOVES[move.what],
                "on": move.on,
                "recorded": unit.sum(amount),
                "recomputed": unit.sum(other),
                "rule": move.rule,
            }
            why = reasons.get(move.why) or move.why.replace("_", " ")
            found.append(said.MOVED_OTHERWISE_FOR(**facts, why=why) if why else said.MOVED_OTHERWISE(**facts))
    return found


def found_in(name: str, found: Iterable[Finding]) -> Iterator[Told]:
    """What was found of the round ``name``, a sentence each."""
    return (said.FOUND_IN_ROUND(round=name, what=finding.told, rule=finding.rule) for finding in found)
