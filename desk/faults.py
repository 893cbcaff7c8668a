"""What the desk itself does not do, said in the language of the page."""

from __future__ import annotations

from tombo.ledger.core.said import Told
from tombo.serve.problems import ProblemError


class DeskFaultError(ProblemError):
    """A request of a browser that is not done: its status, and why."""

    def __init__(self, status: int, told: Told, *, retry_after: int | None = None) -> None:
        super().__init__(status, told.text(), retry_after=retry_after)
        self.told = told
