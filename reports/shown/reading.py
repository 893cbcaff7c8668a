"""The ledger as whoever shows something of it reads it: entries, states and openings, never a write."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Final

from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import Clock
from tombo.ledger.core.command import View
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import KeyFileError, MalformedError, NotFoundError, TamperedError, UsageError
from tombo.ledger.core.ids import local
from tombo.ledger.core.said import Told, fact_of
from tombo.ledger.core.words import ErasedWords, OpenedWords, Words
from tombo.ledger.games.every import GAMES, TABLE_GAMES
from tombo.ledger.house.day.events import DayCheckpoint
from tombo.ledger.house.player.state import player_stream
from tombo.ledger.house.rules import following, unopened
from tombo.ledger.kinds import OVER_KINDS, WORDED_KINDS
from tombo.ledger.live.cache import StateCache
from tombo.ledger.live.states import BatchView
from tombo.ledger.operate.keyfolder import Keyring
from tombo.ledger.operate.persons import StoredPersons, open_persons
from tombo.ledger.seal.checkpoint import parse_checkpoint
from tombo.ledger.seal.note import parse_note
from tombo.ledger.seal.personal import Field
from tombo.ledger.store import Row
from tombo.projections.round.last import TAKING_PART, played_by
from tombo.projections.signed import Signers, StaffThen, signers
from tombo.projections.strangers import all_at_home, at_home
from tombo.reports.said.commands import common as said

CHUNK: Final = 4_096
STATES_MAX: Final = 2_000
"""How many states are kept of streams that somebody looked at."""
NOT_SIGNED: Final = "not_signed"
"""Of something for programs, the log indices of what staff is said to have asked for and did not sign, where there are any."""
STRETCH: Final = 64
"""How many log indices are gone through first for the newest entries of a few kinds."""


@contextmanager
def known_persons(keyring: Keyring, origin: str) -> Iterator[StoredPersons | None]:
    """The persons whose secrets lie in ``keyring``; None where there is no ``persons.key``: names and words are withheld.

    Raises:
        KeyFileError: the key is there and does not open.
    """
    if not keyring.persons.exists():
        yield None
        return
    with open_persons(keyring, origin) as persons:
        yield persons


class Reader:
    """A store that hands out what was checked, as it is asked for; and the keys that open closed cards.

    ``warn`` hears, once, that words are left sealed.
    """

    def __init__(
        self, store: CheckedStore, keyring: Keyring | None = None, warn: Callable[[Told], None] = lambda _: None
    ) -> None:
        self.store = store
        self._keyring = keyring
        self._warn = warn
        self._locked = False
        self._states: StateCache | None = None
        self.staff = StaffThen(store)
        """The members of the staff as they were."""

    def signers(self, row: Row) -> Signers:
        """Who of the staff signed what the entry in ``row`` says, each signature checked."""
        return signers(self.store, row, self.staff)

    def view(self, clock: Clock) -> View:
        """The states as a door that decided now would look at them; nothing can be sealed or committed to by it."""
        if self._states is None:
            self._states = StateCache(self.store, size_max=STATES_MAX)
        return BatchView(self._states, bytes, self.store, clock.now)

    def entry(self, row: Row) -> Entry:
        """The entry in a row."""
        return self.store.entry(row)

    def entries(self, stream: str, lte: int | None = None) -> list[Entry]:
        """The entries of ``stream`` in order, up to version ``lte`` if given; none where there is no such stream.

        Raises:
            OutOfPlaceError: one is of another type of stream.
        """
        return list(all_at_home(self.store.entries(stream, lte=lte)))

    def follow(self, stream: str) -> Iterator[Entry]:
        """The entries of ``stream`` in order, a few thousand at a time in memory.

        Raises:
            OutOfPlaceError: one is of another type of stream.
        """
        last = 0
        while found := self.store.entries(stream, gt=last, lte=last + CHUNK):
            yield from all_at_home(found)
            last += CHUNK

    def told(self, stream: str) -> list[Entry]:
        """The entries of ``stream`` as ``opened`` has them.

        Raises:
            OutOfPlaceError: what is said in one does not open.
        """
        return self.opened(self.entries(stream))

    def opened(self, entries: list[Entry]) -> list[Entry]:
        """``entries`` with what people say in them as this reader may know it: opened, as erased, or left sealed.

        It is left sealed, and said so once, where the key to open it is there and does not open.

        Raises:
            OutOfPlaceError: what is said in one does not open.
        """
        if not any(entry.kind in WORDED_KINDS for entry in entries):
            return entries
        try:
            if not self._locked:
                with self._persons() as persons:
                    return [self._said(entry, persons) if entry.kind in WORDED_KINDS else entry for entry in entries]
        except KeyFileError as error:
            self._locked = True
            self._warn(said.WORDS_LEFT_SEALED(why=fact_of(error)))
        return [self._said(entry, None) if entry.kind in WORDED_KINDS else entry for entry in entries]

    def _persons(self) -> AbstractContextManager[StoredPersons | None]:
        return nullcontext() if self._keyring is None else known_persons(self._keyring, self.store.origin)

    def _said(self, entry: Entry, persons: StoredPersons | None) -> Entry:
        known = dict[str, Words]()
        for name, words in entry.event:
            if not isinstance(words, Words):
                continue
            if words.person is not None and self.version(player_stream(words.person)):
                known[name] = ErasedWords(person=words.person, sealed=words.sealed)
            elif persons is not None:
                try:
                    text = persons.read(words, Field(self.store.origin, entry.stream, entry.version, name))
                except (MalformedError, TamperedError) as error:
                    raise unopened(entry, error) from error
                if text is not None:
                    known[name] = OpenedWords(person=words.person, sealed=words.sealed, text=text)
        return entry._replace(event=entry.event.model_copy(update=known))

    def __call__(self, stream: str) -> Any:
        """The newest state of ``stream``, None where it has no entry.

        Raises:
            OutOfPlaceError: an entry that cannot follow those before it.
        """
        evolve = EVOLVE[stream.partition(":")[0]]
        state = None
        for entry in self.entries(stream):
            with following(entry):
                state = evolve(state, entry.event)
        return state

    def version(self, stream: str) -> int:
        """The newest version of ``stream``, 0 where it has no entry."""
        last = self.store.last_row(stream)
        return 0 if last is None else last.version

    def streams(self, kind: str) -> list[str]:
        """The streams of a type, in order of name."""
        return self.store.streams(kind)

    def in_play(self, kind: str) -> dict[str, str]:
        """The hands or rounds in play, by table, at those of a type in order of name."""
        return self.store.in_play(kind)

    def is_over(self, stream: str) -> bool:
        """Whether a hand or round has ended."""
        return any(row.kind in OVER_KINDS for row in at_home(self.store.stream_rows(stream)))

    def closed_cards(self, stream: str) -> dict[int, int]:
        """The closed cards of a hand or round by slot, each held against its commitment: not for everybody's eyes.

        None while it is in play: until it is over, no command shows a closed card to anybody. None where there is no
        ``openings.key``: they are withheld from whoever has not got it.

        Raises:
            TamperedError: a card is not the one committed to.
            KeyFileError: the key is there and does not open.
        """
        keyring = self._keyring
        if keyring is None or not keyring.openings.exists() or not self.is_over(stream):
            return {}
        found = self.store.opened(stream, keyring.opening_key(self.store.origin))
        return {slot: opening.card for slot, opening in found.items()}

    def round(self, name: str, lte: int | None = None) -> list[Entry]:
        """The entries of the hand or round ``name``, up to version ``lte`` if given. The game need not be named where it is clear.

        Raises:
            NotFoundError: there is none.
            UsageError: two games have one of this name.
        """
        streams = [name] if ":" in name else [f"{game}:{name}" for game in TABLE_GAMES]
        found = [stream for stream in streams if stream.partition(":")[0] in TABLE_GAMES and self.version(stream)]
        if not found:
            is_hand = name.startswith("hand:")
            raise NotFoundError(
                said.NO_SUCH_HERE_LISTED(
                    what=said.HAND if is_hand else said.ROUND,
                    name=local(name) if is_hand else name,
                    origin=self.store.origin,
                    word="hand" if is_hand else "round",
                )
            )
        if len(found) > 1:
            raise UsageError(said.SEVERAL_GAMES(name=name, streams=tuple(found)))
        return self.entries(found[0], lte)

    def backwards(self, player: str, start: int = 0, below: int | None = None) -> Iterator[Entry]:
        """The entries between two log indices that may say that ``player`` takes part in a hand or round, the newest first; as far as somebody asks.

        Only those whose bytes name him are decoded.
        """
        name = f'"player":"{player}"'.encode()
        yield from (self.entry(row) for row in self.newest(tuple(TAKING_PART), below, start) if name in row.state)

    def knows(self, player: str) -> bool:
        """Whether ``player`` has an account, or took part in anything: the log is read for whoever has none."""
        return bool(self.version(f"account:{player}")) or any(played_by(player, self.backwards(player)))

    def was_in(self, stream: str, player: str) -> bool:
        """Whether ``player`` was in the hand, round or tournament ``stream``.

        Raises:
            OutOfPlaceError: an entry of it that cannot follow those before it.
        """
        game, state = GAMES.get(stream.partition(":")[0]), self(stream)
        return game is not None and state is not None and game.most(state, player) is not None

    def newest_checkpoint(self) -> DayCheckpoint | None:
        """The newest checkpoint, as an entry has it; None before the first."""
        newest = self.store.last_checkpoint()
        if newest is None:
            return None
        checkpoint = parse_checkpoint(parse_note(newest.encode()).text)
        return DayCheckpoint(root=b64encode(checkpoint.root).decode(), size=checkpoint.size)

    def between(self, kinds: Sequence[str], start: int, stop: int) -> list[Row]:
        """The rows of ``kinds`` with ``start <= index < stop``, in order; none in a stream of another type."""
        return list(map(Row._make, at_home(self.store.rows_of(kinds, start, stop))))

    def newest(self, kinds: Sequence[str], below: int | None = None, start: int = 0) -> Iterator[Row]:
        """The rows of ``kinds`` from ``start`` on and below a log index, or to the end, the newest first; none in a stream of another type.

        Read in stretches that grow, every row of them: who wants a few of the newest does not wait for the log.
        """
        stop = self.store.head().size if below is None else below
        length = STRETCH
        while stop > start:
            low = max(stop - length, start)
            yield from reversed(self.between(kinds, low, stop))
            stop, length = low, min(2 * length, CHUNK)


def opening(reader: Reader, persons: StoredPersons | None) -> Callable[[Words, Field], str | None]:
    """How what is sealed of a person is read; not at all of who was erased, or without the key."""

    def opened(words: Words, field: Field) -> str | None:
        if persons is None or words.person is None or reader.version(player_stream(words.person)):
            return None
        return persons.read(words, field)

    return opened
