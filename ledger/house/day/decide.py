"""What may be asked of a day, judged."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.day import said
from tombo.ledger.house.day.commands import CloseDay
from tombo.ledger.house.day.events import DayClosed
from tombo.ledger.house.day.state import day_stream
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.staff.state import MANAGER


def close_day(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``close_day``: by the platform or a manager, once a day, with one total a regulation."""
    command: CloseDay = envelope.command
    objection = may(view, envelope.by, platform=True, roles=(MANAGER,))
    if objection:
        return objection
    if not _is_a_day(command.date):
        return house("day", said.DAY_NOT_OF_CALENDAR(date=command.date))
    stream = day_stream(command.date)
    if view(stream) is not None:
        return house("day", said.DAY_CLOSED(date=command.date))
    told = Counter(total.regulation for total in command.totals)
    twice = [regulation for regulation, times in told.items() if times > 1]
    if twice:
        return house("day", said.DAY_TOTALS_TWICE(regulation=twice[0]))
    closed = DayClosed(
        base=command.base,
        checkpoint=command.checkpoint,
        date=command.date,
        hands=command.hands,
        index=command.index,
        problems=command.problems,
        rate_bp=command.rate_bp,
        tax=command.tax,
        totals=command.totals,
    )
    return Decision(((stream, closed),))


def _is_a_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


DECIDERS: Final[dict[type, Decide]] = {CloseDay: close_day}
