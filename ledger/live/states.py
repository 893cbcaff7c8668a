"""What the doors know between commits: the newest state of each stream, advanced only after a commit.

``StateCache`` is bounded and may be thrown away at any time. ``BatchView`` lies over it while a batch is decided, so that
commands of one stream are decided in order, each on the state the earlier ones leave (architecture, decision 12).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.checked import CheckedStore
from tombo.ledger.checked.known import Believed
from tombo.ledger.core.command import EntryPlace, Opening
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import KeyFileError, NotFoundError, OutOfPlaceError
from tombo.ledger.core.words import Words
from tombo.ledger.games.every import BANKED_GAMES, opened
from tombo.ledger.house.rules import following, unkept
from tombo.ledger.kinds import CLOSED_TYPES, IN_PLAY, PLAYED, check_place
from tombo.ledger.seal.entry import ZERO32
from tombo.ledger.seal.sealed_opening import OpeningKey, committed_slots


class StreamState(NamedTuple):
    """A stream at its newest known version: 0, ZERO32 and None where it has no entry yet."""

    version: int
    hash: bytes
    state: Any


UNKNOWN: Final = StreamState(0, ZERO32, None)

MOVED_MAX: Final = 2_048
"""So many streams that other writers moved are told apart; before them anything may have moved."""


SealWords = Callable[[str, str | None, tuple[str, int, str]], Words]
"""Seals words about a person, or about nobody, for a field: stream, version, name."""
ALL_IN_PLAY: Final = "in play:"
"""What a decision rests on that looks at everything in play: as a stream's name would be, but none has it."""

BEGIN_OR_END: Final = frozenset(kind for kinds in IN_PLAY.values() for kind in kinds)
"""The kinds by which what is in play changes."""


class NeedsCommitError(Exception):
    """A decision asks for the place of an entry that is not committed yet; the batch is cut before it."""


def type_of(stream: str) -> str:
    """The type of a stream: ``hand`` of ``hand:mesa-1/42``."""
    return stream.partition(":")[0]


