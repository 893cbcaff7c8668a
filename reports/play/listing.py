"""Hands and rounds in a list, each in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tombo.ledger.core.said import Fact, Told
from tombo.ledger.terms.unit import Unit
from tombo.reports.said.play import listing as said


def in_a_line(name: str, row: Mapping[str, Any]) -> Told:
    """A hand or round as it is called, of which ``row`` is what programs get: when, how many played, for what, how it ended."""
    when = said.LISTED_TIME_UNKNOWN() if row["when"] is None else said.LISTED_WHEN(at=row["when"])
    return said.LISTED(name=name, when=when, stands=stands(row))


def stands(row: Mapping[str, Any]) -> tuple[Fact, ...]:
    """How a hand or round went, by the figures in ``row``: how many played, for what, how it ended."""
    unit = Unit(**row["unit"])
    found: list[Fact] = [said.LISTED_PLAYERS(players=row["players"])]
    if "hand" in row:
        found.append(said.LISTED_POT(pot=unit.sum(row["pot"])))
        found.append(said.LISTED_COMMISSION(commission=unit.sum(row["commission"])))
    else:
        found.append(said.LISTED_STAKED(staked=unit.sum(row["staked"])))
        found.append(said.LISTED_PRIZES(prizes=unit.sum(row["prizes"])))
    found.append(said.LISTED_OUTCOMES[row["outcome"]])
    if row.get("findings"):
        found.append(said.LISTED_FINDINGS(findings=row["findings"]))
    return tuple(found)


def lost(name: str, why: Fact) -> Told:
    """In the place of a line: what cannot be followed, and where."""
    return said.LISTED_LOST(name=name, lost=why)


def older(command: str, name: str) -> Told:
    """How to go on behind the last of a page."""
    return said.LISTED_OLDER(command=command, name=name)
