"""The games of the roster (``tombo.ledger.roster``), and the one way to follow what is played in one for who shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tombo.ledger import roster
from tombo.ledger.core.entry import Entry, EventBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.said import Told
from tombo.ledger.games.again import FINDING, word
from tombo.ledger.games.game import BankedGame, Game, TableGame
from tombo.ledger.house.moves import Moved
from tombo.ledger.house.rules import BEGINS_ONCE, following, stranger

GAMES: Final[Mapping[str, Game]] = {game.kinds.stream: game for game in roster.games()}
"""By the type of their streams."""
TABLE_GAMES: Final[Mapping[str, TableGame]] = {
    name: game.at_table for name, game in GAMES.items() if game.at_table is not None
}
"""What is played at a table, hand by hand or round by round, by the type of its streams."""
BANKED_GAMES: Final[Mapping[str, BankedGame]] = {
    name: game.banked for name, game in GAMES.items() if game.banked is not None
}
"""What is played against the house, by the type of its streams."""
BANKED_MONEY: Final[Mapping[str, Moved]] = {
    kind: moved for name in BANKED_GAMES for kind, moved in TABLE_GAMES[name].money.items()
}
"""By kind of a round against the house, what it moves."""


def unopened(stream: str, state: Any, event: EventBase) -> Told | None:
    """What is said of ``event`` where it shows a closed card that does not open its commitment; None where it shows none, or all do.

    ``state``: of the hand or round ``stream`` before it, None before the first.
    """
    game = TABLE_GAMES.get(stream.partition(":")[0])
    shows = None if game is None or state is None else game.shows.get(type(event))
    return None if shows is None else next(iter(shows(stream, state, event)), None)


def opened(state: Any, entry: Entry) -> None:
    """Open the commitment of every closed card that ``entry`` shows, before which its hand or round was ``state`` (decision 21).

    Raises:
        OutOfPlaceError: one is not what was dealt there, or does not say what opens it.
    """
    told = unopened(entry.stream, state, entry.event)
    if told is not None:
        raise OutOfPlaceError(
            f"TAMPERED: {entry.kind} at log index {entry.index} ({entry.stream} version {entry.version}) shows what opens no"
            f" commitment ({told.text()}); nothing is shown of it or decided on it; run 'tombo audit', which names the place",
            entry.index,
        )


AFTER_THE_END: Final = "nothing follows its end"
"""Why what goes on with a hand or round stands nowhere behind its end."""


def _in_time(state: Any, entry: Entry) -> None:
    """That ``entry``, before which its hand or round was ``state``, stands before its end, or may stand behind it.

    Raises:
        OutOfPlaceError: it may not: it would change what is shown of what is over.
    """
    game, named = TABLE_GAMES.get(entry.stream.partition(":")[0]), word(entry.kind)
    if game is None or state is None or state.outcome == "open" or named == FINDING:
        return
    if named not in game.behind:
        raise stranger(entry.index, entry.stream, entry.kind, AFTER_THE_END)
    late = game.late.get(type(entry.event))
    told = None if late is None else late(entry.stream, state, entry.event, entry.index)
    if told is not None:
        raise stranger(entry.index, entry.stream, entry.kind, told.text())


def followed(state: Any, entry: Entry) -> Any:
    """The hand or round after ``entry``, before which it was ``state``, for who shows it: no card of it is used unopened.

    Raises:
        OutOfPlaceError: it cannot follow, shows a card that was not dealt so, or stands behind the end, where it may not.
    """
    game = GAMES[entry.stream.partition(":")[0]]
    if entry.version > 1 and isinstance(entry.event, game.kinds.begins):
        raise stranger(entry.index, entry.stream, entry.kind, BEGINS_ONCE)
    with following(entry):
        opened(state, entry)
        _in_time(state, entry)
        return game.evolve(state, entry.event)
