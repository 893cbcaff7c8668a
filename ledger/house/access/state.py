"""An access: one player logged on with one device, from log-on to log-off. One stream an access, ``access:a-81``."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from tombo.ledger.house.access.events import AccessClosed, AccessEvent, AccessOpened, AccessPlayed
from tombo.ledger.house.rules import headless


class Access(NamedTuple):
    """Whose it is, and whether he is logged on."""

    player: str
    open: bool = True


def evolve(access: Access | None, event: AccessEvent) -> Access:
    """``access`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``access.opened``.
    """
    if isinstance(event, AccessOpened):
        return Access(event.player)
    if access is None:
        headless("access", event)
    match event:
        case AccessPlayed():
            return access
        case AccessClosed():
            return access._replace(open=False)
        case _:
            assert_never(event)


def access_stream(access: str) -> str:
    """The stream of an access: ``access:a-81``."""
    return f"access:{access}"
