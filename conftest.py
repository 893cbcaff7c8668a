"""Counts the tests that read the shared corpus, for everyone to see and for ``.ci/run`` to check."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how many corpus tests ran and how many were skipped; write the first to ``TOMBO_CORPUS_COUNT`` if set."""
    ran = skipped = 0
    for outcome, reports in terminalreporter.stats.items():
        for report in reports:
            if isinstance(report, pytest.TestReport) and "corpus" in report.keywords:
                ran += outcome in {"passed", "failed"} and report.when == "call"
                skipped += outcome == "skipped"
    terminalreporter.write_line(f"corpus tests: {ran} ran, {skipped} skipped")
    if target := os.environ.get("TOMBO_CORPUS_COUNT"):
        Path(target).write_text(str(ran), encoding="ascii")
