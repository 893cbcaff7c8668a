"""Lines of rounds against the house: what each player staked, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from typing_extensions import TypedDict

from tombo.ledger.core.ids import table_of
from tombo.ledger.games.again import ENDS, word
from tombo.ledger.games.every import BANKED_GAMES, BANKED_MONEY
from tombo.ledger.house.moves import What
from tombo.ledger.kinds import EVENTS
from tombo.ledger.terms.every import BankedTerms, regulation_of
from tombo.ledger.terms.unit import Unit
from tombo.projections.follow import Row
from tombo.projections.line import Line, Nothing
from tombo.projections.session_statement.lines import RowStep, numbered, on, row


@dataclass(slots=True)
class PlayerRound:
    """What one player has in a round, on all his seats, and what came of it so far."""

    player: str
    session: str
    staked: int = 0
    won: int = 0
    returned: int = 0
    refunded: int = 0


@dataclass(slots=True)
class BankedPlay:
    """Who plays at a table, what they have in the round under way, and who left a stake in prison."""

    game: str
    unit: Unit
    players: dict[str, tuple[str, int]] = field(default_factory=dict)
    """By player, the session he plays in, and on how many places."""
    boxes: dict[str, PlayerRound] = field(default_factory=dict)
    """By player; by seat, where entries name seats."""
    prison: dict[str, tuple[str, int]] = field(default_factory=dict)
    """By player, the session of the stakes that a round left to the next one (R804 r.19), and their sum."""
    round: str | None = None
    """The stream of the round in play."""
    over: int = -1
    """When its end was recorded in its own stream; -1 before."""
    last: str = ""
    """The last round that ended."""
    closed: bool = False
    """No round begins here; but what is in prison may still be released."""


Tables = dict[str, BankedPlay]
"""By name."""
_SEATS: Final = frozenset(game.seats for game in BANKED_GAMES.values() if game.seats is not None)
_ADDS: Final[Mapping[What, tuple[str, int]]] = {
    "prize": ("won", 1),
    "refunded": ("refunded", 1),
    "returned": ("returned", 1),
    "staked": ("staked", 1),
    "taken_back": ("won", -1),  # then it was not won
}
"""What becomes of an amount, to what it adds to."""
_READ: Final = frozenset(
    kind for kind, moved in BANKED_MONEY.items() if moved.whats & {*_ADDS, "imprisoned"} or moved.held
)
"""The kinds that are read: what a round collects moves nothing between a player and the house that his stake had not moved."""


_ENDS: Final = tuple(kind for kind in EVENTS if kind.partition(".")[0] in BANKED_GAMES and word(kind) in ENDS)
"""The kinds by which a round ends."""


class _Opened(TypedDict):
    terms: BankedTerms


class _Parted(TypedDict):
    player: str


class _Joined(_Parted):
    session: str


class _Taken(TypedDict):
    player: str
    seat: int


class _Started(TypedDict):
    round: str


class _Ended(_Started):
    outcome: str


def _opened(tables: Tables, line: Line[_Opened], _: list[Row]) -> None:
    terms = line.event["terms"]
    tables[line.stream[7:]] = BankedPlay(regulation_of(terms), terms.unit)


def _closed(tables: Tables, line: Line[Nothing], _: list[Row]) -> None:
    table = tables[line.stream[7:]]
    if table.round is not None:
        raise LookupError(f"{table.round} is in play there")
    table.closed = True
    if not table.prison:
        del tables[line.stream[7:]]


def _joined(tables: Tables, line: Line[_Joined], _: list[Row]) -> None:
    event, players = line.event, tables[line.stream[7:]].players
    places = players[event["player"]][1] if event["player"] in players else 0
    players[event["player"]] = event["session"], places + 1


def _parted(tables: Tables, line: Line[_Parted], _: list[Row]) -> None:
    """He is gone; what he has in the round, and in prison, knows his session."""
    players, name = tables[line.stream[7:]].players, line.event["player"]
    session, places = players.pop(name)
    if places > 1:
        players[name] = session, places - 1


def _table(tables: Tables, line: Line[object]) -> BankedPlay:
    """The table of the round in whose stream ``line`` stands."""
    return tables[table_of(line.stream)]


def _box(table: BankedPlay, player: str, seat: int | None = None) -> PlayerRound:
    """What ``player`` has in the round; who left before it was decided has a box, or a stake in prison."""
    key = player if seat is None else str(seat)
    box = table.boxes.get(key)
    if box is None:
        session, _ = table.players.get(player) or table.prison[player]
        box = table.boxes[key] = PlayerRound(player, session)
    return box


def _taken(tables: Tables, line: Line[_Taken], rows: list[Row]) -> None:
    """A bet that says whose the seat is, which the entries after it name alone."""
    _box(_table(tables, line), line.event["player"], line.event["seat"])
    _moved(tables, line, rows)


def _moved(tables: Tables, line: Line[object], rows: list[Row]) -> None:
    """What an entry of a round moves, in the boxes of those whom it names. One who is not there stops no other's."""
    table, unknown = _table(tables, line), None
    for who, what, amount, held in BANKED_MONEY[line.kind].flows(line.event):
        if not amount:
            continue
        try:
            if held:
                _out_of_prison(tables, line, (str(who), what, amount), rows)
            elif what == "imprisoned":
                _into_prison(table, str(who), amount)
            elif what in _ADDS:
                box = table.boxes[str(who)] if isinstance(who, int) else _box(table, who)
                field, times = _ADDS[what]
                setattr(box, field, getattr(box, field) + times * amount)
        except LookupError as error:
            unknown = error
    if unknown is not None:
        raise unknown


