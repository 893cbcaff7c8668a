"""The log of requests: one line of JSON for each, made of a closed list of fields (``docs/operations.md``).

What a request says is in none of them: not its path, query, headers or body, nor what an error says of them. So no card, name, key or token can be.
"""

from __future__ import annotations

import asyncio
import json
import os
import select
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, TextIO, cast

import structlog
from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import EventDict, FilteringBoundLogger, WrappedLogger

from tombo.ledger.core.clock import Clock, display_instant
from tombo.serve.direct import give_headers
from tombo.serve.openid.errors import Why
from tombo.serve.problems import NOT_NOW, RETRY_SECONDS, ProblemError, response
from tombo.serve.who import HolderSort, Who

FIELDS: Final = (
    "event",
    "time",
    "method",
    "route",
    "status",
    "milliseconds",
    "actor",
    "openid",
    "request",
    "error",
    "at",
    "lines",
)
"""All that a line may have, in this order."""
METHODS: Final = frozenset({"CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"})
OTHER: Final = "OTHER"
"""Any other method, or none."""
BAD_REQUEST: Final = 400
NOBODY: Final = "nobody"
"""Who asks where nobody authenticated."""
NO_ROUTE: Final = "-"
REQUEST_ID_BYTES: Final = 8
KEPT_LINES: Final = 1_024
"""Lines that are kept while nobody takes any. Of more the oldest are left out."""
LAST_SECONDS: Final = 1.0
"""How long they are kept for once no more come."""
REQUESTS_MAX: Final = 1_000
"""Requests that are answered at once, those among them whose connection is gone."""
LATE: Final = "late"
"""Why a request is ended that is not answered in time as the process is told to end."""
CROWDED: Final = "crowded"
"""In the state of a request: it came on a connection for which there is no room."""
NO_ROOM: Final = "as many are asking as are answered at once: nothing was taken"
_PACKAGE: Final = "tombo."


class Unheld:
    """Writes lines to a file that somebody may have stopped reading, as a pipe, a terminal or a socket, and waits for nobody.

    What is not taken is kept, ``KEPT_LINES`` of it, and written with the next line that is; what was left out is counted in a line of its own. One thread writes.
    """

    def __init__(self, descriptor: int, clock: Clock) -> None:
        """``descriptor``: of the file, which somebody else closes."""
        self._descriptor = descriptor
        self._clock = clock
        self._takes = select.poll()
        self._takes.register(descriptor, select.POLLOUT)
        self._kept = deque[bytes]()
        self._left_out = 0

    def write(self, text: str) -> None:
        """Keep a line, until it is written."""
        self._kept.append(text.encode())
        if len(self._kept) > KEPT_LINES:
            self._kept.popleft()
            self._left_out += 1

    def flush(self, seconds: float = 0.0) -> None:
        """Write as many lines as are taken at once; wait so long for each, where that is said.

        Raises:
            OSError: the line cannot be written, and is left out.
        """
        while (self._kept or self._left_out) and self._takes.poll(seconds * 1_000):
            told, self._left_out = self._left_out, 0
            line = self._line_of(told) if told else self._kept.popleft()
            try:
                written = os.write(self._descriptor, line)
            except OSError:
                self._left_out += told or 1
                raise
            if written < len(line):  # a disk that is nearly full
                self._kept.appendleft(line[written:])

    def close(self) -> None:
        """Write what was kept, as far as somebody takes it."""
        with suppress(OSError):
            self.flush(LAST_SECONDS)

    def _line_of(self, left_out: int) -> bytes:
        said = {"event": "left_out", "time": display_instant(self._clock.now()), "lines": left_out}
        return json.dumps(said).encode() + b"\n"


def request_log(file: TextIO | Unheld) -> FilteringBoundLogger:
    """A logger that writes to ``file``, a line of JSON each, and nothing that is not in ``FIELDS``."""
    logger: FilteringBoundLogger = structlog.wrap_logger(
        structlog.WriteLogger(cast("TextIO", file)),  # it asks for no more than both have
        processors=[listed, structlog.processors.JSONRenderer(sort_keys=False)],
        wrapper_class=structlog.make_filtering_bound_logger(0),
        context_class=dict,
        cache_logger_on_first_use=True,
    )
    return logger


def listed(_logger: WrappedLogger, _method: str, said: EventDict) -> EventDict:
    """Of what is said the fields that may be told, whatever else there is."""
    return {name: said[name] for name in FIELDS if name in said}


