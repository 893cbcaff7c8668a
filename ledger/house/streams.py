"""The house's types of stream, each with its fold, and its commands, each with its decider."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tombo.ledger.core.command import Decide
from tombo.ledger.house import imports, key
from tombo.ledger.house.access import decide as access_decide
from tombo.ledger.house.access import state as access
from tombo.ledger.house.account import adjusting, bonus
from tombo.ledger.house.account import decide as account_decide
from tombo.ledger.house.account import state as account
from tombo.ledger.house.banked import decide as banked_decide
from tombo.ledger.house.banked import state as banked
from tombo.ledger.house.credential import decide as credential_decide
from tombo.ledger.house.credential import state as credential
from tombo.ledger.house.day import decide as day_decide
from tombo.ledger.house.day import state as day
from tombo.ledger.house.dispute import decide as dispute_decide
from tombo.ledger.house.dispute import reversal
from tombo.ledger.house.dispute import state as dispute
from tombo.ledger.house.incident import decide as incident_decide
from tombo.ledger.house.incident import state as incident
from tombo.ledger.house.limits import decide as limits_decide
from tombo.ledger.house.limits import state as limits
from tombo.ledger.house.log import decide as log_decide
from tombo.ledger.house.log import state as log
from tombo.ledger.house.player import decide as player_decide
from tombo.ledger.house.player import state as player
from tombo.ledger.house.registration import decide as registration_decide
from tombo.ledger.house.registration import state as registration
from tombo.ledger.house.report import decide as report_decide
from tombo.ledger.house.report import state as report
from tombo.ledger.house.ruleset import decide as ruleset_decide
from tombo.ledger.house.ruleset import state as ruleset
from tombo.ledger.house.session import decide as session_decide
from tombo.ledger.house.session import state as session
from tombo.ledger.house.staff import decide as staff_decide
from tombo.ledger.house.staff import enrolment
from tombo.ledger.house.staff import state as staff
from tombo.ledger.house.table import decide as table_decide
from tombo.ledger.house.table import state as table

EVOLVE: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "access": access.evolve,
    "account": account.evolve,
    "banked": banked.evolve,
    "credential": credential.evolve,
    "day": day.evolve,
    "dispute": dispute.evolve,
    "house": limits.evolve,
    "import": imports.evolve,
    "incident": incident.evolve,
    "key": key.evolve,
    "log": log.evolve,
    "player": player.evolve,
    "registration": registration.evolve,
    "report": report.evolve,
    "ruleset": ruleset.evolve,
    "session": session.evolve,
    "staff": staff.evolve,
    "table": table.evolve,
}
"""Type of stream to ``evolve(state | None, event) -> state``."""

DECIDERS: Final[Mapping[type, Decide]] = {
    **ruleset_decide.DECIDERS,
    **account_decide.DECIDERS,
    **adjusting.DECIDERS,
    **bonus.DECIDERS,
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
    **registration_decide.DECIDERS,
    **access_decide.DECIDERS,
    **report_decide.DECIDERS,
    **credential_decide.DECIDERS,
}
"""Class of command to its decider."""
