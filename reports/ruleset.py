"""The operator's specific rules: one as it was approved, with every term, and each in a line of the list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tombo.ledger.core.findings import Finding, Reading
from tombo.ledger.core.said import Fact, Told
from tombo.ledger.house.said import READINGS
from tombo.reports.document import Block, Document, Sentence
from tombo.reports.said import ruleset as said


def document(row: Mapping[str, Any], found: Sequence[Finding]) -> Document:
    """One ruleset: its approval, its terms, and what was told of them. ``found``: what is found of these terms today."""
    name = said.RULESET(ruleset=row["ruleset"], regulation=row["regulation"], reference=row["reference"])
    return Document(name, tuple(_blocks(row, found)))


def listed(row: Mapping[str, Any]) -> Told:
    """One ruleset in a line: since when it is in force, or not any more."""
    common = {name: row[name] for name in ("ruleset", "regulation", "reference")} | {"notices": len(row["notices"])}
    if row["withdrawn"]:
        return said.RULESET_LISTED_GONE(recorded=row["withdrawn"]["recorded"], **common)
    if not row["in_force_from"]:
        return said.RULESET_LISTED_AT_ONCE(**common)
    return said.RULESET_LISTED(begin=row["in_force_from"], **common)


def _blocks(row: Mapping[str, Any], found: Sequence[Finding]) -> Iterator[Block]:
    approved, gone = row["approved"], row["withdrawn"]
    yield Sentence(
        said.RULESET_APPROVED(who=approved["by"], recorded=approved["recorded"], index=approved["log_index"])
    )
    begin = row["in_force_from"]  # 0 at once
    yield Sentence(said.RULESET_IN_FORCE(begin=begin) if begin else said.RULESET_IN_FORCE_AT_ONCE())
    if gone:
        yield Sentence(said.RULESET_GONE(recorded=gone["recorded"], index=gone["log_index"], reason=gone["reason"]))
    yield Sentence(said.RULESET_TERMS())
    for name, value in _flat(row["terms"]):
        yield Sentence(said.RULESET_TERM(name=name, value=value), 1)
    yield Sentence(said.RULESET_TOLD(notices=len(row["notices"])))
    known = {(one.rule, one.message): one.told for one in found}
    for notice in row["notices"]:
        rule, message = (
            notice["rule"],
            notice["message"],
        )  # recorded in English: said again where it is what is found today
        told, reading = known.get((rule, message), message), READINGS[Reading(notice["reading"])]
        yield Sentence(said.RULESET_NOTICE(rule=rule, reading=reading, message=told), 1)


def _flat(terms: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Fact]]:
    """Every term with its full name: ``commission.rate_bp``."""
    for name, value in terms.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        elif isinstance(value, list):
            yield before + name, " ".join(map(str, value))
        else:
            yield before + name, said.TERM_VALUES[value] if value is None or isinstance(value, bool) else value
