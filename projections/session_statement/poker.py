"""Lines of hands (R806, R809, R811). No bet is read: what a hand changed in a stack, and what was paid of its pots, says it all.

``staked = won + refunded - result``: net of what came back uncalled, which was never at stake (docs/decisions/0012).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from typing_extensions import TypedDict

from tombo.ledger.terms.poker import REGULATIONS, Variant
from tombo.ledger.terms.unit import Unit
from tombo.projections.follow import Row
from tombo.projections.line import Line, Nothing
from tombo.projections.session_statement.lines import Outcome, RowStep, numbered, on, row

Cents = dict[int, int]
"""By seat."""


@dataclass(slots=True)
class PokerTable:
    """A table for money: who sits there, and what the hand under way has paid so far."""

    game: str
    unit: Unit
    seats: dict[int, tuple[str, str]] = field(default_factory=dict)
    """By seat, the player and his session."""
    won: dict[int, Cents] = field(default_factory=dict)
    """By pot."""
    commission: Cents = field(default_factory=dict)
    """Taken of the payments of a seat (r.19)."""
    whole: Cents = field(default_factory=dict)
    """Taken of a pot before it was shared, by pot."""
    refunded: Cents = field(default_factory=dict)
    hand: str | None = None
    """The stream of the hand in play."""
    over: int = -1
    """When its end was recorded in its own stream; -1 before."""


Tables = dict[str, PokerTable]
"""By name. The tables of tournaments are none of them: their chips are no money (R810 r.5)."""


class _Terms(TypedDict):
    unit: Unit
    variant: Variant


class _Opened(TypedDict):
    terms: _Terms


class _Charged(TypedDict):
    commission: int
    seat: int


class _Seated(_Charged):
    player: str
    session: str


class _Paid(TypedDict):
    amount: int
    pot: int
    seat: int


class _Taken(TypedDict):
    amount: int
    pot: int
    seat: int | None
    """None where it is taken of the whole pot."""


class _Back(TypedDict):
    amount: int
    seat: int


class _Voided(TypedDict):
    refunds: list[_Back]


class _Stack(TypedDict):
    after: int
    before: int
    seat: int


class _Started(TypedDict):
    hand: str


class _Ended(_Started):
    outcome: str
    stacks: list[_Stack]


def _opened(tables: Tables, line: Line[_Opened], _: list[Row]) -> None:
    terms = line.event["terms"]
    tables[line.stream[6:]] = PokerTable(REGULATIONS[terms["variant"]], terms["unit"])


def _closed(tables: Tables, line: Line[Nothing], _: list[Row]) -> None:
    table = tables.get(line.stream[6:])
    if table is not None and table.hand is not None:
        raise LookupError(f"{table.hand} is in play there")
    tables.pop(line.stream[6:], None)


def _seated(tables: Tables, line: Line[_Seated], rows: list[Row]) -> None:
    event, table = line.event, tables[line.stream[6:]]
    table.seats[event["seat"]] = event["player"], event["session"]
    _charged(table, line, "buy_in", rows)


def _topped_up(tables: Tables, line: Line[_Charged], rows: list[Row]) -> None:
    _charged(tables[line.stream[6:]], line, "top_up", rows)


def _charged(table: PokerTable, line: Line[_Charged], outcome: Outcome, rows: list[Row]) -> None:
    """What mode (b) takes of a buy-in or a top-up is a line of its own (r.17b)."""
    taken = line.event["commission"]
    if taken:
        rows.append(
            row(
                line,
                table.seats[line.event["seat"]],
                game=table.game,
                what="commission",
                number=0,
                unit=table.unit,
                outcome=outcome,
                commission=taken,
                result=-taken,
            )
        )


def _started(tables: Tables, line: Line[_Started], _: list[Row]) -> None:
    """A hand begins. A table has one in play (r.6), which must end first."""
    table = tables.get(line.stream[6:])
    if table is not None:
        if table.hand is not None:
            raise LookupError(f"{table.hand} is in play there")
        table.hand = line.event["hand"]


def _of_hand(tables: Tables, line: Line[object]) -> PokerTable | None:
    """The table of the hand in whose stream ``line`` stands; None of a tournament's, and of none.

    Raises:
        LookupError: another hand is in play there, or none, which no payment of this one concerns.
    """
    table = tables.get(line.stream[5 : line.stream.rindex("/")])
    if table is not None and table.hand != line.stream:
        raise LookupError(f"{line.stream} is not in play")
    return table


def _awarded(tables: Tables, line: Line[_Paid], _: list[Row]) -> None:
    table = _of_hand(tables, line)
    if table is not None:
        event = line.event
        pot, seat = table.won.setdefault(event["pot"], {}), event["seat"]
        pot[seat] = pot.get(seat, 0) + event["amount"]


def _commission(tables: Tables, line: Line[_Taken], _: list[Row]) -> None:
    table = _of_hand(tables, line)
    if table is not None:
        event = line.event
        seat = event["seat"]
        taken, key = (table.whole, event["pot"]) if seat is None else (table.commission, seat)
        taken[key] = taken.get(key, 0) + event["amount"]


def _voided(tables: Tables, line: Line[_Voided], _: list[Row]) -> None:
    table = _of_hand(tables, line)
    if table is not None:
        table.refunded = {refund["seat"]: refund["amount"] for refund in line.event["refunds"]}
        table.over = line.recorded


def _settled(tables: Tables, line: Line[Nothing], _: list[Row]) -> None:
    table = _of_hand(tables, line)
    if table is not None:
        table.over = line.recorded


def _ended(tables: Tables, line: Line[_Ended], rows: list[Row]) -> None:
    """A hand is over: a line for everybody who was dealt in. Most of the log's lines are made here, so nothing is called for one."""
    table = tables.get(line.stream[6:])
    if table is None:
        return
    event, seats, refunded = line.event, table.seats, table.refunded
    if event["hand"] != table.hand:  # else whoever has an event key says it once more, with a loss of his own making
        raise LookupError(f"{event['hand']} is not in play there")
    if table.over != line.recorded:  # what a table says of stacks follows from the end of the hand, in its commit
        raise LookupError(f"{event['hand']} did not end there")
    try:
        won, commission = _paid(table)
    finally:
        table.won, table.whole, table.commission, table.refunded, table.hand = {}, {}, {}, {}, None
        table.over = -1
    unknown, add = False, rows.append
    index, recorded, at, hand, outcome = line.index, line.recorded, line.instant, event["hand"], event["outcome"]
    game, currency, decimals, number = table.game, table.unit.currency or "", table.unit.decimals, numbered(hand)
    for net in event["stacks"]:
        seat = net["seat"]
        if seat not in seats:
            unknown = True  # nobody sits there; the others are told theirs
            continue
        player, session = seats[seat]
        paid, back, result = won.get(seat, 0), refunded.get(seat, 0), net["after"] - net["before"]
        add((
            session, index, player, recorded, at, game, "hand", hand, number, outcome, currency, decimals, 0,
            paid + back - result, paid, 0, back, commission.get(seat, 0), result,
        ))  # fmt: skip
    if unknown:
        raise LookupError("nobody sits at a seat that it names")


