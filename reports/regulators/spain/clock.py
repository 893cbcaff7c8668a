"""Times as the model has them: of mainland Spain, whose clocks are an hour ahead of Lisbon's at every instant since 1997."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.lisbon import ahead

_MADRID: Final = 1
"""Hours that it is ahead of Lisbon: both change their clocks at the same instant."""


def in_madrid(instant: int) -> datetime:
    """``instant`` as clocks in Madrid show it."""
    utc = datetime.fromtimestamp(instant // SECOND, tz=UTC)
    return utc.replace(tzinfo=None) + timedelta(hours=_hours(instant))


def stamp(instant: int) -> str:
    """``AAAAMMDDHHMMSS``, without a zone: ``date-aaaammddhhmmss``."""
    return f"{in_madrid(instant):%Y%m%d%H%M%S}"


def zoned(instant: int) -> str:
    """The same with its zone, so that no hour of autumn stands for two: ``date-aaaammddhhmmssTZ``."""
    return f"{stamp(instant)}+{_hours(instant):02d}00"


def _hours(instant: int) -> int:
    """The hours that Madrid is ahead of UTC."""
    return ahead(instant) + _MADRID
