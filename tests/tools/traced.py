"""Which functions run: of the event-store library, bodies of its functions and constructors of its records; and of what is shipped, in their order."""

from __future__ import annotations

import gc
import inspect
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

LIBRARY: Final = "eventsourcing."
NEVER: Final = "__del__"
"""When the collector comes says nothing of what is traced."""
ROOT: Final = Path(__file__).resolve().parents[2]
SHIPPED: Final = ("ledger", "projections", "reports", "cli", "serve", "desk", "client")


class Entered(NamedTuple):
    """A function of what is shipped that was entered: its file from the root of the project, its name with its class, and who called it.

    ``by``: the place of the caller among all that were entered, -1 for the first; what is not shipped stands between as if it were not there.
    """

    file: str
    function: str
    by: int


@contextmanager
def shipped_calls() -> Iterator[list[Entered]]:
    """The shipped functions that are entered within, in this thread, one after the other, each as often as it is called.

    A generator is entered once, however often it goes on. A comprehension and a lambda are part of the function they stand in, as a
    comprehension is to the interpreter from Python 3.12 on.
    """
    found: list[Entered] = []
    stack: list[int] = []
    generators: dict[FrameType, int] = {}

    def profile(frame: FrameType, what: str, _: Any) -> None:
        if what == "call":
            stack.append(_place(frame, stack[-1] if stack else -1, found, generators))
        elif what == "return" and stack:
            stack.pop()

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        yield found
    finally:
        sys.setprofile(before)


def _place(frame: FrameType, by: int, found: list[Entered], generators: dict[FrameType, int]) -> int:
    """The place among ``found`` of what runs in ``frame``, or of who called it where it is none of what is told."""
    code = frame.f_code
    path = _file(code.co_filename)
    if frame in generators:
        return generators[frame]
    if not path.is_relative_to(ROOT) or "<" in code.co_qualname.rpartition(".")[2]:
        return by
    file = path.relative_to(ROOT).as_posix()
    if not file.startswith(SHIPPED):
        return by
    found.append(Entered(file, code.co_qualname, by))
    if code.co_flags & inspect.CO_GENERATOR:
        generators[frame] = len(found) - 1
    return len(found) - 1


@cache
def _file(name: str) -> Path:
    """Where a file lies; the name of a shipped one leads through the links of ``tombo/``."""
    return Path(name).resolve()


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
