"""The body of a request, read with a bound of bytes and of time."""

from __future__ import annotations

import asyncio
from typing import Final

from fastapi import Request
from starlette.requests import ClientDisconnect

from tombo.serve.problems import ProblemError

SECONDS: Final = 10.0
"""How long a body may take."""


async def body_of(request: Request, most: int) -> bytes:
    """The body of ``request``, of at most ``most`` bytes.

    Raises:
        ProblemError: 413 it is larger; 408 it did not come in time; 400 it was cut off; 415 it is compressed, so that nobody knows how large it is.
    """
    if any(coding.strip().lower() not in {"", "identity"} for coding in request.headers.getlist("content-encoding")):
        raise ProblemError(415, "the body is compressed; expected it as it is, without a Content-Encoding")
    told = request.headers.get("content-length", "")
    if told.isdecimal() and int(told[:20]) > most:
        raise _too_large(most)
    read = bytearray()
    try:
        async with asyncio.timeout(SECONDS):
            async for chunk in request.stream():
                read += chunk
                if len(read) > most:
                    raise _too_large(most)
    except TimeoutError:
        raise ProblemError(
            408,
            f"the body did not come within {SECONDS:g} seconds; nothing of it was taken",
            headers={"Connection": "close"},
        ) from None
    except ClientDisconnect:
        raise ProblemError(400, "the body was cut off; nothing of it was taken") from None
    return bytes(read)


def _too_large(most: int) -> ProblemError:
    return ProblemError(
        413, f"the body is larger than {most} bytes; nothing of it was taken", headers={"Connection": "close"}
    )
