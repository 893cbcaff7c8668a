"""Hands and rounds in a list, each in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tombo.ledger.core.said import Fact, Told
from tombo.ledger.terms.unit import Unit
from tombo.reports.said.play import listing as said


def in_a_line(name: str, row: Mapping[str, Any]) -> Told:
    """A hand or round as it is called, of which ``row`` is what programs get: when, how many played, for what, how it ended."""
    unit = Unit(**row["unit"])
    when = said.LISTED_TIME_UNKNOWN() if row["when"] is None else said.LISTED_WHEN(at=row["when"])
    stands: list[Fact] = [said.LISTED_PLAYERS(players=row["players"])]
    if "hand" in row:
        stands.append(said.LISTED_POT(pot=unit.sum(row["pot"])))
        stands.append(said.LISTED_COMMISSION(commission=unit.sum(row["commission"])))
    else:
        stands.append(said.LISTED_STAKED(staked=unit.sum(row["staked"])))
        stands.append(said.LISTED_PRIZES(prizes=unit.sum(row["prizes"])))
    stands.append(said.LISTED_OUTCOMES[row["outcome"]])
    if row.get("findings"):
        stands.append(said.LISTED_FINDINGS(findings=row["findings"]))
    return said.LISTED(name=name, when=when, stands=tuple(stands))


def lost(name: str, why: Fact) -> Told:
    """In the place of a line: what cannot be followed, and where."""
    return said.LISTED_LOST(name=name, lost=why)


def older(command: str, name: str) -> Told:
    """How to go on behind the last of a page."""
    return said.LISTED_OLDER(command=command, name=name)
