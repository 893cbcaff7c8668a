"""What was detached from a ledger's database, read from copies of the log (``docs/decisions/0045-old-periods-in-cold-bundles.md``).

A copy is a backup or an exported bundle, in a folder or an object store. It is believed no more than the database: what comes from it is
checked as what comes from there, by whoever reads.
"""

from __future__ import annotations

from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import RLock
from typing import Any, Final, NamedTuple

from tombo.ledger.core.clock import SECOND, Clock, SystemClock
from tombo.ledger.core.errors import KeyFileError, LedgerError, StoreUnavailableError
from tombo.ledger.core.said import Fact, Told
from tombo.ledger.exchange.backup import open_copy
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.exchange.objects import named
from tombo.ledger.exchange.tiles import WIDTH
from tombo.ledger.kinds import OVER_KINDS
from tombo.ledger.operate import said
from tombo.ledger.operate.detached import Period, leaf_of, on_record, periods
from tombo.ledger.operate.keyfolder import Keyring
from tombo.ledger.seal.lockfile import locked
from tombo.ledger.seal.merkle import HASH_SIZE
from tombo.ledger.seal.secretfile import SECRET_FILE_MAX, read_secret_file, replace_secret_file
from tombo.ledger.store import Store, open_evidence, open_store
from tombo.ledger.store.cold import CUT_SIZE, AnyRow

PLAYS: Final = frozenset(kind.partition(".")[0] for kind in OVER_KINDS)
"""The types of stream whose entries may be cut: those of hands and rounds. What else there is the door goes on reading, and it is little."""
_TILES_KEPT: Final = 16
REST: Final = 60 * SECOND
"""For how long an object store that failed is not asked again: twice what it may take to fail."""
PLACES_TOLD: Final = 4
"""Of how many places it is told why they do not help."""
Places = Callable[[], Sequence[str]]
"""Asked when something was detached, and not before: a process that runs for months is not begun anew for it."""


class NotHereError(LedgerError):
    """Entries that were detached, and no copy that has them is here: nothing is said of them, neither good nor bad. Once one is, the same can be done.

    ``period``: which ones. What it says beside that names places of the machine.
    """

    exit_status = 3

    def __init__(self, told: Told, period: Period) -> None:
        super().__init__(told)
        self.told, self.period = told, period

    def __reduce__(self) -> tuple[type[NotHereError], tuple[Told, Period]]:
        """How it comes back from the process that met it."""
        return NotHereError, (self.told, self.period)


class _Looked(NamedTuple):
    """What copies have at a log index.

    ``settled``: the row whole, as the database's tree has it; or as it is, where this tree has what a copy has and the row was not cut from that.
    ``doubtful``: rows whole that this tree does not have. ``others``: the places with another entry. ``unread``: of each place that says nothing, why.
    ``absent``: some copy has nothing there.
    """

    settled: AnyRow | None
    doubtful: Sequence[AnyRow]
    others: Sequence[str]
    unread: Sequence[str]
    absent: bool


