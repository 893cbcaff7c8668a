"""What can happen to a player session (*sessão de jogo*): the access of one player to one game, from start to end."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ledger.core import banked_terms, regulation
from ledger.core.clock import Instant
from ledger.core.entry import EventBase
from ledger.core.ids import LocalId, StreamId
from ledger.house.events import Index, Text

GameRegulation = regulation.Regulation | banked_terms.Regulation
"""The regulation of the game a session is played in (R803 r.2g, R804 r.2e, R806 r.2t, R807 r.2e)."""
Rule = Annotated[str, Field(pattern=r"^R8\d\d r\.\d+[a-z]?$")]
"""A rule of a game's regulation, as findings cite it."""


class SessionStarted(EventBase):
    """A player session begins: his access to the game of ``regulation`` (R806 r.2t, r.69)."""

    kind: Literal["session.started.v1"] = "session.started.v1"
    player: LocalId
    regulation: GameRegulation


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

    ``rule``: the player's choice (R806 r.69) or the warning he let pass (r.71); none where the operator ends it for a ``reason``.
    """

    cause: Literal["player", "inactivity", "operator"]
    kind: Literal["session.ended.v1"] = "session.ended.v1"
    reason: Text | None
    rule: Rule | None


SessionEvent = SessionStarted | InactivityWarned | SessionEnded
