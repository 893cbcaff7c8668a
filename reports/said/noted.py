"""What `tombo recover` notes on an incident of its own, and how what somebody else noted is quoted."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

AS_WRITTEN: Final = Said("as_written", "{text}", "«{text}»")
STOOD_STILL: Final = Said(
    "stood_still", "tombo recover: the ledger stood still", "tombo recover: o registo esteve parado"
)
NOTED_LEFT_OPEN: Final = Said(
    "noted_left_open",
    "hands left open: {settled:settled|settled}, {voided:voided|voided}",
    "jogadas que tinham ficado em curso: {settled:liquidada|liquidadas}, {voided:nula|nulas}",
)
NOTED_LEFT_OPEN_OR_UNREAD: Final = Said(
    "noted_left_open_or_unread",
    "hands left open: {settled:settled|settled}, {voided:voided|voided}, {unread:not to be read|not to be read}",
    "jogadas que tinham ficado em curso: {settled:liquidada|liquidadas}, {voided:nula|nulas}, {unread:ilegível|ilegíveis}",
)
