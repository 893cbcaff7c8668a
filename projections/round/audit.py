"""Every hand and round of a ledger replayed in bulk, from stored bytes: decoded, folded, paid again.

Memory holds what is in play and nothing of what is over, but the number of each table's last round, and spins that leave
stakes in prison: the next spin of their table decides those. The rows are a ``CheckedStore``'s: each is the one that was sealed at
its place and none is missing, so nothing is hashed again here. Openings are the verifier's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, Generic, NamedTuple, TypeVar

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from ledger.core.entry import EventBase
from ledger.core.errors import MalformedError, TamperedError
from ledger.games.every import BANKED_GAMES, GAMES, TABLE_GAMES
from ledger.games.game import Carry, TableGame
from ledger.house.rules import OUT_OF_PLACE
from ledger.seal.entry import HEADER_SIZE

E = TypeVar("E")
Row = tuple[int, str, int, str, bytes]
"""Log index, stream, version, kind, state."""
Read = Callable[[bytes], Mapping[str, Any]]


class Audited(NamedTuple):
    """A hand or round that is over, and where its record is not what the rules give; no ``differences`` where all of it is."""

    stream: str
    ended: int
    """The log index of the entry that ended it."""
    outcome: str
    differences: tuple[str, ...]


@with_config(ConfigDict(strict=True, extra="ignore"))
class _Said(TypedDict, Generic[E]):
    """What a replay needs of a body. Who asked, and when, it passes over, which halves the cost of decoding."""

    event: E


def _reads(union: Any) -> Read:
    """The reader of bodies whose events are of ``union``."""
    read: Read = TypeAdapter(_Said[Annotated[union, Field(discriminator="kind")]]).validate_json
    return read


ENDS: Final = frozenset({"settled", "voided"})
"""The words of the kinds that end a hand or round."""


_FINDINGS: Final = frozenset({"finding_recorded"})
_BEHIND: Final[Mapping[str, frozenset[str]]] = {"hand": _FINDINGS | {"action_refused", "cards_shown"}}
"""By type of stream: the words of the kinds that may follow an end, where it is more than findings about it."""


@cache
def _word(kind: str) -> str:
    """``settled`` of ``hand.settled.v1``."""
    return kind.split(".")[1]


_READS: Final[Mapping[str, Read]] = {name: _reads(GAMES[name].kinds.events) for name in TABLE_GAMES}
"""By type of stream, which is also how its kinds begin."""
_CARRIES: Final = {name: game.carry for name, game in BANKED_GAMES.items()}


@dataclass(slots=True)
class _Play:
    """What is known of a hand or round so far. ``ended`` is the log index of its end, None before."""

    kept: Any = None
    ended: int | None = None
    found: tuple[str, ...] = ()
    """What its opening says that it may not."""
    outcome: str = "open"


class _Plan(NamedTuple):
    """What is done with a kind: of which game, what that carries over, the event that begins a round there, and the word if it ends one."""

    game: TableGame
    carry: Carry | None
    begins: type[EventBase]
    ends: str | None


@cache
def _plan(kind: str) -> _Plan:
    sort, word = kind.partition(".")[0], _word(kind)
    return _Plan(TABLE_GAMES[sort], _CARRIES.get(sort), GAMES[sort].kinds.begins, word if word in ENDS else None)


def audit(rows: Iterable[Row], types: Collection[str] = TABLE_GAMES.keys()) -> Iterator[Audited]:
    """Each hand and round of a ledger as it ends, in log order; only those of these ``types`` of stream.

    A spin that leaves stakes in prison is told once its table spins again, or at the end. What is shown after the end of a
    hand changes no payout. ``rows`` may begin anywhere: what has its first entry elsewhere is passed over.

    Raises:
        MalformedError: bytes that do not parse.
    """
    auditor = Auditor()
    for row in rows:
        index, stream, version, kind, state = row
        game = kind.partition(".")[0]
        if game in types:
            event = _event(_READS[game], state[HEADER_SIZE:], f"log index {index}: {stream} version {version}")
            yield from auditor.step(row, event)
    yield from auditor.rest()


class Auditor:
    """The audit an entry at a time, for who decodes the entries himself: the next row of a hand or round, and its event."""

    def __init__(self) -> None:
        self._in_play: dict[str, _Play] = {}
        self._over: dict[str, tuple[int, str]] = {}

    def step(self, row: Row, event: Any) -> Sequence[Audited]:
        """What is over with this entry."""
        index, stream, version, kind, _ = row
        game, carry, begins, ends = _plan(kind)
        play = self._in_play.pop(stream, None)
        if play is None:
            if version > 1:
                return tuple(_after_the_end(self._over, stream, index, kind))
            play = _Play()
        told: tuple[Audited, ...] = ()
        if carry is not None and isinstance(event, begins):
            play.found = _left_by_nobody(carry, self._in_play, self._over, stream, event)
            told = tuple(self._left_before(game, carry, stream, event))
        if play.ended is None and ends is not None:
            play.ended, play.outcome = index, ends
        try:
            kept = play.kept = game.keep(play.kept, event)
            if play.ended is not None and not (carry is not None and carry.left(kept)):
                _is_over(self._over, stream, play.outcome)
                return (*told, Audited(stream, play.ended, play.outcome, (*play.found, *game.differences(kept))))
        except (TamperedError, *OUT_OF_PLACE) as error:  # what an event key sealed, and no door wrote
            return (*told, Audited(stream, index, play.outcome, (_not_playable(stream, index, kind, error),)))
        self._in_play[stream] = play
        return told

    def rest(self) -> Iterator[Audited]:
        """At the end: the spins that are over and left stakes in prison."""
        for stream, play in self._in_play.items():
            if play.ended is not None:
                differences = TABLE_GAMES[stream.partition(":")[0]].differences
                yield Audited(stream, play.ended, play.outcome, (*play.found, *differences(play.kept)))

    def _left_before(self, game: TableGame, carry: Carry, stream: str, opened: Any) -> Iterator[Audited]:
        """The round before, where it left something: all of it has to be in the next one's."""
        before = f"{stream.rpartition('/')[0]}/{opened.number - 1}"
        if before not in self._in_play or self._in_play[before].ended is None:
            return
        play = self._in_play.pop(before)
        found = (*play.found, *game.differences(play.kept), *carry.taken(carry.left(play.kept), opened))
        _is_over(self._over, before, play.outcome)
        yield Audited(before, play.ended or 0, play.outcome, found)

    def open(self) -> Iterator[str]:
        """The hands and rounds that are in play."""
        return (stream for stream, play in self._in_play.items() if play.ended is None)