def _over(tables: Tables, line: Line[object], rows: list[Row]) -> None:
    """A round ends in its own stream, by which nothing moves or all that it gives back."""
    table = _table(tables, line)
    if table.round == line.stream:
        table.over = line.recorded
    if line.kind in _READ:
        _moved(tables, line, rows)


def _into_prison(table: BankedPlay, player: str, amount: int) -> None:
    held = table.prison[player][1] if player in table.prison else 0
    table.prison[player] = _box(table, player).session, held + amount


def _out_of_prison(tables: Tables, line: Line[object], part: tuple[str, What, int], rows: list[Row]) -> None:
    """A stake comes out of prison: in a round, which is told of him all the same, or between two, for a player who has left."""
    table, (player, what, amount) = _table(tables, line), part
    session, left = table.prison[player]
    if table.last != line.stream:
        box = _box(table, player)
        box.returned += amount if what == "returned" else 0
    elif what == "returned":
        holder, number = (player, session), numbered(line.stream)
        rows.append(row(line, holder, game=table.game, what="release", number=number, unit=table.unit, returned=amount))
    del table.prison[player]
    if left > amount:
        table.prison[player] = session, left - amount
    elif table.closed and not table.prison:
        del tables[table_of(line.stream)]  # it closed meanwhile, and is over with the last of them


def _started(tables: Tables, line: Line[_Started], _: list[Row]) -> None:
    """A round begins, at a table that is open and has none in play."""
    table = tables[line.stream[7:]]
    if table.closed or table.round is not None:
        raise LookupError(f"the table is closed, or has {table.round} in play")
    table.round = line.event["round"]


def _ended(tables: Tables, line: Line[_Ended], rows: list[Row]) -> None:
    """A round is over: a line for everybody who had something in it."""
    event, table = line.event, tables[line.stream[7:]]
    if event["round"] != table.round:
        raise LookupError(f"{event['round']} is not in play there")
    if table.over != line.recorded:  # what a table says follows from the end of the round, in its commit
        raise LookupError(f"{event['round']} did not end there")
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
    table.boxes, table.round, table.over, table.last = {}, None, -1, event["round"]


STEPS: Final[Mapping[str, RowStep[Tables]]] = {
    "banked.closed.v1": on(Nothing, _closed),
    "banked.opened.v1": on(_Opened, _opened),
    "banked.player_joined.v1": on(_Joined, _joined),
    "banked.player_left.v1": on(_Parted, _parted),
    "banked.round_ended.v1": on(_Ended, _ended),
    "banked.round_started.v1": on(_Started, _started),
    **{kind: RowStep(_moved, moved.fields) for kind, moved in BANKED_MONEY.items() if kind in _READ},
    **{kind: on(_Taken, _taken, BANKED_MONEY[kind].fields) for kind in _SEATS & _READ},
    **{kind: RowStep(_over, BANKED_MONEY[kind].fields if kind in _READ else Nothing) for kind in _ENDS},
}
"""By kind, what it does."""
