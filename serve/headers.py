"""The headers that every answer has."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Of every answer that does not say otherwise."""
STRICT: Final = "max-age=31536000"
"""How long a browser comes by TLS alone that came by TLS once. Not of other hosts beneath this one (``includeSubDomains``): they are not ours."""


def give_headers(headers: MutableHeaders, scope: Scope) -> None:
    """Give an answer the headers that it has not."""
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["scheme"] == "https":
        headers.setdefault("Strict-Transport-Security", STRICT)


class WithHeaders:
    """Gives every answer the headers that it has not."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                give_headers(MutableHeaders(scope=message), scope)
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)
