"""Where a command expects its own stream to stand: who sends a hand's commands without waiting for answers says so, and none is decided out of turn.

A platform that is refused one of them has sent what comes after it already. Each of those expects what the refused one would have added.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tombo.ledger.core.command import CommandBase, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.every import BANKED_GAMES
from tombo.ledger.house.rules import house
from tombo.ledger.live import said

_OWN: Final = (
    ("hand", ("hand",)),
    ("round", tuple(BANKED_GAMES)),
    ("tournament", ("tournament",)),
    ("table", ("table", "banked")),
    ("session", ("session",)),
    ("player", ("account",)),
)
"""By field of a command, the types of stream that its value may name; the first field that a command has says which is its own."""


def elsewhere(envelope: Envelope, view: View, expected: int) -> Refused | None:
    """The refusal of a command whose stream does not stand at the version that it expects; none where it does."""
    streams = list(_own(envelope.command))
    if not streams:
        return house("version", said.NO_STREAM_OF_ITS_OWN(kind=envelope.command.kind))
    stream = next((stream for stream in streams if view.version(stream)), streams[0])
    found = view.version(stream)
    if found == expected:
        return None
    return house("version", said.STREAM_ELSEWHERE(expected=expected, found=found, stream=stream))


def _own(command: CommandBase) -> Iterator[str]:
    """The streams that may be the command's own: there is one at most."""
    for field, sorts in _OWN:
        if hasattr(command, field):
            yield from (f"{sort}:{getattr(command, field)}" for sort in sorts)
            return