def _paid(table: PokerTable) -> tuple[Cents, Cents]:
    """What each seat was paid in the hand, of all pots together, and the commission taken of that."""
    commission = table.commission
    for pot, amount in table.whole.items():
        for seat, part in shared(amount, table.won.get(pot, {})).items():
            commission[seat] = commission.get(seat, 0) + part
    pots = list(table.won.values())
    won = pots[0] if pots else {}
    for pot_ in pots[1:]:
        for seat, amount in pot_.items():
            won[seat] = won.get(seat, 0) + amount
    return won, commission


def shared(amount: int, paid: Mapping[int, int]) -> Cents:
    """A commission taken of a whole pot (r.17a), by who was paid of it: in proportion, odd cents to the largest remainders.

    Equal remainders: the lower seat first. It tells people what they were charged; no money moves by it.
    """
    if len(paid) == 1:
        return dict.fromkeys(paid, amount)
    total = sum(paid.values())
    shares = {seat: amount * own // total for seat, own in paid.items()}
    order = sorted(paid, key=lambda seat: (-(amount * paid[seat] % total), seat))
    for seat in order[: amount - sum(shares.values())]:
        shares[seat] += 1
    return shares


STEPS: Final[Mapping[str, RowStep[Tables]]] = {
    "hand.commission_taken.v1": on(_Taken, _commission),
    "hand.pot_awarded.v1": on(_Paid, _awarded),
    "hand.settled.v1": on(Nothing, _settled),
    "hand.voided.v1": on(_Voided, _voided),
    "table.closed.v1": on(Nothing, _closed),
    "table.hand_ended.v1": on(_Ended, _ended),
    "table.hand_started.v1": on(_Started, _started),
    "table.opened.v1": on(_Opened, _opened),
    "table.player_seated.v1": on(_Seated, _seated),
    "table.stack_topped_up.v1": on(_Charged, _topped_up),
}
"""By kind, what it does. Who left a seat is not read: whoever takes it next takes his place here."""
