"""What was detached from a ledger's database, read from copies of the log (``docs/decisions/0045-old-periods-in-cold-bundles.md``).

A copy is a backup or an exported bundle, in a folder or an object store. It is believed no more than the database: what comes from it is
checked as what comes from there, by whoever reads.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from tombo.ledger.core.errors import KeyFileError, LedgerError
from tombo.ledger.exchange.backup import open_copy
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.exchange.tiles import WIDTH
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.kinds import OVER_KINDS
from tombo.ledger.operate.keyfolder import Keyring
from tombo.ledger.seal import canonical
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.secretfile import read_secret_file, replace_secret_file
from tombo.ledger.store import Store, open_evidence, open_store
from tombo.ledger.store.cold import CUT_SIZE, AnyRow

DETACHED_KIND: Final = "log.period_detached.v1"
PLAYS: Final = frozenset(kind.partition(".")[0] for kind in OVER_KINDS)
"""The types of stream whose entries may be cut: those of hands and rounds. What else there is the door goes on reading, and it is little."""
_TILES_KEPT: Final = 16
Places = Callable[[], Sequence[str]]
"""Asked when something was detached, and not before: a process that runs for months is not begun anew for it."""


class NotHereError(LedgerError):
    """Entries that were detached, and no copy that has them is here: nothing is said of them, neither good nor bad. Once one is, the same can be done."""

    exit_status = 3


class Period(NamedTuple):
    """A detached period: its log indices are ``first`` to ``size - 1``. ``root``: in base64, of all entries below ``size``."""

    first: int
    size: int
    root: str


def periods(store: Store) -> list[Period]:
    """What is on record as detached, as the database has it: who believes nothing unchecked gives a store that checks."""
    found: dict[int, str] = {}
    for row in store.stream_rows(LOG_STREAM):
        if row.kind == DETACHED_KIND:
            try:
                event = canonical.decode(unpack(row.state).body)["event"]
                found[int(event["size"])] = str(event["root"])
            except (LedgerError, KeyError, TypeError, ValueError):
                continue  # no entry: who checks it says so
    return [Period(first, size, found[size]) for first, size in pairwise([0, *sorted(found)])]


class Cold:
    """Makes the cut rows of ``store`` whole from the copies at ``places``, the first that has what a row was cut from."""

    def __init__(self, store: Store, places: Places) -> None:
        self._store = store
        self.places = places
        self._periods: list[Period] = []
        self._copies: dict[str, Bundle] = {}
        self._tiles = OrderedDict[tuple[str, int], dict[int, Any]]()
        """The newest tiles that were read: entries that are read together lie together."""

    def whole(self, row: AnyRow) -> AnyRow:
        """A cut row made whole; as it is where nothing on record lets it be cut, or the copies have another entry there.

        Raises:
            NotHereError: no copy that has it is here.
        """
        index, stream, *_, kept = row
        period = self._period(index) if str(stream).partition(":")[0] in PLAYS else None
        if period is None:
            return row
        found, unread = list[Any](), list[str]()
        places = self.places()
        for place in places:
            try:
                found.append(self._state(place, index))
            except LedgerError as error:
                unread.append(f"{place}: {error}")
        for state in found:
            if isinstance(state, bytes) and state[:CUT_SIZE] == kept:
                return (*row[:4], state)
        if any(state is not None for state in found):
            return row
        why = "; ".join(unread) or (f"it is not in {', '.join(places)}" if places else "no copy was named")
        raise NotHereError(
            f"the entries {period.first} to {period.size - 1} of {self._store.origin} were detached, under the root {period.root}; log index"
            f" {index} was not read, and nothing is said of it: {why}. Name a backup or a bundle that has them, with --cold DIR"
        )

    def _period(self, index: int) -> Period | None:
        """The period that an entry is of; asked again where none is known, for one may have been detached meanwhile."""
        if not self._periods or index >= self._periods[-1].size:
            self._periods = periods(self._store)
        return next((period for period in self._periods if period.first <= index < period.size), None)

    def _state(self, place: str, index: int) -> Any:
        """The state that a copy has at a log index; None where it has none, also when it is opened again: it may have grown since."""
        state = self._tile(place, index // WIDTH).get(index)
        if state is None:
            self._copies.pop(place, None)
            self._tiles.pop((place, index // WIDTH), None)
            state = self._tile(place, index // WIDTH).get(index)
        return state

    def _tile(self, place: str, n: int) -> dict[int, Any]:
        """The states in a tile of a copy, by log index."""
        found = self._tiles.get((place, n))
        if found is None:
            copy = self._copies.get(place)
            if copy is None:
                copy = self._copies[place] = open_copy(place, None, self._store.origin)
            found = {row[0]: row[4] for row in copy.rows(n * WIDTH, (n + 1) * WIDTH)}
            self._tiles[place, n] = found
            while len(self._tiles) > _TILES_KEPT:
                self._tiles.popitem(last=False)
        return found


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
    if not keyring.cold.exists():
        return keyring.cold_given
    kept = read_secret_file(keyring.cold, "file").splitlines()
    return tuple(dict.fromkeys((*keyring.cold_given, *filter(None, kept))))


def keep_place(keyring: Keyring, place: str) -> None:
    """Write down that a copy lies at ``place``, so that every command finds it from now on.

    Raises:
        KeyFileError: it cannot be written, or the place has no name that a line holds.
    """
    if not place.isprintable():
        raise KeyFileError(f"{place!r} cannot be kept in {keyring.cold}: expected the name of a place in one line")
    known = cold_places(keyring)
    if place not in known:
        replace_secret_file(keyring.cold, "".join(f"{each}\n" for each in (*known, place)))


def absolute(place: str) -> str:
    """A place as it is named from anywhere."""
    return place if "://" in place else str(Path(place).absolute())
