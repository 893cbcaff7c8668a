"""``POST /v1/commands``: one command, or a batch as JSON Lines; an answer is given once what it says is durable."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from pydantic_core import to_json

from tombo.ledger.catalogue import CommandUnreadableError, Wire, parse_command, written_id
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import LedgerError, UnreadableError, UsageError
from tombo.ledger.core.findings import Refused
from tombo.ledger.live.ledger import Outcome
from tombo.reports.shown.answers import answer
from tombo.serve.bodies import body_of
from tombo.serve.direct import DirectRoute
from tombo.serve.door import WAITING_MAX, Door
from tombo.serve.problems import ProblemError, documented, note_cause, of_error, status_of
from tombo.serve.who import Asks, HolderSort, Who

ONE: Final = "application/json"
SCHEMAS: Final = "'GET /v1/openapi.json'"
"""What lists the commands for who asks over HTTP, in the place of the words of ``tombo`` that do."""
LINES: Final = "application/x-ndjson"
LINE_SIZE_MAX: Final = 1 << 20
"""Bytes a command may have. No command is near it: an entry has at most 65,535."""
BATCH_SIZE_MAX: Final = 8 << 20
"""Bytes a batch may have."""
LINES_AT_ONCE: Final = 16
"""Lines of a batch that are read before the event loop does something else: one that is none of ours takes up to a millisecond, and one that is long more."""
BYTES_AT_ONCE: Final = 1 << 16
"""Bytes of a batch that are so, unless one line has more."""
_BETWEEN_LINES: Final = re.compile(rb"\n\s*")
VERSION_RULE: Final = "House: version"
"""What is refused under it came out of turn: a conflict, and no breach of a rule."""


class NotHisError(UsageError):
    """A command by somebody else than who authenticated."""


def commands(door: Door) -> APIRouter:
    """The path that records."""
    router = APIRouter(prefix="/v1", tags=["commands"], route_class=DirectRoute)

    @router.post("/commands", responses=_RESPONSES, openapi_extra=_BODY, response_class=Response)
    async def post_commands(request: Request, who: Asks) -> Response:
        """Record one command (`application/json`), or a batch (`application/x-ndjson`, a command a line).

        A command that is recorded is answered with its receipt; one that is refused, with the rule. A command id makes a retry harmless: it is
        answered with the first receipt. `by` may be left out by a platform; what it says otherwise must be who authenticated, or one of its players.
        The answer to a batch is a line for each of its lines, in order, each as soon as it is durable; its own status is then 200.
        """
        _may_record(who)
        # A page of another site can send a body of no sort unasked, with the browser's certificate: one of these it cannot.
        sort = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if sort == ONE:
            door.room_for(1)
            body = await body_of(request, LINE_SIZE_MAX)
            door.room_for(1)  # others may have come while the body did
            return await _single(door, who, body)
        if sort == LINES:
            door.room_for(1)
            lines = _lines_of(await body_of(request, BATCH_SIZE_MAX))
            door.room_for(len(lines))
            asked = await _read(lines, who)
            door.room_for(len(lines))  # others may have come in between
            answered = door.several([one.asked for one in asked])
            return StreamingResponse(_answers(request, answered, [one.id for one in asked]), media_type=LINES)
        raise ProblemError(415, f"the body is {sort or 'of no sort'}; expected {ONE}, or {LINES} for a batch")

    return router


def _may_record(who: Who) -> None:
    if who.sort not in {HolderSort.PLATFORM, HolderSort.STAFF}:
        raise ProblemError(403, f"{who.sort} {who.id} reads, and records nothing")


async def _single(door: Door, who: Who, body: bytes) -> Response:
    asked = _asked(body, who)
    if isinstance(asked, LedgerError):
        door.turned_away(asked)
        known = _id_of(body, asked)
        more = {"command_id": known} if known else None
        raise (
            ProblemError(_status(asked), str(asked), more=more)
            if isinstance(asked, NotHisError)
            else of_error(asked, more)
        )
    outcome = await door.one(asked)
    if isinstance(outcome, LedgerError):
        raise of_error(outcome, {"command_id": asked.command_id})
    if isinstance(outcome, Refused):
        document = answer(1, asked.command_id, outcome)
        message, status = document.pop("message"), 409 if outcome.finding.rule == VERSION_RULE else 422
        raise ProblemError(
            status, message, more={**document, "title": "Refused", "status": status, "outcome": "refused"}
        )
    return Response(to_json(answer(1, asked.command_id, outcome)), media_type=ONE)


def _status(error: LedgerError) -> int:
    """What a command that ended with ``error`` is answered with, alone."""
    return HTTPStatus.FORBIDDEN if isinstance(error, NotHisError) else status_of(error)


class _AskedLine(NamedTuple):
    """What a line of a batch asks. The line itself is let go: who takes no answers would have it kept, many times over."""

    asked: Envelope | LedgerError
    id: str | None
    """The command id under which it is answered, if it has one."""


def _lines_of(body: bytes) -> list[bytes]:
    """The lines of a batch in which something stands. Those beyond the most are not made: eight megabytes are millions of them.

    Raises:
        ProblemError: 413, there are more.
    """
    lines = _BETWEEN_LINES.split(body.strip(), WAITING_MAX)
    if len(lines) > WAITING_MAX:
        raise ProblemError(
            413, f"the batch has more than {WAITING_MAX} commands, and that is the most: nothing was taken"
        )
    return lines if lines[0] else []


async def _read(lines: Sequence[bytes], who: Who) -> list[_AskedLine]:
    """What is asked in ``lines``, each as ``_asked`` reads it; whoever else asks something is answered in between."""
    asked, lines_read, bytes_read = list[_AskedLine](), 0, 0
    for line in lines:
        if lines_read == LINES_AT_ONCE or bytes_read + len(line) > BYTES_AT_ONCE:
            await asyncio.sleep(0)
            lines_read = bytes_read = 0
        one = _asked(line, who)
        asked.append(_AskedLine(one, _id_of(line, one)))
        lines_read, bytes_read = lines_read + 1, bytes_read + len(line)
    await asyncio.sleep(0)
    return asked


def _asked(line: bytes, who: Who) -> Envelope | LedgerError:
    """The command in ``line``, if ``who`` may ask it; else why not."""
    if len(line) > LINE_SIZE_MAX:
        return UnreadableError(f"a line of {len(line)} bytes; expected at most {LINE_SIZE_MAX}")
    try:
        envelope = parse_command(line, who.by)
    except CommandUnreadableError as error:
        return CommandUnreadableError(str(error).replace("'tombo schema commands'", SCHEMAS), error.command_id)
    except LedgerError as error:
        # What it came of, each field that is wrong among it, may be a hundred times the line; its answer needs none of it.
        error.__cause__ = error.__context__ = None
        return error.with_traceback(None)
    if not who.may_ask(envelope.by):
        by = envelope.by
        return NotHisError(
            f"the command says that it is by {by.actor} {by.id}; who authenticated is {who.sort} {who.id}"
        )
    return envelope


async def _answers(
    request: Request,
    answered: AsyncIterator[list[Outcome]],
    ids: Sequence[str | None],
) -> AsyncIterator[bytes]:
    number = 0
    async for outcomes in answered:
        chunk = list[bytes]()
        for outcome in outcomes:
            document = answer(number + 1, ids[number], outcome)
            if isinstance(outcome, LedgerError):
                problem = of_error(outcome)
                note_cause(request, problem)
                document["http_status"] = _status(outcome)  # several statuses have one exit status
                document["message"] = problem.detail
            chunk.append(to_json(document) + b"\n")
            number += 1
        yield b"".join(chunk)


def _id_of(line: bytes, asked: Envelope | LedgerError) -> str | None:
    if isinstance(asked, Envelope):
        return asked.command_id
    return asked.command_id if isinstance(asked, CommandUnreadableError) else written_id(line)


def wire_schemas() -> dict[str, Any]:
    """The schemas of commands, for the components of the OpenAPI document; ``by`` need not be there."""
    schema = Wire.model_json_schema(ref_template="#/components/schemas/{model}")
    found: dict[str, Any] = schema.pop("$defs")
    schema["required"] = [name for name in schema["required"] if name != "by"]
    return {**found, "Command": schema}


_BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {
            ONE: {"schema": {"$ref": "#/components/schemas/Command"}},
            LINES: {"schema": {"type": "string", "description": "A command a line, each a JSON document."}},
        },
    }
}
_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "Recorded, and durable: the receipt. Of a batch, the answers.",
        "content": {
            ONE: {"schema": {"$ref": "#/components/schemas/Receipt"}},
            LINES: {"schema": {"type": "string", "description": "An answer a line."}},
        },
    },
    **documented(
        {
            400: "No command that we know.",
            403: "By somebody else than who authenticated, or who records nothing.",
            408: "The body did not come in time.",
            409: "The id stands for another command, or the stream stands at another version.",
            413: "Too large.",
            415: "Neither JSON nor JSON Lines, or compressed.",
            422: "Refused: the rule, how it is read, and why.",
            429: "Too many commands wait, or too many tries without a credential.",
            500: "The store is not what was sealed, or a fault of ours.",
            503: "Nobody knows whether it was recorded: send it again, under the same id.",
        }
    ),
}
