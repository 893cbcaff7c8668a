"""Hours as the regulator counts them: of legal time, by their label ``YYYYMMDDHH24``.

In the night of October in which clocks go back the label of one hour stands for two, and both are in one file: their times keep them apart,
for each has its offset. In the night of March one label stands for none.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.lisbon import HOUR, ahead, in_lisbon, window
from tombo.reports.said.regulators import portugal as said

_LABEL: Final = re.compile(r"\d{10}", re.ASCII)


def label_of(instant: int) -> str:
    """The label of the hour of ``instant``: ``2026112815``."""
    found = in_lisbon(instant)
    if found is None:
        raise UsageError(said.HOUR_BEFORE_LAW())
    return f"{found:%Y%m%d%H}"


def hours_of(day: str) -> tuple[str, ...]:
    """The labels of a day, in order: 24, or 23 in March.

    Raises:
        UsageError: no day.
    """
    starts, ends = window(day)
    return tuple(dict.fromkeys(label_of(at) for at in range(starts, ends, HOUR)))


def since(labels: tuple[str, ...], begins: int) -> tuple[str, ...]:
    """Those of a day's hours that were not over as the ledger began; all of them where it began later: then each is refused by its number."""
    return tuple(label for label in labels if begins < span(label)[1]) or labels


def span(label: str) -> tuple[int, int]:
    """The instants of an hour by its label: from its first, up to and without the first of the next.

    Raises:
        UsageError: no hour, or one that the clocks leave out.
    """
    if _LABEL.fullmatch(label) is None:
        raise UsageError(said.NO_HOUR(typed=repr(label)))
    starts, ends = window(f"{label[:4]}-{label[4:6]}-{label[6:8]}")
    found = [at for at in range(starts, ends, HOUR) if label_of(at) == label]
    if not found:
        raise UsageError(said.HOUR_LEFT_OUT(typed=repr(label)))
    return found[0], found[-1] + HOUR


def moment(instant: int) -> str:
    """A time as events have it, ``YYYYMMDDHH24MISS``: ``20261128150203``, without its offset."""
    return stamp(instant)[:14]


@lru_cache(maxsize=4_096)
def stamp(instant: int) -> str:
    """A time as the records have it, ``YYYYMMDDHH24MISS.FF TZH:TZM``: ``20261128150203.000004 +00:00``."""
    found = in_lisbon(instant)
    if found is None:
        raise UsageError(said.HOUR_BEFORE_LAW())
    return f"{found:%Y%m%d%H%M%S}.{instant % SECOND:06d} +{ahead(instant):02d}:00"