class Cold:
    """Makes the cut rows of ``store`` whole from the copies at ``places``: from the first that has what the database's tree has.

    That tree only chooses among copies, one of which may be damaged, or of another ledger: who reads checks against the one that was signed.
    """

    def __init__(self, store: Store, places: Places, clock: Clock | None = None) -> None:
        self._store = store
        self.places = places
        self._clock = clock or SystemClock()
        self._lock = RLock()
        self._failed: dict[str, tuple[int, StoreUnavailableError]] = {}
        """Of each object store that failed, until when it is let alone, and what it said."""
        self._periods: list[Period] = []
        self._copies: dict[str, Bundle] = {}
        self._tiles = OrderedDict[tuple[str, int], dict[int, Any]]()
        """The newest tiles that were read: entries that are read together lie together."""
        self._hashes: tuple[int, bytes] = (-1, b"")
        """The number of the tile of the tree that was asked for last, and that tile."""
        self._last = ""
        """The place that had the last one: asked first, without another look at where copies are."""
        self.vouch: Callable[[int], object] = lambda _: None
        """Sees that the entry at a log index is what was sealed: asked of those that detach something before it is said that they did. It raises where one is not."""

    def whole(self, row: AnyRow) -> AnyRow:
        """A cut row made whole; as it is where nothing on record lets it be cut, or copies of this log have another entry there.

        Raises:
            NotHereError: no copy that has it is here.
            LedgerError: what would let it be cut was never sealed.
        """
        with self._lock:
            index, stream = row[:2]
            period = self._period(index) if str(stream).partition(":")[0] in PLAYS else None
            if period is None:
                return row
            if (self._last, index // WIDTH) in self._tiles:
                settled = self._look(row, (self._last,)).settled
                if settled is not None:
                    return settled
            places, unnamed = self._named()
            found = self._look(row, places)
            if found.settled is None and found.absent:
                found = self._look(row, places, again=True)
            if found.settled is not None:
                return found.settled
            found = found._replace(unread=[*unnamed, *found.unread])
            if not found.unread and (found.doubtful or any(self._is_ours(place, period) for place in found.others)):
                return found.doubtful[0] if found.doubtful else row
            for record, *_ in on_record(self._store):
                self.vouch(record.index)
            raise _not_here(self._store.origin, index, period, places, found)

    def _named(self) -> tuple[Sequence[str], Sequence[str]]:
        """Where copies are; none, and why, where the file that names them cannot be read: that says nothing of what was sealed."""
        try:
            return self.places(), ()
        except (KeyFileError, OSError) as error:
            return (), (str(error),)

    def _look(self, row: AnyRow, places: Sequence[str], *, again: bool = False) -> _Looked:
        """What the copies at ``places`` have for a row; ``again``: those that have nothing are opened anew, for they may have grown."""
        doubtful, others, unread, absent = list[AnyRow](), list[str](), list[str](), False
        for place in places:
            try:
                state = self._asked(place, row[0], again=again)
            except (LedgerError, OSError, ValueError) as error:
                unread.append(str(error) if str(error).startswith(place) else f"{_told(place)}: {error}")
                continue
            whole = (*row[:4], state)
            fits = isinstance(state, bytes) and state[:CUT_SIZE] == row[4]
            if state is None:
                absent = True
            elif self._is_in_tree(whole):
                self._last = place
                return _Looked(whole if fits else row, doubtful, others, unread, absent)
            elif fits:
                doubtful.append(whole)
            else:
                others.append(place)
        return _Looked(None, doubtful, others, unread, absent)

    def _is_in_tree(self, row: AnyRow) -> bool:
        """Whether the tree, as the database has it, has a row as it is given here."""
        n, at = divmod(row[0], WIDTH)
        if self._hashes[0] != n or len(self._hashes[1]) <= at * HASH_SIZE:
            self._hashes = n, self._store.read_tile(0, n) or b""
        return self._hashes[1][at * HASH_SIZE :][:HASH_SIZE] == leaf_of(row[1:])

    def _is_ours(self, place: str, period: Period) -> bool:
        """Whether the tree of a copy has the root under which a period was detached: else it is of another ledger, or another history."""
        try:
            root = self._copy(place).root_at(period.size)
        except (LedgerError, OSError, ValueError):
            return False
        return root is not None and b64encode(root).decode() == period.root

    def _period(self, index: int) -> Period | None:
        """The period that an entry is of; asked again where none is known, for one may have been detached meanwhile."""
        if not self._periods or index >= self._periods[-1].size:
            self._periods = periods(self._store)
        return next((period for period in self._periods if period.first <= index < period.size), None)

    def _asked(self, place: str, index: int, *, again: bool) -> Any:
        """``_state``; an object store that failed is let alone for a while: what it takes to fail, everybody else waits, the one who records too."""
        failed = self._failed.get(place)
        if failed is not None and self._clock.monotonic() < failed[0]:
            raise failed[1]
        try:
            state = self._state(place, index, again=again)
        except StoreUnavailableError as error:
            self._failed[place] = self._clock.monotonic() + REST, error
            raise
        self._failed.pop(place, None)
        return state

    def _state(self, place: str, index: int, *, again: bool) -> Any:
        """The state that a copy has at a log index; None where it has none."""
        n = index // WIDTH
        if again and index not in self._tiles.get((place, n), ()):
            self._copies.pop(place, None)
            self._tiles.pop((place, n), None)
        return self._tile(place, n).get(index)

    def _tile(self, place: str, n: int) -> dict[int, Any]:
        """The states in a tile of a copy, by log index."""
        found = self._tiles.get((place, n))
        if found is None:
            found = {row[0]: row[4] for row in self._copy(place).rows(n * WIDTH, (n + 1) * WIDTH)}
            self._tiles[place, n] = found
            while len(self._tiles) > _TILES_KEPT:
                self._tiles.popitem(last=False)
        return found

    def _copy(self, place: str) -> Bundle:
        """The copy at a place, which stays open."""
        copy = self._copies.get(place)
        if copy is None:
            copy = self._copies[place] = open_copy(place, None, self._store.origin)
        return copy


def _not_here(origin: str, index: int, period: Period, places: Sequence[str], found: _Looked) -> NotHereError:
    """What is said of an entry of ``period`` that no copy among ``places`` has."""
    why: list[Fact] = [*found.unread]
    why += [said.COPY_OF_OTHERS(place=_told(place)) for place in found.others]
    if found.doubtful:
        why.append(said.COPY_DAMAGED())
    if not why:
        named_here = tuple(map(_told, places[:PLACES_TOLD]))
        why = [said.COPY_WITHOUT(places=named_here) if places else said.NO_COPY_NAMED()]
    if len(why) > PLACES_TOLD:
        why[PLACES_TOLD:] = [said.MORE_PLACES(count=len(why) - PLACES_TOLD)]
    facts: dict[str, Fact] = {"first": period.first, "last": period.size - 1, "root": period.root}
    return NotHereError(said.OLD_PLAY_NOT_HERE(origin=origin, index=index, why=tuple(why), **facts), period)


def _told(place: str) -> str:
    """A place as it is told; what cannot be one stands in quotes."""
    return named(place) if place.isprintable() and place.strip() else repr(place)


def reading_cold(store: Store, places: Places) -> Store:
    """``store``, which from now on hands out what was detached from it as if it were there."""
    store.cold = Cold(store, places)
    return store


def open_with_cold(url: str, places: Sequence[str], *, read_only: bool = True) -> Store:
    """The ledger at ``url``, as its own house opens it.

    Raises:
        LedgerError: as for ``open_store``.
    """
    return reading_cold(open_store(url, read_only=read_only), lambda: places)


def evidence_with_cold(url: str, places: Sequence[str] = ()) -> Store:
    """The ledger at ``url`` as a verifier looks at it.

    Raises:
        LedgerError: as for ``open_evidence``.
    """
    return reading_cold(open_evidence(url), lambda: places)


def cold_places(keyring: Keyring) -> tuple[str, ...]:
    """Where the copies are: as this call was told, then as the file ``cold`` among the keys says, a line each. No secret, and believed by nobody.

    Raises:
        KeyFileError: the file cannot be read.
    """
    return tuple(dict.fromkeys((*keyring.cold_given, *_kept(keyring))))


def keep_place(keyring: Keyring, place: str) -> None:
    """Write down that a copy lies at ``place``, so that every command finds it from now on.

    Raises:
        KeyFileError: it cannot be written, or as for ``check_place``.
        ConflictError: somebody else writes there, and does not end.
    """
    with locked(keyring.cold.with_name("cold.lock"), f"the file {keyring.cold}"):
        check_place(keyring, place)
        known = _kept(keyring)
        if place not in known:
            replace_secret_file(keyring.cold, _lines((*known, place)))


def check_place(keyring: Keyring, place: str) -> None:
    """That the file of places can hold ``place`` too.

    Raises:
        KeyFileError: it cannot: the place has no name that a line holds, or the file would be longer than any that is read; or it cannot be read.
    """
    if not place.isprintable():
        raise KeyFileError(f"{place!r} cannot be kept in {keyring.cold}: expected the name of a place in one line")
    size = len(_lines(dict.fromkeys((*_kept(keyring), place))).encode())
    if size > SECRET_FILE_MAX:
        raise KeyFileError(
            f"with {place} the file {keyring.cold} would have {size} bytes; expected at most {SECRET_FILE_MAX}: take away the lines of copies that"
            " are no more"
        )


def _kept(keyring: Keyring) -> Sequence[str]:
    """The places in the file among the keys."""
    if not keyring.cold.exists():
        return ()
    return [line for line in read_secret_file(keyring.cold, "file").splitlines() if line]


def _lines(places: Iterable[str]) -> str:
    return "".join(f"{place}\n" for place in places)


def absolute(place: str) -> str:
    """A place as it is named from anywhere."""
    return place if "://" in place else str(Path(place).absolute())
