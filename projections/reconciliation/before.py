"""A tournament as it was before a log index, for whom the night has not come to it yet."""

from __future__ import annotations

from contextlib import suppress

from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.games.tournament.state import tournament_stream
from tombo.ledger.store import Store
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.projections.strangers import at_home
from tombo.projections.tournament.view import Followed, follow


def followed_before(store: Store, mapper: CanonicalMapper, name: str, index: int) -> Followed | None:
    """The tournament ``name`` before a log index; None where it was not announced by then."""
    found: Followed | None = None
    for row in at_home(store.stream_rows(tournament_stream(name))):
        if row.index < index:
            with suppress(OutOfPlaceError):  # told of the day it is of
                found = follow(found, mapper.to_entry(row), name)
    return found
