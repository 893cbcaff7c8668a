"""What may be asked of a session."""

from typing import Literal

from pydantic import Field

from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId, StreamId
from tombo.ledger.house.fields import Why
from tombo.ledger.house.session.events import EndCause
from tombo.ledger.terms.every import GameRegulation


class StartSession(CommandBase):
    """A player's session begins, in the game of ``regulation``; who is registered says through which ``access`` he is logged on."""

    access: LocalId | None = Field(default=None, exclude_if=lambda access: access is None)
    kind: Literal["start_session"] = "start_session"
    player: LocalId
    regulation: GameRegulation = "R806"
    session: LocalId


class WarnInactivity(CommandBase):
    """The platform warns a player who is idle at ``where``, the stream of a table (R803 r.42, R804 r.29, R805 r.36, R806 r.71)."""

    kind: Literal["warn_inactivity"] = "warn_inactivity"
    session: LocalId
    where: StreamId


class EndSession(CommandBase):
    """A session ends. For inactivity the player leaves the table he was warned at with it; the operator gives a ``reason``.

    ``limit``: the player reached one that he had set himself, of time or of money; the platform keeps those.
    """

    cause: EndCause
    kind: Literal["end_session"] = "end_session"
    reason: Why | None = None
    session: LocalId
