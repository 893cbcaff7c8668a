"""What is known of one stream."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from tombo.ledger.seal.entry import ZERO32


class StreamState(NamedTuple):
    """A stream at its newest known version: 0, ZERO32 and None where it has no entry yet.

    ``stands``: the latest time that an entry of it stands at (``clock.stands_at``), 0 where it has none.
    """

    version: int
    hash: bytes
    state: Any
    stands: int


stream_state: Final[Callable[[tuple[int, bytes, Any, int]], StreamState]] = partial(tuple.__new__, StreamState)
"""The one of these fields, in their order: at two thirds of the cost, for each entry of a commit has one before it and one after."""
UNKNOWN: Final = StreamState(0, ZERO32, None, 0)
