"""When a request is tried again, and after how long."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tombo.client.steps import Cut, Pause, Told

AGAIN: Final = frozenset({429, 502, 503, 504})
"""Statuses that pass: too much waits, nobody knows, and what a proxy says of a server that it does not reach. No other is tried again."""
RETRY_AFTER_MAX: Final = 300
"""Seconds: who asks us to wait longer is not waited for."""


@dataclass(frozen=True, slots=True)
class Retries:
    """How often in a row something is tried, and how long is waited between: ``first`` seconds, twice as long each time, ``most`` at most.

    ``Retry-After`` is kept where it asks for more. As it is said here, some 60 seconds: a server that is started again is back by then.
    """

    attempts: int = 10
    first: float = 0.25
    most: float = 15.0


class Tries:
    """The tries in a row that brought nothing."""

    def __init__(self, retries: Retries) -> None:
        self._retries = retries
        self._failed = 0

    def brought_something(self) -> None:
        """Count anew."""
        self._failed = 0

    def again(self, told: Told) -> Pause | None:
        """The pause before the next, where ``told`` passes; None where there is to be none."""
        self._failed += 1
        asked = _retry_after(told)
        passes = isinstance(told, Cut) or told.status in AGAIN
        if not passes or asked > RETRY_AFTER_MAX or self._failed >= self._retries.attempts:
            return None
        return Pause(max(asked, min(self._retries.first * 2 ** (self._failed - 1), self._retries.most)))


_SECONDS: Final = re.compile(r"[0-9]{1,9}")


def _retry_after(told: Told) -> int:
    said = "" if isinstance(told, Cut) else told.headers.get("retry-after", "")
    return int(said) if _SECONDS.fullmatch(said) else 0
