"""What a commit leaves in transit at its end: an account and the entry it names as its cause do not say the same (guarantee 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ledger.store import Row
from projections.accounts.book import CAUSES
from projections.accounts.holders import cause_of
from projections.reconciliation.model import Problem

Part = tuple[str, int, int]
"""What went through transit: which movement, log index, cents."""


class _Left(NamedTuple):
    """What is left of the movements between a cause and a player's account: ``cents`` are over where above 0."""

    player: str
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
            of = _Left(player, cents, tuple(part for part in parts if part[0] == holder))
            causes.setdefault((stream, int(version)), []).append(of)
    for (stream, number), found in causes.items():
        cause = row(stream, number)
        where = f"{stream} version {number}"
        if cause is not None and len(found) == 2 and not sum(one.cents for one in found):  # noqa: PLR2004
            yield _swapped(found, where, cause)
        else:
            yield from (_astray(one, where, cause, first) for one in found)


def _swapped(found: list[_Left], where: str, cause: Row) -> Problem:
    one, other = sorted(found, key=lambda side: cause.index not in side.indices)
    cents = abs(one.cents)
    text = f"{cents} cents of {one.player} for {where} were moved on the account of {other.player}"
    return Problem("accounts", text, tuple(sorted({*one.indices, *other.indices})), cents)


def _astray(left: _Left, where: str, cause: Row | None, first: int) -> Problem:
    player, cents, indices = left.player, abs(left.cents), left.indices
    if cause is None:
        text = f"{cents} cents of {player} are said to be for {where}, which is not there"
        return Problem("accounts", text, indices, cents)
    everything = indices if cause.index in indices else (*indices, cause.index)
    if cause.kind not in CAUSES:
        text = f"{cents} cents of {player} are said to be for {where}, {cause.kind}, which moves no money of his"
        return Problem("accounts", text, everything, cents)
    if cause.index < first:
        text = f"{cents} cents of {player} are moved again for {where}, which was paid in its own commit"
        return Problem("duplicate", text, everything, cents)
    moved = [movement for _, index, movement in left.parts if index != cause.index]
    if len(moved) > 1 and left.cents in moved:
        text = f"{player} is charged or paid {cents} cents twice for {where}"
        return Problem("duplicate", text, everything, cents)
    return Problem("accounts", f"the account of {player} and {where} differ by {cents} cents", everything, cents)
