"""Which rules were asked during a transcript, and which objected: seen from the interpreter, nothing replaced.

A rule is a function of a module of rules, a decider of the house, or the audit. It objected if it returned a finding, a
refusal, or a list of objections.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

from tombo.ledger.core.findings import Finding, Refused, Severity
from tombo.ledger.core.said import Told


class Seen(NamedTuple):
    """Functions as ``module:name``, by whether they objected at least once and were content at least once."""

    objecting: set[str]
    accepting: set[str]
    refusing: set[str]
    """Those whose objection was more than a notice at least once."""


def _objects(answer: Any) -> bool:
    if isinstance(answer, Finding | Refused):
        return True
    return isinstance(answer, tuple | list) and any(isinstance(item, Finding | Told) for item in answer)


def _refuses(answer: Any) -> bool:
    if isinstance(answer, Finding):
        return answer.severity is not Severity.NOTICE
    if isinstance(answer, tuple | list):
        return any(isinstance(item, Told) or (isinstance(item, Finding) and _refuses(item)) for item in answer)
    return isinstance(answer, Refused)


@contextmanager
def watching() -> Iterator[dict[str, Seen]]:
    """What the rules answer while the block runs, under the key ``rules``."""
    answers: dict[str, set[bool]] = defaultdict(set)
    refusing: set[str] = set()

    def watch(frame: FrameType, event: str, answer: Any) -> None:
        if event == "return":
            module = frame.f_globals.get("__name__", "")
            if module.startswith(("tombo.ledger.games.", "tombo.ledger.house.", "tombo.ledger.terms.")):
                name = f"{module}:{frame.f_code.co_name}"
                answers[name].add(_objects(answer))
                if _refuses(answer):
                    refusing.add(name)

    seen: dict[str, Seen] = {}
    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        yield seen
    finally:
        sys.setprofile(before)
        seen["rules"] = Seen(
            {name for name, said in answers.items() if True in said},
            {name for name, said in answers.items() if False in said},
            refusing,
        )
