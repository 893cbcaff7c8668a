"""A connection that is given up without being closed is an error, on every version of Python.

CPython 3.13 warns of an SQLite connection that it collects open; before, nobody hears of it. Here every version does, and
says where the connection was opened. psycopg and Python's own files warn by themselves. Warnings are errors in this suite, and
``collected`` looks at the end of every module, so the module that left one open is the one that fails.
"""

from __future__ import annotations

import gc
import sqlite3
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final
from unittest.mock import patch

ROOT: Final = f"{Path(__file__).resolve().parents[2]}/"
FRAMES_MAX: Final = 12
_connect: Final = sqlite3.connect


class Watched(sqlite3.Connection):
    """An SQLite connection that knows where it was opened, and complains if it is collected open."""

    opened_at = ""

    def __del__(self) -> None:
        try:
            self.total_changes  # noqa: B018 - the cheapest question that a closed connection refuses
        except sqlite3.ProgrammingError:
            return
        self.close()
        warnings.warn(f"unclosed database, opened at {self.opened_at}", ResourceWarning, stacklevel=1, source=self)


def connect(*args: Any, **more: Any) -> sqlite3.Connection:
    """``sqlite3.connect``, its connection watched unless the caller has a class of his own."""
    made: sqlite3.Connection = _connect(*args, **{"factory": Watched, **more})
    if isinstance(made, Watched):
        made.opened_at = " < ".join(_callers())
    return made


@contextmanager
def watched() -> Iterator[None]:
    """Every SQLite connection opened meanwhile is watched."""
    with patch.object(sqlite3, "connect", connect):
        yield


def collected() -> None:
    """Collect what nobody holds any more: what was left open is said now, and not while some later test runs.

    What is held on stays, as programs that were loaded, to the end of the process: it is left out of every later look, which
    would otherwise take the longer, the more was loaded.
    """
    gc.collect()
    gc.freeze()


def _callers() -> Iterator[str]:
    """The innermost places of ours on the stack, the last call first."""
    frame: FrameType | None = sys._getframe(2)
    left = FRAMES_MAX
    while frame is not None and left:
        path = frame.f_code.co_filename
        if path.startswith(ROOT) and "/site-packages/" not in path:
            yield f"{path.removeprefix(ROOT)}:{frame.f_lineno}"
            left -= 1
        frame = frame.f_back
