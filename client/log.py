"""The log as it grows, as a flow: every entry once and in order, over whatever cuts there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from tombo.client.errors import UnexpectedAnswerError
from tombo.client.reading import refusal
from tombo.client.steps import Cut, Flow, Give, Part, Pause, Reply, Send, Told, document, lines
from tombo.client.tries import Retries, Tries

PATH: Final = "/v1/log"
HEADERS: Final = {"accept": "text/event-stream", "accept-encoding": "identity"}


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of the log, by its index. ``document``: what it says, with its stream, as ``GET /v1/log`` has it."""

    index: int
    document: Mapping[str, Any]


def follow(start: int, retries: Retries) -> Flow[LogEntry]:
    """Give the entries from log index ``start`` on, and wait for what comes, without an end.

    Where it is cut off it goes on behind the last entry that it gave. A gap is taken for a cut: what is missing is asked for again.

    Raises:
        RequestFailedError: the log is not followed (a status that does not pass), or was not to be had after every try.
        UnexpectedAnswerError: something else answers there, of which no entry would ever come.
    """
    tries = Tries(retries)
    events = _Events(start, tries)
    while True:
        told: Told = yield Send("GET", PATH, {**HEADERS, **events.resumed()}, {"from": start}, whole=False)
        if isinstance(told, Reply) and told.status == HTTPStatus.OK:
            _see_that_it_is_a_stream(told)
            cut = yield from events.read()
            if cut is None:  # streams end, so that who asks is asked again who he is
                tries.brought_something()
                yield Pause(retries.first)
                continue
            told = cut
        pause = tries.again(told)
        if pause is None:
            raise refusal(told)
        yield pause


def _see_that_it_is_a_stream(reply: Reply) -> None:
    sort = reply.headers.get("content-type", "")
    if sort.partition(";")[0].strip().lower() != HEADERS["accept"]:
        raise UnexpectedAnswerError(
            f"the log is answered with {sort or 'nothing that is named'}; expected a stream of events"
        )


class _GapError(Exception):
    """An entry came that is not the next one."""


class _Events:
    """The entries in server-sent events: each once, in order, from ``start`` on, over any number of streams."""

    def __init__(self, start: int, tries: Tries) -> None:
        self._start = start
        self._next = start
        self._tries = tries
        self._id = ""
        self._data = list[bytes]()

    def resumed(self) -> Mapping[str, str]:
        """The header that says where to go on."""
        return {} if self._next == self._start else {"last-event-id": str(self._next - 1)}

    def read(self) -> Part[LogEntry, Cut | None]:
        """Give what a stream has, to its end; how it was cut, None where it was not."""
        self._id, self._data = "", []
        try:
            return (yield from lines(self._take))
        except _GapError as gap:
            return Cut(str(gap))

    def _take(self, line: bytes) -> Part[LogEntry, None]:
        name, _, value = line.rstrip(b"\r").partition(b":")
        match name:
            case b"id":
                self._id = value.strip().decode("ascii", errors="replace")
            case b"data":
                self._data.append(value.removeprefix(b" "))
            case b"" if line.startswith(b":"):  # the connection is alive
                self._tries.brought_something()
            case b"" if self._data:
                yield from self._entry()
            case _:
                pass  # what a reader does not know it leaves out

    def _entry(self) -> Part[LogEntry, None]:
        told, self._data = b"\n".join(self._data), []
        if not self._id.isdecimal():
            raise UnexpectedAnswerError(f"an event with the id {self._id!r}; expected a log index")
        index = int(self._id)
        if index > self._next:
            raise _GapError(f"the log index {index} came after {self._next - 1}")
        if index == self._next:  # else it came before
            self._next += 1
            self._tries.brought_something()
            yield Give(LogEntry(index, document(told)))
