"""The store of a database whose tables a forger has made anew, as the verifier sees it but for its schema."""

from __future__ import annotations

from tests.forgeries.maker import OPENING_KEY
from tombo.ledger.operate.openings import Opened
from tombo.ledger.store import open_evidence


class Bared(Opened):
    """A store of which the verifier is asked for the rows alone: that its tables are bare is known."""

    def differences(self) -> list[str]:
        return []


def open_bared(url: str) -> Bared:
    """The store of a ``Database`` as the house's verifier sees it, but for its schema."""
    return Bared(open_evidence(url), OPENING_KEY)
