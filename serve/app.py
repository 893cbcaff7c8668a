"""The application: every path, who may ask it, and what it is answered with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from fastapi import APIRouter, Depends, FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from starlette.types import Lifespan

from tombo.serve.commands import wire_schemas
from tombo.serve.direct import Application, DirectPath, DirectRoute
from tombo.serve.problems import ProblemError, answer_with_problems, documented
from tombo.serve.who import HolderSort, Identify, authenticated, only

TITLE: Final = "Tombo"
PROBLEM: Final[dict[str, Any]] = {
    "title": "Problem",
    "description": "Problem details (RFC 9457). Of what is refused: the rule, how it is read, what it is about, and the facts.",
    "type": "object",
    "required": ["title", "status", "detail"],
    "properties": {
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "command_id": {"type": "string"},
        "outcome": {"type": "string", "enum": ["refused"]},
        "rule": {"type": "string", "examples": ["R806 r.23"]},
        "reading": {"type": "string", "enum": ["LETTER", "PRACTICE"]},
        "about": {"type": "string"},
        "facts": {"type": "object"},
    },
}
_PLACE: Final[dict[str, Any]] = {
    "stream": {"type": "string"},
    "versions": {"type": "array", "items": {"type": "integer"}},
    "log_index": {"type": "array", "items": {"type": "integer"}},
}
RECEIPT: Final[dict[str, Any]] = {
    "title": "Receipt",
    "description": "Where the entries of a command stand. Those of other streams than the first are under `also`.",
    "type": "object",
    "required": ["status", "command_id", "stream", "versions", "log_index"],
    "properties": {
        "status": {"type": "string", "enum": ["recorded"]},
        "command_id": {"type": "string"},
        **_PLACE,
        "also": {"type": "array", "items": {"type": "object", "properties": _PLACE}},
        "repeated": {"type": "boolean", "description": "It was recorded before: this is its first receipt."},
    },
}
UNKNOWN: Final = documented(
    {
        401: "No credential that is on record and in force.",
        403: "Not for who asks.",
        429: "Too many requests without one, or more than can wait.",
    }
)
"""What any path answers to whom nobody knows."""
NOBODY_ASKED: Final[dict[str, Any]] = {"security": []}
"""Of a path that asks nobody who he is."""


def application(
    *,
    identify: Identify,
    ready: Callable[[], str | None],
    routers: Sequence[tuple[APIRouter, frozenset[HolderSort]]],
    version: str,
    pages: Sequence[APIRouter] = (),
    lifespan: Lifespan[FastAPI] | None = None,
) -> FastAPI:
    """The application of ``routers``, each of them for these sorts of holders among whom ``identify`` knows; ``ready`` says what stands in the way of commands, None if nothing.

    ``pages`` have a way of their own to say who asks.
    """
    app = Application(
        title=TITLE,
        summary="The hand-history and audit ledger: its doors on the network.",
        version=version,
        docs_url=None,  # both load scripts from elsewhere
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,  # to where a header of the request says, before anybody is asked who he is
        lifespan=lifespan,
    )
    app.state.identify = identify
    answer_with_problems(app)
    app.include_router(_health(ready))
    for router, sorts in routers:
        app.include_router(router, dependencies=[Depends(only(*sorts))], responses=UNKNOWN)
    for router in pages:
        app.include_router(router)
    app.include_router(_openapi(app), dependencies=[Depends(authenticated)], responses=UNKNOWN)
    app.direct = {
        (method, route.path): DirectPath(only(*sorts), route.endpoint)
        for router, sorts in routers
        for route in router.routes
        if isinstance(route, DirectRoute)
        for method in route.methods or ()
    }
    return app


def _health(ready: Callable[[], str | None]) -> APIRouter:
    """Whether it lives, and whether it takes commands: for whoever starts and watches it, without a credential and without a figure.

    The second one looks at the store, and may wait for it: not in the event loop.
    """
    router = APIRouter(tags=["health"])

    @router.get("/healthz", openapi_extra=NOBODY_ASKED)
    async def healthz() -> dict[str, str]:
        """Whether this process answers."""
        return {"status": "ok"}

    @router.get("/readyz", responses=documented({503: "No commands are taken."}), openapi_extra=NOBODY_ASKED)
    def readyz() -> dict[str, str]:
        """Whether commands are taken."""
        if (why := ready()) is not None:
            raise ProblemError(503, why)
        return {"status": "ready"}

    return router


def _openapi(app: FastAPI) -> APIRouter:
    router = APIRouter(tags=["about"])

    @router.get("/v1/openapi.json", response_class=JSONResponse)
    async def openapi_json() -> JSONResponse:
        """What is told here of every path, as OpenAPI 3.1."""
        return JSONResponse(openapi(app))

    return router


def openapi(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI 3.1 document of ``app``, made once."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        parts = document.setdefault("components", {})
        parts.setdefault("schemas", {}).update({**wire_schemas(), "Problem": PROBLEM, "Receipt": RECEIPT})
        parts["securitySchemes"] = {
            "bearer": {
                "type": "http",
                "scheme": "bearer",
                "description": "A token that is on record, or a signed one.",
            },
            "certificate": {"type": "mutualTLS", "description": "A client certificate whose key is on record."},
        }
        document["security"] = [{"bearer": []}, {"certificate": []}]
        app.openapi_schema = document
    return app.openapi_schema
