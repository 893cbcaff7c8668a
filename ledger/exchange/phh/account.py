"""The account of one file while its hands are on their way: what became of each, and the two entries that say so."""

from __future__ import annotations

from typing import Final

from tombo.ledger.house.imports import ImportClosed, ImportOpened, RefusedItem

REFUSED_SIZE_MAX: Final = 40_000
"""Bytes of the refused hands that ``import.closed`` lists: an entry must fit its leaf. The last says how many more."""


class FileAccount:
    """The account of one file while its hands are on their way."""

    def __init__(self, name: str, sha256_hex: str, size: int) -> None:
        self.name, self.sha256, self.size = name, sha256_hex, size
        self.hands = self.recorded = self.flagged = self.duplicates = self.refused = 0
        self.under_way = 0
        self.is_read = False
        self.refusals: list[RefusedItem] = []
        self._room = REFUSED_SIZE_MAX

    @property
    def stream(self) -> str:
        """The stream named after the file's bytes."""
        return f"import:{self.sha256[:32]}"

    def refuse(self, item: str, reason: str) -> None:
        """Count a hand that is not recorded; list it as long as there is room."""
        self.refused += 1
        refusal = RefusedItem(item=item[-500:], reason=reason[:500])
        self._room -= len(refusal.model_dump_json().encode())
        if self._room >= 0:
            self.refusals.append(refusal)

    def opened(self) -> ImportOpened:
        """The file as it was found."""
        return ImportOpened(format="phh", name=self.name[-500:], sha256=self.sha256, size=self.size)

    def closed(self) -> ImportClosed:
        """The outcome, once every hand has its receipt."""
        more = self.refused - len(self.refusals)
        rest = [RefusedItem(item=f"{more} more", reason="the list holds the first")] if more else []
        return ImportClosed(
            duplicates=self.duplicates,
            flagged=self.flagged,
            hands=self.hands,
            recorded=self.recorded,
            refused=self.refusals + rest,
        )
