"""What becomes of a command, and how it is read from an answer: of one command, or a line of a batch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from tombo.client.errors import UnexpectedAnswerError
from tombo.client.steps import Cut, Reply, Told, document

ELSEWHERE: Final = "House: version"
"""The rule of a refusal that says: the stream stands at another version."""
UNKNOWN: Final = frozenset({500, 502, 503, 504})
"""Statuses after which a command may be recorded all the same."""


@dataclass(frozen=True, slots=True)
class StreamPlace:
    """Where entries of one stream stand: their versions in it, and their indices in the log."""

    stream: str
    versions: tuple[int, ...]
    log_index: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CommandRecorded:
    """It is recorded, and durable. ``places``: its own stream first. ``repeated``: it was recorded before, and this is its first receipt."""

    command_id: str
    places: tuple[StreamPlace, ...]
    repeated: bool


@dataclass(frozen=True, slots=True)
class CommandRefused:
    """The rules forbid it, and nothing is recorded: by which rule, how that is read, what it is about, its facts, and the sentence."""

    command_id: str
    rule: str
    reading: str
    about: str
    facts: Mapping[str, Any]
    message: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing is recorded: it does not go with what is on record.

    The stream stands at version ``found``, not ``expected``; or both are None, and the id stands for another command, or the
    command has no stream of its own that could be expected anywhere.
    """

    command_id: str
    message: str
    expected: int | None = None
    found: int | None = None


@dataclass(frozen=True, slots=True)
class NotDone:
    """No outcome that stands: no such command, not to be asked by who asked, or tried as often as was to be.

    ``status``: what HTTP has for it (400, 403, 503 …); None where no answer came, or it was not sent. ``unknown``: it may be recorded
    all the same, by one of the tries, or what answered is not the server (a page of a proxy, whatever its status); the same command under the same id tells.
    """

    command_id: str
    status: int | None
    message: str
    unknown: bool = False


Outcome = CommandRecorded | CommandRefused | Conflict | NotDone


def may_be_done(told: Told) -> bool:
    """Whether what was sent may be done, though the answer does not say so; an answer that is none of ours, of a proxy for example, says nothing of it."""
    return isinstance(told, Cut) or told.status in UNKNOWN or not (told.status == HTTPStatus.OK or _is_ours(told))


def _is_ours(reply: Reply) -> bool:
    """Whether an answer that says that something is not done is a problem as ``tombo serve`` tells one."""
    try:
        return isinstance(document(reply.body).get("detail"), str)
    except UnexpectedAnswerError:
        return False


def failed(command_id: str, told: Told, *, unknown: bool) -> NotDone:
    """The outcome of a command where ``told`` is all that is known."""
    if isinstance(told, Cut):
        return NotDone(command_id, None, told.why, unknown)
    return NotDone(command_id, told.status, problem(told), unknown)


def problem(reply: Reply) -> str:
    """Why something is not done, as the answer has it; its beginning where it is no answer of ours, of a proxy for example."""
    try:
        return str(document(reply.body)["detail"])
    except (UnexpectedAnswerError, KeyError):
        return f"status {reply.status}: {reply.body[:80].decode(errors='replace')}"


def of_reply(command_id: str, reply: Reply, *, unknown: bool) -> Outcome:
    """The outcome of one command, by the answer to it. ``unknown``: one of the tries may have been done.

    Of any status but 200 an answer that is none of ours is one that nothing is known from: not done, and perhaps recorded.

    Raises:
        UnexpectedAnswerError: it is 200, and no answer of ours.
    """
    if reply.status == HTTPStatus.OK:
        return of_line(command_id, document(reply.body))
    if reply.status in {HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY} and _is_ours(reply):
        told = document(reply.body)
        if "rule" in told:
            try:
                return of_line(command_id, {**told, "status": "refused", "message": told["detail"]})
            except UnexpectedAnswerError:  # of another version, or of something else that speaks as we do
                return failed(command_id, reply, unknown=True)
        if reply.status == HTTPStatus.CONFLICT:
            return Conflict(command_id, problem(reply))
    return failed(command_id, reply, unknown=unknown)


def of_line(command_id: str, told: Mapping[str, Any], *, unknown: bool = False) -> Outcome:
    """The outcome of a command by its answer, as a document.

    Raises:
        UnexpectedAnswerError: it is no answer of ours, or another command's.
    """
    try:
        if told["command_id"] not in {command_id, None}:
            raise UnexpectedAnswerError(f"the answer to {command_id} is of {told['command_id']}")
        match told["status"]:
            case "recorded":
                places = tuple(_place(one) for one in (told, *told.get("also", ())))
                return CommandRecorded(command_id, places, told.get("repeated", False))
            case "refused" if told["rule"] == ELSEWHERE:
                facts = told["facts"]
                return Conflict(command_id, told["message"], facts.get("expected"), facts.get("found"))
            case "refused":
                names = ("rule", "reading", "about", "facts", "message")
                return CommandRefused(command_id, *(told[name] for name in names))
            case "error" if told["http_status"] == HTTPStatus.CONFLICT:
                return Conflict(command_id, told["message"])
            case "error":
                status = told["http_status"]
                return NotDone(command_id, status, told["message"], unknown or status in UNKNOWN)
    except (KeyError, TypeError) as error:
        raise UnexpectedAnswerError(f"the answer to {command_id} lacks something: {error!r}") from error
    raise UnexpectedAnswerError(f"the answer to {command_id} has the status {told['status']}")


def _place(told: Mapping[str, Any]) -> StreamPlace:
    return StreamPlace(told["stream"], tuple(told["versions"]), tuple(told["log_index"]))
