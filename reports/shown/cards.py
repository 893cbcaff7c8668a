"""Whose closed cards may be shown to whom: nobody's before a reading of them is on record (architecture, decision 16)."""

from __future__ import annotations

from typing import Final, NamedTuple

from tombo.projections.follow import Viewer
from tombo.reports.shown.reading import Reader


class Seen(NamedTuple):
    """A viewer, and the hands and rounds whose closed cards he may be shown: a reading of them is on record."""

    viewer: Viewer = Viewer()
    recorded: frozenset[str] = frozenset()

    def cards(self, reader: Reader, stream: str) -> dict[int, int]:
        """The closed cards of ``stream`` by slot, if a reading of them is on record and it is over; else none."""
        return reader.closed_cards(stream) if stream in self.recorded else {}


OUTSIDER: Final = Seen()
"""Whoever reads what everybody may."""


def sees_closed(viewer: Viewer) -> bool:
    """Whether any closed card may be this viewer's to see: then what is written for him is not for everybody."""
    return viewer.role in {"player", "officer"}
