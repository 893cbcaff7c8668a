"""What every command says is what was approved."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.approval.ask import answers, differences
from tests.approval.asked import EVENING, SIMULATED
from tombo.cli.words import WORDS

NOT_ASKED: Final = frozenset(
    {
        "checkpoint",
        "clock",
        "demo",
        "import",
        "init",
        "loss",
        "memory",
        "person",
        "publish",
        "receipt",
        "record",
        "restore",
        "schema",
        "serve",
    }
)
"""Words that begin a ledger or a process, bring one back, record, or say what keys and files say, which come by chance."""


def test_what_every_command_says_is_approved(tmp_path: Path) -> None:
    """``python -m tests.approval`` writes the answers again; then read the difference, and say in the commit why it is right."""
    assert differences(answers(tmp_path)) == []


def test_every_word_is_asked() -> None:
    """What a new word of ``tombo`` says is kept, or there is a reason why not."""
    asked = {one.words.split()[0] for one in (*EVENING, *SIMULATED)}
    assert set(WORDS) - asked == NOT_ASKED
