"""What can happen while a player is logged on: he logs on, begins or goes on with a player session, logs off."""

from typing import Literal

from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.core.words import Words

Device = Literal["computer", "mobile_app", "mobile_browser", "television"]
"""With what: the closed list of the Portuguese record ``SESS``."""
LogOffCause = Literal["player", "inactivity", "operator", "connection"]
"""Who or what ended it: the player, because he did nothing for too long, the operator, a connection that was lost."""


class AccessOpened(EventBase):
    """A player logged on with a ``device``, from an ``origin`` (``AccessOrigin``) that is sealed under his secret."""

    device: Device
    kind: Literal["access.opened.v1"] = "access.opened.v1"
    origin: Words
    player: LocalId


class AccessPlayed(EventBase):
    """From now on the player session ``session`` is played through it."""

    kind: Literal["access.session_played.v1"] = "access.session_played.v1"
    session: LocalId


class AccessClosed(EventBase):
    """The player is no longer logged on."""

    cause: LogOffCause
    kind: Literal["access.closed.v1"] = "access.closed.v1"


AccessEvent = AccessOpened | AccessPlayed | AccessClosed
