"""What doors acknowledged, as it was read from their stdout: each command once, each log index once, and in the end all of it in the store."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tombo.ledger.core.command import Envelope
from tombo.ledger.live.batch import digest_of
from tombo.ledger.seal import canonical
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.policy import Policy
from tombo.ledger.seal.receipt import parse_receipt, verify_receipt
from tombo.ledger.store import Store

Place = tuple[int, str, int]
"""Log index, stream and version of an entry."""


class Loss(NamedTuple):
    """A loss that was declared: the entries ``first`` to ``last``."""

    first: int
    last: int


class Acknowledged:
    """The driver's own record, which the store is held to. Of several threads; ``wrong`` says what must not be, once each time."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._lock = threading.Lock()
        self._places: dict[str, tuple[Place, ...]] = {}
        self._at: dict[int, str] = {}
        self._first_answers: set[str] = set()
        self._asked: dict[str, Envelope] = {}
        self.losses: list[Loss] = []
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []

    def asked(self, envelope: Envelope) -> None:
        """``envelope`` is about to be sent; sent again it must be the same."""
        with self._lock:
            if self._asked.setdefault(envelope.command_id, envelope) != envelope:
                raise AssertionError(f"the workload has two commands {envelope.command_id}")

    def recorded(self, command_id: str, said: Mapping[str, Any], losses_before: int) -> bool:
        """A door, which had seen ``losses_before`` losses when it was started, answered ``recorded``; whether that still stands.

        It does not where the answer may be of a history that was given up since: sent again it says what is true now.
        """
        places = tuple(sorted(_places(said)))
        with self._lock:
            self.counts["acknowledged"] += 1
            if any(index >= loss.first for loss in self.losses[losses_before:] for index, _, _ in places):
                self.counts["acknowledged late, lost already"] += 1
                return False
            known = self._places.setdefault(command_id, places)
            if known != places:
                self.wrong.append(f"{command_id} is acknowledged as {known} and as {places}")
            for index, _, _ in places:
                other = self._at.setdefault(index, command_id)
                if other != command_id:
                    self.wrong.append(f"log index {index} is acknowledged for {other} and for {command_id}")
            if said.get("repeated"):
                self.counts["repeated"] += 1
            elif command_id in self._first_answers:
                self.wrong.append(f"{command_id} is answered 'recorded' twice, neither of them 'repeated'")
            else:
                self._first_answers.add(command_id)
        if "receipt" in said:
            self._check_receipt(command_id, said["receipt"], places)
        return True

    def lose(self, first: int, last: int) -> list[str]:
        """A loss is declared: the commands that were acknowledged with one of its entries, in log order; they are to be sent again."""
        with self._lock:
            self.losses.append(Loss(first, last))
            lost = list(dict.fromkeys(name for index, name in sorted(self._at.items()) if index >= first))
            for name in lost:
                for index, _, _ in self._places.pop(name):
                    del self._at[index]
            self._first_answers.difference_update(lost)
            self.counts["acknowledged and declared lost"] += len(lost)
        return lost

    def command_ids(self) -> list[str]:
        """Those acknowledged and not lost, the oldest answer first."""
        with self._lock:
            return list(self._places)

    def envelope(self, command_id: str) -> Envelope:
        """What was asked under ``command_id``."""
        with self._lock:
            return self._asked[command_id]

    def compare(self, store: Store, before: int) -> int:
        """Hold ``store`` to all of it; how many acknowledgements were compared. Its first ``before`` entries are not of these commands."""
        rows = list(store.rows())
        if [row.index for row in rows] != list(range(len(rows))):
            self.wrong.append("the log indices are not dense")
        if len({(row.stream, row.version) for row in rows}) != len(rows):
            self.wrong.append("a version stands twice in a stream")
        there: dict[str, list[Place]] = {}
        digests: dict[str, set[str]] = {}
        for row in rows[before:]:
            said = canonical.decode(unpack(row.state).body)["command"]
            if said is not None:
                there.setdefault(said["id"], []).append((row.index, row.stream, row.version))
                digests.setdefault(said["id"], set()).add(said["digest"])
        for name, places in self._places.items():
            if tuple(there.get(name, ())) != places:
                self.wrong.append(f"{name} was acknowledged at {places}, the store has it at {there.get(name)}")
        for name, found in digests.items():
            envelope = self._asked.get(name)
            if envelope is not None and found != {digest_of(envelope)}:
                self.wrong.append(f"{name} is stored with another digest than it was asked with")
            elif envelope is None and not name.startswith(("clock", "loss/")):
                self.wrong.append(f"{name} is stored, and nobody asked for it")
        kept = {row.command_id: (row.first, row.count) for row in store.commands()}
        self.wrong += [
            f"the table of commands has {name} at {kept.get(name)}, its entries are at {places}"
            for name, places in there.items()
            if kept.get(name) != (places[0][0], len(places))
        ]
        return len(self._places)

    def _check_receipt(self, command_id: str, said: dict[str, Any], places: tuple[Place, ...]) -> None:
        found = verify_receipt(parse_receipt(canonical.encode(said)), self._policy)
        indices = [found.index + offset for offset in range(len(found.entries))]
        if said["command"] != command_id or indices != [index for index, _, _ in places]:
            self.wrong.append(f"the receipt of {command_id} is of {said['command']} at {indices}; answered: {places}")
        self.counts["receipts checked"] += 1


def _places(said: Mapping[str, Any]) -> Iterator[Place]:
    for at in (said, *said.get("also", ())):
        for version, index in zip(at["versions"], at["log_index"], strict=True):
            yield index, at["stream"], version
