"""The application as it is called: the paths that it answers directly, those of commands, which are asked most; and the headers that every answer has."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NamedTuple

from fastapi import FastAPI, Request, Response
from fastapi.routing import APIRoute
from starlette.datastructures import MutableHeaders
from starlette.types import Message, Receive, Scope, Send

from tombo.serve.problems import is_answer, problem_of
from tombo.serve.who import Who, authenticated

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Of every answer that does not say otherwise."""
STRICT: Final = "max-age=31536000"
"""How long a browser comes by TLS alone that came by TLS once. Not of other hosts beneath this one (``includeSubDomains``): they are not ours."""


class DirectRoute(APIRoute):
    """A path that is answered as soon as it is known who asks, without the framework's way around each request, which takes longer than all of ours.

    Its function is given the request and who asks, and nothing else of the framework's is asked of it. OpenAPI is told of it as of any path, it is for the
    sorts of holders that its router is for, and whatever it raises is answered as anywhere.
    """


class DirectPath(NamedTuple):
    """What answers a path directly: ``allowed`` lets through who may ask it, and ``function`` answers him."""

    allowed: Callable[[Who], Awaitable[Who]]
    function: Callable[[Request, Who], Awaitable[Response]]


class Application(FastAPI):
    """FastAPI's, and what it need not look for: the paths that are answered directly, by their method and path."""

    direct: Mapping[tuple[str, str], DirectPath] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        path = self.direct.get((scope["method"], scope["path"])) if scope["type"] == "http" else None
        if path is None:
            await super().__call__(scope, receive, _with_headers(scope, send))
            return
        scope["app"], scope["route"] = self, _Route(scope["path"])
        request, failed = Request(scope, receive), None
        try:
            answer = await path.function(request, await path.allowed(await authenticated(request)))
        except Exception as error:  # noqa: BLE001  # whatever it is: who asked is answered, and the log of requests hears of it below
            answer = await problem_of(request, error)
            failed = None if is_answer(error) else error
        give_headers(answer.headers, scope)
        await answer(scope, receive, send)
        if failed is not None:
            raise failed


class _Route(NamedTuple):
    """Which path a request is for, as the log of requests reads it."""

    path: str


def give_headers(headers: MutableHeaders, scope: Scope) -> None:
    """Give an answer the headers that it has not."""
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["scheme"] == "https":
        headers.setdefault("Strict-Transport-Security", STRICT)


def _with_headers(scope: Scope, send: Send) -> Send:
    """``send``, which gives whatever answers the request those headers: also what the framework answers where something of ours went wrong."""
    if scope["type"] != "http":
        return send

    async def given(message: Message) -> None:
        if message["type"] == "http.response.start":
            give_headers(MutableHeaders(scope=message), scope)
        await send(message)

    return given
