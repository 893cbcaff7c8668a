"""The paths that are answered directly: those of commands, which are asked most."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from fastapi import FastAPI, Request, Response
from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send

from tombo.serve.headers import give_headers
from tombo.serve.problems import is_answer, problem_of
from tombo.serve.who import Who, authenticated


class DirectRoute(APIRoute):
    """A path that is answered as soon as it is known who asks, without the framework's way around each request, which takes longer than all of ours.

    Its function is given the request and who asks. OpenAPI is told of it as of any path, and whatever it raises is answered as anywhere. What is included
    of its router for some sorts of holders alone is not asked here.
    """


class Application(FastAPI):
    """FastAPI's, and what it need not look for: the paths that are answered directly, by their method and path."""

    direct: Mapping[tuple[str, str], Callable[[Request, Who], Awaitable[Response]]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        function = self.direct.get((scope["method"], scope["path"])) if scope["type"] == "http" else None
        if function is None:
            await super().__call__(scope, receive, send)
            return
        scope["app"], scope["route"] = self, _Route(scope["path"])
        request, failed = Request(scope, receive), None
        try:
            answer = await function(request, await authenticated(request))
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
