"""Lines of rounds against the house (R803, R804, R805, R807): what each player staked, and what came of it.

What the house collects is not read: it moves nothing between the player and the house that his stake had not moved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from ledger.house.banked import regulation_of, table_of_round
from ledger.terms.regulation import Unit
from projections.follow import Line
from projections.session_statement.lines import Row, numbered, row


@dataclass(slots=True)
class Box:
    """What one player has in a round, on all his seats, and what came of it so far."""

    player: str
    session: str
    staked: int = 0
    won: int = 0
    returned: int = 0
    refunded: int = 0


@dataclass(slots=True)
class BankedTable:
    """Who plays at a table, what they have in the round under way, and who left a stake in prison."""

    game: str
    unit: Unit
    players: dict[str, tuple[str, int]] = field(default_factory=dict)
    """By player, the session he plays in, and on how many places."""
    boxes: dict[str, Box] = field(default_factory=dict)
    """By player; of póquer sem descarte by seat, of which a player has one."""
    prison: dict[str, tuple[str, int]] = field(default_factory=dict)
    """By player, the session of the stakes that zero imprisoned (R804 r.19), and their sum; the next spin decides them."""
    last: str = ""
    """The last round that ended."""
    closed: bool = False
    """No round begins here; but what is in prison may still be released."""


Tables = dict[str, BankedTable]
"""By name."""


def _opened(tables: Tables, line: Line, _: list[Row]) -> None:
    terms = line.event["terms"]
    tables[line.stream[7:]] = BankedTable(regulation_of(terms), terms.unit)


def _closed(tables: Tables, line: Line, _: list[Row]) -> None:
    table = tables[line.stream[7:]]
    table.closed = True
    if not table.prison:
        del tables[line.stream[7:]]


def _joined(tables: Tables, line: Line, _: list[Row]) -> None:
    event, players = line.event, tables[line.stream[7:]].players
    places = players[event["player"]][1] if event["player"] in players else 0
    players[event["player"]] = event["session"], places + 1


def _parted(tables: Tables, line: Line, _: list[Row]) -> None:
    """He is gone; what he has in the round, and in prison, knows his session."""
    players, name = tables[line.stream[7:]].players, line.event["player"]
    session, places = players.pop(name)
    if places > 1:
        players[name] = session, places - 1


def _table(tables: Tables, line: Line) -> BankedTable:
    """The table of the round in whose stream ``line`` stands."""
    return tables[table_of_round(line.stream)]


def _box(table: BankedTable, player: str, seat: int | None = None) -> Box:
    """What ``player`` has in the round; who left before it was decided has a box, or a stake in prison."""
    key = player if seat is None else str(seat)
    box = table.boxes.get(key)
    if box is None:
        session, _ = table.players.get(player) or table.prison[player]
        box = table.boxes[key] = Box(player, session)
    return box


def _chips(tables: Tables, line: Line, _: list[Row]) -> None:
    event = line.event
    _box(_table(tables, line), event["player"]).staked += sum([chip["amount"] for chip in event["chips"]])


def _spin_paid(tables: Tables, line: Line, _: list[Row]) -> None:
    event = line.event
    box = _box(_table(tables, line), event["player"])
    for payment in event["payments"]:
        box.won += payment["prize"]
        box.returned += payment["returned"]


def _imprisoned(tables: Tables, line: Line, _: list[Row]) -> None:
    table, prisoner = _table(tables, line), line.event["prisoner"]
    player = prisoner["player"]
    held = table.prison[player][1] if player in table.prison else 0
    table.prison[player] = _box(table, player).session, held + prisoner["amount"]


def _decided_in_prison(tables: Tables, line: Line) -> None:
    """A stake is in prison no longer; a table that closed meanwhile is over with the last of them."""
    table, prisoner = _table(tables, line), line.event["prisoner"]
    session, held = table.prison.pop(prisoner["player"])
    if held > prisoner["amount"]:
        table.prison[prisoner["player"]] = session, held - prisoner["amount"]
    elif table.closed and not table.prison:
        del tables[table_of_round(line.stream)]


def _prisoner_lost(tables: Tables, line: Line, _: list[Row]) -> None:
    """It was staked in the spin before; that it is lost moves nothing, and the spin that decided it is told all the same."""
    _box(_table(tables, line), line.event["prisoner"]["player"])
    _decided_in_prison(tables, line)


def _released(tables: Tables, line: Line, rows: list[Row]) -> None:
    """A stake comes out of prison: in a spin, or between two, for a player who has left."""
    table, event = _table(tables, line), line.event
    player, back, number = event["prisoner"]["player"], event["returned"], numbered(line.stream)
    if table.last == line.stream:
        holder = player, table.prison[player][0]
        rows.append(row(line, holder, game=table.game, what="release", number=number, unit=table.unit, returned=back))
    else:
        _box(table, player).returned += back
    _decided_in_prison(tables, line)


def _spin_voided(tables: Tables, line: Line, _: list[Row]) -> None:
    table = _table(tables, line)
    for refund in line.event["refunds"]:
        _box(table, refund["player"]).refunded += refund["amount"]


def _initial(tables: Tables, line: Line, _: list[Row]) -> None:
    event = line.event
    _box(_table(tables, line), event["player"]).staked += event["amount"]


def _decided(tables: Tables, line: Line, _: list[Row]) -> None:
    event = line.event
    if event["paid"]:
        _box(_table(tables, line), event["player"]).staked += event["paid"]


def _hand_paid(tables: Tables, line: Line, _: list[Row]) -> None:
    event = line.event
    box = _box(_table(tables, line), event["player"])
    box.won += event["prize"]
    box.returned += event["returned"]


def _blackjack_voided(tables: Tables, line: Line, _: list[Row]) -> None:
    """By the letter prizes are taken back, as far as he has them (R805 r.28): then they were not won."""
    table = _table(tables, line)
    for refund in line.event["refunds"]:
        box = _box(table, refund["player"])
        box.refunded += refund["refunded"]
        box.won -= refund["taken_back"]


def _ante(tables: Tables, line: Line, _: list[Row]) -> None:
    event = line.event
    _box(_table(tables, line), event["player"], event["seat"]).staked += event["amount"]


def _continued(tables: Tables, line: Line, _: list[Row]) -> None:
    event = line.event
    _table(tables, line).boxes[str(event["seat"])].staked += event["bet2"]


def _seat_paid(tables: Tables, line: Line, _: list[Row]) -> None:
    event = line.event
    box = _table(tables, line).boxes[str(event["seat"])]
    box.won += event["ante_prize"] + event["bet2_prize"]
    box.returned += event["returned"]


def _seats_voided(tables: Tables, line: Line, _: list[Row]) -> None:
    boxes = _table(tables, line).boxes
    for refund in line.event["refunds"]:
        boxes[str(refund["seat"])].refunded += refund["amount"]


def _ended(tables: Tables, line: Line, rows: list[Row]) -> None:
    """A round is over: a line for everybody who had something in it."""
    event, table = line.event, tables[line.stream[7:]]
    number = numbered(event["round"])
    rows += [
        row(
            line,
            (box.player, box.session),
            game=table.game,
            what="round",
            number=number,
            unit=table.unit,
            outcome=event["outcome"],
            stream=event["round"],
            staked=box.staked,
            won=box.won,
            returned=box.returned,
            refunded=box.refunded,
        )
        for box in table.boxes.values()
    ]
    table.boxes, table.last = {}, event["round"]


STEPS: Final[Mapping[str, tuple[tuple[str, ...], Callable[[Tables, Line, list[Row]], None]]]] = {
    "banked.closed.v1": ((), _closed),
    "banked.opened.v1": (("terms",), _opened),
    "banked.player_joined.v1": (("player", "session"), _joined),
    "banked.player_left.v1": (("player",), _parted),
    "banked.round_ended.v1": (("outcome", "round"), _ended),
    "blackjack.bet_placed.v1": (("amount", "player"), _initial),
    "blackjack.decision_made.v1": (("paid", "player"), _decided),
    "blackjack.paid.v1": (("player", "prize", "returned"), _hand_paid),
    "blackjack.voided.v1": (("refunds.player", "refunds.refunded", "refunds.taken_back"), _blackjack_voided),
    "roulette.bet_imprisoned.v1": (("prisoner.amount", "prisoner.player"), _imprisoned),
    "roulette.bet_placed.v1": (("chips.amount", "player"), _chips),
    "roulette.bet_released.v1": (("prisoner.amount", "prisoner.player", "returned"), _released),
    "roulette.paid.v1": (("payments.prize", "payments.returned", "player"), _spin_paid),
    "roulette.prisoner_lost.v1": (("prisoner.amount", "prisoner.player"), _prisoner_lost),
    "roulette.voided.v1": (("refunds.amount", "refunds.player"), _spin_voided),
    "sem_descarte.ante_placed.v1": (("amount", "player", "seat"), _ante),
    "sem_descarte.continued.v1": (("bet2", "seat"), _continued),
    "sem_descarte.paid.v1": (("ante_prize", "bet2_prize", "returned", "seat"), _seat_paid),
    "sem_descarte.voided.v1": (("refunds.amount", "refunds.seat"), _seats_voided),
}
"""By kind: the fields it needs, and what it does."""
