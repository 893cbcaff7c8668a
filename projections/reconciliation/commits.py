"""What a commit leaves in transit at its end: an account and the entry it names as its cause do not say the same (guarantee 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from struct import Struct
from typing import Final, NamedTuple

from tombo.ledger.core.said import Told, Word
from tombo.ledger.seal.entry import BODY
from tombo.ledger.store import Row
from tombo.projections.accounts.book import CAUSES, CLAIMANT
from tombo.projections.accounts.holders import TRANSIT, Transfers, cause_of
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import night as said

_APPEND: Final = Struct(">41xQH")
HAND_STARTED: Final = "table.hand_started.v1"
KEPT_MAX: Final = 4_096
"""Commands that are remembered."""
_NONE: Final = b',"command":null'
Stored = tuple[int, str, int, str, bytes]
"""A row of the log: index, stream, version, kind, state."""
Part = tuple[str, int, int]
"""What went through transit: which movement, log index, cents."""


def ends_commit(row: Stored) -> bool:
    """Whether ``row`` is the last of its append."""
    first, count = _APPEND.unpack_from(row[4])
    return bool(row[0] == first + count - 1)


def first_of(row: Stored) -> int:
    """The first log index of the commit that ends with ``row``."""
    return int(row[0] + 1 - _APPEND.unpack_from(row[4])[1])


def passes_through(index: int, moved: Transfers) -> list[Part]:
    """What of the transfers of an entry goes through transit: asked when the commit is over."""
    found = list[Part]()
    for source, target, cents, _ in moved:
        if source[0] == "t" and source.startswith(TRANSIT):
            found.append((source, index, -cents))
        if target[0] == "t" and target.startswith(TRANSIT):
            found.append((target, index, cents))
    return found


class Commands:
    """The command at hand, as the rows of the log say it, and where it began.

    An entry without a command is of the one before it, and so is one of a command that was over.
    """

    def __init__(self) -> None:
        self.source = _NONE
        """Who asked for the last entry, and with which command, as its body begins: the next of the same command begins so, too."""
        self._said, self._asked = b"", _NONE
        """The command at hand, and the one that ``source`` names."""
        self._over: set[bytes] = set()
        self.since, self.begun = 0, ""
        """At which log index it began, and with which kind."""

    def goes_on(self, row: Stored) -> bool:
        """Whether ``row``, which does not begin with ``source``, is of it all the same: another asked for that, or it is of none."""
        self.source = _source_of(row)
        said = self._asked = _command_of(self.source)
        return said == self._said or said == _NONE or said in self._over  # noqa: PLR1714  # of every second entry: a set is made anew

    def begins(self, row: Stored) -> None:
        """With ``row`` another begins."""
        if not row[4].startswith(self.source, BODY.start):
            self.source = _source_of(row)
            self._asked = _command_of(self.source)
        self._said, self.since, self.begun = self._asked, row[0], row[3]

    def over(self) -> None:
        """It is over, and what is asked of it was."""
        if len(self._over) >= KEPT_MAX:
            self._over.clear()
        self._over.add(self._said)


def _source_of(row: Stored) -> bytes:
    return row[4][BODY.start : row[4].find(b',"event":', BODY.start)]


def _command_of(source: bytes) -> bytes:
    return source[source.find(b',"command":') :]


class _Left(NamedTuple):
    """What is left of the movements between a cause and a player's account: ``cents`` are over where above 0."""

    player: str | Word
    """By name, or as who claimed, whom a resolution does not name."""
    cents: int
    parts: tuple[Part, ...]

    @property
    def indices(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(index for _, index, _ in self.parts))


def astray(
    left: Mapping[str, int], parts: Sequence[Part], first: int, row: Callable[[str, int], Row | None]
) -> Iterator[Problem]:
    """What is wrong with what is ``left`` in transit, by movement, after the commit that begins at ``first``.

    ``row``: a row of the ledger by its stream and version.
    """
    causes: dict[tuple[str, int], list[_Left]] = {}
    for holder, cents in left.items():
        if cents:
            stream, version, player = cause_of(holder)
            of = _Left(
                said.CLAIMANT if player == CLAIMANT else player,
                cents,
                tuple(part for part in parts if part[0] == holder),
            )
            causes.setdefault((stream, int(version)), []).append(of)
    for (stream, number), found in causes.items():
        cause = row(stream, number)
        where = said.CAUSE_AT(stream=stream, version=number)
        if cause is not None and len(found) == 2 and not sum(one.cents for one in found):  # noqa: PLR2004
            yield _swapped(found, where, cause)
        else:
            yield from (_astray(one, where, cause, first) for one in found)


def _swapped(found: list[_Left], where: Told, cause: Row) -> Problem:
    one, other = sorted(found, key=lambda side: cause.index not in side.indices)
    cents = abs(one.cents)
    told = said.MOVED_ELSEWHERE(cents=cents, player=one.player, cause=where, other=other.player)
    return Problem("accounts", told, tuple(sorted({*one.indices, *other.indices})), cents)


def _astray(left: _Left, where: Told, cause: Row | None, first: int) -> Problem:
    player, cents, indices = left.player, abs(left.cents), left.indices
    if cause is None:
        told = said.WITHOUT_CAUSE(cents=cents, player=player, cause=where)
        return Problem("accounts", told, indices, cents)
    everything = indices if cause.index in indices else (*indices, cause.index)
    if cause.kind not in CAUSES:
        told = said.CAUSE_MOVES_NOTHING(cents=cents, player=player, cause=where, kind=cause.kind)
        return Problem("accounts", told, everything, cents)
    if cause.index < first:
        told = said.MOVED_AGAIN(cents=cents, player=player, cause=where)
        return Problem("duplicate", told, everything, cents)
    moved = [movement for _, index, movement in left.parts if index != cause.index]
    if len(moved) > 1 and left.cents in moved:
        told = said.MOVED_TWICE(player=player, cents=cents, cause=where)
        return Problem("duplicate", told, everything, cents)
    told = said.ACCOUNT_DIFFERS(player=player, cause=where, cents=cents)
    return Problem("accounts", told, everything, cents)
