"""What must be true at the end: the log held against every journal."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.faults.kills.heard import Journal, digest_of
from tests.worlds.network import Network
from tombo.ledger.operate.keyring import open_checked
from tombo.serve.ring import frame

AGAIN: Final = b',"repeated":true'
"""What the answer to a retry has more than the first receipt, which it is but for that."""
Place = tuple[str, int, int]
"""Where an entry stands: its stream, its version in it, its log index."""


class Log(NamedTuple):
    """The log at the end: where the entries of each command stand, and each entry as a subscriber is to be told it."""

    commands: Mapping[str, list[Place]]
    digests: list[str]


def log_of(made: Network) -> Log:
    """What stands in the ledger, each entry checked as it is read."""
    commands, digests = defaultdict[str, list[Place]](list), list[str]()
    with open_checked(made.url, made.keyring, read_only=True) as store:
        for row in store.rows():
            entry = store.entry(row)
            digests.append(digest_of(json.loads(frame(entry).partition(b"data: ")[2])))
            if entry.command is not None:
                commands[entry.command.id].append((entry.stream, entry.version, entry.index))
    return Log(commands, digests)


class Heard:
    """Every receipt that anybody was given, by the id of its command, and how often one was given again."""

    def __init__(self) -> None:
        self.receipts = defaultdict[str, set[bytes]](set)
        self.again = 0

    def take(self, answer: bytes) -> None:
        """Keep a receipt, but for what says that it is not the first; nothing else."""
        said = json.loads(answer)
        if said["status"] == "recorded":
            self.again += AGAIN in answer
            self.receipts[said["command_id"]].add(answer.replace(AGAIN, b""))


def wrong_receipts(log: Log, heard: Heard) -> Iterator[str]:
    """Every command that is not in the log exactly where its one receipt says."""
    for command_id, receipts in heard.receipts.items():
        if len(receipts) > 1:
            yield f"{command_id} has {len(receipts)} receipts: {sorted(receipts)}"
        for receipt in receipts:
            if sorted(places_said(json.loads(receipt))) != sorted(log.commands.get(command_id, ())):
                yield f"{receipt!r}; in the log: {log.commands.get(command_id)}"


def places_said(said: Mapping[str, Any]) -> Iterator[Place]:
    """Where the entries of a command stand, as its receipt says."""
    for one in (said, *said.get("also", ())):
        yield from ((one["stream"], *place) for place in zip(one["versions"], one["log_index"], strict=True))


def wrong_outcomes(log: Log, journal: Path, heard: Heard) -> Iterator[str]:
    """Of one platform: what it asked has an outcome, which is that it is recorded, where the log has it; ``heard`` learns its receipts."""
    asked, settled = asked_in(journal), set[str]()
    for line in Journal(journal).before:
        if "told" in line:
            heard.take(line["told"].encode())
        for command_id, outcome in line.get("outcomes", ()):
            settled.add(command_id)
            found = set() if isinstance(outcome, str) else {place for one in outcome["places"] for place in _of(one)}
            if not found or found != set(log.commands.get(command_id, ())):
                yield f"{command_id}: {outcome}; in the log: {log.commands.get(command_id)}"
    if asked != settled:
        yield f"{journal.name}: {len(asked - settled)} commands were asked and have no outcome"


def asked_in(journal: Path) -> set[str]:
    """The commands that a platform asked."""
    return {one["command_id"] for line in Journal(journal).before for one in line.get("asked", ())}


def _of(place: Mapping[str, Any]) -> Iterator[Place]:
    return ((place["stream"], *found) for found in zip(place["versions"], place["log_index"], strict=True))


def wrong_entries(log: Log, journal: Path) -> Iterator[str]:
    """Of one subscriber: where what it was told is not every entry of the log, once and in order."""
    told = Journal(journal).before
    if [line["index"] for line in told] != list(range(len(log.digests))):
        yield f"{journal.name}: {len(told)} entries, the last {told[-1:]}; the log has {len(log.digests)}"
    elif [line["digest"] for line in told] != log.digests:
        yield f"{journal.name}: an entry is not as the log has it"


def strangers(log: Log, known: Iterable[str]) -> Iterator[str]:
    """Commands in the log that nobody asked."""
    found = sorted(log.commands.keys() - set(known))
    yield from (f"nobody asked {name}" for name in islice(found, 5))
