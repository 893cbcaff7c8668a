"""The page of what is proved, up to where, and who is let in: checkpoint, witnesses, the days that were closed, keys and credentials."""

from __future__ import annotations

from typing import Any, Final

from tombo.desk.asked import DeskAsked
from tombo.desk.frame import Sheet
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.ids import local
from tombo.ledger.core.said import Fact, fact_of
from tombo.ledger.operate.publisher import PublisherFiles
from tombo.ledger.seal.checkpoint import parse_checkpoint
from tombo.ledger.seal.note import open_note
from tombo.ledger.seal.policy import load_policy
from tombo.reports.said.desk import frame
from tombo.reports.said.desk import trust as said
from tombo.reports.shown.house import closings, credentials
from tombo.serve.readers import OpenedLedger

SHOWN_APART: Final = frozenset({"over", "revoked"})
"""How a credential stands that lets nobody in, as it should."""


def draw(opened: OpenedLedger, _: DeskAsked) -> Sheet:
    """What is proved of the log, and by whom it is witnessed."""
    reader = opened.reader
    head, days = reader.store.head(), closings.names(reader)
    values = {
        "origin": reader.store.origin,
        "entries": head.size,
        **_checkpoint(opened, head.size),
        "signed_at": _signed_at(opened),
        "day": local(days[-1]) if days else None,
        **_credentials(opened),
    }
    return Sheet(frame.TRUST(), "trust.html", values)


def _checkpoint(opened: OpenedLedger, entries: int) -> dict[str, Any]:
    """The newest checkpoint as the policy's keys sign it, what it covers, and each witness that the policy names; or what is wrong with it."""
    note = opened.reader.store.last_checkpoint()
    none: dict[str, Any] = {
        "covered": None,
        "tail": entries,
        "root": "",
        "witnesses": [],
        "enough": None,
        "wrong": None,
    }
    try:
        policy = load_policy(opened.keyring.policy)
        if note is None:
            return none
        text, signed = open_note(note.encode(), [policy.log, *policy.witnesses.values()])
    except LedgerError as error:
        return {**none, "wrong": fact_of(error)}
    checkpoint, times = parse_checkpoint(text), {one.key: one.time for one in signed}
    cosigned = [key for key in times if key != policy.log]
    return {
        "covered": checkpoint.size,
        "tail": entries - checkpoint.size,
        "root": checkpoint.root.hex(),
        "witnesses": [(name, _cosigned(times.get(key))) for name, key in policy.witnesses.items()],
        "enough": policy.satisfied(cosigned),
        "wrong": None,
    }


def _cosigned(seconds: int | None) -> Fact:
    return said.NO_COSIGNATURE() if seconds is None else said.COSIGNED_AT(at=seconds * 1_000_000)


def _signed_at(opened: OpenedLedger) -> int | None:
    """When the publisher of this machine signed last; None where none says so."""
    status = PublisherFiles(opened.keyring.signer_state).read()
    return None if status is None else status.signed_at


def _credentials(opened: OpenedLedger) -> dict[str, Any]:
    """Every credential that lets somebody in, or that nobody signed; and how many are revoked or over."""
    found = [credentials.line(opened.reader, stream, opened.clock.now()) for stream in credentials.names(opened.reader)]
    shown = [one for one in found if one.json.get("stands") not in SHOWN_APART]
    return {"credentials": [credentials.cells(one.json) for one in shown], "past": len(found) - len(shown)}
