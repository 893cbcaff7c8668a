"""An honest house: two doors, a publisher, and everything that befalls them: kills, races, suspensions, backups put back, losses declared."""

from __future__ import annotations

import re
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from bench.play import SEATS, hand, house, table_name
from tests.conftest import ORIGIN
from tests.honest.door import PATIENCE, Fed, started
from tests.tools import cli_run
from tests.worlds.floor import MANAGER, PLATFORM
from tests.worlds.staff import enrol, signed
from tombo.ledger.catalogue import wire
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.store import open_evidence

ALARM: Final = re.compile(
    r"TAMPERED|ROLLED BACK|FORKED|TRUNCATED|REORDERED|MISSING|MALFORMED|a fault of tombo|Traceback"
)
"""What no honest ledger is ever told."""
TABLES: Final = 8
SHARED: Final = "p-shared"
"""Whose account both doors write to."""
OF_A_HAND: Final = 27
"""Entries, about."""


class House:
    """The ledger at ``urls``, the next one of which is taken when it is restored; its keys in ``folder``."""

    def __init__(self, urls: Iterator[str], folder: Path, seed: int, say: Callable[[str], None]) -> None:
        self._urls = urls
        self.url = next(urls)
        self.folder = folder
        self.keys = folder / "keys"
        self.chance = Random(seed)
        self.say = say
        self.befell = Counter[str]()
        self.answered = 0
        self.hands = [0] * TABLES
        self.kept = folder / "kept"
        self._sent = 0
        keyring = Keyring(self.keys)
        opened = create_ledger(self.url, keyring, origin=ORIGIN)
        opened.store.close()
        self._everything([*self._lines(house(TABLES)), *self._lines(self._staff())])
        for name in (MANAGER.id, "rui"):
            cli_run.keep_key(self.keys, ORIGIN, name)
        self.keep()

    def _staff(self) -> list[Envelope]:
        said: list[Any] = [
            (GrantRole(role="officer", staff="rui"), MANAGER),
            (enrol(ORIGIN, "rui"), MANAGER),
            (OpenAccount(player=SHARED), PLATFORM),
        ]
        return [Envelope(command, by, f"staff-{at}", None) for at, (command, by) in enumerate(said)]

    def _lines(self, envelopes: list[Envelope]) -> list[tuple[str, str]]:
        return [(each.command_id, wire(signed(each, ORIGIN))) for each in envelopes]

    @property
    def size(self) -> int:
        """How many entries there are."""
        with open_evidence(self.url) as store:
            return store.head().size

    # Play

    def stretch(self, entries: int, what: str) -> None:
        """Play about so many entries at two doors while ``what`` befalls them; whatever was not answered is sent again."""
        self.befell[what] += 1
        work = [self._work(door, entries // 2) for door in range(2)]
        with self.publisher() as publisher:
            doors = [
                Fed(self.url, self.keys, lines, *self._fate(what, door, len(lines))) for door, lines in enumerate(work)
            ]
            if what == "the publisher is killed":
                time.sleep(self.chance.uniform(0.5, 1.5))
                publisher.kill()
            if what == "a door is suspended":
                time.sleep(self.chance.uniform(0.5, 1.5))
                doors[0].process.send_signal(signal.SIGSTOP)
                time.sleep(1.0)
                doors[0].process.send_signal(signal.SIGCONT)
            left = [self._ended(door) for door in doors]
        for lines in left:
            self._everything(lines)

    def _fate(self, what: str, door: int, count: int) -> tuple[Any, ...]:
        struck = {"a door is killed": [0], "both doors are killed": [0, 1], "a door is ended": [1]}.get(what, [])
        number = signal.SIGTERM if what == "a door is ended" else signal.SIGKILL
        return (self.chance.randint(1, count), number) if door in struck else ()

    def _work(self, door: int, entries: int) -> list[tuple[str, str]]:
        """Hands at every other table in turn, and a deposit to the shared account after each."""
        envelopes: list[Envelope] = []
        for _ in range(max(1, entries // OF_A_HAND // (TABLES // 2))):
            for table in range(door, TABLES, 2):
                self.hands[table] += 1
                self._sent += 1
                envelopes += hand(table, self.hands[table])
                deposit = Deposit(amount=Money(100), player=SHARED, reference=f"r-{self._sent}")
                envelopes.append(Envelope(deposit, PLATFORM, f"deposit-{self._sent}", None))
        return self._lines(envelopes)

    def _everything(self, lines: list[tuple[str, str]]) -> None:
        """Send ``lines`` until every one is answered as recorded."""
        for _ in range(5):
            if not lines:
                return
            lines = self._ended(Fed(self.url, self.keys, lines))
        raise AssertionError(f"not recorded: {lines[:3]}")

    def _ended(self, door: Fed) -> list[tuple[str, str]]:
        """What a door left unanswered, once it has ended; no answer of it is a refusal or an accusation."""
        errors = door.wait()
        self.quiet(errors)
        self.answered += len(door.lines) - len(door.left)
        for answer in door.answers.values():
            self.quiet(answer.get("message", ""))
            assert answer["status"] != "refused", answer
        return door.left

    @contextmanager
    def publisher(self) -> Iterator[Any]:
        """``tombo publish`` beside the doors."""
        with tempfile.TemporaryFile("w+") as errors:
            process = started(self.url, self.keys, "publish", "--every", "0.3", stderr=errors.fileno())
            with process:
                try:
                    yield process
                finally:
                    process.terminate()
                    process.wait(PATIENCE)
            errors.seek(0)
            self.quiet(errors.read())

    # Looking

    def quiet(self, said: str) -> None:
        """That nobody cries forgery."""
        found = ALARM.search(said)
        assert found is None, said[max(found.start() - 300, 0) : found.start() + 1_000]

    def tombo(self, *words: str, status: int = 0) -> cli_run.Ran:
        """A call that ends as it should, and says nothing of forgery."""
        ran = cli_run.tombo("--ledger", self.url, "--keys", str(self.keys), *words)
        assert ran.status == status, (words, ran)
        self.quiet(ran.out + ran.err)
        return ran

    def look(self) -> None:
        """Everybody looks: the verifier at what came since, views, a proof and a receipt; and a checkpoint is kept outside."""
        table = self.chance.randrange(TABLES)
        name = f"{table_name(table)}/{self.hands[table]}"
        verified = self.tombo(
            "--json", "verify", "--jobs", "1", "--since", str(self.kept), "--checkpoint", str(self.kept)
        ).document
        assert verified["verdict"] == "OK", verified
        self.keep()
        for words in (
            ("status",),
            ("views", "follow"),
            ("hand", "show", name),
            ("hand", "replay", name),
            ("proof", "hand", name),
            ("receipt", "show", f"{name}/17"),
            ("player", "statement", f"p-{SEATS * table + 1}"),
            ("book", "balance"),
        ):
            self.tombo(*words)

    def keep(self) -> None:
        """Keep a checkpoint outside."""
        self.kept.write_text(self.tombo("checkpoint").out)

    # Restores

    def backup(self) -> tuple[Path, list[int]]:
        """A copy of what there is, and how far the tables were: of the file, or a bundle."""
        place = Path(tempfile.mkdtemp(dir=self.folder)) / "backup"
        if self.url.startswith("sqlite:///") and self.chance.random() < 0.5:
            shutil.copytree(Path(self.url.removeprefix("sqlite:///")).parent, place.parent / "files")
            return place.parent / "files" / "ledger.db", list(self.hands)
        self.tombo("export", "bundle", "--out", str(place))
        return place, list(self.hands)

    def restored(self, backup: Path) -> None:
        """The ledger goes on in a new place, from a copy that lacks nothing."""
        self.befell["restored"] += 1
        self.url = next(self._urls)
        assert "Nothing is missing" in self.tombo("restore", "--from", str(backup)).out
        shutil.rmtree(backup.parent)

    def lost(self, backup: Path, hands: list[int]) -> None:
        """The ledger goes on in a new place, from a copy that is older; the loss is declared."""
        self.befell["loss declared"] += 1
        self.url, self.hands = next(self._urls), hands
        ran = cli_run.tombo("--ledger", self.url, "--keys", str(self.keys), "restore", "--from", str(backup))
        assert (ran.status, "Missing: the entries" in ran.out) == (1, True), ran
        self.quiet(ran.out.replace("Missing", "") + ran.err)
        people = ("--staff", "manager-1", "--second", "rui", "--reason", "the disk died")
        self.tombo("loss", "declare", "--root", str(self.keys / "root.key"), *people)
        shutil.rmtree(backup.parent)
        self.keep()

    def whole(self) -> dict[str, Any]:
        """The whole of it verified and audited. A bundle carries no closed cards: of hands from one they are withheld, and nothing else is."""
        ran = cli_run.tombo(
            "--ledger", self.url, "--keys", str(self.keys), "--json", "verify", "--checkpoint", str(self.kept)
        )
        found: dict[str, Any] = ran.document
        codes = frozenset(problem["code"] for problem in found["problems"])
        assert (found["verdict"], codes) in {("OK", frozenset()), ("WITHHELD", frozenset({"WITHHELD"}))}, ran
        self.tombo("audit")
        return found


FATES: Final = (
    "nothing",
    "a door is killed",
    "both doors are killed",
    "the publisher is killed",
    "a door is ended",
    "a door is suspended",
)
"""What may befall a stretch."""


def run(of: House, entries: int, stretch: int) -> None:
    """Let ``of`` play until ``entries`` are in its log: every fate in turn, and restores and losses at certain marks."""
    began, marks = time.monotonic(), {1: "restore", 3: "loss", 5: "restore", 20: "loss", 28: "restore"}
    old: tuple[Path, list[int]] | None = None
    number, size = 0, 0
    while size < entries:
        if marks.get(number) == "loss":
            old = of.backup()
        of.stretch(stretch, FATES[number % len(FATES)])
        of.look()
        if old is not None:
            of.lost(*old)
            old = None
        elif marks.get(number) == "restore":
            of.restored(of.backup()[0])
        number, size = number + 1, of.size
        of.say(f"{size:,} entries, {of.answered:,} answers, {time.monotonic() - began:,.0f} s: {dict(of.befell)}")
    found = of.whole()
    of.say(f"verified and audited: {found['verdict']}, {found['entries']:,} entries, {time.monotonic() - began:,.0f} s")
