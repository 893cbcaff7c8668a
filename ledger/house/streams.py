"""The house's types of stream, each with its fold, and its commands, each with its decider."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ledger.core.command import Decide
from ledger.house import (
    account,
    banked,
    banked_desk,
    day,
    dispute,
    enrolment,
    erasure,
    imports,
    incident,
    key,
    limits,
    log,
    player,
    reversal,
    ruleset,
    seating,
    session,
    staff,
    table,
)

EVOLVE: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "account": account.evolve,
    "banked": banked.evolve,
    "day": day.evolve,
    "dispute": dispute.evolve,
    "house": limits.evolve,
    "import": imports.evolve,
    "incident": incident.evolve,
    "key": key.evolve,
    "log": log.evolve,
    "player": player.evolve,
    "ruleset": ruleset.evolve,
    "session": session.evolve,
    "staff": staff.evolve,
    "table": table.evolve,
}
"""Type of stream to ``evolve(state | None, event) -> state``."""

DECIDERS: Final[Mapping[type, Decide]] = {
    **account.DECIDERS,
    **banked_desk.DECIDERS,
    **day.DECIDERS,
    **dispute.DECIDERS,
    **enrolment.DECIDERS,
    **incident.DECIDERS,
    **erasure.DECIDERS,
    **limits.DECIDERS,
    **log.DECIDERS,
    **reversal.DECIDERS,
    **ruleset.DECIDERS,
    **seating.DECIDERS,
    **session.DECIDERS,
    **staff.DECIDERS,
}
"""Class of command to its decider."""
