"""What may be asked of a day, judged."""

from __future__ import annotations

from base64 import b64decode
from collections import Counter
from datetime import date
from typing import Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.lisbon import SINCE, day_of, window
from tombo.ledger.core.said import euros
from tombo.ledger.house.day import said
from tombo.ledger.house.day.commands import CloseDay
from tombo.ledger.house.day.events import DayClosedV2
from tombo.ledger.house.day.state import day_stream
from tombo.ledger.house.day.tax import assessed, rate
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.staff.state import MANAGER
from tombo.ledger.seal.merkle import HASH_SIZE

FIRST_DAY: Final = f"{SINCE}-01-01"
"""Before it Lisbon kept other times."""


def close_day(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``close_day``: by the platform or a manager, once a day, with one total a regulation and the tax that follows from them."""
    command: CloseDay = envelope.command
    objection = may(view, envelope.by, platform=True, roles=(MANAGER,))
    if objection:
        return objection
    if not _is_a_day(command.date):
        return house("day", said.DAY_NOT_OF_CALENDAR(date=command.date))
    stream = day_stream(command.date)
    if view(stream) is not None:
        return house("day", said.DAY_CLOSED(date=command.date))
    objection = _untimely(command, view) or _misstated(command)
    if objection:
        return objection
    told = Counter(total.regulation for total in command.totals)
    twice = [regulation for regulation, times in told.items() if times > 1]
    if twice:
        return house("day", said.DAY_TOTALS_TWICE(regulation=twice[0]))
    closed = DayClosedV2(
        base=command.base,
        checkpoint=command.checkpoint,
        date=command.date,
        hands=command.hands,
        index=command.index,
        problems=command.problems,
        rate_bp=command.rate_bp,
        statement=command.statement,
        tax=command.tax,
        totals=command.totals,
    )
    return Decision(((stream, closed),))


def _untimely(command: CloseDay, view: View) -> Refused | None:
    """A day that is not over, or over more than there is: by the ledger's own clock and log, whatever the night job's say."""
    if command.date < FIRST_DAY or window(command.date)[1] > view.now():
        return house("day", said.DAY_STILL_GOES_ON(date=command.date, now=view.now()))
    began = day_of(view.place(LOG_STREAM, 1).stands) if view.version(LOG_STREAM) else command.date
    if command.date < began:
        return house("day", said.DAY_BEFORE_LOG(date=command.date, began=began))
    covered = 0 if command.checkpoint is None else command.checkpoint.size
    if max(command.index, covered) > view.size():
        beyond = said.DAY_BEYOND_LOG(date=command.date, index=command.index, root_of=covered, size=view.size())
        return house("day", beyond)
    return None


def _misstated(command: CloseDay) -> Refused | None:
    """A figure that does not follow from the totals, by the law of the day; a checkpoint that is none."""
    if command.checkpoint is not None and not is_a_root(command.checkpoint.root):
        return house("day", said.DAY_ROOT_IS_NONE(root=command.checkpoint.root))
    due, _ = rate(command.date)
    base, tax = assessed((total.gross for total in command.totals), due)
    if command.base != base:
        return house("day", said.DAY_BASE_OTHERWISE(found=euros(command.base), expected=euros(base)))
    if due is None or tax is None:
        told = command.rate_bp is not None or command.tax is not None
        return house("day", said.DAY_TAX_WITHOUT_RATE(date=command.date)) if told else None
    if command.rate_bp is None or command.tax is None:
        return house("day", said.DAY_TAX_UNSAID(date=command.date, expected=due))
    if command.rate_bp != due:
        return house("day", said.DAY_RATE_OTHERWISE(found=command.rate_bp, expected=due, date=command.date))
    if command.tax != tax:
        return house("day", said.DAY_TAX_OTHERWISE(found=euros(command.tax), expected=euros(tax), rate=due))
    return None


def is_a_root(text: str) -> bool:
    """Whether ``text`` is the root of a tree, as a checkpoint has it: 32 bytes in base64."""
    try:
        return len(b64decode(text, validate=True)) == HASH_SIZE
    except ValueError:
        return False


def _is_a_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


DECIDERS: Final[dict[type, Decide]] = {CloseDay: close_day}
