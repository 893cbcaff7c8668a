"""Python's garbage collector, set for a process that handles millions of small values without cycles."""

from __future__ import annotations

import gc
from typing import Final

YOUNG: Final = 1 << 19
"""How many new containers it takes before the collector looks for cycles; Python's own figure is 700."""


def look_seldom() -> None:
    """Leave out of every collection what is loaded already, and collect seldom.

    Events, states and rows refer to no holder of theirs, so counting references frees them all. Looking at them again
    and again took a third of the time of recording, and a tenth of that of verification. What does form cycles, errors
    with their tracebacks for one, still goes, a little later.
    """
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 50)
