"""What a commit leaves in transit at its end: an account and the entry it names as its cause do not say the same (guarantee 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from tombo.ledger.core.said import Told, Word
from tombo.ledger.seal.entry import BODY
from tombo.ledger.store import Row
from tombo.projections.accounts.book import CAUSES, CLAIMANT
from tombo.projections.accounts.holders import cause_of
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import night as said

_UNASKED: Final = b'"command":null'
_FOLLOWS: Final = frozenset(
    {
        *(f"account.{word}.v1" for word in ("credited", "debited", "ticket_granted", "ticket_returned", "ticket_used")),
        *(f"tournament.{word}_awarded.v1" for word in ("bounty", "prize", "ticket")),
        *(f"tournament.{word}.v1" for word in ("chips_lost", "overlay_added", "prizes_fixed", "refunded")),
    }
)
"""With what no command begins: it follows from something else in it."""
Part = tuple[str, int, int]
"""What went through transit: which movement, log index, cents."""


def asked_with(row: tuple[int, str, int, str, bytes], before: bytes) -> bytes:
    """Who asked for an entry with which command, as its bytes say it; ``before``, of the entry before it, where it begins no other command."""
    state = row[4]
    told = state[BODY.start : state.find(b',"event":', BODY.start)]
    return before if told == before or row[3] in _FOLLOWS or told.endswith(_UNASKED) else told


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
