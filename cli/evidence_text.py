"""An entry that somebody holds, in words: from its own signed bytes alone, whatever its kind."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

from cli.text import dated
from ledger.core.visible import visible
from ledger.seal.evidence import Evidence


def entry_lines(found: Evidence, index: int) -> Iterator[str]:
    """One entry: where it stands, when and by whom, and every field of what happened, as it was signed."""
    body, sealed = found.body, found.sealed
    who = body["by"]
    role = f" as {who['role']}" if who["role"] else ""
    command = f", command {found.command_id}" if found.command_id else ""
    yield f"Log index {index}: {found.stream}, version {found.version}: {_happened(found.kind)}"
    yield f"  recorded {dated(sealed.recorded)}, by {who['actor']} {who['id']}{role}{visible(command)}"
    if body["occurred"] is not None:
        yield f"  occurred {dated(body['occurred'])}, as the source says"
    for name, value in body["event"].items():
        if name != "kind":
            yield f"  {visible(name)}: {_value(value)}"


def entry_json(found: Evidence, index: int) -> dict[str, Any]:
    """The same for a program: the signed body, and what its state says."""
    return {
        "log_index": index,
        "recorded": found.sealed.recorded,
        "key": found.sealed.key_id.hex(),
        "prev": b64encode(found.sealed.prev).decode(),
        "body": found.body,
    }


def _happened(kind: str) -> str:
    """A kind in words: ``hand.bet_placed.v1`` is ``bet placed (hand.bet_placed.v1)``."""
    words = kind.split(".")
    return f"{words[1].replace('_', ' ')} ({visible(kind)})" if len(words) > 1 else visible(kind)


def _value(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return visible(text)
