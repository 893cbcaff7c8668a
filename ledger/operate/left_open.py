"""What a standstill left open: every hand and round in play at a table, what the rules make of it, and what a table passed over."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple

from tombo.ledger.checked.played import PassedOver, goes_on, passed_over
from tombo.ledger.core.command import View
from tombo.ledger.core.errors import FaultError, OutOfPlaceError
from tombo.ledger.core.ids import type_of
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.house.incident.decide import in_play, is_there
from tombo.ledger.house.rules import OUT_OF_PLACE, names_place
from tombo.ledger.kinds import IN_PLAY
from tombo.ledger.live.ledger import Ledger


class LeftOpen(NamedTuple):
    """A hand or round in play, by stream and version, and what the rules make of it while nobody plays on."""

    hand: str
    version: int
    due: Literal["settle", "void"] | None
    """None where that cannot be computed."""
    lost: OutOfPlaceError | FaultError | None = None
    """Then which entry cannot follow, and why; or what was raised, where nothing says that an entry is at fault."""

    @property
    def is_played(self) -> bool:
        """Whether it is a hand or round; else what is told is of a table, or of what is neither, and nothing of it is left open."""
        return type_of(self.hand) in TABLE_GAMES


def left_open(ledger: Ledger, listed: Collection[str] = ()) -> list[LeftOpen]:
    """The hands and rounds in play, in order of their tables, and what is due of each; then those a table passed over. Reads only.

    ``listed``: what was in play once, as an incident says. What of it no table knows of any more and is not over is told as well.
    """
    view = ledger.view()
    passed = {one.played: one for kind in IN_PLAY for one in passed_over(ledger.store, kind)}
    lost = {name: _lost(view, one) for name, one in passed.items() if is_there(view, one.table, one.played)}
    found = [lost.pop(stream, None) or _left(view, table, stream) for table, stream in in_play(view, None)]
    known = [one for one in found if one is not None] + [*lost.values()]
    hidden = set(listed) - {one.hand for one in known}
    return known + [
        _hidden(view, name) for name in sorted(hidden) if view.version(name) and goes_on(ledger.store, name)
    ]


def _hidden(view: View, stream: str) -> LeftOpen:
    """What is told of a hand that was in play when an incident listed it, and is not over, and that its table does not name any more."""
    if type_of(stream) in TABLE_GAMES:
        said = (
            f"TAMPERED: {stream} is not over, and its table has others in play or none: no door wrote that; nothing is decided on it; run"
            " 'tombo reconcile' of the day it began, which names it as unfinished"
        )
    else:
        said = (
            f"TAMPERED: an incident lists {stream}, which is no hand and no round: no door wrote that; nothing is decided on it; run"
            " 'tombo reconcile' of the day of the incident, which names it as listed without an end"
        )
    return LeftOpen(stream, view.version(stream), None, OutOfPlaceError(said))


def _lost(view: View, passed: PassedOver) -> LeftOpen:
    """What is told of a hand that its table passed over: what it would leave its seats with is not what lies there."""
    table, stream, at = passed
    said = (
        f"TAMPERED: {stream} is not over, and log index {at} of {table} says that it is: no door wrote that; nothing is decided on it; run"
        " 'tombo reconcile' of the day it began, which names it as unfinished"
    )
    return LeftOpen(stream, view.version(stream), None, OutOfPlaceError(said, at))


def _left(view: View, table: str, stream: str) -> LeftOpen | None:
    """What ``table`` has in play, and what is due of it; None where it was ended meanwhile.

    Of one that is not there, or was over before the table began it again, the table itself is told: no hand is left open of it.

    Raises:
        TamperedError: what was read is not what was sealed: then nothing is decided, of any hand.
    """
    game = TABLE_GAMES.get(type_of(stream))
    if game is None or game.table != type_of(table) or not is_there(view, table, stream):
        said = f"TAMPERED: {table} has {stream} in play, and there is none at that table; run {names_place(table)}"
        return LeftOpen(table, view.version(table), None, OutOfPlaceError(said))
    version = view.version(stream)
    try:
        over = getattr(view(stream), "outcome", "open") != "open"
        try:
            view(table)  # without which it cannot be ended
        except OutOfPlaceError as error:
            if not over:
                raise
            return LeftOpen(table, view.version(table), None, error)
        return _ended_alone(view, table, stream) if over else LeftOpen(stream, version, _due(view, stream))
    except OutOfPlaceError as error:
        return LeftOpen(stream, version, None, error)
    except OUT_OF_PLACE as error:
        return LeftOpen(stream, version, None, fault(error))


def _ended_alone(view: View, table: str, stream: str) -> LeftOpen | None:
    """What is told of what its own stream ended, and its table did not; None where the table did by now, as a door does with one commit."""
    if view.in_play(type_of(table)).get(table) != stream:
        return None
    said = f"TAMPERED: {stream} is over, and {table} has it in play: no door wrote that; nothing is decided on it; run {names_place(table)}"
    return LeftOpen(stream, view.version(stream), None, OutOfPlaceError(said))


def _due(view: View, stream: str) -> Literal["settle", "void"]:
    ending, state = TABLE_GAMES[type_of(stream)].ending, view(stream)
    return "settle" if ending.fixed(state) or ending.fixed_by_cards(state, view.openings(stream)) else "void"


def fault(error: Exception) -> FaultError:
    """What is said where deciding raised ``error``; not its own words, which may hold a closed card."""
    fault = FaultError(
        f"not decided: computing its end raised {type(error).__name__}, which nobody planned; nothing of it was recorded. 'tombo audit' and"
        " 'tombo verify' say whether the record is whole; please report it"
    )
    fault.__cause__ = error
    return fault
