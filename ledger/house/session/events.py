"""What can happen to a player session (*sessão de jogo*): the access of one player to one game, from start to end."""

from typing import Annotated, Literal

from pydantic import Field

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.ids import LocalId, StreamId
from tombo.ledger.core.words import Words
from tombo.ledger.house.fields import Index, Text
from tombo.ledger.terms.every import GameRegulation

Rule = Annotated[str, Field(pattern=r"^R8\d\d r\.\d+[a-z]?$")]
"""A rule of a game's regulation, as findings cite it."""


EndCause = Literal["player", "inactivity", "operator", "limit"]
"""Why a session ended: the player chose so, let a warning pass, the operator ended it, or a limit was reached that the player had set himself."""


class SessionStarted(EventBase):
    """A player session begins: his access to the game of ``regulation`` (R806 r.2t, r.69)."""

    kind: Literal["session.started.v1"] = "session.started.v1"
    player: LocalId
    regulation: GameRegulation


class SessionEntered(EventBase):
    """The session is played at ``where`` for the first time: a table, a banked table, or a tournament.

    In the commit that takes the seat or the entry. What the session may still hold is at the places it entered.
    """

    kind: Literal["session.entered.v1"] = "session.entered.v1"
    where: StreamId


class InactivityWarned(EventBase):
    """The operator warned a player at ``table`` that his session will end (R806 r.71), for he is idle by ``rule`` (r.70).

    ``at`` is the instant of the warning, ``number`` that of the last hand or round begun there: what is to come counts from them.
    """

    at: Instant | None
    kind: Literal["session.inactivity_warned.v1"] = "session.inactivity_warned.v1"
    number: Index
    rule: Rule
    table: StreamId


class SessionEnded(EventBase):
    """The session is over: who ended it, and why.

    ``rule``: the player's choice (R806 r.69) or the warning he let pass (r.71); none where the operator ends it for a ``reason``, or a limit.
    """

    cause: EndCause
    kind: Literal["session.ended.v1"] = "session.ended.v1"
    reason: Text | None
    rule: Rule | None


class SessionEndedV2(EventBase):
    """As ``session.ended.v1``, of a session that the operator ends: his ``reason`` sealed under the player's secret."""

    cause: Literal["operator"]
    kind: Literal["session.ended.v2"] = "session.ended.v2"
    reason: Words


AnyEnded = SessionEnded | SessionEndedV2


SessionEvent = SessionStarted | SessionEntered | InactivityWarned | AnyEnded