def _not_playable(stream: str, index: int, kind: str, error: Exception) -> str:
    said = f"{type(error).__name__}: {str(error)[:200]}"
    return f"{stream}: cannot be computed again: {kind} at log index {index} cannot follow what is on record ({said})"


def _event(read: Read, body: bytes, place: str) -> Any:
    try:
        return read(body)["event"]
    except ValidationError as error:
        said = error.errors(include_input=False, include_url=False)[0]["msg"]
        raise MalformedError(f"{place}: {said}; run 'tombo verify'") from error


def _is_over(over: dict[str, tuple[int, str]], stream: str, outcome: str) -> None:
    """Remember of a table the last hand or round that is over."""
    table, number = _numbered(stream)
    over[table] = number, outcome


def _numbered(stream: str) -> tuple[str, int]:
    """The table of a hand or round, by the beginning of its stream, and the number there; 0 where the name has none."""
    table, _, number = stream.rpartition("/")
    return table, int(number) if number.isdecimal() else 0


def _after_the_end(over: Mapping[str, tuple[int, str]], stream: str, index: int, kind: str) -> Iterator[Audited]:
    """An entry of what is over: nothing follows the end of a round but what a player has in prison, and findings about it.

    Of a hand, cards are shown behind its end, and tries told that were refused.
    """
    if _word(kind) in _BEHIND.get(kind.partition(".")[0], _FINDINGS):
        return
    table, number = _numbered(stream)
    last, outcome = over.get(table, (0, ""))
    if 0 < number <= last:
        yield Audited(
            stream, index, outcome, (f"{stream}: {kind} after its end, which nothing follows (log index {index})",)
        )


def _left_by_nobody(
    carry: Carry, in_play: Mapping[str, _Play], over: Mapping[str, tuple[int, str]], stream: str, opened: Any
) -> tuple[str, ...]:
    """What a round takes over at its opening that the one before is known not to have left there."""
    table = stream.rpartition("/")[0]
    known = opened.number == 1 or over.get(table, (0, ""))[0] == opened.number - 1
    return tuple(carry.taken([], opened)) if known and f"{table}/{opened.number - 1}" not in in_play else ()
