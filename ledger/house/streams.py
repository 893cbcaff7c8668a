"""The house's types of stream, each with its fold, and its commands, each with its decider."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ledger.core.command import Decide
from ledger.house import imports, key
from ledger.house.account import decide as account_decide
from ledger.house.account import state as account
from ledger.house.banked import decide as banked_decide
from ledger.house.banked import state as banked
from ledger.house.day import decide as day_decide
from ledger.house.day import state as day
from ledger.house.dispute import decide as dispute_decide
from ledger.house.dispute import reversal
from ledger.house.dispute import state as dispute
from ledger.house.incident import decide as incident_decide
from ledger.house.incident import state as incident
from ledger.house.limits import decide as limits_decide
from ledger.house.limits import state as limits
from ledger.house.log import decide as log_decide
from ledger.house.log import state as log
from ledger.house.player import decide as player_decide
from ledger.house.player import state as player
from ledger.house.ruleset import decide as ruleset_decide
from ledger.house.ruleset import state as ruleset
from ledger.house.session import decide as session_decide
from ledger.house.session import state as session
from ledger.house.staff import decide as staff_decide
from ledger.house.staff import enrolment
from ledger.house.staff import state as staff
from ledger.house.table import decide as table_decide
from ledger.house.table import state as table

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
    **ruleset_decide.DECIDERS,
    **account_decide.DECIDERS,
    **session_decide.DECIDERS,
    **table_decide.DECIDERS,
    **incident_decide.DECIDERS,
    **log_decide.DECIDERS,
    **staff_decide.DECIDERS,
    **enrolment.DECIDERS,
    **banked_decide.DECIDERS,
    **dispute_decide.DECIDERS,
    **reversal.DECIDERS,
    **day_decide.DECIDERS,
    **limits_decide.DECIDERS,
    **player_decide.DECIDERS,
}
"""Class of command to its decider."""
