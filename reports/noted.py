"""What stands on an incident as somebody wrote it: quoted, or said in every language where `tombo recover` wrote it."""

from __future__ import annotations

import re
from typing import Final

from tombo.ledger.core.said import Told
from tombo.reports.said import noted as said

_LEFT_OPEN: Final = re.compile(r"hands left open: (\d+) settled, (\d+) voided(?:, (\d+) not to be read)?")


def noted(text: str) -> Told:
    """``text`` of an incident, who reported it or how it ended; in English it is what is on record, to the letter."""
    if text == said.STOOD_STILL().text():
        return said.STOOD_STILL()
    found = _LEFT_OPEN.fullmatch(text)
    told = said.AS_WRITTEN(text=text) if found is None else _left_open(*found.groups())
    return told if told.text() == text else said.AS_WRITTEN(text=text)


def _left_open(settled: str, voided: str, unread: str | None) -> Told:
    if unread is None:
        return said.NOTED_LEFT_OPEN(settled=int(settled), voided=int(voided))
    return said.NOTED_LEFT_OPEN_OR_UNREAD(settled=int(settled), voided=int(voided), unread=int(unread))