class RequestLog:
    """Writes a line for every request that ``app`` answers, once it is answered. The outermost of all that handles a request.

    What ``app`` raises ends here: who asked is told that something went wrong, and the line says which class of error came from where. The
    text of an error is told nowhere, for it may say what the request said.
    """

    def __init__(
        self, app: ASGIApp, logger: FilteringBoundLogger, clock: Clock, entropy: Callable[[int], bytes]
    ) -> None:
        """``entropy``: so many random bytes, for the names of requests."""
        self._app = app
        self._logger = logger
        self._clock = clock
        self._entropy = entropy
        self._under_way = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request, and write its line."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, request, status, failed = (
            self._clock.monotonic(),
            self._entropy(REQUEST_ID_BYTES).hex(),
            0,
            dict[str, str](),
        )

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = request
            await send(message)

        self._under_way += 1
        try:
            if self._under_way > REQUESTS_MAX or scope.get("state", {}).get(CROWDED):
                await _no_room(scope)(scope, receive, noted)
            else:
                await self._app(scope, receive, noted)
        except asyncio.CancelledError as error:
            if LATE in error.args and not status:  # the server would else tell him of a fault of ours
                await response(ProblemError(503, NOT_NOW, retry_after=RETRY_SECONDS))(scope, receive, noted)
            raise
        except Exception as error:  # noqa: BLE001  # the server would else write down what it says
            failed = _told_of(error, error.__traceback__)
            if not status:
                await response(ProblemError(500, "a fault of ours"))(scope, receive, noted)
        finally:
            self._under_way -= 1
            self._write(
                method=scope["method"] if scope["method"] in METHODS else OTHER,
                route=_route(scope),
                status=status,
                milliseconds=(self._clock.monotonic() - began) // 1_000,
                actor=_actor(scope),
                request=request,
                **_not_signed_in(scope),
                **(failed or _cause(scope)),
            )

    def unreadable(self) -> None:
        """Write the line of what was no request of HTTP: of it nothing is known but that it was refused."""
        name = self._entropy(REQUEST_ID_BYTES).hex()
        self._write(method=OTHER, route=NO_ROUTE, status=BAD_REQUEST, milliseconds=0, actor=NOBODY, request=name)

    def _write(self, **line: Any) -> None:
        with suppress(OSError):  # a full disk behind it is no reason to answer nobody
            self._logger.info("request", time=display_instant(self._clock.now()), **line)


def _no_room(scope: Scope) -> Response:
    """What a request is answered with that came on a connection too many: it ends with that, and makes room."""
    answer = response(ProblemError(503, NO_ROOM, headers={"Connection": "close"}, retry_after=RETRY_SECONDS))
    give_headers(answer.headers, scope)
    return answer


def _route(scope: Scope) -> str:
    """The path as it is documented. A router has its whole path itself: a prefix it were included under is not in it."""
    return getattr(scope.get("route"), "path", NO_ROUTE)


def _actor(scope: Scope) -> str:
    """Which sort of holder authenticated."""
    who = scope.get("state", {}).get("who")
    return HolderSort(who.sort).value if isinstance(who, Who) else NOBODY


def _cause(scope: Scope) -> dict[str, str]:
    """What the ledger raised where the answer is that it is not done, for a reason of ours."""
    cause, trace = scope.get("state", {}).get("cause", (None, None))
    return {} if cause is None else _told_of(cause, trace)


def _told_of(error: Exception, trace: TracebackType | None) -> dict[str, str]:
    """The class of ``error``, and where it came from; never what it says."""
    return {"error": type(error).__name__, "at": _place(trace)}


def _not_signed_in(scope: Scope) -> Mapping[str, str]:
    """Why nobody was signed in by OpenID, in one word of a closed list; nothing where that was not asked."""
    why = scope.get("state", {}).get("openid")
    return {"openid": why.value} if isinstance(why, Why) else {}


def _place(at: TracebackType | None) -> str:
    """Where an error came from: the last line of ours that it passed."""
    found = NO_ROUTE
    while at is not None:
        name = str(at.tb_frame.f_globals.get("__name__", ""))
        if name.startswith(_PACKAGE):
            found = f"{name.removeprefix(_PACKAGE).replace('.', '/')}.py:{at.tb_lineno}"
        at = at.tb_next
    return found
