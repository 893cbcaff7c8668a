"""The closed list of honest reasons: why a command may be answered with an error, and why a process may end."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple


class Reason(NamedTuple):
    """A name, an exit status and what is said; ``only`` in one of these circumstances, in any where there are none."""

    name: str
    status: int
    said: re.Pattern[str]
    only: frozenset[str] = frozenset()


def _reason(name: str, status: int, said: str, *only: str) -> Reason:
    return Reason(name, status, re.compile(said), frozenset(only))


OUTAGE: Final = "outage"
"""The server is away, a line is cut, a session ended, the lock held, or one of these was a moment ago."""
CLOCK: Final = "clock"
"""This process's clock is wrong, or was a moment ago; or another's was, and went on record."""
RESTORED: Final = "restored"
"""An older copy was put in the place of what this process knew."""

ERRORS: Final = (
    _reason("not decided, what came before is missing", 3, r"^not decided, because the command "),
    _reason(
        "clock", 3, r"^(the newest entry was recorded at|this machine's clock) .*; nothing was recorded; set", CLOCK
    ),
    _reason("conflict, given up after eight tries", 3, r"^command \S+: its streams moved on 8 times"),
    _reason("nobody could look", 3, r"^the writer failed \((StoreUnavailableError|OutcomeUnknownError)\)", OUTAGE),
    _reason("locked for long", 3, r"is locked by another writer, for longer than", OUTAGE),
    _reason("outcome unknown", 3, r"the connection was lost while committing", OUTAGE),
    _reason("store not reachable", 3, r"(?s)^postgres, schema \w+: .*nothing was (recorded|read)", OUTAGE),
    _reason("rolled back", 1, r"^ROLLED BACK: ", RESTORED),
    # what a door says that read on, or slept, while another history took the place of the one it knew
    _reason("another history", 1, r"^(TAMPERED: |TAMPERED at \d+[ :]|log index \d+: )", RESTORED),
    _reason("the mark was made anew", 2, r"mark was taken away while this process ran: .* found another one", RESTORED),
    _reason("the publisher stopped", 1, r"^the publisher stopped: ", RESTORED),
)
"""What a command may be answered."""

ENDS: Final = (
    _reason("store not reachable", 3, r"(?s)postgres, schema \w+: .*nothing was (recorded|read)", OUTAGE),
    _reason("rolled back", 1, r"ROLLED BACK: ", RESTORED),
    _reason("the publisher stopped", 1, r"the publisher stopped: ", RESTORED),
    _reason("entries were lost", 1, r"entries were lost or cut off", RESTORED),
    _reason(
        "another history", 1, r"TAMPERED|log index \d+: |indices used again|not the one that was followed", RESTORED
    ),
)
"""How a process may end that nobody told to end."""


def reason_of(reasons: Collection[Reason], status: int, said: str, circumstances: Collection[str]) -> str | None:
    """The name of the reason that ``status`` and ``said`` are, if they are one and the ``circumstances`` allow it."""
    for reason in reasons:
        if (
            reason.status == status
            and reason.said.search(said)
            and (not reason.only or reason.only & set(circumstances))
        ):
            return reason.name
    return None
