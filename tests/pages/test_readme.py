"""The README tells what is so: its sessions are run again."""

from __future__ import annotations

from tests.tools.readme import BLOCK, PAGE, filled


def test_the_readme_shows_real_output() -> None:
    """Every console session of the README prints today what the page says it prints."""
    page = PAGE.read_text(encoding="utf-8")

    assert filled(page) == page
    assert len(BLOCK.findall(page)) > 5
