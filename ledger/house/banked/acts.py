"""Whose act a bet or a decision against the house is: asked again of what is on record, as the door asks it before it writes."""

from __future__ import annotations

from collections.abc import Collection

from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Finding
from tombo.ledger.house.banked import said
from tombo.ledger.house.said import ACTORS


def is_his_own(by: By, player: str) -> Finding | None:
    """House: authority: only ``player`` stakes his money and decides for it; what silence decides is another's to say."""
    if by.actor == "player" and by.id == player:
        return None
    return Finding("House: authority", said.ACTED_FOR_PLAYER(actor=ACTORS[by.actor], who=by.id, player=player))


def is_the_platforms(by: By, player: str) -> Finding | None:
    """House: authority: that silence, or a lost connection, decides for ``player`` the platform says."""
    if by.actor == "platform":
        return None
    return Finding("House: authority", said.DECIDED_BY_SILENCE(actor=ACTORS[by.actor], who=by.id, player=player))


def closes_alone(by: By, kind: str, bettors: Collection[str]) -> Finding | None:
    """House: authority: at a table of one its player ends the time for bets once he has bet (R803 r.15, R804 r.15, R805 r.13); else the platform."""
    if by.actor == "platform" or (by.actor == "player" and kind == "single" and by.id in bettors):
        return None
    return Finding("House: authority", said.BETS_CLOSED_BY_ANOTHER(actor=ACTORS[by.actor], who=by.id))
