"""Every hand of a ledger replayed in bulk: decoded, chained, folded, its payouts computed again.

For the night job and for whoever doubts the whole: one pass over the log in order, in the memory of the hands that are
open at the same time. Signatures and the tree are the verifier's business; here the rules are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ledger.catalogue import decode_event
from ledger.core.errors import TamperedError
from ledger.games.poker.audit import differences
from ledger.games.poker.events import Settled, Voided
from ledger.games.poker.state import Hand, evolve
from ledger.seal.entry import ZERO32, EntryHasher, unpack
from ledger.store import Row


class HandAudit(NamedTuple):
    """A hand that ended at the log index ``index``; ``differences`` is empty where record and rules agree."""

    stream: str
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    outcome: str
    differences: tuple[str, ...]


class Unfinished(NamedTuple):
    """A hand that had not ended at the end of the rows, and the version it had."""

    stream: str
    version: int


def audit_hands(origin: str, rows: Iterable[Row]) -> Iterator[HandAudit | Unfinished]:
    """Replay the hands in ``rows``, which are in log order from the start; at the end, those that are unfinished.

    What follows the end of a hand (cards shown afterwards) changes no payout and is passed over.

    Raises:
        TamperedError: an entry does not follow the one before it in its hand.
        MalformedError: a row that does not parse.
    """
    hasher = EntryHasher(origin)
    open_hands: dict[str, tuple[int, bytes, Hand | None]] = {}
    for index, stream, version, kind, state in rows:
        if not stream.startswith("hand:"):
            continue
        sealed = unpack(state)
        found = open_hands.get(stream)
        if found is None:
            if version != 1:
                continue
            found = (0, ZERO32, None)
        before, previous, hand = found
        if version != before + 1 or sealed.prev != previous:
            raise TamperedError(
                f"log index {index}: {stream} version {version} does not follow version {before}: run 'tombo verify'"
            )
        event = decode_event(kind, sealed.body)
        hand = evolve(hand, event)
        if isinstance(event, Settled | Voided):
            open_hands.pop(stream, None)
            yield HandAudit(stream, index, hand.outcome, differences(hand))
        else:
            entry_hash = hasher(stream, version, kind, sealed.key_id, sealed.prev, sealed.body)
            open_hands[stream] = (version, entry_hash, hand)
    for stream, (version, _, _) in open_hands.items():
        yield Unfinished(stream, version)
