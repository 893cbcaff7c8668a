"""What waits after an error: a command whose predecessor was not recorded is not decided until that one comes again.

A platform sends commands without waiting for each answer. Where the store fails one of them, those behind it would be decided
on a state that lacks it: refused for nothing, or accepted wrongly. So its places wait: the table of a hand or round, an account,
whatever the command would have added to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tombo.ledger.core.command import Decision, Envelope
from tombo.ledger.core.errors import NotDecidedError
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.every import BANKED_GAMES, TABLE_GAMES
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.live.batch import Round

_TABLES: Final = {name: game.table for name, game in TABLE_GAMES.items()}
"""By type of stream of a hand or round, the type of its table's."""
_WAITS: Final = frozenset({*_TABLES, *_TABLES.values(), "account", "session", "tournament"})
"""The types of stream that belong to one table, player or tournament: whoever waits there holds up nobody else."""
_NAMES: Final = {
    **{field: (field,) for field in ("hand", "session", "tournament")},
    "player": ("account",),
    "round": tuple(BANKED_GAMES)[:1],
    "table": ("table", "banked"),
}
"""By field of a command, the types of stream that its value may name; a round belongs to its banked table, whichever game it is said to be of."""
MISSING_MAX: Final = 10_000
"""So many commands are kept in order. Of what is lost beyond, a place that waits already keeps nothing more."""


def place_of(stream: str) -> str:
    """Where ``stream`` belongs: a hand or round to its table, so that the next one waits too; any other to itself."""
    game, _, name = stream.partition(":")
    table = _TABLES.get(game)
    return stream if table is None else f"{table}:{name.rpartition('/')[0]}"


class HeldCommands:
    """The commands that are missing, in the order in which they are to come again, each with the places that wait for it.

    One that comes again is decided as soon as no earlier one is missing at its places. There is one order for all places,
    so that the earliest can always be decided, and no two wait for each other. What a round adds counts once the round is told;
    one that is thrown away and decided again leaves nothing behind.
    """

    def __init__(self) -> None:
        self._missing: dict[str, tuple[int, frozenset[str]]] = {}
        """By command id its place in the order, and the places that wait for it."""
        self._at: dict[str, set[str]] = {}
        """By place the commands it waits for."""
        self._held = 0

    def lost(self, round_: Round) -> None:
        """``round_`` was not recorded, by no fault of its commands: they are missing, those too that it refused."""
        drafts = () if round_.inscribes else round_.batch.drafts  # what happened elsewhere rests on nothing
        added = (
            (position, command_id, places_of(draft.stream for draft in drafts[first : first + count]))
            for command_id, (position, first, count) in round_.pending.items()
        )
        refused = (
            (position, command_id, _waiting(looked_at)) for command_id, (position, looked_at) in round_.final.items()
        )
        for _, command_id, places in sorted((*added, *refused)):
            self._hold(command_id, places)
        self._take_up(round_)

    def told(self, round_: Round) -> None:
        """The outcomes of ``round_`` are known: its commands are missing no more, except those that it could not decide."""
        if self._missing:
            self.settle((*round_.pending, *round_.final))
        self._take_up(round_)

    def settle(self, command_ids: Iterable[str]) -> None:
        """What became of ``command_ids`` is known for good: recorded or refused."""
        for command_id in command_ids:
            _, places = self._missing.pop(command_id, (0, frozenset[str]()))
            for place in places:
                self._at[place].discard(command_id)
                if not self._at[place]:
                    del self._at[place]

    def before(
        self, command_id: str, looked_at: Iterable[str], outcome: Decision | Refused, round_: Round
    ) -> Missing | None:
        """The first that is missing where ``command_id``, on its way to ``outcome``, would be decided; None where it may be.

        What is decided already, in ``round_`` or in the one below it, is not missing there.
        """
        below = round_.below
        if not (self._missing or round_.undecided or (below is not None and below.undecided)):
            return None
        undecided = (*(below.undecided.items() if below else ()), *round_.undecided.items())
        added = (stream for stream, _ in outcome.events) if isinstance(outcome, Decision) else ()
        places = places_of((*looked_at, *added))
        there = {each for place in places for each in self._at.get(place, ()) if not round_.decides(each)}
        first = min(there, key=self._missing.__getitem__, default=None)
        own = self._missing.get(command_id)
        if first is not None and (own is None or self._missing[first] < own):
            return Missing(first, places & self._missing[first][1])
        if own is not None:
            return None
        for missing, where in undecided:
            if missing == command_id:
                return None
            if not (places.isdisjoint(where) or round_.decides(missing)):
                return Missing(missing, places & where)
        return None

    def _take_up(self, round_: Round) -> None:
        for command_id, places in round_.undecided.items():
            self._hold(command_id, places)

    def _hold(self, command_id: str, places: frozenset[str]) -> None:
        """``command_id`` is missing at ``places``, in its order, or else the last.

        A confirmation of the clock holds up nobody, its signer neither: one that came too late is never recorded.
        """
        if LOG_STREAM in places or not places:
            return
        if command_id not in self._missing and len(self._missing) >= MISSING_MAX and places <= self._at.keys():
            return
        self._held += 1
        order, known = self._missing.get(command_id, (self._held, frozenset[str]()))
        self._missing[command_id] = order, known | places
        for place in places:
            self._at.setdefault(place, set()).add(command_id)


class Missing(NamedTuple):
    """A command that is missing, and the places at which another waits for it."""

    command_id: str
    places: frozenset[str]

    def puts_off(self, command_id: str, round_: Round) -> NotDecidedError:
        """What ``command_id`` is answered in ``round_``, being missing now as well."""
        round_.undecided[command_id] = self.places
        return NotDecidedError(
            f"not decided, because the command {self.command_id} before it was answered with an error and not recorded: "
            f"{min(self.places)} waits for it; send {self.command_id} again, then what came after it, in order, this one included"
        )


def places_of(streams: Iterable[str]) -> frozenset[str]:
    """Where ``streams`` belong."""
    return frozenset(place_of(stream) for stream in streams)


def waited_for(job: Envelope, looked_at: Iterable[str]) -> frozenset[str]:
    """The places that wait for ``job``, of which nobody knows what it would have added to: what it names and what it looked at."""
    return _waiting(looked_at) | places_of(_named(job))


def _waiting(looked_at: Iterable[str]) -> frozenset[str]:
    return places_of(stream for stream in looked_at if stream.partition(":")[0] in _WAITS)


def _named(job: Envelope) -> Iterator[str]:
    """The streams of play and money that a command names."""
    for field, types in _NAMES.items():
        name = getattr(job.command, field, None)
        if isinstance(name, str):
            yield from (f"{type_}:{name}" for type_ in types)
