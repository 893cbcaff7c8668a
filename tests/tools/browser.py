"""The system's Chromium for tests of pages: driven by Playwright, and axe-core, which asks a page whether everybody can use it.

Where there is none, what asks for it is skipped and says what did not run; ``.ci/run`` tries to install it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it comes without types
from playwright.sync_api import Browser, Page, sync_playwright

PLACES: Final = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
"""Where distributions put it."""


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """A Chromium without a window, closed behind the module."""
    found = next((place for place in PLACES if Path(place).exists()), None)
    if found is None:
        pytest.skip(
            f"NOT RUN, no Chromium (apt-get install chromium): {request.node.name} in a browser, and axe-core on its pages"
        )
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


def violations(page: Page) -> list[str]:
    """What axe-core objects to on ``page``: its rule, and where."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]
