"""What every command says is what was approved."""

from __future__ import annotations

from pathlib import Path

from tests.approval.ask import answers, differences


def test_what_every_command_says_is_approved(tmp_path: Path) -> None:
    """``python -m tests.approval`` writes the answers again; then read the difference, and say in the commit why it is right."""
    assert differences(answers(tmp_path)) == []
