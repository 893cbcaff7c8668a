"""How a server is reached: its address, TLS, and who asks."""

from __future__ import annotations

import ipaddress
import re
import ssl
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import httpx2

from tombo.client.steps import Cut, Send

SECONDS: Final = 30.0
"""How long nothing may come before a connection counts as cut; the log is never silent for half of it."""
AGENT: Final = "tombo-client"
_BEARER: Final = re.compile(r"[!-~]+")
"""What a token can be: what else is told in a header, HTTP does not send, and names in its error with all that stands beside it."""

Token = str | Callable[[], str] | None
"""A token; or what makes one, asked before every request, for those that last minutes; or none, where a certificate says who asks."""


def settings(url: str, tls: ssl.SSLContext | None, seconds: float) -> Mapping[str, Any]:
    """What a client of the HTTP library is made with. Nothing of the environment is asked: no proxy that nobody named here.

    Raises:
        ValueError: a token would go over the network in the clear.
    """
    parts = urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and _on_this_machine(parts.hostname or "")):
        raise ValueError(f"{url}: expected https, or http on this machine")
    return {
        "base_url": url,
        "verify": tls or ssl.create_default_context(),
        "timeout": seconds,
        "trust_env": False,
        "headers": {"user-agent": AGENT},
    }


def _on_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def headers(send: Send, token: Token) -> dict[str, str]:
    """The headers of a request, with who asks.

    Raises:
        ValueError: what was given as the token is none.
    """
    said = token() if callable(token) else token
    return dict(send.headers) if said is None else {**send.headers, "authorization": f"Bearer {checked(said)}"}


def checked(token: str) -> str:
    """``token``, which is one.

    Raises:
        ValueError: it is none. It is not shown, for it may have one in it.
    """
    if not _BEARER.fullmatch(token):
        raise ValueError("the token has white space or other signs around it, or is empty; expected the token alone")
    return token


def cut(error: httpx2.RequestError) -> Cut:
    """How the HTTP library says that no answer came, or not all of it."""
    return Cut(f"no answer, or not all of it: {type(error).__name__} {error}".rstrip())
