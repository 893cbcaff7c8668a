"""Steps 1 to 7 on one chunk of the log, by itself: what a worker process does, and what it hands to the main one."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Final, NamedTuple

from tombo.ledger.core.entry import By
from tombo.ledger.kinds import CLOSED_KINDS
from tombo.ledger.seal.commitment import card_commitment
from tombo.ledger.seal.merkle import HASH_SIZE
from tombo.ledger.verify.appends import AppendRows, Grouping
from tombo.ledger.verify.bodies import Bodies, ParsedRow, RelevantEntry, facts_of
from tombo.ledger.verify.report import Code
from tombo.ledger.verify.rows import RowReader
from tombo.ledger.verify.source import LogSource, OpeningRow
from tombo.ledger.verify.streams import chain, places
from tombo.ledger.verify.symptoms import Directness, Symptom, SymptomList, symptom

CHUNK: Final = 1 << 15
"""Entries a chunk: a multiple of 256, so that no tile is shared, and few enough to hold."""


class Task(NamedTuple):
    """One chunk: the log indices from ``start`` to ``stop - 1`` of ``size``.

    Rows below ``begin`` belong to an append begun before, and the first one from there claims index ``expected``; None
    where the worker must go by what the rows say. The main process compares, and asks again if it knows better.
    """

    start: int
    stop: int
    size: int
    begin: int | None = None
    expected: int | None = None


class Chunk(NamedTuple):
    """What a worker found."""

    task: Task
    leaves: bytes
    """The leaf hashes, 32 bytes an index."""
    begin: int
    """Where the first append begun in this chunk stands: the rows below say they are of an earlier one."""
    claimed: int
    """What the append at ``begin`` should claim as its first index, if there is one."""
    end: int | None
    """The log index after the last row of an append begun in this chunk; None if none was."""
    expected: int
    """What the append at ``end`` should claim."""
    appends: list[AppendRows]
    spans: bytes
    commands: bytes
    """Streams and command ids, to be joined across chunks (``streams``)."""
    facts: list[RelevantEntry]
    withheld: int
    symptoms: SymptomList

    def check_answers(self, task: Task) -> None:
        """That this is of ``task``, with a leaf for each index: with fewer the tree would reach no checkpoint, and be held against none.

        Raises:
            ValueError: it is not, and so no answer to what was asked.
        """
        if self.task != task or len(self.leaves) != HASH_SIZE * (task.stop - task.start):
            raise ValueError(f"a chunk of {self.task} with leaves of {len(self.leaves)} bytes; expected one of {task}")


def check_chunk(source: LogSource, bodies: Bodies, task: Task) -> Chunk:
    """Do everything about one chunk that needs no other one."""
    reader = RowReader(bodies)
    lines = reader.read(source.rows(task.start, task.stop), task.start, task.stop)  # (1) (2) (3)
    symptoms = SymptomList()
    symptoms.note_all(reader.symptoms)
    own = len(lines)
    leaves = _leaves(lines, task)
    facts = facts_of(lines)
    spans = chain(lines, symptoms)  # (4)

    ahead = RowReader(bodies)  # what is beyond the chunk is another worker's to complain about
    after = [task.stop]

    def extend(count: int) -> list[ParsedRow]:
        stop = min(after[0] + count, task.size)
        more = ahead.read(source.rows(after[0], stop), after[0], stop) if stop > after[0] else []
        after[0] = stop
        return more

    skip = _begun_before(lines, task)
    begin = lines[skip - 1].index + 1 if skip else task.start
    expected = begin if task.expected is None else task.expected
    grouping = Grouping(lines, skip, begin, expected, extend)
    grouping.run()  # (5)
    symptoms.note_all(grouping.symptoms)

    commands = _commands(lines[skip : grouping.at], symptoms)  # (6)
    _check_command_ids(source, commands, begin, max(grouping.end, task.stop), symptoms)
    withheld = _check_openings(source, lines[:own], task, bodies.trusted, symptoms)  # (7)
    return Chunk(
        task=task,
        leaves=leaves,
        begin=begin,
        claimed=expected,
        end=grouping.end if grouping.at > skip else None,
        expected=grouping.expected,
        appends=grouping.appends,
        spans=spans,
        commands=places((command, first) for command, (_, first, _) in commands.items()),
        facts=facts,
        withheld=withheld,
        symptoms=symptoms,
    )


def _begun_before(lines: list[ParsedRow], task: Task) -> int:
    """How many rows at the start belong to an append that began in an earlier chunk, or say so."""
    skip = 0
    if task.begin is not None:
        while skip < len(lines) and lines[skip].index < task.begin:
            skip += 1
        return skip
    while skip < len(lines) and 0 <= lines[skip].claim.first < task.start:
        skip += 1
    return skip


def _leaves(lines: list[ParsedRow], task: Task) -> bytes:
    if len(lines) == task.stop - task.start:
        return b"".join([line.leaf for line in lines])
    leaves = bytearray(32 * (task.stop - task.start))
    for line in lines:
        place = 32 * (line.index - task.start)
        if 0 <= place < len(leaves):
            leaves[place : place + 32] = line.leaf
    return bytes(leaves)


def _commands(lines: Iterable[ParsedRow], symptoms: SymptomList) -> dict[str, tuple[bytes, int, int]]:
    """(6) The commands of these entries: digest, index of the first entry, count. Those of one stand together, asked for by one."""
    found: dict[str, tuple[bytes, int, int]] = {}
    current: tuple[bytes, int] | None = None
    name, known, text, first, count = "", b"", b"", 0, 0
    by: By | None = None
    last: ParsedRow | None = None
    for line in lines:
        command = line.command
        if last is not None and command is last.command and line.claim is last.claim and line.by is by:
            count += 1  # it says what the row before it said
            continue
        if last is not None:
            found[name] = (known, first, count)
            last = None
        if command is None:
            current = None
            continue
        if current is not None and current == (command[0], line.claim.first):
            if command[1] == text:
                count += 1
                found[name] = (known, first, count)
                by = by or line.by
                if line.by is not by and line.by is not None and line.by != by:
                    symptoms.note(_of_another(line, name, by, first))
                last = line
                continue
            said = f"the command {name!r} has the digest {command[1].decode()} here and {text.decode()} at {first}"
        elif command[0].decode() not in found:
            current = (command[0], line.claim.first)
            name, text, first, count = command[0].decode(), command[1], line.index, 1
            known, by = bytes.fromhex(text.decode()), line.by
            found[name] = (known, first, count)
            last = line
            continue
        else:
            name = command[0].decode()
            current = None
            said = f"the command id {name!r} stands at {found[name][1]} already"
        symptoms.note(symptom(Directness.CHAIN, Code.TAMPERED, said, line.index, field="command", cause=found[name][1]))
    if last is not None:
        found[name] = (known, first, count)
    return found


def _of_another(line: ParsedRow, name: str, by: By | None, first: int) -> Symptom:
    """(6) An entry of a command that somebody else asked for: it was signed, or not, as if he had."""
    said = f"the command {name!r} was asked for by {_asker(line.by)} here, and by {_asker(by)} at {first}"
    return symptom(Directness.RULE, Code.POLICY_FAIL, said, line.index, field="by", cause=first)


def _asker(by: By | None) -> str:
    return "nobody" if by is None else f"the {by.actor} {by.id}" + (f" as {by.role}" if by.role else "")


def _check_command_ids(
    source: LogSource, commands: dict[str, tuple[bytes, int, int]], low: int, stop: int, symptoms: SymptomList
) -> None:
    """(6) The table of command ids says exactly what the entries say."""
    rows = source.commands(low, stop)
    if rows is None:
        return
    found = list(rows)
    if found == [(name, *said) for name, said in commands.items()]:
        return
    left = dict(commands)
    begins = {first: name for name, (_, first, _) in commands.items()}
    for name, digest, first, count in found:
        expected = left.pop(name, None) if isinstance(name, str) else None
        if expected is None:
            index = first if isinstance(first, int) and first >= 0 else None
            there = None if index is None else begins.get(index)
            said = f"the command id {name!r} is in the table; the entry at {first} is of {there!r}"
            symptoms.note(symptom(Directness.TABLE, Code.TAMPERED, said, index, field="commands"))
            left.pop(there or "", None)
        elif (digest, first, count) != expected:
            said = (
                f"the command id {name!r}: the table has digest {_hex(digest)}, first {first}, count {count};"
                f" the entries {expected[0].hex()}, {expected[1]}, {expected[2]}"
            )
            beside = first if isinstance(first, int) and first != expected[1] else expected[1] + expected[2]
            symptoms.note(symptom(Directness.TABLE, Code.TAMPERED, said, expected[1], field="commands", cause=beside))
    for name, (_, first, _) in left.items():
        said = f"the command id {name!r} of the entry at {first} is not in the table"
        symptoms.note(symptom(Directness.TABLE, Code.MISSING, said, first, field="commands"))


def _hex(digest: object) -> str:
    return digest.hex() if isinstance(digest, bytes) else repr(digest)


def _check_openings(source: LogSource, lines: list[ParsedRow], task: Task, trusted: int, symptoms: SymptomList) -> int:
    """(7) Every opening opens its commitment. Returns how many commitments have none."""
    sealed = {
        line.index: {slot: said for slot, said in enumerate(line.event) if said is not None}
        for line in lines
        if line.index >= trusted and line.event is not None and line.kind in CLOSED_KINDS
    }
    total = sum(map(len, sealed.values()))
    found = source.openings_between(max(task.start, trusted), task.stop)
    if found is None:
        return total
    by_index = {line.index: line for line in lines if line.index in sealed}
    left = iter(found)
    openings = list(itertools.islice(left, total + 1))  # one more than there can be says enough: millions are not held
    if _all_open(openings, by_index, sealed, total):
        return 0
    by_index = {line.index: line for line in lines} if sealed else {}
    opened: set[tuple[int, int]] = set()
    again: dict[int, set[int]] = {}
    for index, opening in itertools.chain(openings, left):
        line, slots = by_index.get(index), sealed.get(index, {})
        said = "no card was dealt there" if line is None else _objection(line, opening, slots)
        stream, version, slot = opening[:3]
        if isinstance(slot, int) and slot in slots:
            if said is None and (index, slot) in opened:
                again.setdefault(index, set()).add(slot)
            opened.add((index, slot))
        if said:
            said = f"the opening of {stream!r} version {version} slot {slot}: {said}"
            symptoms.note(symptom(Directness.TABLE, Code.TAMPERED, said, index, stream=stream, field="openings"))
    for index, slots in sealed.items():
        line, absent = by_index[index], [slot for slot in slots if (index, slot) not in opened]
        if absent:
            symptoms.note(_of_slots(Code.WITHHELD, line, f"no opening for {_slots(absent)}"))
        if index in again:
            name = f"{line.stream!r} version {line.version} {_slots(sorted(again[index]))}"
            symptoms.note(_of_slots(Code.TAMPERED, line, f"the openings of {name}: there more than once"))
    return total - len(opened)


def _all_open(
    openings: list[tuple[int, OpeningRow]],
    by_index: dict[int, ParsedRow],
    sealed: dict[int, dict[int, str]],
    total: int,
) -> bool:
    """Whether these open each of the ``total`` commitments, once, and nothing else: so it is with what nobody touched."""
    opened: set[tuple[int, int]] = set()
    try:
        for index, (stream, version, slot, card, salt) in openings:
            line = by_index[index]
            if (
                version != line.version
                or stream != line.stream
                or card_commitment(stream, slot, card, salt).hex() != sealed[index][slot]
            ):
                return False
            opened.add((index, slot))
    except (ArithmeticError, KeyError, TypeError, ValueError):
        return False
    return len(opened) == len(openings) == total


def _slots(slots: Iterable[int]) -> str:
    return f"slot {', '.join(map(str, slots))}"


def _of_slots(code: Code, line: ParsedRow, said: str) -> Symptom:
    """What is wrong with several openings of one entry, told once."""
    return symptom(Directness.TABLE, code, said, line.index, stream=line.stream, version=line.version, field="openings")


def _objection(line: ParsedRow, opening: OpeningRow, sealed: dict[int, str]) -> str | None:
    """Why an opening does not open the commitment of its place, or None if it does."""
    stream, version, slot, card, salt = opening
    if (stream, version) != (line.stream, line.version):
        return f"the entry there is version {line.version} of {line.stream!r}"
    if not isinstance(slot, int) or slot not in sealed:
        return "no card was committed to there"
    if card is None:
        return "it does not open under the key of the openings; another place, another key, or changed bytes"
    try:
        if card_commitment(stream, slot, card, salt).hex() == sealed[slot]:
            return None
    except (TypeError, ValueError, OverflowError) as error:
        return str(error)
    return "card and salt do not open the commitment"