class StateCache:
    """Newest states by stream, read from checked entries when missing, the least recently used thrown away.

    Of hands and rounds that are over only the newest are kept: whoever shows his cards late, and the next round of a table,
    look back at those. So memory follows what is in play, not what was played.
    """

    def __init__(
        self, store: CheckedStore, opening_key: OpeningKey | None = None, size_max: int = 20_000, over_max: int = 1_000
    ) -> None:
        self.store = store
        self._opening_key = opening_key
        self._size_max = size_max
        self._over_max = over_max
        self._over: OrderedDict[str, None] = OrderedDict()
        """The hands and rounds known that are over, the oldest first."""
        self._states: OrderedDict[str, StreamState] = OrderedDict()
        self._openings: dict[str, dict[int, Opening]] = {}
        self._moved: OrderedDict[str, int] = OrderedDict()
        """The streams that other writers added to, the oldest first, with the log index of the last such entry."""
        self._told_from = 0
        """From this log index on all of them are there."""
        store.hear(self._take)

    def get(self, stream: str) -> StreamState:
        """The newest known state of ``stream``."""
        known = self._states.get(stream)
        if known is None:
            known = self.load(stream)
            self.put(stream, known)
        else:
            self._states.move_to_end(stream)
        return known

    def __contains__(self, stream: str) -> bool:
        return stream in self._states

    def load(self, stream: str, lte: int | None = None) -> StreamState:
        """``stream`` folded from its stored entries, up to version ``lte`` if given.

        Raises:
            OutOfPlaceError: an entry of it cannot follow those before it.
        """
        version, entry_hash, state = UNKNOWN
        for entry in self.store.entries(stream, lte=lte):
            version, entry_hash, state = entry.version, entry.hash, _after(self.store, state, entry)
        return StreamState(version, entry_hash, state)

    def version(self, stream: str) -> int:
        """The newest known version of ``stream``, which is not folded for that: one of its entries may be one that cannot follow."""
        known = self._states.get(stream)
        if known is not None:
            return known.version
        row = self.store.last_row(stream)
        return row.version if row else 0

    def put(self, stream: str, known: StreamState) -> None:
        """Remember ``known``, only what is committed, unless more is known already."""
        states = self._states
        before = states.get(stream)
        if before is not None and before.version > known.version:
            return
        states[stream] = known
        states.move_to_end(stream)
        if len(states) > self._size_max:
            self.drop([next(iter(states))])
        if getattr(known.state, "outcome", "open") != "open":
            self._over[stream] = None
            self._over.move_to_end(stream)
            if len(self._over) > self._over_max:
                self.drop([next(iter(self._over))])

    def drop(self, streams: Iterable[str]) -> None:
        """Forget ``streams``: somebody else may have moved them on."""
        for stream in streams:
            self._states.pop(stream, None)
            self._openings.pop(stream, None)
            self._over.pop(stream, None)

    def clear(self) -> None:
        """Forget everything."""
        self._states.clear()
        self._openings.clear()
        self._over.clear()

    def moved(self, reads: Iterable[str], since: int) -> bool:
        """Whether another writer added to one of ``reads`` from the log index ``since`` on.

        A new stream counts as ``type:`` too, a hand or round that began or ended as ``ALL_IN_PLAY``.
        """
        return since < self._told_from or any(self._moved.get(stream, -1) >= since for stream in reads)

    def _take(self, believed: Believed) -> None:
        """Another writer's entry: a state that is known moves on with it, whatever its stream's length."""
        row = believed.row
        names = [row.stream]
        if row.version == 1:
            names.append(f"{type_of(row.stream)}:")
        if row.kind in BEGIN_OR_END:
            names.append(ALL_IN_PLAY)
        for name in names:
            self._moved[name] = row.index
            self._moved.move_to_end(name)
        while len(self._moved) > MOVED_MAX:
            self._told_from = self._moved.popitem(last=False)[1] + 1
        known = self._states.get(row.stream)
        if known is not None and row.version > known.version:
            try:
                state = _after(self.store, known.state, self.store.entry(row))
            except OutOfPlaceError:  # whoever asks for it folds it from the start, and hears of it
                self.drop([row.stream])
                return
            self._states[row.stream] = StreamState(row.version, believed.hash, state)
            self._openings.pop(row.stream, None)

    def is_stale(self, stream: str) -> bool:
        """Whether the store has another version of ``stream`` than is known here: a hint, of which nothing is believed."""
        known = self._states.get(stream)
        if known is None:
            return False
        row = self.store.unchecked.last_row(stream)
        return (row.version if row else 0) != known.version

    def openings(self, stream: str) -> dict[int, Opening]:
        """The openings kept for ``stream``, by slot."""
        found = self._openings.get(stream)
        if found is None:
            found = self._openings[stream] = self.read_openings(stream)
        return found

    def read_openings(self, stream: str) -> dict[int, Opening]:
        """The openings stored for ``stream``, by slot: of every commitment one, which opens it.

        A card that is hidden for a moment would decide as much as one that is changed: a card dealt twice, a decided round void.

        Raises:
            OutOfPlaceError: one is not there, which says nothing of other hands.
            TamperedError: one is not what was committed to.
            KeyFileError: there are some, and no key to open them.
        """
        if type_of(stream) not in CLOSED_TYPES:
            return {}
        committed = {slot: one.index for one in self.store.entries(stream)[::-1] for slot in committed_slots(one)}
        if not committed:
            return {}
        if self._opening_key is None:
            raise KeyFileError(
                f"the closed cards of {stream} are needed, and there is no key to open them; expected openings.key beside the"
                " event keys: bring it from the host that has it, or from a backup"
            )
        found = self.store.opened(stream, self._opening_key)
        if hidden := sorted(committed.keys() - found.keys()):
            raise unkept(stream, hidden, committed[hidden[0]])
        return found

    def add_openings(self, stream: str, openings: Sequence[Opening]) -> None:
        """Remember openings just committed."""
        self._openings.setdefault(stream, {}).update((opening.slot, opening) for opening in openings)

    def place(self, stream: str, version: int) -> EntryPlace:
        """Where an entry stands in the log.

        Raises:
            NotFoundError: there is no such entry.
        """
        found = self.store.entries(stream, gt=version - 1, lte=version)
        if not found:
            raise NotFoundError(f"{stream} has no version {version}")
        return EntryPlace(found[0].index, found[0].hash)


def _after(store: CheckedStore, state: Any, entry: Entry) -> Any:
    """The state of its stream after ``entry``, before which it was ``state``.

    Raises:
        OutOfPlaceError: it cannot follow, or shows a card to decide on that was not dealt so.
    """
    game = type_of(entry.stream)
    if game in {"key", "log"} and store.passes_over(state, entry):
        return state  # what keys are revoked by: whoever stole one must not keep it from that
    with following(entry):
        check_place(entry)
        if game in BANKED_GAMES:  # by the cards its state shows; a hand of poker the door settles by the openings alone
            opened(state, entry)
        return EVOLVE[game](state, entry.event)


