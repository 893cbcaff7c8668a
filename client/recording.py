"""Commands as flows: sent under one id however often, until there is an outcome or no more tries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Final

from tombo.client.commands import Command, batches
from tombo.client.errors import UnexpectedAnswerError
from tombo.client.outcomes import NotDone, Outcome, failed, may_be_done, of_line, of_reply
from tombo.client.steps import Cut, Flow, Give, Part, Reply, Send, Told, document, lines
from tombo.client.tries import Retries, Tries

PATH: Final = "/v1/commands"
WAITS: Final = Reply(
    HTTPStatus.SERVICE_UNAVAILABLE, {}, b'{"detail": "the server answered that nobody knows whether it was recorded"}'
)
"""As what a batch counts whose answer is whole, and which has lines that pass."""


def record(command: Command, retries: Retries) -> Flow[Outcome]:
    """Give the outcome of one command."""
    tries, unknown = Tries(retries), False
    send = Send("POST", PATH, {"content-type": "application/json"}, content=command.line())
    while True:
        told: Told = yield send
        unknown = unknown or may_be_done(told)
        pause = tries.again(told)
        if pause is None:
            break
        yield pause
    if isinstance(told, Cut):
        yield Give(failed(command.command_id, told, unknown=unknown))
    else:
        yield Give(of_reply(command.command_id, told, unknown=unknown))


def record_all(commands: Iterable[Command], retries: Retries) -> Flow[Outcome]:
    """Give the outcome of each of ``commands``, in their order, each as soon as it and those before it are known.

    Where a batch could not be brought to its end, what comes after it is not sent: it was asked for behind what is not known.
    """
    ended = False
    for batch in batches(commands):
        if ended:
            for command in batch:
                yield Give(NotDone(command.command_id, None, "not sent: what was asked before it has no outcome"))
        else:
            ended = not (yield from _Batch(batch).sent(Tries(retries)))


class _Batch:
    """Commands that are sent together, and again those of them that have no outcome, in order."""

    def __init__(self, commands: Sequence[Command]) -> None:
        self._commands = commands
        self._outcomes: dict[int, Outcome] = {}
        self._unknown = set[int]()
        self._given = 0
        self._asked: Sequence[int] = range(len(commands))
        """The places of those that were sent last."""
        self._answered = 0
        """How many of those were answered."""

    def sent(self, tries: Tries) -> Part[Outcome, bool]:
        """Send until each has its outcome; whether it came to that before the tries were over."""
        while True:
            told: Told = yield self._send()
            if isinstance(told, Reply) and told.status == HTTPStatus.OK:
                had = len(self._outcomes)
                told = (yield from lines(self._take)) or WAITS
                if len(self._outcomes) > had:
                    tries.brought_something()
            if may_be_done(told):
                self._unknown.update(self._left())
            if not self._left():
                return True
            pause = tries.again(told)
            if pause is None:
                yield from self._give_up(told)
                return False
            yield pause

    def _left(self) -> list[int]:
        return [place for place in range(len(self._commands)) if place not in self._outcomes]

    def _send(self) -> Send:
        self._asked, self._answered = self._left(), 0
        body = b"".join(self._commands[place].line() + b"\n" for place in self._asked)
        return Send("POST", PATH, {"content-type": "application/x-ndjson"}, content=body, whole=False)

    def _take(self, line: bytes) -> Part[Outcome, None]:
        """The next answer; more than were asked for are none of ours, as an answer to another command is."""
        if self._answered == len(self._asked):
            raise UnexpectedAnswerError(f"more answers than the {len(self._asked)} commands that were sent")
        place = self._asked[self._answered]
        self._answered += 1
        outcome = of_line(self._commands[place].command_id, document(line), unknown=place in self._unknown)
        if isinstance(outcome, NotDone) and outcome.status == WAITS.status:
            self._unknown.add(place)
            return
        self._outcomes[place] = outcome
        yield from self._give()

    def _give(self) -> Part[Outcome, None]:
        while self._given in self._outcomes:
            yield Give(self._outcomes[self._given])
            self._given += 1

    def _give_up(self, told: Told) -> Part[Outcome, None]:
        for place in self._left():
            command_id = self._commands[place].command_id
            self._outcomes[place] = failed(command_id, told, unknown=place in self._unknown)
        yield from self._give()
