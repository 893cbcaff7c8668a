"""Asks, and keeps the answers: one file for each ledger, word and form."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections import defaultdict
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Final
from unittest.mock import patch

from tests.approval.asked import CSV, EVENING, HTML, JSON, SIMULATED, Asked
from tests.tools.cli_run import inside, tombo
from tombo.ledger.core.clock import SECOND, SystemClock

NIGHT: Final = 1_784_116_800 * SECOND
"""2026-07-15, 13:00 in Lisbon: when all is asked. The evening and the simulated hours are over, the day after is not."""
STYLE: Final = re.compile(r"<style>.*?</style>", re.DOTALL)
HERE: Final = re.compile(r'"(host|pid|sealed)": [^,\n]*')
"""What is of this machine, of this process, or by chance."""
HASH: Final = re.compile(r"[\w+/]{43}=")
SHOWN_MAX: Final = 60
APPROVED: Final = Path(__file__).parent / "approved"
"""The answers, as somebody has looked at them."""


def answers(folder: Path) -> dict[str, str]:
    """All answers of today, by the name of the file in which they are kept. ``folder``: an empty one to work in."""
    with patch.object(SystemClock, "now", lambda _: NIGHT), patch.object(sys, "argv", ["/bin/tombo"]), inside(folder):
        made = tombo("demo", "--out", "demo")
        if made.status:
            raise AssertionError(made.err)
        return {
            "demo.txt": made.out,
            **_ledger("evening", folder / "demo", EVENING),
            **_ledger("simulated", folder / "demo/simulated", SIMULATED),
        }


def _ledger(name: str, folder: Path, asked: Sequence[Asked]) -> dict[str, str]:
    kept: defaultdict[str, list[str]] = defaultdict(list)
    with inside(folder):
        for one in asked:
            word = one.words.split()[0]
            for form in one.forms:
                answer = _answer(one.words, form)
                kept[f"{name}-{word}.{form.replace('text', 'txt')}"].append(
                    HASH.sub("…", answer) if one.acted else answer
                )
    return {file: "\n".join(parts) for file, parts in kept.items()}


def _answer(words: str, form: str) -> str:
    """What is printed on either stream, with the status, and what a file then holds."""
    file = f"answer.{form}" if form in {HTML, CSV} else None
    more = ["--json"] if form == JSON else [] if file is None else [f"--{form}", file]
    ran = tombo("--ledger", "sqlite:///ledger.db", "--keys", "keys", *shlex.split(words), *more)
    out = _lines(ran.out) if form == JSON else ran.out
    if file is not None and Path(file).exists():
        out = STYLE.sub("<style/>", Path(file).read_text(encoding="utf-8"))
        Path(file).unlink()
    status = "" if not ran.status else f"[{ran.status}]\n"
    return f"$ tombo {words}\n{ran.err}{out}{status}"


def _lines(out: str) -> str:
    """JSON a line a field, so that a difference is read where it is."""
    try:
        text = json.dumps(json.loads(out), ensure_ascii=False, indent=1) + "\n"
    except ValueError:
        return out
    return HERE.sub(r'"\1": "…"', text)


def differences(found: dict[str, str]) -> list[str]:
    """Where today's answers are not the approved ones: the lines that differ, as ``diff`` shows them, :data:`SHOWN_MAX` at the most."""
    kept = {path.name: path.read_text(encoding="utf-8") for path in APPROVED.glob("*")}
    lines: list[str] = []
    for name in sorted(kept.keys() | found.keys()):
        before, after = (texts.get(name, "").splitlines() for texts in (kept, found))
        lines += unified_diff(before, after, name, name, lineterm="", n=0)
    return lines[:SHOWN_MAX]


def approve(found: dict[str, str]) -> None:
    """Keep today's answers as the approved ones."""
    APPROVED.mkdir(exist_ok=True)
    for path in APPROVED.glob("*"):
        if path.name not in found:
            path.unlink()
    for name, text in found.items():
        (APPROVED / name).write_text(text, encoding="utf-8")
