"""An entry that somebody holds, in words: from its own signed bytes alone, whatever its kind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Told, Word
from tombo.ledger.core.visible import visible
from tombo.ledger.seal.evidence import Evidence
from tombo.reports.said.commands import evidence as said
from tombo.reports.said.common import ACTORS


def entry_lines(found: Evidence, index: int) -> Iterator[Told]:
    """One entry: where it stands, when and by whom, and every field of what happened, as it was signed."""
    body, sealed = found.body, found.sealed
    who = body["by"]
    yield said.ENTRY_STANDS(index=index, stream=found.stream, version=found.version, what=_happened(found.kind))
    actor = ACTORS.get(who["actor"], Word(who["actor"], *(visible(who["actor"]) for _ in Language)))
    role = who["role"]
    by = (
        said.ENTRY_BY_ROLE(actor=actor, who=who["id"], role=role) if role else said.ENTRY_BY(actor=actor, who=who["id"])
    )
    if found.command_id:
        yield said.ENTRY_RECORDED_FOR(at=sealed.recorded, who=by, command=found.command_id)
    else:
        yield said.ENTRY_RECORDED(at=sealed.recorded, who=by)
    if body["occurred"] is not None:
        yield said.ENTRY_OCCURRED(at=body["occurred"])
    for name, value in body["event"].items():
        if name != "kind":
            yield said.ENTRY_FIELD(name=name, value=_value(value))


def _happened(kind: str) -> Word:
    """A kind in words: ``hand.bet_placed.v1`` is ``bet placed (hand.bet_placed.v1)``; its own words are English."""
    words, shown = kind.split("."), visible(kind)
    told = Word(kind, *(shown for _ in Language))
    return told._replace(en=f"{visible(words[1].replace('_', ' '))} ({shown})") if len(words) > 1 else told


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
