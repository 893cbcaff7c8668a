"""Old play packed where it lies: which rows, and packing them (``docs/decisions/0047-old-play-is-packed.md``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

from tombo.ledger.core.errors import ConflictError
from tombo.ledger.seal.entry import FORMAT
from tombo.ledger.store.cold import CUT_SIZE, TRIES, AnyRow, ChangedMeanwhileError, change_states
from tombo.ledger.store.packed import packed
from tombo.ledger.store.types import LedgerRecorder

ROWS: Final = 1_024
"""How many rows at the most are packed in one transaction: writers wait for it no longer than for each other."""
STEP: Final = 65_536
"""How many log indices are looked at in one query for rows that are whole."""
_WHOLE: Final = (
    "SELECT notification_id - 1, originator_id, originator_version, topic, state FROM stored_events"
    " WHERE notification_id > ? AND notification_id <= ? AND substr(state, 1, 1) = ? AND length(state) > ? AND ({})"
    " ORDER BY notification_id LIMIT ?"
)
_OF_TYPE: Final = "originator_id >= ? AND originator_id < ?"
_PLAYED: Final = "SELECT notification_id - 1, topic FROM stored_events WHERE originator_id = ?"


class Room(NamedTuple):
    """What a stretch of the log takes: how many rows were packed, how many whole ones stay, and the bytes of the states packed, before and after.

    ``stop``: how far the log was looked at.
    """

    stop: int
    packed: int
    kept: int
    before: int
    after: int


def ended_below(recorder: LedgerRecorder, stream: str, size: int, over: Collection[str]) -> bool:
    """Whether all entries of ``stream`` lie below ``size``, and one of them, of a kind in ``over``, ends it. As the database has it: what is packed says the same as before."""
    entries = recorder.fetch(_PLAYED, (stream,))
    return all(index < size for index, _ in entries) and any(kind in over for _, kind in entries)


def pack_some(
    recorder: LedgerRecorder, start: int, stop: int, types: Sequence[str], is_over: Callable[[str], bool]
) -> Room:
    """Pack the first ``ROWS`` whole rows, from log index ``start`` to before ``stop``, of the streams of ``types`` that are over, in one transaction.

    A row that would not be shorter stays as it is, and so does one that is cut or packed. Another run that changes the same is let go first.

    Raises:
        ConflictError: the rows are changed by somebody else, again and again; nothing was packed.
        StoreUnavailableError: this user may not do that, or the store cannot be reached; nothing was packed.
    """
    for _ in range(TRIES):
        found = _whole(recorder, start, min(start + STEP, stop), types)
        changes = [(small, row[0] + 1, row[4]) for row in found if is_over(row[1]) and (small := packed(*row[1:]))]
        try:
            done = change_states(recorder, changes) if changes else 0
        except ChangedMeanwhileError:
            continue
        reached = found[-1][0] + 1 if len(found) == ROWS else min(start + STEP, stop)
        before, after = (sum(len(change[place]) for change in changes) for place in (2, 0))
        return Room(reached, done, len(found) - done, before, after)
    raise ConflictError(
        f"the rows from log index {start} on are changed by somebody else, again and again; they were not packed. Run it again when he is done"
    )


def _whole(recorder: LedgerRecorder, start: int, stop: int, types: Sequence[str]) -> list[AnyRow]:
    """The first whole rows of the streams of ``types`` in a stretch of the log."""
    among = " OR ".join([_OF_TYPE] * len(types))
    bounds = [bound for kind in types for bound in (f"{kind}:", f"{kind};")]  # ';' follows ':' in ASCII
    return recorder.fetch(_WHOLE.format(among), (start, stop, bytes([FORMAT]), CUT_SIZE, *bounds, ROWS))
