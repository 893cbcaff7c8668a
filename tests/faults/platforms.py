"""A platform at its door: sends its commands in order, reads every answer, and sends again what was not acknowledged."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from queue import Empty, SimpleQueue
from random import Random
from typing import Any, Final

from tests.faults.acknowledged import Acknowledged
from tests.faults.hosts import PATIENCE, RESTART_PAUSE, Host, Process, pause
from tests.faults.reasons import ERRORS, reason_of
from tests.faults.workload import asks
from tombo.cli.commands.record import REFUSED
from tombo.ledger.catalogue import wire
from tombo.ledger.core.command import Envelope

WINDOW: Final = 24
"""Commands sent and not answered yet: fewer than fill a pipe, so that nobody waits for a door that is stopped."""


class Platform(threading.Thread):
    """One lane of commands, and the doors that take them one after the other."""

    def __init__(self, number: int, host: Host, said: Acknowledged, seed: int) -> None:
        super().__init__(name=f"platform {number}", daemon=True)
        self.host = host
        self.said = said
        self.parked = threading.Event()
        """No door of it runs, every answer was read."""
        self.progress = 0
        """How many answers ``recorded`` or ``refused`` it has read."""
        self.lost: SimpleQueue[list[str]] = SimpleQueue()
        """Of each loss that was declared, the commands whose acknowledgement it took back: sent again by who sent them."""
        self._commands: Iterator[Envelope] = asks(number, Random(f"{seed}/{number}"), said)
        self._order: dict[str, int] = {}
        self._todo: deque[Envelope] = deque()
        self._sent: deque[Envelope] = deque()
        self._again: list[Envelope] = []
        self._done: list[Envelope] = []
        self._is_rolled_back = False
        self._story: deque[str] = deque(maxlen=40)
        """The last answers, for whoever has to find out."""

    def run(self) -> None:
        watch = self.host.watch
        try:
            while True:
                is_open = watch.open.is_set()  # before the look: what is lost is told before anybody opens again
                self._take_lost()
                if watch.over.is_set() and (watch.wrong or not self._todo):
                    break
                if is_open:
                    self.parked.clear()
                    self._serve(self.host.start())
                    pause()
                else:
                    self.parked.set()
                    watch.open.wait(RESTART_PAUSE)
        except Exception as error:
            watch.wrong.append(f"{self.name}: {error!r}")
            raise
        finally:
            self.parked.set()

    def _take_lost(self) -> None:
        """Begin with what losses that were declared took away, in the order in which it was to be sent at first.

        Not in that of the answers: a command that was recorded and whose receipt could not be read was answered with an error, and what came
        behind it was acknowledged.
        """
        while not self.lost.empty():
            ours = {each.command_id: each for each in self._done}
            again = [ours[name] for name in self.lost.get() if name in ours]
            self._todo = deque(sorted([*again, *self._todo], key=lambda each: self._order[each.command_id]))

    def _serve(self, process: Process) -> None:
        """Send to ``process`` and read from it, until it has ended."""
        asked_at, closed = time.monotonic(), False
        self._is_rolled_back = False
        while True:
            if not closed and self._is_to_close(process):
                closed = self._close(process)
            if not closed:
                self._send(process)
            try:
                line = process.answers.get(timeout=0.1)
            except Empty:
                if closed and self.host.watch.over.is_set() and self.host.watch.wrong:
                    process.send(signal.SIGKILL)  # nothing more is to be learned; it may be stopped
                if self._sent and time.monotonic() - asked_at > PATIENCE:
                    self.host.watch.wrong.append(f"{self.host.name} gave no answer in {PATIENCE:g} seconds")
                    process.send(signal.SIGKILL)
                continue
            asked_at = time.monotonic()
            if line is None:
                break
            self._hear(process, json.loads(line))
        self._todo.extendleft(reversed([*self._again, *self._sent]))
        self._again, self._sent = [], deque()
        process.ended()

    def _is_to_close(self, process: Process) -> bool:
        """Whether nothing more is to be sent to this door."""
        watch = self.host.watch
        if process.told is not None or self._is_rolled_back or not watch.open.is_set():
            return True
        if watch.over.is_set() and watch.wrong:
            return True
        return watch.over.is_set() and not (self._todo or self._sent or self._again)

    def _close(self, process: Process) -> bool:
        process.told = process.told or "end of input"
        with suppress(BrokenPipeError):
            process.stdin.close()
        return True

    def _send(self, process: Process) -> None:
        if self._again:
            if self._sent:
                return  # in order: first every answer, then what was not recorded
            self._todo.extendleft(reversed(self._again))
            self._again = []
            pause()
        if not self._todo and not self.host.watch.over.is_set():
            for envelope in islice(self._commands, WINDOW):
                self._order.setdefault(envelope.command_id, len(self._order))
                self._todo.append(envelope)
        lines = []
        while self._todo and len(self._sent) < WINDOW:
            envelope = self._todo.popleft()
            self.said.asked(envelope)
            self._sent.append(envelope)
            lines.append(wire(envelope).encode() + b"\n")
        if lines:
            with suppress(BrokenPipeError):
                process.stdin.write(b"".join(lines))
                process.stdin.flush()

    def _hear(self, process: Process, answer: dict[str, Any]) -> None:
        envelope = self._sent.popleft()
        name, watch = envelope.command_id, self.host.watch
        if answer["command_id"] != name:
            raise AssertionError(f"the answer {answer} came for {name}")
        self._story.append(
            f"{time.monotonic():.2f} {name} at the door of {process.born:.2f}: {answer.get('message', answer['status'])[:120]}"
        )
        match answer["status"]:
            case "recorded":
                process.fresh += "repeated" not in answer
                self.progress += 1
                self._done.append(envelope)
                if not self.said.recorded(name, answer, process.losses_before):
                    self._again.append(envelope)
            case "refused":
                self.progress += 1
                process.statuses.add(REFUSED)
                watch.count("commands refused")
                if not name.startswith(("money/", "twin/")):
                    story = "\n  ".join(self._story)
                    watch.wrong.append(f"{self.host.name} refused {name}: {answer}; before that:\n  {story}")
            case _:
                self._again.append(envelope)
                process.statuses.add(answer["exit_status"])
                reason = reason_of(
                    ERRORS, answer["exit_status"], answer["message"], self.host.circumstances(process.born)
                )
                watch.count(f"answered: {reason}")
                if reason is None:
                    watch.wrong.append(
                        f"{self.host.name} answered {name}: {answer['message']} (status {answer['exit_status']};"
                        f" {sorted(self.host.circumstances(process.born))})"
                    )
                self._is_rolled_back |= answer["exit_status"] == 1
