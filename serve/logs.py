"""The log of requests: one line of JSON for each, made of a closed list of fields (``docs/operations.md``).

What a request says is in none of them: not its path, query, headers or body, nor what an error says of them. So no card, name, key or token can be.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TextIO

import structlog
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import EventDict, FilteringBoundLogger, WrappedLogger

from tombo.ledger.core.clock import Clock, display_instant
from tombo.serve.problems import ProblemError, response
from tombo.serve.who import HolderSort, Who

FIELDS: Final = ("event", "time", "method", "route", "status", "milliseconds", "actor", "request", "error", "at")
"""All that a line may have, in this order."""
METHODS: Final = frozenset({"CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"})
OTHER: Final = "OTHER"
"""Any other method, or none."""
BAD_REQUEST: Final = 400
NOBODY: Final = "nobody"
"""Who asks where nobody authenticated."""
NO_ROUTE: Final = "-"
REQUEST_ID_BYTES: Final = 8
_PACKAGE: Final = "tombo."


def request_log(file: TextIO) -> FilteringBoundLogger:
    """A logger that writes to ``file``, a line of JSON each, and nothing that is not in ``FIELDS``."""
    logger: FilteringBoundLogger = structlog.wrap_logger(
        structlog.WriteLogger(file),
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

        try:
            await self._app(scope, receive, noted)
        except Exception as error:  # noqa: BLE001  # the server would else write down what it says
            failed = _told_of(error)
            if not status:
                await response(ProblemError(500, "a fault of ours"))(scope, receive, noted)
        finally:
            self._write(
                method=scope["method"] if scope["method"] in METHODS else OTHER,
                route=_route(scope),
                status=status,
                milliseconds=(self._clock.monotonic() - began) // 1_000,
                actor=_actor(scope),
                request=request,
                **(failed or _cause(scope)),
            )

    def unreadable(self) -> None:
        """Write the line of what was no request of HTTP: of it nothing is known but that it was refused."""
        name = self._entropy(REQUEST_ID_BYTES).hex()
        self._write(method=OTHER, route=NO_ROUTE, status=BAD_REQUEST, milliseconds=0, actor=NOBODY, request=name)

    def _write(self, **line: Any) -> None:
        with suppress(OSError):  # a full disk behind it is no reason to answer nobody
            self._logger.info("request", time=display_instant(self._clock.now()), **line)


def _route(scope: Scope) -> str:
    """The path as it is documented. A router has its whole path itself: a prefix it were included under is not in it."""
    return getattr(scope.get("route"), "path", NO_ROUTE)


def _actor(scope: Scope) -> str:
    """Which sort of holder authenticated."""
    who = scope.get("state", {}).get("who")
    return HolderSort(who.sort).value if isinstance(who, Who) else NOBODY


def _cause(scope: Scope) -> dict[str, str]:
    """What the ledger raised where the answer is that it is not done, for a reason of ours."""
    cause = scope.get("state", {}).get("cause")
    return _told_of(cause) if isinstance(cause, Exception) else {}


def _told_of(error: Exception) -> dict[str, str]:
    """The class of ``error``, and where it came from; never what it says."""
    return {"error": type(error).__name__, "at": _place(error)}


def _place(error: Exception) -> str:
    """Where ``error`` came from: the last line of ours that it passed."""
    at, found = error.__traceback__, NO_ROUTE
    while at is not None:
        name = str(at.tb_frame.f_globals.get("__name__", ""))
        if name.startswith(_PACKAGE):
            found = f"{name.removeprefix(_PACKAGE).replace('.', '/')}.py:{at.tb_lineno}"
        at = at.tb_next
    return found
