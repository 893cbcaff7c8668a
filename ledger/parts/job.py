"""What is done to each part of a job, in whichever process: the job is opened there once, from bytes that can be sent."""

from __future__ import annotations

import os
import pickle
import platform
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from tombo.ledger.core.collector import look_seldom


class Doer(Protocol):
    """Does the parts of a job, one after another."""

    def __call__(self, part: Any) -> Any:
        """What came of a part: it depends on the part and the source alone, and can be compared."""
        ...

    def accuses(self, result: Any) -> bool:
        """Whether what came of a part says that something is wrong: of a worker elsewhere that is believed only if this process says it too."""
        ...

    def close(self) -> None:
        """Let go of the source."""
        ...


D_co = TypeVar("D_co", bound=Doer, covariant=True)


class Job(Protocol[D_co]):
    """A batch job. It is sent to where it is done, so it can be pickled. What is sent to a cluster holds no key; a process of this machine may open cards."""

    def open(self) -> D_co:
        """What does its parts, with the source that it reads from, opened here."""
        ...


class Done(NamedTuple):
    """A part that was done, or could not be: by which worker, and what came of it, or what was in the way there."""

    worker: str
    result: Any = None
    trouble: str | None = None


_WORDS_MAX: Final = 200
_CARD: Final = re.compile(r"\b(?:[2-9TJQKA][cdhs])+\b")
_OPENED: Final[dict[bytes, Doer]] = {}
"""The job that this process is at, by its bytes: of a worker process this is all that it is."""


def do(job: bytes, part: Any) -> Done:
    """A part of a job, done in this worker process. What is in its way is told and not raised: the caller tries elsewhere."""
    worker = f"{platform.node()}:{os.getpid()}"
    try:
        return Done(worker, _opened(job)(part))
    except Exception as error:  # noqa: BLE001  # whatever it is, the caller does the part himself, and it is raised there if it is raised at all
        forget()  # a database that went away is open no more: the next part opens the source anew
        return Done(worker, trouble=in_short(error))


def in_short(error: BaseException) -> str:
    """What went wrong, in one line for who runs the job: the type and the first of its words.

    Of what was read it quotes neither a document, as pydantic would, nor a card.
    """
    name = type(error).__name__
    words = "" if name == "ValidationError" else str(error).partition("\n")[0][:_WORDS_MAX]
    return f"{name}: {_CARD.sub('??', words)}" if words else name


def _opened(job: bytes) -> Callable[[Any], Any]:
    if job not in _OPENED:
        forget()
        _OPENED[job] = pickle.loads(job).open()  # noqa: S301  # who may hand this process a job may run anything here
        look_seldom()
    return _OPENED[job]


def forget() -> None:
    """Let go of what this worker process has open: a worker of a cluster outlives the job."""
    while _OPENED:
        with suppress(Exception):
            _OPENED.popitem()[1].close()
