"""A credential is granted and revoked by a manager who signs it: what else is sealed in one, the night names."""

from __future__ import annotations

from collections.abc import Iterator

from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import Store
from tombo.projections.credentials import by_a_manager
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import credentials as said
from tombo.projections.signed import StaffThen
from tombo.projections.strangers import at_home


def unsigned_credentials(store: Store, day: tuple[int, int]) -> Iterator[Problem]:
    """What was recorded of credentials on ``day``, from its first instant to before its last, and no manager signed."""
    then = StaffThen(store)
    for stream in store.streams("credential"):
        for row in at_home(store.stream_rows(stream)):
            if day[0] <= unpack(row.state).recorded < day[1] and not by_a_manager(store, row, then):
                yield Problem("people", said.CREDENTIAL_UNSIGNED(kind=row.kind, stream=stream), (row.index,))
