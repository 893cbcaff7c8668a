"""``make desk``, as somebody new would: an address is printed, and who is told to sign in is let in with the key file and the passphrase that are named."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser

from tests.tools.browser import browser as browser  # noqa: PLC0414  # the fixture

ROOT: Final = Path(__file__).parents[3]
TOLD_KEY: Final = re.compile(r"as (s-\d).*?(\S+/staff/s-\d\.key).*?passphrase: (.*)")


class Told(NamedTuple):
    """What is printed: where the desk is, who signs in, and with what."""

    desk: str
    name: str
    key: Path
    passphrase: str


@pytest.fixture
def made(folder: Path) -> Iterator[Told]:
    """The desk of the demonstration, as the recipe serves it."""
    venv = Path(sys.prefix)
    words = ["make", "--no-print-directory", "-C", str(ROOT), "-o", f"{venv}/ready", "desk"]
    process = subprocess.Popen(
        [*words, f"VENV={venv}", f"DEMO={folder}/demo", "PORT=0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        start_new_session=True,
    )
    with process:
        try:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(3)]
            found, at = TOLD_KEY.search(" ".join(line.strip() for line in lines[:2])), lines[2].strip()
            assert found, lines
            yield Told(at.rpartition(" ")[2], found[1], Path(found[2]), found[3])
        finally:
            os.killpg(process.pid, signal.SIGTERM)


def test_make_desk_ends_with_an_address_where_one_is_let_in(made: Told, browser: Browser) -> None:
    """The key file that is named, opened by the passphrase that is named, signs its member of staff in."""
    with browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        page.goto(made.desk)
        page.set_input_files("#key-file", made.key)
        page.fill("#passphrase", made.passphrase)
        page.press("#passphrase", "Enter")
        page.wait_for_selector("nav")
        assert made.name in page.inner_text("header")
