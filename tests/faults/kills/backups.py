"""Backups taken while everything else is killed, themselves killed, and what a restore of the newest one must be."""

from __future__ import annotations

import json
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any, Final, NamedTuple

import httpx2

from tests.faults.kills.judged import AGAIN, Heard, Log, Place, places_said, wrong_receipts
from tests.faults.kills.kept import PATIENCE, Kept, Tally
from tests.worlds.network import MANAGER, ORIGIN, TOKEN, Network, begun, serving
from tests.worlds.staff import key_of
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.operate.loss import declare
from tombo.ledger.seal.canonical import decode
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.loss import Loss
from tombo.ledger.store import open_evidence
from tombo.ledger.verify import Code

SECOND: Final = "s-2"
"""Who declares a loss beside the manager."""
KILLED: Final = 0.4
"""How many of the runs are killed, at the most: one may have ended before."""
ASKED_AGAIN: Final = 20
"""How many of the old commands are asked again of a server of the restored ledger."""


class _Today(SystemClock):
    """The time that the processes here go by; a test's own clock stands on another day."""

    def now(self) -> int:
        return time.time_ns() // 1_000


class Whole(NamedTuple):
    """A run of ``tombo backup`` that ended well: how long each journal was when it began, and how many entries it said there are."""

    journals: Mapping[Path, int]
    entries: int


class Backups(Kept):
    """``tombo backup`` into one folder, again and again; some runs are killed in their midst."""

    def __init__(self, made: Network, journals: list[Path], folder: Path, chance: Random, tally: Tally) -> None:
        super().__init__("backup 0", self._begin, tally, StoreUnavailableError.exit_status)
        self.folder = folder / "backup"
        self.whole: list[Whole] = []
        self._made = made
        self._journals = journals
        self._said = folder / "backup.said"
        self._chance = chance
        self._takes = 1.0
        self._before: Mapping[Path, int] = {}

    def _begin(self) -> subprocess.Popen[str]:
        self._before = {path: path.stat().st_size for path in self._journals if path.exists()}
        with self._said.open("w", encoding="utf-8") as said:
            process = begun(self._made, "backup", str(self.folder), stdout=said.fileno())
        if self.whole and self._chance.random() < KILLED:
            killer = Timer(self._chance.uniform(0, self._takes), self.kill)
            killer.daemon = True
            killer.start()
        return process

    def ends(self, expected: int = 0) -> None:
        """Wait until the run at work has ended, however it does; no other begins."""
        self._over.set()
        self.join(PATIENCE)
        if self.is_alive():
            self._tally.wrong.append(f"a backup did not end in {PATIENCE:g} seconds")

    def _judge(self, status: int, born: float) -> None:
        if status != 0:
            super()._judge(status, born)
            return
        self._takes = time.monotonic() - born
        self.whole.append(Whole(self._before, json.loads(self._said.read_text())["entries"]))
        self._tally.count("backups")


def told_in(journal: Path, size: int | None = None) -> Iterator[bytes]:
    """The receipts in the first ``size`` bytes of a client's journal, which it may be writing to; every one without."""
    for line in journal.read_bytes()[:size].splitlines(keepends=True):
        if line.endswith(b"\n") and b'"told"' in line:
            yield json.loads(line)["told"].encode()


def heard_in(journals: Mapping[Path, int]) -> Heard:
    """What was acknowledged by the time the journals were so long."""
    heard = Heard()
    for journal, size in journals.items():
        for receipt in told_in(journal, size):
            heard.take(receipt)
    return heard


@dataclass(frozen=True)
class Lost:
    """A database that is gone at a moment at which nobody writes: what was acknowledged by then, and the keys as they lay there."""

    ledger: str
    size: int
    """Entries that it had."""
    keys: Path
    whole: Whole
    backup: Path
    journals: Mapping[Path, int]

    def restored(self, url: str) -> Restored:
        """Its newest backup, restored at ``url`` by ``tombo restore``."""
        made = Network(url, Keyring(self.keys))
        with begun(made, "restore", "--from", str(self.backup)) as process:
            said, status = process.communicate()[0], process.returncode
        return Restored(self, made, status, json.loads(said) if status in {0, 1} else {})


