"""The last hands and rounds a player took part in, as he may see them (R803 r.37, R804 r.24, R805 r.31, R806 r.65)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tombo.ledger.core.errors import NotFoundError, UsageError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.kinds import CLOSED_TYPES
from tombo.projections.follow import AsOf, Viewer
from tombo.projections.round.last import LastHand, last_hands, played_by
from tombo.projections.round.last import to_json as last_hand_json
from tombo.projections.round.view import AnyView
from tombo.projections.rows import KeptRows
from tombo.projections.search.checked import took_part_in
from tombo.reports.said.commands import common
from tombo.reports.said.commands import person as said
from tombo.reports.shown import rounds
from tombo.reports.shown.cards import Seen
from tombo.reports.shown.reading import CHUNK, Reader


class LastPlayed(NamedTuple):
    """The last ones that are over, the newest first, and behind them what he is in the middle of."""

    player: str
    told: tuple[LastHand, ...]
    closed: list[str]
    """The streams of those that are over and had closed cards."""
    then: bool
    """Whether a moment of the past was asked for."""

    @property
    def outsider(self) -> Seen:
        """How he sees them without a reading on record."""
        return Seen(Viewer("player", self.player))


def last_played(reader: Reader, kept: KeptRows | None, player: str, then: AsOf, last: int) -> LastPlayed:
    """The ``last`` ones of ``player`` as of ``then``; ``kept``: the rows of ``Search``, None where there are none, so that the log is read.

    Raises:
        UsageError: no player can be called that.
        TamperedError: what is kept of one of them is not what its entries give.
    """
    if not is_stream(f"account:{player}"):
        raise UsageError(common.NO_PSEUDONYM(typed=repr(player)))
    found = last_hands(player, _took_part(reader, kept, player, then), reader.entries, then, last)
    closed = [one.stream for one in found.over if one.stream.partition(":")[0] in CLOSED_TYPES]
    return LastPlayed(player, (*found.over, *found.in_play), closed, then != AsOf())


def _took_part(reader: Reader, kept: KeptRows | None, player: str, then: AsOf) -> Iterator[str]:
    """The hands and rounds ``player`` had taken part in by ``then``, the newest first; a stream may come again.

    The newest entries are read themselves, so that nothing of them is missed whatever is kept; what is older is found by the rows.
    """
    below = then.size(reader.store)
    start = 0 if kept is None else min(max(below - CHUNK, 0), kept.build.position)
    yield from played_by(player, reader.backwards(player, start, below))
    if kept is not None:
        yield from took_part_in(reader.store, kept, player, start)


def views(reader: Reader, found: LastPlayed, seen: Seen) -> list[AnyView]:
    """Each as it stood then, as it is ``seen``."""
    return [rounds.look(reader, one.stream, seen, one.entries[-1].version) for one in found.told]


def in_json(reader: Reader, one: LastHand, view: AnyView) -> dict[str, Any]:
    """One of them: the whole of it, and what it brought him."""
    return {**rounds.in_json(view, rounds.incident_of(reader, view)), "last_hand": last_hand_json(one)}


def every_json(reader: Reader, found: LastPlayed, seen: Sequence[AnyView]) -> list[dict[str, Any]]:
    """All of them.

    Raises:
        NotFoundError: he took part in none.
    """
    there_are(found)
    return [in_json(reader, one, view) for one, view in zip(found.told, seen, strict=True)]


def there_are(found: LastPlayed) -> None:
    """That he took part in one.

    Raises:
        NotFoundError: he did not.
    """
    if not found.told:
        raise NotFoundError((said.NO_ROUND_OF_HIS_THEN if found.then else said.NO_ROUND_OF_HIS)(player=found.player))
