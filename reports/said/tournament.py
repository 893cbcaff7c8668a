"""What the reports of a tournament say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ledger.core.said import Said

CASE_A: Final = Said(
    "case_a",
    "before the start: everybody gets his fee back ({rule})",
    "antes do início: cada um recebe de volta a sua inscrição ({rule})",
)
CASE_B: Final = Said(
    "case_b",
    "after the start, before the places with a prize: fee and a share by chips ({rule})",
    "depois do início, antes dos lugares com prémio: a inscrição e uma parte segundo as fichas ({rule})",
)
CASE_C: Final = Said(
    "case_c",
    "the places with a prize are reached: fee and a share by chips ({rule})",
    "atingidos os lugares com prémio: a inscrição e uma parte segundo as fichas ({rule})",
)
CASES: Final[Mapping[str, Said]] = {"a": CASE_A, "b": CASE_B, "c": CASE_C}
"""The cases of a cancellation."""