@dataclass(frozen=True)
class Restored:
    """What ``tombo restore`` made of it, and said."""

    lost: Lost
    made: Network
    status: int
    said: Mapping[str, Any]

    @property
    def entries(self) -> int:
        """How many are there again."""
        return int(self.said.get("entries", 0))

    def wrong(self) -> Iterator[str]:
        """Everything that is not as it must be: what is there, and what is said to be missing."""
        if not self.said:
            yield f"the restore ended with status {self.status}"
            return
        lost, size, missing = self.lost, self.entries, self.said["missing"]
        if not lost.whole.entries <= size <= lost.size:
            yield f"{size} entries are restored; the backup said {lost.whole.entries}, the ledger had {lost.size}"
        yield from _other_rows(lost.ledger, self.made.url, size)
        log, before = Log(commands_of(self.made.url), []), heard_in(lost.whole.journals)
        yield from (f"restored: {one}" for one in wrong_receipts(log, before))
        first, last = (size, size - 1) if missing is None else missing
        if self.status != (missing is not None) or first != size or not size - 1 <= last < lost.size:
            yield f"{missing} is said to be missing, with status {self.status}: {size} of {lost.size} entries are there"
        for name, index in _last_indices(heard_in(lost.journals)):
            if index > last:
                yield f"{name} was acknowledged, to log index {index}; {missing} is said to be missing"

    def goes_on(self, tally: Tally) -> Iterator[str]:
        """Declare what is lost, where anything is, and serve what there is: everything that is not as it must be."""
        missing, abandoned = self.said["missing"], self.made.keyring.signer_state.read_bytes()
        if missing is not None:
            told, _ = self._declared()
            if [told.first_lost, told.last_lost] != missing:
                yield f"{told.first_lost} to {told.last_lost} is declared lost; {missing} is missing"
            tally.count("losses declared")
        with serving(self.made) as (url, _):
            yield from self._asked(url, tally)
        assert begun(self.made, "publish", "--once", stdout=subprocess.DEVNULL).wait(600) == 0
        newest = self.made.keyring.signer_state.read_bytes()
        signed = int(abandoned.split(b"\n")[1])
        for note, expected in (
            (newest, Code.OK),
            (abandoned, Code.LOSS_DECLARED if signed > self.entries else Code.OK),
        ):
            verdict = self._verified(note)
            if verdict != expected.name:
                yield f"verified by a checkpoint of {note.split()[1]!r} entries: {verdict}, expected {expected.name}"

    def _declared(self) -> tuple[Loss, int]:
        with open_evidence(self.made.url) as store:
            return declare(
                store,
                self.made.url,
                self.made.keyring,
                root=self.made.keyring.root,
                staff=MANAGER.id,
                second=SECOND,
                reason="the database is gone",
                key_of=partial(key_of, ORIGIN),
                clock=_Today(),
            )

    def _asked(self, url: str, tally: Tally) -> Iterator[str]:
        """Old commands again: what is there gets its first receipt, what is lost is recorded as new; and one that nobody asked before."""
        heard, asked = heard_in(self.lost.journals), _commands_in(self.lost.journals)
        told = [*_last_indices(heard)]
        there = [asked[name] for name, index in told if index < self.entries]
        lost = [asked[name] for name, index in told if index >= self.entries]
        new = {"command": {"kind": "open_account", "player": "p-restored"}, "command_id": "restored/1"}
        opens = [one for one in lost if one["command"]["kind"] == "open_account"][:ASKED_AGAIN]
        for command in [*there[-ASKED_AGAIN:], *opens, new]:
            answer = httpx2.post(
                f"{url}/v1/commands", json=command, headers={"authorization": f"Bearer {TOKEN}"}, timeout=60
            ).content
            first = heard.receipts.get(command["command_id"], set()) if command not in opens else set()
            tally.count("asked again after a restore" if first else "asked as new after a restore")
            if first and (AGAIN not in answer or answer.replace(AGAIN, b"") not in first):
                yield f"asked again after a restore: {answer!r}, first it was {first}"
            if not first and (AGAIN in answer or json.loads(answer).get("status") != "recorded"):
                yield f"asked as new after a restore: {answer!r}"

    def _verified(self, note: bytes) -> str:
        kept = self.lost.keys.with_name("checkpoint")
        kept.write_bytes(note)
        with begun(self.made, "verify", "--checkpoint", str(kept)) as process:
            return str(json.loads(process.communicate()[0])["verdict"])


def size_of(url: str) -> int:
    """How many entries a ledger has."""
    with open_evidence(url) as store:
        return store.head().size


def commands_of(url: str) -> Mapping[str, list[Place]]:
    """Where the entries of each command stand in a ledger, from its rows alone: of one that no door opens too."""
    found = defaultdict[str, list[Place]](list)
    with open_evidence(url) as store:
        for index, stream, version, _, state in store.rows():
            command = decode(unpack(state).body)["command"]
            if command is not None:
                found[command["id"]].append((stream, version, index))
    return found


def _other_rows(ledger: str, restored: str, size: int) -> Iterator[str]:
    """The first entry that is not, byte for byte, what the ledger has there."""
    with open_evidence(ledger) as had, open_evidence(restored) as has:
        for one, other in zip_longest(had.rows(0, size), has.rows()):
            if one != other:
                yield f"restored: {other and other[:4]} is not what the ledger has, {one and one[:4]}"
                return


def _last_indices(heard: Heard) -> Iterator[tuple[str, int]]:
    """Every command that was acknowledged, and the log index of its last entry, as its first receipt says."""
    for name, (receipt, *_) in ((name, sorted(receipts)) for name, receipts in heard.receipts.items()):
        yield name, max(index for _, _, index in places_said(json.loads(receipt)))


def _commands_in(journals: Iterable[Path]) -> dict[str, dict[str, Any]]:
    """Every command that was asked, by its id."""
    lines = (line for path in journals for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n"))
    return {one["command_id"]: one for line in lines for one in json.loads(line).get("asked", ())}
