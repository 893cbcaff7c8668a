"""What lies beside the entries and is of none of them: asked once, of the log as a whole."""

from __future__ import annotations

from tombo.ledger.verify.report import Code
from tombo.ledger.verify.source import Growing, LogSource
from tombo.ledger.verify.symptoms import Directness, SymptomList, symptom


def beside(source: LogSource, log: Growing, begin: int) -> SymptomList:
    """(6) (7) Command ids beyond the entries, and openings of nothing; those alone of entries from ``begin`` on, where something is known of the log."""
    symptoms = SymptomList()
    for name, _, first, _ in source.commands(log.size) or ():
        if isinstance(first, int) and log.reaches(first + 1):
            continue  # recorded since
        said = f"the command id {name!r} is in the table; there is no entry {first}"
        place = first if isinstance(first, int) else None
        symptoms.note(symptom(Directness.TABLE, Code.TAMPERED, said, field="commands", cause=place))
    for index, (stream, version, slot, *_) in source.orphan_openings(begin) or ():
        why = "there is no such entry" if index is None else "no card was dealt there"
        said = f"the opening of {stream!r} version {version} slot {slot}: {why}"
        code = Code.TAMPERED if stream is not None else Code.MALFORMED
        said = said if stream is not None else "an opening that does not parse: it names no stream"
        symptoms.note(symptom(Directness.TABLE, code, said, index, field="openings"))
    return symptoms


def amiss(source: LogSource, origin: str) -> SymptomList:
    """What of the database itself is not as it is made for the log ``origin``."""
    symptoms = SymptomList()
    named = source.named()
    if named not in {None, origin}:
        found = f"calls the log {named!r}; its entries are of" if named else "has no origin; expected"
        said = f"the table meta {found} {origin!r}: restore the table from a backup"
        symptoms.note(symptom(Directness.TABLE, Code.TAMPERED, said, field="meta"))
    for said in source.differences():
        symptoms.note(symptom(Directness.TABLE, Code.TAMPERED, said, field="schema"))
    return symptoms
