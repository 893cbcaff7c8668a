"""What a worker does of a night: it looks at the hands and rounds of a range by themselves, or folds one projection over it. It has a source of its own.

What it reads nobody checked. So it says of every stretch what it read (``digest``), and the night, which reads the same rows checked,
believes it only where that is the same. Where it cannot open what the night has open, nothing of it counts either.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from hashlib import sha256
from typing import Final, NamedTuple

from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.ids import table_of
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.kinds import misplaced
from tombo.ledger.operate.cold import evidence_with_cold
from tombo.ledger.store import Store, Views, find_views
from tombo.projections.line import together
from tombo.projections.reconciliation.commits import Stored
from tombo.projections.reconciliation.shared.brief import HandsHeard
from tombo.projections.reconciliation.shared.reading import read
from tombo.projections.reconciliation.shared.refold import FoldedTogether, FoldStanding, Found, refold
from tombo.projections.round.audit import Audited, Auditor
from tombo.projections.round.brief import BriefHand

PLAIN: Final = 2
"""The version of what ``marshal`` writes: the newest without references between values."""


_KINDS: Final = tuple(f"{game}." for game in TABLE_GAMES)
_STREAMS: Final = tuple(f"{game}:" for game in TABLE_GAMES)
"""How the kinds of hands and rounds begin, and their streams."""


class ReadOtherwiseError(Exception):
    """Others read other rows than those that were checked here, or cannot open what is open here: of what they say nothing counts."""


class Stretches(NamedTuple):
    """Some stretches of the log, one after the other: from which log index, where each stops, and whether they are of the night or of what lies before its day."""

    start: int
    stops: tuple[int, ...]
    nightly: bool

    @property
    def stop(self) -> int:
        """Where the last of them stops."""
        return self.stops[-1]

    @property
    def stretches(self) -> Iterator[tuple[int, int]]:
        """The first index of each and the one behind its last."""
        return zip((self.start, *self.stops), self.stops, strict=False)


class HandsPart(NamedTuple):
    """The hands and rounds that begin and end in some stretches, looked at by themselves. ``day``: the instants of the day, of which some are told in short."""

    group: Stretches
    day: tuple[int, int] = (0, 0)


class HandsLooked(NamedTuple):
    """Those of which nothing is wrong, by stream; whether there are others; what was read of each stretch; and those of the clear ones that are told in short."""

    clear: tuple[str, ...]
    others: bool
    read: tuple[bytes, ...]
    brief: tuple[BriefHand, ...] = ()


class FoldPart(NamedTuple):
    """Projections folded over some stretches and compared there. ``size``: how many entries the log has for this night; ``day``: its instants."""

    standings: tuple[FoldStanding, ...]
    group: Stretches
    size: int
    day: tuple[int, int]


class FoldedFurther(NamedTuple):
    """How far each is then, what was found, and what was read of each stretch."""

    standings: tuple[FoldStanding, ...]
    found: tuple[Found, ...]
    read: tuple[bytes, ...]


class NightShare(NamedTuple):
    """The job: where the ledger is, whether anything is kept beside it, and where copies lie that have what was detached. It holds no key."""

    url: str
    kept: bool
    cold: tuple[str, ...] = ()

    def open(self) -> NightWorker:
        """What does its parts, with the ledger opened here.

        Raises:
            ReadOtherwiseError: it cannot be opened, or what is kept beside it is not there (any more): without it nothing would be
                compared, and nobody told.
        """
        with ExitStack() as opened:
            try:
                store = opened.enter_context(closing(evidence_with_cold(self.url, self.cold)))
                views = find_views(self.url) if self.kept else None
            except LedgerError as error:
                raise ReadOtherwiseError(str(error)) from error
            if self.kept and views is None:
                raise ReadOtherwiseError("what projections keep is not there")
            opened.pop_all()
        return NightWorker(store, views)


class NightWorker:
    """Does a part: a ``HandsPart`` or a ``FoldPart``."""

    def __init__(self, store: Store, views: Views | None) -> None:
        self._store, self._views = store, views

    def __call__(self, part: HandsPart | FoldPart) -> HandsLooked | FoldedFurther:
        """What came of it."""
        return self._hands(part) if isinstance(part, HandsPart) else self._folds(part)

    def accuses(self, result: HandsLooked | FoldedFurther) -> bool:
        """Whether a hand is not clear, or something is kept otherwise."""
        return bool(result.others if isinstance(result, HandsLooked) else result.found)

    def close(self) -> None:
        """Let go of the ledger."""
        self._store.close()
        if self._views is not None:
            self._views.close()

    def _hands(self, part: HandsPart) -> HandsLooked:
        seen, hands = list[bytes](), Hands(part.day)
        for start, stop in part.group.stretches:
            rows = self._store.rows_of(None, start, stop)
            seen.append(digest(rows))
            hands.step(rows)
        return HandsLooked(tuple(sorted(hands.clear)), hands.others, tuple(seen), tuple(hands.heard.brief.values()))

    def _folds(self, part: FoldPart) -> FoldedFurther:
        seen, folds = list[bytes](), [refold(one, self._views, part.size, part.day) for one in part.standings]
        all_of_them = FoldedTogether(folds)
        for start, stop in part.group.stretches:
            rows = self._store.rows_of(None, start, stop)
            seen.append(digest(rows))
            if part.group.nightly:
                all_of_them.hear(rows)
            for fold in folds:
                if not part.group.nightly:
                    fold.step(rows, start, stop)
                fold.compare(start, stop)
        found = tuple(one for fold in folds for one in fold.found)
        return FoldedFurther(tuple(fold.standing() for fold in folds), found, tuple(seen))


class Hands:
    """Hands and rounds looked at by themselves, whatever their table and rules are: ``clear`` are those of which everything was seen and nothing is wrong.

    ``day``: the instants of the day, of which some are told in short.
    """

    def __init__(self, day: tuple[int, int] = (0, 0)) -> None:
        self._auditor = Auditor(lambda _, __: None)
        self.heard = HandsHeard(day)
        self.clear: set[str] = set()
        self.others = False
        """Whether there are some that are not."""

    def step(self, rows: Sequence[Stored]) -> None:
        """The next rows of the log."""
        for row, line in together(read([row for row in rows if _of_play(row)])):
            at_home = misplaced(line.stream, line.version, line.kind) is None
            if at_home:
                self.heard.step(line)
            over = self._auditor.follow(row, line.event, line) if at_home else self._auditor.step(row, line.event)
            for one in over:
                if one.what == "over" and not one.told and one.outcome != "not_decidable":
                    self.clear.add(one.stream)
                    self._told(row, one)
                else:
                    self.clear.discard(one.stream)
                    self.heard.wrong(one.stream)
                    self.others = True

    def _told(self, row: Stored, one: Audited) -> None:
        """What is over with a row and clear, told in short: not what its table had left open until then."""
        if (row[0], row[1]) == (one.at, one.stream):
            last, kept = self._auditor.last(table_of(one.stream)) or ("", None)
            self.heard.over(one.stream, one.at, kept if last == one.stream else None)


def _of_play(row: Stored) -> bool:
    """Whether a row is of a hand or round, or stands in the stream of one."""
    return row[3].startswith(_KINDS) or row[1].startswith(_STREAMS)


def digest(rows: Sequence[Stored]) -> bytes:
    """What tells these rows from any others: as Python writes values, of the form that has no references and so one way to write each."""
    return sha256(marshal.dumps(list(map(tuple, rows)), PLAIN)).digest()
