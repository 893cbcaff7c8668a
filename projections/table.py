"""A table as it stood at a log index or an instant: who plays there, and the hand or round in play. Cards are no part of it.

Of poker: seats, stacks and the button; while a hand is played its stacks are the hand's own, between hands the table's. Against
the house: what each has staked in the round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.ids import table_of
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.games.poker.events import Street
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.streets import streets_of
from tombo.ledger.games.poker.turns import pot_total
from tombo.ledger.house.banked.state import BankedTable, banked_stream
from tombo.ledger.house.moves import results
from tombo.ledger.house.rules import following, names_place
from tombo.ledger.house.table.hours import Hours
from tombo.ledger.house.table.state import Table, table_stream
from tombo.ledger.terms.every import BankedTerms
from tombo.ledger.terms.poker import Terms
from tombo.projections.follow import AsOf, absent
from tombo.projections.round.acts import RoundAct, acts

SeatStatus = Literal["in hand", "folded", "all in", "waiting", "resting", "below minimum", "leaving"]

Read = Callable[[str], Sequence[Entry]]


class SeatLine(NamedTuple):
    """A taken seat. ``stack`` is what lies before it now, ``bet`` what it has staked in the hand in play."""

    seat: int
    player: str
    stack: int
    bet: int
    status: SeatStatus
    until: int | None = None
    """Until when it rests, where the rules of the table say how long one does (R806 r.68)."""

    def to_json(self) -> dict[str, object]:
        """Without ``until`` where there is none."""
        return {name: value for name, value in self._asdict().items() if name != "until" or value is not None}


class PlaceLine(NamedTuple):
    """Somebody who plays, on a seat or at the wheel. ``staked`` is all he put into the round in play."""

    player: str
    seat: int | None
    staked: int


class TableState(NamedTuple):
    """A table of poker as of an entry of the log, the newest that concerned it."""

    table: str
    log_index: int
    recorded: int
    terms: Terms
    ruleset: str | None
    """None at the table of a tournament, which has its own rules."""
    tournament: str | None
    closed: bool
    button: int | None
    """None where it has to be drawn (R806 r.46)."""
    seats: tuple[SeatLine, ...]
    hands: int
    """How many hands have begun."""
    hand: str | None
    """The stream of the hand in play."""
    street: Street | None
    pot: int
    """All that is staked in the hand in play."""
    lost: str | None = None
    """Of the hand in play: the entry that cannot follow, up to which it was followed."""
    hours: Hours | None = None
    """Of a session table (R806 r.2m)."""

    def to_json(self) -> dict[str, Any]:
        """Amounts in minor units of its unit."""
        return {
            "table": self.table,
            "log_index": self.log_index,
            "recorded": self.recorded,
            "ruleset": f"of tournament {self.tournament}" if self.ruleset is None else self.ruleset,
            "unit": self.terms.unit.model_dump(),
            "closed": self.closed,
            "button": self.button,
            "hands": self.hands,
            "hand": self.hand,
            "street": self.street,
            "pot": self.pot,
            "seats": [line.to_json() for line in self.seats],
            **(self._session() if self.hours else {}),
            **({"tampered": self.lost} if self.lost else {}),
        }

    def _session(self) -> dict[str, object]:
        hours = self.hours or Hours(0, 0)
        return {
            "session": {"starts": hours.starts, "ends": hours.ends, "registered": sorted(hours.registered)},
        }


class BankedState(NamedTuple):
    """A table against the house as of an entry of the log, the newest that concerned it."""

    table: str
    log_index: int
    recorded: int
    terms: BankedTerms
    ruleset: str
    closed: bool
    places: tuple[PlaceLine, ...]
    """In the order in which they came."""
    rounds: int
    """How many rounds have begun."""
    round: str | None
    """The stream of the round in play."""
    staked: int
    """All that is staked in it, by whoever left his place as well."""
    lost: str | None = None
    """Of the round in play: the entry that cannot follow, up to which it was followed."""

    def to_json(self) -> dict[str, Any]:
        """Amounts in minor units of its unit."""
        return {
            "table": self.table,
            "game": self.terms.game,
            "log_index": self.log_index,
            "recorded": self.recorded,
            "ruleset": self.ruleset,
            "unit": self.terms.unit.model_dump(),
            "closed": self.closed,
            "rounds": self.rounds,
            "round": self.round,
            "staked": self.staked,
            "places": [place._asdict() for place in self.places],
            **({"tampered": self.lost} if self.lost else {}),
        }


def table_state(table: str, read: Read, as_of: AsOf = AsOf()) -> TableState:  # noqa: B008
    """The table of poker named ``table``, folded from what ``read`` gives of its stream and of the hand in play.

    Raises:
        NotFoundError: the ledger had no such table by then.
        OutOfPlaceError: an entry of the table itself cannot follow.
    """
    state: Table
    state, newest = _folded(table_stream(table), read, as_of)
    played, lost = _followed(table_stream(table), state.hand, read, as_of)
    hand: Hand | None = None
    for act in played:
        hand, newest = act.after, act.entry
    return TableState(
        table=table,
        log_index=newest.index,
        recorded=newest.recorded,
        terms=state.terms,
        ruleset=None if state.ruleset is None else state.ruleset.id,
        tournament=state.tournament,
        closed=state.closed,
        button=state.button,
        seats=_lines(state, hand),
        hands=state.number,
        hand=None if lost and hand is None else state.hand,
        street=None if hand is None else streets_of(hand.terms)[hand.street],
        pot=0 if hand is None else pot_total(hand),
        lost=lost,
        hours=state.hours,
    )


def banked_state(table: str, read: Read, as_of: AsOf = AsOf()) -> BankedState:  # noqa: B008
    """The table against the house named ``table``, folded from what ``read`` gives of its stream and of the round in play.

    Raises:
        NotFoundError: the ledger had no such table by then.
        OutOfPlaceError: an entry of the table itself cannot follow.
    """
    state: BankedTable
    state, newest = _folded(banked_stream(table), read, as_of)
    played, lost = _followed(banked_stream(table), state.round, read, as_of)
    staked = {found.player: found.totals.get("staked", 0) for found in results(m for act in played for m in act.moves)}
    newest = max((newest, *(act.entry for act in played)), key=lambda entry: entry.index)
    return BankedState(
        table=table,
        log_index=newest.index,
        recorded=newest.recorded,
        terms=state.terms,
        ruleset=state.ruleset.id,
        closed=state.closed,
        places=tuple(PlaceLine(place.player, place.seat, staked.get(place.player, 0)) for place in state.places),
        rounds=state.number,
        round=None if lost and not played else state.round,
        staked=sum(staked.values()),
        lost=lost,
    )


def _followed(table: str, stream: str | None, read: Read, as_of: AsOf) -> tuple[list[RoundAct[Any]], str | None]:
    """The acts of the hand or round that is in play at ``table``, as far as they can be followed, and what is said of the first that cannot.

    Nothing of one that is no hand or round of that table, or has no entry: a door begins both in one commit.
    """
    done: list[RoundAct[Any]] = []
    if stream is None:
        return done, None
    whole = read(stream) if _is_its_own(table, stream) else ()
    if not whole:
        return done, _of_another(table, stream, read, as_of)
    try:
        for act in acts(played) if (played := [one for one in whole if as_of.reaches(one)]) else ():
            done.append(act)  # noqa: PERF402  # those before one that raises are kept
    except OutOfPlaceError as error:
        return done, str(error)
    return done, None


def _is_its_own(table: str, stream: str) -> bool:
    """Whether ``stream`` is of a hand or round that is played at ``table``, by the names of both."""
    game = TABLE_GAMES.get(stream.partition(":")[0])
    return game is not None and table == f"{game.table}:{table_of(stream)}"


def _of_another(table: str, stream: str, read: Read, as_of: AsOf) -> str:
    """What is said of the entry of ``table`` by which ``stream`` is in play there, which is none of its hands or rounds."""
    entry = next(
        one
        for one in reversed(_in_play(table, read, as_of))
        if stream in {getattr(one.event, name, None) for name in ("hand", "round")}
    )
    return (
        f"TAMPERED: {entry.kind} at log index {entry.index} ({table}) has {stream} in play, which is no hand or round of that table"
        f" that ever began; nothing is shown of it; run {names_place(table)}"
    )


def _folded(stream: str, read: Read, as_of: AsOf) -> tuple[Any, Entry]:
    """The state of a table's ``stream`` then, and the newest entry in it.

    Raises:
        NotFoundError: it has none by then.
        OutOfPlaceError: an entry that cannot follow those before it.
    """
    kind, _, table = stream.partition(":")
    state, newest = None, None
    for entry in _in_play(stream, read, as_of):
        with following(entry):
            state, newest = EVOLVE[kind](state, entry.event), entry
    if newest is None:
        first = next(iter(read(stream)), None)
        raise absent("table", table, None if first is None else (first.index, first.recorded))
    return state, newest


def _in_play(stream: str | None, read: Read, as_of: AsOf) -> list[Entry]:
    """The entries of ``stream`` that there were then."""
    return [entry for entry in read(stream) if as_of.reaches(entry)] if stream else []


def _lines(table: Table, hand: Hand | None) -> tuple[SeatLine, ...]:
    lines = []
    for taken in table.seats:
        stack, bet, until = taken.stack, 0, None
        status: SeatStatus = "waiting"
        if hand is not None and taken.seat in hand.seats:
            position = hand.seats.index(taken.seat)
            stack = hand.stacks[position] or 0
            bet = hand.staked[position] + hand.antes[position] + hand.deads[position]
            status = "in hand" if hand.live[position] else "folded"
            if hand.live[position] and hand.all_in[position]:
                status = "all in"
        elif taken.sitting_out:
            status, until = "resting", taken.rests_until
        elif taken.stack < table.terms.min_bet:
            status = "below minimum"  # R806 r.15: a top-up before the next hand
        lines.append(SeatLine(taken.seat, taken.player, stack, bet, "leaving" if taken.leaving else status, until))
    return tuple(lines)
