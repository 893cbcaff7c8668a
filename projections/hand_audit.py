"""Every hand of a ledger replayed in bulk, from stored bytes: decoded, chained, folded, its payouts computed again.

Memory holds the hands in play and nothing of those that are over. Signatures, tree and openings are the verifier's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Final, NamedTuple

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from ledger.core.errors import MalformedError, TamperedError
from ledger.games.poker.audit import differences
from ledger.games.poker.events import HandEvent
from ledger.games.poker.state import Hand, evolve
from ledger.seal.entry import ZERO32, EntryHasher, unpack_link

Row = tuple[int, str, int, str, bytes]
"""Log index, stream, version, kind, state."""


class AuditedHand(NamedTuple):
    """A hand that is over, and where its record is not what the rules give; ``differences`` is empty where all of it is."""

    stream: str
    ended: int
    """The log index of the entry that ended it."""
    outcome: str
    differences: tuple[str, ...]


@with_config(ConfigDict(strict=True, extra="ignore"))
class _Said(TypedDict):
    """What a replay needs of a body. Who asked, and when, it passes over, which halves the cost of decoding."""

    event: Annotated[HandEvent, Field(discriminator="kind")]


_READ: Final = TypeAdapter(_Said).validate_json


def audit(origin: str, rows: Iterable[Row]) -> Iterator[AuditedHand]:
    """Each hand of the ledger ``origin`` as it ends, in log order. What is shown after the end changes no payout.

    ``rows`` may begin anywhere: a hand of which the first entry is not among them is passed over.

    Raises:
        MalformedError: bytes that do not parse.
        TamperedError: an entry that does not follow the one before it in its hand.
    """
    hasher = EntryHasher(origin)
    in_play: dict[str, tuple[bytes, Hand]] = {}
    for index, stream, version, kind, state in rows:
        if not kind.startswith("hand.") or (version > 1 and stream not in in_play):
            continue
        prev, hand = in_play.pop(stream, (ZERO32, None))
        key_id, said_prev, body = unpack_link(state)
        if said_prev != prev:
            raise TamperedError(
                f"log index {index}: {stream} version {version} does not follow the entry before it; run 'tombo verify'"
            )
        try:
            event = _READ(body)["event"]
        except ValidationError as error:
            said = error.errors(include_input=False, include_url=False)[0]["msg"]
            raise MalformedError(
                f"log index {index}: {stream} version {version}: {said}; run 'tombo verify'"
            ) from error
        hand = evolve(hand, event)
        if hand.outcome == "open":
            in_play[stream] = hasher(stream, version, kind, key_id, prev, body), hand
        else:
            yield AuditedHand(stream, index, hand.outcome, differences(hand))
