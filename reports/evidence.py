"""An entry that somebody holds, in words: from its own signed bytes alone, whatever its kind."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Told, Word
from tombo.ledger.core.visible import visible
from tombo.ledger.seal.evidence import Evidence
from tombo.reports.said.commands import evidence as said
from tombo.reports.said.common import ACTORS


def entry_lines(found: Evidence, index: int) -> Iterator[Told]:
    """One entry: where it stands, when and by whom, and every field of what happened, as it was signed."""
    body, sealed = found.body, found.sealed
    yield said.ENTRY_STANDS(index=index, stream=found.stream, version=found.version, what=happened(found.kind))
    by = by_whom(found)
    if found.command_id:
        yield said.ENTRY_RECORDED_FOR(at=sealed.recorded, who=by, command=found.command_id)
    else:
        yield said.ENTRY_RECORDED(at=sealed.recorded, who=by)
    if body["occurred"] is not None:
        yield said.ENTRY_OCCURRED(at=body["occurred"])
    for name, value in fields(found):
        yield said.ENTRY_FIELD(name=name, value=value)


def by_whom(found: Evidence) -> Told:
    """By whom an entry is, and in which role."""
    who = found.body["by"]
    actor = ACTORS.get(who["actor"], Word(who["actor"], *(visible(who["actor"]) for _ in Language)))
    role = who["role"]
    return (
        said.ENTRY_BY_ROLE(actor=actor, who=who["id"], role=role) if role else said.ENTRY_BY(actor=actor, who=who["id"])
    )


def happened(kind: str) -> Word:
    """A kind in words: ``hand.bet_placed.v1`` is ``bet placed (hand.bet_placed.v1)``; its own words are English."""
    words, shown = kind.split("."), visible(kind)
    told = Word(kind, *(shown for _ in Language))
    return told._replace(en=f"{visible(words[1].replace('_', ' '))} ({shown})") if len(words) > 1 else told


def fields(found: Evidence) -> Iterator[tuple[str, str]]:
    """Every field of what happened, as it was signed."""
    for name, value in found.body["event"].items():
        if name != "kind":
            yield name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
