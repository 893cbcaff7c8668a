"""What is asked of the provider: by TLS alone, bounded in bytes and time, led nowhere else, and by no proxy that nobody named."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from typing import Final, NamedTuple

import httpx2

from tombo.serve.openid.errors import ProviderError

SECONDS: Final = 5.0
"""How long an answer may take, from the first byte of the request to its last."""
SIZE_MAX: Final = 1 << 18
"""Bytes an answer may have. Discovery documents and key sets of large providers have a tenth of it."""


class Fetched(NamedTuple):
    """An answer of the provider."""

    status: int
    body: bytes


async def fetched(
    tls: ssl.SSLContext, url: str, form: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None
) -> Fetched:
    """What ``url`` answers; a ``form`` is posted.

    Raises:
        ProviderError: it does not, or not in time, or with more than is read.
    """
    said = {"accept": "application/json", "accept-encoding": "identity", "user-agent": "tombo", **(headers or {})}
    method = "GET" if form is None else "POST"
    try:
        async with (
            asyncio.timeout(SECONDS),
            httpx2.AsyncClient(verify=tls, trust_env=False, follow_redirects=False, timeout=SECONDS) as client,
            client.stream(method, url, data=form, headers=said) as answer,
        ):
            return Fetched(answer.status_code, await _body(answer, url))
    except TimeoutError as error:
        raise ProviderError(f"{url} did not answer within {SECONDS:g} seconds") from error
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:  # a name that is none for a host is a ValueError
        raise ProviderError(f"{url} cannot be reached: {type(error).__name__} {error}".rstrip()) from error


async def _body(answer: httpx2.Response, url: str) -> bytes:
    """The body, as it came: what is compressed has no bound that is known before it is read."""
    if answer.headers.get("content-encoding", "identity").lower() != "identity":
        raise ProviderError(f"{url} answers compressed, which was not asked for")
    read = bytearray()
    async for chunk in answer.aiter_raw():
        read += chunk
        if len(read) > SIZE_MAX:
            raise ProviderError(f"{url} answers with more than {SIZE_MAX} bytes")
    return bytes(read)
