"""The answer to a command as programs get it, at the pipe and over the network."""

from __future__ import annotations

from typing import Any

from tombo.ledger.core.findings import Refused
from tombo.ledger.core.said import facts_as_json
from tombo.ledger.live.ledger import Acknowledgement, Outcome


def answer(line: int, command_id: str | None, outcome: Outcome) -> dict[str, Any]:
    """The answer to one command, as the line that is printed."""
    if isinstance(outcome, Acknowledgement):
        return receipt(outcome)
    if isinstance(outcome, Refused):
        finding = outcome.finding
        return {
            "status": "refused",
            "command_id": command_id,
            "rule": finding.rule,
            "about": finding.told.about,
            "facts": facts_as_json(finding.told),
            "reading": finding.reading.value,
            "message": finding.message,
        }
    return {
        "status": "error",
        "command_id": command_id,
        "line": line,
        "exit_status": outcome.exit_status,
        "message": str(outcome),
    }


def receipt(done: Acknowledgement) -> dict[str, Any]:
    """A receipt: where the entries of a command stand. Streams other than the first entry's are under ``also``."""
    streams: dict[str, dict[str, Any]] = {}
    for entry in done.entries:
        place = streams.setdefault(entry.stream, {"stream": entry.stream, "versions": [], "log_index": []})
        place["versions"].append(entry.version)
        place["log_index"].append(entry.index)
    first, *others = streams.values()
    document = {"status": "recorded", "command_id": done.command_id, **first}
    if others:
        document["also"] = others
    if done.repeated:
        document["repeated"] = True
    return document