class Lists(Protocol):
    """What is committed, by type of stream."""

    def streams(self, kind: str) -> list[str]:
        """The streams of a type, in order of name."""
        ...

    def in_play(self, kind: str) -> dict[str, str]:
        """The hands or rounds in play, by table, at those of a type."""
        ...


class BatchView:
    """The ``View`` of deciders: ``StateCache``, over it what a commit under way adds (``below``), and on top what the batch adds."""

    def __init__(
        self,
        known: StateCache,
        entropy: Callable[[int], bytes],
        lists: Lists,
        below: BatchView | None = None,
        seal_words: SealWords | None = None,
    ) -> None:
        self._known = known
        self._seal_words = seal_words
        self.below = below
        self._entropy = entropy
        self._lists = lists
        self.ahead: dict[str, StreamState] = {}
        self.openings_ahead: dict[str, dict[int, Opening]] = {}
        self.looked_at: set[str] = set()
        """What the decision at hand rests on: streams, and as ``type:`` the list of all of a type."""

    def at(self, stream: str) -> StreamState:
        """State and head of ``stream``, the batch's own included."""
        found = self.ahead.get(stream)
        if found is None and self.below is not None:
            found = self.below.ahead.get(stream)
        return found if found is not None else self._known.get(stream)

    def is_ahead(self, stream: str) -> bool:
        """Whether more is decided about ``stream`` than is known to be durable."""
        return stream in self.ahead or (self.below is not None and stream in self.below.ahead)

    def __call__(self, stream: str) -> Any:
        """The state of ``stream``, the batch's own included."""
        self.looked_at.add(stream)
        return self.at(stream).state

    def version(self, stream: str) -> int:
        """The newest version of ``stream``."""
        self.looked_at.add(stream)
        return self.at(stream).version if self.is_ahead(stream) else self._known.version(stream)

    def place(self, stream: str, version: int) -> EntryPlace:
        """Where an entry stands in the log.

        Raises:
            NeedsCommitError: it is of this batch, or of one under way, and has no place yet.
        """
        if self.is_ahead(stream) and version > self._known.get(stream).version:
            raise NeedsCommitError
        return self._known.place(stream, version)

    def openings(self, stream: str) -> Mapping[int, Opening]:
        """The openings kept for ``stream``, by slot."""
        ahead = self.openings_ahead.get(stream)
        if ahead is None and self.below is not None:
            ahead = self.below.openings_ahead.get(stream)
        return ahead if ahead is not None else self._known.openings(stream)

    def words(self, text: str, person: str | None, field: tuple[str, int, str]) -> Words:
        """``text`` sealed for ``field``.

        Raises:
            KeyFileError: there is no key to seal it under.
        """
        if self._seal_words is None:
            raise KeyFileError(
                "words of people are recorded sealed, and there is no key to seal them under; nothing was recorded; expected"
                " persons.key beside the event keys: send the command on the host that has it"
            )
        return self._seal_words(text, person, field)

    def salts(self, count: int) -> Sequence[bytes]:
        """Fresh random salts of 32 bytes."""
        drawn = self._entropy(32 * count)
        return [drawn[32 * i : 32 * i + 32] for i in range(count)]

    def streams(self, kind: str) -> Sequence[str]:
        """The streams of a type, in order of name, the batch's own included."""
        self.looked_at.add(f"{kind}:")
        ahead = [*self.ahead, *(self.below.ahead if self.below is not None else ())]
        return sorted({*self._lists.streams(kind), *(stream for stream in ahead if type_of(stream) == kind)})

    def in_play(self, kind: str) -> Mapping[str, str]:
        """The hands or rounds in play, by table, at those of a type in order of name, as the batch leaves them."""
        self.looked_at.add(ALL_IN_PLAY)
        found: dict[str, str | None] = {**self._lists.in_play(kind)}
        for stream in {*self.ahead, *(self.below.ahead if self.below is not None else ())}:
            if type_of(stream) == kind:
                found[stream] = getattr(self.at(stream).state, PLAYED[kind])
        return {stream: played for stream, played in sorted(found.items()) if played is not None}
