"""What a flow asks of whoever carries it out, waiting or not.

A flow is a generator: it yields steps, and is sent what became of each. So what is asked, tried again and understood is written once, and
the two clients differ in how they wait (``tombo.client.blocking``, ``tombo.client.waiting``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, TypeVar

from tombo.client.errors import UnexpectedAnswerError

T = TypeVar("T")
R = TypeVar("R")

Parameters = Mapping[str, str | int]
"""The parameters of a request, behind its path."""


class Send(NamedTuple):
    """Send a request; what comes back is a ``Reply`` or a ``Cut``.

    ``whole``: read the body of the answer at once. Else that of a status of 200 is asked for piece by piece.
    """

    method: str
    path: str
    headers: Mapping[str, str] = MappingProxyType({})
    parameters: Parameters = MappingProxyType({})
    content: bytes | None = None
    whole: bool = True


class Piece(NamedTuple):
    """Read on in the body; what comes back is bytes, None at its end, or a ``Cut``."""


class Pause(NamedTuple):
    """Wait so many seconds."""

    seconds: float


class Give(NamedTuple, Generic[T]):
    """Hand this to whoever asked."""

    value: T


class Reply(NamedTuple):
    """The status, headers and body of an answer; no body where it is asked for piece by piece."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""


class Cut(NamedTuple):
    """No answer came, or not all of it: why."""

    why: str


Told = Reply | Cut
Step = Send | Piece | Pause | Give[T]
Flow = Generator[Step[T], Any, None]
"""Steps that give values of one sort."""
Part = Generator[Step[T], Any, R]
"""A part of a flow, that finds something."""

_LINE_END: Final = b"\n"


def lines(taken: Callable[[bytes], Part[T, None]]) -> Part[T, Cut | None]:
    """Read the body to its end, a line at a time, for ``taken``; how it was cut, None where it was not.

    A line ends with a line feed and nothing else: texts in it may hold what Unicode ends lines with. What stands behind the last line feed is not
    taken: a body that ends there was cut off.
    """
    left = b""
    while True:
        piece: bytes | Cut | None = yield Piece()
        if not isinstance(piece, bytes):
            return piece
        *whole, left = (left + piece).split(_LINE_END)
        for line in whole:
            yield from taken(line)


def document(text: bytes) -> dict[str, Any]:
    """The JSON object that ``text`` is.

    Raises:
        UnexpectedAnswerError: it is none.
    """
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise UnexpectedAnswerError(f"an answer that is no JSON object: {text[:80]!r}")
    return found
