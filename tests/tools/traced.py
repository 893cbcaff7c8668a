"""Which functions of the event-store library run: bodies of its functions, and the constructors of its records."""

from __future__ import annotations

import gc
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

LIBRARY: Final = "eventsourcing."
NEVER: Final = "__del__"
"""When the collector comes says nothing of what is traced."""


@contextmanager
def library_calls() -> Iterator[Counter[str]]:
    """The library's functions that run within, in this thread and those begun there, and how often each does.

    A function is named with its class (``EventStore.put``), and what runs inside one is that one's.
    """
    found: Counter[str] = Counter()

    def profile(frame: FrameType, what: str, _: Any) -> None:
        if what == "call" and str(frame.f_globals.get("__name__")).startswith(LIBRARY):
            name = _named(frame)
            if name and not name.endswith(NEVER):
                found[name] += 1

    gc.collect()
    before = sys.getprofile()
    gc.disable()
    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield found
    finally:
        sys.setprofile(before)
        threading.setprofile(None)
        gc.enable()


def _named(frame: FrameType) -> str:
    """The name of a function of the library; empty for a comprehension, which is a function on some versions only."""
    code = frame.f_code
    if code.co_filename == "<string>":  # the constructor of a record, which dataclasses writes
        return f"{type(frame.f_locals['self']).__qualname__}.{code.co_name}"
    name, _, inner = code.co_qualname.partition(".<locals>.")
    return "" if "<" in name or "<" in inner.rpartition(".")[2] else name
